//! The interface of what is made of the elements that match.

use tagspan::Token;
use tagspan_select::Event;

use crate::inputs::Source;

/// How many bytes are kept of a page.
pub(super) const KEPT: usize = 64 << 20;

/// What is made of the elements that match.
pub(super) trait Found {
    /// Starts with an input.
    fn begin(&mut self, source: &Source, line: &mut String);

    /// Takes an event that is not within a removed element. `token` is what it happened at, unless that is the end.
    fn event(&mut self, event: Event<'_>, token: Option<&Token<'_>>);

    /// Takes a token that is not within a removed element, after its events.
    fn token(&mut self, token: &Token<'_>);

    /// Appends what is whole. At the end that is all.
    fn print(&mut self, is_end: bool, line: &mut String);

    /// How many bytes were left out because more would not be kept.
    fn missing(&self) -> u64;
}
