//! `tagspan check --fix` and `--diff`: what is written, what is refused, and that every other byte stays.

use std::fs;
use std::process::Command;

use crate::harness::{Folder, command, finish, pipe, run};

const BROKEN: &str =
    "<p id=a id=b>fish &amp chips</p class=x>\n<a href=?a=1&b=2 a a a a a>1 < 2</a/>\n<!-- a --!>\n";
const FIXED: &str = "<p id=a>fish &amp; chips</p>\n<a href=\"?a=1&b=2\" a>1 &lt; 2</a>\n<!-- a -->\n";

fn check(words: &[&str], path: &std::path::Path) -> crate::harness::Run {
    run(["check".as_ref()].into_iter().chain(words.iter().map(AsRef::as_ref)).chain([path.as_os_str()]))
}

#[test]
fn files_are_fixed_and_what_is_left_is_printed() {
    let folder = Folder::new();
    let page = folder.file("page.html", format!("{BROKEN}<p <"));
    let diff = check(&["--diff"], &page);
    let name = page.display();
    assert_eq!(
        diff.stdout,
        format!(
            "--- {name}\n+++ {name}\n@@ -1,4 +1,4 @@\n-{}+{} <p <\n\\ No newline at end of file\n",
            BROKEN.trim_end().replace('\n', "\n-") + "\n",
            FIXED.trim_end().replace('\n', "\n+") + "\n",
        )
    );
    assert_eq!(
        (diff.stderr, diff.status),
        (format!("tagspan: {name}: 12 errors would be fixed, 2 left\n"), Some(1))
    );
    assert_eq!(fs::read_to_string(&page).unwrap(), format!("{BROKEN}<p <"));
    let fixed = check(&["--fix", "--format=github"], &page);
    assert_eq!(
        (fixed.stderr, fixed.status),
        (format!("tagspan: {name}: 12 errors fixed, 2 left\n"), Some(1))
    );
    assert_eq!(fixed.stdout.lines().count(), 2);
    assert_eq!(fs::read_to_string(&page).unwrap(), format!("{FIXED}<p <"));
    // Again: nothing is to be done, and nothing is said.
    let again = check(&["--fix", "--deny=duplicate-attribute"], &page);
    assert_eq!((again.stderr.as_str(), again.status), ("", Some(0)));
    assert_eq!(check(&["--diff"], &page).stdout, "");
}

#[test]
fn what_is_allowed_is_not_fixed() {
    let page = Folder::new();
    let page = page.file("page.html", "<p a a>&amp b");
    let run = check(&["--fix", "--allow=duplicate-attribute"], &page);
    assert_eq!((run.stdout.as_str(), run.status), ("       0  parse errors\n", Some(0)));
}

#[test]
fn standard_input_is_fixed_to_standard_output() {
    let fixed = pipe(["check", "--fix"], BROKEN.as_bytes());
    assert_eq!((fixed.stdout.as_str(), fixed.status), (FIXED, Some(0)));
    assert_eq!(fixed.stderr, "tagspan: standard input: 12 errors fixed, 0 left\n");
    let fine = pipe(["check", "--fix"], FIXED.as_bytes());
    assert_eq!((fine.stdout.as_str(), fine.stderr.as_str(), fine.status), (FIXED, "", Some(0)));
    let left = pipe(["check", "--fix"], b"<p a a><!--");
    assert_eq!((left.stdout.as_str(), left.status), ("<p a><!--", Some(1)));
    let diff = pipe(["check", "--diff"], b"<p a a>");
    assert_eq!((diff.stdout.lines().next(), diff.status), (Some("--- standard input"), Some(1)));
    assert_eq!(pipe(["check", "--diff"], b"<p a>").status, Some(0));
}

/// Bytes that are no text, and characters in which bytes of ASCII are, stay as they are.
#[test]
fn every_encoding_keeps_its_bytes() {
    let utf_16: Vec<u8> = BROKEN.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let fixed_utf_16: Vec<u8> = FIXED.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let meta = &b"<meta charset=shift_jis>"[..];
    let folder = Folder::new();
    for (before, after) in [
        ([&b"\xFE\xFF"[..], &utf_16].concat(), [&b"\xFE\xFF"[..], &fixed_utf_16].concat()),
        // The second byte of these characters is a quotation mark's neighbour, a backslash and a vertical line.
        (
            [meta, b"\x83\x5C\x83\x7C<p a=\x83\x5C=1 a=\x93>"].concat(),
            [meta, b"\x83\x5C\x83\x7C<p a=\"\x83\x5C=1\">"].concat(),
        ),
        (b"\xEF\xBB\xBF<p a a>\xFF".to_vec(), b"\xEF\xBB\xBF<p a>\xFF".to_vec()),
        (
            b"<meta charset=gb18030>\x84\x31\x95\x33<p a a>".to_vec(),
            b"<meta charset=gb18030>\x84\x31\x95\x33<p a>".to_vec(),
        ),
        // Between escapes, ASCII is something else.
        (b"<meta charset=iso-2022-jp><p a a>".to_vec(), b"<meta charset=iso-2022-jp><p a a>".to_vec()),
        // A line ends with LF only, and the last one with nothing.
        (b"<p a a>\r<p b b>\r\n<p>\r".to_vec(), b"<p a>\r<p b>\r\n<p>\r".to_vec()),
        (b"\xEF\xBB\xBFa\n\n\n\n<p>\n<p a a>\r".to_vec(), b"\xEF\xBB\xBFa\n\n\n\n<p>\n<p a>\r".to_vec()),
    ] {
        let page = folder.file("page.html", &before);
        // UTF-16 is shown as text.
        if !before.starts_with(b"\xFE\xFF") {
            apply_diff(&folder);
            assert_eq!(fs::read(&page).unwrap(), after, "{} by its diff", before.escape_ascii());
            fs::write(&page, &before).unwrap();
        }
        check(&["--fix"], &page);
        assert_eq!(fs::read(&page).unwrap(), after, "{}", before.escape_ascii());
    }
}

