//! `tagspan check`: every format, what is denied and allowed, and that the errors are those of the reference.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tagspan_reference::{EventKind, Options};

use crate::harness::{Folder, IS_FULL, PAGES, command, corpus, finish, pipe, run};

/// What is printed of a page, without the lines with addresses and those that count.
fn shown(page: &str) -> String {
    let printed = pipe(["check"], page.as_bytes()).stdout;
    let lines = printed.lines().take_while(|line| !line.ends_with("  parse errors"));
    let lines = lines.filter(|line| !line.contains("https://") && !line.starts_with("    "));
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[test]
fn the_bytes_at_fault_are_underlined() {
    let run = pipe(["check"], b"<p>\n<p id=a\t id=b>\n</>");
    assert_eq!((run.stderr.as_str(), run.status), ("", Some(1)));
    assert_eq!(
        run.stdout,
        "error[duplicate-attribute]: a tag has two attributes of one name\n \
         --> standard input:2:10\n  \
         |\n\
         2 | <p id=a\\t id=b>\n  \
         |    --     ^^ this attribute is ignored\n  \
         |    |\n  \
         |    the first one is here\n  \
         |\n  \
         = help: A browser takes the first one and ignores this one.\n  \
         = note: https://html.spec.whatwg.org/multipage/parsing.html#parse-error-duplicate-attribute\n\
         help: remove it\n  \
         |\n\
         2 - <p id=a\\t id=b>\n\
         2 + <p id=a>\n  \
         |\n\n\
         error[missing-end-tag-name]: an end tag has no name\n \
         --> standard input:3:1\n  \
         |\n\
         3 | </>\n  \
         | ^^^ this is ignored\n  \
         |\n  \
         = help: A browser ignores it.\n  \
         = note: https://html.spec.whatwg.org/multipage/parsing.html#parse-error-missing-end-tag-name\n\
         help: remove it\n  \
         |\n\
         3 - </>\n  \
         |\n\n       \
         1  duplicate-attribute\n       \
         1  missing-end-tag-name\n       \
         2  parse errors\n"
    );
    let quiet = pipe(["check"], b"<p>fine");
    assert_eq!(quiet.quiet(), "       0  parse errors\n");
}

#[test]
fn what_belongs_to_an_error_is_shown_on_its_line() {
    let near = shown("<p id=one\nclass=a\n  id=two>");
    let lines = "1 | <p id=one\n  |    -- the first one is here\n...\n3 |   id=two>\n  |   ^^ this attribute is ignored\n";
    assert!(near.contains(lines), "{near}");
    // The line after it, and a place that is far back on the same line.
    let next = shown("<p id=one\nid=two>");
    assert!(next.contains("the first one is here\n2 | id=two>\n"), "{next}");
    let far = shown(&format!("<p id=one class='{}' id=two>", "x".repeat(500)));
    let lines = format!("...\n1 | …{}' id=two>\n", "x".repeat(58));
    assert!(far.contains(&lines), "{far}");
    assert!(far.contains(&format!("1 | <p id=one class='{}…\n", "x".repeat(48))), "{far}");
    // A fix over two lines is said, and not drawn.
    assert!(near.ends_with("help: remove it\n\n"), "{near}");
}

/// The opening of what never ends is shown, however much follows it.
#[test]
fn what_is_open_is_shown_at_the_end() {
    for (opening, rest, code) in [
        ("<script>\nrun() <!-- a", "", "eof-in-script-html-comment-like-text"),
        ("<svg>\nrun() <![CDATA[ a", "", "eof-in-cdata"),
        ("<p>\n  fish &", "x;", "unknown-named-character-reference"),
    ] {
        for length in [10, 100_000, 3_000_000] {
            let page = format!("{opening}{}{rest}", "abcdefghij".repeat(length / 10));
            let shown = shown(&page);
            let start = opening.split_once('\n').unwrap().1;
            assert!(shown.starts_with(&format!("error[{code}]")), "{shown}");
            assert!(shown.contains(&format!("2 | {start}abcdefghij")), "{length}, {shown}");
        }
    }
}

/// A token that a limit truncates has no text to show, and those around it have theirs.
#[test]
fn limits_leave_out_what_they_have_to() {
    let page = format!("</> <!-- {} <!-- a -->\n<p a a></>", "x".repeat(5 << 20));
    let printed = pipe(["check"], page.as_bytes()).stdout;
    assert!(printed.contains("1 | </> <!-- x"), "{printed}");
    assert!(printed.contains("2 | <p a a></>\n"), "{printed}");
    assert!(
        printed.contains("error[nested-comment]: there is a <!-- in a comment\n--> standard input:1:"),
        "{printed}"
    );
    assert!(printed.contains("4  parse errors\n"), "{printed}");
}

#[test]
fn lines_are_cut_and_escaped_and_places_are_those_of_the_source() {
    let long = "é".repeat(1000);
    for (page, place, line, caret) in [
        (format!("{long}</>{long}"), "1:1001", format!("…{}</>{}…", "é".repeat(60), "é".repeat(60)), 61),
        ("\u{202E}\u{1B}</>".to_owned(), "1:3", r"\u{202e}\u{1b}</>".to_owned(), 14),
        ("a\r\nb</".to_owned(), "2:2", "b</".to_owned(), 1),
        ("\u{FEFF}</>".to_owned(), "1:1", "</>".to_owned(), 0),
        // Characters without width: a zero-width space, a soft hyphen, a variation selector, a filler and a tag.
        (
            "\u{200B}\u{AD}\u{FE0F}\u{3164}\u{E0041}</>".to_owned(),
            "1:6",
            r"\u{200b}\u{ad}\u{fe0f}\u{3164}\u{e0041}</>".to_owned(),
            39,
        ),
    ] {
        let printed = pipe(["check"], page.as_bytes()).stdout;
        let lines: Vec<_> = printed.lines().filter(|line| !line.contains("control-character")).collect();
        let at = lines.iter().rposition(|line| line.ends_with(&format!("input:{place}"))).expect(place);
        assert!(lines[at + 2].ends_with(&format!("| {line}")), "{printed}");
        let gutter = lines[at + 2].find('|').unwrap();
        let underline = lines[at + 3].chars().skip(gutter + 2).position(|character| character == '^');
        assert_eq!(underline, Some(caret), "{printed}");
    }
    // Offsets are those of the input, columns those that one sees.
    let page = b"<meta charset=shift_jis>\x93\xFA <p a='<' a></p>";
    let expected = "{\"kind\":\"Error\",\"code\":\"duplicate-attribute\",\"offset\":37,\"start\":36,\"end\":37,\"line\":1,\"column\":36,\
         \"end_line\":1,\"end_column\":37,\"label\":\"this attribute is ignored\",\"related\":[{\"start\":30,\"end\":31,\"line\":1,\
         \"column\":30,\"end_line\":1,\"end_column\":31,\"label\":\"the first one is here\"}],\"fix\":{\"title\":\"remove it\",\
         \"edits\":[{\"start\":35,\"end\":37,\"line\":1,\"column\":35,\"end_line\":1,\"end_column\":37,\"text\":\"\"}]}}\n";
    assert_eq!(pipe(["check", "--format=jsonl"], page).stdout, expected);
}

/// As many errors as an input can have, all in one line.
#[test]
fn a_line_full_of_errors_is_checked_in_linear_time() {
    let page = "</>".repeat(100_000);
    let lines = pipe(["check", "--format=jsonl"], page.as_bytes()).stdout;
    assert_eq!(lines.lines().count(), 100_000);
    let sarif = pipe(["check", "--format=sarif"], page.as_bytes());
    let log: Value = serde_json::from_str(&sarif.stdout).unwrap();
    assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), 25_000);
    assert_eq!(
        sarif.stderr,
        "tagspan: standard output: 75000 results are left out: give fewer inputs, or --allow a code\n"
    );
}

