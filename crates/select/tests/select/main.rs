//! Selectors as listed, in every chunking, and beside a tree.

mod chunkings;
mod matching;
mod parser;
mod trees;
