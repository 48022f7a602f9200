//! From bytes of any encoding, chunk by chunk, to UTF-8 slices for an HTML tokenizer.
//!
//! [`Input`] takes the bytes of a document as they arrive, decides their encoding as early as the bytes
//! allow, and yields UTF-8:
//!
//! - A UTF-8 source is *passed through*: each piece is the very slice of the caller's chunk, neither copied
//!   nor validated. It may therefore be ill-formed. A tokenizer does not mind, because an ill-formed sequence
//!   never contains an ASCII byte.
//! - Every other source is decoded with `encoding_rs`, through one reused buffer of [`Input::BUFFER_SIZE`]
//!   bytes, allocated when the first such source needs it. Ill-formed sequences become U+FFFD as the Encoding
//!   Standard says, so these pieces are well-formed UTF-8.
//!
//! # How the encoding is decided
//!
//! Steps of the HTML Standard, section 12.2.3.2, *Determining the character encoding*; the first that
//! applies wins. [`sniff`] does them for a whole source, [`Sniffer`] as bytes come, and [`Input`] before it decodes.
//!
//! | step | [`EncodingSource`] | confidence | from |
//! |---|---|---|---|
//! | a byte order mark | `byte-order-mark` | certain | the first two or three bytes |
//! | the user's instruction | `override` | certain | [`EncodingOptions::override_encoding`] |
//! | the transport | `transport` | certain | [`EncodingOptions::content_type`], [`EncodingOptions::charset`] |
//! | a declaration | `prescan` | tentative | `<meta>` or an XML declaration in the first 1,024 bytes |
//! | the parent document | `parent-document` | tentative | [`EncodingOptions::parent`] |
//! | what is likely | `likely` | tentative | [`EncodingOptions::likely`] |
//! | detection | `detection` | tentative | `EncodingOptions::detect`, with the feature `detect` |
//! | the default | `default` | tentative | [`EncodingOptions::locale`], [`EncodingOptions::default_encoding`], or windows-1252 |
//!
//! The decision depends on bytes only, never on how they were cut into chunks or on time. It is taken at the earliest
//! byte that settles it; until then bytes are held back, at most [`Sniffer::limit`] of them.
//!
//! A declaration that the parser meets while the encoding is tentative may change it: [`Input::reconsider`].
//!
//! # Example
//!
//! ```
//! use tagspan::{EncodingOptions, UnknownLabel, input::{Input, Status}};
//!
//! fn main() -> Result<(), UnknownLabel> {
//!     let mut input = Input::with_options(EncodingOptions::new().charset("shift_jis")?);
//!     let mut utf8 = Vec::new();
//!     // "<p>日本" in two chunks; the first ends between a lead byte and its trail byte.
//!     for (chunk, last) in [(&b"<p>\x93"[..], false), (&b"\xFA\x96\x7B"[..], true)] {
//!         let mut rest = chunk;
//!         loop {
//!             let step = input.advance(rest, last);
//!             utf8.extend_from_slice(input.piece(rest, step.piece));
//!             rest = &rest[step.consumed..];
//!             if step.status != Status::Again {
//!                 break;
//!             }
//!         }
//!     }
//!     assert_eq!(utf8, "<p>日本".as_bytes());
//!     Ok(())
//! }
//! ```
//!
//! # Not offered, on purpose
//!
//! - UTF-16 or UTF-32 output, and encoding: use `encoding_rs`.
//! - Validation of UTF-8 by default: whoever turns a slice into a string has to look at every byte anyway. Who wants to
//!   know says so ([`Validation`]).
//! - Reading from files or sockets: the caller has the bytes and says how many at a time.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod bom;
mod change;
mod checkpoint;
mod content_type;
mod decision;
mod decode;
#[cfg(feature = "detect")]
mod detection;
mod input;
mod locale;
mod meta_content;
mod options;
mod pending;
mod prescan;
mod sniffer;
mod source_map;
mod step;
mod unfinished;
pub mod unstable;
mod validation;
mod xml_declaration;

/// An encoding of the Encoding Standard, as the `encoding_rs` crate has it.
pub use encoding_rs::Encoding;
/// The two encodings that callers name most; [`Encoding::for_label`] has them all.
pub use encoding_rs::{UTF_8, WINDOWS_1252};

pub use crate::{
    bom::Bom,
    change::Change,
    checkpoint::InputCheckpoint,
    decision::{Confidence, EncodingDecision, EncodingSource},
    input::Input,
    locale::locale_default,
    meta_content::extract_from_meta_content,
    options::{EncodingOptions, UnknownLabel},
    sniffer::{Sniffer, sniff},
    step::{Piece, Status, Step},
    validation::{IllFormed, Validation},
};

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
