//! Character references of HTML: names, numbers, and the decoding and escaping of text and attribute values.
//!
//! - [`decode`] turns a slice of a page into a string, borrowed if nothing changes. It replaces references, newlines, NUL
//!   and ill-formed UTF-8. [`decode_with`] also reports the errors.
//! - [`lookup`] looks up one name.
//!
//! [`escape_text`] and [`escape_attribute`] are the reverse: they write `&amp;` for `&`.
//!
//! They follow the WHATWG HTML standard, section "Tokenization", from "Character reference state" to "Numeric
//! character reference end state" (13.2.5.72 to 13.2.5.80, 12.2.5.72 to 12.2.5.80).
//!
//! The 2,231 names are stored in an `fst` map of 18 KiB, and most short ones also in a table of 40 KiB. Both are constants of
//! the program: the first use builds and allocates nothing.
//!
//! ```
//! use std::borrow::Cow;
//! use tagspan::entities::{Decode, decode};
//!
//! assert_eq!(decode(b"I'm &notit; I tell you", Decode::DATA), "I'm ¬it; I tell you");
//! assert_eq!(decode(b"?copy=1&copy=2&amp;x", Decode::ATTRIBUTE), "?copy=1&copy=2&x");
//! assert!(matches!(decode(b"nothing to do", Decode::DATA), Cow::Borrowed(_)));
//! ```
//!
#![deny(unsafe_code)]

mod block;
mod characters;
mod common;
mod decode;
mod escape;
mod kernels;
mod named;
mod numeric;
mod reference_error;
pub mod tokenizing;

pub use decode::{Decode, Nul, References, decode, decode_with};
pub use escape::{escape_attribute, escape_text};
pub use named::lookup;
pub use numeric::is_noncharacter;
pub use reference_error::ReferenceError;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
