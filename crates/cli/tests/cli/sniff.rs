//! `tagspan sniff`: each step, late declarations, both formats, and inputs of all kinds.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::harness::{Folder, command, finish, pipe, run};

/// A comment that is longer than what is searched beforehand.
fn far() -> Vec<u8> {
    format!("<!--{}-->", "x".repeat(1100)).into_bytes()
}

type Step = (&'static [&'static str], &'static [u8], &'static str, &'static str);

/// Options, an input, and what is said of it in both formats.
const STEPS: &[Step] = &[
    (
        &[],
        b"\xEF\xBB\xBF<meta charset=koi8-r>",
        "UTF-8\tcertain\tbyte-order-mark\t0..3\t\\u{feff}",
        "{\"encoding\":\"UTF-8\",\"sniffed\":\"UTF-8\",\"confidence\":\"certain\",\"source\":\"byte-order-mark\",\
         \"bytes\":[0,3],\"looked_at\":3,\"declaration\":\"\u{FEFF}\",\"late\":null}",
    ),
    (
        &["--override=koi8-r", "--charset=koi8-r"],
        b"\xFF\xFE<\0p\0>\0",
        r"UTF-16LE	certain	byte-order-mark	0..2	\xFF\xFE",
        "{\"encoding\":\"UTF-16LE\",\"sniffed\":\"UTF-16LE\",\"confidence\":\"certain\",\
         \"source\":\"byte-order-mark\",\"bytes\":[0,2],\"looked_at\":2,\"declaration\":\"\u{FFFD}\u{FFFD}\",\
         \"late\":null}",
    ),
    (
        &["--override=big5", "--content-type=text/html; charset=koi8-r"],
        b"<meta charset=utf-8>",
        "Big5\tcertain\toverride\t-\t-",
        r#"{"encoding":"Big5","sniffed":"Big5","confidence":"certain","source":"override","bytes":null,"looked_at":1,"declaration":null,"late":null}"#,
    ),
    (
        &["--content-type=Text/HTML;x=y; Charset=\"KOI8-R\""],
        b"<meta charset=utf-8>",
        "KOI8-R\tcertain\ttransport\t-\t-",
        r#"{"encoding":"KOI8-R","sniffed":"KOI8-R","confidence":"certain","source":"transport","bytes":null,"looked_at":1,"declaration":null,"late":null}"#,
    ),
    (
        &["--charset=latin1"],
        b"<meta charset=utf-8>",
        "windows-1252\tcertain\ttransport\t-\t-",
        r#"{"encoding":"windows-1252","sniffed":"windows-1252","confidence":"certain","source":"transport","bytes":null,"looked_at":1,"declaration":null,"late":null}"#,
    ),
    (
        &["--content-type=text/html; charset=klingon-8"],
        b"<p><meta charset=\"koi8-r\">",
        "KOI8-R\ttentative\tprescan\t3..26\t<meta charset=\"koi8-r\">",
        r#"{"encoding":"KOI8-R","sniffed":"KOI8-R","confidence":"tentative","source":"prescan","bytes":[3,26],"looked_at":26,"declaration":"<meta charset=\"koi8-r\">","late":{"encoding":"KOI8-R","outcome":"confirmed","bytes":null}}"#,
    ),
    (
        &[],
        b"<META\nhttp-equiv=Content-Type content='text/html;\tcharset=shift_jis' a=\xE9>",
        r"Shift_JIS	tentative	prescan	0..73	<META\nhttp-equiv=Content-Type content='text/html;\tcharset=shift_jis' a=\xE9>",
        "{\"encoding\":\"Shift_JIS\",\"sniffed\":\"Shift_JIS\",\"confidence\":\"tentative\",\"source\":\"prescan\",\
         \"bytes\":[0,73],\"looked_at\":73,\"declaration\":\"<META\\nhttp-equiv=Content-Type \
         content='text/html;\\tcharset=shift_jis' a=\u{FFFD}>\",\
         \"late\":{\"encoding\":\"Shift_JIS\",\"outcome\":\"confirmed\",\"bytes\":null}}",
    ),
    (
        &[],
        b"<?xml version='1.0' encoding='big5'?><p>",
        "Big5\ttentative\tprescan\t0..35\t<?xml version='1.0' encoding='big5'",
        r#"{"encoding":"Big5","sniffed":"Big5","confidence":"tentative","source":"prescan","bytes":[0,35],"looked_at":40,"declaration":"<?xml version='1.0' encoding='big5'","late":null}"#,
    ),
    (
        &[],
        b"<\0?\0x\0m\0l\0",
        r"UTF-16LE	tentative	prescan	0..6	<\0?\0x\0",
        r#"{"encoding":"UTF-16LE","sniffed":"UTF-16LE","confidence":"tentative","source":"prescan","bytes":[0,6],"looked_at":6,"declaration":"<\u0000?\u0000x\u0000","late":null}"#,
    ),
    (
        &["--bytes=20"],
        b"<meta charset=utf-8>",
        "UTF-8\ttentative\tprescan\t0..20\t<meta charset=utf-8>",
        r#"{"encoding":"UTF-8","sniffed":"UTF-8","confidence":"tentative","source":"prescan","bytes":[0,20],"looked_at":20,"declaration":"<meta charset=utf-8>","late":{"encoding":"UTF-8","outcome":"confirmed","bytes":null}}"#,
    ),
    (
        &["--prescan-bytes=19", "--default=windows-1252"],
        b"<meta charset=utf-8>",
        "UTF-8\tcertain\tlate-declaration\t0..20\t<meta charset=utf-8>\tswitched, was windows-1252 by default",
        r#"{"encoding":"UTF-8","sniffed":"windows-1252","confidence":"tentative","source":"default","bytes":null,"looked_at":19,"declaration":null,"late":{"encoding":"UTF-8","outcome":"switched","bytes":[0,20]}}"#,
    ),
    (
        &[],
        "<p>Füße".as_bytes(),
        "UTF-8\ttentative\tdetection\t0..9\t-",
        r#"{"encoding":"UTF-8","sniffed":"UTF-8","confidence":"tentative","source":"detection","bytes":[0,9],"looked_at":9,"declaration":null,"late":null}"#,
    ),
    (
        &["--locale=ja-JP"],
        b"<p>plain",
        "Shift_JIS\ttentative\tdefault\t-\t-",
        r#"{"encoding":"Shift_JIS","sniffed":"Shift_JIS","confidence":"tentative","source":"default","bytes":null,"looked_at":8,"declaration":null,"late":null}"#,
    ),
    (
        &["--default=latin1"],
        b"<p>",
        "windows-1252\ttentative\tdefault\t-\t-",
        r#"{"encoding":"windows-1252","sniffed":"windows-1252","confidence":"tentative","source":"default","bytes":null,"looked_at":3,"declaration":null,"late":null}"#,
    ),
    (
        &[],
        b"",
        "UTF-8\ttentative\tdefault\t-\t-",
        r#"{"encoding":"UTF-8","sniffed":"UTF-8","confidence":"tentative","source":"default","bytes":null,"looked_at":0,"declaration":null,"late":null}"#,
    ),
];

