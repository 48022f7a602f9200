//! Prefixes that lead to the states of processing instructions.

use tagspan_reference::Edition;

use crate::exhaustive::prefix::Prefix;

const fn row(state: &'static str, bytes: &'static [u8]) -> Prefix {
    Prefix::new(state, bytes).edition(Edition::LivingProcessingInstructions)
}

pub(super) const PREFIXES: &[Prefix] = &[
    // Where the edition parts from the other.
    row("Tag open state", b"<"),
    row("Processing instruction open state", b"<?"),
    // Text before it, which must be returned first.
    row("Processing instruction open state", b"a<?"),
    row("Processing instruction target state", b"<?a"),
    // Targets that are not allowed, and one that only begins as they do.
    row("Processing instruction target state", b"<?xml"),
    row("Processing instruction target state", b"<?xml-stylesheet"),
    row("Processing instruction target state", b"<?xml-"),
    row("After processing instruction target state", b"<?a "),
    row("Processing instruction data state", b"<?a b"),
    // Its first question mark, and one after data.
    row("Processing instruction questionable state", b"<?a?"),
    row("Processing instruction questionable state", b"<?a b?"),
    // Not a processing instruction after all.
    row("Bogus comment state", b"<?-"),
];
