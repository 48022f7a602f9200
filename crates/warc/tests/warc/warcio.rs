//! The test files of warcio, and what warcio reads of them.

use std::path::PathBuf;

use GapReason::WrongLength;
use flate2::Crc;
use tagspan_warc::{Archive, GapReason, Item, Truncation};

/// A page: offset, offset in the member, address, status, length of the body and its CRC-32.
type Page = (u64, u64, &'static str, Option<u16>, u64, u32);

/// A file: pages, gaps, and how many records of which type there are.
type Row = (&'static str, &'static [Page], &'static [(u64, u64, GapReason)], &'static [(&'static str, u64)]);

const EXAMPLE: &str = "http://example.com/";
const EXAMPLE_CRC: u32 = 0x8BAA_9508;

/// Offsets are those of warcio, except in members of several records, which it refuses.
const FILES: &[Row] = &[
    (
        "example.warc",
        &[(1197, 0, EXAMPLE, Some(200), 1270, EXAMPLE_CRC)],
        &[],
        &[("warcinfo", 2), ("response", 1), ("request", 2), ("revisit", 1)],
    ),
    (
        "example.warc.gz",
        &[(784, 0, EXAMPLE, Some(200), 1270, EXAMPLE_CRC)],
        &[],
        &[("warcinfo", 2), ("response", 1), ("request", 2), ("revisit", 1)],
    ),
    ("example-digest.warc", &[], &[], &[("request", 4)]),
    (
        "example-iana.org-chunked.warc",
        &[(405, 0, "http://www.iana.org/", Some(200), 7223, 0x214B_0684)],
        &[],
        &[("warcinfo", 1), ("response", 1), ("request", 1)],
    ),
    (
        "example-resource.warc.gz",
        &[(802, 0, EXAMPLE, None, 1303, 0x3223_119D)],
        &[],
        &[("warcinfo", 2), ("resource", 1)],
    ),
    ("example-space-in-target-uri.warc.gz", &[], &[], &[("warcinfo", 1), ("resource", 1)]),
    // The address stands between angle brackets.
    (
        "example-wget-bad-target-uri.warc.gz",
        &[(824, 0, EXAMPLE, Some(200), 1270, EXAMPLE_CRC)],
        &[],
        &[("warcinfo", 1), ("response", 1), ("resource", 2), ("request", 1), ("metadata", 1)],
    ),
    ("post-test.warc.gz", &[], &[], &[("response", 3), ("request", 3)]),
    // All records in one member of gzip.
    (
        "example-bad-non-chunked.warc.gz",
        &[(0, 1197, EXAMPLE, Some(200), 1270, EXAMPLE_CRC)],
        &[],
        &[("warcinfo", 2), ("response", 1), ("request", 2), ("revisit", 1)],
    ),
    (
        "example-bad.warc.gz.bad",
        &[
            (0, 460, "http://example.com?example=1", Some(200), 1270, EXAMPLE_CRC),
            (0, 4771, "http://www.iana.org/domains/example", Some(302), 201, 0x919A_D33F),
        ],
        &[],
        &[("warcinfo", 1), ("response", 2), ("request", 2), ("revisit", 1)],
    ),
    // A member ends after the header of HTTP, whose `Content-Length` has one byte too many.
    (
        "example-wrong-chunks.warc.gz",
        &[(0, 0, EXAMPLE, Some(200), 1270, EXAMPLE_CRC)],
        &[],
        &[("response", 1), ("request", 1)],
    ),
    // Two bytes stand between the end of the response and its empty lines. warcio warns.
    (
        "example-trunc.warc",
        &[(1197, 0, EXAMPLE, Some(200), 1270, EXAMPLE_CRC)],
        &[(1197, 2566, WrongLength)],
        &[("warcinfo", 2), ("response", 1), ("request", 1)],
    ),
    // The format before WARC.
    (
        "example.arc.gz",
        &[(171, 0, EXAMPLE, Some(200), 1270, EXAMPLE_CRC)],
        &[],
        &[("warcinfo", 1), ("response", 1)],
    ),
];

/// The pages that are truncated, and why.
const TRUNCATED: [(&str, Truncation); 2] = [
    ("example-wrong-chunks.warc.gz", Truncation::ShortHttp),
    ("example-trunc.warc", Truncation::Gap(WrongLength)),
];

#[test]
fn files_of_warcio_are_read_as_warcio_reads_them() {
    for &(name, wanted, wanted_gaps, wanted_counts) in FILES {
        let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/warcio").join(name);
        let mut archive = Archive::open(file).expect("the file is there");
        let (mut pages, mut gaps) = (0, Vec::new());
        let truncation = TRUNCATED.iter().find(|(of, _)| *of == name).map(|(_, truncation)| *truncation);
        while let Some(item) = archive.next_item().expect("the file can be read") {
            match item {
                Item::Page(mut page) => {
                    let mut crc = Crc::new();
                    while let Some(chunk) = page.body.next_chunk().expect("the file can be read") {
                        crc.update(chunk);
                    }
                    let (offset, inflated) = (page.offset(), page.offset_in_member());
                    let (uri, length) = (page.uri().unwrap_or_default(), u64::from(crc.amount()));
                    assert_eq!(
                        (offset, inflated, uri, page.status(), length, crc.sum()),
                        wanted[pages],
                        "{name}"
                    );
                    assert_eq!(page.body.truncation(), truncation, "{name}");
                    pages += 1;
                }
                Item::Gap(gap) => gaps.push((gap.range.start, gap.range.end, gap.reason)),
                _ => unreachable!("there is nothing else"),
            }
        }
        assert_eq!((pages, &gaps[..]), (wanted.len(), wanted_gaps), "{name}");
        let counts = archive.counts();
        let found = [
            ("warcinfo", counts.warcinfo),
            ("response", counts.response),
            ("resource", counts.resource),
            ("request", counts.request),
            ("metadata", counts.metadata),
            ("revisit", counts.revisit),
        ];
        let found: Vec<_> = found.into_iter().filter(|(_, count)| *count > 0).collect();
        assert_eq!(found, wanted_counts, "{name}");
        assert_eq!(counts.records, found.iter().map(|(_, count)| count).sum::<u64>(), "{name}");
    }
}
