//! The invariants of `ARCHITECTURE.md` as functions of an input: tests, fuzz targets and automation call them.

#![forbid(unsafe_code)]

pub mod case;
pub mod checks;
pub mod compare;
