//! The algorithms for encodings of the draft of about April 2010, transcribed, with stand-ins for texts that it only names.
//!
//! The draft has no table of labels: it asks for the names and aliases that IANA registered, of whichever
//! encodings a user agent supports. Here these are the encodings and labels of the Encoding Standard, but for
//! *replacement*, which is no encoding of that time. So a name that the standard gives is also what the draft's
//! own table of overrides makes of it.

mod change;
mod content_type;
mod locales;
mod overrides;
mod prescan;
mod sniffing;

pub(super) use change::change_the_encoding;
pub(super) use locales::LOCALES;
pub(super) use overrides::OVERRIDES;
pub(super) use prescan::prescan;
pub(super) use sniffing::sniff;

use super::{Encoding, get_an_encoding};

/// The algorithm for *extracting an encoding from a Content-Type*, and what its result means.
pub(super) fn extract_an_encoding_from_a_content_type(s: &str) -> Option<Encoding> {
    content_type::extract_an_encoding_from_a_content_type(s).and_then(supported_encoding)
}

/// A string interpreted as a character encoding, if that is supported; section 12.2.2.2.
///
/// When comparing a string specifying a character encoding with the name or alias of a character encoding to
/// determine if they are equal, user agents must remove any leading or trailing space characters in both names,
/// and then perform the comparison in an ASCII case-insensitive manner. That is *get an encoding*.
fn supported_encoding(name: &str) -> Option<Encoding> {
    get_an_encoding(name).filter(|&encoding| encoding != Encoding::REPLACEMENT)
}
