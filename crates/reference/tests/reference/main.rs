//! The editions of the specification: vectors derived by hand from their texts, and the html5lib suites.
#![forbid(unsafe_code)]

#[cfg(feature = "drafts")]
mod drafts;
mod encoding;
mod html5lib;
mod processing_instructions;
mod vectors;
