//! Compressed inputs: every command reads their content, and damage is reported.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::harness::{Folder, corpus, has_command, pipe, pipe_in_parts, run};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// `None` in a program that does not read it.
#[cfg(not(feature = "parquet"))]
fn zstd(_: &[u8]) -> Option<Vec<u8>> {
    None
}

#[cfg(feature = "parquet")]
fn zstd(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    // The program `zstd` writes it too.
    encoder.include_checksum(true).unwrap();
    encoder.write_all(bytes).unwrap();
    Some(encoder.finish().unwrap())
}

const COMMANDS: [&[&str]; 6] =
    [&["tokens"], &["editions"], &["sniff"], &["links"], &["text"], &["view", "--shown=100"]];

#[test]
fn every_command_reads_what_they_hold() {
    let page = std::fs::read(corpus("article.html")).unwrap();
    let (start, end) = page.split_at(1000);
    // A frame of zstd that holds nothing.
    let skippable = b"\x50\x2A\x4D\x18\x03\0\0\0abc";
    for words in COMMANDS {
        let plain = pipe(words, &page).quiet();
        let (first, second) = (zstd(start), zstd(end));
        let frames = first.zip(second).map(|(first, second)| {
            [[&first[..], &second].concat(), [&first, &skippable[..], &second, skippable].concat()]
        });
        let members = [gzip(&page), [gzip(start), gzip(end)].concat()];
        for compressed in members.into_iter().chain(zstd(&page)).chain(frames.into_iter().flatten()) {
            assert_eq!(pipe(words, &compressed).quiet(), plain, "{words:?}");
        }
    }
    let compressed = gzip(&page);
    let printed = pipe_in_parts(["tokens"], &[&compressed[..1], &compressed[1..500], &compressed[500..]]);
    assert_eq!(printed.quiet(), pipe(["tokens"], &page).quiet());
}

/// Tapes and some programs fill the last block with zeros; `gzip -t` accepts them too.
#[test]
fn zeros_behind_gzip_are_padding() {
    let page = std::fs::read(corpus("article.html")).unwrap();
    let (start, end) = page.split_at(1000);
    for words in COMMANDS.iter().chain([&EXTRACT]).filter(|words| has_command(words[0])) {
        let plain = pipe(*words, &page).stdout;
        for members in [gzip(&page), [gzip(start), gzip(end)].concat()] {
            for zeros in [1, 512, 100_000] {
                let run = pipe(*words, &[&members[..], &vec![0; zeros]].concat());
                assert_eq!(
                    (run.stdout.as_str(), run.status),
                    (plain.as_str(), Some(0)),
                    "{words:?} {zeros}: {}",
                    run.stderr
                );
            }
        }
    }
}

const EXTRACT: &[&str] = &["extract", "--columns=title,text"];

/// The messages say what is wrong and what to do, by every command.
#[test]
fn damage_has_words_and_advice() {
    let page = std::fs::read(corpus("article.html")).unwrap();
    let gz = gzip(&page);
    let cut = |bytes: &[u8]| bytes[..bytes.len() - 9].to_vec();
    let flipped = |bytes: &[u8]| {
        let mut bytes = bytes.to_vec();
        let middle = bytes.len() / 2;
        bytes[middle..][..64].fill(0xAA);
        bytes
    };
    let with = |more: &[u8]| [&gz[..], more].concat();
    let of_zstd = zstd(&page).map(|zst| {
        [(cut(&zst), "its zstd data is truncated"), (flipped(&zst), "its zstd data is damaged (")]
    });
    let of_gzip = [
        (cut(&gz), "its gzip data is truncated"),
        (gz[..5].to_vec(), "its gzip data is truncated"),
        (flipped(&gz), "its gzip data is damaged ("),
        (with(b"garbage"), "its gzip data is complete, but the bytes after it are not gzip"),
        (with(b"\0\0garbage"), "its gzip data is complete, but the bytes after it are not gzip"),
        (
            with(&[&[0; 512][..], &gz].concat()),
            "its gzip data is complete, but the bytes after it are not gzip",
        ),
        (with(b"\x1F"), "its gzip data is truncated"),
        (with(b"\x1F\x8B\x08"), "its gzip data is truncated"),
        (with(b"\x1F\x8B\x07garbage and more"), "its gzip data is damaged ("),
    ];
    for (damaged, wanted) in of_gzip.into_iter().chain(of_zstd.into_iter().flatten()) {
        // `sniff` reads the first bytes only.
        let commands = COMMANDS.into_iter().filter(|words| *words != ["sniff"]);
        let commands = commands.chain([EXTRACT, &["stats"], &["check"]]);
        for words in commands.filter(|words| has_command(words[0])) {
            let run = pipe(words, &damaged);
            let message = run.stderr.lines().find(|line| line.contains(wanted)).unwrap_or_default();
            let advice = ": check the file, then read it again";
            assert!(
                message.ends_with(advice) && message.matches(advice).count() == 1,
                "{words:?}, {wanted}: {}",
                run.stderr
            );
            assert_eq!(run.status, Some(1), "{words:?}, {wanted}");
        }
    }
}

/// The readable part is printed.
#[test]
fn damage_is_reported() {
    let noise: Vec<u8> =
        (0..100_000u32).flat_map(|number| number.wrapping_mul(2_654_435_761).to_be_bytes()).collect();
    let page = [b"<p>", &noise[..]].concat();
    for compressed in [gzip(&page)].into_iter().chain(zstd(&page)) {
        let cut = &compressed[..compressed.len() / 2];
        let mut flipped = compressed.clone();
        flipped[compressed.len() / 2..][..64].fill(0xAA);
        let garbage = [&compressed[..], b"garbage"].concat();
        for (name, damaged) in [("cut", cut), ("flipped", &flipped), ("garbage", &garbage)] {
            let run = pipe(["tokens"], damaged);
            assert_eq!(run.status, Some(1), "{name}");
            assert!(run.stderr.starts_with("tagspan: standard input: "), "{name}: {}", run.stderr);
            // A frame of zstd is read by blocks, of which a damaged one gives nothing.
            let gives_all = name != "flipped" && (name == "garbage" || damaged.starts_with(b"\x1F"));
            assert!(!gives_all || run.stdout.starts_with("0..3\tStartTag"), "{name}");
        }
    }
    let run = pipe(["tokens"], &gzip(&gzip(b"<p>")));
    assert!(run.stderr.contains("looks like nested gzip, not HTML: "), "{}", run.stderr);
    // Beginnings of magic numbers are text.
    for bytes in [&b"\x28"[..], b"\x28\xB5", b"(text"] {
        assert!(pipe(["tokens"], bytes).quiet().starts_with("0.."), "{bytes:?}");
    }
}

#[test]
fn pages_of_folders_may_be_compressed() {
    let folder = Folder::new();
    folder.file("a.html.gz", gzip(b"<title>A</title>"));
    match zstd(b"<title>C</title>") {
        Some(compressed) => folder.file("b/c.htm.zst", compressed),
        None => folder.file("b/c.htm.gz", gzip(b"<title>C</title>")),
    };
    folder.file("d.html", "<title>D</title>");
    folder.file("e.txt.gz", gzip(b"no page"));
    for (words, expected) in [(["text"], "Title: A"), (["tokens"], "StartTag"), (["links"], "==> ")] {
        let printed = run([words[0].as_ref(), folder.path().as_os_str()]).quiet();
        assert_eq!(printed.matches("==> ").count(), 3, "{printed}");
        assert!(printed.contains(expected), "{printed}");
    }
}
