//! Archives: read by every command as their pages, and written as columns.

use std::fs;

use crate::harness::{Folder, Run, pipe, run};
use testing::archives::{gzip, response};

/// A page in KOI8-R, as only its header says, and one in UTF-8.
fn records() -> [Vec<u8>; 2] {
    [
        response(
            "http://a.example/1",
            "Content-Type: text/html; charset=koi8-r\r\n",
            b"<title>\xC1</title><a href=b>One</a",
        ),
        response("http://a.example/2", "Content-Type: text/html\r\n", b"<title>Two</title><a href=c>Two</a>"),
    ]
}

#[test]
fn every_command_reads_the_pages_of_archives() {
    let folder = Folder::new();
    for (name, file) in
        [("a.warc.gz", records().map(|record| gzip(&record)).concat()), ("a.warc", records().concat())]
    {
        let path = folder.file(name, &file);
        for (words, wanted) in [
            (&["sniff", "--format=jsonl"][..], &[r#""encoding":"KOI8-R""#, r#""encoding":"UTF-8""#][..]),
            (&["text", "--format=jsonl"], &[r#""title":"а""#, r#""title":"Two""#]),
            (&["links", "--format=jsonl"], &[r#""value":"b""#, r#""value":"c""#]),
            (&["check", "--format=jsonl"], &["eof-in-tag"]),
        ] {
            let Run { stdout, .. } = run(words.iter().map(|word| word.as_ref()).chain([path.as_os_str()]));
            let lines: Vec<_> = stdout.lines().collect();
            assert_eq!(lines.len(), wanted.len(), "{words:?}: {stdout}");
            for (number, (line, part)) in lines.iter().zip(wanted).enumerate() {
                assert!(line.contains(part), "{words:?}: {line}");
                let uri = format!(r#""uri":"http://a.example/{}""#, number + 1);
                assert!(line.contains(&uri), "{words:?}: {line}");
            }
        }
        let tokens = run(["tokens".as_ref(), path.as_os_str()]).quiet();
        assert_eq!(tokens.matches("==> ").count(), 2, "{tokens}");
        let stats = run(["stats".as_ref(), path.as_os_str()]).quiet();
        let first: Vec<_> = stats.lines().next().unwrap_or_default().split_whitespace().collect();
        assert_eq!(first, ["files", "2"], "{stats}");
    }
}

#[test]
fn what_an_archive_has_lost_is_told() {
    let folder = Folder::new();
    let [first, second] = records().map(|record| gzip(&record));
    let cut = [&first[..], &second[..second.len() - 10]].concat();
    let (path, start, end) = (folder.file("cut.warc.gz", &cut), first.len(), cut.len());
    for command in ["tokens", "stats", "links", "text", "extract"] {
        let run = run([command.as_ref(), path.as_os_str()]);
        assert_eq!(run.status, Some(1), "{command}");
        let gap = format!(
            "bytes {start} to {end}: the file ends within a member (cut): fetch the rest of the file"
        );
        assert!(run.stderr.contains(&gap), "{command}: {}", run.stderr);
    }
}

#[test]
fn columns_of_pages_and_archives_are_rows() {
    let folder = Folder::new();
    let archive = folder.file("a.warc.gz", records().map(|record| gzip(&record)).concat());
    let page = folder.file("page.html", "<title>Three</title>");
    let words = ["extract", "--columns=uri,encoding,title,links", "--threads=2"];
    let files = [archive.as_os_str(), page.as_os_str()];
    let ran = run(words.iter().map(|word| word.as_ref()).chain(files));
    assert_eq!(ran.status, Some(0));
    let link = |url: &str, text: &str, start: u32| {
        format!(
            r#"[{{"url":"http://a.example/{url}","element":"a","attribute":"href","text":"{text}","start":{start},"end":{}}}]"#,
            start + 1
        )
    };
    let (first, second) = (link("b", "One", 24), link("c", "Two", 26));
    assert_eq!(
        ran.stdout,
        format!(
            r#"{{"uri":"http://a.example/1","encoding":"KOI8-R","title":"а","links":{first}}}
{{"uri":"http://a.example/2","encoding":"UTF-8","title":"Two","links":{second}}}
{{"encoding":"UTF-8","title":"Three","links":[]}}
"#
        )
    );
    assert!(ran.stderr.starts_with("tagspan: done: 3 pages, "), "{}", ran.stderr);

    // Standard input, and a folder, in which a page and an archive are found by their names.
    let piped = pipe(["extract", "--columns=file,title"], b"<title>Piped</title>");
    assert_eq!(piped.stdout, "{\"file\":\"-\",\"title\":\"Piped\"}\n");
    let whole = run(["extract".as_ref(), "--columns=title".as_ref(), folder.path().as_os_str()]);
    assert_eq!(whole.stdout, "{\"title\":\"а\"}\n{\"title\":\"Two\"}\n{\"title\":\"Three\"}\n");
}

#[test]
fn a_file_is_there_when_it_is_whole() {
    let folder = Folder::new();
    let archive = folder.file("a.warc.gz", records().map(|record| gzip(&record)).concat());
    let names = |folder: &Folder| {
        let entries = fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    for name in ["out.parquet", "out.jsonl"] {
        let output = folder.path().join(name);
        let words = ["extract".as_ref(), archive.as_os_str(), "-o".as_ref(), output.as_os_str()];
        assert_eq!(run(words).status, Some(0));
        let written = fs::read(&output).unwrap();
        let start: &[u8] = if name == "out.parquet" { b"PAR1" } else { b"{\"file\":" };
        assert!(written.starts_with(start), "{name}");
        // Again, over what is there.
        assert_eq!(run(words).status, Some(0));
        assert_eq!(fs::read(&output).unwrap(), written);
        fs::remove_file(&output).unwrap();
    }
    assert_eq!(names(&folder), ["a.warc.gz"]);

    // The folder is not there: nothing is written.
    let output = folder.path().join("no/such/out.parquet");
    let failed = run(["extract".as_ref(), archive.as_os_str(), "-o".as_ref(), output.as_os_str()]);
    assert_eq!(failed.status, Some(1));
    assert_eq!(names(&folder), ["a.warc.gz"]);
}

/// A disk that is full.
#[cfg(target_os = "linux")]
#[test]
fn an_output_that_takes_no_more_is_told() {
    let folder = Folder::new();
    let archive = folder.file("a.warc.gz", records().map(|record| gzip(&record)).concat());
    for format in ["--format=parquet", "--format=jsonl"] {
        let words =
            ["extract".as_ref(), format.as_ref(), "-o".as_ref(), "/dev/full".as_ref(), archive.as_os_str()];
        let failed = run(words);
        assert_eq!(failed.status, Some(1), "{format}");
        assert!(failed.stderr.contains("No space left on device"), "{format}: {}", failed.stderr);
    }
}

#[test]
fn a_column_that_does_not_exist_is_refused() {
    let refused = run(["extract", "--columns=titel", "page.html"]);
    assert_eq!(refused.status, Some(2));
    assert!(
        refused.stderr.contains("title") && refused.stderr.contains("record_offset"),
        "{}",
        refused.stderr
    );
}
