//! The open elements of a page, from its tags, without a tree.
//!
//! [`Tree`] has the insertion modes of the standard: it opens and closes elements as a tree builder does, implied ones too, and
//! reports the rest as an [`Ambiguity`]. [`OpenElements`] is the stack below it, with the rules that matter to visible text alone.
//!
//! Names of more than 8 bytes are compared by their bytes, shorter ones by their [`NameKey`]. All work for a token is at most
//! in proportion to the depth.

mod element;
mod names;
mod open_elements;
mod tree;

pub use element::{Element, Kind};
pub use names::{NameKey, NameTable};
pub use open_elements::{Closing, Observer, Open, OpenElements};
pub use tree::{Ambiguity, Builder, NewElement, Quirks, TextPart, Tree, leading_space};

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
