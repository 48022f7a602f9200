//! ARC files: their pages are those of WARC, from files and in parts.

use tagspan_warc::{Archive, GapReason, Item, Truncation};
use testing::archives::{gzip, zstd};

use crate::damage::{Read, check_file, join, page, read};

/// The first record of a file, of ARC 1.0, 1.1 and 2.0.
fn starts() -> [Vec<u8>; 3] {
    let v1 = "1 0 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n";
    let v1_1 = v1.replace("1 0", "1 1") + "<?xml version='1.0'?>\n<arcmetadata>\n</arcmetadata>\n";
    let v2 = "2 0 InternetArchive\nURL IP-address Archive-date Content-type Result-code Checksum Location Offset Filename \
              Archive-length\n";
    let start = |fields: &str, block: &str| {
        format!("filedesc://a.arc 0.0.0.0 20240102030405 text/plain{fields} {}\n{block}\n", block.len())
            .into_bytes()
    };
    [start("", v1), start("", &v1_1), start(" 200 - - 0 a.arc", v2)]
}

fn line(url: &str, kind: &str, is_v2: bool, block: &[u8]) -> Vec<u8> {
    let more = if is_v2 { " 200 d41d8 - 1234 a.arc" } else { "" };
    let line = format!("{url} 192.0.2.1 20240102030405 {kind}{more} {}\n", block.len());
    [line.as_bytes(), block, b"\n"].concat()
}

fn html(length: usize, is_v2: bool) -> Vec<u8> {
    let block = [b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", &page(length)[..]].concat();
    line("http://a.example/a b", "text/html", is_v2, &block)
}

fn plain(bytes: &[u8]) -> Vec<u8> {
    bytes.to_vec()
}

type Pack = fn(&[u8]) -> Vec<u8>;

const PACKS: [(&str, Pack); 3] = [("plain", plain), ("gzip", gzip), ("zstd", zstd)];

#[test]
fn pages_are_those_of_every_version_and_compression() {
    for (version, start) in starts().iter().enumerate() {
        for (kind, pack) in PACKS {
            let html = |length| pack(&html(length, version == 2));
            let name = format!("{kind}, version {version}");
            let dns = pack(&line(
                "dns:a.example",
                "text/dns",
                version == 2,
                b"20240102030405\na.example. 5 IN A 192.0.2.1",
            ));
            let members = [pack(start), dns, html(1000), html(2000), html(3000)];
            let at = join(&members).1;
            let pages = vec![(at[2], 1000, None), (at[3], 2000, None), (at[4], 3000, None)];
            check_file(&name, &members, &Read { pages, gaps: vec![] });
        }
        let whole = [start.clone(), html(1000, version == 2), html(2000, version == 2)].concat();
        let found = read(Archive::new(&gzip(&whole)[..]));
        assert_eq!(
            found,
            Read { pages: vec![(0, 1000, None), (0, 2000, None)], gaps: vec![] },
            "whole {version}"
        );
    }
}

#[test]
fn damage_takes_no_neighbour() {
    for (kind, pack) in PACKS {
        let members = [
            pack(&starts()[0]),
            pack(&html(1000, false)),
            pack(&html(2000, false)),
            pack(&html(3000, false)),
        ];
        let at = join(&members).1;
        let mut damaged = members.clone();
        // The length, or the compressed data.
        if kind == "plain" {
            let end = members[2].iter().position(|&byte| byte == b'\n').expect("it has a line");
            damaged[2][end - 1] = b'x';
        } else {
            damaged[2][60] ^= 0x55;
        }
        let found = read(Archive::new(&damaged.concat()[..]));
        for wanted in [(at[1], 1000, None), (at[3], 3000, None)] {
            assert!(found.pages.contains(&wanted), "{kind}: {found:?}");
        }
        assert_eq!(found.gaps.len(), 1, "{kind}: {found:?}");
        check_file(kind, &damaged, &found);
        // A file that is cut.
        let file = members.concat();
        let found = read(Archive::new(&file[..file.len() - 1500]));
        let (_, _, end) = *found.pages.last().expect("the first two are whole");
        let reason = if kind == "plain" { GapReason::Short } else { GapReason::Cut };
        assert!(end == Some(Truncation::Gap(reason)) || kind != "plain", "{kind}: {found:?}");
        assert_eq!(found.gaps.last().map(|gap| gap.2), Some(reason), "{kind}: {found:?}");
    }
}

/// Nothing tells the format of the file but the records of pages.
#[test]
fn a_first_record_that_is_damaged_takes_no_other() {
    let rest = [html(1000, false), html(2000, false), html(3000, false)];
    let whole = starts()[0].clone();
    for (name, first) in [
        ("a letter of it", [&b"gile"[..], &whole[4..]].concat()),
        ("all of its line", [b"x".repeat(60), whole[60..].to_vec()].concat()),
        ("cut in front", whole[30..].to_vec()),
        ("garbage before", [b"garbage\n", &whole[..]].concat()),
        ("a line before", b"\n".to_vec()),
    ] {
        let members = [first, rest[0].clone(), rest[1].clone(), rest[2].clone()];
        let at = join(&members).1;
        let found = read(Archive::new(&members.concat()[..]));
        let pages = vec![(at[1], 1000, None), (at[2], 2000, None), (at[3], 3000, None)];
        assert_eq!(found.pages, pages, "{name}: {found:?}");
        assert_eq!(found.gaps.len(), 1, "{name}: {found:?}");
        check_file(name, &members, &found);
    }
    // A compressed file without its first record.
    let found = read(Archive::new(&rest.each_ref().map(|record| gzip(record)).concat()[..]));
    let lengths: Vec<_> = found.pages.iter().map(|page| page.1).collect();
    assert_eq!((lengths, found.gaps.len()), (vec![1000, 2000, 3000], 0));
    // One record may be what a page quotes.
    let quoted = [b"A record:\n", &rest[0][..], b"is what it is"].concat();
    assert!(!tagspan_warc::is_archive(&quoted));
    assert!(tagspan_warc::is_archive(&[b"garbage\n", &rest[0][..], &rest[1][..]].concat()));
}

/// Input that is not there yet is asked again; its beginning is not searched again.
#[test]
fn a_long_line_that_comes_slowly_is_searched_once() {
    const BLOCK: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>";
    #[derive(Debug)]
    struct Slow<'a>(&'a [u8], bool);
    impl std::io::Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            // A record whose block fails is skipped.
            self.1 = !self.1 && self.0.len() > BLOCK.len() + 1;
            if self.1 {
                return Err(std::io::ErrorKind::WouldBlock.into());
            }
            let count = buffer.len().min(self.0.len()).min(1);
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }
    let url = format!("http://a.example/{}", "a".repeat(60_000));
    let file = [&starts()[0][..], &line(&url, "text/html", false, BLOCK)].concat();
    let (mut archive, mut uri) = (Archive::new(Slow(&file, false)), None);
    loop {
        match archive.next_item() {
            Ok(Some(Item::Page(page))) => uri = page.uri().map(str::to_owned),
            Ok(Some(item)) => panic!("{item:?}"),
            Ok(None) => break,
            Err(_) => {}
        }
    }
    assert!(uri.is_some_and(|found| found == url));
}

