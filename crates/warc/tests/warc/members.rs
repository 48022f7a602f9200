//! Members of gzip: all parts that their headers may have, and what members cost.

use std::io::{Read, Write};
use std::ops::Range;

use allocation_counter::measure;
use flate2::{Crc, GzBuilder};
use tagspan_warc::{Archive, GapReason, Item};
use testing::archives::{Compression, Generator, gzip, response};

use GapReason::{Corrupt, Cut, NotWarc};

fn page() -> Vec<u8> {
    response("http://a.example/", "Content-Type: text/html\r\n", b"<p>text")
}

/// The length of the only page, if it is whole, and the reason of the only gap.
fn read(archive: Archive<impl std::io::Read>) -> (Option<usize>, Option<GapReason>) {
    let (mut archive, mut page, mut gap) = (archive, None, None);
    while let Some(item) = archive.next_item().expect("memory can be read") {
        match item {
            Item::Page(mut found) => {
                let mut length = 0;
                while let Some(chunk) = found.body.next_chunk().expect("memory can be read") {
                    length += chunk.len();
                }
                page = Some(length).filter(|_| found.body.truncation().is_none());
            }
            Item::Gap(found) => assert_eq!(gap.replace(found.reason), None, "two gaps"),
            _ => unreachable!("there is nothing else"),
        }
    }
    (page, gap)
}

/// A member with the flag, and these bytes between the fixed part of its header and its data.
fn with(flag: u8, part: &[u8]) -> Vec<u8> {
    let member = gzip(&page());
    let mut header = member[..10].to_vec();
    header[3] = flag;
    [&header, part, &member[10..]].concat()
}

/// As `with`, and with the checksum of the header, to which this is added.
fn with_check(flag: u8, part: &[u8], wrong: u16) -> Vec<u8> {
    let member = with(flag | 2, part);
    let at = 10 + part.len();
    let mut crc = Crc::new();
    crc.update(&member[..at]);
    let check = (crc.sum() as u16).wrapping_add(wrong).to_le_bytes();
    [&member[..at], &check, &member[at..]].concat()
}

/// A member whose byte so far from the end is flipped.
fn flipped(from_end: usize) -> Vec<u8> {
    let mut member = gzip(&page());
    let at = member.len() - from_end;
    member[at] ^= 1;
    member
}

#[test]
fn headers_and_trailers_of_members_are_read_and_checked() {
    let whole = (Some(7), None);
    let lost = |reason| (None, Some(reason));
    let mut builder = GzBuilder::new()
        .filename("name")
        .comment("text")
        .extra(vec![1, 0])
        .write(Vec::new(), flate2::Compression::best());
    builder.write_all(&page()).expect("memory can be written");
    let built = builder.finish().expect("memory can be written");
    for (name, member, wanted) in [
        ("no part", gzip(&page()), whole),
        ("the flag of text, which means nothing", with(1, b""), whole),
        ("a name", with(8, b"a.warc\0"), whole),
        ("an empty name", with(8, b"\0"), whole),
        ("a long name", with(8, &[&[b'a'; 4000][..], b"\0"].concat()), whole),
        ("a comment", with(16, b"text\0"), whole),
        ("a name and a comment", with(24, b"a\0b\0"), whole),
        ("extra bytes", with(4, b"\x03\0\0a\0"), whole),
        ("no extra bytes", with(4, b"\0\0"), whole),
        ("all but a checksum", built, whole),
        ("a checksum of the header", with_check(0, b"", 0), whole),
        ("a checksum and all else", with_check(28, b"\x03\0\0a\0a\0b\0", 0), whole),
        ("a wrong checksum of the header", with_check(0, b"", 1), lost(Corrupt)),
        ("a wrong checksum behind all else", with_check(28, b"\x03\0\0a\0a\0b\0", 256), lost(Corrupt)),
        ("a reserved flag", with(32, b""), lost(NotWarc)),
        ("a wrong length", flipped(1), lost(Corrupt)),
        ("a wrong checksum", flipped(8), lost(Corrupt)),
        ("a name without end", with(8, b"")[..11].to_vec(), lost(Cut)),
        ("extra bytes beyond the end", with(4, b"\xFF\xFF"), lost(Cut)),
        ("a cut trailer", gzip(&page())[..gzip(&page()).len() - 1].to_vec(), lost(Cut)),
    ] {
        assert_eq!(read(Archive::new(&member[..])), wanted, "{name}");
        // Each part may end where a read does.
        let (first, rest) = member.split_at(member.len().min(1));
        assert_eq!(
            read(Archive::new(std::io::Read::chain(first, Drops(rest)))),
            wanted,
            "{name}, byte by byte"
        );
    }
}

