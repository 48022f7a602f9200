//! Inputs by chance, held to every invariant: pages, mutated real pages, spliced vectors and soup.
#![forbid(unsafe_code)]

mod cases;
mod chunkings;
mod forgery;
mod fragments;
mod generators;
mod insertion;
mod invariants;
mod mutations;
mod pages;
mod settings;
mod soup;
mod source_spans;
