//! Tests of rewritten documents.
#![forbid(unsafe_code)]

mod encodings;
mod faults;
mod joins;
mod rewriter;
