//! URLs where a file is named: the same output as of the file, and messages that name the object.

use testing::archives::{gzip, response};
use testing::web::{Fault, Web};

use crate::harness::{Folder, run};

const PAGE: &[u8] = b"<title>One</title><a href=x>link</a>";

fn archive() -> Vec<u8> {
    let record = |index: usize| {
        let html = format!("<title>{index}</title><a href=x>{}</a>", "text ".repeat(index));
        gzip(&response(&format!("http://a.example/{index}"), "Content-Type: text/html\r\n", html.as_bytes()))
    };
    (0..400).flat_map(record).collect()
}

#[test]
fn a_url_is_read_as_the_file_is() {
    let folder = Folder::new();
    let archive = archive();
    let (page, file) = (folder.file("page.html", PAGE), folder.file("a.warc.gz", &archive));
    let server = Web::new([("page.html", PAGE.to_vec()), ("a.warc.gz", archive)]);
    let server = server.faults(|asked| (asked.index == 1).then_some(Fault::Break(1000))).start();
    for (command, path, key) in [
        (&["tokens"][..], &page, "page.html"),
        (&["text"], &page, "page.html"),
        (&["links", "--format=jsonl"], &file, "a.warc.gz"),
        (&["extract", "--columns=uri,title,links"], &file, "a.warc.gz"),
    ] {
        let url = server.url(key);
        let of = |input: &str| {
            let run = run(command.iter().copied().chain([input]));
            assert_eq!(run.status, Some(0), "{}", run.stderr);
            run.stdout.replace(input, "INPUT")
        };
        assert_eq!(of(&url), of(path.to_str().unwrap()), "{command:?}");
    }
}

/// Records that follow each other take one request, of their bytes alone.
#[test]
fn records_are_read_by_index() {
    let folder = Folder::new();
    let archive = archive().repeat(2);
    let server = Web::new([("crawl/a.warc.gz", archive.clone())]).start();
    let file = folder.file("crawl/a.warc.gz", &archive);
    let columns = "--columns=uri,title,record_offset,record_length";
    let whole = run(["extract", columns, file.to_str().unwrap()]).stdout;
    let mut index = "warc_filename,warc_record_offset,warc_record_length\n".to_owned();
    let (mut rows, mut needed) = (String::new(), 0);
    // The last ones, and the first.
    for (number, row) in whole.lines().enumerate().filter(|(number, _)| *number >= 700 || *number == 0) {
        let value: serde_json::Value = serde_json::from_str(row).unwrap();
        let (offset, length) = (&value["record_offset"], &value["record_length"]);
        assert!(number == 0 || offset.as_u64().unwrap() > 100_000, "{offset}");
        index += &format!("crawl/a.warc.gz,{offset},{length}\n");
        rows += &format!("{row}\n");
        needed += length.as_u64().unwrap();
    }
    let index = folder.file("index.csv", index);
    let records = ["--records", index.to_str().unwrap()];
    for prefix in [server.url(""), folder.path().to_str().unwrap().to_owned()] {
        let found = run(["extract", columns, records[0], records[1], "--prefix", &prefix]).stdout;
        assert_eq!(found, rows, "{prefix}");
    }
    let asked: Vec<_> = server.asked().into_iter().filter_map(|asked| asked.range).collect();
    assert_eq!(asked.len(), 2, "{asked:?}");
    assert_eq!(asked.iter().map(|range| range.end - range.start).sum::<u64>(), needed);
    let missing =
        folder.file("missing.csv", "warc_filename,warc_record_offset,warc_record_length\nb.warc,0,9\n");
    let run = run(["extract", records[0], missing.to_str().unwrap(), "--prefix", &server.url("crawl")]);
    assert_eq!(run.status, Some(1));
    assert!(run.stderr.contains("there is no such object"), "{}", run.stderr);
}

#[test]
fn links_are_resolved_against_the_url_of_the_page() {
    let server = Web::new([("a/page.html", PAGE.to_vec())]).start();
    let url = server.url("a/page.html");
    assert!(run(["links", &url]).quiet().contains(&server.url("a/x")));
}

#[test]
fn what_cannot_be_read_is_reported() {
    let server = Web::new([("page.html", PAGE.to_vec())])
        .faults(|asked| (asked.key == "secret").then_some(Fault::Status(403)));
    let server = server.start();
    for (key, message) in [
        (
            "missing",
            "there is no such object (404 Not Found, NoSuchKey: The specified key does not exist.): check the URL",
        ),
        (
            "secret",
            "the object may not be read (403 Forbidden, Injected: by the test): the request has no credentials",
        ),
    ] {
        let url = server.url(key);
        let run = run(["links", &url]);
        assert_eq!(run.status, Some(1));
        assert!(run.stderr.starts_with(&format!("tagspan: {url}: {message}")), "{}", run.stderr);
    }
}
