//! Every encoding, every sample, every chunking: the same as decoding the whole at once (I12).

use std::collections::HashSet;

use encoding_rs::{
    BIG5, EUC_JP, GB18030, ISO_2022_JP, KOI8_R, REPLACEMENT, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
    WINDOWS_1252, X_USER_DEFINED,
};
use tagspan_input::decoder::{Input, Piece, Status};
use tagspan_input::{Encoding, EncodingOptions, Validation};
use testing::{chunkings::chunkings, sample};

use super::harness::{check, one_shot, run, run_as};
use crate::samples::{ENCODINGS, TAILS, TEXT, encode};

#[test]
fn the_table_has_every_encoding_once() {
    let names: HashSet<_> = ENCODINGS.iter().map(|encoding| encoding.name()).collect();
    assert_eq!(names.len(), 40);
}

#[test]
fn well_formed_text() {
    for encoding in ENCODINGS {
        let source = encode(encoding, TEXT);
        let special = source.iter().any(|&byte| byte >= 0x80 || byte == 0x1B);
        assert!(special, "{} is tested with ASCII only", encoding.name());
        if encoding != REPLACEMENT {
            let text = one_shot(encoding, &source).text;
            assert!(!String::from_utf8(text).unwrap().contains('\u{FFFD}'), "{}", encoding.name());
        }
        check(encoding, &source);
    }
}

#[test]
fn every_tail_in_every_encoding() {
    for encoding in ENCODINGS {
        for tail in TAILS {
            // Alone, at the very start, and after and before something well-formed.
            check(encoding, tail);
            let around = encode(encoding, "<é日>");
            check(encoding, &[&around[..], tail].concat());
            check(encoding, &[tail, &around[..]].concat());
        }
    }
}

