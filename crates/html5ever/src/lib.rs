//! html5ever's tree builder on tagspan's tokens: the same trees in less than half the time, and from bytes in any encoding.
//!
//! [html5ever] has two parts: a tokenizer, and a tree builder that calls a
//! [`TreeSink`](html5ever::tree_builder::TreeSink). This crate uses html5ever's tree builder and replaces its tokenizer by
//! tagspan. So it works with every tree that html5ever 0.40 works with, such as those of `scraper`, `markup5ever_rcdom` and
//! browsers.
//!
//! # One line changes
//!
//! ```
//! use html5ever::driver::ParseOpts;
//! use html5ever::tendril::TendrilSink;
//! use scraper::{Html, HtmlTreeSink, Selector};
//! // Instead of: use html5ever::driver::parse_document;
//! use tagspan_html5ever::parse_document;
//!
//! let sink = HtmlTreeSink::new(Html::new_document());
//! let html = parse_document(sink, ParseOpts::default()).one("<title>Fish &amp; chips</title><p>yes");
//!
//! let title = Selector::parse("title").unwrap();
//! assert_eq!(html.select(&title).next().unwrap().inner_html(), "Fish &amp; chips");
//! ```
//!
//! [`parse_document`], [`parse_fragment`], [`parse_fragment_for_element`] and [`Parser`] have the signatures of
//! html5ever's, and take its options.
//!
//! # Bytes in any encoding
//!
//! html5ever takes Unicode. [`Parser::from_bytes`] takes bytes: a byte order mark, a header, the page itself or a default
//! determines the encoding, as in browsers.
//!
//! ```
//! use scraper::{Html, HtmlTreeSink};
//! use tagspan::EncodingOptions;
//! use tagspan_html5ever::{ParseOpts, parse_document};
//!
//! let header = EncodingOptions::new().content_type("text/html; charset=windows-1251");
//! let sink = HtmlTreeSink::new(Html::new_document());
//! let mut parser = parse_document(sink, ParseOpts::default()).from_bytes(header);
//! for chunk in [&b"<title>\xCF\xF0\xE8"[..], b"\xE2\xE5\xF2</title>"] {
//!     parser.feed(chunk);
//! }
//! let html = parser.finish();
//! assert_eq!(html.root_element().text().collect::<String>(), "Привет");
//! ```
//!
//! # Scripts and other stops
//!
//! A [`Driver`] stops at scripts, parses the text that they write, and continues: for browsers and for crawlers that run scripts.
//!
//! # Options
//!
//! The effect of html5ever's [`TokenizerOpts`](html5ever::tokenizer::TokenizerOpts):
//!
//! | option | here |
//! |---|---|
//! | `exact_errors` | All parse errors of the specification by their codes, such as `eof-in-tag`, each in its line. Without it, no errors of the tokenizer: those that html5ever then reports have other texts. |
//! | `discard_bom` | The same: a byte order mark at the very start of the document is dropped, or text. |
//! | `profile` | It has no effect. |
//! | `initial_state` | The states in which text can start; a [panic](parse_document#panics) for others. |
//! | `last_start_tag_name` | The same, in any case of ASCII letters. |
//!
//! The options of the tree builder have their usual effect.
//!
//! # Differences from html5ever
//!
//! The trees are those of html5ever. Tests check this on the html5lib suite, on real pages, and on generated inputs, in
//! every chunking. Where its tokenizer departs from the specification, this crate does not:
//!
//! * html5ever drops every U+FEFF at the start of a chunk or after a script. This crate drops it at the start of the document.
//! * A newline after `<pre>`, `<listing>` and `<textarea>` is dropped even if html5ever meets a parse error before it,
//!   such as in `<pre></>`.
//! * Lines are counted alike, but html5ever misses newlines between `=` and a value. This crate does not count those that a
//!   limit of [`Parser::from_bytes_with`] leaves out of a token.
//!
//! Text comes in longer pieces. [`set_current_line`](html5ever::tree_builder::TreeSink::set_current_line) gets the line
//! in which a token ends; for text, the line of its first piece in html5ever, which splits text at newlines and elsewhere.
//!
//! # Memory
//!
//! Text and values of more than eight bytes share the memory of a chunk that is a tendril, as in html5ever: a program that
//! keeps a small part of a big page should copy it. Chunks that are fed as slices are copied. A tag, comment or DOCTYPE that
//! crosses chunks is kept, up to 1 GiB, unless [`Parser::from_bytes_with`] sets another limit; over the limit, parsing ends.

#![forbid(unsafe_code)]

mod bridge;
mod bytes;
mod chunk;
mod driver;
mod lines;
mod names;
mod parser;
mod progress;
mod settings;
mod token_loop;

pub use bytes::BytesParser;
pub use driver::Driver;
pub use html5ever::driver::ParseOpts;
pub use html5ever::tendril::TendrilSink;
pub use parser::{Parser, parse_document, parse_fragment, parse_fragment_for_element};
pub use progress::Progress;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
