//! Trees that html5ever's tree builder makes of our tokens, beside those of html5ever's own parser.
#![forbid(unsafe_code)]

mod bytes;
mod common;
mod differs;
mod examples;
mod lines;
mod options;
mod scripts;
mod trees;
