//! The output of commands in the guide and the README.

use std::fs;
use std::path::Path;

use crate::harness::{command, finish, has_command};

#[test]
fn captures_are_what_commands_print() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut checked = 0;
    for page in ["docs/guide/src/command-line.md", "docs/guide/src/quick-start.md", "crates/cli/README.md"] {
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
    assert!(checked >= 11);
}
