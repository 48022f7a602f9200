//! Objects that are read without a fault, and the requests for them.

use std::io::{Read, Seek, SeekFrom};

use tagspan_remote::{ErrorKind, Object};
use testing::web::Web;

use crate::{bytes, error, read, rng};

#[test]
fn all_lengths_are_read() {
    let lengths =
        [0, 1, 1000, (256 << 10) - 1, 256 << 10, (256 << 10) + 1, (4 << 20) + (256 << 10), 20_000_001];
    let server = Web::new(lengths.map(|length| (length.to_string(), bytes(length)))).start();
    for length in lengths {
        let object = Object::open(&server.url(&length.to_string())).unwrap();
        assert_eq!((object.len(), object.has_ranges()), (Some(length as u64), true));
        assert_eq!(object.content_type(), Some("text/html"));
        assert!(read(&object).unwrap() == bytes(length), "{length}");
    }
}

#[test]
fn a_short_object_is_one_request() {
    let server = Web::new([("page", bytes(10_000))]).start();
    read(&Object::open(&server.url("page")).unwrap()).unwrap();
    assert_eq!(server.requests(), 1);
}

#[test]
fn seeks_go_anywhere() {
    let whole = bytes(9_000_000);
    let server = Web::new([("object", whole.clone())]).start();
    let object = Object::open(&server.url("object")).unwrap();
    let mut reader = object.reader(0..u64::MAX).unwrap();
    let mut rng = rng(1);
    let mut position = 0;
    for _ in 0..40 {
        position = match rng.below(4) {
            0 => reader.seek(SeekFrom::Current(rng.below(5000) as i64)).unwrap() as usize,
            1 => reader.seek(SeekFrom::End(-(rng.below(300_000) as i64))).unwrap() as usize,
            2 => reader.seek(SeekFrom::Start(rng.below(whole.len() + 10) as u64)).unwrap() as usize,
            _ => position,
        };
        let length = rng.below(300_000);
        let mut part = Vec::new();
        reader.by_ref().take(length as u64).read_to_end(&mut part).unwrap();
        let start = position.min(whole.len());
        assert!(part == whole[start..(start + length).min(whole.len())], "{position} {length}");
        position += part.len();
    }
    assert!(reader.seek(SeekFrom::Current(-1_000_000_000)).is_err());
}

/// A reader of a part asks for little behind it, and for the start of the object never again.
#[test]
fn parts_cost_their_bytes() {
    let whole = bytes(40 << 20);
    let server = Web::new([("object", whole.clone())]).start();
    let object = Object::open(&server.url("object")).unwrap();
    let before = server.requests();
    for start in (0..whole.len()).step_by(16 << 20) {
        let end = (start + (16 << 20)).min(whole.len());
        let mut reader = object.reader(start as u64..end as u64).unwrap();
        // As readers of archives do.
        let mut first = [0; 100];
        reader.seek(SeekFrom::Start(0)).unwrap();
        reader.read_exact(&mut first).unwrap();
        assert!(first == whole[..100]);
        reader.seek(SeekFrom::Start(start as u64)).unwrap();
        let mut part = Vec::new();
        reader.take((end - start) as u64).read_to_end(&mut part).unwrap();
        assert!(part == whole[start..end]);
    }
    let asked: u64 = server
        .asked()
        .iter()
        .filter_map(|asked| asked.range.clone())
        .map(|range| range.end.min(40 << 20) - range.start)
        .sum();
    assert!(asked < 42 << 20, "{asked} bytes are asked for");
    assert!(server.requests() - before <= 14, "{} requests", server.requests() - before);
}

/// A caller that stops reading stops the requests.
#[test]
fn reading_ahead_is_bounded() {
    let server = Web::new([("object", bytes(64 << 20))]).start();
    let mut reader = Object::open(&server.url("object")).unwrap().reader(0..u64::MAX).unwrap();
    let mut start = vec![0; 300 << 10];
    reader.read_exact(&mut start).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    let asked = server.asked().iter().filter_map(|asked| asked.range.clone()).map(|range| range.end).max();
    assert!(asked.unwrap() <= 17 << 20, "{asked:?}");
}

#[test]
fn without_ranges_the_whole_is_read_and_parts_are_refused() {
    let whole = bytes(3_000_000);
    for server in [
        Web::new([("object", whole.clone())]).without_ranges(),
        Web::new([("object", whole.clone())]).without_ranges().without_lengths(),
    ] {
        let server = server.start();
        let object = Object::open(&server.url("object")).unwrap();
        assert!(!object.has_ranges());
        assert!(read(&object).unwrap() == whole);
        assert_eq!(server.requests(), 1);
        // The second reader asks once more.
        assert!(read(&object).unwrap() == whole);
        assert_eq!(server.requests(), 2);
        let refused = object.reader(1000..2000).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::NoRanges);
        assert!(refused.to_string().contains("gives no ranges"), "{refused}");
        let mut reader = object.reader(0..u64::MAX).unwrap();
        reader.seek(SeekFrom::Start(1000)).unwrap();
        assert_eq!(error(reader.read(&mut [0]).unwrap_err()).kind(), ErrorKind::NoRanges);
    }
}