#[test]
fn fields_are_those_of_warc() {
    let no_type = line("https://a.example/", "no-type", false, b"<p>HTTP/0.9");
    let text =
        line("http://a.example/t", "text/plain", false, b"HTTP/1.0 200 OK\nContent-Type: text/plain\n\n<p>");
    let file = [starts()[0].clone(), html(1000, false), no_type, text].concat();
    let mut archive = Archive::new(&file[..]);
    let mut found = Vec::new();
    while let Some(item) = archive.next_item().expect("memory can be read") {
        let Item::Page(page) = item else { panic!("{item:?}") };
        let uri = page.uri().expect("it has one").to_owned();
        found.push((uri, page.date().expect("it has one").to_owned(), page.status()));
        assert_eq!(page.record_field("WARC-IP-Address"), Some(&b"192.0.2.1"[..]));
    }
    let date = "2024-01-02T03:04:05Z".to_owned();
    let wanted = [
        ("http://a.example/a b".to_owned(), date.clone(), Some(200)),
        ("https://a.example/".to_owned(), date, None),
    ];
    assert_eq!(found, wanted);
    let counts = archive.counts();
    assert_eq!((counts.records, counts.warcinfo, counts.response, counts.other_media), (4, 1, 3, 1));
}

/// The line of a record is found wherever the buffer ends.
#[test]
fn a_record_behind_damage_is_found_wherever_it_begins() {
    let url = format!("http://a.example/{}", "a".repeat(3000));
    let block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>";
    for damage in [1000, 100_000, 126_000, 127_500, 128_000, 129_000, 130_000, 131_000, 131_072] {
        let filler = vec![b'y'; 300_000];
        let parts =
            [&starts()[0][..], &vec![b'x'; damage], b"\n", &line(&url, "text/html", false, block), &filler];
        let file = parts.concat();
        let mut archive = Archive::new(&file[..]);
        let mut pages = 0;
        while let Some(item) = archive.next_item().expect("memory can be read") {
            pages += usize::from(matches!(item, Item::Page(_)));
        }
        assert_eq!(pages, 1, "behind {damage} bytes");
    }
}
