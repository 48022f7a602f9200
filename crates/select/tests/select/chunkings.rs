//! chunkings
