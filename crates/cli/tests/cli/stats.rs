//! Counts: right, and the same however the input comes.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;

use serde_json::Value;

use crate::harness::{Folder, PAGES, Run, corpus, pipe, run};

fn json(run: Run) -> Value {
    let mut object: Value = serde_json::from_str(&run.stdout).expect("the output is JSON");
    let timing = object.as_object_mut().and_then(|object| object.remove("timing")).expect("timing is there");
    assert!(timing["megabytes_per_second"].as_f64().is_some_and(|speed| speed >= 0.0));
    object
}

fn stats(options: &[&str], inputs: &[&Path]) -> Value {
    let words = ["stats", "--format=jsonl"].iter().chain(options).map(OsStr::new);
    json(run(words.chain(inputs.iter().map(|path| path.as_os_str()))))
}

/// All that depends on the input, as text.
fn text(options: &[&str], input: &Path) -> String {
    let stdout = run(["stats"].iter().chain(options).map(OsStr::new).chain([input.as_os_str()])).quiet();
    let (counts, last) = stdout.trim_end().rsplit_once('\n').expect("there are lines");
    assert!(last.contains(" MB/s: "), "{last}");
    counts.to_owned()
}

#[test]
fn chunks_do_not_show() {
    let folder = corpus("");
    for options in [&[][..], &["--errors"], &["--scripting", "--cdata"]] {
        let whole = text(options, &folder);
        assert!(whole.starts_with("files "));
        for chunk_size in ["1", "7", "64", "1460", "65536"] {
            let options: Vec<_> = options.iter().copied().chain(["--chunk-size", chunk_size]).collect();
            assert_eq!(text(&options, &folder), whole, "{options:?}");
        }
    }
}

/// The other command and the other code count the same.
#[test]
fn counts_are_those_of_the_tokens() {
    for page in PAGES {
        let path = corpus(page);
        let mut kinds = BTreeMap::<String, u64>::new();
        let (mut attributes, mut text_bytes, mut dropped_bytes) = (0, 0, 0);
        let tokens = run([OsStr::new("tokens"), "--format=jsonl".as_ref(), path.as_ref()]).quiet();
        for line in tokens.lines() {
            let token: Value = serde_json::from_str(line).expect("a line is JSON");
            let kind = token["kind"].as_str().expect("it has a kind").to_owned();
            attributes += token["attributes"].as_array().map_or(0, Vec::len) as u64;
            match &*kind {
                "Text" => text_bytes += token["data"].as_str().expect("text has data").len() as u64,
                "Dropped" => {
                    dropped_bytes += token["span"][1].as_u64().unwrap() - token["span"][0].as_u64().unwrap();
                }
                _ => {}
            }
            *kinds.entry(kind).or_default() += 1;
        }
        let mut errors = BTreeMap::<String, u64>::new();
        let with_errors = run([OsStr::new("tokens"), "--errors".as_ref(), path.as_ref()]).quiet();
        for line in with_errors.lines() {
            if let [_, "Error", content] = line.split('\t').collect::<Vec<_>>()[..] {
                *errors.entry(content.split(' ').next().unwrap().to_owned()).or_default() += 1;
            }
        }
        let counts = stats(&["--errors"], &[&path]);
        assert_eq!(counts["files"], 1);
        assert_eq!(counts["bytes"], std::fs::metadata(&path).unwrap().len());
        assert_eq!(counts["utf8_bytes"], counts["bytes"]);
        for kind in ["Doctype", "StartTag", "EndTag", "Comment", "Text"] {
            assert_eq!(counts["kinds"][kind], kinds.get(kind).copied().unwrap_or(0), "{page}: {kind}");
        }
        assert_eq!(counts["dropped"]["spans"], kinds.get("Dropped").copied().unwrap_or(0), "{page}");
        assert_eq!(counts["dropped"]["bytes"], dropped_bytes, "{page}");
        assert_eq!(counts["text_bytes"], text_bytes, "{page}");
        let written =
            counts["attributes"].as_u64().unwrap() - counts["duplicate_attributes"].as_u64().unwrap();
        assert_eq!(written, attributes, "{page}");
        assert_eq!(counts["errors"], errors.values().sum::<u64>(), "{page}");
        assert_eq!(counts["error_codes"], serde_json::to_value(&errors).unwrap(), "{page}");
    }
}

