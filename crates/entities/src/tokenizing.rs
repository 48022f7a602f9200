//! For tokenizers, which meet references and runs of bytes piece by piece: `tagspan-core` is made with it.
//!
//! Three kinds of items are here that a program with whole strings does not need:
//!
//! - References that may be cut anywhere. [`Matcher`] finds the longest name after a `&`, one byte at a time. It is a small
//!   `Copy` value that can be put aside after any byte. [`NumericCode`] does the same for `&#…;` and `&#x…;`.
//! - Decoding for callers that have spans. [`decode_part`] decodes a range of a larger slice as
//!   [`decode`](crate::decode()) does, [`decode_name`] and [`decode_name_part`] the names of tags and attributes;
//!   [`references`] lists the references of a slice.
//! - Searches over many bytes at once. They are written over the trait [`Block`], and run with the instructions of the
//!   platform if they take [`Native`], on any platform with [`Swar`], and by [`widest`] with those of this processor.

pub use crate::block::{Block, Native, Search, Swar, widest};
pub use crate::characters::Characters;
pub use crate::decode::{decode_name, decode_name_part, decode_part, error_free_end, references};
pub use crate::named::{LONGEST_NAME, Match, Matcher};
pub use crate::numeric::NumericCode;
