//! `cargo xtask trees`: writes inputs and their trees as JSON, for comparisons with parsers that give only a tree.

use std::borrow::Cow;
use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use serde::{Deserialize, Serialize};
use tagspan_core::{DropReason, Token};
use tagspan_reference::{Edition, TextState};
use testing::exhaustive::dimension::Dimension;
use testing::exhaustive::prefix::Prefix;
use testing::exhaustive::strings::Strings;
use testing::feedback::inputs;
use testing::fragment::{Fragment, Settings};
use testing::html5lib;
use testing::peers::{Generated, generated};
use testing::trace::is_ambiguous;

use crate::conformance::Driver;

/// Writes inputs and the trees that html5ever's tree builder makes of our tokens, one JSON object a line.
///
/// The inputs are real pages, the pages of `corpora/`, and the html5lib suite's tests of tree construction, with scripting
/// and without; all short strings of `cargo xtask exhaustive`; and the generated inputs of the program `peers` of the
/// benches. An object has `kind`, `input`, `scripting`, `fragment` (the context element, or null), `ambiguous` (the feedback
/// simulator may be wrong about a processing instruction) and `tree`, in the format of the suite. Processing instructions
/// are comments. `benches/python/lexbor` compares the trees with those of lexbor.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many inputs are generated: half of them tag soup, half strings that lead into every state.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    inputs: u64,
    /// How many symbols the short strings have at most.
    #[arg(long, value_name = "N", default_value_t = 2)]
    length: u32,
    /// The seed of the generated inputs.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Instead, read such objects from standard input, and write each with its tree at once.
    #[arg(long, conflicts_with_all = ["inputs", "length", "seed"])]
    stdin: bool,
}

