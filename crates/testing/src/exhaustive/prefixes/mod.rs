//! The tables of prefixes, by edition.

mod instructions;
mod living;
mod long;
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

/// Prefixes of [`Edition::Living`] that fill the windows of the fast path up to each offset. The other editions have none:
/// the fast path reads nothing of their own.
pub fn long_prefixes(edition: Edition) -> Vec<Prefix> {
    if edition == Edition::Living { long::long().collect() } else { Vec::new() }
}
