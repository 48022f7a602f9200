//! The feedback simulator against a tree builder: who decides how text is read, and where CDATA sections open.
//!
//! [`agree`] hands every token of an input to html5ever's tree builder and compares what that answers with what the
//! tokenizer decided alone. Where html5ever does not do what the standard says it is brought to do so (`names`), and
//! [`DEVIATIONS`] shows each of these places. [`trees`](crate::html5lib::trees) reads the html5lib tests of tree construction, [`inputs`]
//! finds inputs, [`soups`] makes soups of tags from bytes, and [`sweep`] goes over many of these and makes short what
//! differs.

mod agreement;
mod deviations;
mod figures;
mod handed;
pub mod inputs;
mod names;
pub(crate) mod settings;
pub mod soups;
pub mod sweep;

pub use agreement::agree;
pub use deviations::{DEVIATIONS, Deviation};
pub use figures::{Disagreement, Figures, What};
pub use settings::{Fragment, Namespace, Settings};

#[cfg(test)]
mod tests;
