//! The encoding sniffing algorithm of the HTML Standard: it finds the encoding of an HTML document.
//!
//! [`sniff`] decides for a whole source, [`Sniffer`] for bytes as they come. The module [`decoder`] has the decoder that
//! tokenizers of any encoding read from.
//!
//! # How the encoding is decided
//!
//! The steps of the HTML Standard, section 13.2.3.2 (12.2.3.2), *Determining the character encoding*; the first that
//! applies wins.
//!
//! | step | [`EncodingSource`] | confidence | from |
//! |---|---|---|---|
//! | a byte order mark | `byte-order-mark` | certain | the first two or three bytes |
//! | the user's override | `override` | certain | [`EncodingOptions::override_encoding`] |
//! | the transport | `transport` | certain | [`EncodingOptions::content_type`], [`EncodingOptions::charset`] |
//! | a declaration | `prescan` | tentative | `<meta>` or an XML declaration in the first 1,024 bytes |
//! | the parent document | `parent-document` | tentative | [`EncodingOptions::parent`] |
//! | a likely encoding | `likely` | tentative | [`EncodingOptions::likely`] |
//! | detection | `detection` | tentative | `EncodingOptions::detect`, with the feature `detect` |
//! | the default | `default` | tentative | [`EncodingOptions::locale`], [`EncodingOptions::default_encoding`], or windows-1252 |
//!
//! The decision depends on bytes only, never on how they were split into chunks or on time. It is taken at the earliest
//! byte that settles it; until then bytes are held back, at most [`Sniffer::limit`] of them.
//!
//! # Example
//!
//! ```
//! use tagspan::{EncodingOptions, EncodingSource, input::sniff};
//!
//! let page = b"<!DOCTYPE html><meta charset=windows-1251><title>\xCF\xF0\xE8\xE2\xE5\xF2</title>";
//! let decision = sniff(page, &EncodingOptions::new().content_type("text/html"));
//! assert_eq!(decision.encoding().name(), "windows-1251");
//! assert_eq!(decision.source(), EncodingSource::Prescan);
//! ```

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod bom;
mod change;
mod checkpoint;
mod codec;
mod content_type;
mod decision;
mod decode;
pub mod decoder;
mod decoding;
#[cfg(feature = "detect")]
mod detection;
mod input;
mod locale;
mod meta_content;
mod options;
mod passing;
mod pending;
mod prescan;
mod sniffer;
mod source_map;
mod step;
mod unfinished;
mod validation;
mod whitespace;
mod xml_declaration;

/// An encoding of the Encoding Standard, as the `encoding_rs` crate has it.
pub use encoding_rs::Encoding;
/// The two encodings that callers name most; [`Encoding::for_label`] has them all.
pub use encoding_rs::{UTF_8, WINDOWS_1252};

pub use crate::{
    bom::Bom,
    content_type::MimeType,
    decision::{Confidence, EncodingDecision, EncodingSource},
    locale::locale_default,
    meta_content::extract_from_meta_content,
    options::{EncodingOptions, UnknownLabel},
    sniffer::{Sniffer, sniff},
    validation::{IllFormed, Validation},
};

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
