//! Tests of edited tags and rewritten documents.
#![forbid(unsafe_code)]

mod encodings;
mod joins;
mod rewriter;
mod tag_editor;
