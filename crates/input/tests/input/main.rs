//! The encoding sniffer and the streaming decoder from outside.
#![forbid(unsafe_code)]

mod checkpoint;
mod decoding;
mod samples;
mod sniffing;