/// Applies what `--diff` prints to the page in a folder.
fn apply_diff(folder: &Folder) {
    let diff =
        command().args(["check", "--diff", "page.html"]).current_dir(folder.path()).output().unwrap().stdout;
    fs::write(folder.path().join("page.diff"), &diff).unwrap();
    if !diff.is_empty() {
        let mut git = Command::new("git");
        git.args(["apply", "-p0", "--whitespace=nowarn", "page.diff"]).current_dir(folder.path());
        let applied = git.output().expect("git is there, as the sources came by it");
        assert!(applied.status.success(), "{}", String::from_utf8_lossy(&applied.stderr));
    }
}

#[test]
fn a_fix_that_would_change_the_encoding_is_refused() {
    // The declaration ends within the bytes that are looked at, and would not after the fix.
    let before = format!("{}<meta charset=koi8-r>\u{FF}", "&lt".repeat(349_500));
    assert!(before.len() < 1 << 20);
    let folder = Folder::new();
    let page = folder.file("page.html", &before);
    let run = check(&["--fix"], &page);
    assert!(
        run.stderr.contains("is not changed, because it would be read in another encoding"),
        "{}",
        run.stderr
    );
    assert_eq!((run.stdout.as_str(), run.status), ("", Some(1)));
    assert_eq!(fs::read_to_string(&page).unwrap(), before);
}

#[test]
fn what_cannot_be_replaced_is_refused() {
    let folder = Folder::new();
    let zipped = testing::archives::gzip(b"<p a a>");
    let compressed = folder.file("page.html.gz", &zipped);
    let archive =
        folder.file("pages.warc", "WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n");
    let page = folder.file("page.html", "<p a a>");
    let run = run([
        "check".as_ref(),
        "--fix".as_ref(),
        compressed.as_os_str(),
        archive.as_os_str(),
        "-".as_ref(),
        "gone.html".as_ref(),
        page.as_os_str(),
    ]);
    let reasons = [
        "page.html.gz: is compressed and is not changed: inflate it, then fix that",
        "pages.warc: is an archive",
        "standard input: is fixed to standard output",
        "gone.html: no such file or folder",
        "page.html: 1 error fixed, 0 left",
    ];
    for (line, reason) in run.stderr.lines().zip(reasons) {
        assert!(line.contains(reason), "{line}");
    }
    assert_eq!((run.stderr.lines().count(), run.status), (reasons.len(), Some(1)));
    assert_eq!(run.stdout, "       0  parse errors\n");
    assert_eq!(fs::read(compressed).unwrap(), zipped);
    // Nothing else is left in the folder.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
#[cfg(unix)]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = Folder::new();
    let page = folder.file("page.html", "<p a a>");
    fs::set_permissions(&page, fs::Permissions::from_mode(0o640)).unwrap();
    let link = folder.path().join("link.html");
    symlink("page.html", &link).unwrap();
    check(&["--fix"], &link);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&page).unwrap(), "<p a>");
    assert_eq!(fs::metadata(&page).unwrap().permissions().mode() & 0o777, 0o640);
}

/// A page in one line, and one with very many lines that change.
#[test]
fn a_diff_of_anything_ends_soon() {
    for page in ["<p a a>".repeat(100_000), "<p a a>\n".repeat(100_000)] {
        let started = std::time::Instant::now();
        let mut command = command();
        let folder = Folder::new();
        command.args(["check", "--diff"]).arg(folder.file("page.html", &page));
        let run = finish(command.spawn().unwrap());
        assert_eq!(run.status, Some(1));
        let added = run.stdout.lines().filter(|line| line.starts_with("+<p a>")).count();
        assert_eq!(added, page.lines().count());
        assert!(started.elapsed().as_secs() < 60);
    }
}
