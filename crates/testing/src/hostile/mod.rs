//! Hostile inputs of any size, which must take linear time and bounded memory.
//!
//! The program `hostile` of the benches times each at growing sizes and fits the slope; a criterion bench times two sizes;
//! tests hold small ones to the invariants. Each case was a bug in some tokenizer, or would be one here.

mod case;
mod cases;
mod collisions;

pub use case::{Case, REFUSED};
pub use cases::{CASES, names};