#[test]
fn what_is_denied_decides_the_exit_status() {
    const PAGE: &[u8] = b"</><p a a>";
    for (words, codes, status) in [
        (&[][..], 2, 1),
        (&["--allow=duplicate-attribute"], 1, 1),
        (&["--allow=duplicate-attribute", "--allow=missing-end-tag-name"], 0, 0),
        (&["--deny=eof-in-tag"], 2, 0),
        (&["--deny=eof-in-tag", "--deny=duplicate-attribute"], 2, 1),
        (&["--deny=eof-in-tag,duplicate-attribute"], 2, 1),
        (&["--allow=duplicate-attribute,missing-end-tag-name"], 0, 0),
        (&["--deny=duplicate-attribute", "--allow=duplicate-attribute"], 1, 0),
    ] {
        let run = pipe(["check", "--format=github"].iter().chain(words), PAGE);
        assert_eq!((run.stdout.lines().count(), run.status), (codes, Some(status)), "{words:?}");
    }
    let levels = pipe(["check", "--format=github", "--deny=duplicate-attribute"], PAGE).stdout;
    assert_eq!(
        levels,
        "::warning file=standard input,line=1,endLine=1,col=1,endColumn=4,title=missing-end-tag-name::an end tag has no \
         name: this is ignored. A browser ignores it.\n\
         ::error file=standard input,line=1,endLine=1,col=9,endColumn=10,title=duplicate-attribute::a tag has two attributes \
         of one name: this attribute is ignored. A browser takes the first one and ignores this one.\n"
    );
    // GitHub takes columns within one line only.
    let lines = pipe(["check", "--format=github"], b"</p a\nb>").stdout;
    assert!(
        lines.starts_with("::error file=standard input,line=1,endLine=2,title=end-tag-with-attributes::"),
        "{lines}"
    );
    let refused = run(["check", "--deny=eof-in-tagz", "-"]);
    assert_eq!(refused.status, Some(2));
    assert!(refused.stderr.contains("similar value exists: 'eof-in-tag'"), "{}", refused.stderr);
    let missing = run(["check", "gone.html"]);
    assert_eq!(
        (missing.stderr.as_str(), missing.status),
        ("tagspan: gone.html: no such file or folder\n", Some(1))
    );
}

