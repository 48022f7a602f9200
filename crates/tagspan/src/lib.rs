//! A zero-copy, streaming HTML tokenizer for bytes in any encoding.
//!
//! The caller feeds raw bytes chunk by chunk, and gets the exact tokens of the WHATWG standard.
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
//! Bytes in another encoding, as they come from the network:
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
//! # Which type to use
//!
//! * [`tokenize`]: a whole `&str`, or a `&[u8]` of UTF-8.
//! * [`Tokenizer`]: bytes of any encoding, taken from the byte order mark, a header, the document or a default.
//! * `Tokenizer::feed_bytes`, with the feature `bytes`: tokens that can be kept as slices of shared chunks, also by other
//!   threads. [`Token::into_owned`], which needs no feature, copies.
//! * [`Rewriter`]: writes a document again with some of its tokens changed, in the encoding of the source.
//!   [`Tag::edit`] changes one tag, [`escape_text`] and [`escape_attribute`] escape.
//! * [`TextRuns`]: joins text that was split by chunk ends and dropped bytes.
//!
//! Adapters read a source to its end and declare that end. They need only the source; [`ReadTokens::with_tokenizer`] and
//! the like take a tokenizer with other settings.
//!
//! | type | source | feature |
//! |---|---|---|
//! | [`ReadTokens`] | a [`std::io::Read`] | |
//! | [`ChunkTokens`] | an iterator of chunks | |
//! | `AsyncReadTokens` | a `tokio::io::AsyncRead` | `tokio` |
//! | `BodyTokens` | a `futures_core::Stream` of `bytes::Bytes`: the body of an HTTP response | `futures` |
//! | `TokenDecoder` | the source of a `tokio_util::codec::FramedRead` | `codec` |
//!
//! # Guarantees
//!
//! * Tokens, parse errors and offsets are those of the living standard (section 13.2.5, which is 12.2.5 in the
//!   text that this crate transcribes) and do not depend on how the input was split into chunks, once adjacent text, and adjacent
//!   [skipped](LimitAction::Skip) bytes, are joined.
//! * Malformed HTML is not an error. An [`Error`] is misuse of the interface, a construct over a limit that fails, or, if
//!   the option is set, ill-formed bytes or a [restart](LateDeclarations).
//! * Every byte is in exactly one token: the raw bytes of all tokens, one after the other, are the input, or
//!   its UTF-8 form if it is in another encoding. (After a restart, of the tokens after it.)
//!   Bytes that are part of no other token are [`Token::Dropped`], with the reason. Only a limit leaves bytes out: one that
//!   truncates, as most of the default limits do, or one of attribute values that skips. Use
//!   [`Limits::lossless`] to keep them; a [`Rewriter`] fails instead.
//! * A token inside a chunk of UTF-8 is a slice of it. It is copied, validated and decoded only on request, and without
//!   allocation once the buffers have grown.
//! * The bytes kept between chunks are bounded: by [`Limits`], and in a tokenizer whose encoding is
//!   not certain by [`TokenizerBuilder::replay_limit`] as well.
//!
//! # Encodings
//!
//! The encoding is that of a byte order mark, else of the caller ([`TokenizerBuilder::content_type`] and others), else of a
//! declaration in the document, else a default. The bytes alone decide it, however they are split into chunks.
//! [`Tokenizer::encoding_decision`] returns the encoding, and the step and the bytes that decided it. A document without
//! a declaration is in windows-1252, as in browsers; [`TokenizerBuilder::default_encoding`] changes that.
//! [`LateDeclarations`] chooses the effect of a declaration after the first 1,024 bytes.
//!
//! # Text modes
//!
//! A feedback simulator selects the text mode after a start tag, as a tree builder does, in svg and math too. Where
//! only a tree can decide, it takes the likelier reading, and [`Tag::is_ambiguous`] is true for the affected tags.
//! A tree builder can take over: [`Feedback::None`], [`Tokens::set_text_mode`] and [`Tokens::set_cdata`].
//!
//! # Other features
//!
//! | feature | adds |
//! |---|---|
//! | `bytes` | `Tokenizer::feed_bytes`, for tokens that are kept as slices of shared chunks |
//! | `encodings`, by default | The encodings other than UTF-8. Without it every source is read as UTF-8, whatever declares another one |
//! | `detect` | `EncodingOptions::detect`, which guesses the encoding from the content if it is not declared |
//! | `serde` | tokens that serialise, and checkpoints that serialise and deserialise |
//!
//! # Offsets
//!
//! Offsets and spans are zero-based, half-open, in bytes of UTF-8. For UTF-8 sources they are offsets into
//! the source, whose byte order mark counts as three bytes. For other encodings they are
//! offsets into its UTF-8 form, in which a byte order mark has three bytes too; [`Tokens::source_span`] converts them
//! to offsets of the source.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod adapters;
pub mod batches;
mod builder;
mod checkpoint;
mod late_meta;
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
pub use adapters::{ChunkTokens, ReadError, ReadTokens, SourceTokens};
pub use builder::{TokenizerBuilder, tokenize};
pub use checkpoint::{Checkpoint, CheckpointError};
pub use late_meta::{LateDeclaration, LateDeclarations, LateOutcome};
pub use rewrite::{RewriteError, RewriteErrorKind, Rewriter, TokenEdit};
pub use tagspan_core::{
    Attribute, AttributeIter, CharacterReference, ColumnUnit, Comment, ContextElement, Doctype, DropReason,
    Dropped, Error, ErrorCode, ErrorKind, Feedback, InvalidName, LimitAction, LimitKind, Limits, LineColumn,
    Namespace, OwnedToken, ParseError, ProcessingInstruction, Quote, Span, Tag, TagEditor, Text, TextMode,
    Token,
};
pub use tagspan_entities::{escape_attribute, escape_text};
pub use tagspan_input::{
    Bom, Confidence, Encoding, EncodingDecision, EncodingOptions, EncodingSource, IllFormed, UTF_8,
    UnknownLabel, Validation, WINDOWS_1252,
};
pub use text_runs::{TextRun, TextRuns};
pub use tokenizer::Tokenizer;
pub use tokens::{Chunk, Tokens};

/// Compiles the examples of the README of the repository and of that of this crate.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../README.md")]
pub struct Readme;

/// Character references by themselves: names, numbers, and decoding of text and attribute values.
pub mod entities {
    pub use tagspan_entities::{
        Decode, Nul, ReferenceError, References, decode, decode_with, is_noncharacter, lookup,
    };
}

/// Encodings by themselves: sniffing, and the defaults of locales.
pub mod input {
    pub use tagspan_input::{MimeType, Sniffer, extract_from_meta_content, locale_default, sniff};
}