#[test]
fn each_step_in_both_formats() {
    for (options, input, text, json) in STEPS {
        let sniff = |format| pipe(["sniff", "--format", format].iter().chain(*options), input).quiet();
        assert_eq!(sniff("text"), format!("{text}\n"), "{options:?} on {}", input.escape_ascii());
        assert_eq!(sniff("jsonl"), format!("{json}\n"), "{options:?} on {}", input.escape_ascii());
    }
}

/// Declarations after the prescan: the document restarts, another decoder takes over, or nothing changes.
#[test]
fn late_declarations() {
    let koi8_r = "<meta charset=koi8-r>";
    for (before, declaration, encoding, outcome, place) in [
        ("\\xC1", koi8_r, "KOI8-R", "restarted", Some([1108, 1129])),
        ("", koi8_r, "KOI8-R", "switched", Some([1107, 1128])),
        ("", "<meta charset=latin1>", "windows-1252", "switched", Some([1107, 1128])),
        ("\\xC1", "<meta charset=utf-16>", "UTF-8", "confirmed", None),
        ("", "<meta http-equiv=content-type content='charset=gbk'>", "GBK", "switched", Some([1107, 1159])),
    ] {
        let mut page = if before.is_empty() { Vec::new() } else { vec![0xC1] };
        page.extend_from_slice(&[&far(), declaration.as_bytes(), b"\xC2"].concat());
        let json: Value =
            serde_json::from_str(&pipe(["sniff", "--default=utf-8", "--format=jsonl"], &page).quiet())
                .unwrap();
        let late = serde_json::json!({ "encoding": encoding, "outcome": outcome, "bytes": place });
        assert_eq!(json["late"], late, "{declaration}");
        assert_eq!((&json["encoding"], &json["sniffed"]), (&encoding.into(), &"UTF-8".into()));
        let text = pipe(["sniff", "--default=utf-8"], &page).quiet();
        let expected = match place {
            Some([start, end]) => format!(
                "{encoding}\tcertain\tlate-declaration\t{start}..{end}\t{declaration}\t{outcome}, was UTF-8 by default\n"
            ),
            None => format!("{encoding}\ttentative\tdefault\t-\t-\tconfirmed by a late declaration\n"),
        };
        assert_eq!(text, expected);
    }
}

