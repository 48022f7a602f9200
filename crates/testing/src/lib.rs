//! The invariants of `ARCHITECTURE.md` as functions of an input: tests, fuzz targets and automation call them.

#![forbid(unsafe_code)]

// What the tests of the small crates use, so that they build little.
pub mod case;
pub mod checkpoints;
pub mod chunkings;
pub mod corpora;
pub mod corrupted;
pub mod fragment;
pub mod html5lib;
pub mod limits;
pub mod refusal;
pub mod rng;
pub mod run;
pub mod sample;
pub mod settings;
pub mod tag_soup;
pub mod trace;
pub mod vectors;
pub mod web;
pub mod work;

#[cfg(feature = "browser")]
pub mod browser;

#[cfg(feature = "gzip")]
pub mod archives;

#[cfg(feature = "proofs")]
mod blocks;
#[cfg(feature = "proofs")]
pub mod checks;
#[cfg(feature = "proofs")]
pub mod compare;
#[cfg(feature = "proofs")]
pub mod crossed;
#[cfg(feature = "proofs")]
pub mod exhaustive;
#[cfg(feature = "proofs")]
pub mod feedback;
#[cfg(feature = "proofs")]
pub mod hostile;
#[cfg(feature = "proofs")]
pub mod peers;
#[cfg(feature = "proofs")]
pub mod sniffing;
#[cfg(feature = "proofs")]
mod source;
#[cfg(feature = "proofs")]
pub mod targets;

pub use tagspan_reference as reference;
