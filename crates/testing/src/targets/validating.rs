//! The fuzz target of ill-formed sequences, with a decoder that is fed single bytes as its oracle.

use encoding_rs::{DecoderResult, Encoding, UTF_8};
use tagspan_input::decoder::{Input, Status};
use tagspan_input::{EncodingOptions, Validation};

/// The ill-formed sequences of a source.
#[derive(Debug, Default)]
struct Oracle {
    /// Where the sequences begin.
    offsets: Vec<u64>,
    /// The text before the first of them, or all of it.
    before: Vec<u8>,
}

impl Oracle {
    /// Of a source in this encoding from the offset `mark` on.
    fn new(source: &[u8], mark: usize, encoding: &'static Encoding) -> Oracle {
        let mut oracle = Oracle::default();
        if encoding == UTF_8 {
            oracle.utf_8(source, mark);
            return oracle;
        }
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut text = [0; 32];
        let bytes = (mark..source.len()).map(|at| (at, &source[at..=at], false));
        for (at, byte, last) in bytes.chain([(source.len(), &b""[..], true)]) {
            let mut rest = byte;
            loop {
                let (result, read, written) =
                    decoder.decode_to_utf8_without_replacement(rest, &mut text, last);
                if oracle.offsets.is_empty() {
                    oracle.before.extend_from_slice(&text[..written]);
                }
                rest = &rest[read..];
                match result {
                    DecoderResult::InputEmpty => break,
                    DecoderResult::OutputFull => {}
                    DecoderResult::Malformed(length, after) => {
                        let end = at + byte.len() - rest.len();
                        oracle.offsets.push((end - usize::from(length) - usize::from(after)) as u64);
                    }
                }
            }
        }
        oracle
    }

    fn utf_8(&mut self, source: &[u8], mark: usize) {
        let mut at = mark;
        for part in source[mark..].utf8_chunks() {
            at += part.valid().len();
            if !part.invalid().is_empty() {
                self.offsets.push(at as u64);
                at += part.invalid().len();
            }
        }
        let before = self.offsets.first().map_or(source.len(), |&first| first as usize);
        self.before = source[mark..before].to_vec();
    }
}

/// Counts in these chunks, and stops at the first. The source is in this encoding from the offset `mark` on, and
/// decodes to `text`. Panics when something is wrong.
pub(super) fn check(
    source: &[u8],
    chunks: &[&[u8]],
    options: &EncodingOptions,
    (mark, encoding): (usize, &'static Encoding),
    text: &[u8],
) {
    let oracle = Oracle::new(source, mark, encoding);
    let context =
        || format!("{}, {} chunks of b\"{}\"", encoding.name(), chunks.len(), source.escape_ascii());

    let mut input = Input::with_options(options.clone()).validation(Validation::Count);
    for _ in 0..2 {
        let (counted, status) = read(&mut input, chunks);
        assert!(counted == text && status == Status::Finished, "counting changes the text: {}", context());
        let found = input.ill_formed();
        let listed = oracle.offsets.len().min(1024);
        assert_eq!(found.offsets(), &oracle.offsets[..listed], "{}", context());
        assert_eq!(found.count(), oracle.offsets.len() as u64, "{}", context());
        input.reset();
    }

    let mut input = Input::with_options(options.clone()).validation(Validation::Strict);
    for _ in 0..2 {
        let (passed, status) = read(&mut input, chunks);
        let Some(&offset) = oracle.offsets.first() else {
            assert!(passed == text && status == Status::Finished, "nothing is ill-formed: {}", context());
            return;
        };
        assert_eq!(status, Status::IllFormed { offset }, "{}", context());
        // The beginning of a sequence of UTF-8 was passed on before its end was known.
        let more = if encoding == UTF_8 { 3 } else { 0 };
        let length = oracle.before.len();
        assert!(passed.starts_with(&oracle.before) && passed.len() <= length + more, "{}", context());
        assert!(text.starts_with(&passed), "{}", context());
        assert_eq!(
            (input.ill_formed().offsets(), input.is_finished()),
            (&[offset][..], false),
            "{}",
            context()
        );
        let step = input.advance(b"more", true);
        assert_eq!((step.status, step.consumed, step.piece.len()), (Status::IllFormed { offset }, 0, 0));
        input.reset();
    }
}

/// The text of the chunks, and the status after the last or where reading stopped.
fn read(input: &mut Input, chunks: &[&[u8]]) -> (Vec<u8>, Status) {
    let mut text = Vec::new();
    for (index, chunk) in chunks.iter().enumerate() {
        let last = index + 1 == chunks.len();
        let mut rest = *chunk;
        loop {
            let step = input.advance(rest, last);
            text.extend_from_slice(input.piece(rest, step.piece));
            rest = &rest[step.consumed..];
            match step.status {
                Status::Again => {}
                Status::NeedsChunk if !last => break,
                status => return (text, status),
            }
        }
    }
    unreachable!("the last chunk ends the source")
}

#[cfg(test)]
mod tests {
    use encoding_rs::{GB18030, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, UTF_16LE};

    use super::*;

    #[test]
    fn the_oracle_says_what_the_standard_does() {
        for (encoding, source, offsets, before) in [
            (UTF_8, &b"a\xE2\x82<\x80"[..], &[1, 4][..], "a"),
            (UTF_8, "aé".as_bytes(), &[], "aé"),
            (SHIFT_JIS, b"\x93\xFA\x82<\xFD\x82", &[2, 4, 5], "日"),
            (GB18030, b"a\x81\x30<\x81\x30\x81", &[1, 4], "a"),
            (ISO_2022_JP, b"a\x1B(B\x1B(Jb\xFF", &[1, 8], "a"),
            (UTF_16LE, b"a\0\0\xDCb\0c", &[2, 6], "a"),
            (REPLACEMENT, b"abc", &[0], ""),
            (REPLACEMENT, b"", &[], ""),
        ] {
            let oracle = Oracle::new(source, 0, encoding);
            assert_eq!(oracle.offsets, offsets, "{}", encoding.name());
            assert_eq!(oracle.before, before.as_bytes(), "{}", encoding.name());
        }
    }
}
