//! The contract beyond the text: borrowed slices, the end, reuse, memory, sizes, threads.

use std::fmt::Display;

use encoding_rs::{REPLACEMENT, SHIFT_JIS, UTF_8, UTF_16LE, WINDOWS_1252};
use tagspan_input::decoder::{Input, Piece, Status, Step};
use tagspan_input::{Bom, Confidence, EncodingDecision, EncodingOptions, EncodingSource, UnknownLabel};

use super::harness::{one_shot, run};
use crate::samples::{ENCODINGS, TAILS, TEXT, encode};

/// A piece of UTF-8 is the caller's slice, by address.
#[test]
fn utf_8_is_passed_by_address() {
    let chunks: [(&[u8], usize); 4] = [(b"\xEF\xBB\xBF<p>", 3), (b"", 0), (b"\xE3\x81", 0), (b"\x82</p>", 0)];
    let mut input = Input::new();
    for (chunk, skip) in chunks {
        let step = input.advance(chunk, false);
        assert_eq!(step.status, Status::NeedsChunk);
        if !chunk.is_empty() {
            let piece = input.piece(chunk, step.piece);
            assert!(std::ptr::eq(piece, &chunk[skip..]), "copied");
        }
    }
    assert_eq!(input.allocated(), 0);
}

/// The mark may end in the middle of a chunk, or be cut; the rest of that chunk is still the caller's slice.
#[test]
fn what_follows_a_cut_mark_is_passed_by_address() {
    for cut in 0..3 {
        let source = b"\xEF\xBB\xBF<p>";
        let (left, right) = source.split_at(cut);
        let mut input = Input::new();
        assert_eq!(input.advance(left, false).bom, None);
        let step = input.advance(right, true);
        assert_eq!(step.bom, Some(Bom::Utf8));
        assert_eq!(step.status, Status::Finished);
        assert!(std::ptr::eq(input.piece(right, step.piece), &right[3 - cut..]));
    }
}

#[test]
fn after_the_end_nothing_happens() {
    for encoding in ENCODINGS {
        for source in [&b""[..], b"<p>", b"\x81", b"\xEF"] {
            let mut input = Input::with_options(EncodingOptions::new().encoding(encoding));
            run(&mut input, [source]);
            let decision = input.encoding_decision();
            for (chunk, last) in [(&b"more"[..], false), (b"", true), (b"\xEF\xBB\xBF", true), (b"", false)] {
                let step = input.advance(chunk, last);
                let nothing = Step { consumed: 0, piece: Piece::EMPTY, status: Status::Finished, bom: None };
                assert_eq!(step, nothing);
                assert_eq!(input.piece(chunk, step.piece), b"");
                assert!(input.is_finished());
                assert_eq!(input.encoding_decision(), decision);
            }
        }
    }
}

/// The last piece can still be read after the end was reached.
#[test]
fn the_last_piece_outlives_the_end() {
    let table = [(UTF_8, &b"\xEF"[..], &b"\xEF"[..]), (SHIFT_JIS, b"\x82", "\u{FFFD}".as_bytes())];
    for (encoding, source, text) in table {
        let mut input = Input::with_options(EncodingOptions::new().encoding(encoding));
        let held = input.advance(source, false);
        assert!(held.piece.is_empty());
        let step = input.advance(b"", true);
        assert!(input.is_finished());
        assert_eq!(input.piece(b"", step.piece), text);
    }
}

/// One input for many sources, left at any point, gives what fresh ones give, and allocates once.
#[test]
fn reuse_leaves_no_trace() {
    let mut input = Input::new();
    let mut allocated = 0;
    for encoding in ENCODINGS {
        let options = EncodingOptions::new().encoding(encoding);
        for tail in TAILS {
            input.reset_with(options.clone());
            assert_eq!(input.encoding_decision(), None);
            // Leave in the middle of whatever this is, then in the middle of a mark.
            let _ = input.advance(&[&b"ab"[..], tail].concat(), false);
            input.reset();
            let _ = input.advance(b"\xEF\xBB", false);
            input.reset();

            let source = encode(encoding, TEXT);
            let mut text = Vec::new();
            let mut rest = &source[..];
            loop {
                let step = input.advance(rest, true);
                text.extend_from_slice(input.piece(rest, step.piece));
                rest = &rest[step.consumed..];
                if step.status == Status::Finished {
                    break;
                }
            }
            assert_eq!(text, one_shot(encoding, &source).text, "{} after {tail:02X?}", encoding.name());
            assert!(input.allocated() >= allocated, "the buffer is kept");
            allocated = input.allocated();
        }
    }
    // And a few bytes for half a mark.
    assert!((1..=Input::BUFFER_SIZE + 64).contains(&allocated));
}

/// A new input for each short document costs what the document needs.
#[test]
fn a_short_document_takes_a_short_buffer() {
    for (length, buffer) in [(0, 32), (100, 512), (1000, 4096), (100_000, Input::BUFFER_SIZE)] {
        let mut input = Input::with_options(EncodingOptions::new().encoding(WINDOWS_1252));
        let _ = input.advance(&vec![0xE9; length], true);
        assert_eq!(input.allocated(), buffer, "{length}");
    }
    // ASCII needs none.
    let mut input = Input::with_options(EncodingOptions::new().encoding(WINDOWS_1252));
    let _ = input.advance(&[b'a'; 100], true);
    assert_eq!(input.allocated(), 0);
}

