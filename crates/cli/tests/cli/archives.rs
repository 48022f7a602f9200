//! Archives: read by every command as their pages, and written as columns.

use std::fs;

use crate::harness::{Folder, Run, pipe, pipe_in_parts, run};
use testing::archives::{gzip, response};

/// The attributes beside a URL, of a link that has none.
const NO_ATTRIBUTES: &str = r#""alt":null,"as":null,"download":null,"hreflang":null,"type":null"#;

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
            (
                &["links", "--format=jsonl"],
                &[r#""url":"http://a.example/b""#, r#""url":"http://a.example/c""#],
            ),
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

/// The commands that read archives, and one format of each.
const COMMANDS: [&[&str]; 9] = [
    &["tokens"],
    &["tokens", "--format=jsonl"],
    &["editions"],
    &["sniff", "--format=jsonl"],
    &["links"],
    &["links", "--format=jsonl"],
    &["text"],
    &["check", "--format=jsonl"],
    &["extract"],
];

/// The output and the messages, but for the time that `extract` took.
fn output_of(run: &Run) -> (String, String, Option<i32>) {
    let lines = run.stderr.lines().filter(|line| !line.starts_with("tagspan: done: "));
    (run.stdout.clone(), lines.map(|line| line.to_owned() + "\n").collect(), run.status)
}

/// Frames that need a dictionary, after the skippable frame that holds it.
fn with_dictionary(records: &[&[u8]]) -> Vec<u8> {
    let dictionary = response("http://a.example/", "Content-Type: text/html\r\n", b"<title><a href=");
    let length = u32::try_from(dictionary.len()).expect("the dictionary is short").to_le_bytes();
    let mut file = [&[0x5D, 0x2A, 0x4D, 0x18], &length[..], &dictionary].concat();
    let mut compressor = zstd::bulk::Compressor::with_dictionary(3, &dictionary).expect("any bytes are one");
    for record in records {
        file.extend(compressor.compress(record).expect("memory can be written"));
    }
    file
}

#[test]
fn archives_from_pipes_are_read_as_those_of_files() {
    let folder = Folder::new();
    let [first, second] = records();
    let zstd = |bytes: &[u8]| zstd::encode_all(bytes, 0).expect("memory can be written");
    let gzipped = [gzip(&first), gzip(&second)].concat();
    for (name, file) in [
        ("a.warc", records().concat()),
        ("a.warc.gz", gzipped.clone()),
        ("a.warc.zst", [zstd(&first), zstd(&second)].concat()),
        ("dictionary.warc.zst", with_dictionary(&[&first, &second])),
        ("whole.warc.gz", gzip(&records().concat())),
        ("cut.warc.gz", gzipped[..gzipped.len() - 10].to_vec()),
        ("damaged.warc.gz", [&gzip(&first), &gzipped[..20], b"garbage", &gzipped[20..]].concat()),
    ] {
        let path = folder.file(name, &file);
        for words in COMMANDS {
            let named = output_of(&run(words.iter().map(|word| word.as_ref()).chain([path.as_os_str()])));
            let path = path.to_str().expect("the path is Unicode");
            let renamed = |in_output: &str, in_messages: &str| {
                let (stdout, stderr, status) = &named;
                (stdout.replace(path, in_output), stderr.replace(path, in_messages), *status)
            };
            let is_json = words[0] == "extract" || words.len() > 1;
            let in_output = if is_json { "-" } else { "standard input" };
            let in_messages = if words[0] == "extract" { "-" } else { "standard input" };
            // Parts take time, and are read alike by all commands.
            let parts = [&file[..1], &file[1..3], &file[3..30], &file[30..]];
            let piped = if *words == ["tokens"] { pipe_in_parts(words, &parts) } else { pipe(words, &file) };
            assert_eq!(output_of(&piped), renamed(in_output, in_messages), "{name}, {words:?}");
            #[cfg(unix)]
            {
                // A name of an archive tells nothing here: a pipe cannot be divided into parts.
                let pipe = folder.path().join("pipe.warc.gz");
                let made = std::process::Command::new("mkfifo").arg(&pipe).status();
                assert!(made.is_ok_and(|status| status.success()));
                let (to, bytes) = (pipe.clone(), file.clone());
                let writer = std::thread::spawn(move || fs::write(to, bytes));
                let piped = run(words.iter().map(|word| word.as_ref()).chain([pipe.as_os_str()]));
                writer.join().expect("it does not panic").expect("all is read");
                let called = pipe.to_str().expect("the path is Unicode");
                assert_eq!(output_of(&piped), renamed(called, called), "{name}, {words:?}, a FIFO");
                fs::remove_file(pipe).expect("it is there");
            }
        }
    }
}

#[test]
fn an_archive_is_known_by_its_first_bytes() {
    let folder = Folder::new();
    let archive = records().concat();
    for (start, is_archive) in [
        ("WARC/1.0\r\n", true),
        ("WARC/1.1\r\n", true),
        ("WARC/0.18\r\n", true),
        ("WARC/1.x", false),
        ("WARC/1.", false),
        ("WARC/one", false),
        ("warc/1.0", false),
        (" WARC/1.0", false),
        ("W", false),
    ] {
        let rest = &archive[if is_archive { b"WARC/1.0\r\n".len() } else { archive.len() }..];
        let bytes = [start.as_bytes(), rest].concat();
        let path = folder.file("pages.html", &bytes);
        for run in [
            pipe(["tokens", "--format=jsonl"], &bytes),
            pipe(["tokens", "--format=jsonl"], &gzip(&bytes)),
            run(["tokens".as_ref(), "--format=jsonl".as_ref(), path.as_os_str()]),
            run(["tokens".as_ref(), "--format=jsonl".as_ref(), folder.path().as_os_str()]),
            run(["extract".as_ref(), "--columns=uri".as_ref(), folder.path().as_os_str()]),
        ] {
            assert_eq!(run.stdout.contains("\"uri\":\"http://a.example/2\""), is_archive, "{start}: {run:?}");
        }
    }
    // Others may stand before and after it.
    let page = folder.file("page.html", "<a href=d>");
    let words =
        ["links".as_ref(), "--format=jsonl".as_ref(), page.as_os_str(), "-".as_ref(), page.as_os_str()];
    assert_eq!(pipe(words, &archive).quiet().lines().count(), 4);
}

#[test]
fn zeros_behind_an_archive_are_padding() {
    let folder = Folder::new();
    let archive = records().map(|record| gzip(&record)).concat();
    let whole = folder.file("whole.warc.gz", &archive);
    let padded = folder.file("padded.warc.gz", [&archive[..], &[0; 512]].concat());
    for words in [&["text"][..], &["extract", "--columns=uri,text"]] {
        let [wanted, padded] = [&whole, &padded]
            .map(|path| output_of(&run(words.iter().map(|word| word.as_ref()).chain([path.as_os_str()]))));
        assert_eq!((padded.0.replace("padded", "whole"), padded.1, padded.2), wanted, "{words:?}");
        assert_eq!(wanted.2, Some(0), "{words:?}");
    }
}

#[test]
fn losses_of_an_archive_are_reported() {
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
            r#"[{{"url":"http://a.example/{url}","element":"a","attribute":"href","rel":null,"text":"{text}","start":{start},"end":{},"value":"{url}","kind":"attribute","descriptor":null,{NO_ATTRIBUTES}}}]"#,
            start + 1
        )
    };
    let (first, second) = (link("b", "One", 24), link("c", "Two", 26));
    assert_eq!(
        ran.stdout,
        format!(
            r#"{{"uri":"http://a.example/1","encoding":"KOI8-R","title":"а","links":{first}}}
{{"uri":"http://a.example/2","encoding":"UTF-8","title":"Two","links":{second}}}
{{"uri":null,"encoding":"UTF-8","title":"Three","links":[]}}
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

/// Ctrl-C, or an end of the session.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_leaves_nothing() {
    use std::process::{Command, Stdio};

    for (signal, name) in [("INT", "out.parquet"), ("TERM", "out.jsonl"), ("HUP", "out.jsonl")] {
        let folder = Folder::new();
        let output = folder.path().join(name);
        // A program that runs in the background ignores some signals, and so do those that it starts, if they do not say
        // otherwise.
        let mut child = Command::new("env")
            .args(["--default-signal=INT,TERM,HUP", env!("CARGO_BIN_EXE_tagspan"), "extract", "-", "-o"])
            .arg(&output)
            .stdin(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        // To wait for it would end its input, and it may finish before it takes notice of the signal.
        let _input = child.stdin.take();
        let files = || fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        while files().count() == 0 {
            assert_eq!(child.try_wait().unwrap(), None, "{signal}");
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let part = files().next().and_then(|file| file.into_string().ok()).unwrap();
        assert!(part.starts_with(&format!(".{name}.")) && part.ends_with(".part"), "{part}");
        // It waits for its input, a moment after the file is there.
        std::thread::sleep(std::time::Duration::from_millis(200));
        let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        assert_eq!(files().count(), 0, "{signal}");
    }
}

/// A disk that is full.
#[cfg(target_os = "linux")]
#[test]
fn a_failing_output_is_reported() {
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
fn unreadable_files_are_reported_as_by_every_command() {
    let folder = Folder::new();
    folder.file("pages.html", "<title>One</title>");
    let name = |name: &str| folder.path().join(name);
    for (file, wanted) in [
        (name("gone.html"), "no such file or folder"),
        (name("gone.warc.gz"), "no such file or folder"),
        (
            folder.file("image.html", b"\x89PNG\r\n\x1A\n"),
            "looks like PNG, not HTML: leave it out, or give --binary to read it anyway",
        ),
    ] {
        for command in ["extract", "links", "stats"] {
            let failed = run([command.as_ref(), file.as_os_str()]);
            let message = format!("tagspan: {}: {wanted}\n", file.display());
            assert_eq!(failed.status, Some(1), "{command}");
            assert!(failed.stderr.starts_with(&message), "{command}: {}", failed.stderr);
        }
    }
}

#[test]
fn relative_links_of_files_have_the_base() {
    let folder = Folder::new();
    let page = folder.file("page.html", "<p data-href=1>");
    let ran = run([
        "extract".as_ref(),
        "--columns=links".as_ref(),
        "--attribute=p@data-href".as_ref(),
        page.as_os_str(),
    ]);
    assert!(ran.stdout.contains(r#""attribute":"data-href""#), "{}", ran.stdout);
    let page = folder.file("page.html", "<a href=b>");
    for (base, wanted) in [(None, "null"), (Some("--base=http://a.example/"), "\"http://a.example/b\"")] {
        let words = ["extract", "--columns=uri,links"].into_iter().chain(base).map(|word| word.as_ref());
        let ran = run(words.chain([page.as_os_str()]));
        let links = format!(
            "[{{\"url\":{wanted},\"element\":\"a\",\"attribute\":\"href\",\"rel\":null,\"text\":null,\"start\":8,\"end\":9,\
             \"value\":\"b\",\"kind\":\"attribute\",\"descriptor\":null,{NO_ATTRIBUTES}}}]"
        );
        assert_eq!(ran.stdout, format!("{{\"uri\":null,\"links\":{links}}}\n"));
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
