//! Outputs that are inputs: they are refused, and stay as they were.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use testing::archives::{gzip, response};

use crate::harness::{Folder, Run, command, has_command};

const PAGE: &str = "<title>One</title><a href=b>text</a>";

/// A folder with a page, an archive, and links to the page.
fn place() -> Folder {
    let folder = Folder::new();
    folder.file("crawl.warc.gz", gzip(&response("http://a.example/", "", PAGE.as_bytes())));
    let page = folder.file("pages/a.html", PAGE);
    fs::hard_link(&page, folder.path().join("hard.html")).expect("the folder has hard links");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&page, folder.path().join("soft.html")).expect("the folder has links");
    folder
}

/// The names and the contents of the files below a folder.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push((path.clone(), fs::read(&path).expect("the file can be read")));
        }
    }
    found.sort();
    found
}

#[test]
fn an_output_that_is_an_input_is_refused() {
    for words in [
        &["extract", "crawl.warc.gz", "--format=jsonl", "-o", "crawl.warc.gz"][..],
        &["extract", "pages/a.html", "--format=jsonl", "-o", "pages/a.html"],
        &["extract", "pages/a.html", "--format=jsonl", "-o", "./pages/../pages/a.html"],
        &["extract", "pages/a.html", "--format=jsonl", "-o", "hard.html"],
        &["extract", "hard.html", "--format=jsonl", "-o", "pages/a.html"],
        &["extract", ".", "--format=jsonl", "-o", "pages/a.html"],
        &["extract", "pages", "--format=jsonl", "-o", "hard.html"],
        &["extract", "crawl.warc.gz", "gone.html", "hard.html", "--format=jsonl", "-o", "pages/a.html"],
        &["extract", "-", "--format=jsonl", "-o", "pages/a.html"],
        &["extract", "--format=jsonl", "-o", "hard.html"],
        &["view", "pages/a.html", "-o", "pages/a.html"],
        &["view", "hard.html", "-o", "pages/a.html"],
        &["view", "-", "-o", "pages/a.html"],
        #[cfg(unix)]
        &["extract", "pages/a.html", "--format=jsonl", "-o", "soft.html"],
        #[cfg(unix)]
        &["extract", "soft.html", "--format=jsonl", "-o", "pages/a.html"],
        #[cfg(unix)]
        &["view", "pages", "-o", "soft.html"],
    ] {
        if !has_command(words[0]) {
            continue;
        }
        let folder = place();
        let before = files(folder.path());
        let stdin = File::open(folder.path().join("pages/a.html")).expect("the file is there");
        let ran = command().args(words).current_dir(folder.path()).stdin(Stdio::from(stdin)).output();
        let run = Run::from(ran.expect("the binary starts"));
        let output = words.last().expect("there are words");
        let expected =
            format!("tagspan: {output}: the output file is an input file: give --output another name\n");
        assert_eq!((run.stdout.as_str(), run.stderr, run.status), ("", expected, Some(1)), "{words:?}");
        assert!(files(folder.path()) == before, "{words:?}");
    }
}

#[test]
fn an_output_that_is_no_input_is_written() {
    for words in [
        &["extract", "pages/a.html", "--format=jsonl", "-o", "b.html"][..],
        &["extract", "pages/a.html", "--format=jsonl", "-o", "crawl.warc.gz"],
        &["extract", "-", "--format=jsonl", "-o", "pages/a.html"],
        &["view", "pages/a.html", "-o", "crawl.warc.gz"],
        // A device may be both.
        #[cfg(unix)]
        &["extract", "/dev/null", "-o", "/dev/null"],
    ] {
        if !has_command(words[0]) {
            continue;
        }
        let folder = place();
        let output = folder.path().join(words.last().expect("there are words"));
        let before = fs::read(&output).ok();
        let ran = command().args(words).current_dir(folder.path()).output().map(Run::from);
        let run = ran.expect("the binary starts");
        assert_eq!(run.status, Some(0), "{words:?}: {}", run.stderr);
        let is_device = output.starts_with("/dev");
        assert!(is_device || fs::read(&output).ok() != before, "{words:?}");
    }
}

