//! The html5lib tests: where they lie, and their files as cases.

pub mod encoding;
mod folder;
pub mod token;
pub mod tokenizer;
pub mod trees;

pub use folder::{HOW_TO_GET, find, folder_or_skip, tell};
