//! `tagspan index`: the lines, their order, and what has none. `python/tests/test_index.py` compares with another indexer.

use testing::archives::{gzip, record};

use crate::harness::{Folder, Run, pipe, run};

/// A response with a page.
pub(crate) fn page(uri: &str, body: &str) -> Vec<u8> {
    let fields = format!("WARC-Target-URI: {uri}\r\nWARC-Date: 2025-01-02T03:04:05Z\r\n");
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{body}");
    record("response", &fields, block.as_bytes())
}

/// The range of bytes of a line, and the name of its file.
fn place(line: &str) -> (usize, usize, String) {
    let json: serde_json::Value = serde_json::from_str(&line[line.find('{').unwrap()..]).unwrap();
    let number = |key: &str| json[key].as_str().unwrap().parse().unwrap();
    (number("offset"), number("length"), json["filename"].as_str().unwrap().to_owned())
}

#[test]
fn a_line_leads_to_its_record() {
    let folder = Folder::new();
    let records = ["http://www.b.example/?z&a", "https://a.example/X"].map(|uri| page(uri, "<p>text"));
    for (name, members) in
        [("a.warc", records.clone()), ("a.warc.gz", records.clone().map(|record| gzip(&record)))]
    {
        let path = folder.file(name, members.concat());
        let printed = run(["index".as_ref(), path.as_os_str()]).quiet();
        let keys: Vec<_> = printed.lines().map(|line| line.split(' ').next().unwrap()).collect();
        assert_eq!(keys, ["example,b)/?a&z", "example,a)/x"]);
        let bytes = std::fs::read(&path).unwrap();
        for (line, member) in printed.lines().zip(&members) {
            let (offset, length, filename) = place(line);
            assert_eq!(filename, name);
            let found = &bytes[offset..offset + length];
            let is_plain = name.ends_with("warc");
            assert_eq!(found, if is_plain { member.trim_ascii_end() } else { member }, "{line}");
        }
        assert_eq!(pipe(["index"], &bytes).quiet(), printed.replace(name, "-"));
        let sorted = run(["index".as_ref(), "-s".as_ref(), path.as_os_str(), path.as_os_str()]).quiet();
        let mut expected: Vec<_> = printed.lines().collect();
        expected.sort_unstable();
        assert_eq!(sorted.lines().collect::<Vec<_>>(), expected, "each line once");
    }
}

/// Several parts of 1 MiB, which threads read.
#[test]
fn lines_have_the_order_of_the_records_in_large_files() {
    let folder = Folder::new();
    let text = "text ".repeat(10_000);
    let records: Vec<_> =
        (0..60).map(|number| page(&format!("http://a.example/{number:02}"), &text)).collect();
    let path = folder.file("large.warc", records.concat());
    let printed = run(["index".as_ref(), path.as_os_str()]).quiet();
    let mut end = 0;
    for line in printed.lines() {
        let (offset, length, _) = place(line);
        assert_eq!(offset, end);
        end = offset + length + 4;
    }
    assert_eq!((printed.lines().count(), end), (60, records.concat().len()));
}

#[test]
fn what_has_no_line_is_reported() {
    let folder = Folder::new();
    let [first, second] = ["http://a.example/", "http://b.example/"].map(|uri| page(uri, "<p>"));
    let without_date = String::from_utf8(first.clone()).unwrap().replace("WARC-Date", "WARC-Day");
    let joined = gzip(&[first.clone(), second.clone(), first.clone()].concat());
    for (name, content, lines, message) in [
        ("damaged.warc", [&first[..], b"?", &second].concat(), 2, "(not-warc)"),
        (
            "joined.warc.gz",
            [&joined[..], &gzip(&second)].concat(),
            1,
            "the record at byte 0 stands in a compressed member with other",
        ),
        ("undated.warc", [without_date.as_bytes(), &second].concat(), 1, "the record at byte 0 has no date"),
        ("page.html", b"<p>".to_vec(), 0, "is no WARC archive: name archives"),
    ] {
        let path = folder.file(name, content);
        let Run { stdout, stderr, status } = run(["index".as_ref(), path.as_os_str()]);
        assert_eq!(
            (stdout.lines().count(), stderr.lines().count(), status),
            (lines, 1, Some(1)),
            "{name}: {stderr}"
        );
        assert!(stderr.contains(message), "{name}: {stderr}");
    }
}

#[test]
fn files_of_folders_have_their_paths_on_request() {
    let folder = Folder::new();
    for name in ["crawl/1/a.warc", "crawl/2/a.warc"] {
        folder.file(name, page("http://a.example/", "<p>"));
    }
    folder.file("crawl/page.html", "<p>");
    let crawl = folder.path().join("crawl");
    let names = |more: &[&std::ffi::OsStr]| {
        let words = ["index".as_ref(), crawl.as_os_str()].into_iter().chain(more.iter().copied());
        run(words).quiet().lines().map(|line| place(line).2).collect::<Vec<_>>()
    };
    assert_eq!(names(&[]), ["a.warc", "a.warc"]);
    assert_eq!(
        names(&["--dir-root".as_ref(), folder.path().as_os_str()]),
        ["crawl/1/a.warc", "crawl/2/a.warc"]
    );
    let elsewhere = folder.path().join("crawl/1");
    let Run { stdout, status, .. } =
        run(["index".as_ref(), crawl.as_os_str(), "--dir-root".as_ref(), elsewhere.as_os_str()]);
    assert_eq!((stdout.lines().count(), status), (1, Some(1)));
    let output = folder.path().join("crawl.cdxj");
    run(["index".as_ref(), crawl.as_os_str(), "-o".as_ref(), output.as_os_str()]).quiet();
    assert_eq!(std::fs::read_to_string(output).unwrap().lines().count(), 2);
}