#[test]
fn every_row_of_text() {
    let html = b"\xEF\xBB\xBF<!doctype html><p a A=1>x&amp;y</p></><!-- -->z<a";
    let run = pipe(["stats", "--errors"], html);
    let rows: Vec<_> = run
        .lines()
        .into_iter()
        .take_while(|line| !line.contains("MB/s"))
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(
        rows,
        [
            "files 1",
            "bytes 52",
            "as UTF-8 52",
            "encodings 1",
            "UTF-8 1",
            "tokens 6",
            "Doctype 1",
            "StartTag 1",
            "EndTag 1",
            "Comment 1",
            "Text 2",
            "text bytes, decoded 4",
            "attributes 2",
            "duplicates 1",
            "dropped bytes 8",
            "dropped spans 3",
            "byte-order-mark 1",
            "missing-end-tag-name 1",
            "unfinished-tag 1",
            "parse errors 3",
            "duplicate-attribute 1",
            "eof-in-tag 1",
            "missing-end-tag-name 1",
        ]
    );
}

/// They have a row where there are any.
#[test]
fn processing_instructions() {
    let html = b"<?a b?><?c>";
    let row = |options: &[&str]| {
        let run = pipe([&["stats"], options].concat(), html);
        run.lines().into_iter().find(|line| line.contains("ProcessingInstruction")).map(str::to_owned)
    };
    assert_eq!(row(&[]), None);
    let row = row(&["--processing-instructions"]).expect("a row");
    assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["ProcessingInstruction", "2"]);
}

#[test]
fn errors_do_not_change_the_other_counts() {
    for page in PAGES {
        let path = corpus(page);
        let without = stats(&[], &[&path]);
        let mut with = stats(&["--errors"], &[&path]);
        assert!(without.get("errors").is_none());
        for key in ["errors", "error_codes"] {
            with.as_object_mut().unwrap().remove(key).expect("errors were asked for");
        }
        assert_eq!(with, without, "{page}");
    }
}

#[test]
fn text_is_joined_across_chunks_and_errors_but_not_dropped_bytes() {
    for (html, texts) in [("a&ltb\0c", 1), ("a</>b", 2), ("a<p>b", 2), ("", 0), ("<p>", 0)] {
        for chunk_size in ["1", "100"] {
            let words = ["stats", "--binary", "--format=jsonl", "--errors", "--chunk-size", chunk_size];
            assert_eq!(json(pipe(words, html.as_bytes()))["kinds"]["Text"], texts, "{html:?}");
        }
    }
    let folder = Folder::new();
    let (one, two) = (folder.file("1.html", "a"), folder.file("2.html", "b"));
    assert_eq!(stats(&[], &[&one, &two])["kinds"]["Text"], 2, "files are not joined");
}

#[test]
fn other_encodings_count_their_own_bytes() {
    let folder = Folder::new();
    let page = folder.file("cyrillic.html", b"<p>\xCF\xF0\xE8");
    let counts = stats(&["--charset=windows-1251"], &[&page]);
    assert_eq!(
        (&counts["bytes"], &counts["utf8_bytes"], &counts["text_bytes"]),
        (&6.into(), &9.into(), &6.into())
    );
}

#[test]
fn folders_are_walked() {
    let folder = Folder::new();
    for name in
        ["b.html", "a.HTM", "deep/er/c.xhtml", "deep/d.shtml", "e.html.bak", "f.txt", "html", "g.htmlx"]
    {
        folder.file(name, "<p>");
    }
    assert_eq!(stats(&[], &[folder.path()])["files"], 4);
    // A file that is named is read whatever it is called; each time that it is named.
    let text = folder.path().join("f.txt");
    assert_eq!(stats(&[], &[folder.path(), &text, &text])["files"], 6);
}

