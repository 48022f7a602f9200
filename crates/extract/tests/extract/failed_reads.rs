//! Reads that fail: which bytes are lost, and that the rows around them are right.

use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use tagspan_extract::columns::{Column, Found, Input, RecordRange, Scan};
use tagspan_warc::{ArchiveFile, ReadSeek, Storage};
use testing::archives::gzip;

use crate::columns::{read, records};

/// A file of which no byte from one on can be read, up to another.
#[derive(Debug)]
struct Scratched {
    bytes: Arc<[u8]>,
    scratch: Range<u64>,
}

impl Storage for Scratched {
    fn path(&self) -> &Path {
        Path::new("scratched")
    }

    fn length(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn reader(&self, range: Range<u64>) -> io::Result<Box<dyn ReadSeek>> {
        let mut cursor = Cursor::new(Arc::clone(&self.bytes));
        cursor.set_position(range.start);
        Ok(Box::new(ScratchedReader { cursor, scratch: self.scratch.clone() }))
    }

    fn part_size(&self) -> u64 {
        10_000
    }
}

struct ScratchedReader {
    cursor: Cursor<Arc<[u8]>>,
    scratch: Range<u64>,
}

impl Read for ScratchedReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let position = self.cursor.position();
        if self.scratch.contains(&position) {
            return Err(io::Error::other("scratched"));
        }
        let left = self.scratch.start.checked_sub(position).unwrap_or(u64::MAX);
        let length = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        self.cursor.read(&mut buffer[..length])
    }
}

impl Seek for ScratchedReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.cursor.seek(to)
    }
}

/// The parts before and after have all of their rows, and so has the part until then.
#[test]
fn a_failed_read_loses_the_rest_of_its_part() {
    let record = gzip(&records(1).concat());
    let length = record.len() as u64;
    let bytes: Arc<[u8]> = record.repeat(100).into();
    // In the third part.
    let member = 20_000u64.next_multiple_of(length);
    let scratch = member + 5 * length..30_000;
    let file = ArchiveFile::of(Scratched { bytes, scratch: scratch.clone() });
    let (batches, losses) = read(Scan::new(&[Column::RecordOffset]), vec![Input::Archive(file)]);
    assert_eq!(losses, [("read", scratch.clone())]);
    let expected = (0..100).map(|number| number * length).filter(|offset| !scratch.contains(offset));
    assert!(offsets(&batches).into_iter().eq(expected));
}

fn offsets(batches: &[RecordBatch]) -> Vec<u64> {
    let columns = batches.iter().map(|batch| batch["record_offset"].as_primitive::<Int64Type>());
    columns.flat_map(|column| column.values().iter().map(|&offset| offset as u64)).collect()
}

/// Within a record, it is one loss.
#[test]
fn a_read_that_fails_within_a_page_is_one_loss() {
    let record = records(1).concat();
    let (length, times) = (record.len() as u64, 10_000 / record.len() + 9);
    let scratch = length + length / 2..10_000;
    let file = Scratched { bytes: record.repeat(times).into(), scratch: scratch.clone() };
    let inputs = vec![Input::Archive(ArchiveFile::of(file))];
    let (batches, losses) = read(Scan::new(&[Column::RecordOffset]), inputs);
    assert_eq!(losses, [("read", scratch)]);
    assert_eq!(offsets(&batches)[0], 0);
}

/// By index, records after a failed read are those of their places, and a file that fails again and again is given up.
#[test]
fn records_after_a_failed_read_are_right() {
    let record = records(1).concat();
    let length = record.len() as u64;
    let bytes: Arc<[u8]> = record.repeat(20).into();
    let middle = length + length / 2;
    for (end, expected) in [
        (2 * length, (0..20).filter(|&number| number != 1).collect::<Vec<_>>()),
        (2 * length + 1, (0..20).filter(|number| !(1..3).contains(number)).collect()),
        (u64::MAX, vec![0]),
    ] {
        let file = (Arc::clone(&bytes), middle..end);
        let places = (0..20).map(move |number| Ok(RecordRange::new("scratched", number * length, length)));
        let scan = Scan::new(&[Column::RecordOffset]).read_records(places, move |_| {
            Ok(ArchiveFile::of(Scratched { bytes: Arc::clone(&file.0), scratch: file.1.clone() }))
        });
        let (mut batches, mut losses) = (Vec::new(), Vec::new());
        for found in scan {
            match found {
                Found::Batch(batch) => batches.push(RecordBatch::from(batch)),
                Found::Loss(loss) => losses.push((loss.code, loss.range.start / length)),
                _ => unreachable!("there is nothing else"),
            }
        }
        let found: Vec<_> = offsets(&batches).iter().map(|offset| offset / length).collect();
        assert_eq!(found, expected, "to {end}");
        let lost = (0..20).filter(|number| !expected.contains(number)).map(|number| ("read", number));
        assert!(losses.iter().copied().eq(lost), "to {end}: {losses:?}");
    }
}
