//! The effect of the options of the stream.

use serde_json::Value;

use crate::harness::{pipe, run};

#[test]
fn each_option_changes_what_it_says() {
    type Case = (&'static [&'static str], &'static str, &'static [&'static str]);
    let cases: &[Case] = &[
        (&[], "<title><b>&lt;", &["<title>", "\"<b><\""]),
        (&["--feedback=none"], "<title><b>&lt;", &["<title>", "<b>", "\"<\""]),
        (&["--feedback=simulated"], "<title><b>&lt;", &["<title>", "\"<b><\""]),
        (&[], "<noscript><p>", &["<noscript>", "<p>"]),
        (&["--scripting"], "<noscript><p>", &["<noscript>", "\"<p>\""]),
        (&[], "<![CDATA[x]]>", &["<!--[CDATA[x]]-->"]),
        (&["--cdata"], "<![CDATA[x]]>", &["cdata-start \"<![CDATA[\"", "\"x\"", "cdata-end \"]]>\""]),
        (&["--initial-state", "Data state"], "<b>&lt;</b>", &["<b>", "\"<\"", "</b>"]),
        (&["--initial-state", "RCDATA state"], "<b>&lt;</b>", &["\"<b><</b>\""]),
        (&["--initial-state", "RCDATA"], "<b>&lt;</b>", &["\"<b><</b>\""]),
        (&["--initial-state", "rcdata STATE"], "<b>&lt;</b>", &["\"<b><</b>\""]),
        (&["--initial-state=RCDATA state", "--last-start-tag=b"], "<b>&lt;</b>", &["\"<b><\"", "</b>"]),
        (&["--initial-state=RAWTEXT state", "--last-start-tag=B"], "<b>&lt;</b>", &["\"<b>&lt;\"", "</b>"]),
        (&["--initial-state=rawtext"], "<b>&lt;</b>", &["\"<b>&lt;</b>\""]),
        (
            &["--initial-state=script data", "--last-start-tag=script"],
            "<!--</script>",
            &["\"<!--\"", "</script>"],
        ),
        (&["--initial-state=PLAINTEXT", "--last-start-tag=b"], "</b>", &["\"</b>\""]),
        (&["--initial-state=CDATA section state"], "<b>]]>&lt;", &["\"<b>\"", "cdata-end \"]]>\"", "\"<\""]),
        (&["--charset=windows-1251"], "\u{FEFF}é", &["byte-order-mark \"\\u{feff}\"", "\"é\""]),
        (&["--chunk-size=1"], "a&am", &["\"a&am\""]),
    ];
    for (options, html, expected) in cases {
        let stdout = pipe(["tokens"].iter().chain(*options), html.as_bytes()).quiet();
        let contents: Vec<_> =
            stdout.lines().map(|line| line.splitn(3, '\t').nth(2).unwrap_or(line)).collect();
        assert_eq!(contents, *expected, "{options:?} on {html:?}");
    }
}

#[test]
fn columns_in_three_units() {
    let html = "\u{FEFF}<p>\r\né\u{1F600}\u{1F600}</>".as_bytes();
    for (columns, place) in
        [(None, "2:6"), (Some("code-points"), "2:6"), (Some("bytes"), "2:13"), (Some("utf16"), "2:8")]
    {
        let mut words = vec!["tokens", "--errors"];
        if let Some(columns) = columns {
            words.extend(["--columns", columns]);
        }
        for chunk_size in ["1", "2", "3", "100"] {
            words.extend(["--chunk-size", chunk_size]);
            let stdout = pipe(&words, html).quiet();
            let error = format!("20..20\tError\tmissing-end-tag-name {place}");
            assert!(stdout.lines().any(|line| line == error), "{words:?}:\n{stdout}");
            words.truncate(words.len() - 2);
        }
    }
}

#[test]
fn encodings() {
    let utf16: Vec<u8> = "\u{FEFF}<p>\u{1F600}</>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (options, bytes, expected) in [
        (
            &[][..],
            &utf16[..],
            // Offsets are those of the UTF-8 form; the mark is no column.
            &[
                "0..3\tDropped\tbyte-order-mark \"\\u{feff}\"",
                "3..6\tStartTag\t<p>",
                "6..10\tText\t\"\u{1F600}\"",
                "12..12\tError\tmissing-end-tag-name 1:7",
                "10..13\tDropped\tmissing-end-tag-name \"</>\"",
            ][..],
        ),
        (&["--charset", "windows-1251"], b"\xCF\xF0", &["0..4\tText\t\"\u{41F}\u{440}\""]),
        (&["--charset", "Shift_JIS"], b"\x82\xA0\x82\"", &["0..7\tText\t\"\u{3042}\u{FFFD}\\\"\""]),
        (&["--default=utf-8"], b"\xCF\xF0", &["0..2\tText\t\"\u{FFFD}\u{FFFD}\""]),
    ] {
        for chunk_size in ["1", "5", "64K"] {
            let words = ["tokens", "--errors", "--chunk-size", chunk_size];
            let words = words.iter().chain(options);
            assert_eq!(
                pipe(words, bytes).quiet().lines().collect::<Vec<_>>(),
                expected,
                "{options:?}, {chunk_size}"
            );
        }
    }
}

