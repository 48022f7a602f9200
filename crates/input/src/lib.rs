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
//! applies wins:
//!
//! 1. A byte order mark: UTF-8, UTF-16LE or UTF-16BE. It overrides everything, and is certain.
//! 2. The encoding that came with the transport, such as the `charset` of a `Content-Type` header, given by
//!    [`Options::charset`] or [`Options::encoding`]: certain.
//! 3. The default, [`Options::default_encoding`]: tentative. It is UTF-8 unless the caller says otherwise. It
//!    stands in for everything that the standard does between the transport and its own default: looking for
//!    a declaration in the first bytes, the parent document's encoding, detection from the content. None of
//!    these is done here yet.
//!
//! The decision depends on bytes only, never on how they were cut into chunks or on time. Bytes are held back
//! only while they may still turn out to be a byte order mark: `EF`, `EF BB`, `FE` or `FF` at the very start.
//!
//! # Example
//!
//! ```
//! use tagspan_input::{Input, Options, Status, UnknownLabel};
//!
//! fn main() -> Result<(), UnknownLabel> {
//!     let mut input = Input::with_options(Options::new().charset("shift_jis")?);
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
//! - Validation of UTF-8: whoever turns a slice into a string has to look at every byte anyway.
//! - Reading from files or sockets: the caller has the bytes and says how many at a time.

#![forbid(unsafe_code)]

mod bom;
mod decision;
mod input;
mod options;
mod step;

/// An encoding of the Encoding Standard, as the `encoding_rs` crate has it.
pub use encoding_rs::Encoding;

pub use crate::{
    bom::Bom,
    decision::{Confidence, Decision, Source},
    input::Input,
    options::{Options, UnknownLabel},
    step::{Piece, Status, Step},
};
