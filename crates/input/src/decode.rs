//! One call of a decoder, which ends with the source, with the target, or at an ill-formed sequence.

use encoding_rs::DecoderResult;

use crate::{codec::Decoder, step::Status, validation::Validator};

/// Space that is reserved in the target so that the decoder can always flush its buffered characters.
///
/// After an ill-formed sequence a decoder may have buffered characters of it: the `0` of `81 30 <` in gb18030, the `(` of
/// `1B ( <` in ISO-2022-JP, the code unit after an unpaired surrogate. At the end of the source there may be up to three.
/// Once they are flushed, the state of the decoder follows from the bytes that it has read.
const RESERVE: usize = 16;

/// How many bytes of UTF-8 a byte of the source can make, without those that the decoder has buffered.
pub(crate) const MOST_FOR_A_BYTE: usize = 3;

/// A target with less space is full.
pub(crate) const LEAST_ROOM: usize = 2 * RESERVE;

/// The result.
pub(crate) struct Decoded {
    /// Never [`Status::Again`] if everything was read.
    pub(crate) status: Status,
    /// Bytes of the source.
    pub(crate) read: usize,
    /// Bytes of the target.
    pub(crate) written: usize,
    /// Whether the decoder gave up on a sequence once the last byte had been read, and if so, how many of the bytes read
    /// are not of that sequence.
    pub(crate) given_up: Option<usize>,
}

/// Decodes into `target`, of [`LEAST_ROOM`] at least. The source begins at `offset`. With `last` it ends.
pub(crate) fn decode(
    decoder: &mut Decoder,
    source: &[u8],
    target: &mut [u8],
    last: bool,
    offset: u64,
    validator: &mut Validator,
) -> Decoded {
    const REPLACEMENT: [u8; 3] = *b"\xEF\xBF\xBD";
    let (mut read, mut written) = (0, 0);
    let mut given_up = None;
    let mut full = false;
    let mut limit = target.len().saturating_sub(RESERVE);
    let status = loop {
        let (rest, end) =
            if full { (&[][..], last && read == source.len()) } else { (&source[read..], last) };
        let (result, more_read, more_written) =
            decoder.decode_to_utf8_without_replacement(rest, &mut target[written..limit], end);
        read += more_read;
        written += more_written;
        match result {
            DecoderResult::InputEmpty => {
                break if read < source.len() { Status::Again } else { consumed(last) };
            }
            DecoderResult::OutputFull if full => break Status::Again,
            DecoderResult::OutputFull => (full, limit) = (true, target.len()),
            DecoderResult::Malformed(length, after) => {
                given_up = Some((read, usize::from(after)));
                // It may have begun in an earlier chunk.
                let end = (offset + read as u64).saturating_sub(u64::from(after));
                let start = end.saturating_sub(u64::from(length));
                if validator.is_on() && validator.report(start) {
                    break Status::IllFormed { offset: start };
                }
                // The decoder stops for a full target before it reads what makes this necessary.
                target[written..written + REPLACEMENT.len()].copy_from_slice(&REPLACEMENT);
                written += REPLACEMENT.len();
            }
        }
    };
    let given_up = given_up.and_then(|(at, after)| (at == read).then_some(after));
    Decoded { status, read, written, given_up }
}

/// The status once the whole chunk was consumed and nothing more is to come out of it.
pub(crate) fn consumed(last: bool) -> Status {
    if last { Status::Finished } else { Status::NeedsChunk }
}
