//! The encoding side of the specification: labels, the byte prescan, sniffing, changing the encoding.
//!
//! Two editions have it: the living standard and the draft of about April 2010. As in the rest of this crate
//! every algorithm is a function with the text's steps in the text's order and words, to be read line by line
//! beside it.
//!
//! | of the specification | here |
//! |---|---|
//! | *get an encoding*, Encoding Standard 4.2 | [`get_an_encoding`] |
//! | *extracting a character encoding from a `meta` element* | [`extract_from_meta_content`] |
//! | *prescan a byte stream to determine its encoding*, with *get an attribute* and *get an XML encoding* | [`prescan`] |
//! | the *encoding sniffing algorithm* | [`sniff`] |
//! | its suggested defaults for locales | [`suggested_default`] |
//! | *change the encoding* | [`change_encoding`] |
//! | the *character encoding overrides* of 2010 | [`OVERRIDES_2010`] |
//!
//! ```
//! use tagspan_reference::encoding::{Encoding, SniffOptions, SniffingEdition, prescan, sniff};
//!
//! let html = b"<!DOCTYPE html><meta charset=\"utf-16\">";
//! assert_eq!(prescan(html, SniffingEdition::Living), Some(Encoding::UTF_8));
//! assert_eq!(sniff(b"<p>", &SniffOptions::default()).encoding.name(), "windows-1252");
//! ```
//!
//! # What the specification leaves open
//!
//! * **How many bytes the prescan sees.** It says 1,024 in the living standard and hints at 512 in 2010, and
//!   leaves it to the user agent: [`SniffingEdition::prescan_limit`], [`prescan_up_to`],
//!   [`SniffOptions::prescan_limit`]. The limit holds for the XML declaration as well, because that is looked
//!   for in *the same bytes*.
//! * **When bytes have run out.** As soon as a step moves the pointer after the last one. That matters in 2010
//!   only, where a quoted value must be followed by one more byte: `<meta charset="utf-8"` is not enough there.
//! * **What an XML declaration may hold** (living). Its `>` must exist, and no step says that the encoding stands
//!   before it. An implementation may well want that; the text does not.
//! * **What detection finds, and what is likely.** [`SniffOptions`] takes them as inputs.
//! * **Which names 2010 knows.** The draft has no table of labels: it wants IANA's names and aliases, of the
//!   encodings that a user agent happens to support. Here these are the labels of the Encoding Standard, but for
//!   those of *replacement*, which is no encoding of that time. Encodings go by the standard's names, so that an
//!   override of 2010 is in the name already: `iso-8859-1` is windows-1252 from the start.
//! * **How 2010 reads `content`.** The text at hand names the algorithm without its steps: see
//!   [`extract_from_meta_content`].
//!
//! # What is not here
//!
//! No decoder, and so neither the *parse error* of bytes that are misinterpreted for compatibility (2010) nor the
//! second look at the byte order mark that *decode* takes. No waiting for bytes. The drafts of 2007 and 2009 have
//! no input stream section.

mod attribute;
mod bom;
mod change;
mod draft2010;
mod edition;
mod labels;
mod living;
mod locales;
mod sniffing;
mod stream;

pub use change::{Change, ChangeOptions};
pub use edition::SniffingEdition;
pub use labels::{Encoding, get_an_encoding};
pub use locales::suggested_default;
pub use sniffing::{Confidence, ParentDocument, SniffOptions, Sniffed, Source};

/// The *character encoding overrides* of 2010, section 12.2.2.2: the encoding that is asked for, and the one that
/// is used. The names are the draft's.
///
/// The Encoding Standard has each pair as labels of one encoding, `Windows-31J` as one of Shift_JIS and
/// `windows-949` as one of EUC-KR.
///
/// # Examples
///
/// ```
/// use tagspan_reference::encoding::{OVERRIDES_2010, get_an_encoding};
///
/// for (input, replacement) in OVERRIDES_2010 {
///     assert_eq!(get_an_encoding(input), get_an_encoding(replacement));
/// }
/// ```
pub const OVERRIDES_2010: &[(&str, &str)] = draft2010::OVERRIDES;

/// *Prescan a byte stream to determine its encoding*: section 12.2.3.2 of the living standard, step 4 of section
/// 12.2.2.1 of 2010. `None` when no encoding is found.
///
/// It looks at the first bytes only, as many as [`SniffingEdition::prescan_limit`] says, and not for a byte order
/// mark, which is a step of [`sniff`].
///
/// Takes time linear in the bytes that are scanned, but for `meta` tags of many attributes (quadratic).
///
/// # Examples
///
/// ```
/// use tagspan_reference::encoding::{SniffingEdition::*, prescan};
///
/// let html = b"<meta content='text/html; charset=koi8-r'>";
/// assert_eq!(prescan(html, Living), None);
/// assert_eq!(prescan(html, Draft2010).unwrap().name(), "KOI8-R");
/// assert_eq!(prescan(b"<?xml encoding='koi8-r'?>", Living).unwrap().name(), "KOI8-R");
/// ```
pub fn prescan(bytes: &[u8], edition: SniffingEdition) -> Option<Encoding> {
    prescan_up_to(bytes, edition.prescan_limit(), edition)
}

