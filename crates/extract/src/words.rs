//! Text whose white space is collapsed, as it is appended piece by piece.

use crate::limits::push_within;

/// White space that waits for the next word.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Words {
    space: bool,
}

impl Words {
    /// Separates what was appended from what comes.
    pub(crate) fn separate(&mut self) {
        self.space = true;
    }

    /// Appends the words of a piece, one space between them, as far as the limit goes, and counts the bytes left out.
    pub(crate) fn push(&mut self, kept: &mut String, text: &str, limit: usize, lost: &mut u64) {
        let mut words = text.split(|character: char| character.is_ascii_whitespace());
        // What stands before the first white space continues the last word.
        let mut word = words.next();
        while let Some(part) = word {
            if !part.is_empty() {
                if self.space && !kept.is_empty() {
                    push_within(kept, " ", limit, lost);
                }
                self.space = false;
                push_within(kept, part, limit, lost);
            }
            word = words.next();
            self.space |= word.is_some();
        }
    }
}
