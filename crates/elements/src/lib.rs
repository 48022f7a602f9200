//! The open elements of a page, from its tags.
mod element;
mod names;
mod open_elements;
mod tree;

pub use element::{Element, Kind};
pub use names::{NameKey, NameTable};
pub use open_elements::{Closing, Observer, Open, OpenElements};
pub use tree::{Ambiguity, Builder, NewElement, Quirks, TextPart, Tree};
