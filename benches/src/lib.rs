//! The workloads of the measurements, shared by the criterion benches and the peer comparison.
#![forbid(unsafe_code)]

pub mod clock;
pub mod decoder;
pub mod endless;
pub mod oversized;
pub mod pages;
pub mod sample;
pub mod slope;
mod sum;
pub mod workloads;

pub use sum::Sum;
