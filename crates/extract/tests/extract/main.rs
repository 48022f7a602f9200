//! Pages and what is extracted of them, in many chunkings.

mod browser;
#[cfg(all(feature = "arrow", feature = "warc"))]
mod columns;
mod harness;
mod hostile;
mod limits;
mod links;
mod metadata;
mod text;
mod tree;
mod trees;
