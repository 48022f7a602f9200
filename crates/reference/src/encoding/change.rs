//! The arguments and results of *change the encoding*, for both editions.

use super::{Encoding, SniffingEdition};

/// The options of the user agent when a `meta` element contradicts the encoding in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangeOptions {
    /// The edition of the specification.
    pub edition: SniffingEdition,
    /// Whether all the bytes up to the last byte converted by the current decoder have the same Unicode
    /// interpretations in both encodings, and the converter can be, and is to be, changed on the fly.
    pub on_the_fly: bool,
    /// Whether the document can be parsed once more from its first byte, from memory or by getting it again
    /// without harm.
    pub parse_again: bool,
}

impl Default for ChangeOptions {
    /// The living standard, where the document can be parsed again but the converter cannot be changed.
    fn default() -> ChangeOptions {
        ChangeOptions { edition: SniffingEdition::default(), on_the_fly: false, parse_again: true }
    }
}

impl ChangeOptions {
    /// The last two steps, which both editions have.
    pub(super) fn carry_out(&self, new: Encoding) -> Change {
        if self.on_the_fly {
            Change::OnTheFly(new)
        } else if self.parse_again {
            Change::Restart(new)
        } else {
            Change::Ignored
        }
    }
}

/// The outcome of a declaration that the parser met. Except for [`Change::NotRun`], the confidence is certain then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The confidence is not tentative, so that the parser does not ask for a change.
    NotRun,
    /// The encoding stays, and is certain now: the new one is the same, or what is in use is UTF-16.
    Confirmed,
    /// The decoder is replaced in place by one of this encoding.
    OnTheFly(Encoding),
    /// The document is parsed once more, with this encoding and without sniffing.
    Restart(Encoding),
    /// The document should be parsed once more but cannot be. The encoding stays, and the document is
    /// misinterpreted.
    Ignored,
}
