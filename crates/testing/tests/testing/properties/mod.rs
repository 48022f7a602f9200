//! Property tests: generated pages, mutated real pages, spliced vectors and tag soup.

mod cases;
mod chunkings;
mod corrupted;
mod fragments;
mod generators;
mod insertion;
mod invariants;
mod mutations;
mod pages;
mod settings;
mod source_spans;
mod tag_soup;
