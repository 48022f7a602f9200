//! The feedback simulator against a tree builder: text modes after start tags, and CDATA sections.
//!
//! [`agree`] passes every token of an input to html5ever's tree builder and compares its answers with those of the
//! simulator. Where html5ever differs from the standard, `names` gives it other names; [`DEVIATIONS`] has an input for each
//! such place. [`trees`](crate::html5lib::trees) reads the html5lib tests of tree construction, [`inputs`] finds inputs,
//! [`tag_soup`](crate::tag_soup) generates tag soup from bytes, and [`sweep`] compares many of these and minimizes those that differ.

mod agreement;
mod deviations;
pub mod inputs;
mod names;
mod statistics;
pub mod sweep;
mod tree_tokens;

pub use agreement::agree;
pub use deviations::{DEVIATIONS, Deviation};
pub use statistics::{Disagreement, Statistics, What};

#[cfg(test)]
mod tests;
