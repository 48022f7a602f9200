//! The form of a printed token: text for people, or JSON lines.

use crate::inputs::Source;
use crate::shown::Shown;

/// Writes tokens as lines.
pub(crate) trait Format {
    /// Appends the heading of an input.
    fn begin(&mut self, source: &Source, line: &mut String);

    /// Appends the line of a token. Text is a whole run.
    fn token(&mut self, token: &Shown<'_>, line: &mut String);
}
