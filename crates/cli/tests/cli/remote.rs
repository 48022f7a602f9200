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
