//! Files that change while they are read, and files and folders that cannot be.
#![cfg(unix)]

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::harness::{Folder, Run, command, finish, has_command};
#[cfg(feature = "parquet")]
use {
    crate::harness::run,
    testing::archives::{gzip, response},
};

/// A change of a file, and what is left of it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Change {
    /// It has no bytes any more.
    Empty,
    /// It ends in the middle of what it was.
    Half,
    /// More follows it.
    Grown,
    /// Zeros stand where its second half was.
    Zeros,
    /// Another file has its name.
    Replaced,
    Removed,
}

const CHANGES: [Change; 6] =
    [Change::Empty, Change::Half, Change::Grown, Change::Zeros, Change::Replaced, Change::Removed];

impl Change {
    fn apply(self, path: &Path, more: &[u8]) {
        let length = fs::metadata(path).expect("the file is there").len();
        let open = || OpenOptions::new().append(true).open(path).expect("the file can be written to");
        match self {
            Change::Empty => open().set_len(0),
            Change::Half => open().set_len(length / 2),
            Change::Grown => open().write_all(more),
            Change::Zeros => open().set_len(length / 2).and_then(|()| open().set_len(length)),
            Change::Replaced => {
                let other = path.with_extension("other");
                fs::write(&other, more).and_then(|()| fs::rename(other, path))
            }
            Change::Removed => fs::remove_file(path),
        }
        .expect("the file can be changed");
    }
}

/// Starts a command, and waits until it has printed something and no more fits into the pipe.
fn begun(words: &[&str], path: &Path) -> (Child, Vec<u8>) {
    let mut child = command().args(words).arg(path).spawn().expect("the binary starts");
    let mut printed = vec![0; 100];
    child.stdout.as_mut().expect("it is a pipe").read_exact(&mut printed).expect("there is output");
    (child, printed)
}

fn rest(child: Child, mut printed: Vec<u8>) -> Run {
    let Run { stdout, stderr, status } = finish(child);
    printed.extend_from_slice(stdout.as_bytes());
    Run { stdout: String::from_utf8(printed).expect("the output is UTF-8"), stderr, status }
}

/// The lines of messages, but for the summary of `extract`.
#[cfg(feature = "parquet")]
fn faults(run: &Run) -> usize {
    run.stderr.lines().filter(|line| !line.starts_with("tagspan: done: ")).count()
}

/// So much more than a pipe holds that the file is not read to its end before the change.
const ROWS: usize = 60_000;

/// Whatever becomes of a file, what was read of it before is printed as if it had stayed, and no command crashes.
#[test]
fn pages_that_change_while_they_are_read() {
    let row = "<p class=a a a>text</a>\n<a href=b>";
    let page = row.repeat(ROWS);
    let more = b"<i>the end</i>";
    let folder = Folder::new();
    for words in [
        &["tokens", "--format=jsonl"][..],
        &["tokens", "--errors"],
        &["links", "--format=jsonl"],
        &["check", "--format=jsonl"],
    ] {
        let path = folder.file("page.html", &page);
        let (child, printed) = begun(words, &path);
        let whole = rest(child, printed);
        let lines = whole.lines();
        for change in CHANGES {
            let path = folder.file("page.html", &page);
            let (child, printed) = begun(words, &path);
            change.apply(&path, more);
            let run = rest(child, printed);
            let context = format!("{words:?}, {change:?}: {} {:?}", run.stderr, run.status);
            assert!(run.status.is_some() && !run.stderr.contains("panicked"), "{context}");
            let same = run.stdout.lines().zip(&lines).take_while(|(line, whole)| line == *whole).count();
            let count = run.stdout.lines().count();
            match change {
                Change::Removed | Change::Replaced => assert_eq!(run, whole, "{context}"),
                // What begins in the last line of the file is another token with more after it.
                Change::Grown => assert!(same + 3 >= lines.len() && count + 3 >= lines.len(), "{context}"),
                // A token that is cut is another one, with an error of its own.
                Change::Empty | Change::Half => {
                    let is_cut = count < lines.len();
                    assert!(same > 100 && is_cut && same + 3 >= count, "{context}: {same} of {count}");
                }
                Change::Zeros => assert!(same > 100, "{context}"),
            }
        }
    }
}

