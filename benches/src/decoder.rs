//! The decoder alone: what `encoding_rs` takes, with nothing around it.

use std::hint::black_box;

use encoding_rs::{CoderResult, Encoding};

/// Decodes a source without its byte order mark in chunks of `size` bytes, through a buffer as the pipeline has one, and
/// gives the length of the UTF-8. Linear in the source.
///
/// # Panics
///
/// When `size` is 0.
///
/// # Examples
///
/// ```
/// use benches::decoder;
///
/// let mut buffer = [0; 64];
/// assert_eq!(decoder::alone(encoding_rs::WINDOWS_1252, &mut buffer, b"caf\xE9", 3), "café".len());
/// ```
pub fn alone(encoding: &'static Encoding, buffer: &mut [u8], source: &[u8], size: usize) -> usize {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut len = 0;
    let mut feed = |mut rest: &[u8], last: bool| {
        loop {
            let (result, read, written, _) = decoder.decode_to_utf8(rest, buffer, last);
            len += black_box(&buffer[..written]).len();
            rest = &rest[read..];
            if result == CoderResult::InputEmpty {
                break;
            }
        }
    };
    source.chunks(size).for_each(|chunk| feed(chunk, false));
    feed(&[], true);
    len
}
