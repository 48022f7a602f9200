//! The feedback simulator against a tree builder: who decides how text is read, and where CDATA sections open.
//!
//! [`agree`] hands every token of an input to html5ever's tree builder and compares what that answers with what the
//! tokenizer decided alone. Where html5ever does not do what the standard says it is brought to do so (`names`), and
//! [`DEVIATIONS`] shows each of these places. [`trees`](crate::html5lib::trees) reads the html5lib tests of tree construction, [`inputs`]
//! finds inputs, [`tag soup`] makes tag soup from bytes, and [`sweep`] goes over many of these and makes short what
//! differs.

mod agreement;
mod deviations;
pub mod inputs;
mod names;
pub(crate) mod settings;
mod statistics;
pub mod sweep;
pub mod tag_soup;
mod tree_tokens;

pub use agreement::agree;
pub use deviations::{DEVIATIONS, Deviation};
pub use settings::{Fragment, Namespace, Settings};
pub use statistics::{Disagreement, Statistics, What};

#[cfg(test)]
mod tests;
