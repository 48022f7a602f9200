//! The invariants of `ARCHITECTURE.md` as functions of an input: tests, fuzz targets and automation call them.

#![forbid(unsafe_code)]

pub mod archives;
mod blocks;
pub mod case;
pub mod checkpoints;
pub mod checks;
pub mod chunkings;
pub mod compare;
pub mod corpora;
pub mod corrupted;
pub mod crossed;
pub mod exhaustive;
pub mod feedback;
pub mod hostile;
pub mod html5lib;
pub mod peers;
pub mod refusal;
pub mod rng;
pub mod run;
pub mod settings;
pub mod sniffing;
mod source;
pub mod targets;
pub mod trace;
pub mod vectors;
pub mod work;

pub use tagspan_reference as reference;
