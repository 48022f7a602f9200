//! The living standard's tokenizer: section 12.2.5, a file for each group of its states.

mod attributes;
mod cdata;
mod character_references;
mod comments;
mod doctype;
mod doctype_identifiers;
mod processing_instructions;
mod rawtext;
mod rcdata;
mod script_data;
mod script_data_escaped;
mod state;
mod step;
mod tags;
mod text;
mod tokenizer;
mod trace;

use crate::event::Event;
use crate::options::Options;

pub use trace::{STATES, Visit, states_visited};

pub(crate) fn tokenize(input: &[u8], options: &Options) -> Vec<Event> {
    tokenizer::new(input, options).run()
}
