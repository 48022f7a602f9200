//! The output of commands in the guide and the README.

use std::fs;
use std::path::Path;

use tagspan_extract::columns::Column;

use crate::harness::{command, finish, has_command};

#[test]
fn captures_are_what_commands_print() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut checked = 0;
    let pages =
        ["command-line.md", "mistakes.md", "quick-start.md"].map(|page| format!("docs/guide/src/{page}"));
    for page in pages.into_iter().chain(["crates/cli/README.md".to_owned()]) {
        let text = fs::read_to_string(root.join(page)).unwrap();
        // A block without a prompt is a list of commands.
        for block in text.split("```console\n").skip(1).filter(|block| block.starts_with("$ ")) {
            let block = block.split("```").next().unwrap();
            let (line, shown) = block.split_once('\n').unwrap();
            let words = line.strip_prefix("$ tagspan ").expect(line);
            checked += 1;
            if !has_command(words.split(' ').next().unwrap()) {
                continue;
            }
            let words = words.split(' ');
            let child = command().args(words).current_dir(&root).spawn().expect("the binary starts");
            let printed = finish(child).stdout;
            // A capture may be the beginning only.
            match shown.strip_suffix("...\n") {
                Some(beginning) => assert!(printed.starts_with(beginning), "{line}:\n{printed}"),
                None => assert_eq!(printed, shown, "{line}"),
            }
        }
    }
    assert!(checked >= 22);
}

/// The table of columns is that of the library.
#[test]
fn the_columns_are_listed() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/src/columns.md");
    let page = fs::read_to_string(path).unwrap();
    let row = |column: &Column| {
        let fields: Vec<_> = column.fields().map(|field| format!("`{field}`")).collect();
        let kind = match fields.is_empty() {
            true => column.type_name().to_owned(),
            false => format!("list of {}", fields.join(", ")),
        };
        format!("| `{}` | {kind} | {} |\n", column.as_str(), column.about())
    };
    let table: String = Column::ALL.iter().map(row).collect();
    assert!(page.contains(&format!("|---|---|---|\n{table}\n")), "the page needs the table\n{table}");
    assert_eq!(page.matches("\n| `").count(), Column::ALL.len() + CODES.len(), "the page has other rows");
    for code in CODES {
        assert!(page.contains(&format!("\n| `{code}` | ")), "{code}");
    }
}

/// Those of `truncated`, and those of `lost` that are no columns.
const CODES: [&str; 24] = [
    "declared",
    "segmented",
    "corrupt",
    "cut",
    "bomb",
    "short",
    "wrong-length",
    "http-short",
    "http-encoding-damaged",
    "http-bomb",
    "body-too-large",
    "not-html",
    "unknown-encoding",
    "read",
    "no-page",
    "title`, `text`, `json_ld`, `payload",
    "links`, `meta",
    "tokens`, `errors",
    "css",
    "selected",
    "depth",
    "attributes",
    "values",
    "markup",
];
