//! Many inputs, which are worked on at the same time: what is printed is what one after the other gives.

use std::path::PathBuf;

use crate::harness::{Folder, run};
#[cfg(unix)]
use {
    crate::harness::command,
    std::io::{BufRead, BufReader, Write},
    std::process::Command,
    std::sync::mpsc,
    std::time::Duration,
    std::{fs, iter, thread},
};
#[cfg(all(unix, feature = "parquet"))]
use {
    crate::harness::{Run, pipe},
    std::time::Instant,
};

/// Pages that give each command something to print, and something to complain about.
fn pages(folder: &Folder) -> Vec<PathBuf> {
    (0..600)
        .map(|number| {
            let page = match number % 50 {
                0 => "\0".to_owned(),
                7 => String::new(),
                _ => format!("<title>{number}</title><a href=/{number}>{}</a></>", "x".repeat(number % 97)),
            };
            folder.file(format!("{number:03}.html"), page)
        })
        .collect()
}

#[test]
fn output_has_the_order_of_the_inputs() {
    let folder = Folder::new();
    let pages = pages(&folder);
    for words in [
        &["tokens", "--format=jsonl"][..],
        &["links", "--format=jsonl"],
        &["text", "--format=jsonl"],
        &["check", "--format=jsonl"],
        &["tokens"],
        &["links"],
        &["text"],
        &["check", "--format=github"],
    ] {
        let all = run(words.iter().map(|word| word.as_ref()).chain([folder.path().as_os_str()]));
        assert_eq!(all.status, Some(1), "{words:?}");
        let (mut lines, mut complaints) = (all.stdout.lines(), all.stderr.lines());
        for (number, page) in pages.iter().enumerate() {
            let name = page.display().to_string();
            match number % 50 {
                0 => assert!(complaints.next().unwrap().starts_with(&format!("tagspan: {name}: looks like"))),
                7 if words[0] == "tokens" => {
                    assert_eq!(complaints.next().unwrap(), format!("tagspan: {name}: is empty: no tokens"));
                }
                7 => {}
                _ => assert!(lines.any(|line| line.contains(&name)), "{words:?}: {name}"),
            }
        }
        assert_eq!(complaints.next(), None);
    }
    let headings = run(["text".as_ref(), folder.path().as_os_str()]).stdout;
    assert!(headings.starts_with("==> ") && headings.contains("\n\n==> ") && !headings.contains("\n\n\n"));
}

#[test]
fn counts_are_those_of_all_inputs() {
    let folder = Folder::new();
    pages(&folder);
    let printed =
        run(["stats".as_ref(), "--format=jsonl".as_ref(), "--errors".as_ref(), folder.path().as_os_str()]);
    let counts: serde_json::Value = serde_json::from_str(&printed.stdout).unwrap();
    assert_eq!(
        (&counts["files"], &counts["failures"], &counts["empty_files"]),
        (&588.into(), &12.into(), &12.into())
    );
    assert_eq!((&counts["kinds"]["StartTag"], &counts["kinds"]["EndTag"]), (&1152.into(), &1152.into()));
    assert_eq!(counts["encodings"]["UTF-8"], 588);
    let sarif = run(["check".as_ref(), "--format=sarif".as_ref(), folder.path().as_os_str()]).stdout;
    let log: serde_json::Value = serde_json::from_str(&sarif).unwrap();
    assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), 576);
}

/// Input from a pipe is printed as it arrives. To keep it until the pipe ends would need unbounded memory.
#[cfg(unix)]
#[test]
fn a_pipe_beside_files_is_read_in_its_turn() {
    let folder = Folder::new();
    let page = folder.file("page.html", "<p>");
    let fifo = folder.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().is_ok_and(|status| status.success()));
    let mut child = command()
        .args(["tokens", "--charset=utf-8"])
        .args([&page, &page, &fifo, &page])
        .spawn()
        .expect("the binary starts");
    let stdout = child.stdout.take().expect("the output is a pipe");
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || BufReader::new(stdout).lines().try_for_each(|line| sender.send(line.unwrap())));
    let mut writer = fs::File::create(&fifo).expect("it is opened for reading");
    writer.write_all(b"<b>").expect("it is read");
    let soon = || lines.recv_timeout(Duration::from_secs(10)).ok();
    let is_printed = iter::from_fn(soon).any(|line| line.contains("<b>"));
    drop(writer);
    let rest: Vec<_> = lines.iter().collect();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(is_printed && rest.iter().any(|line| line.contains("<p>")), "{rest:?}");
}

/// `-` is standard input each time, and a pipe is the same one under each of its names: the second reader gets what the first has
/// left, and no thread waits for one whose results come later.
#[cfg(all(unix, feature = "parquet"))]
#[test]
fn a_pipe_that_is_named_twice_is_read_once_at_a_time() {
    let folder = Folder::new();
    let fifo = folder.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().is_ok_and(|status| status.success()));
    let child = command()
        .args(["extract", "--threads=4", "--columns=title", "--charset=utf-8"])
        .args([&fifo, &fifo])
        .spawn()
        .expect("the binary starts");
    let fifo = fifo.canonicalize().expect("it is there");
    let is_held = || {
        let mut files = fs::read_dir(format!("/proc/{}/fd", child.id())).into_iter().flatten().flatten();
        files.any(|file| fs::read_link(file.path()).is_ok_and(|held| held == fifo))
    };
    for title in ["one", "two"] {
        let mut writer = fs::File::create(&fifo).expect("it is opened for reading");
        for part in ["<title>", title, "</title>"].into_iter().chain(["<p>"; 20]) {
            writer.write_all(part.as_bytes()).expect("it is read");
            thread::sleep(Duration::from_millis(2));
        }
        drop(writer);
        // A reader that has not met the end yet would not meet it once the pipe is open for writing again. Where the files that a
        // program holds open are not listed, it gets some time.
        thread::sleep(Duration::from_millis(100));
        let end = Instant::now() + Duration::from_secs(30);
        while is_held() && Instant::now() < end {
            thread::sleep(Duration::from_millis(1));
        }
    }
    let printed = Run::from(child.wait_with_output().expect("it ends"));
    assert_eq!(printed.stdout, "{\"title\":\"one\"}\n{\"title\":\"two\"}\n", "{}", printed.stderr);
    for _ in 0..20 {
        let words = ["extract", "--threads=4", "--columns=title", "--charset=utf-8", "-", "-", "-"];
        let printed = pipe(words, b"<title>one</title>");
        assert!(printed.stdout.starts_with("{\"title\":\"one\"}\n"), "{}", printed.stdout);
    }
}
