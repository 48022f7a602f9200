//! The WHATWG HTML tokenizer over UTF-8 chunks: zero-copy, resumable at every byte, exact.
//!
//! Chunks are pushed in with [`Tokenizer::feed`], tokens are pulled out of the cursor that it gives.
//! A token is a slice of the caller's chunk with the spans of its parts; names, values and text are
//! decoded when they are asked for.
//!
//! ```
//! use tagspan_core::{Token, Tokenizer};
//!
//! let mut links = Vec::new();
//! let mut tokenizer = Tokenizer::new();
//! for chunk in [&b"<p>See <a hr"[..], b"ef=\"/a?b&amp;c\">this</a>"] {
//!     let mut tokens = tokenizer.feed(chunk);
//!     while let Some(token) = tokens.next_token()? {
//!         if let Token::StartTag(tag) = token {
//!             if let Some(href) = tag.attribute("href") {
//!                 links.push(href.value().into_owned());
//!             }
//!         }
//!     }
//! }
//! let mut tail = tokenizer.finish();
//! while let Some(token) = tail.next_token()? {
//!     println!("{token:?}");
//! }
//! assert_eq!(links, ["/a?b&c"]);
//! # Ok::<(), tagspan_core::Error>(())
//! ```
//!
//! # The streaming contract
//!
//! * **Any chunking gives the same tokens**, parse errors and offsets, once adjacent text,
//!   and adjacent skipped bytes, are joined.
//!   Chunks may be empty and may end anywhere: in a tag, in a UTF-8 sequence, between CR and LF.
//! * **Each chunk is used up before the next is fed.** Take all its tokens, or call
//!   [`Tokens::into_remaining`] and feed what is left. Otherwise the next cursor says
//!   [`ErrorKind::ChunkNotTaken`]; nothing is lost silently.
//! * **The end is declared once**, with [`Tokenizer::finish`], or by giving a whole buffer to
//!   [`Tokenizer::feed_last`]. It completes what the end of input completes. After it,
//!   [`Tokenizer::reset`] starts another document and keeps the buffers.
//! * **Every call gets further**: it gives a token, or the end of the chunk, or an error that stays.
//! * **Text leaves at the end of each chunk.** Only an unfinished tag, comment, DOCTYPE or character
//!   reference is kept, and at most three bytes of an unfinished UTF-8 sequence or a CR.
//!
//! # Input
//!
//! The input is UTF-8 that may be ill-formed. No delimiter of HTML lies within a multi-byte sequence,
//! so ill-formed bytes never move the bounds of a token; decoding puts U+FFFD in the place of each
//! maximal ill-formed sequence. Other encodings and byte order marks are for a decoder in front of this
//! crate; the crate `tagspan` has one.
//!
//! # What is deliberately not here
//!
//! No tree, no sanitising, no end-of-file token (the end of iteration says it), no newline counting
//! unless [`Locator`] is asked for it.

#![deny(unsafe_code)]
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
mod span;
mod steps;
mod text_mode;
mod token;
mod tokenizer;
pub mod unstable;

pub use checkpoint::Checkpoint;
pub use context_element::{ContextElement, Namespace};
pub use error::{Error, ErrorKind, LimitKind};
pub use limits::{LimitAction, Limits};
pub use options::Feedback;
pub use parse_error::{ErrorCode, ParseError};
pub use span::Span;
pub use text_mode::TextMode;
pub use token::{
    Attribute, AttributeIter, Comment, Doctype, DropReason, Dropped, InvalidName, OwnedComment, OwnedDoctype,
    OwnedDropped, OwnedProcessingInstruction, OwnedTag, OwnedText, OwnedToken, ProcessingInstruction, Quote,
    Tag, TagEditor, Text, Token,
};
pub use tokenizer::{ColumnUnit, LineColumn, Locator, Tokenizer, TokenizerBuilder, Tokens, tokenize};

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