/// [`prescan`] with another limit, in bytes. What is after it is not looked at.
///
/// # Examples
///
/// ```
/// use tagspan_reference::encoding::{SniffingEdition, prescan_up_to};
///
/// let html = b"<meta charset=utf-8>";
/// assert!(prescan_up_to(html, 20, SniffingEdition::Living).is_some());
/// assert!(prescan_up_to(html, 19, SniffingEdition::Living).is_none());
/// ```
pub fn prescan_up_to(bytes: &[u8], limit: usize, edition: SniffingEdition) -> Option<Encoding> {
    let bytes = &bytes[..bytes.len().min(limit)];
    match edition {
        SniffingEdition::Living => living::prescan(bytes),
        SniffingEdition::Draft2010 => draft2010::prescan(bytes),
    }
}

/// *Extract a character encoding from a `meta` element*, given the value of its `content` attribute: section 2 of
/// the living standard. In 2010 it was *extracting an encoding from a Content-Type*. `None` when there is none, or
/// none that is supported.
///
/// The draft at hand names that algorithm without its steps. Taken here is what HTML had until September 2010: a
/// word `charset` without an equals sign ends the search. The living standard continues with the next one.
///
/// Takes time linear in the string.
///
/// # Examples
///
/// ```
/// use tagspan_reference::encoding::{SniffingEdition::*, extract_from_meta_content};
///
/// let extracted = extract_from_meta_content("text/html; Charset = 'big5'", Living);
/// assert_eq!(extracted.unwrap().name(), "Big5");
/// assert!(extract_from_meta_content("charset charset=big5", Living).is_some());
/// assert!(extract_from_meta_content("charset charset=big5", Draft2010).is_none());
/// ```
pub fn extract_from_meta_content(content: &str, edition: SniffingEdition) -> Option<Encoding> {
    match edition {
        SniffingEdition::Living => living::extract_a_character_encoding_from_a_meta_element(content),
        SniffingEdition::Draft2010 => draft2010::extract_an_encoding_from_a_content_type(content),
    }
}

/// The *encoding sniffing algorithm*: section 12.2.3.2 of the living standard, 12.2.2.1 of 2010.
///
/// The bytes are those that are available when the user agent stops waiting for more. It may wait as long as it
/// likes; here that is the caller's affair.
///
/// Takes time linear in the bytes that are scanned, but for `meta` tags of many attributes (quadratic).
///
/// # Examples
///
/// ```
/// use tagspan_reference::encoding::{Confidence, SniffOptions, SniffingEdition, Source, sniff};
///
/// let html = b"\xEF\xBB\xBF<meta charset=koi8-r>";
/// let mut options = SniffOptions { transport: Some("big5".to_owned()), ..SniffOptions::default() };
/// assert_eq!(sniff(html, &options).encoding.name(), "UTF-8");
/// options.edition = SniffingEdition::Draft2010;
/// assert_eq!(sniff(html, &options).encoding.name(), "Big5");
/// options.transport = None;
/// assert_eq!(sniff(html, &options).source, Source::ByteOrderMark);
/// assert_eq!(sniff(&html[3..], &options).encoding.name(), "KOI8-R");
/// assert_eq!(sniff(&html[3..], &options).confidence, Confidence::Tentative);
/// ```
pub fn sniff(bytes: &[u8], options: &SniffOptions) -> Sniffed {
    match options.edition {
        SniffingEdition::Living => living::sniff(bytes, options),
        SniffingEdition::Draft2010 => draft2010::sniff(bytes, options),
    }
}

/// *Change the encoding*: section 12.2.3.4 of the living standard, 12.2.2.4 of 2010.
///
/// It is for the encoding that a `meta` element declares and the parser of the document meets, be it one that
/// the prescan has not found. Tree construction asks for it only if the confidence is tentative.
///
/// # Examples
///
/// ```
/// use tagspan_reference::encoding::{Change, ChangeOptions, Confidence, Encoding, change_encoding};
///
/// let change = |current, new| {
///     change_encoding(current, Confidence::Tentative, new, &ChangeOptions::default())
/// };
/// let (utf_8, windows_1252) = (Encoding::UTF_8, Encoding::WINDOWS_1252);
/// assert_eq!(change(windows_1252, utf_8), Change::Restart(utf_8));
/// assert_eq!(change(utf_8, Encoding::UTF_16LE), Change::Confirmed);
/// ```
pub fn change_encoding(
    current: Encoding,
    confidence: Confidence,
    new: Encoding,
    options: &ChangeOptions,
) -> Change {
    if confidence != Confidence::Tentative {
        return Change::NotRun;
    }
    match options.edition {
        SniffingEdition::Living => living::change_the_encoding(current, new, options),
        SniffingEdition::Draft2010 => draft2010::change_the_encoding(current, new, options),
    }
}
