//! The encoding in the other commands: one reading, in the right encoding, for every kind of input.

use std::ffi::OsStr;

use serde_json::{Value, json};

use crate::harness::{Folder, pipe, run};
use testing::archives::{gzip, response};

/// How much is searched for a late declaration before tokens are given out.
const PROBED: usize = 1 << 20;

const KOI8_R: &[u8] = b"<meta charset=koi8-r>";

/// A comment of so many bytes.
fn comment(length: usize) -> Vec<u8> {
    format!("<!--{}-->", "x".repeat(length - 7)).into_bytes()
}

/// Inputs that declare nothing are not guessed.
const UTF_8: &str = "--default=utf-8";

/// The contents of the text tokens.
fn texts(stdout: &str) -> Vec<&str> {
    stdout.lines().filter_map(|line| line.split_once("\tText\t").map(|(_, text)| text)).collect()
}

#[test]
fn each_step_reaches_the_tokens() {
    for (options, input, text) in [
        (&[][..], &b"<meta charset=windows-1251>\xCF\xF0"[..], "\"Пр\""),
        (&[], b"<?xml version='1.0' encoding='koi8-r'?>\xC1", "\"а\""),
        (&["--default=utf-8"], b"\xC1", "\"\u{FFFD}\""),
        (&["--default=koi8-r"], b"\xC1", "\"а\""),
        (&["--locale=ru"], b"\xCF\xF0", "\"Пр\""),
        (&[], b"<p>\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0", "\"Привет, мир\""),
        (&["--content-type=text/html;charset=koi8-r"], b"<meta charset=utf-8>\xC1", "\"а\""),
        (&["--override=koi8-r"], b"<meta charset=utf-8>\xC1", "\"а\""),
        (&["--prescan-bytes=0"], b"<meta charset=koi8-r>\xC1", "\"а\""),
        (&["--prescan-bytes=3M"], b"<meta charset=koi8-r>\xC1", "\"а\""),
        // What must not be decoded is one U+FFFD, tags and all.
        (&[], b"<meta charset=iso-2022-kr><p>", "\"\u{FFFD}\""),
        (&[], b"<meta charset=x-user-defined>\xE9", "\"é\""),
        // The label stays what it was: certain.
        (&["--charset=utf-8"], b"<meta charset=koi8-r>\xC1", "\"\u{FFFD}\""),
        // A declaration in the document does not speak of UTF-16 that it can be read in.
        (&[], b"<\0?\0x\0>\0<\0m\0e\0t\0a\0 \0c\0h\0a\0r\0s\0e\0t\0=\0b\0i\0g\x005\0>\0a\0", "\"a\""),
    ] {
        for chunk_size in ["1", "7", "64K"] {
            let words = ["tokens", "--chunk-size", chunk_size];
            let stdout = pipe(words.iter().chain(options), input).quiet();
            assert_eq!(texts(&stdout), [text], "{options:?}, {chunk_size}: {}", input.escape_ascii());
        }
    }
}