/// Where it lies beyond all that is kept, the encoding is known, and the tag's bytes are not.
#[test]
fn a_declaration_beyond_all_that_is_kept() {
    let page = [b"\xC1<!--", &b"x".repeat(2 << 20)[..], b"--><meta charset=koi8-r>"].concat();
    let folder = Folder::new();
    let file = folder.file("late.html", &page);
    for stdout in [
        pipe(["sniff", "--default=utf-8"], &page).quiet(),
        run([OsStr::new("sniff"), "--default=utf-8".as_ref(), file.as_ref()]).quiet(),
    ] {
        assert_eq!(
            stdout,
            "KOI8-R\tcertain\tlate-declaration\t-\t-\ttoo late to be confirmed, was UTF-8 by default\n"
        );
    }
    let json = pipe(["sniff", "--default=utf-8", "--format=jsonl"], &page).quiet();
    assert!(json.ends_with("\"late\":{\"encoding\":\"KOI8-R\",\"outcome\":\"restarted\",\"bytes\":null}}\n"));
    // The prescan reaches it with this option.
    let json = pipe(["sniff", "--default=utf-8", "--bytes=3M", "--format=jsonl"], &page).quiet();
    assert!(json.contains(r#""source":"prescan","bytes":[2097160,2097181]"#), "{json}");
    assert!(json.contains(r#""declaration":"<meta charset=koi8-r>""#), "{json}");
}

#[test]
fn long_declarations_are_cut_for_people_only() {
    let page = format!("<meta title='{}' charset=koi8-r>", "é".repeat(60));
    let text = pipe(["sniff"], page.as_bytes()).quiet();
    assert_eq!(text, format!("KOI8-R\ttentative\tprescan\t0..150\t<meta title='{}…\n", "é".repeat(43)));
    let json: Value =
        serde_json::from_str(&pipe(["sniff", "--format=jsonl"], page.as_bytes()).quiet()).unwrap();
    assert_eq!(json["declaration"], page);
}

#[test]
fn inputs_of_all_kinds() {
    let folder = Folder::new();
    let page = folder.file("page.html", "<meta charset=koi8-r>");
    let missing = folder.path().join("missing.html");
    let garbage = folder.file("garbage.bin", (1..=255).cycle().take(70_000).collect::<Vec<u8>>());
    let empty = folder.file("empty.html", "");
    let files = [page.as_os_str(), missing.as_ref(), garbage.as_ref(), empty.as_ref()];
    let names = [&page, &garbage, &empty].map(|path| path.display().to_string());
    let failures = format!("tagspan: {}: no such file or folder\n", missing.display());
    let text = run([OsStr::new("sniff"), "--default=utf-8".as_ref()].iter().chain(&files));
    let undeclared = "UTF-8\ttentative\tdefault\t-\t-";
    assert_eq!(
        text.stdout,
        format!(
            "{}\tKOI8-R\ttentative\tprescan\t0..21\t<meta charset=koi8-r>\n{}\t{undeclared}\n{}\t{undeclared}\n",
            names[0], names[1], names[2]
        )
    );
    assert_eq!((text.stderr, text.status), (failures.clone(), Some(1)));
    let json = run([OsStr::new("sniff"), "--default=utf-8".as_ref(), "--format=jsonl".as_ref()]
        .iter()
        .chain(&files));
    assert_eq!((json.stderr, json.status), (failures, Some(1)));
    assert_eq!(json.stdout.lines().count(), 3);
    for (line, name) in json.stdout.lines().zip(names) {
        let tail = format!(",\"file\":{}}}", Value::from(name));
        assert!(line.starts_with("{\"encoding\":") && line.ends_with(&tail), "{line}");
    }
    let twice = pipe(["sniff", "-", "-"], b"<meta charset=koi8-r>").quiet();
    let names: Vec<_> = twice.lines().map(|line| line.split('\t').next().unwrap()).collect();
    assert_eq!(names, ["standard input"; 2]);
}

/// Their size, as the system gives it, is not what is in them.
#[test]
#[cfg(target_os = "linux")]
fn files_that_are_no_plain_files() {
    let undeclared = "UTF-8\ttentative\tdefault\t-\t-\n";
    assert_eq!(run(["sniff", "/proc/self/status"]).quiet(), undeclared);
    // Stats asks for sizes beforehand.
    let stats = run(["stats", "--format=jsonl", "/proc/self/status"]).quiet();
    assert!(serde_json::from_str::<Value>(&stats).unwrap()["bytes"].as_u64() > Some(100), "{stats}");
    let run = run(["sniff", "/proc/self/mem", "/proc/self/status"]);
    assert!(run.stderr.starts_with("tagspan: /proc/self/mem: "), "{}", run.stderr);
    assert_eq!((run.stderr.lines().count(), run.status), (1, Some(1)));
    assert_eq!(run.stdout, format!("/proc/self/status\t{undeclared}"));
}

/// A pipe that stays open is no reason to wait.
#[test]
fn a_certain_encoding_is_printed_at_once() {
    // An archive may stand behind the mark alone.
    for input in
        [&b"\xEF\xBB\xBF<"[..], b"<p><meta charset=utf-8>", &[&far(), &b"<meta charset=utf-8>"[..]].concat()]
    {
        let mut child = command()
            .args(["sniff", "--default=utf-8"])
            .stdin(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut stdin = child.stdin.take().expect("standard input is a pipe");
        let stdout = BufReader::new(child.stdout.take().expect("standard output is a pipe"));
        let (sender, lines) = mpsc::channel();
        let reader = thread::spawn(move || {
            stdout
                .lines()
                .for_each(|line| sender.send(line.expect("the output is UTF-8")).expect("it is taken"));
        });
        stdin.write_all(input).expect("the binary reads");
        let line = lines.recv_timeout(Duration::from_secs(30)).expect("a line comes");
        assert!(line.starts_with("UTF-8\t"), "{line}");
        drop(stdin);
        reader.join().expect("the output was read");
        assert_eq!(finish(child).status, Some(0));
    }
}

#[test]
fn colours_and_columns_change_nothing_but_the_look() {
    let page = [&b"\xC1"[..], &far(), b"<meta charset=koi8-r>"].concat();
    let plain = pipe(["sniff"], &page).quiet();
    let colored = pipe(["sniff", "--color=always"], &page).quiet();
    assert!(!plain.contains('\u{1B}') && colored.starts_with("\u{1B}[1mKOI8-R"), "{colored:?}");
    let mut words = String::new();
    for (index, part) in colored.split('\u{1B}').enumerate() {
        words += if index == 0 { part } else { part.split_once('m').expect("only colours").1 };
    }
    assert_eq!(words.split_whitespace().collect::<Vec<_>>(), plain.split_whitespace().collect::<Vec<_>>());
    let jsonl = pipe(["sniff", "--color=always", "--format=jsonl"], &page).quiet();
    assert!(!jsonl.contains('\u{1B}'));
}

/// The help shows a line that the program prints, though in three.
#[test]
fn help_tells_the_truth() {
    let help = run(["sniff", "--help"]).quiet();
    let shown =
        help.split_once("JSON lines, one an input:\n").and_then(|(_, rest)| rest.split_once("  on one line"));
    let shown: String = shown.expect("an example").0.lines().map(str::trim).collect();
    let page = [b"\xC1<!--", &b"x".repeat(1292)[..], b"--><meta charset=koi8-r>"].concat();
    assert_eq!(pipe(["sniff", "--default=utf-8", "--format=jsonl"], &page).quiet(), format!("{shown}\n"));
}
