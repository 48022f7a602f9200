//! The WHATWG HTML tokenizer over UTF-8 chunks: zero-copy, resumable at every byte, exact.
//!
//! The caller pushes chunks with [`Tokenizer::feed`] and pulls tokens from the cursor that it returns.
//! A token is a slice of the caller's chunk with the spans of its parts; names, values and text are
//! decoded on request.
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
//!   [`Tokens::into_remaining`] and feed the rest. Otherwise the next cursor fails with
//!   [`ErrorKind::ChunkNotTaken`]; no byte is lost silently.
//! * **The end is declared once**, with [`Tokenizer::finish`], or by passing a whole buffer to
//!   [`Tokenizer::feed_last`]. It completes the unfinished token. After it,
//!   [`Tokenizer::reset`] starts another document and keeps the buffers.
//! * **Every call makes progress**: it returns a token, the end of the chunk, or an error that persists.
//! * **Text is returned at the end of each chunk.** Only an unfinished tag, comment, DOCTYPE or character
//!   reference is kept, and at most three bytes of an unfinished UTF-8 sequence or a CR.
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
//! No tree, no sanitizing, no end-of-file token (iteration ends instead), and no newline counting
//! without a [`Locator`].

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
