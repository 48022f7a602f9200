//! `tagspan extract --records`: rows of an index, in its order, as those of whole archives.

use std::ffi::OsStr;
use std::path::Path;

use testing::archives::{gzip, record};

use crate::harness::{Folder, Run, pipe, run};
use crate::index::page;

const COLUMNS: &str =
    "--columns=file,record_offset,record_length,uri,date,status,encoding,title,links,text,truncated";

/// A folder with two archives of pages and of a record that is none, and their names.
fn archives() -> (Folder, [&'static str; 2]) {
    let folder = Folder::new();
    let names = ["a/1.warc.gz", "a/2.warc.gz"];
    for (number, name) in names.iter().enumerate() {
        let pages = (0..40).map(|page_number| {
            let uri = format!("http://a.example/{number}/{page_number}");
            gzip(&page(
                &uri,
                &format!(
                    "<title>{number} {page_number}</title><a href=x>{}</a>",
                    "text ".repeat(page_number * 50)
                ),
            ))
        });
        let revisit = gzip(&record("revisit", "WARC-Date: 2025-01-01T00:00:00Z\r\n", b""));
        folder.file(name, pages.chain([revisit]).collect::<Vec<_>>().concat());
    }
    (folder, names)
}

/// Runs in the folder of the archives.
fn extract(folder: &Folder, more: &[&str]) -> Run {
    let words = ["extract", COLUMNS].iter().chain(more).map(OsStr::new);
    let mut command = crate::harness::command();
    command.args(words).current_dir(folder.path()).output().expect("the binary starts").into()
}

/// The rows of whole archives, and the index that they are, in another order.
fn shuffled(folder: &Folder, names: [&str; 2]) -> Vec<String> {
    let Run { stdout, status, .. } = extract(folder, &names);
    assert_eq!(status, Some(0));
    let mut rows: Vec<_> = stdout.lines().map(str::to_owned).collect();
    assert_eq!(rows.len(), 80);
    rows.sort_by_key(|row| row.len() * 7919 % 83);
    rows
}

#[test]
fn rows_by_index_are_those_of_whole_archives() {
    let (folder, names) = archives();
    let rows = shuffled(&folder, names);
    let table = rows.iter().map(|row| {
        let row: serde_json::Value = serde_json::from_str(row).unwrap();
        (row["file"].as_str().unwrap().to_owned(), row["record_offset"].clone(), row["record_length"].clone())
    });
    let table: Vec<_> = table.collect();
    let csv = table.iter().map(|(file, offset, length)| format!("{length},\"{file}\",x,{offset}\n"));
    let csv =
        format!("warc_record_length,warc_filename,other,warc_record_offset\n{}", csv.collect::<String>());
    let jsonl = table.iter().map(|(file, offset, length)| {
        format!("{{\"warc_filename\":\"{file}\",\"warc_record_offset\":{offset},\"warc_record_length\":{length},\"x\":[]}}\n")
    });
    let cdxj = table.iter().map(|(file, offset, length)| {
        format!("example,a)/x 2025 {{\"offset\": \"{offset}\", \"length\": \"{length}\", \"filename\": \"{file}\"}}\n")
    });
    let cdxj = format!("!meta 0 {{\"format\": \"cdxj\"}}\n{}", cdxj.collect::<String>());
    let indexes = [
        ("index.csv", csv.clone().into_bytes()),
        ("index.jsonl", jsonl.collect::<String>().into_bytes()),
        ("index.cdxj", cdxj.clone().into_bytes()),
        ("index.cdxj.gz", gzip(cdxj.as_bytes())),
        ("own.jsonl", rows.join("\n").into_bytes()),
    ];
    for (name, index) in indexes {
        folder.file(name, index);
        for threads in ["--threads=1", "--threads=3"] {
            let Run { stdout, stderr, status } = extract(&folder, &["--records", name, threads]);
            assert_eq!(status, Some(0), "{name}: {stderr}");
            assert!(stdout.lines().eq(&rows), "{name}: {stdout}");
        }
    }
    let prefix = format!("--prefix={}", folder.path().display());
    let Run { stdout, .. } = pipe(["extract", COLUMNS, "--records=-", &prefix], csv.as_bytes());
    assert!(stdout.lines().eq(&rows));
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_is_an_index() {
    let (folder, names) = archives();
    let rows = shuffled(&folder, names);
    folder.file("rows.jsonl", rows.join("\n"));
    let written = extract(&folder, &["--records", "rows.jsonl", "-o", "rows.parquet"]);
    assert_eq!(written.status, Some(0), "{}", written.stderr);
    let Run { stdout, stderr, status } = extract(&folder, &["--records", "rows.parquet"]);
    assert_eq!(status, Some(0), "{stderr}");
    assert!(stdout.lines().eq(&rows));
}

/// The index of `tagspan index` has the revisits too, which are no pages.
#[test]
fn an_index_of_its_own_leads_to_all_records() {
    let (folder, names) = archives();
    let root = format!("--dir-root={}", folder.path().display());
    let all = folder.path().join("a");
    let index = run([
        "index".as_ref(),
        all.as_os_str(),
        root.as_ref(),
        "-o".as_ref(),
        folder.path().join("i.cdxj").as_os_str(),
    ]);
    assert_eq!((index.stderr.as_str(), index.status), ("", Some(0)));
    let whole = extract(&folder, &names).stdout;
    let Run { stdout, stderr, status } = extract(&folder, &["--records", "i.cdxj"]);
    assert_eq!((stdout, status), (whole, Some(1)));
    assert_eq!(stderr.matches("(not-a-page)").count(), 2, "{stderr}");
}

#[test]
fn a_wrong_place_is_reported_and_loses_no_other() {
    let (folder, names) = archives();
    let rows = shuffled(&folder, names);
    let end = std::fs::metadata(folder.path().join(names[0])).unwrap().len();
    let first: serde_json::Value = serde_json::from_str(&rows[0]).unwrap();
    let (offset, length) =
        (first["record_offset"].as_u64().unwrap(), first["record_length"].as_u64().unwrap());
    let file = first["file"].as_str().unwrap();
    for (place, code, pages) in [
        (format!("{file},{},{length}", offset + 1), "(not-there)", 0),
        (format!("{},{},{length}", names[0], end + 7), "(not-there)", 0),
        (format!("{},{},9999999", names[0], end + 7), "(not-there)", 0),
        (format!("missing.warc.gz,{offset},{length}"), "missing.warc.gz: bytes", 0),
        (format!("{file},{offset},{}", length - 9), "(cut)", 1),
        (format!("{file},-1,{length}"), "row 3: \"-1\" is no number", 0),
        (file.to_owned(), "row 3: has too few columns", 0),
    ] {
        let good = format!("{file},{offset},{length}");
        folder.file(
            "index.csv",
            format!("warc_filename,warc_record_offset,warc_record_length\n{good}\n{place}\n{good}\n"),
        );
        let Run { stdout, stderr, status } = extract(&folder, &["--records", "index.csv"]);
        assert_eq!(status, Some(1), "{place}: {stderr}");
        assert!(stderr.lines().count() == 2 && stderr.contains(code), "{place}: {stderr}");
        let found: Vec<_> = stdout.lines().collect();
        assert_eq!(
            (found.len(), found.first(), found.last()),
            (2 + pages, Some(&&*rows[0]), Some(&&*rows[0])),
            "{place}"
        );
    }
    for (index, message) in [("a,b\n1,2\n", "without the column warc_filename or filename or file"), ("", "")]
    {
        folder.file("index.csv", index);
        let Run { stderr, status, .. } = extract(&folder, &["--records", "index.csv"]);
        assert_eq!(
            (stderr.contains(message), status),
            (true, Some(i32::from(!message.is_empty()))),
            "{stderr}"
        );
    }
    assert!(!Path::new("index.csv").exists());
}