/// As nothing is written in its place, an older output stays.
#[cfg(feature = "parquet")]
#[test]
fn inputs_that_cannot_be_read_leave_no_output() {
    for (output, format) in [("new.parquet", "parquet"), ("new.jsonl", "jsonl"), ("pages/a.html", "jsonl")] {
        let folder = place();
        folder.file("image.html", b"\x89PNG\r\n\x1A\n");
        let before = files(folder.path());
        for inputs in [&["gone.html"][..], &["gone.html", "gone.warc.gz"], &["image.html"]] {
            let format = format!("--format={format}");
            let words = ["extract", &format, "-o", output].into_iter().chain(inputs.iter().copied());
            let ran = command().args(words).current_dir(folder.path()).output().map(Run::from);
            let run = ran.expect("the binary starts");
            assert_eq!(run.status, Some(1), "{inputs:?}: {}", run.stderr);
            assert!(
                run.stderr.contains(&format!("tagspan: {output}: is not written: no input could be read\n")),
                "{}",
                run.stderr
            );
            assert!(files(folder.path()) == before, "{inputs:?}, {output}");
        }
        // One of several is enough.
        let words = ["extract", "-o", "new.jsonl", "gone.html", "hard.html"];
        let ran = command().args(words).current_dir(folder.path()).output().map(Run::from);
        assert_eq!(ran.expect("the binary starts").status, Some(1));
        assert!(folder.path().join("new.jsonl").exists());
    }
}

/// Rows have lists, which other formats than these have no place for.
#[cfg(feature = "parquet")]
#[test]
fn the_name_of_an_output_decides_how_rows_are_written() {
    for (words, expected) in [
        (&["-o", "x.jsonl"][..], Some("{\"file\":")),
        (&["-o", "x.ndjson"], Some("{\"file\":")),
        (&["-o", "x.json"], Some("{\"file\":")),
        (&["-o", "x.JSONL"], Some("{\"file\":")),
        (&["-o", "x"], Some("{\"file\":")),
        (&["-o", ".csv"], Some("{\"file\":")),
        (&["-o", "x."], Some("{\"file\":")),
        (&["-o", "x.parquet"], Some("PAR1")),
        (&["-o", "x.csv.Parquet"], Some("PAR1")),
        (&["--format=jsonl", "-o", "x.csv"], Some("{\"file\":")),
        (&["--format=jsonl", "-o", "x.parquet"], Some("{\"file\":")),
        (&["--format=parquet", "-o", "x.json"], Some("PAR1")),
        (&["-o", "x.csv"], None),
        (&["-o", "x.TSV"], None),
        (&["-o", "pages/x.txt"], None),
        (&["-o", "x.jsonl.gz"], None),
    ] {
        let folder = place();
        let before = files(folder.path());
        let output = words.last().expect("there are words");
        let ran = command().args(["extract", "pages/a.html"]).args(words).current_dir(folder.path()).output();
        let run = ran.map(Run::from).expect("the binary starts");
        match expected {
            Some(start) => {
                assert_eq!(run.status, Some(0), "{words:?}: {}", run.stderr);
                let written = fs::read(folder.path().join(output)).expect("the file was written");
                assert!(written.starts_with(start.as_bytes()), "{words:?}");
            }
            None => {
                let message = format!(
                    "error: --output {output}: rows have lists, so they are written as JSON lines or Parquet: give a \
                     name that ends with .jsonl or .parquet, or give --format\n"
                );
                assert_eq!(
                    (run.stdout.as_str(), run.stderr, run.status),
                    ("", message, Some(2)),
                    "{words:?}"
                );
                assert!(files(folder.path()) == before, "{words:?}");
            }
        }
    }
}
