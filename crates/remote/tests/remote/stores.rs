//! Objects of stores, with the variables of the environment.

use std::env;

use tagspan_remote::{ErrorKind, Object, objects};
use testing::web::{Fault, Running, Web};

use crate::{bytes, is_child, read};

const KEYS: &[(&str, &str)] = &[
    ("AWS_ACCESS_KEY_ID", "AKIATEST"),
    ("AWS_SECRET_ACCESS_KEY", "secret"),
    ("TAGSPAN_REMOTE_RETRIES", "2"),
];

/// Runs in a child, as variables are of a process.
fn in_child(name: &str, server: Running, variables: &[(&str, &str)]) -> bool {
    let endpoint = server.url("");
    let mut all = variables.to_vec();
    all.push(("AWS_ENDPOINT_URL", endpoint.trim_end_matches('/')));
    is_child(name, &all)
}

fn server() -> Web {
    let keys = ["crawl/b.warc", "crawl/a 1.warc.gz", "crawl/c%20d/e.warc", "crawl/c/f.html", "other/g.warc"];
    let keys = keys.map(|key| format!("bucket/{key}"));
    let odd = ["odd/a?b.warc", "odd/axb.warc", "odd/a[1].warc", "odd/a1.warc", "twice/a/b//c.warc"];
    Web::new(
        keys.into_iter().chain(odd.map(str::to_owned)).map(|key| (key.clone(), bytes(399_993 + key.len()))),
    )
}

#[test]
fn keys_are_read_and_listed() {
    let name = "stores::keys_are_read_and_listed";
    if env::var_os("TAGSPAN_TEST_CHILD").is_none() {
        in_child(name, server().start(), KEYS);
        return;
    }
    for key in ["crawl/b.warc", "crawl/a 1.warc.gz", "crawl/c%20d/e.warc"] {
        let object = Object::open(&format!("s3://bucket/{key}")).unwrap();
        assert_eq!(object.url(), format!("s3://bucket/{key}"));
        assert!(read(&object).unwrap() == bytes(400_000 + key.len()), "{key}");
    }
    for (url, expected) in [
        ("s3://bucket/crawl/", &["crawl/a 1.warc.gz", "crawl/b.warc", "crawl/c%20d/e.warc"][..]),
        ("s3://bucket/crawl/*.warc", &["crawl/b.warc"]),
        (
            "s3://bucket/**/*.{warc,gz}",
            &["crawl/a 1.warc.gz", "crawl/b.warc", "crawl/c%20d/e.warc", "other/g.warc"],
        ),
        ("s3://bucket", &["crawl/a 1.warc.gz", "crawl/b.warc", "crawl/c%20d/e.warc", "other/g.warc"]),
        ("s3://bucket/crawl/*/*", &["crawl/c/f.html", "crawl/c%20d/e.warc"]),
        ("s3://bucket/crawl/b.warc", &["crawl/b.warc"]),
    ] {
        let found = objects(url, |url| !url.ends_with("f.html")).unwrap();
        let urls: Vec<_> = found.iter().map(|object| object.url().to_owned()).collect();
        let expected: Vec<_> = expected.iter().map(|key| format!("s3://bucket/{key}")).collect();
        assert_eq!(urls, expected, "{url}");
        for object in &found {
            let bytes = read(object).unwrap();
            assert_eq!(object.len(), Some(bytes.len() as u64));
        }
    }
    for url in ["s3://bucket/none/", "s3://bucket/crawl/*.txt", "s3://bucket/missing"] {
        assert_eq!(objects(url, |_| true).unwrap_err().kind(), ErrorKind::NotFound, "{url}");
    }
    let refused = objects("s3://bucket/[a", |_| true).unwrap_err();
    assert!(refused.to_string().contains("unclosed character class"), "{refused}");
    let missing = Object::open("s3://bucket/missing").unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::NotFound);
    assert!(missing.to_string().contains("NoSuchKey: The specified key does not exist."), "{missing}");
    assert!(missing.to_string().ends_with("those of AWS_ACCESS_KEY_ID=AKIATEST"), "{missing}");
}

/// A key that looks like a pattern names itself first, as a file does.
#[test]
fn keys_with_characters_of_patterns_are_listed() {
    let name = "stores::keys_with_characters_of_patterns_are_listed";
    if env::var_os("TAGSPAN_TEST_CHILD").is_none() {
        in_child(name, server().start(), KEYS);
        return;
    }
    for (url, expected) in [
        ("s3://odd/a?b.warc", &["s3://odd/a?b.warc"][..]),
        ("s3://odd/a[1].warc", &["s3://odd/a[1].warc"]),
        ("s3://odd/a?.warc", &["s3://odd/a1.warc"]),
        ("s3://odd/a?{b,c}.warc", &["s3://odd/a?b.warc", "s3://odd/axb.warc"]),
    ] {
        let found = objects(url, |_| true).unwrap();
        assert_eq!(found.iter().map(Object::url).collect::<Vec<_>>(), expected, "{url}");
    }
    let refused = objects("s3://twice/a/", |_| true).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Url);
    assert!(refused.to_string().contains("\"a/b//c.warc\" contained empty path segment"), "{refused}");
}

#[test]
fn refusals_name_the_credentials() {
    let name = "stores::refusals_name_the_credentials";
    if env::var_os("TAGSPAN_TEST_CHILD").is_none() {
        let refusing = || server().faults(|_| Some(Fault::Status(403))).start();
        in_child(name, refusing(), KEYS);
        in_child(name, refusing(), &[("AWS_SKIP_SIGNATURE", "true")]);
        return;
    }
    let denied = Object::open("s3://bucket/crawl/b.warc").unwrap_err();
    assert_eq!(denied.kind(), ErrorKind::Denied);
    let whose = if env::var_os("AWS_SKIP_SIGNATURE").is_some() {
        "because AWS_SKIP_SIGNATURE is set"
    } else {
        "those of AWS_ACCESS_KEY_ID=AKIATEST"
    };
    assert!(denied.to_string().contains(whose), "{denied}");
    assert_eq!(objects("s3://bucket/crawl/", |_| true).unwrap_err().kind(), ErrorKind::Denied);
}

/// Lists come in pages, each of which is tried again.
#[test]
fn lists_survive_faults() {
    let name = "stores::lists_survive_faults";
    if env::var_os("TAGSPAN_TEST_CHILD").is_none() {
        in_child(
            name,
            server().faults(|asked| (asked.index % 2 == 0).then_some(Fault::Status(503))).start(),
            KEYS,
        );
        return;
    }
    assert_eq!(objects("s3://bucket/", |_| true).unwrap().len(), 5);
}
