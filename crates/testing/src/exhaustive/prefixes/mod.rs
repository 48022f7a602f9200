//! The tables of prefixes, by edition.

mod instructions;
mod living;
mod references;

use tagspan_reference::Edition;

use super::prefix::Prefix;

/// Every prefix of an edition. Each of the eighty states has one at least in [`Edition::Living`], and each of
/// those of processing instructions in [`Edition::LivingProcessingInstructions`].
///
/// # Panics
///
/// For the drafts, which core does not speak.
pub fn prefixes(edition: Edition) -> Vec<Prefix> {
    match edition {
        Edition::Living => [living::PREFIXES, references::PREFIXES].concat(),
        Edition::LivingProcessingInstructions => instructions::PREFIXES.to_vec(),
        other => panic!("core does not speak {other:?}"),
    }
}
