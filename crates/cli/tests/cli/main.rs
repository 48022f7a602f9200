//! The built binary, run on inputs of all kinds: what it prints, complains about, and ends with.

mod binary;
mod color;
mod editions;
mod encodings;
mod extract;
mod harness;
mod inputs;
mod options;
mod sniff;
mod stats;
mod tokens;
