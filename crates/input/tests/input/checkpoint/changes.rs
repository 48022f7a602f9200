//! Checkpoints around a change of the encoding within a document: before it, while kept bytes are read again, and after.

use tagspan_input::decoder::{Change, Input, Status};
use tagspan_input::{Encoding, EncodingOptions, Validation};

use super::harness::{Pair, input};

const META: &[u8] = b"<meta charset=koi8-r>";

/// Reads a source as a parser does that meets the declaration. Gives the text and what was done.
fn read(source: &[u8], size: usize, limit: usize, validation: Validation) -> (Vec<u8>, Option<Change>) {
    let koi8_r = Encoding::for_label(b"koi8-r").unwrap();
    let options = EncodingOptions::new().prescan_bytes(0);
    let mut pair = Pair::new(input(&options, (validation, true)));
    let mut change = None;
    let mut at = 0_usize;
    loop {
        let chunk = &source[at..source.len().min(at.saturating_add(size))];
        let last = at + chunk.len() == source.len();
        let mut rest = chunk;
        let status = loop {
            let seen = pair.step(rest, last);
            rest = &rest[seen.consumed()..];
            let consumed = &chunk[..chunk.len() - rest.len()];
            let found = pair.text.windows(META.len()).position(|window| window == META);
            if let (Some(start), None) = (found, &change) {
                let span = start as u64..(start + META.len()) as u64;
                let answer =
                    pair.same(|input| input.reconsider(koi8_r, span.clone(), consumed, limit)).unwrap();
                let next = match answer.clone() {
                    Change::OnTheFly { encoding, bytes } => {
                        pair.text.truncate(start + META.len());
                        pair.decoded = span.end;
                        pair.same(|input| input.switch(encoding, bytes.clone(), span.end, consumed))
                    }
                    Change::Restart { encoding, bytes } => {
                        (pair.text, pair.decoded) = (Vec::new(), 0);
                        pair.same(|input| {
                            input.keep(consumed, limit);
                            input.restart(encoding, bytes.clone())
                        })
                    }
                    Change::FeedAgain { encoding } => {
                        (pair.text, pair.decoded) = (Vec::new(), 0);
                        pair.same(|input| input.start_again(encoding));
                        0
                    }
                    Change::Confirmed => unreachable!("another encoding was declared"),
                };
                change = Some(answer);
                pair.replace();
                at = next as usize;
                break Status::NeedsChunk;
            }
            if seen.status() != Status::Again {
                at += chunk.len();
                if change.is_none() {
                    pair.same(|input| input.keep(chunk, limit));
                    pair.replace();
                }
                break seen.status();
            }
        };
        if status != Status::NeedsChunk {
            return (pair.text, change);
        }
    }
}

#[test]
fn every_change_at_every_size_of_chunks() {
    let koi8_r = Encoding::for_label(b"koi8-r").unwrap();
    type Row<'a> = (&'a [u8], usize, fn(&Change) -> bool);
    let table: [Row<'_>; 3] = [
        (b"plain ", 1024, |change| matches!(change, Change::OnTheFly { .. })),
        (b"\xC1\xC2\x81 ", 1024, |change| matches!(change, Change::Restart { .. })),
        (b"\xC1\xC2 ", 8, |change| matches!(change, Change::FeedAgain { .. })),
    ];
    for (before, limit, expected) in table {
        let source = [before, META, b"\xC1\xC2\xFF<p>"].concat();
        for size in 1..=source.len() {
            for validation in [Validation::Off, Validation::Count, Validation::Strict] {
                let (text, change) = read(&source, size, limit, validation);
                let change = change.unwrap();
                assert!(expected(&change), "{change:?}");
                assert_eq!(text, koi8_r.decode_without_bom_handling(&source).0.as_bytes());
            }
        }
    }
}

/// So much is kept that it is read again in several pieces.
#[test]
fn kept_bytes_in_pieces() {
    let koi8_r = Encoding::for_label(b"koi8-r").unwrap();
    let source = [&b"\xC1\xC2 ".repeat(12_000)[..], META, &b"\xC1".repeat(9000)].concat();
    for size in [7001, usize::MAX] {
        let (text, change) = read(&source, size, 1 << 17, Validation::Count);
        assert!(matches!(change, Some(Change::Restart { .. })));
        assert!(text == koi8_r.decode_without_bom_handling(&source).0.as_bytes());
    }
}

/// The last chunk still waits while kept UTF-8 comes out.
#[test]
fn kept_utf_8() {
    for cut in 1..24 {
        let source = b"\xE6\x97\xA5 plain \xFF<meta charset=utf-8>\xE6\x97\xA5";
        let (left, right) = source.split_at(cut);
        for validation in [Validation::Off, Validation::Count, Validation::Strict] {
            let mut pair = Pair::new(input(&EncodingOptions::new(), (validation, true)));
            assert_eq!(pair.feed(left, false), Status::NeedsChunk);
            pair.feed(right, true);
            let end = if validation == Validation::Strict { 10 } else { source.len() };
            assert_eq!(pair.text, source[..end]);
        }
    }
}

/// Returned bytes do not count as consumed, before a checkpoint or after it.
#[test]
fn bytes_given_back() {
    let mut pair = Pair::new(Input::with_options(EncodingOptions::new().charset("utf-8").unwrap()));
    pair.feed(b"<p>abc", false);
    pair.same(|input| input.give_back(3));
    pair.decoded -= 3;
    pair.replace();
    assert_eq!(pair.other.consumed(), 3);
    pair.feed(b"abc</p>", true);
    pair.same(|input| input.give_back(4));
    pair.decoded -= 4;
    pair.replace();
    assert!(!pair.other.is_finished());
    assert_eq!(pair.feed(b"</p>", true), Status::Finished);
}
