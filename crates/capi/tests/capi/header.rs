//! The header is what this crate has, and names each exported function once.

use std::path::{Path, PathBuf};

use testing::corpora;

/// The folder of the crate.
fn folder() -> PathBuf {
    corpora::root().join("crates/capi")
}

fn generated(folder: &Path) -> String {
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).unwrap();
    // The records are those of the engine.
    let records = corpora::root().join("crates/core/src/scanner/record.rs");
    let files = ["status", "options", "string", "tokenizer", "strings", "page"];
    let files = files.map(|name| folder.join("src").join(name).with_extension("rs"));
    let builder = cbindgen::Builder::new().with_config(config).with_src(records);
    let builder = files.into_iter().fold(builder, cbindgen::Builder::with_src);
    let bindings = builder.generate().unwrap();
    let mut header = Vec::new();
    bindings.write(&mut header);
    let header = String::from_utf8(header).unwrap();
    let header = header.replace("TAGSPAN_KIND_", "TAGSPAN_").replace("TAGSPAN_RESULT_", "TAGSPAN_");
    // The records are documented with examples in Rust, which follow an empty line.
    let (mut lines, mut in_example) = (Vec::<&str>::new(), false);
    for line in header.lines().map(str::trim_end) {
        if line.ends_with("* ```") {
            in_example = !in_example;
            lines.pop_if(|last| in_example && last.ends_with('*'));
        } else if !in_example {
            lines.push(line);
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn the_committed_header_is_that_of_the_crate() {
    let folder = folder();
    let path = folder.join("include/tagspan.h");
    let generated = generated(&folder);
    if std::env::var_os("TAGSPAN_BLESS").is_some() {
        std::fs::write(&path, &generated).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == generated,
        "include/tagspan.h is not up to date: TAGSPAN_BLESS=1 cargo test -p tagspan-capi"
    );
}

#[test]
fn the_list_of_symbols_is_that_of_the_header() {
    let header = std::fs::read_to_string(folder().join("include/tagspan.h")).unwrap();
    let mut functions: Vec<&str> = header
        .lines()
        .filter(|line| !line.starts_with([' ', '/', '}', '#']))
        .filter_map(|line| line.split_once('(')?.0.rsplit([' ', '*']).next())
        .collect();
    functions.sort_unstable();
    let listed = std::fs::read_to_string(folder().join("symbols.txt")).unwrap();
    assert_eq!(functions, listed.lines().collect::<Vec<_>>());
}
