//! Tests of rewritten documents.

mod encodings;
mod faults;
mod joins;
mod rewriter;
