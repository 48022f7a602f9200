//! Tests of edited tags and rewritten documents.
#![forbid(unsafe_code)]

mod encodings;
mod faults;
mod joins;
mod rewriter;
mod tag_editor;