#[test]
#[cfg(unix)]
fn links_lead_nowhere_twice() {
    use std::os::unix::fs::symlink;

    let folder = Folder::new();
    let elsewhere = Folder::new();
    folder.file("a/page.html", "<p>");
    elsewhere.file("other.html", "<p>");
    symlink(folder.path(), folder.path().join("a/up")).expect("links can be made");
    symlink(folder.path().join("a"), folder.path().join("b")).expect("links can be made");
    symlink(folder.path().join("a/page.html"), folder.path().join("again.html")).expect("links can be made");
    symlink(elsewhere.path(), folder.path().join("elsewhere")).expect("links can be made");
    assert_eq!(stats(&[], &[folder.path()])["files"], 2);

    symlink(folder.path().join("gone"), folder.path().join("dangling.html")).expect("links can be made");
    let run = run([OsStr::new("stats"), "--format=jsonl".as_ref(), folder.path().as_ref()]);
    assert_eq!(
        run.stderr,
        format!("tagspan: {}: no such file or folder\n", folder.path().join("dangling.html").display())
    );
    assert_eq!(run.status, Some(1));
    let counts = json(run);
    assert_eq!((&counts["files"], &counts["failures"]), (&2.into(), &1.into()));
}

#[test]
fn missing_inputs_are_reported() {
    let folder = Folder::new();
    let empty = folder.file("empty.html", "");
    let missing = folder.path().join("missing.html");
    let run = run([OsStr::new("stats"), "--format=jsonl".as_ref(), missing.as_ref(), empty.as_ref()]);
    assert_eq!(
        run.stderr,
        format!(
            "tagspan: {}: no such file or folder\ntagspan: {}: is empty: no tokens\n",
            missing.display(),
            empty.display()
        )
    );
    assert_eq!(run.status, Some(1));
    let counts = json(run);
    assert_eq!(
        (&counts["files"], &counts["empty_files"], &counts["failures"]),
        (&1.into(), &1.into(), &1.into())
    );
}

/// Reading a process's own first byte of memory is an error on every Linux, for every user.
#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_read_is_a_failure_and_no_file() {
    let page = corpus("article.html");
    let counts = stats(&[], &["/proc/self/mem".as_ref(), &page]);
    let files = (&counts["files"], &counts["empty_files"], &counts["failures"]);
    assert_eq!(files, (&1.into(), &0.into(), &1.into()));
    assert_eq!(counts["encodings"], stats(&[], &[&page])["encodings"]);
}

#[test]
fn nothing_is_printed_when_nothing_was_read() {
    let folder = Folder::new();
    let missing = folder.path().join("missing.html");
    let unreadable = if cfg!(target_os = "linux") { "/proc/self/mem".as_ref() } else { missing.as_path() };
    for (inputs, failures) in
        [(&[&*missing][..], 1), (&[&missing, &missing], 2), (&[unreadable], 1), (&[folder.path()], 0)]
    {
        for format in ["text", "jsonl"] {
            let words = ["stats", "--format", format].map(OsStr::new);
            let run = run(words.into_iter().chain(inputs.iter().map(|path| path.as_os_str())));
            assert_eq!((run.stdout.as_str(), run.stderr.lines().count()), ("", inputs.len()), "{inputs:?}");
            assert_eq!(run.status, Some(i32::from(failures > 0)), "{inputs:?}");
        }
    }
}

#[test]
fn a_folder_without_pages_is_reported() {
    let folder = Folder::new();
    folder.file("notes.txt", "");
    let run = run([OsStr::new("stats"), folder.path().as_ref()]);
    assert_eq!(
        run.stderr,
        format!(
            "tagspan: {}: has no *.html, *.htm, *.xhtml, *.shtml, *.warc, uncompressed or with .gz or .zst: name other files one by one\n",
            folder.path().display()
        )
    );
    assert_eq!(run.status, Some(0));
}

#[test]
fn limits_fail_a_file_and_the_next_is_counted() {
    let folder = Folder::new();
    let (long, short) =
        (folder.file("long.html", "<p>a<p title='too long'>"), folder.file("short.html", "b"));
    for chunk_size in ["1", "64"] {
        let options = ["--max-token-bytes=8", "--chunk-size", chunk_size];
        let counts = stats(&options, &[&long, &short]);
        assert_eq!(
            (&counts["files"], &counts["failures"], &counts["kinds"]["Text"]),
            (&2.into(), &1.into(), &2.into())
        );
    }
}
