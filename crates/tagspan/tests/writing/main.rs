//! Writing HTML: edited tags and rewritten documents.
#![forbid(unsafe_code)]

mod tag_editor;
