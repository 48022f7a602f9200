//! Memory: what a shrunk input holds, and that it continues as before.

use tagspan_input::EncodingOptions;
use tagspan_input::decoder::{Input, Status};

use crate::samples::{ENCODINGS, TEXT, encode};

#[test]
fn a_shrunk_input_goes_on() {
    for encoding in ENCODINGS {
        let source = encode(encoding, TEXT);
        let mut texts = Vec::new();
        for shrinks in [false, true] {
            let mut input =
                Input::with_options(EncodingOptions::new().encoding(encoding)).source_offsets(true);
            let mut text = Vec::new();
            for (at, chunk) in source.chunks(1).enumerate() {
                let step = input.advance(chunk, at + 1 == source.len());
                text.extend_from_slice(input.piece(chunk, step.piece));
                let last = text.len() as u64;
                input.forget_before(last);
                if shrinks {
                    input.shrink_to_fit();
                    // The source and its text, which are not worth moving yet, and bytes that may have been a mark.
                    assert!(input.allocated() <= source.len() + text.len() + 8 + 64);
                }
            }
            let end = input.source_offset(text.len() as u64);
            texts.push((text, end, input.consumed()));
        }
        assert_eq!(texts[0], texts[1], "{}", encoding.name());
    }
}

#[test]
fn what_is_kept_stays() {
    let mut input = Input::new();
    let _ = input.advance(&[b' '; 700], false);
    let _ = input.advance(&[b' '; 23], false);
    input.shrink_to_fit();
    assert_eq!(input.allocated(), 723);
    let step = input.advance(b"<meta charset=utf-8>", true);
    assert_eq!(step.status, Status::Finished);
    assert_eq!(input.piece(b"", step.piece).len(), 743);
}
