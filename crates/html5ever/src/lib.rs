//! html5ever's tree builder on tagspan's tokens: the same trees in less than half the time, and from bytes in any encoding.
//!
//! [html5ever] has two halves: a tokenizer, and a tree builder that gives what it makes to a
//! [`TreeSink`](html5ever::tree_builder::TreeSink). This crate keeps the second and puts tagspan in the place of the
//! first. So it works with every tree that html5ever 0.40 works with: that of `scraper`, `markup5ever_rcdom`, a browser's
//! own.
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
//! tells the encoding, as in browsers.
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
//! What html5ever's [`TokenizerOpts`](html5ever::tokenizer::TokenizerOpts) do here:
//!
//! | option | here |
//! |---|---|
//! | `exact_errors` | All parse errors of the specification by their codes, such as `eof-in-tag`, each in its line. Without it, none of the tokenizer's: those that html5ever then gives have other texts. |
//! | `discard_bom` | The same: a byte order mark at the very start of the document is dropped, or text. |
//! | `profile` | Nothing is measured. |
//! | `initial_state` | The states that text can be in; a [panic](parse_document#panics) for others. |
//! | `last_start_tag_name` | The same, in any case of ASCII letters. |
//!
//! The options of the tree builder are its own.
//!
//! # What is the same, and what is not
//!
//! The trees are those of html5ever, which tests hold on the html5lib suite, on real pages, and on inputs made for it, in
//! every chunking. Where its tokenizer departs from the specification, this crate does not:
//!
//! * html5ever drops every U+FEFF that a chunk begins with, or that follows a script. Here it is dropped at the start.
//! * A newline behind `<pre>`, `<listing>` and `<textarea>` is dropped even if html5ever meets a parse error before it,
//!   such as in `<pre></>`.
//! * Lines are counted alike, but html5ever overlooks newlines between `=` and a value. Here those are not counted that a limit of
//!   [`Parser::from_bytes_with`] leaves out of a token.
//!
//! Text comes in longer pieces. [`set_current_line`](html5ever::tree_builder::TreeSink::set_current_line) gets the line
//! in which a token ends; for text, the line of its first piece in html5ever, which divides text at newlines and elsewhere.
//!
//! # Memory
//!
//! Text and values of more than eight bytes share the memory of a chunk that is a tendril, as in html5ever: a program that
//! keeps a little of a big page copies it. What is fed as a slice is copied. A tag, comment or DOCTYPE that straddles
//! chunks is kept, up to 1 GiB, unless [`Parser::from_bytes_with`] sets another limit; beyond it the parsing ends.

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