/// Archives are read in parts whose ranges are known before: lost bytes are reported, and the rest is read.
#[cfg(feature = "parquet")]
#[test]
fn archives_that_change_while_they_are_read() {
    let record = |number: usize| {
        let html = format!("<title>{number}</title>{}", "<a href=b>text</a>\n".repeat(300));
        response(&format!("http://a.example/{number}"), "Content-Type: text/html\r\n", html.as_bytes())
    };
    let folder = Folder::new();
    for (name, pack) in
        [("a.warc", Vec::clone as fn(&Vec<u8>) -> Vec<u8>), ("a.warc.gz", |bytes| gzip(bytes))]
    {
        let archive: Vec<u8> = (0..1000).flat_map(|number| pack(&record(number))).collect();
        let more = pack(&record(1000));
        for words in [&["links", "--format=jsonl"][..], &["tokens", "--format=jsonl"], &["extract"]] {
            let whole = run(words.iter().map(OsStr::new).chain([folder.file(name, &archive).as_os_str()]));
            assert_eq!((whole.status, faults(&whole)), (Some(0), 0), "{name}, {words:?}: {}", whole.stderr);
            let lines = whole.lines();
            for change in CHANGES {
                let path = folder.file(name, &archive);
                let (child, printed) = begun(words, &path);
                change.apply(&path, &more);
                let run = rest(child, printed);
                let context = format!("{name}, {words:?}, {change:?}: {} {:?}", run.stderr, run.status);
                assert!(run.status.is_some() && !run.stderr.contains("panicked"), "{context}");
                let is_lost = run.status == Some(1) && faults(&run) > 0;
                // Nothing is made up, and nothing is lost without a word.
                let same = run.stdout.lines().zip(&lines).take_while(|(line, whole)| line == *whole).count();
                if change == Change::Grown {
                    // What is longer may be another archive, whose pages are among these.
                    let is_reported = run.stderr.contains("the file was changed while it was read");
                    assert_eq!((run.status, is_reported, faults(&run)), (Some(1), true, 1), "{context}");
                    assert_eq!(same, lines.len(), "{context}");
                } else {
                    assert!(is_lost || same == lines.len(), "{context}: {same} of {}", lines.len());
                }
            }
        }
    }
}

const COMMANDS: [&str; 7] = ["tokens", "stats", "sniff", "links", "text", "check", "extract"];

/// A listed file may be replaced or removed before it is read.
#[test]
fn files_that_change_before_their_turn() {
    type Before = fn(&Path);
    let cases: [(&str, Before, &str); 5] = [
        ("removed", |path| fs::remove_file(path).unwrap(), "no such file or folder"),
        ("emptied", |path| fs::write(path, "").unwrap(), ""),
        ("longer", |path| fs::write(path, "<b>".repeat(100_000)).unwrap(), ""),
        (
            "a folder",
            |path| fs::remove_file(path).and_then(|()| fs::create_dir(path)).unwrap(),
            "is a folder",
        ),
        (
            "a link to itself",
            |path| fs::remove_file(path).and_then(|()| std::os::unix::fs::symlink(path, path)).unwrap(),
            "symbolic link",
        ),
    ];
    for (change, apply, expected) in cases {
        for subcommand in COMMANDS.into_iter().filter(|name| has_command(name)) {
            let folder = Folder::new();
            let pages = ["1.html", "2.html", "3.html"].map(|name| folder.file(name, "<p><a href=b>text</a>"));
            let mut words = command();
            // A second thread would read the pages while the first one waits for standard input.
            let threads = (subcommand == "extract").then_some("--threads=1");
            words.arg(subcommand).args(threads).arg("-").args(&pages).stdin(Stdio::piped());
            let mut child = words.spawn().expect("the binary starts");
            let mut stdin = child.stdin.take().expect("it is a pipe");
            // It has listed its inputs once it reads the first, which is more than a pipe holds.
            stdin.write_all(&b"<p>text</p>".repeat(20_000)).expect("the binary reads");
            apply(&pages[1]);
            drop(stdin);
            let run = finish(child);
            let context = format!("{subcommand}, {change}: {} {:?}", run.stderr, run.status);
            assert!(run.stderr.contains(expected) && !run.stderr.contains("panicked"), "{context}");
            assert_eq!(run.status, Some(i32::from(!expected.is_empty())), "{context}");
            if !expected.is_empty() {
                assert!(run.stderr.contains(pages[1].to_str().unwrap()), "{context}");
            }
        }
    }
}

/// A folder of a user with no rights: root may read everything, so it runs the binary as another user.
struct Unprivileged {
    folder: PathBuf,
    binary: PathBuf,
    is_root: bool,
}

/// That of no one, on Linux and macOS.
const USER: u32 = 65_534;