#[test]
fn every_command_has_the_same_default() {
    for (options, encoding) in [
        (&["--default=utf-8"][..], "UTF-8"),
        (&["--default=koi8-r"], "KOI8-R"),
        (&["--locale=ru"], "windows-1251"),
    ] {
        for page in [&b"<p>plain<br/>"[..], b"", b"<br/>\xC1"] {
            let words = |command, more: &[&'static str]| [&[command], options, more].concat();
            let json = |command| -> Value {
                let stdout = pipe(words(command, &["--format=jsonl"]), page).stdout;
                serde_json::from_str(&stdout).expect("the output is JSON")
            };
            let case = format!("{options:?}, {}", page.escape_ascii());
            let sniffed = json("sniff");
            assert_eq!(
                (&sniffed["encoding"], &sniffed["source"]),
                (&encoding.into(), &"default".into()),
                "{case}"
            );
            assert_eq!(json("stats")["encodings"], json!({ encoding: 1 }), "{case}");
            for command in ["tokens", "editions"] {
                let with_override = pipe([command, "--override", encoding], page);
                assert_eq!(pipe(words(command, &[]), page), with_override, "{command}, {case}");
            }
        }
    }
}

/// Pages whose declaration the prescan does not see, the encoding that they turn out to have when nothing is known,
/// and their text.
fn late_pages() -> [(Vec<u8>, &'static str, &'static [&'static str]); 5] {
    let far = &comment(1200)[..];
    [
        // It restarts.
        ([b"\xC1", far, KOI8_R, b"\xC2"].concat(), "koi8-r", &["\"а\"", "\"б\""]),
        // Another decoder takes over, in the middle of a chunk or not.
        ([far, KOI8_R, b"\xC2"].concat(), "koi8-r", &["\"б\""]),
        // It says what is known.
        (
            ["é".as_bytes(), far, b"<meta charset=utf-8>", b"\xC2"].concat(),
            "utf-8",
            &["\"é\"", "\"\u{FFFD}\""],
        ),
        // The last that counts is the first that is met.
        ([b"\xC1", far, KOI8_R, b"<meta charset=big5>\xC2"].concat(), "koi8-r", &["\"а\"", "\"б\""]),
        // The prescan finds a declaration where the tokenizer finds text.
        (
            [b"<title><meta charset=big5></title>\xC1", KOI8_R].concat(),
            "koi8-r",
            &["\"<meta charset=big5>\"", "\"а\""],
        ),
    ]
}

#[test]
fn a_late_declaration_is_followed_and_tokens_are_printed_once() {
    let folder = Folder::new();
    for (page, encoding, expected) in late_pages() {
        let file = folder.file("late.html", &page);
        for (command, options) in [
            ("tokens", &[][..]),
            ("tokens", &["--format=jsonl", "--errors"]),
            ("tokens", &["--edition=2009"]),
            ("tokens", &["--edition=2007", "--errors"]),
            ("editions", &[]),
        ] {
            // All is known beforehand, so nothing restarts.
            let known = ["--override", encoding];
            let words = || [command].into_iter().chain(options.iter().copied());
            let right = pipe(words().chain(known), &page);
            assert_eq!(right.status, Some(0));
            if (command, options) == ("tokens", &[]) {
                assert_eq!(texts(&right.stdout), expected);
            }
            assert_eq!(pipe(words(), &page), right, "{command} {options:?}, {encoding}, from a pipe");
            let named = run(words().map(OsStr::new).chain([file.as_os_str()]));
            assert_eq!(named, right, "{command} {options:?}, {encoding}, a file");
            if command == "tokens" {
                for chunk_size in ["1", "7", "1107"] {
                    let chunked = pipe(words().chain(["--chunk-size", chunk_size]), &page);
                    assert_eq!(chunked, right, "{options:?}, {encoding}, chunks of {chunk_size}");
                }
            }
        }
    }
}

/// The last byte at which a declaration is followed, and the first at which it is not.
/// The guess is the same in every command.
#[test]
fn what_declares_nothing_is_guessed() {
    let russian = "<p>\u{41F}\u{440}\u{438}\u{432}\u{435}\u{442}, \u{43C}\u{438}\u{440}</p>";
    let page = tagspan::Encoding::for_label(b"windows-1251").unwrap().encode(russian).0;
    for command in ["tokens", "editions", "links", "text", "check"] {
        let with_override = pipe([command, "--override=windows-1251"], &page);
        assert_eq!(pipe([command], &page), with_override, "{command}");
    }
    let sniffed = pipe(["sniff"], &page).quiet();
    assert_eq!(sniffed, "windows-1251\ttentative\tdetection\t0..18\t-\n");
    // UTF-8 may be guessed, unlike in browsers for pages from the network.
    assert_eq!(pipe(["sniff"], russian.as_bytes()).quiet(), "UTF-8\ttentative\tdetection\t0..27\t-\n");
}

/// The options of the guess reach files, pages of archives, and every command.
#[test]
fn the_guess_has_options() {
    let russian = b"<p>\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0".to_vec();
    let behind_ascii = [comment(100), russian.clone()].concat();
    let utf_16: Vec<u8> = "Hello, world".encode_utf16().flat_map(u16::to_be_bytes).collect();
    let japanese = b"<p>\x1B$B$3$s$K$A$O\x1B(B".to_vec();
    for (options, input, encoding) in [
        (&[][..], &russian, "windows-1251"),
        (&["--detect=true"], &russian, "windows-1251"),
        (&["--detect=any"], &russian, "windows-1251"),
        (&["--detect=false"], &russian, "windows-1252"),
        (&[], &japanese, "UTF-8"),
        (&["--detect=any"], &japanese, "ISO-2022-JP"),
        (&["--detect=any"], &utf_16, "UTF-16BE"),
        (&["--charset=utf-16be"], &utf_16, "UTF-16BE"),
        (&["--detect-within=100"], &behind_ascii, "UTF-8"),
        (&["--detect-within=1k"], &behind_ascii, "windows-1251"),
        (&["--detect=any", "--detect-within", "104"], &behind_ascii, "windows-1251"),
    ] {
        let folder = Folder::new();
        let page = folder.file("page.html", input);
        let archive = folder
            .file("a.warc.gz", gzip(&response("http://a.example/", "Content-Type: text/html\r\n", input)));
        for (words, path, wanted) in [
            (["sniff", "--format=jsonl"], &page, format!("\"encoding\":\"{encoding}\"")),
            (["sniff", "--format=jsonl"], &archive, format!("\"encoding\":\"{encoding}\"")),
            (["stats", "--format=jsonl"], &page, format!("\"{encoding}\"")),
            (["extract", "--columns=encoding"], &page, format!("{{\"encoding\":\"{encoding}\"}}\n")),
            (["extract", "--columns=encoding"], &archive, format!("{{\"encoding\":\"{encoding}\"}}\n")),
        ] {
            if !cfg!(feature = "archives") && (words[0] == "extract" || path == &archive) {
                continue;
            }
            let words = words.iter().chain(options).map(OsStr::new).chain([path.as_os_str()]);
            let found = run(words.clone());
            let words: Vec<_> = words.collect();
            assert!(found.stdout.contains(&wanted), "{words:?}: {}{}", found.stdout, found.stderr);
        }
    }
    // What leaves nothing to guess, and how far to look, are a contradiction.
    for other in ["--default=utf-8", "--locale=ja"] {
        for option in ["--detect=any", "--detect-within=1"] {
            assert_eq!(pipe(["sniff", other, option], b"").status, Some(2), "{other} {option}");
        }
    }
}

#[test]
fn a_late_declaration_is_reported() {
    let folder = Folder::new();
    for (beyond, text, is_late) in
        [(0, ["\"а\"", "\"б\""], false), (1, ["\"\u{FFFD}\"", "\"\u{FFFD}\""], true)]
    {
        let page = [b"\xC1", &comment(PROBED - 1 - KOI8_R.len() + beyond)[..], KOI8_R, b"\xC2"].concat();
        let file = folder.file("late.html", &page);
        let from_pipe = pipe(["tokens", UTF_8, "--chunk-size=64K"], &page);
        for (run, name) in [
            (&pipe(["tokens", UTF_8], &page), "standard input"),
            (&pipe(["tokens", UTF_8, "--chunk-size=1000"], &page), "standard input"),
            (&from_pipe, "standard input"),
            (&run([OsStr::new("tokens"), UTF_8.as_ref(), file.as_ref()]), &*file.display().to_string()),
            (&pipe(["tokens", UTF_8, "--edition=2009"], &page), "standard input"),
        ] {
            let note = format!(
                "tagspan: {name}: the declaration of KOI8-R comes too late and is ignored, the input is read as UTF-8: \
                 give --override KOI8-R, or --override UTF-8 to silence this message\n"
            );
            assert_eq!(run.stderr.ends_with(&note), is_late, "{beyond}: {}", run.stderr);
            assert_eq!(texts(&run.stdout), text, "{beyond}");
            assert_eq!(run.status, Some(0));
        }
        let stats = pipe(["stats", UTF_8, "--format=jsonl"], &page);
        assert_eq!(stats.stderr.contains("too late"), is_late);
        let stats: Value = serde_json::from_str(&stats.stdout).expect("the output is JSON");
        assert_eq!(stats["encodings"], if is_late { json!({ "UTF-8": 1 }) } else { json!({ "KOI8-R": 1 }) });
        // One that says what is known is no news.
        let quiet = pipe(["tokens", "--override=utf-8"], &page);
        assert_eq!((quiet.stderr.as_str(), quiet.stdout == from_pipe.stdout), ("", is_late));
    }
    let page = [&comment(PROBED)[..], b"<meta charset=utf-8>"].concat();
    pipe(["tokens"], &page).quiet();
}

#[test]
fn statistics_name_the_encodings() {
    let folder = Folder::new();
    for (name, content) in [
        ("1.html", &b"<meta charset=latin1>\xE9"[..]),
        ("2.html", b"<meta charset=utf-8>\xC3\xA9"),
        ("3.html", b""),
        ("4.html", &[b"\xC1", &comment(1200)[..], KOI8_R].concat()),
        ("5.html", b"\xC1"),
    ] {
        folder.file(name, content);
    }
    let stats = |options: &[&str]| {
        let words = ["stats"].iter().chain(options).map(OsStr::new);
        run(words.chain([folder.path().as_os_str()])).stdout
    };
    for chunk_size in ["1", "7", "64K"] {
        let json: Value =
            serde_json::from_str(&stats(&[UTF_8, "--format=jsonl", "--chunk-size", chunk_size]))
                .expect("it is JSON");
        assert_eq!(json["encodings"], json!({ "UTF-8": 3, "KOI8-R": 1, "windows-1252": 1 }));
        assert!(json.get("ill_formed").is_none());
        // Text is counted once, in the right encoding: é, é, а and U+FFFD.
        assert_eq!((&json["kinds"]["Text"], &json["text_bytes"]), (&4.into(), &9.into()));
        let json: Value =
            serde_json::from_str(&stats(&[UTF_8, "--format=jsonl", "--validate"])).expect("it is JSON");
        assert_eq!(json["ill_formed"], 1);
    }
    let rows = |options: &[&str]| -> Vec<String> {
        let stdout = stats(options);
        let rows = stdout.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        rows.skip_while(|row| !row.starts_with("encodings"))
            .take_while(|row| !row.starts_with("tokens"))
            .collect()
    };
    // The commonest first, then by name.
    let encodings = ["encodings 3", "UTF-8 3", "KOI8-R 1", "windows-1252 1"];
    assert_eq!(rows(&[UTF_8]), encodings);
    assert_eq!(rows(&[UTF_8, "--validate"]), [&encodings[..], &["ill-formed sequences 1"]].concat());
    assert_eq!(rows(&["--validate", "--default=windows-1252"]).last().unwrap(), "ill-formed sequences 0");
}

#[test]
fn strict_gives_up_one_input() {
    let folder = Folder::new();
    let bad = folder.file("bad.html", b"<meta charset=utf-8><b>a\xFF<i>");
    let good = folder.file("good.html", "é");
    let message = format!(
        "tagspan: {}: ill-formed UTF-8 sequence at byte 24: leave out --strict to read it as U+FFFD\n",
        bad.display()
    );
    for chunk_size in ["1", "7", "64K"] {
        let words = |command| [command, "--strict", "--chunk-size", chunk_size].map(OsStr::new);
        let files = [bad.as_os_str(), good.as_ref()];
        let tokens = run(words("tokens").iter().chain(&files));
        assert_eq!((tokens.stderr.as_str(), tokens.status), (&*message, Some(1)), "{chunk_size}");
        assert_eq!(texts(&tokens.stdout), ["\"a\"", "\"é\""], "{chunk_size}");
        let stats = run(words("stats").iter().chain(&[OsStr::new("--format=jsonl")]).chain(&files));
        assert_eq!((stats.stderr.as_str(), stats.status), (&*message, Some(1)), "{chunk_size}");
        let stats: Value = serde_json::from_str(&stats.stdout).expect("the output is JSON");
        assert_eq!((&stats["files"], &stats["failures"]), (&2.into(), &1.into()));
    }
    let draft = run(["tokens".as_ref(), "--strict".as_ref(), "--edition=2009".as_ref(), bad.as_os_str()]);
    assert!(draft.stderr.ends_with(&message) && draft.stdout.is_empty(), "{draft:?}");
    assert_eq!(draft.status, Some(1));
    // What is ill-formed only before the document restarts is not.
    let (page, ..) = &late_pages()[0];
    assert_eq!(texts(&pipe(["tokens", "--strict"], page).quiet()), ["\"а\"", "\"б\""]);
    // In other encodings too.
    let run = pipe(["tokens", "--strict", "--charset=shift_jis"], b"<p>\x82");
    let message = "tagspan: standard input: ill-formed Shift_JIS sequence at byte 3: leave out --strict to \
                read it as U+FFFD\n";
    assert_eq!((run.stderr.as_str(), run.status), (message, Some(1)));
}
