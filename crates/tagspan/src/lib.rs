//! Zero-copy, streaming HTML tokenizer for byte buffers.
//!
//! Raw bytes of any encoding go in, chunk by chunk; exact WHATWG tokens come out.
//!
//! A whole page of UTF-8 in memory:
//!
//! ```
//! use tagspan::Token;
//!
//! let mut links = Vec::new();
//! let mut tokens = tagspan::tokenize("<p>See <a href='/a?b&amp;c'>this</a>, <A HREF=d>that</A>");
//! while let Some(token) = tokens.next_token()? {
//!     match token {
//!         Token::StartTag(tag) if tag.is("a") => {
//!             if let Some(href) = tag.attribute("href") {
//!                 links.push(href.value().into_owned());
//!             }
//!         }
//!         _ => {}
//!     }
//! }
//! assert_eq!(links, ["/a?b&c", "d"]);
//! # Ok::<(), tagspan::Error>(())
//! ```
//!
//! Bytes of some encoding, as they come from the network:
//!
//! ```
//! use tagspan::{Tokenizer, Token};
//!
//! let mut tokenizer = Tokenizer::builder().charset("windows-1251")?.build();
//! let mut title = String::new();
//! for chunk in [&b"<title>\xCF\xF0\xE8"[..], b"\xE2\xE5\xF2</title>"] {
//!     let mut tokens = tokenizer.feed(chunk);
//!     while let Some(token) = tokens.next_token()? {
//!         if let Token::Text(text) = token {
//!             title += &text.value();
//!         }
//!     }
//! }
//! assert!(tokenizer.finish().next_token()?.is_none());
//! assert_eq!(title, "Привет");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which one to use
//!
//! * [`tokenize`]: a whole `&str`, or a `&[u8]` of UTF-8.
//! * [`Tokenizer`]: bytes of any encoding, taken from the byte order mark, a header, the document or a default.
//! * `Tokenizer::feed_bytes`, with the feature `bytes`: tokens that are kept as slices of shared chunks, for other threads
//!   and later. [`Token::into_owned`], which needs no feature, copies.
//! * [`Rewriter`]: documents that are written out again with some of their tokens changed, in the encoding of the source.
//!   [`Tag::edit`] changes one tag, [`escape_text`] and [`escape_attribute`] escape.
//! * [`TextRuns`]: joins text that chunk ends and dropped bytes have divided.
//!
//! Adapters read a source to its end and declare that end. They need the source only; [`ReadTokens::with_tokenizer`] and
//! the like take a tokenizer with other settings.
//!
//! | type | source | feature |
//! |---|---|---|
//! | [`ReadTokens`] | a [`std::io::Read`] | |
//! | [`ChunkTokens`] | an iterator of chunks | |
//! | `AsyncReadTokens` | a `tokio::io::AsyncRead` | `tokio` |
//! | `BodyTokens` | a `futures_core::Stream` of `bytes::Bytes`: the body of an HTTP response | `futures` |
//! | `TokenDecoder` | what `tokio_util::codec::FramedRead` reads | `codec` |
//!
//! # What is guaranteed
//!
//! * Tokens, parse errors and offsets are those of the living standard (section 13.2.5, which is 12.2.5 in the
//!   text that this crate transcribes) and do not depend on how the input was cut into chunks, once adjacent text, and adjacent
//!   [skipped](LimitAction::Skip) bytes, are joined.
//! * Malformed HTML is not an error. The [`Error`]s are misuse of the interface, constructs over a limit that fails, and on
//!   request ill-formed bytes and a [restart](LateDeclarations).
//! * Every byte is in exactly one token: the raw bytes of all tokens, one after the other, are the input, or
//!   its UTF-8 form if it is in another encoding. (After a restart, those from there on.)
//!   Bytes that make no token are [`Token::Dropped`] with their reason. Only a limit leaves bytes out: one that
//!   truncates, as most of the default limits do, or one of attribute values that skips. Use
//!   [`Limits::lossless`] to keep them; a [`Rewriter`] fails instead.
//! * A token inside a chunk of UTF-8 is a slice of it. Nothing is copied, validated or decoded until it is asked
//!   for, and nothing is allocated for it once the buffers have grown to their size.
//! * What is kept between chunks is bounded: by [`Limits`], and in a tokenizer whose encoding is
//!   not certain by [`TokenizerBuilder::replay_limit`] as well.
//!
//! # Encodings
//!
//! The encoding is that of a byte order mark, else of the caller ([`TokenizerBuilder::content_type`] and others), else of a
//! declaration in the document, else a default. The bytes alone decide it, however they are cut into chunks.
//! [`Tokenizer::encoding_decision`] gives the encoding, the step that decided it, and the bytes that did. A document without
//! a declaration is in windows-1252, as in browsers; [`TokenizerBuilder::default_encoding`] changes that.
//! [`LateDeclarations`] chooses what a declaration after the first 1,024 bytes does.
//!
//! # Text modes
//!
//! A feedback simulator selects how the text after a start tag is read, as a tree builder does, in svg and math too. Where
//! only a tree can decide, it takes the likelier reading, and [`Tag::is_ambiguous`] is true for the tags that it affects.
//! A tree builder can take over: [`Feedback::None`], [`Tokens::set_text_mode`] and [`Tokens::set_cdata`].
//!
//! # Other features
//!
//! | feature | adds |
//! |---|---|
//! | `bytes` | `Tokenizer::feed_bytes`, for tokens that are kept as slices of shared chunks |
//! | `detect` | `TokenizerBuilder::detect`, which looks at the content where nothing declares an encoding |
//! | `serde` | tokens that serialise, and checkpoints that serialise and deserialise |
//!
//! # Offsets
//!
//! Offsets and spans are zero-based, half-open, in bytes of UTF-8. For UTF-8 sources they are offsets into
//! the source, whose byte order mark counts as the three bytes that it is. For other encodings they are
//! offsets into its UTF-8 form, in which a byte order mark has three bytes too; [`Tokens::source_span`] leads back
//! to the bytes that were fed.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod adapters;
mod builder;
#[cfg(feature = "bytes")]
mod bytes_tokens;
mod checkpoint;
mod cursor;
mod late_meta;
mod pipeline;
mod rewrite;
mod text_runs;
mod tokenizer;
mod tokens;

