//! Reads the examples out of the documentation of an item.

/// What an item's documentation shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Example {
    /// An example that is compiled and run, and that has the name that was looked for.
    Runs,
    /// There are examples that run, but none has the name.
    OfAnother,
    /// There is no example that runs.
    Missing,
}

/// Looks for an example that runs and, if a name is given, has it as a word.
pub(super) fn find(documentation: &str, name: Option<&str>) -> Example {
    let mut found = Example::Missing;
    for block in blocks(documentation).into_iter().filter(|block| runs(block.language)) {
        if name.is_none_or(|name| has_word(&block.code, name)) {
            return Example::Runs;
        }
        found = Example::OfAnother;
    }
    found
}

/// A fenced block of code.
struct Block<'a> {
    language: &'a str,
    code: String,
}

fn blocks(documentation: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut fence: Option<&str> = None;
    for line in documentation.lines() {
        let text = line.trim_start();
        let ticks = text.len() - text.trim_start_matches('`').len();
        match fence {
            // A fence ends with at least as many ticks, and nothing else.
            Some(open) if ticks >= open.len() && text[ticks..].trim().is_empty() => fence = None,
            Some(_) => {
                if let Some(block) = blocks.last_mut() {
                    block.code.push_str(line);
                    block.code.push('\n');
                }
            }
            None if ticks >= 3 => {
                fence = Some(&text[..ticks]);
                blocks.push(Block { language: text[ticks..].trim(), code: String::new() });
            }
            None => {}
        }
    }
    blocks
}

/// Whether rustdoc takes a block with these words behind its fence for Rust, and runs it.
fn runs(language: &str) -> bool {
    let mut words = language.split([',', ' ']).filter(|word| !word.is_empty());
    words.all(|word| {
        matches!(word, "rust" | "should_panic" | "standalone_crate") || word.starts_with("edition")
    })
}

fn has_word(code: &str, name: &str) -> bool {
    let of_word = |character: char| character == '_' || character.is_alphanumeric();
    code.split(|character| !of_word(character)).any(|word| word == name)
}

#[cfg(test)]
mod tests {
    use super::Example::{Missing, OfAnother, Runs};
    use super::find;

    #[test]
    fn an_example_runs_and_names_its_item() {
        for (documentation, expected) in [
            ("", Missing),
            ("Gives `f()`.", Missing),
            ("Gives.\n\n```\nf();\n```\n", Runs),
            ("```rust\nf();\n```", Runs),
            ("```should_panic\nf();\n```", Runs),
            ("```edition2021, rust\nf();\n```", Runs),
            ("````\n```\nf();\n````", Runs),
            ("* item\n  ```\n  x.f()\n  ```", Runs),
            ("```text\nf();\n```", Missing),
            ("```no_run\nf();\n```", Missing),
            ("```ignore\nf();\n```", Missing),
            ("```ignore-windows\nf();\n```", Missing),
            ("```rust,compile_fail\nf();\n```", Missing),
            ("```toml\nf = 1\n```", Missing),
            ("```\ng(ff, f_, _f, f1);\n```", OfAnother),
            ("```\ng();\n```\nf()", OfAnother),
            ("```text\nf();\n```\n```\ng();\n```", OfAnother),
            ("```\ng();\n```\n```\nf();\n```", Runs),
        ] {
            assert_eq!(find(documentation, Some("f")), expected, "{documentation}");
        }
        assert_eq!(find("```\ng();\n```", None), Runs);
        assert_eq!(find("```text\ng();\n```", None), Missing);
    }
}
