//! Byte order marks: which win, which are cut, which stay, and what is held back meanwhile.

use encoding_rs::{GB18030, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use tagspan_input::decoder::{Input, Piece, Status};
use tagspan_input::{Bom, Confidence, Encoding, EncodingOptions, EncodingSource};
use testing::chunkings::chunkings;

use super::harness::{check, run, run_as};
use crate::samples::{ENCODINGS, encode};

const MARKS: [(Bom, &[u8]); 3] =
    [(Bom::Utf8, b"\xEF\xBB\xBF"), (Bom::Utf16Le, b"\xFF\xFE"), (Bom::Utf16Be, b"\xFE\xFF")];

#[test]
fn facts() {
    for (bom, bytes) in MARKS {
        assert_eq!(bom.source_len(), bytes.len());
        assert_eq!(Encoding::for_bom(bytes), Some((bom.encoding(), bytes.len())));
        assert_eq!(encode(bom.encoding(), "\u{FEFF}"), bytes);
    }
}

/// Over the transport and the default, for every encoding that these say, however the mark is cut.
#[test]
fn a_mark_overrides_everything() {
    for (bom, bytes) in MARKS {
        let source = [bytes, &encode(bom.encoding(), "<é日𠀀>")].concat();
        for encoding in ENCODINGS {
            for options in
                [EncodingOptions::new().encoding(encoding), EncodingOptions::new().default_encoding(encoding)]
            {
                for chunks in chunkings(&source) {
                    let mut input = Input::with_options(options.clone());
                    let outcome = run(&mut input, chunks.iter().copied());
                    assert_eq!(outcome.text, "<é日𠀀>".as_bytes(), "{bom:?}, {chunks:02X?}");
                    assert_eq!(outcome.bom, Some(bom));
                    let decision = input.encoding_decision().unwrap();
                    assert_eq!(decision.encoding(), bom.encoding());
                    assert_eq!(decision.confidence(), Confidence::Certain);
                    assert_eq!(decision.source(), EncodingSource::ByteOrderMark);
                }
            }
        }
    }
}

#[test]
fn a_second_mark_is_text() {
    for (bom, bytes) in MARKS {
        let source = [bytes, bytes, &encode(bom.encoding(), "a")].concat();
        for chunks in chunkings(&source) {
            let outcome = run_as(WINDOWS_1252, chunks.iter().copied());
            assert_eq!(outcome.text, "\u{FEFF}a".as_bytes(), "{bom:?}, {chunks:02X?}");
            assert_eq!(outcome.bom, Some(bom));
        }
    }
}

/// Half a mark, alone or before something else, is no mark; nor is one in an encoding that has no such step.
#[test]
fn what_is_no_mark() {
    let table: &[(&'static Encoding, &[u8], &[u8])] = &[
        (UTF_8, b"", b""),
        (UTF_8, b"\xEF", b"\xEF"),
        (UTF_8, b"\xEF\xBB", b"\xEF\xBB"),
        (UTF_8, b"\xFE", b"\xFE"),
        (UTF_8, b"\xFF", b"\xFF"),
        (UTF_8, b"\xEF\xBB<", b"\xEF\xBB<"),
        (UTF_8, b"\xEF\xBB\xEF\xBB\xBF", b"\xEF\xBB\xEF\xBB\xBF"),
        (UTF_8, b"\xEF\xBF\xBD", b"\xEF\xBF\xBD"),
        (UTF_8, b"\xFF\xFF\xFE", b"\xFF\xFF\xFE"),
        (UTF_8, b"\xFE\xFE\xFF", b"\xFE\xFE\xFF"),
        (UTF_8, b"a\xEF\xBB\xBF", b"a\xEF\xBB\xBF"),
        (WINDOWS_1252, b"\xEF", "ï".as_bytes()),
        (WINDOWS_1252, b"\xEF\xBB", "ï»".as_bytes()),
        (WINDOWS_1252, b"\xEF\xBB<", "ï»<".as_bytes()),
        (WINDOWS_1252, b"\xFE", "þ".as_bytes()),
        (WINDOWS_1252, b"\xFF\xFF", "ÿÿ".as_bytes()),
        (SHIFT_JIS, b"\xEF\"", "\u{FFFD}\"".as_bytes()),
        (UTF_16LE, b"\xFE", "\u{FFFD}".as_bytes()),
        (UTF_16LE, b"\xFE\0", "\u{FE}".as_bytes()),
        (UTF_16BE, b"\xEF\xBB\0a", "\u{EFBB}a".as_bytes()),
        (ISO_2022_JP, b"\xEF\xBB", "\u{FFFD}\u{FFFD}".as_bytes()),
        (REPLACEMENT, b"\xEF\xBB", "\u{FFFD}".as_bytes()),
        // gb18030's own U+FEFF.
        (GB18030, b"\x84\x31\x95\x33a", "\u{FEFF}a".as_bytes()),
    ];
    for &(encoding, source, text) in table {
        for chunks in chunkings(source) {
            let outcome = run_as(encoding, chunks.iter().copied());
            assert_eq!(outcome.text, text, "{}, chunks {chunks:02X?}", encoding.name());
            assert_eq!(outcome.bom, None);
            assert_eq!(outcome.encoding, encoding);
        }
    }
    for encoding in ENCODINGS {
        for start in [&b"\xEF"[..], b"\xEF\xBB", b"\xEF\xBBa", b"\xFE", b"\xFF", b"\xFFa", b"\xFE\xFE"] {
            check(encoding, start);
        }
    }
}

/// Held back only as long as they may be a mark, and decided as soon as they are or cannot be.
#[test]
fn decided_as_soon_as_it_can_be() {
    for len in 1..=3usize {
        for first in 0..=255u8 {
            for second in [0x00, 0xBB, 0xFE, 0xFF] {
                for third in [0x00, 0xBF] {
                    let start = &[first, second, third][..len];
                    let mut input = Input::with_options(EncodingOptions::new().encoding(UTF_8));
                    let step = input.advance(start, false);
                    let waits = matches!(start, [0xEF] | [0xEF, 0xBB] | [0xFE] | [0xFF]);
                    assert_eq!(input.encoding_decision().is_none(), waits, "{start:02X?}");
                    assert_eq!(step.status, Status::NeedsChunk);
                    assert_eq!(step.consumed, len);
                    if waits {
                        assert!(step.piece.is_empty());
                    }
                }
            }
        }
    }
}

/// Steps of a source that starts with held bytes, one by one.
#[test]
fn held_bytes_come_out_first() {
    let mut input = Input::with_options(EncodingOptions::new().encoding(UTF_8));
    assert_eq!(input.advance(b"\xEF", false).piece, Piece::EMPTY);
    assert_eq!(input.advance(b"", false).status, Status::NeedsChunk);
    assert_eq!(input.advance(b"\xBB", false).piece, Piece::EMPTY);
    assert!(input.encoding_decision().is_none());

    let chunk = b"<p>";
    // What it took to decide is kept with them.
    let step = input.advance(chunk, true);
    assert_eq!(
        (step.consumed, step.piece, step.status, step.bom),
        (1, Piece::Kept { start: 0, end: 3 }, Status::Again, None)
    );
    assert_eq!(input.piece(chunk, step.piece), b"\xEF\xBB<");
    let step = input.advance(&chunk[1..], true);
    assert_eq!(
        (step.consumed, step.piece, step.status),
        (2, Piece::Chunk { start: 0, end: 2 }, Status::Finished)
    );
}

#[test]
fn without_a_mark_the_caller_decides() {
    let (utf_8, latin) = (UTF_8, WINDOWS_1252);
    let table = [
        (EncodingOptions::new(), latin, Confidence::Tentative, EncodingSource::Default),
        (
            EncodingOptions::new().default_encoding(utf_8),
            utf_8,
            Confidence::Tentative,
            EncodingSource::Default,
        ),
        (EncodingOptions::new().encoding(latin), latin, Confidence::Certain, EncodingSource::Transport),
        (
            EncodingOptions::new().encoding(latin).default_encoding(utf_8),
            latin,
            Confidence::Certain,
            EncodingSource::Transport,
        ),
        (
            EncodingOptions::new().encoding(latin).encoding(utf_8),
            utf_8,
            Confidence::Certain,
            EncodingSource::Transport,
        ),
        (
            EncodingOptions::new().charset("utf-16").unwrap(),
            UTF_16LE,
            Confidence::Certain,
            EncodingSource::Transport,
        ),
    ];
    for (options, encoding, confidence, source) in table {
        for text in [&b""[..], b"<p>", b"\xEF", b"\xEF\xBB<"] {
            let mut input = Input::with_options(options.clone());
            run(&mut input, [text]);
            let decision = input.encoding_decision().unwrap();
            assert_eq!(decision.encoding(), encoding);
            assert_eq!(decision.confidence(), confidence);
            assert_eq!(decision.source(), source);
        }
    }
}