/// How many pages there are, and the gaps. Where the input fails, it is read on.
fn pages_and_gaps(mut archive: Archive<impl Read>) -> (u64, Vec<(Range<u64>, GapReason)>) {
    let mut gaps = Vec::new();
    loop {
        match archive.next_item() {
            Ok(Some(Item::Gap(gap))) => gaps.push((gap.range, gap.reason)),
            Ok(None) => return (archive.counts().pages, gaps),
            Ok(Some(_)) | Err(_) => {}
        }
    }
}

/// Input that has no bytes, and fails the first time that it is asked.
struct Fails(bool);

impl Read for Fails {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        if std::mem::replace(&mut self.0, true) { Ok(0) } else { Err(std::io::ErrorKind::WouldBlock.into()) }
    }
}

/// `gzip -t` accepts zeros after the last member, as tapes and some programs fill the last block with them.
#[test]
fn zeros_behind_the_last_member_are_padding() {
    let (member, half) = (gzip(&page()), 1 << 17);
    for (name, behind, wanted) in [
        ("nothing", vec![], None),
        ("one zero", vec![0], None),
        ("a block", vec![0; 512], None),
        ("more than a buffer", vec![0; 5 * half], None),
        ("zeros and garbage", [&[0; 512][..], b"garbage"].concat(), Some(519)),
        ("zeros and a record", [&[0; 512][..], b"WARC/1.0\r\nWARC-Type: x\r\n\r\n"].concat(), Some(538)),
        ("zeros and a cut member", [&[0; 512][..], &member[..5]].concat(), Some(517)),
        ("many zeros and garbage", [&vec![0; 5 * half][..], b"garbage"].concat(), Some(5 * half + 7)),
        ("garbage", b"garbage".to_vec(), Some(7)),
        ("garbage and zeros", b"garbage\0\0".to_vec(), Some(9)),
    ] {
        let file = [&member[..], &behind].concat();
        let start = member.len() as u64;
        let wanted: Vec<_> = wanted.iter().map(|&length| (start..start + length as u64, NotWarc)).collect();
        assert_eq!(pages_and_gaps(Archive::new(&file[..])), (1, wanted.clone()), "{name}");
        // Input that fails once, within the zeros or after them.
        for at in [0, 1, 300, 512, half, 5 * half].map(|at| member.len() + at) {
            let Some((first, second)) = file.split_at_checked(at) else { continue };
            let input = first.chain(Fails(false)).chain(second);
            assert_eq!(pages_and_gaps(Archive::new(input)), (1, wanted.clone()), "{name}, byte {at}");
        }
    }
    let two = [&member[..], &[0; 512], &member].concat();
    let gap = member.len() as u64..member.len() as u64 + 512;
    for at in [0, 300, 512].map(|at| member.len() + at) {
        let input = two[..at].chain(Fails(false)).chain(&two[at..]);
        assert_eq!(pages_and_gaps(Archive::new(input)), (2, vec![(gap.clone(), NotWarc)]), "byte {at}");
    }
    // Zeros ahead of a member are none, and neither are those that stand alone.
    for (name, file, pages) in [("ahead", [&[0; 512][..], &member].concat(), 1), ("alone", vec![0; 512], 0)] {
        let mut archive = Archive::new(&file[..]);
        while archive.next_item().expect("memory can be read").is_some() {}
        assert_eq!((archive.counts().pages, archive.counts().gap_bytes), (pages, 512), "{name}");
    }
}

/// A reader that gives one byte at a time.
struct Drops<'a>(&'a [u8]);

impl std::io::Read for Drops<'_> {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        let count = self.0.len().min(buf.len()).min(1);
        buf[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

#[test]
fn members_allocate_nothing_once_buffers_have_grown() {
    let mut generator = Generator::new(1, false);
    let records: Vec<_> =
        (0..20).flat_map(|at| generator.page(&("a".to_owned(), format!("<p>{at}").into_bytes()))).collect();
    for compression in [Compression::Plain, Compression::Gzip, Compression::Zstd] {
        let file = compression.pack(&records);
        let mut archive = Archive::new(&file[..]);
        let mut pages = 0;
        let mut read = |wanted: usize| {
            while pages < wanted {
                let Ok(Some(Item::Page(mut page))) = archive.next_item() else { panic!("page {pages}") };
                page.for_each(|_| {}).expect("memory can be read");
                pages += 1;
            }
        };
        read(2);
        let allocated = measure(|| read(20));
        assert_eq!(allocated.count_total, 0, "{compression:?}: {} bytes", allocated.bytes_total);
    }
}
