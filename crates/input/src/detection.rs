//! Detection of the encoding from the content, with `chardetng`.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;

/// Guesses the encoding of the bytes. `None` if all of them are ASCII.
///
/// `whole` tells whether the source ends with them: an unfinished sequence at the end is an error then.
pub(crate) fn guess(bytes: &[u8], whole: bool, top_level_domain: Option<&str>) -> Option<&'static Encoding> {
    // Escapes of ISO-2022-JP in a page could hide markup from a filter that reads it as ASCII.
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    if !detector.feed(bytes, whole) {
        return None;
    }
    // Browsers deny UTF-8, lest authors come to rely on the guess. We write no pages, we read what there is.
    Some(detector.guess(top_level_domain.map(str::as_bytes), Utf8Detection::Allow))
}

/// The form of a top-level domain that the detector takes; it panics on others.
pub(crate) fn top_level_domain(label: &str) -> Option<Box<str>> {
    let usable = !label.is_empty() && label.is_ascii() && !label.contains('.');
    usable.then(|| label.to_ascii_lowercase().into_boxed_str())
}
