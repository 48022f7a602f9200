//! Every encoding, cut after every byte and wherever the buffer is full.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, GB18030, GBK, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
    WINDOWS_1252,
};
use tagspan_input::decoder::{Input, Status};
use tagspan_input::{Encoding, EncodingOptions, Validation};
use testing::sample;

use super::harness::{WAYS, check, input};
use crate::samples::{ENCODINGS, TAILS, TEXT, encode};

/// Bytes that begin or end something in some encoding.
const BYTES: [u8; 20] = *b"a<\"0@$(B\x1B\x00\x7F\x80\x81\x8F\xA1\xD8\xDC\xE0\xFE\xFF";

fn one_byte(source: &[u8]) -> impl Iterator<Item = &[u8]> {
    // And an empty last chunk.
    source.chunks(1).chain([&[][..]])
}

#[test]
fn text_after_every_byte() {
    for encoding in ENCODINGS {
        let options = EncodingOptions::new().encoding(encoding);
        let source = [&encode(encoding, TEXT)[..], &TAILS.concat()].concat();
        for way in WAYS {
            let (text, steps) = check(input(&options, way), one_byte(&source));
            let is_whole = way.0 != Validation::Strict;
            assert!(!is_whole || steps > source.len());
            if is_whole && encoding != UTF_8 {
                assert_eq!(text, encoding.decode_without_bom_handling(&source).0.as_bytes());
            }
        }
    }
}

/// A mark of any encoding counts as the three bytes that it has in UTF-8.
#[test]
fn what_came_out_of_the_decoder_is_counted() {
    let counts = |source: &[u8]| {
        let mut input = Input::with_options(EncodingOptions::new().encoding(WINDOWS_1252));
        while input.advance(source, true).status != Status::Finished {}
        input.decoded()
    };
    assert_eq!([&b""[..], b"\xE9a", b"\xEF\xBB\xBFa", b"\xFF\xFEa\0"].map(counts), [0, 3, 4, 4]);
}

#[test]
fn every_pair_of_bytes() {
    let mut is_drawn = sample::one_in(8);
    for encoding in ENCODINGS {
        let options = EncodingOptions::new().encoding(encoding);
        for first in BYTES {
            for second in BYTES.into_iter().filter(|_| is_drawn()) {
                for source in [&[first, second][..], &[b'x', first, b'\x81', second]] {
                    for way in [WAYS[2], WAYS[3]] {
                        check(input(&options, way), one_byte(source));
                    }
                }
            }
        }
    }
}

/// One checkpoint only, so that nothing is made good by the next.
#[test]
fn tails_cut_once() {
    let mut is_drawn = sample::one_in(8);
    for encoding in ENCODINGS {
        let options = EncodingOptions::new().encoding(encoding);
        let around = encode(encoding, "<é日>");
        for tail in TAILS {
            let source = [&around[..], tail, &around[..]].concat();
            for cut in (0..=source.len()).filter(|_| is_drawn()) {
                let (left, right) = source.split_at(cut);
                check(input(&options, WAYS[2]), [left, right]);
            }
        }
    }
}

/// Whatever the decoder was at when the buffer was full.
#[test]
fn a_full_buffer() {
    let many =
        [BIG5, EUC_JP, EUC_KR, GB18030, GBK, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, UTF_16BE, UTF_16LE, UTF_8];
    for encoding in ENCODINGS {
        let is_multi_byte = many.contains(&encoding);
        let filler = encode(encoding, "x");
        for room in 0..if is_multi_byte { 160 } else { 20 } {
            let padding = filler.repeat(Input::BUFFER_SIZE - room);
            let source = [&padding[..], &TAILS.concat(), &encode(encoding, TEXT)].concat();
            // Neither mode of a strict input comes so far, nor does a map change what the decoder does.
            let options = EncodingOptions::new().encoding(encoding);
            let way = (if room % 2 == 0 { Validation::Off } else { Validation::Count }, false);
            let (text, steps) = check(input(&options, way), [&source[..]]);
            assert!(steps > 1);
            if encoding != UTF_8 {
                assert_eq!(text, encoding.decode_without_bom_handling(&source).0.as_bytes());
            }
        }
    }
}

/// Source offsets across full buffers, and where sequences straddle the checkpoint.
#[test]
fn a_full_buffer_with_offsets() {
    let table: [(&'static Encoding, &[u8]); 7] = [
        (SHIFT_JIS, b"\x93\xFA\x81\"\xB1"),
        (EUC_JP, b"\x8F\xB0\xA1\x8F\xA1\"\xC6\xFC"),
        (GB18030, b"\x81\x30\x81\x30\x81\x30\x81\"\x81\x30<"),
        (BIG5, b"\x88\x62\xA4\xA4\x81\""),
        (ISO_2022_JP, b"\x1B$BF|\x1B(Ba\x1B$B\x1B(J\x1B$\x80"),
        (UTF_16LE, b"a\0\x40\xD8\x00\xDC\x00\xD8"),
        (UTF_16BE, b"\0a\xD8\x40\xDC\x00\xDC\x00"),
    ];
    for (encoding, unit) in table {
        let source = unit.repeat(3 * Input::BUFFER_SIZE / unit.len() / 2);
        for size in [4001, usize::MAX] {
            let input = input(&EncodingOptions::new().encoding(encoding), WAYS[2]);
            let (text, steps) = check(input, source.chunks(size.min(source.len())));
            assert_eq!(text, encoding.decode_without_bom_handling(&source).0.as_bytes());
            assert!(steps > 2);
        }
    }
}
