//! Selectors as listed, in every chunking, and beside a tree; and rewriting by element.

mod chunkings;
mod lol_html;
mod matching;
mod parser;
mod rewriting;
mod texts;
mod trees;
