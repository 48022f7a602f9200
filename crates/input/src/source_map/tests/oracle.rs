//! The oracle of the source map: offsets from encoding_rs itself, fed one byte at a time.

use encoding_rs::{DecoderResult, Encoding, GB18030, GBK, ISO_2022_JP, UTF_16BE, UTF_16LE};

use super::super::utf_8;

/// Decoded text and where each of its characters ends, in both streams.
pub(super) struct Oracle {
    pub(super) decoded: Vec<u8>,
    /// The source offset of each decoded offset; `None` within a character.
    pub(super) offsets: Vec<Option<u64>>,
}

impl Oracle {
    /// Decodes a whole source without a byte order mark.
    pub(super) fn new(encoding: &'static Encoding, source: &[u8]) -> Oracle {
        let mut oracle = Oracle { decoded: Vec::new(), offsets: vec![Some(0)] };
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut buffer = [0; 32];
        // The end of the error that the decoder has just reported, if it read more than that.
        let mut ahead = None;
        let mut read = 0;
        loop {
            let last = read == source.len();
            // After an error nothing is read: what the decoder holds back and gives now lies before that.
            let given = if ahead.is_some() || last { &[][..] } else { &source[read..=read] };
            let (result, consumed, written) =
                decoder.decode_to_utf8_without_replacement(given, &mut buffer, last);
            read += consumed;
            if written > 0 {
                let end = match ahead {
                    // The first code unit after a lone surrogate; the first byte of those given back, which is ASCII.
                    Some(end) if encoding == UTF_16LE || encoding == UTF_16BE => end + 2,
                    Some(end) => end + 1,
                    None => read,
                };
                oracle.append(&buffer[..written], end);
            }
            ahead = None;
            match result {
                DecoderResult::Malformed(len, after) => {
                    let escapes = encoding == ISO_2022_JP && (len, after) == (3, 3);
                    // Two escape sequences: the second one is in force already. Ours is that the error took both.
                    let after = if escapes { 0 } else { usize::from(after) };
                    oracle.append("\u{FFFD}".as_bytes(), read - after);
                    ahead = (after > 0).then_some(read - after);
                    if after > 1 && (encoding == GB18030 || encoding == GBK) {
                        assert_eq!(after, 2, "one is given, the other is held back");
                    }
                }
                DecoderResult::InputEmpty if last => break,
                DecoderResult::InputEmpty => {}
                DecoderResult::OutputFull => panic!("the buffer takes any character"),
            }
        }
        assert_eq!(
            oracle.decoded,
            encoding.decode_without_bom_handling(source).0.as_bytes(),
            "{} {source:02X?}",
            encoding.name()
        );
        oracle
    }

    fn append(&mut self, characters: &[u8], end: usize) {
        self.decoded.extend_from_slice(characters);
        for index in 1..=characters.len() {
            let whole = characters.get(index).is_none_or(|&byte| !utf_8::continues(byte));
            self.offsets.push(whole.then_some(end as u64));
        }
    }
}