#[test]
fn codes_are_explained() {
    let text = run(["check", "--explain=unexpected-null-character"]).quiet();
    assert_eq!(
        text,
        "unexpected-null-character: there is a NUL character.\n\nA browser ignores it in text and takes it for U+FFFD \
         elsewhere.\n\nExample:\n\n    a\\0b\n\nInstead:\n\n    ab\n\n\
         https://html.spec.whatwg.org/multipage/parsing.html#parse-error-unexpected-null-character\n"
    );
}

/// The command prints each code for the example that it prints, with the options that it names.
#[test]
fn examples_have_their_codes() {
    const OPTIONS: [&str; 2] = ["--processing-instructions", "--authoring"];
    for code in tagspan_check::Code::ALL.map(tagspan_check::Code::as_str) {
        let explained = run(["check", "--explain", code]).quiet();
        let (_, example) = explained.split_once("Example:\n\n    ").expect(code);
        let (example, _) = example.split_once('\n').expect(code);
        let example = ["\0", "\u{1}", "\u{fffe}"].iter().fold(example.to_owned(), |example, character| {
            example.replace(&character.escape_debug().to_string(), character)
        });
        let has_code = |option: Option<&str>| {
            let words = ["check", "--format=jsonl", "--binary", "--override=utf-8"];
            let lines = pipe(words.into_iter().chain(option), example.as_bytes()).stdout;
            lines.lines().count() == 1 && lines.contains(&format!("\"code\":\"{code}\""))
        };
        let needed = OPTIONS.into_iter().find(|option| explained.contains(option));
        assert!(has_code(needed), "{code}: {example:?}");
        assert_eq!(has_code(None), needed.is_none(), "{code}: {example:?}");
    }
}

/// In every format. A rule is off unless the option, or the denial of a rule, turns it on.
#[test]
fn rules_for_authors_are_checked_if_asked_for() {
    const PAGE: &[u8] = b"<div/>&amp<img></img>";
    let run = |words: &[&str]| pipe(["check"].iter().chain(words), PAGE);
    let codes = |words: &[&str]| -> Vec<String> {
        let printed = run(words).stdout;
        let lines = printed.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines.map(|line| line["code"].as_str().unwrap().to_owned()).collect()
    };
    const SOLIDUS: &str = "non-void-html-element-start-tag-with-trailing-solidus";
    let all = [
        "missing-doctype",
        SOLIDUS,
        "missing-semicolon-after-character-reference",
        "end-tag-of-void-element",
    ];
    assert_eq!(codes(&["--format=jsonl"]), [all[2]]);
    assert_eq!(codes(&["--format=jsonl", "--authoring"]), all);
    assert_eq!(codes(&["--format=jsonl", "--authoring", "--allow=missing-doctype"]), all[1..]);
    assert_eq!(codes(&["--format=jsonl", "--deny=obsolete-doctype"]), all);
    assert_eq!(run(&["--deny=obsolete-doctype"]).status, Some(0));
    assert_eq!(run(&["--deny=missing-doctype"]).status, Some(1));
    let text = run(&["--authoring"]).stdout;
    assert!(text.starts_with("error[missing-doctype]: the page does not begin with a DOCTYPE\n"), "{text}");
    assert!(text.contains("multipage/syntax.html#void-elements\n"), "{text}");
    assert!(text.ends_with("       1  missing-doctype\n       1  non-void-html-element-start-tag-with-trailing-solidus\n       4  errors\n"), "{text}");
    let github = run(&["--authoring", "--format=github"]).stdout;
    assert!(github.contains(",title=end-tag-of-void-element::"), "{github}");
    let log: Value = serde_json::from_str(&run(&["--authoring", "--format=sarif"]).stdout).unwrap();
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    for (result, code) in log["runs"][0]["results"].as_array().unwrap().iter().zip(all) {
        assert_eq!(result["ruleId"], code);
        assert_eq!(rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()]["id"], code);
    }
    let fixed = run(&["--authoring", "--fix"]);
    assert_eq!((fixed.stdout.as_str(), fixed.status), ("<div>&amp;<img>", Some(1)));
    assert_eq!(run(&["--fix"]).stdout, "<div/>&amp;<img></img>");
    let diff = run(&["--authoring", "--diff", "--allow=missing-doctype"]).stdout;
    assert!(diff.contains("\n-<div/>&amp<img></img>\n") && diff.contains("\n+<div>&amp;<img>\n"), "{diff}");
}