#[test]
fn limits_are_failures_of_one_input() {
    let html = b"<p>text<p title='more than enough'>";
    for chunk_size in ["1", "7", "64"] {
        let run = pipe(["tokens", "--max-token-bytes=12", "--chunk-size", chunk_size], html);
        assert_eq!(run.lines(), ["0..3\tStartTag\t<p>", "3..7\tText\t\"text\""]);
        assert_eq!(
            run.stderr,
            "tagspan: standard input: the tag at byte 7 is longer than 12 bytes: raise --max-token-bytes\n"
        );
        assert_eq!(run.status, Some(1));
    }
    assert_eq!(pipe(["tokens", "--max-token-bytes=1K"], html).quiet().lines().count(), 3);
}

#[test]
fn mistakes_on_the_command_line() {
    for (words, message) in [
        (&[][..], "Usage: tagspan <COMMAND>"),
        (&["token"], "a similar subcommand exists: 'tokens'"),
        (&["tokens", "--error"], "exists: '--errors'"),
        (&["tokens", "--charset", "klingon-8"], "not a label of the Encoding Standard"),
        (&["stats", "--charset", "utf-7"], "not a label of the Encoding Standard"),
        (&["tokens", "--chunk-size", "0"], "a chunk has at least 1 byte"),
        (&["tokens", "--chunk-size", "many"], "such as 65536 or 64K"),
        (&["tokens", "--max-token-bytes", "4G"], "at most 4294967295 bytes"),
        (&["tokens", "--initial-state", "Tag open state"], "\"RCDATA state\""),
        (&["tokens", "--columns", "words"], "code-points, bytes, utf16"),
        (&["sniff", "--bytes", "few"], "such as 65536 or 64K"),
        (&["sniff", "--charset=utf-8", "--content-type=text/html"], "cannot be used with"),
        (&["stats", "--locale=ja", "--default=utf-8"], "cannot be used with"),
        (&["editions", "--override", "utf-7"], "not a label of the Encoding Standard"),
        (&["sniff", "--strict"], "unexpected argument '--strict'"),
    ] {
        let run = run(words);
        assert_eq!((run.stdout.as_str(), run.status), ("", Some(2)), "{words:?}");
        assert!(run.stderr.contains(message), "{words:?}: {}", run.stderr);
    }
}

#[test]
fn formats_have_the_same_names_in_every_command() {
    for command in ["tokens", "stats", "editions", "sniff"] {
        let refused = run([command, "--format=json"]);
        assert!(refused.stderr.contains("[possible values: text, jsonl]"), "{command}: {}", refused.stderr);
        assert_eq!(refused.status, Some(2), "{command}");
        let stdout = pipe([command, "--format=jsonl"], b"<br/>").stdout;
        assert_eq!(stdout.lines().count(), 1, "{command}: {stdout}");
        assert!(
            serde_json::from_str::<Value>(&stdout).is_ok_and(|line| line.is_object()),
            "{command}: {stdout}"
        );
    }
}

#[test]
fn help_has_short_lines_and_says_the_exit_status() {
    let commands = ["tokens", "stats", "editions", "sniff"];
    let of_commands = commands.iter().flat_map(|command| [[*command, "-h"], [command, "--help"]]);
    for words in of_commands.chain([["--help", "--help"]]) {
        let help = run(words).quiet();
        assert!(help.contains("Exit status:\n  0  "), "{words:?}");
        assert!(
            help.lines().all(|line| line.chars().count() <= 100 || line.contains("{\"kind\"")),
            "{words:?}:\n{help}"
        );
    }
}
