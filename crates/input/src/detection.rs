//! Detection of the encoding from the content, with `chardetng`.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};

use crate::options::EncodingOptions;

/// How many characters beyond ASCII there are in UTF-8 for each ill-formed sequence, at least, in what is UTF-8 that was damaged.
/// Text in a legacy encoding has fewer than one, as its bytes are well-formed by accident.
const CHARACTERS_FOR_EACH_ILL_FORMED: usize = 10;

/// The encoding that the first bytes of a source are in by their look, and the number of bytes that settle it. `None`: more bytes are needed, never with `last`.
///
/// As many as `untold` are known to tell the detector nothing.
pub(crate) fn detected(
    options: &EncodingOptions,
    bytes: &[u8],
    last: bool,
    untold: &mut usize,
) -> Option<(Option<&'static Encoding>, usize)> {
    let within = &bytes[..bytes.len().min(options.detect_within)];
    if options.detect == 0 {
        return Some((None, 0));
    }
    let start = (*untold).min(within.len());
    let Some(telling) = first_telling(&within[start..], options.detect_any) else {
        *untold = within.len();
        let is_settled = last || bytes.len() >= options.detect_within;
        return is_settled.then_some((None, within.len()));
    };
    *untold = start + telling;
    let end = untold.saturating_add(options.detect);
    if bytes.len() < end && !last {
        return None;
    }
    // Where the source ends just after them nothing shows that, or it would matter how it was split.
    let (shown, whole) = (&bytes[..bytes.len().min(end)], bytes.len() < end);
    Some((guess(shown, *untold, whole, options), shown.len()))
}

/// The index of the first byte that tells the detector anything: one above ASCII, or with `any` NUL or ESC.
fn first_telling(bytes: &[u8], any: bool) -> Option<usize> {
    let ascii = Encoding::ascii_valid_up_to(bytes);
    let escape = if any { memchr::memchr2(0, 0x1B, &bytes[..ascii]) } else { None };
    escape.or_else(|| (ascii < bytes.len()).then_some(ascii))
}

/// Guesses the encoding of bytes of which the first that is telling is at `start`.
///
/// `whole`: the source ends with them.
fn guess(bytes: &[u8], start: usize, whole: bool, options: &EncodingOptions) -> Option<&'static Encoding> {
    let any = options.detect_any;
    if any && let Some(encoding) = utf_16_by_nuls(bytes) {
        return Some(encoding);
    }
    // The detector takes a hundred times as long.
    if is_damaged_utf_8(&bytes[start..]) {
        return Some(UTF_8);
    }
    // Escapes of ISO-2022-JP in a page could hide markup from a filter that reads it as ASCII.
    let iso_2022_jp = if any { Iso2022JpDetection::Allow } else { Iso2022JpDetection::Deny };
    let mut detector = EncodingDetector::new(iso_2022_jp);
    // What ISO-2022-JP writes looks like ASCII.
    let kept = if any { Cow::Borrowed(bytes) } else { Cow::Owned(without_long_ascii(bytes)) };
    let is_beyond_ascii = detector.feed(&kept, whole);
    // Browsers deny UTF-8, lest authors come to rely on the guess. We write no pages, we read what there is.
    let domain = options.top_level_domain.as_deref().map(str::as_bytes);
    let guess = detector.guess(domain, Utf8Detection::Allow);
    Some(guess).filter(|&guess| is_beyond_ascii || guess == ISO_2022_JP)
}

/// The bytes, but of each long run of ASCII only what stands beside others: the detector takes 700 instructions for a byte, and
/// ASCII tells it something only in words with other letters. The guesses of 827 pages in 20 encodings stay the same.
fn without_long_ascii(mut bytes: &[u8]) -> Vec<u8> {
    /// More than a word has on either side of other letters.
    const CONTEXT: usize = 32;
    let mut kept = Vec::new();
    while !bytes.is_empty() {
        let (ascii, rest) = bytes.split_at(Encoding::ascii_valid_up_to(bytes));
        if ascii.len() <= 2 * CONTEXT {
            kept.extend_from_slice(ascii);
        } else {
            kept.extend_from_slice(&ascii[..CONTEXT]);
            kept.push(b' ');
            kept.extend_from_slice(&ascii[ascii.len() - CONTEXT..]);
        }
        let others = rest.iter().take_while(|byte| !byte.is_ascii()).count();
        kept.extend_from_slice(&rest[..others]);
        bytes = &rest[others..];
    }
    kept
}

/// Whether the bytes are UTF-8 beyond ASCII, but for few sequences, and what the end cuts.
fn is_damaged_utf_8(bytes: &[u8]) -> bool {
    let (mut characters, mut ill_formed) = (0, 0);
    let mut chunks = bytes.utf8_chunks().peekable();
    while let Some(chunk) = chunks.next() {
        // Each begins with one of these bytes.
        characters += chunk.valid().bytes().filter(|&byte| byte >= 0xC0).count();
        let is_cut = chunks.peek().is_none() && is_beginning_of_character(chunk.invalid());
        ill_formed += usize::from(!chunk.invalid().is_empty() && !is_cut);
    }
    characters > 0 && characters >= CHARACTERS_FOR_EACH_ILL_FORMED * ill_formed
}

/// Whether more bytes could make a character of these.
fn is_beginning_of_character(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}

/// UTF-16 that begins with ASCII and has much of it: NULs in a quarter or more of the even places and in few of the odd ones, or the
/// other way round.
fn utf_16_by_nuls(bytes: &[u8]) -> Option<&'static Encoding> {
    let mut nuls = [0_usize; 2];
    for (at, _) in bytes.iter().enumerate().filter(|&(_, &byte)| byte == 0) {
        nuls[at % 2] += 1;
    }
    let pairs = bytes.len() / 2;
    let (is_many, is_few) = (|nuls: usize| 4 * nuls >= pairs, |nuls: usize| 100 * nuls <= pairs);
    let [even, odd] = nuls;
    match *bytes {
        [first, 0, ..] if first != 0 && is_many(odd) && is_few(even) => Some(UTF_16LE),
        [0, second, ..] if second != 0 && is_many(even) && is_few(odd) => Some(UTF_16BE),
        _ => None,
    }
}
