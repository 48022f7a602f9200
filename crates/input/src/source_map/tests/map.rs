//! The map itself: its memory, what it forgets, and what it remembers.

use encoding_rs::*;

use super::super::SourceMap;
use super::{encode, encodings};

/// How much a decoder writes at once.
const PIECE: usize = 16 * 1024;

/// Pushes a source in pieces, with the line and the queries at a distance behind the end.
fn push_all(map: &mut SourceMap, encoding: &'static Encoding, source: &[u8], distance: u64) -> usize {
    map.start(encoding, 0, 0);
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut output = vec![0; PIECE];
    let (mut rest, mut end, mut most) = (source, 0, 0);
    loop {
        let (result, read, written, _) = decoder.decode_to_utf8(rest, &mut output, true);
        map.push(&rest[..read], &output[..written], rest.get(read).copied());
        rest = &rest[read..];
        end += written as u64;
        most = most.max(map.allocated());
        map.forget_before(end.saturating_sub(distance));
        most = most.max(map.allocated());
        if result == CoderResult::InputEmpty {
            break;
        }
    }
    // What no character took is the last escape, at most; `replacement` never takes more.
    if encoding != REPLACEMENT {
        let last = map.source_offset(end).expect("the end is known");
        assert!(source.len() as u64 - last <= 3, "{} {last}", encoding.name());
    }
    most
}

#[test]
fn memory_is_bounded_while_the_line_follows() {
    let mut map = SourceMap::new();
    for encoding in encodings() {
        // Ten megabytes each for those that differ, one for all others.
        let size = if encoding.is_single_byte() && encoding != WINDOWS_1252 { 1 << 20 } else { 10 << 20 };
        let text = encode(encoding, "<p>text, with some é 日本語ｱ가漢简𠀀Ж</p>\n");
        let source = text.repeat(size / text.len());
        for distance in [0, 1000] {
            let most = push_all(&mut map, encoding, &source, distance);
            assert!(most < 100 * 1024, "{} {most}", encoding.name());
        }
    }
}

#[test]
fn replacement_keeps_one_byte_of_a_source() {
    let mut map = SourceMap::new();
    map.start(REPLACEMENT, 0, 7);
    map.push(b"<", "\u{FFFD}".as_bytes(), None);
    for _ in 0..1000 {
        map.push(&[b'a'; 1000], b"", None);
    }
    assert!(map.allocated() < 100, "{}", map.allocated());
    assert_eq!(map.source_offset(3), Some(8));
}

#[test]
fn one_byte_at_a_time_with_an_unchanged_line_moves_nothing() {
    let mut map = SourceMap::new();
    map.start(WINDOWS_1252, 0, 0);
    map.push(&[b'a'; 5000], &[b'a'; 5000], None);
    map.forget_before(5000);
    assert_eq!(map.base.decoded, 5000);
    // The line is far enough from the base, but what would have to be moved is more.
    map.push(&[b'b'; 20_000], &[b'b'; 20_000], None);
    for _ in 0..20_000 {
        map.push(b"c", b"c", None);
        map.forget_before(11_000);
        assert_eq!(map.base.decoded, 5000);
    }
    assert_eq!(map.source_offset(10_000), Some(10_000), "remembers more");
    // What is left is less now.
    map.forget_before(30_000);
    assert_eq!(map.base.decoded, 30_000);
    assert_eq!((map.source_offset(29_999), map.source_offset(30_000)), (None, Some(30_000)));
    assert_eq!(map.source_offset(45_000), Some(45_000));
    // A line below that changes nothing.
    map.forget_before(3);
    assert_eq!(map.source_offset(30_001), Some(30_001));
}

#[test]
fn a_line_is_worth_it_at_four_kibibytes_and_half_of_what_is_kept() {
    // (how much is pushed, the line, where the map begins then)
    let cases =
        [(8192, 4095, 0), (8192, 4096, 4096), (8193, 4096, 0), (8194, 4097, 4097), (4096, 4096, 4096)];
    let mut map = SourceMap::new();
    for (pushed, line, base) in cases {
        map.start(WINDOWS_1252, 0, 0);
        map.push(&vec![b'a'; pushed], &vec![b'a'; pushed], None);
        map.forget_before(line);
        assert_eq!(map.base.decoded, base, "{pushed} {line}");
    }
}

#[test]
fn a_line_within_a_character_or_beyond_the_end_is_the_boundary_before() {
    let mut map = SourceMap::new();
    let text = "日".repeat(4000);
    map.start(UTF_16LE, 0, 0);
    map.push(&encode(UTF_16LE, &text), text.as_bytes(), None);
    map.forget_before(11_000);
    assert_eq!(map.source_offset(10_998), Some(7332));
    map.push(&encode(UTF_16LE, &text), text.as_bytes(), None);
    map.forget_before(u64::MAX);
    assert_eq!(map.source_offset(24_000), Some(16_000));
    assert_eq!(map.source_offset(23_997), None);
}

#[test]
fn large_buffers_are_given_back() {
    let mut map = SourceMap::new();
    let text = "a".repeat(4 << 20);
    for forgotten in [true, false] {
        map.start(WINDOWS_1252, 0, 0);
        map.push(text.as_bytes(), text.as_bytes(), None);
        assert_eq!(map.source_offset(text.len() as u64), Some(text.len() as u64));
        assert!(map.allocated() > 8 << 20);
        if forgotten {
            map.forget_before(text.len() as u64);
        } else {
            map.start(WINDOWS_1252, 0, 0);
        }
        assert!(map.allocated() < 150 * 1024, "{}", map.allocated());
    }
}

#[test]
fn a_walk_starts_at_the_nearest_checkpoint() {
    let mut map = SourceMap::new();
    let text = "日".repeat(10_000);
    map.start(SHIFT_JIS, 0, 0);
    map.push(&encode(SHIFT_JIS, &text), text.as_bytes(), None);
    assert_eq!(map.source_offset(30_000), Some(20_000));
    assert!(map.walked().checkpoints.len() >= 29);
    assert!(map.allocated() >= 20_000 + 30_000 + 29 * std::mem::size_of_val(&map.walked().checkpoints[0]));
    let mut before = 0;
    let checkpoints: Vec<u64> = map.walked().checkpoints.iter().map(|it| it.decoded).collect();
    for checkpoint in checkpoints {
        assert!(checkpoint > before && checkpoint - before <= SourceMap::SPACING);
        before = checkpoint;
    }
    // The latest walk is a checkpoint, too, but only for what comes after it.
    for (asked, nearest) in [(15_000, 14_000), (15_003, 15_000), (15_003, 15_003), (14_997, 13_900)] {
        assert!((nearest..=asked).contains(&map.nearest(&map.walked(), asked).decoded), "{asked}");
        assert_eq!(map.source_offset(asked), Some(asked / 3 * 2));
        assert_eq!(map.walked().cursor.decoded, asked);
    }
}