impl Unprivileged {
    fn new(name: &str) -> Self {
        // The target folder may lie where another user cannot go.
        let folder = std::env::temp_dir().join(format!("tagspan-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("there is a temporary folder");
        let closed = folder.join("closed");
        fs::create_dir(&closed).and_then(|()| mode(&closed, 0)).expect("folders can be made");
        let is_root = fs::read_dir(&closed).is_ok();
        let binary = folder.join("tagspan");
        fs::copy(env!("CARGO_BIN_EXE_tagspan"), &binary).expect("the binary can be copied");
        mode(&folder, 0o777).expect("the folder is ours");
        Unprivileged { folder, binary, is_root }
    }

    fn file(&self, name: &str, content: &str, bits: u32) -> PathBuf {
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("folders can be made");
        let mut file = File::create(&path).expect("the file can be written");
        file.write_all(content.as_bytes()).expect("the file can be written");
        mode(&path, bits).expect("the file is ours");
        path
    }

    fn run(&self, arguments: &[&OsStr]) -> Run {
        let mut command = Command::new(&self.binary);
        command.args(arguments).stdin(Stdio::null()).current_dir(&self.folder);
        if self.is_root {
            command.uid(USER).gid(USER);
        }
        command.output().expect("the binary starts").into()
    }
}

impl Drop for Unprivileged {
    fn drop(&mut self) {
        // Folders of no rights cannot be removed with what is in them.
        for name in ["closed", "pages/closed", "listed"] {
            let _ = mode(&self.folder.join(name), 0o700);
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn mode(path: &Path, bits: u32) -> std::io::Result<()> {
    fs::set_permissions(path, Permissions::from_mode(bits))
}

const DENIED: &str = "permission denied";

#[test]
fn files_and_folders_that_cannot_be_read() {
    let place = Unprivileged::new("read");
    let good = place.file("pages/good.html", "<a href=b>text", 0o644);
    place.file("pages/secret.html", "<p>secret", 0);
    place.file("pages/closed/inside.html", "<p>secret", 0o644);
    mode(&place.folder.join("pages/closed"), 0).unwrap();
    // Its names can be read, and nothing else.
    place.file("listed/page.html", "<p>secret", 0o644);
    mode(&place.folder.join("listed"), 0o744).unwrap();
    let path = |name: &str| place.folder.join(name);
    for subcommand in COMMANDS.into_iter().filter(|name| has_command(name)) {
        for (input, denied) in [
            ("closed", &["closed"][..]),
            ("pages/secret.html", &["pages/secret.html"]),
            ("pages/closed/inside.html", &["pages/closed/inside.html"]),
            ("pages", &["pages/closed", "pages/secret.html"]),
            ("listed", &["listed/page.html"]),
            ("listed/page.html", &["listed/page.html"]),
        ] {
            let input = path(input);
            let run = place.run(&[subcommand.as_ref(), input.as_os_str(), good.as_os_str()]);
            let context = format!("{subcommand} {}: {run:?}", input.display());
            let mut lines: Vec<_> = run
                .stderr
                .lines()
                .filter(|line| !line.starts_with("tagspan: done: "))
                // Columns tell the offset too, and what the system says.
                .map(|line| {
                    line.replace(
                        "byte 0: Permission denied (os error 13): check the file, then read it again",
                        DENIED,
                    )
                })
                .collect();
            lines.sort_unstable();
            let mut expected: Vec<_> =
                denied.iter().map(|name| format!("tagspan: {}: {DENIED}", path(name).display())).collect();
            expected.sort_unstable();
            assert_eq!(lines, expected, "{context}");
            assert_eq!(run.status, Some(1), "{context}");
            // The other input is read all the same.
            assert!(!run.stdout.is_empty() && !run.stdout.contains("secret"), "{context}");
        }
    }
}

#[test]
fn files_that_cannot_be_written() {
    let place = Unprivileged::new("write");
    let good = place.file("good.html", "<a href=b>text", 0o644);
    let full = place.folder.join("full");
    fs::create_dir(&full).and_then(|()| mode(&full, 0o555)).unwrap();
    for subcommand in ["extract", "view"].into_iter().filter(|name| has_command(name)) {
        for output in ["closed/out", "full/out", "missing/out"] {
            let output = place.folder.join(output);
            let run = place.run(&[subcommand.as_ref(), good.as_os_str(), "-o".as_ref(), output.as_os_str()]);
            let context = format!("{subcommand} {}: {run:?}", output.display());
            assert!(run.stderr.starts_with("tagspan: ") && run.stderr.lines().count() == 1, "{context}");
            assert!(run.stderr.contains(output.to_str().unwrap()), "{context}");
            assert_eq!(run.status, Some(1), "{context}");
        }
    }
    assert_eq!(fs::read_dir(&full).unwrap().count(), 0);
}
