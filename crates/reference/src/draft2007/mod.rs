//! The tokenizer of the call for comments of 27 October 2007: section 8.2.3, a file for each group of its states.
//!
//! Gaps of the text, and their replacements:
//!
//! * In the close tag open state the list of "the following characters" was lost from the copy that is
//!   followed. It is that of 2009, and U+000B LINE TABULATION, which is white space everywhere else in this
//!   text.
//! * The entities table is another section's. The crate's one table, the living standard's, serves all
//!   editions; it has names that the draft did not have.
//! * The input stream is another section's. It is that of 2010, to which U+000B is an error.
//!
//! Where the words cannot be meant, and what is done: the after DOCTYPE name state and the bogus comment state
//! say so.

mod attribute_values;
mod attributes;
mod comments;
mod doctype;
mod doctype_identifiers;
mod entities;
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
