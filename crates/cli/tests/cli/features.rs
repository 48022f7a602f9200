//! Cargo features: `--version` lists them, and what needs one that is missing is refused with the command that adds it.

use crate::harness::{Folder, IS_FULL, Run, run};

#[test]
fn the_version_lists_the_features() {
    let printed = run(["--version"]).quiet();
    let (version, features) = printed.split_once('\n').expect("there are two lines");
    assert_eq!(version, concat!("tagspan ", env!("CARGO_PKG_VERSION")));
    let sign = |is_built| if is_built { '+' } else { '-' };
    let (archives, parquet) = (sign(cfg!(feature = "archives")), sign(IS_FULL));
    let remote = sign(cfg!(feature = "remote"));
    assert_eq!(features, format!("features: {archives}archives {parquet}parquet {remote}remote\n"));
    assert_eq!(run(["-V"]).quiet(), format!("{version}\n"));
}

/// The line on standard error for an input, a command or a format that needs a feature.
fn refusal(name: &str, what: &str, feature: &str) -> String {
    format!(
        "tagspan: {name}: {what} needs the feature `{feature}`, which this program was built without: \
         run `cargo install --path crates/cli --features {feature}`\n"
    )
}

#[cfg(not(feature = "archives"))]
#[test]
fn archives_are_refused_with_the_command_that_adds_them() {
    use crate::harness::pipe;
    use testing::archives::{gzip, response};

    let record = response("http://a.example/", "Content-Type: text/html\r\n", b"<title>One</title>");
    let (archive, page) = ("reading a WARC archive", "reading zstd data");
    // The first bytes of a frame are enough.
    let zstd = b"\x28\xB5\x2F\xFD\x04\x00\x01\x00\x00";
    for (name, bytes, what) in [
        ("a.warc", record.clone(), archive),
        ("a.warc.gz", gzip(&record), archive),
        // The name counts, whatever the file holds.
        ("empty.warc.zst", Vec::new(), archive),
        // So do the first bytes, whatever the name is.
        ("renamed.html", record.clone(), archive),
        ("renamed.html.gz", gzip(&record), archive),
        ("dictionary.html", b"\x5D\x2A\x4D\x18".to_vec(), archive),
        ("a.html.zst", zstd.to_vec(), page),
    ] {
        let folder = Folder::new();
        let file = folder.file(name, &bytes);
        let next = folder.file("next.html", "<title>Two</title><a href=/>b</a></>");
        for command in ["tokens", "stats", "sniff", "links", "text", "check", "editions"] {
            let run = run([command.as_ref(), file.as_os_str(), next.as_os_str()]);
            let expected = refusal(&file.display().to_string(), what, "archives");
            assert!(run.stderr.starts_with(&expected), "{command} {name}: {}", run.stderr);
            assert_eq!(run.status, Some(2), "{command} {name}");
            // The other input is read all the same.
            assert!(!run.stdout.is_empty(), "{command} {name}");
            if !bytes.is_empty() {
                let piped = pipe([command], &bytes);
                let expected = refusal("standard input", what, "archives");
                assert_eq!((piped.stderr, piped.status), (expected, Some(2)), "{command} {name}");
            }
        }
    }
    let gone = run(["tokens", "gone.warc.gz"]);
    assert_eq!(gone.stderr, "tagspan: gone.warc.gz: no such file or folder\n");
    assert_eq!(gone.status, Some(1));
}

#[test]
fn extract_names_the_feature_that_it_needs() {
    let folder = Folder::new();
    let page = folder.file("page.html", "<title>One</title>");
    let parquet = folder.path().join("rows.parquet");
    let extract =
        |more: &[&std::ffi::OsStr]| run([&["extract".as_ref(), page.as_os_str()][..], more].concat());
    let needs = |run: Run, what: &str, feature: &str, is_built: bool| match is_built {
        true => assert_eq!(run.status, Some(0), "{feature}: {}", run.stderr),
        false => {
            let expected = refusal("extract", what, feature);
            assert_eq!((run.stdout, run.stderr, run.status), (String::new(), expected, Some(2)));
        }
    };
    needs(extract(&[]), "this command", "archives", cfg!(feature = "archives"));
    needs(extract(&["--format=jsonl".as_ref()]), "this command", "archives", cfg!(feature = "archives"));
    needs(
        extract(&["--format=parquet".as_ref(), "-o".as_ref(), parquet.as_os_str()]),
        "writing Parquet",
        "parquet",
        IS_FULL,
    );
    needs(extract(&["-o".as_ref(), parquet.as_os_str()]), "writing Parquet", "parquet", IS_FULL);
    assert_eq!(parquet.exists(), IS_FULL);
    // Its options are known all the same.
    let refused = run(["extract", "--columns=titel"]);
    assert!(refused.status == Some(2) && refused.stderr.contains("record_offset"), "{}", refused.stderr);
}