/// The requirements of the schema of SARIF 2.1.0 for this output.
#[test]
fn sarif_has_the_shape_of_its_schema() {
    let folder = Folder::new();
    let page = folder.file("a b.html", "é</><p a a>");
    let words = ["check".as_ref(), "--format=sarif".as_ref(), page.as_os_str(), "-".as_ref()];
    let printed = run(words);
    assert_eq!(printed.status, Some(1));
    let log: Value = serde_json::from_str(&printed.stdout).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    for (result, (code, column, offset, length)) in
        results.iter().zip([("missing-end-tag-name", 2, 2, 3), ("duplicate-attribute", 10, 10, 1)])
    {
        assert_eq!((&result["ruleId"], &result["level"]), (&Value::from(code), &Value::from("error")));
        let rule = &rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
        assert_eq!(rule["id"], code);
        assert!(rule["helpUri"].as_str().unwrap().ends_with(code));
        assert!(result["message"]["text"].is_string());
        let place = &result["locations"][0]["physicalLocation"];
        assert!(place["artifactLocation"]["uri"].as_str().unwrap().ends_with("/a%20b.html"), "{place}");
        let region = serde_json::json!({
            "startLine": 1, "startColumn": column, "endLine": 1, "endColumn": column + length,
            "byteOffset": offset, "byteLength": length,
        });
        assert_eq!(place["region"], region);
        // A line that is escaped and truncated is not the content of a region.
        assert_eq!(
            place["contextRegion"],
            serde_json::json!({"startLine": 1, "snippet": {"rendered": {"text": "é</><p a a>"}}})
        );
    }
    let related = &results[1]["relatedLocations"][0];
    assert_eq!(related["message"]["text"], "the first one is here");
    assert_eq!(related["physicalLocation"]["region"]["startColumn"], 8);
    assert_eq!(results[0]["relatedLocations"], Value::Null);
    // What a byte before it might become of it makes its removal unsafe.
    assert_eq!(results[0]["fixes"], Value::Null);
    let change = &results[1]["fixes"][0]["artifactChanges"][0];
    assert!(change["artifactLocation"]["uri"].as_str().unwrap().ends_with("/a%20b.html"), "{change}");
    let region = serde_json::json!({
        "startLine": 1, "startColumn": 9, "endLine": 1, "endColumn": 11, "byteOffset": 9, "byteLength": 2,
    });
    assert_eq!(change["replacements"], serde_json::json!([{"deletedRegion": region}]));
    // Where something is missing, there is nothing to mark, and something to insert.
    let log: Value = serde_json::from_str(&pipe(["check", "--format=sarif"], b"<p a='b'c>").stdout).unwrap();
    let result = &log["runs"][0]["results"][0];
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startColumn"], &region["endColumn"]), (&9.into(), &9.into()));
    let replacement = &result["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(
        (&replacement["deletedRegion"], &replacement["insertedContent"]["text"]),
        (region, &" ".into())
    );
}

