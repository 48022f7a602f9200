//! Elements of HTML pages by CSS selector, over the tokens of [tagspan], without a tree.
//!
//! ```
//! let html = b"<article><h1>Fish &amp; chips</h1><a href=/order>Order</a></article>";
//! let found = tagspan_select::select(html, "article a[href]")?;
//! assert_eq!((found[0].attribute("href"), &*found[0].text), (Some("/order"), "Order"));
//! # Ok::<(), tagspan_select::SelectError>(())
//! ```
//!
//! [`rewrite`] and [`ElementRewriter`] change elements, and copy all other bytes. [`Selectors`] is a set that is compiled once. [`Selection`] matches it over a stream, in bounded memory, and reports elements
//! as they are entered and left, and the text in them. [`select`] keeps the elements of a page in memory.
//!
//! # Selectors
//!
//! | selector | |
//! |---|---|
//! | `a`, `*`, `.class`, `#id` | in quirks mode, classes and identifiers in any ASCII case |
//! | `[name]`, `=`, `~=`, `\|=`, `^=`, `$=`, `*=`, flags `i` and `s` | values of attributes such as `type` in any ASCII case in HTML, as the standard says |
//! | `a b`, `a > b`, `a + b`, `a ~ b`, `a, b` | |
//! | `:is()`, `:where()`, `:not()` | with any selectors in them; a list with an error is an error |
//! | `:root`, `:first-child`, `:first-of-type`, `:nth-child(An+B)`, `:nth-of-type(An+B)` | without `of` |
//!
//! Names in HTML match in any ASCII case; in SVG and MathML as a tree has them, such as `foreignObject` and `viewBox`.
//! Selectors that depend on what follows the start tag (`:last-child`, `:empty`, `:has()` and others), on the state of a
//! document (`:hover`, `:checked`), and namespaces are refused with a [`SelectorError`].
//!
//! # Beside a tree
//!
//! The elements are those that a browser has in its tree, with implied end tags, implied elements, and formatting elements
//! opened again, unless the tree builder moves or changes elements after their start tags. Then [`Selection::ambiguities`] has
//! the reason, and elements in doubt are marked from there on. Two differences are intended: a further element of the same tag, which misnested formatting makes, is not
//! reported; and white space directly in a table stays there if other text follows it.
//!
//! Results do not depend on how the source is split into chunks.

mod ast;
mod element;
mod error;
mod foreign;
mod matcher;
mod parser;
mod program;
mod rewrite;
mod selection;
mod selectors;
mod subject;
mod values;

pub use element::{Element, select};
pub use error::{SelectorError, SelectorErrorKind};
pub use rewrite::{
    Edit, ElementRewriteError, ElementRewriter, EndEdit, HandlerError, StartEdit, TextEdit, rewrite,
};
pub use selection::{Entered, Event, Left, SelectError, Selection, TextWithin};
pub use selectors::Selectors;
pub use tagspan_elements::Ambiguity;
pub use values::{ElementValue, FirstValues};

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
