//! The scanner of tagspan, and its tokens.
//!
//! It is the tokenizer of the WHATWG standard over pieces of UTF-8: zero-copy, resumable at every byte, exact.
//!
//! Most programs want the crate `tagspan`, whose `Tokenizer` takes bytes of any encoding chunk by chunk and keeps track of the
//! life of a document. This crate has what it is made of: the [tokens](Token), which are slices of the input with the spans of
//! their parts, and the [scanner] that finds them.
//!
//! # Input
//!
//! The input is UTF-8 that may be ill-formed. No delimiter of HTML lies within a multi-byte sequence,
//! so ill-formed bytes never move the bounds of a token; decoding replaces each maximal ill-formed
//! sequence by U+FFFD. Other encodings and byte order marks need a decoder in front of this
//! crate; the crate `tagspan` has one.
//!
//! # Deliberate omissions
//!
//! No tree, no sanitizing, and no end-of-file token (iteration ends instead).

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod bytes;
mod checkpoint;
mod context_element;
mod error;
mod fast_path;
mod feedback;
mod kernels;
mod limits;
mod machine;
mod options;
mod parse_error;
mod partial_character;
pub mod scanner;
mod span;
mod steps;
mod text_mode;
mod token;

pub use context_element::{ContextElement, Namespace};
pub use error::{Error, ErrorKind, LimitKind};
pub use limits::{LimitAction, Limits};
pub use options::Feedback;
pub use parse_error::{ErrorCode, ParseError};
pub use scanner::{ColumnUnit, LineColumn};
pub use span::Span;
pub use text_mode::TextMode;
pub use token::{
    Attribute, AttributeIter, CharacterReference, Comment, Doctype, DropReason, Dropped, InvalidName,
    OwnedToken, ProcessingInstruction, Quote, Tag, TagEditor, Text, Token,
};

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
