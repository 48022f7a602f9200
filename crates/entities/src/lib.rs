//! Character references of HTML: names, numbers, and the decoding and escaping of text and attribute values.
//!
//! Three layers, each usable alone:
//!
//! - [`decode`] turns a slice of a page into a string, borrowed when there is nothing to change:
//!   references, newlines, NUL and ill-formed UTF-8. [`decode_with`] also reports the errors, [`decode_name`] is
//!   for names.
//! - [`Matcher`] finds the longest name, one byte at a time. It is a small `Copy` value that can be put
//!   aside after any byte. [`NumericCode`] does the same for `&#…;` and `&#x…;`.
//! - [`lookup`] answers for one whole name.
//!
//! [`escape_text`] and [`escape_attribute`] go the other way: they write `&amp;` for `&`.
//!
//! They follow the WHATWG HTML standard, section "Tokenization", from "Character reference state" to "Numeric
//! character reference end state" (12.2.5.72 to 12.2.5.80).
//!
//! The 2,231 names live in an `fst` map of 18 KiB, most short ones in a table of 40 KiB too. Both are part of the
//! program: nothing is built or allocated when they are first used.
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
//! # What is not here
//!
//! Encodings other than UTF-8.

#![deny(unsafe_code)]

mod characters;
mod common;
mod decode;
mod escape;
mod kernels;
mod named;
mod numeric;
pub mod unstable;

pub use characters::{Characters, CharactersIter};
pub use decode::{Decode, Nul, ReferenceError, References, decode, decode_name, decode_with};
pub use escape::{escape_attribute, escape_text};
pub use named::{LONGEST_NAME, Match, Matcher, lookup};
pub use numeric::{NumericCode, NumericError};

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
