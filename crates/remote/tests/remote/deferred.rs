//! Objects that are not opened: each reader asks for its range, and for nothing else.

use std::io::{Read, Seek, SeekFrom};

use tagspan_remote::{Error, ErrorKind, Object};
use testing::web::{Asked, Fault, Web};

use crate::{bytes, error};

/// The bytes of a range.
fn read(object: &Object, start: u64, length: u64) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let reader = object.reader(start..start + length)?;
    reader.take(length).read_to_end(&mut bytes).map_err(error)?;
    Ok(bytes)
}

#[test]
fn ranges_are_asked_for_at_once() {
    let whole = bytes(12_000_000);
    let server = Web::new([("object", whole.clone())]).start();
    let object = Object::deferred(&server.url("object")).unwrap();
    assert_eq!((object.len(), server.requests()), (None, 0));
    let ranges = [0..10, 100..5_000_000, 11_999_990..12_000_000];
    let readers: Vec<_> = ranges.iter().map(|range| object.reader(range.clone()).unwrap()).collect();
    for (reader, range) in readers.into_iter().zip(&ranges) {
        let mut bytes = Vec::new();
        reader.take(range.end - range.start).read_to_end(&mut bytes).unwrap();
        assert!(bytes == whole[range.start as usize..range.end as usize], "{range:?}");
    }
    // The second range takes two.
    assert_eq!((object.len(), server.requests()), (Some(12_000_000), 4));
    let asked: u64 = server
        .asked()
        .iter()
        .filter_map(|asked| asked.range.clone())
        .map(|range| range.end - range.start)
        .sum();
    assert_eq!(asked, 10 + 4_999_900 + 10);
}

#[test]
fn an_object_may_end_before_a_range() {
    let whole = bytes(1000);
    for faults in [0, 1] {
        let server = Web::new([("object", whole.clone()), ("empty", Vec::new())]);
        let server = server.faults(move |asked| (asked.index < faults).then_some(Fault::Break(3))).start();
        let object = Object::deferred(&server.url("object")).unwrap();
        for (start, expected) in [(990, &whole[990..]), (1000, &[]), (5000, &[]), (0, &whole)] {
            assert_eq!(read(&object, start, 2000).unwrap(), expected, "from {start}");
        }
        let first = Object::deferred(&server.url("object")).unwrap();
        assert!(read(&first, 1000, 9_000_000).unwrap().is_empty());
        assert!(read(&Object::deferred(&server.url("empty")).unwrap(), 0, 10).unwrap().is_empty());
    }
}

#[test]
fn a_reader_goes_anywhere() {
    let whole = bytes(2_000_000);
    let server = Web::new([("object", whole.clone())]).start();
    let object = Object::deferred(&server.url("object")).unwrap();
    let mut reader = object.reader(500..600).unwrap();
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).unwrap();
    assert!(bytes == whole[500..]);
    reader.seek(SeekFrom::Start(10)).unwrap();
    let mut bytes = [0; 4];
    reader.read_exact(&mut bytes).unwrap();
    assert!(bytes == whole[10..14]);
    assert_eq!(reader.seek(SeekFrom::End(-1)).unwrap(), 1_999_999);
}

#[test]
fn a_version_that_is_known_is_read_or_none() {
    let whole = bytes(1_000_000);
    let server = Web::new([("object", whole.clone())]).start();
    let url = server.url("object");
    let etag = Object::open(&url).unwrap().etag().unwrap().to_owned();
    let known = Object::at_version(&url, 1_000_000, &etag).unwrap();
    assert_eq!((known.len(), known.etag(), server.requests()), (Some(1_000_000), Some(&*etag), 1));
    assert!(read(&known, 900_000, 100).unwrap() == whole[900_000..900_100]);
    for (length, etag) in [(1_000_000, "\"another\""), (999_999, &*etag)] {
        let other = Object::at_version(&url, length, etag).unwrap();
        assert_eq!(read(&other, 900_000, 100).unwrap_err().kind(), ErrorKind::Changed, "{length} {etag}");
    }
}

#[test]
fn errors_are_those_of_the_readers() {
    let change = |asked: &Asked| (asked.index == 1).then_some(Fault::Change);
    let changing = Web::new([("object", bytes(9000))]).faults(change).start();
    let object = Object::deferred(&changing.url("object")).unwrap();
    assert_eq!(read(&object, 0, 10).unwrap(), bytes(10));
    assert_eq!(read(&object, 10, 10).unwrap_err().kind(), ErrorKind::Changed);

    let without = Web::new([("object", bytes(9000))]).without_ranges().start();
    let refused = read(&Object::deferred(&without.url("object")).unwrap(), 10, 10).unwrap_err();
    assert_eq!((refused.kind(), refused.offset()), (ErrorKind::NoRanges, Some(10)));

    let missing = read(&Object::deferred(&without.url("missing")).unwrap(), 0, 10).unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::NotFound);
    for url in ["pages.warc", "s3://bucket", "s3://bucket/folder/"] {
        assert_eq!(Object::deferred(url).unwrap_err().kind(), ErrorKind::Url, "{url}");
    }
}