/// Memory does not grow with the chunk, nor with the source.
#[test]
fn memory_is_the_buffer() {
    for (encoding, most) in [(UTF_8, 0), (WINDOWS_1252, Input::BUFFER_SIZE), (UTF_16LE, Input::BUFFER_SIZE)] {
        let mut input = Input::with_options(EncodingOptions::new().encoding(encoding));
        assert_eq!(input.allocated(), 0, "nothing before the first byte");
        let source = vec![0x80; 1 << 20];
        let outcome = run(&mut input, [&source[..], &source, b"\x80"]);
        assert_eq!(outcome.text, one_shot(encoding, &vec![0x80; (2 << 20) + 1]).text);
        assert_eq!(input.allocated(), most);
    }
}

/// A reset keeps the memory that most sources need. It gives back what a source with a high limit has filled.
#[test]
fn a_reset_gives_back_oversized_memory() {
    for (length, is_kept) in [(1000, true), (256 * 1024, true), (256 * 1024 + 1, false), (1 << 20, false)] {
        let mut input = Input::with_options(EncodingOptions::new().prescan_bytes(1 << 21));
        let _ = input.advance(&vec![b' '; length], false);
        input.shrink_to_fit();
        assert_eq!(input.allocated(), length);
        input.reset();
        assert_eq!(input.allocated(), if is_kept { length } else { 0 }, "{length} bytes");
    }
}

/// A document in the replacement encoding is consumed in one step, however long.
#[test]
fn replacement_ends_at_once() {
    let mut input = Input::with_options(EncodingOptions::new().encoding(REPLACEMENT));
    let source = vec![b'<'; 1 << 20];
    let step = input.advance(&source, true);
    assert_eq!((step.consumed, step.status), (source.len(), Status::Finished));
    assert_eq!(input.piece(&source, step.piece), "\u{FFFD}".as_bytes());
}

/// Taking back `last` is against the contract, but neither panics nor stops.
#[test]
fn last_taken_back() {
    for encoding in ENCODINGS {
        let source = [&vec![0x81; 3 * Input::BUFFER_SIZE][..], b"\x1B$\x82"].concat();
        let mut input = Input::with_options(EncodingOptions::new().encoding(encoding));
        let mut rest = &source[..];
        let mut calls = 0;
        while !input.is_finished() && calls < 100 {
            let step = input.advance(rest, calls % 2 == 0);
            rest = &rest[step.consumed..];
            calls += 1;
        }
        assert!(input.is_finished() && rest.is_empty(), "{}", encoding.name());
    }
}

#[test]
#[should_panic(expected = "out of range for slice of length 1")]
fn a_piece_of_another_chunk_panics() {
    let mut input = Input::with_options(EncodingOptions::new().encoding(UTF_8));
    let step = input.advance(b"<p>", false);
    let _ = input.piece(b"<", step.piece);
}

/// A step is returned by value for every chunk, so it stays within seven words.
#[test]
fn sizes() {
    assert!(size_of::<Piece>() <= 3 * size_of::<u64>());
    assert!(size_of::<Step>() <= 7 * size_of::<u64>());
    assert!(size_of::<EncodingDecision>() <= 5 * size_of::<u64>());
}

#[test]
fn names_and_messages() {
    for (shown, name, expected) in [
        (&Confidence::Certain as &dyn Display, Confidence::Certain.as_str(), "certain"),
        (&Confidence::Tentative, Confidence::Tentative.as_str(), "tentative"),
        (&Confidence::Irrelevant, Confidence::Irrelevant.as_str(), "irrelevant"),
        (&EncodingSource::ByteOrderMark, EncodingSource::ByteOrderMark.as_str(), "byte-order-mark"),
        (&EncodingSource::Transport, EncodingSource::Transport.as_str(), "transport"),
        (&EncodingSource::Default, EncodingSource::Default.as_str(), "default"),
    ] {
        assert_eq!((shown.to_string().as_str(), name), (expected, expected));
        assert_eq!(format!("{shown:>20}"), format!("{expected:>20}"));
    }
    let (forty, more) = ("é".repeat(40), "é".repeat(41));
    for (label, shown) in [
        ("utf-7", "\"utf-7\":"),
        ("a\"\n", "\"a\\\"\\n\":"),
        (forty.as_str(), &format!("\"{forty}\":")),
        (more.as_str(), &format!("\"{forty}\"…:")),
    ] {
        let error = EncodingOptions::new().charset(label).expect_err("no such label");
        assert_eq!((error.label.as_str(), error.code()), (label, "unknown-encoding-label"));
        let message = error.to_string();
        let start = format!("unknown encoding label {shown} use a label of the Encoding Standard");
        assert!(message.starts_with(&start), "{message}");
    }
}

#[test]
fn defaults_are_new() {
    assert_eq!(EncodingOptions::default(), EncodingOptions::new());
    assert_eq!(Input::default().checkpoint(), Input::new().checkpoint());
}

#[test]
fn threads() {
    fn check<T: Send + Sync + 'static>() {}
    check::<Input>();
    check::<EncodingOptions>();
    check::<EncodingDecision>();
    check::<Confidence>();
    check::<EncodingSource>();
    check::<Bom>();
    check::<Step>();
    check::<Piece>();
    check::<Status>();
    check::<UnknownLabel>();
}

#[test]
fn debug_hides_the_buffer() {
    let mut input = Input::with_options(EncodingOptions::new().encoding(WINDOWS_1252));
    run(&mut input, [&b"secret"[..]]);
    let shown = format!("{input:?}");
    assert!(shown.contains("windows-1252") && shown.len() < 1000, "{shown}");
}
