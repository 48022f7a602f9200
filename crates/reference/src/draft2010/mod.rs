//! The tokenizer of the draft of 2010: section 12.2.4, a file for each group of its states.
//!
//! The text has no table of named character references: the living standard's serves. It gives its parse
//! errors no names: an error is called as the state that it is an error of, or as the section, where no state
//! has it. There is no parser pause flag, as nothing here runs scripts.
//! * Tree construction acknowledges self-closing flags. The parse error of one that is not acknowledged is not
//!   reported.

mod attributes;
mod cdata;
mod character_references;
mod comments;
mod doctype;
mod doctype_identifiers;
mod rawtext;
mod rcdata;
mod script_data;
mod script_data_double_escaped;
mod script_data_escaped;
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