/// Names that are not Unicode, and names with characters that a URI escapes.
#[test]
#[cfg(target_os = "linux")]
fn names_of_files_are_references_of_uris() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::new();
    for (name, expected) in [
        (&b"caf\xE9.html"[..], "caf%E9.html"),
        ("a é:%#?.html".as_bytes(), "a%20%C3%A9%3A%25%23%3F.html"),
        (b"./in/x.html", "./in/x.html"),
    ] {
        let name = OsStr::from_bytes(name);
        folder.file(name, "</>");
        let mut command = command();
        command.args(["check", "--format=sarif"]).arg(name).current_dir(folder.path());
        let log: Value = serde_json::from_str(&finish(command.spawn().unwrap()).stdout).unwrap();
        let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], expected);
    }
    // Absolute names, and those that an archive has of its pages, which may be anything.
    let page = folder.file("[a]|^%.html", "</>");
    let record = "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.example/a b|\u{202E}?c[]=%20%zz\r\n\
                  Content-Type: text/html\r\nContent-Length: 3\r\n\r\n</>\r\n\r\n";
    let archive = folder.file("pages.warc", record);
    for (path, expected, is_built) in [
        (page, "/%5Ba%5D%7C%5E%25.html", true),
        (archive, "http://a.example/a%20b%7C%E2%80%AE?c%5B%5D=%20%25zz", IS_FULL),
    ] {
        if !is_built {
            continue;
        }
        let printed = run(["check".as_ref(), "--format=sarif".as_ref(), path.as_os_str()]).stdout;
        let log: Value = serde_json::from_str(&printed).unwrap();
        let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().unwrap();
        assert!(uri.ends_with(expected), "{uri}");
    }
}

/// The pages that TAGSPAN_PAGES names, or our own.
fn pages() -> Vec<PathBuf> {
    let Some(folder) = std::env::var_os("TAGSPAN_PAGES") else { return PAGES.map(corpus).to_vec() };
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.extension().is_some_and(|extension| extension == "html")).collect()
}

/// How many errors there are of each code, and where, as the reference has it.
fn of_reference(page: &Path) -> Vec<(String, u64)> {
    let text = std::fs::read_to_string(page).unwrap();
    let events = tagspan_reference::tokenize(text.as_bytes(), &Options::default());
    events
        .into_iter()
        .filter_map(|event| match event.kind {
            EventKind::Error(code) => Some((code.to_owned(), event.span.start as u64)),
            _ => None,
        })
        .collect()
}

#[test]
fn errors_are_those_of_the_reference() {
    let mut codes = BTreeMap::<String, u64>::new();
    for page in pages().into_iter().filter(|page| std::fs::read_to_string(page).is_ok()) {
        let printed =
            run(["check".as_ref(), "--format=jsonl".as_ref(), "--override=utf-8".as_ref(), page.as_os_str()])
                .stdout;
        let mut found: Vec<(String, u64)> = printed
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap())
            .map(|error| (error["code"].as_str().unwrap().to_owned(), error["offset"].as_u64().unwrap()))
            .collect();
        let mut expected = of_reference(&page);
        // The reference does not know where SVG and MathML are.
        for errors in [&mut found, &mut expected] {
            errors.retain(|(code, _)| code != "cdata-in-html-content");
        }
        // Errors at one place have no order.
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{}", page.display());
        found.into_iter().for_each(|(code, _)| *codes.entry(code).or_default() += 1);
    }
    assert!(codes.values().sum::<u64>() >= 60);
    println!("{codes:#?}");
}

#[test]
fn errors_are_those_among_tokens() {
    for page in pages() {
        let errors = |words: &[&str]| {
            let run = run(words.iter().map(AsRef::as_ref).chain([page.as_os_str()]));
            let lines = run.lines().into_iter().filter(|line| line.starts_with("{\"kind\":\"Error\""));
            let lines = lines.map(|line| serde_json::from_str::<Value>(line).unwrap());
            lines.map(|error| (error["code"].clone(), error["offset"].clone())).collect::<Vec<_>>()
        };
        let found = errors(&["check", "--format=jsonl", "--override=utf-8"]);
        let among_tokens = errors(&["tokens", "--errors", "--format=jsonl", "--override=utf-8"]);
        assert_eq!(found, among_tokens, "{}", page.display());
    }
}

#[test]
fn a_reader_that_goes_away_has_enough() {
    let folder = Folder::new();
    // More than a pipe holds, in every format.
    let page = folder.file("long.html", "</>\n".repeat(50_000));
    for format in ["text", "jsonl", "sarif", "github"] {
        let mut child = command().args(["check", "--format", format]).arg(&page).spawn().unwrap();
        let mut stdout = child.stdout.take().expect("standard output is a pipe");
        stdout.read_exact(&mut [0; 10]).expect("there is output");
        drop(stdout);
        let run = finish(child);
        let reported = run.stderr.lines().filter(|line| !line.contains("results are left out")).count();
        // An error that was found is not forgotten.
        assert_eq!((reported, run.status), (0, Some(1)), "{format}: {}", run.stderr);
    }
}
