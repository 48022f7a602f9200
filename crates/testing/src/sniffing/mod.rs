//! Generated inputs about encodings, compared with the sniffing of the reference by the million.
//!
//! [`Case`] is what the check [`sniffing`](crate::checks::sniffing) is given. `documents` makes one from a seed and a
//! number, out of what `meta`, `labels` and `known` give it, and `mutations` breaks some. [`sweep`]
//! checks many on some threads.

mod case;
mod documents;
mod known;
mod labels;
mod late;
mod meta;
mod mutations;
pub mod sweep;

pub use case::{Case, options};
pub(crate) use case::{Known, ours};
pub use documents::generate;
pub use late::{LateCase, generate_late};

#[cfg(test)]
mod tests;
