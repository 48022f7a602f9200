//! Pages and what is extracted of them, in many chunkings.

mod browser;
#[cfg(all(feature = "arrow", feature = "warc"))]
mod columns;
#[cfg(all(feature = "arrow", feature = "warc"))]
mod failed_reads;
mod harness;
mod hostile;
mod limits;
mod links;
mod metadata;
#[cfg(all(feature = "arrow", feature = "warc"))]
mod selected;
mod text;
mod tree;
mod trees;