/// Texts that the oracle might share a fault about: written out.
#[test]
fn spelled_out() {
    let table: &[(&'static Encoding, &[u8], &str)] = &[
        // The lead byte must not swallow the quote.
        (SHIFT_JIS, b"<a b=\"\x82\">", "<a b=\"\u{FFFD}\">"),
        (BIG5, b"\x81\"", "\u{FFFD}\""),
        (BIG5, b"\x88\x62\x88\xA5", "\u{CA}\u{304}\u{EA}\u{30C}"),
        (EUC_JP, b"\x8F\xA1\"", "\u{FFFD}\""),
        (EUC_JP, b"\xC6\xFC\x8F\xB0\xA1", "日丂"),
        (GB18030, b"\x81\x30\x81\x30", "\u{80}"),
        (GB18030, b"\x81\x30\x81\"", "\u{FFFD}0\u{FFFD}\""),
        (GB18030, b"\x81\x30\x81", "\u{FFFD}"),
        // An odd last byte, a lone surrogate at the end, both: exactly one.
        (UTF_16LE, b"a\0b", "a\u{FFFD}"),
        (UTF_16BE, b"\0a\0", "a\u{FFFD}"),
        (UTF_16LE, b"a\0\x00\xD8", "a\u{FFFD}"),
        (UTF_16BE, b"\0a\xD8\x00", "a\u{FFFD}"),
        (UTF_16LE, b"a\0\x00\xDC", "a\u{FFFD}"),
        (UTF_16LE, b"a\0\x00\xD8\x00", "a\u{FFFD}"),
        (UTF_16LE, b"\x00\xD8a\0", "\u{FFFD}a"),
        (UTF_16LE, b"\x40\xD8\x00\xDC", "𠀀"),
        (UTF_16BE, b"\xD8\x40\xDC\x00", "𠀀"),
        (ISO_2022_JP, b"\x1B$BF|\x1B(B<", "日<"),
        (ISO_2022_JP, b"a\x1B$B", "a"),
        (ISO_2022_JP, b"a\x1B$", "a\u{FFFD}$"),
        (ISO_2022_JP, b"a\x1B", "a\u{FFFD}"),
        (ISO_2022_JP, b"\x1B$B<", "\u{FFFD}"),
        // One for the whole document, none for an empty one.
        (REPLACEMENT, b"<p>anything</p>", "\u{FFFD}"),
        (REPLACEMENT, b"", ""),
        (X_USER_DEFINED, b"a\x80\xFF", "a\u{F780}\u{F7FF}"),
        (WINDOWS_1252, b"\x80\x81", "€\u{81}"),
    ];
    for &(encoding, source, text) in table {
        for chunks in chunkings(source) {
            let outcome = run_as(encoding, chunks.iter().copied());
            let got = String::from_utf8(outcome.text).unwrap();
            assert_eq!(got, text, "{}, chunks {chunks:02X?}", encoding.name());
        }
    }
}

/// UTF-8 comes out as it went in, however ill-formed.
#[test]
fn utf_8_is_untouched() {
    let source: Vec<u8> = (0..=255).chain(*b"\xC2<script>\xED\xA0\x80\xF4\x90\x80\x80\xE3\x81").collect();
    for chunks in chunkings(&source) {
        assert_eq!(run_as(UTF_8, chunks.iter().copied()).text, source, "{chunks:02X?}");
    }
}

/// Sources of several buffers, so that the buffer fills at every place in a sequence.
#[test]
fn longer_than_the_buffer() {
    for encoding in ENCODINGS {
        for shift in 0..4 {
            let text = format!("{}{}", "x".repeat(shift), "日Žж똠Ê̄𠀀<".repeat(Input::BUFFER_SIZE / 6));
            let mut source = encode(encoding, &text);
            source.extend_from_slice(&b"\x81\x82\"\x1B\xFF".repeat(Input::BUFFER_SIZE / 4));
            let expected = one_shot(encoding, &source);
            for size in [7, Input::BUFFER_SIZE - 1, Input::BUFFER_SIZE, Input::BUFFER_SIZE + 1, usize::MAX] {
                let outcome = run_as(encoding, source.chunks(size.min(source.len())));
                assert!(outcome == expected, "{}, shift {shift}, chunks of {size}", encoding.name());
            }
        }
    }
}

/// Runs of ASCII that are passed on, between each tail of a sequence, whole or not, of which ASCII may be the last byte.
#[test]
fn long_runs_of_ascii() {
    for encoding in ENCODINGS {
        let text = encode(encoding, TEXT);
        let runs = [1, 2047, 2048, 2049, 4095, 4100, 9000]
            .map(|length| encode(encoding, &"<p>".repeat(length / 3 + 1)));
        for (index, tail) in TAILS.iter().enumerate() {
            let mut source = runs[index % runs.len()].clone();
            for run in runs.iter().cycle().skip(index).take(3) {
                source.extend_from_slice(&text[..text.len().min(3 + index)]);
                source.extend_from_slice(tail);
                source.extend_from_slice(run);
            }
            let expected = one_shot(encoding, &source);
            for size in [1000, 2048, 4097, Input::BUFFER_SIZE, usize::MAX] {
                let outcome = run_as(encoding, source.chunks(size.min(source.len())));
                assert!(outcome == expected, "{}, {tail:02X?}, chunks of {size}", encoding.name());
            }
        }
    }
}

/// A run of what was kept is passed on, whatever comes behind it: each byte is looked at once.
#[test]
fn long_runs_of_ascii_that_were_kept() {
    let page = [&[b'a'; 5000][..], b"\xE9", &[b'b'; 3000], b"\xE9", &[b'c'; 100]].concat();
    let mut input = Input::new();
    let mut rest = &page[..];
    while !rest.is_empty() {
        rest = &rest[input.advance(rest, false).consumed..];
    }
    input.keep(&page, 1 << 20);
    input.restart(KOI8_R, 0..0);
    let first = input.advance(&[], false);
    assert_eq!((first.piece, first.status), (Piece::Kept { start: 0, end: 5000 }, Status::Again));
    let second = input.advance(&[], false);
    assert_eq!(
        (second.piece, second.status),
        (Piece::Buffer { len: 2 + 3000 + 2 + 100 }, Status::NeedsChunk)
    );
}

/// Every size of the output: the buffer has room for each number of bytes when the text begins. Encodings of more than
/// one byte also in two-way splits of the text (each split with one in sixteen rooms), and where ill-formed bytes count.
#[test]
fn every_room_in_the_buffer() {
    let mut is_drawn = sample::one_in(4);
    for encoding in ENCODINGS {
        let filler = encode(encoding, "x");
        let text = [&encode(encoding, TEXT)[..], TAILS.concat().as_slice()].concat();
        let splits = if encoding.is_single_byte() || encoding == REPLACEMENT { 0..1 } else { 0..text.len() };
        let most = one_shot(encoding, &text).text.len();
        for room in (0..=most).filter(|_| is_drawn()) {
            let padding = filler.repeat(Input::BUFFER_SIZE - room);
            let source = [&padding[..], &text].concat();
            let expected = one_shot(encoding, &source);
            for split in splits.clone().filter(|split| (split + room) % 16 == 0) {
                let (left, right) = source.split_at(padding.len() + split);
                let outcome = run_as(encoding, [left, right]);
                assert!(outcome == expected, "{}, room for {room}, split at {split}", encoding.name());
            }
            let mut input = Input::with_options(EncodingOptions::new().encoding(encoding))
                .validation(Validation::Count)
                .source_offsets(true);
            assert!(run(&mut input, [&source[..]]) == expected, "{}, counting", encoding.name());
        }
    }
}

#[test]
fn labels_mean_what_the_standard_says() {
    let table = [
        ("utf-8", Some("UTF-8")),
        ("UTF8", Some("UTF-8")),
        ("utf-16", Some("UTF-16LE")),
        ("utf-16be", Some("UTF-16BE")),
        ("\t iso-8859-1\r\n", Some("windows-1252")),
        ("ascii", Some("windows-1252")),
        ("shift_jis", Some("Shift_JIS")),
        ("x-user-defined", Some("x-user-defined")),
        ("iso-2022-jp", Some("ISO-2022-JP")),
        ("replacement", Some("replacement")),
        ("iso-2022-kr", Some("replacement")),
        ("hz-gb-2312", Some("replacement")),
        ("utf-7", None),
        ("utf-32", None),
        ("", None),
        ("\"utf-8\"", None),
        ("utf-8\0", None),
        ("utf\u{2011}8", None),
    ];
    for (label, name) in table {
        let got = EncodingOptions::new().charset(label);
        match name {
            Some(name) => {
                let encoding = Encoding::for_label(name.as_bytes()).unwrap();
                assert_eq!(got, Ok(EncodingOptions::new().encoding(encoding)), "{label:?}");
                assert_eq!(encoding.name(), name);
            }
            None => {
                let error = got.unwrap_err();
                assert_eq!(error.label, label);
                assert_eq!(error.code(), "unknown-encoding-label");
            }
        }
    }
}

#[test]
fn the_message_about_a_label_is_short_and_escaped() {
    let long = "é\u{1B}".repeat(100_000);
    let message = EncodingOptions::new().charset(&long).unwrap_err().to_string();
    assert!(message.len() < 500 && !message.contains('\u{1B}') && message.contains('…'), "{message}");
}