#[derive(Deserialize, Serialize)]
struct Row<'i> {
    #[serde(default)]
    kind: Cow<'i, str>,
    input: Cow<'i, str>,
    scripting: bool,
    fragment: Option<String>,
    #[serde(default)]
    ambiguous: bool,
    #[serde(default)]
    tree: String,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut write = |kind: &str, input: &str, settings: &Settings| -> Result<(), Box<dyn Error>> {
        let (ours, ambiguous) = instructions_as_comments(input, settings);
        let row = Row {
            kind: kind.into(),
            input: input.into(),
            scripting: settings.scripting,
            fragment: settings.fragment.as_ref().map(Fragment::to_string),
            ambiguous,
            tree: Driver::Ours.tree(&ours, settings),
        };
        serde_json::to_writer(&mut out, &row)?;
        out.write_all(b"\n")?;
        if args.stdin {
            out.flush()?;
        }
        Ok(())
    };
    if args.stdin {
        for line in io::stdin().lines() {
            let line = line?;
            let row: Row<'_> = serde_json::from_str(&line)?;
            let fragment = row.fragment.as_deref().map(Fragment::named);
            write(&row.kind, &row.input, &Settings { scripting: row.scripting, fragment })?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let suite = html5lib::find(None)?.map_or(Ok(Vec::new()), |suite| inputs::of_suite(&suite))?;
    let pages = [("real", inputs::of_real_pages()), ("corpora", inputs::of_own_pages()), ("suite", suite)];
    for (kind, inputs) in &pages {
        for input in inputs {
            for settings in input.settings.iter().filter(|settings| has_context(settings)) {
                write(kind, &input.text, settings)?;
            }
        }
    }
    let strings = Strings::new(Dimension::Alone, Edition::Living);
    let mut bytes = Vec::new();
    for position in 0..strings.positions(args.length).ok_or("there are more than 2^64 of this length")?.end {
        let prefix = strings.write(position, &mut bytes);
        let (input, settings) = document(prefix, &String::from_utf8_lossy(&bytes));
        write("short strings", &input, &settings)?;
    }
    for input in generated(args.seed, args.inputs) {
        match input {
            Generated::TagSoup(mut page) => {
                if !has_context(&page.settings) {
                    page.settings.fragment = None;
                }
                write("tag soup", &page.html(), &page.settings)?;
            }
            Generated::String(prefix, bytes) => {
                let (input, settings) = document(&prefix, &String::from_utf8_lossy(&bytes));
                write("strings", &input, &settings)?;
            }
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The input with a comment `?target data?` in place of each processing instruction of June 2026, which html5ever's tree
/// builder does not know; and whether the feedback simulator, which says where one is, marks a token as ambiguous. Tree
/// construction inserts comments and processing instructions at the same places. A comment cannot hold NUL, so U+2400 stands for it.
fn instructions_as_comments<'i>(input: &'i str, settings: &Settings) -> (Cow<'i, str>, bool) {
    if !input.contains("<?") {
        return (Cow::Borrowed(input), false);
    }
    let mut tokenizer = settings.builder().processing_instructions(true).build();
    let (mut replaced, mut ambiguous) = (Vec::new(), false);
    let each = |token: Token<'_>| {
        ambiguous |= is_ambiguous(token);
        match token {
            Token::ProcessingInstruction(it) => {
                let comment = format!("<!--?{} {}?-->", it.target(), it.value()).replace('\0', "\u{2400}");
                replaced.extend_from_slice(comment.as_bytes());
            }
            Token::Dropped(it) if it.reason() == DropReason::UnfinishedProcessingInstruction => {}
            token => replaced.extend_from_slice(token.raw()),
        }
    };
    tokenizer.feed_last(input.as_bytes()).for_each(each).expect("no limit fails");
    let replaced = String::from_utf8(replaced).expect("tokens divide a string between characters");
    (Cow::Owned(replaced), ambiguous)
}

/// Whether the context element has no attributes: other parsers do not take any.
fn has_context(settings: &Settings) -> bool {
    settings.fragment.as_ref().is_none_or(|fragment| fragment.attributes().is_empty())
}

/// The string as a document or a fragment, in which tags have the effect of the prefix's settings.
fn document(prefix: &Prefix, input: &str) -> (String, Settings) {
    let (lead, name) = match prefix.initial_state {
        TextState::Data if prefix.cdata => ("<svg>", ""),
        TextState::Data => ("", ""),
        TextState::CdataSection => ("<svg><![CDATA[", ""),
        TextState::Rcdata => ("<title>", "title"),
        TextState::Rawtext => ("<style>", "style"),
        TextState::ScriptData => ("<script>", "script"),
        TextState::Plaintext => ("<plaintext>", ""),
    };
    let Some(last) = prefix.last_start_tag.filter(|_| !name.is_empty()) else {
        // Without a start tag before, no end tag is appropriate: so it is in a fragment.
        let fragment = (!name.is_empty()).then(|| Fragment::named(name));
        let lead = if fragment.is_some() { "" } else { lead };
        return (format!("{lead}{input}"), Settings { fragment, ..Settings::default() });
    };
    // The start tag in front has another name than the prefix's end tag, which gets that name.
    let input = input.replacen(&format!("</{last}"), &format!("</{name}"), 1);
    (format!("{lead}{input}"), Settings::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processing_instructions_become_comments() {
        for (input, expected) in [
            ("a<b>", "a<b>"),
            ("<?a b?>c", "<!--?a b?-->c"),
            ("<?a \0>", "<!--?a \u{2400}?-->"),
            ("</><?xml a>", "</><?xml a>"),
            ("<title><?a></title><?a>", "<title><?a></title><!--?a ?-->"),
            ("a</><?a", "a</>"),
        ] {
            let (replaced, ambiguous) = instructions_as_comments(input, &Settings::default());
            assert_eq!((&*replaced, ambiguous), (expected, false), "{input}");
        }
        assert!(instructions_as_comments("<math></caption><style><?a>", &Settings::default()).1);
    }

    #[test]
    fn settings_become_tags() {
        let strings = Strings::new(Dimension::Alone, Edition::Living);
        let documents: Vec<(String, Option<String>)> = strings
            .prefixes()
            .iter()
            .map(|prefix| document(prefix, &String::from_utf8_lossy(prefix.bytes)))
            .map(|(input, settings)| (input, settings.fragment.map(|fragment| fragment.to_string())))
            .collect();
        for (input, fragment) in [
            ("<a", None),
            ("<title></title", None),
            ("<style></style", None),
            ("<script><!--</script", None),
            ("</", Some("title")),
            ("<plaintext>", None),
            ("<svg><!", None),
            ("<svg><![CDATA[]", None),
        ] {
            let wanted = (input.to_owned(), fragment.map(str::to_owned));
            assert!(documents.contains(&wanted), "{wanted:?} is not in {documents:?}");
        }
    }
}
