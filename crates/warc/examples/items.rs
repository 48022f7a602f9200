//! Lists the pages and gaps of an archive, then counts: `cargo run --release -p tagspan-warc --example items -- FILE`.
//!
//! Lines of words between tabs, for other programs:
//!
//! ```text
//! page   OFFSET  OFFSET-IN-MEMBER  URI  DATE  STATUS  BYTES  CRC-32  TRUNCATION
//! gap    START   END               REASON
//! count  KIND    RECORDS
//! ```

use std::env;
use std::error::Error;
use std::io::{BufWriter, Write, stdout};

use flate2::Crc;
use tagspan_warc::{Archive, Item};

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args().nth(1).ok_or("name an archive")?;
    let mut out = BufWriter::new(stdout().lock());
    let mut archive = Archive::open(file)?;
    while let Some(item) = archive.next_item()? {
        match item {
            Item::Page(mut page) => {
                let (mut crc, mut bytes) = (Crc::new(), 0);
                while let Some(chunk) = page.body.next_chunk()? {
                    crc.update(chunk);
                    bytes += chunk.len();
                }
                let (offset, inflated) = (page.offset(), page.offset_in_member());
                let (uri, date) = (page.uri().unwrap_or("-"), page.date().unwrap_or("-"));
                let (status, crc) = (page.status().unwrap_or(0), crc.sum());
                let truncation = page.body.truncation().map_or("-".into(), |why| why.to_string());
                writeln!(
                    out,
                    "page\t{offset}\t{inflated}\t{uri}\t{date}\t{status}\t{bytes}\t{crc:08x}\t{truncation}"
                )?;
            }
            Item::Gap(gap) => {
                let reason = gap.reason.as_str();
                writeln!(out, "gap\t{}\t{}\t{reason}", gap.range.start, gap.range.end)?;
            }
            _ => {}
        }
    }
    let counts = archive.counts();
    for (kind, count) in [
        ("records", counts.records),
        ("warcinfo", counts.warcinfo),
        ("response", counts.response),
        ("resource", counts.resource),
        ("request", counts.request),
        ("metadata", counts.metadata),
        ("revisit", counts.revisit),
        ("conversion", counts.conversion),
        ("continuation", counts.continuation),
        ("unknown", counts.unknown),
        ("other-media", counts.other_media),
        ("false-encodings", counts.false_encodings),
        ("gap-bytes", counts.gap_bytes),
    ] {
        writeln!(out, "count\t{kind}\t{count}")?;
    }
    out.flush()?;
    Ok(())
}