#[cfg(feature = "tokio")]
pub use adapters::AsyncReadTokens;
#[cfg(feature = "futures")]
pub use adapters::BodyTokens;
#[cfg(feature = "codec")]
pub use adapters::TokenDecoder;
pub use adapters::{ChunkTokens, ReadError, ReadTokens};
pub use builder::{TokenizerBuilder, tokenize};
#[cfg(feature = "bytes")]
pub use bytes_tokens::BytesTokens;
pub use checkpoint::Checkpoint;
pub use late_meta::{LateDeclaration, LateDeclarations, LateOutcome};
pub use rewrite::{RewriteError, RewriteErrorKind, Rewriter, TokenEdit};
pub use tagspan_core::{
    Attribute, AttributeIter, ColumnUnit, Comment, ContextElement, Doctype, DropReason, Dropped, Error,
    ErrorCode, ErrorKind, Feedback, InvalidName, LimitAction, LimitKind, Limits, LineColumn, Namespace,
    OwnedComment, OwnedDoctype, OwnedDropped, OwnedProcessingInstruction, OwnedTag, OwnedText, OwnedToken,
    ParseError, ProcessingInstruction, Quote, Span, Tag, TagEditor, Text, TextMode, Token,
};
pub use tagspan_entities::{escape_attribute, escape_text};
pub use tagspan_input::{
    Bom, Confidence, Encoding, EncodingDecision, EncodingOptions, EncodingSource, IllFormed, UTF_8,
    UnknownLabel, Validation, WINDOWS_1252,
};
pub use text_runs::{TextRun, TextRuns};
pub use tokenizer::Tokenizer;
pub use tokens::Tokens;

/// Compiles the examples of the README of the repository and of that of this crate.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../README.md")]
pub struct Readme;

/// Character references by themselves: names, numbers, and decoding of text and attribute values.
pub mod entities {
    pub use tagspan_entities::{Decode, Nul, ReferenceError, References, decode, decode_with, lookup};
}

/// Encodings by themselves: sniffing, and the defaults of locales.
pub mod input {
    pub use tagspan_input::{Sniffer, extract_from_meta_content, locale_default, sniff};
}
