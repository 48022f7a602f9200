//! The chapters of the guide that have code, so that `cargo test` runs it.
#![forbid(unsafe_code)]

/// The first program.
#[doc = include_str!("src/quick-start.md")]
pub mod quick_start {}

/// Bytes, chunks, spans and feedback.
#[doc = include_str!("src/model.md")]
pub mod model {}

/// Short programs for common tasks.
#[doc = include_str!("src/recipes.md")]
pub mod recipes {}

/// Reading and rewriting elements, and the same tasks in other crates.
#[doc = include_str!("src/selectors.md")]
pub mod selectors {}

/// The same task in other crates.
#[doc = include_str!("src/coming-from.md")]
pub mod coming_from {}
