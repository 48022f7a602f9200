//! Tests of checkpoints: an input that is replaced after every step by one from its checkpoint does what it would have.

mod changes;
#[cfg(feature = "serde")]
mod corrupted;
mod encodings;
mod harness;
mod memory;
mod sniffing;
#[cfg(feature = "serde")]
mod stored;
