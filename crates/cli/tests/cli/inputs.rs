//! Inputs that are missing, empty, folders, garbage or many, and outputs that go away.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::harness::{Folder, command, corpus, finish, pipe, run};

#[test]
fn standard_input_by_name_or_by_default() {
    for words in [&["tokens"][..], &["tokens", "-"]] {
        assert_eq!(pipe(words, b"<p>").quiet(), "0..3\tStartTag\t<p>\n", "{words:?}");
    }
    let twice = pipe(["tokens", "-", "-"], b"<p>");
    assert_eq!(twice.stdout, "==> standard input <==\n0..3\tStartTag\t<p>\n\n==> standard input <==\n");
    assert_eq!(twice.stderr, "tagspan: standard input: is empty: no tokens\n");
    assert_eq!(twice.status, Some(0));
}

#[test]
fn an_unreadable_input_is_reported_and_the_others_read() {
    let folder = Folder::new();
    let good = folder.file("good.html", "<b>");
    let also = folder.file("also good.html", "x");
    let missing = folder.path().join("missing.html");
    let empty = Folder::new();
    let run =
        run(["tokens".as_ref(), good.as_os_str(), missing.as_ref(), empty.path().as_ref(), also.as_ref()]);
    assert_eq!(
        run.stdout,
        format!(
            "==> {} <==\n0..3\tStartTag\t<b>\n\n==> {} <==\n0..1\tText\t\"x\"\n",
            good.display(),
            also.display()
        )
    );
    assert_eq!(
        run.stderr,
        format!(
            "tagspan: {}: has no *.html, *.htm, *.xhtml, *.shtml, *.warc, uncompressed or with .gz or .zst: name \
             other files one by one\n\
             tagspan: {}: no such file or folder\n",
            empty.path().display(),
            missing.display()
        )
    );
    assert_eq!(run.status, Some(1));
}

/// A variable of a script that is not set, most often.
#[test]
fn an_empty_name_is_a_file_that_is_not_there() {
    let folder = Folder::new();
    let good = folder.file("good.html", "<b>");
    for (command, done) in [("tokens", "0..3\tStartTag\t<b>\n"), ("stats", "StartTag           1\n")] {
        for names in [["".as_ref(), good.as_os_str()], [good.as_os_str(), "".as_ref()]] {
            let run = run([OsStr::new(command)].iter().chain(&names));
            assert!(run.stdout.contains(done), "{command} {names:?}: {}", run.stdout);
            assert_eq!(run.stderr, "tagspan: \"\": no such file or folder\n", "{command} {names:?}");
            assert_eq!(run.status, Some(1), "{command} {names:?}");
        }
    }
}

