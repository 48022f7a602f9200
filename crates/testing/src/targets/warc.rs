//! The target `warc`: archives with damage, read whole and in pieces.

use std::io::{Cursor, Read};
use std::ops::Range;

use tagspan_warc::{Archive, Counts, Item, Limits};

use crate::archives::{Compression, Generator, gzip, record, response, zstd};

/// Ends records in the data, so that the fuzzer can compress them one by one.
const END: u8 = 0xFE;

/// The most memory that a page of the limits may be.
const BODY: u64 = 4 << 10;

/// A decompressor that finds damage has read up to so many bytes after it, more or less with other reads.
const AHEAD: u64 = 8;

/// Reads the archive that the data stands for: as it is, or its parts compressed, with a byte flipped.
///
/// The last three bytes choose. Without them the data is the archive.
pub(super) fn run(data: &[u8]) {
    let (data, [mode, high, low]) = data.split_last_chunk().unwrap_or((data, &[0; 3]));
    let records: Vec<Vec<u8>> = data.split(|byte| *byte == END).map(<[u8]>::to_vec).collect();
    let mut file = match mode % 6 {
        0 => data.to_vec(),
        1 => Compression::Plain.pack(&records),
        2 => Compression::Gzip.pack(&records),
        3 => Compression::GzipWhole.pack(&records),
        4 => Compression::GzipBlocks(usize::from(mode / 6) + 1).pack(&records),
        _ => Compression::Zstd.pack(&records),
    };
    let flip = usize::from(u16::from_be_bytes([*high, *low]));
    if mode % 6 != 0 && flip > 0 && !file.is_empty() {
        let at = flip % file.len();
        file[at] ^= 1 << (flip % 8);
    }
    let whole = read(Archive::new(&file[..]), file.len() as u64);
    let piece = usize::from(*low) % 64 + 1;
    let pieces = read(Archive::new(Pieces(&file, piece)), file.len() as u64);
    assert_eq!(whole.without_ends(), pieces.without_ends(), "in pieces of {piece}");
    for ((whole, _), (pieces, _)) in whole.gaps.iter().zip(&pieces.gaps) {
        assert!(whole.end.abs_diff(pieces.end) <= AHEAD, "{whole:?}, {pieces:?} in pieces of {piece}");
    }
    // A range never panics, and has no record that starts before it. It may have records after its end, which the next range
    // does not find.
    let half = file.len() as u64 / 2;
    let halves = [0..half, half..file.len() as u64].map(|range| {
        let archive = Archive::new(Cursor::new(&file)).split(range.clone()).expect("memory can be read");
        let pages = read(archive, file.len() as u64).pages;
        for page in &pages {
            assert!(page.0 >= range.start, "{range:?}: a page at {}", page.0);
        }
        pages
    });
    // Readers of two ranges share the pages. (Without compression, or with blocks of literals, a page may hold what looks
    // like a record.)
    if matches!(mode % 6, 2..=4) && whole.gaps.is_empty() {
        assert_eq!(halves.concat(), whole.pages, "read in two ranges");
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Outcome {
    /// Offsets, body, truncation.
    pages: Vec<(u64, u64, Vec<u8>, String)>,
    gaps: Vec<(Range<u64>, &'static str)>,
    counts: Counts,
}

impl Outcome {
    /// All but where gaps end.
    fn without_ends(&self) -> Self {
        let mut outcome = self.clone();
        outcome.gaps.iter_mut().for_each(|(range, _)| range.end = 0);
        outcome.counts.gap_bytes = 0;
        outcome
    }
}

fn read<R: Read>(archive: Archive<R>, length: u64) -> Outcome {
    let mut limits = Limits::default();
    (limits.header, limits.body) = (512, BODY);
    let mut archive = archive.limits(limits).conversions(true);
    let (mut pages, mut gaps) = (Vec::new(), Vec::<(Range<u64>, _)>::new());
    while let Some(item) = archive.next_item().expect("memory can be read") {
        match item {
            Item::Page(mut page) => {
                let (offset, inflated) = (page.offset(), page.offset_in_member());
                let mut body = Vec::new();
                while let Some(chunk) = page.body.next_chunk().expect("memory can be read") {
                    assert!(!chunk.is_empty());
                    body.extend_from_slice(chunk);
                }
                assert!(offset < length && body.len() as u64 <= BODY);
                pages.push((offset, inflated, body, format!("{:?}", page.body.truncation())));
            }
            Item::Gap(gap) => {
                assert!(gap.range.start < gap.range.end && gap.range.end <= length, "{gap:?}");
                assert!(gaps.last().is_none_or(|last| last.0.start <= gap.range.start), "{gaps:?} {gap:?}");
                gaps.push((gap.range, gap.reason.as_str()));
            }
            _ => unreachable!("there is nothing else"),
        }
    }
    assert!(archive.next_item().expect("memory can be read").is_none(), "the end stays the end");
    let counts = *archive.counts();
    assert_eq!(counts.gap_bytes, gaps.iter().map(|(range, _)| range.end - range.start).sum::<u64>());
    Outcome { pages, gaps, counts }
}

/// Gives pieces of so many bytes.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        let (now, later) = self.0.split_at(self.0.len().min(buf.len()).min(self.1));
        buf[..now.len()].copy_from_slice(now);
        self.0 = later;
        Ok(now.len())
    }
}

/// Small archives of every kind, responses with encodings, and text.
pub(super) fn samples() -> Vec<Vec<u8>> {
    let mut generator = Generator::new(1, false);
    let page = ("a".to_owned(), b"<p>text".to_vec());
    let records =
        [vec![generator.info()], generator.page(&page).to_vec(), generator.page(&page).to_vec()].concat();
    let plain = records.join(&END);
    let mut samples: Vec<_> = (0..6).map(|mode| [&plain[..], &[mode, 0, 0]].concat()).collect();
    samples.push([&plain[..], &[2, 1, 9]].concat());
    for (field, body) in [
        ("Content-Encoding: gzip", gzip(b"<p>text")),
        ("Content-Encoding: zstd", zstd(b"<p>text")),
        ("Transfer-Encoding: chunked", b"3\r\n<p>\r\n0\r\n\r\n".to_vec()),
    ] {
        let record = response("http://a/", &format!("Content-Type: text/html\r\n{field}\r\n"), &body);
        samples.push([&record[..], &[1, 0, 0]].concat());
    }
    samples.push([record("conversion", "Content-Type: text/plain\r\n", b"1 < 2"), vec![1, 0, 0]].concat());
    samples
}
