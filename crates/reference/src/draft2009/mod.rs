//! The tokenizer of the draft of 7 February 2009: section 8.2.4, a file for each group of its states.
//!
//! Gaps of the text, and their replacements:
//!
//! * In the data state all between `<!--` and `-->` was lost from the copy that is followed: the end of the
//!   entry of `-`, the entry of `<`, and the beginning of that of `>`. They are those of 2007.
//! * The named character references table is another page's. The crate's one table, the living standard's,
//!   serves all editions; it has names that the draft did not have.
//! * The input stream is another section's. It is that of 2010.
//! * Tree construction acknowledges self-closing flags. The parse error of one that is not acknowledged is not
//!   reported.

mod attribute_values;
mod attributes;
mod cdata;
mod character_references;
mod comments;
mod doctype;
mod doctype_identifiers;
mod state;
mod step;
mod tags;
mod text;
mod tokenizer;

use crate::event::Event;
use crate::options::Options;

pub(crate) fn tokenize(input: &[u8], options: &Options) -> Vec<Event> {
    tokenizer::new(input, options).run()
}