/// Each line is read back before more is written, so a line that is held back never comes.
#[test]
fn what_is_known_is_not_held_back() {
    let text = [
        ("<p><b>", &["0..3\tStartTag\t<p>", "3..6\tStartTag\t<b>"][..]),
        ("te", &[]),
        ("xt<i", &[]),
        // The token after text ends it.
        (">", &["6..10\tText\t\"text\"", "10..13\tStartTag\t<i>"]),
    ];
    let jsonl = [
        ("</p>", &[r#"{"kind":"EndTag","span":[0,4],"name":"p","attributes":[],"self_closing":false}"#][..]),
        ("<!--x-->", &[r#"{"kind":"Comment","span":[4,12],"data":"x"}"#]),
    ];
    // The first bytes tell whether there are headings for the pages of an archive.
    let header = [("</p>", &["==> standard input <==", "0..4\tEndTag\t</p>"][..])];
    let tentative = [
        ("<p>", &[][..]),
        // It says what is known, and nothing can change it any more.
        ("<meta charset=koi8-r><b>", &["0..3\tStartTag\t<p>", "3..24\tStartTag\t<meta charset=\"koi8-r\">"]),
        ("<i>", &["24..27\tStartTag\t<b>", "27..30\tStartTag\t<i>"]),
    ];
    let mark =
        [("\u{FEFF}<b>", &["0..3\tDropped\tbyte-order-mark \"\\u{feff}\"", "3..6\tStartTag\t<b>"][..])];
    for (words, steps) in [
        (&["tokens", "--charset=utf-8"][..], &text[..]),
        (&["tokens", "--override=utf-8", "--chunk-size=1"], &text),
        (&["tokens", "--content-type=;charset=utf-8, text/html;charset=utf-8", "--format=jsonl"], &jsonl),
        (&["tokens", "--charset=utf-8", "-", "-"], &header),
        (&["tokens"], &tentative),
        (&["tokens"], &mark),
    ] {
        let mut child = command().args(words).stdin(Stdio::piped()).spawn().expect("the binary starts");
        let mut stdin = child.stdin.take().expect("standard input is a pipe");
        let stdout = BufReader::new(child.stdout.take().expect("standard output is a pipe"));
        let (sender, lines) = mpsc::channel();
        let reader = thread::spawn(move || {
            for line in stdout.lines() {
                sender.send(line.expect("the output is UTF-8")).expect("the test takes every line");
            }
        });
        for (html, expected) in steps {
            stdin.write_all(html.as_bytes()).expect("the binary reads");
            for expected in *expected {
                // How long a failure takes; a line that is not held back is there at once.
                let line = lines.recv_timeout(Duration::from_secs(30));
                assert_eq!(line.as_deref(), Ok(*expected), "{words:?} after {html:?}");
            }
        }
        drop(stdin);
        let rest: Vec<_> = lines.iter().filter(|line| !line.is_empty() && !line.starts_with("==>")).collect();
        assert!(rest.is_empty(), "{words:?}: {rest:?}");
        reader.join().expect("the output was read");
        assert_eq!(finish(child).status, Some(0), "{words:?}");
    }
}

#[test]
fn several_inputs_in_json_have_their_names() {
    let folder = Folder::new();
    let (one, two) = (folder.file("one.html", "<b>"), folder.file("two.html", "</>"));
    let run = run(["tokens".as_ref(), "--format=jsonl".as_ref(), one.as_os_str(), two.as_ref()]);
    let lines = run.lines();
    assert_eq!(lines.len(), 2);
    for (line, path) in lines.iter().zip([&one, &two]) {
        let object: Value = serde_json::from_str(line).expect("a line is JSON");
        assert_eq!(object["file"].as_str(), path.to_str());
        assert!(line.starts_with("{\"kind\":"));
        assert!(line.rsplit_once(",\"file\":").is_some_and(|(_, tail)| tail.ends_with("html\"}")), "{line}");
    }
}

#[test]
fn an_empty_input_is_reported_and_no_failure() {
    let folder = Folder::new();
    let empty = folder.file("empty.html", "");
    let run = run([OsStr::new("tokens"), empty.as_os_str()]);
    assert_eq!(run.stdout, "");
    assert_eq!(run.stderr, format!("tagspan: {}: is empty: no tokens\n", empty.display()));
    assert_eq!(run.status, Some(0));
}

#[test]
fn garbage_is_lines() {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let garbage: Vec<u8> = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()
    })
    .take(25_000)
    .flatten()
    .collect();
    // Two random bytes are seldom a `<`, so UTF-16 is little but text.
    for (options, least) in [
        (&[][..], 100),
        (&["--errors"], 100),
        (&["--format=jsonl"], 100),
        (&["--charset=gb18030"], 100),
        (&["--charset=utf-16be"], 1),
    ] {
        let stdout = pipe(["tokens", "--binary"].iter().chain(options), &garbage).quiet();
        assert!(stdout.lines().count() >= least, "{options:?}");
        for line in stdout.lines() {
            let is_line = line.starts_with('{') || line.split('\t').count() == 3;
            assert!(is_line && !line.contains(['\0', '\r', '\u{1B}', '\u{2028}']), "{options:?}: {line:?}");
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn names_that_are_not_text() {
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::new();
    let odd = folder.file(OsStr::from_bytes(b"caf\xE9\n.html"), "<b>");
    let shown = format!("{}/caf\u{FFFD}\\n.html", folder.path().display());
    assert_eq!(run([OsStr::new("tokens"), odd.as_ref()]).quiet(), "0..3\tStartTag\t<b>\n");
    let twice = run([OsStr::new("tokens"), odd.as_ref(), odd.as_ref()]).quiet();
    assert_eq!(twice.lines().next(), Some(&*format!("==> {shown} <==")));
    let missing = folder.path().join(OsStr::from_bytes(b"\x1B[31m\xFF"));
    let message = run([OsStr::new("tokens"), missing.as_ref()]).stderr;
    assert_eq!(
        message,
        format!("tagspan: {}/\\u{{1b}}[31m\u{FFFD}: no such file or folder\n", folder.path().display())
    );
    let stats = run([OsStr::new("stats"), folder.path().as_ref()]).quiet();
    assert!(stats.starts_with("files "), "{stats}");
}

/// Reading a process's own first byte of memory is an error on every Linux, for every user.
#[test]
#[cfg(target_os = "linux")]
fn a_read_that_fails() {
    for command in ["tokens", "stats"] {
        let run = run([OsStr::new(command), "/proc/self/mem".as_ref(), corpus("article.html").as_ref()]);
        assert!(run.stderr.starts_with("tagspan: /proc/self/mem: "), "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1);
        assert_eq!(run.status, Some(1));
        assert!(run.stdout.contains(if command == "tokens" { "<!DOCTYPE html>" } else { "failures" }));
    }
}

#[test]
fn a_reader_that_goes_away_has_enough() {
    let folder = Folder::new();
    // More than a pipe holds.
    let page = folder.file("long.html", "<p>text</p>\n".repeat(200_000));
    let missing = folder.path().join("missing.html");
    for (inputs, status) in [(&[&page][..], 0), (&[&page, &page], 0), (&[&missing, &page], 1)] {
        for format in ["text", "jsonl"] {
            let mut child = command()
                .args(["tokens", "--format", format])
                .args(inputs)
                .spawn()
                .expect("the binary starts");
            let mut stdout = child.stdout.take().expect("standard output is a pipe");
            stdout.read_exact(&mut [0; 10]).expect("there is output");
            drop(stdout);
            let run = finish(child);
            let failures =
                run.stderr.lines().filter(|line| !line.contains("missing.html: no such file")).count();
            assert_eq!((run.status, failures), (Some(status), 0), "{inputs:?}: {}", run.stderr);
        }
    }
    // Closed before anything is written.
    let mut child = command().args(["stats", "-"]).stdin(Stdio::piped()).spawn().expect("the binary starts");
    drop(child.stdout.take());
    drop(child.stdin.take());
    let run = finish(child);
    assert_eq!(
        (run.status, run.stderr.as_str()),
        (Some(0), "tagspan: standard input: is empty: no tokens\n")
    );
}

#[test]
#[cfg(target_os = "linux")]
fn an_output_that_is_full_is_a_failure() {
    for (name, also) in [("tokens", 1), ("stats", 1), ("sniff", 1), ("check", 1)] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let child =
            command().arg(name).arg(corpus("article.html")).stdout(full).spawn().expect("the binary starts");
        let run = finish(child);
        assert!(run.stderr.starts_with("tagspan: standard output: "), "{}", run.stderr);
        assert_eq!((run.stderr.lines().count(), run.status), (also, Some(1)));
    }
}
