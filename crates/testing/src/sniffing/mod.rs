//! Generated inputs about encodings, compared with the sniffing of the reference by the million.
//!
//! [`check`](check()) takes a [`Case`]. `documents` makes one from a seed and a number, out of what `meta`, `labels` and
//! `known` give it, and `mutations` breaks some. [`sweep`] checks many on some threads.

mod case;
mod check;
mod documents;
mod known;
mod labels;
mod late;
mod meta;
mod mutations;
pub mod sweep;

pub(crate) use case::ours;
pub use case::{Case, options};
pub use check::check;
pub use documents::generate;
pub use late::{LateCase, generate_late};

#[cfg(test)]
mod tests;
