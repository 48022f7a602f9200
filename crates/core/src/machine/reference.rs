//! The registers of the character reference that is being read.

use tagspan_entities::tokenizing::{Matcher, NumericCode};

use super::state::State;

/// The registers of the character reference states.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reference {
    /// The state that the reference goes back to.
    pub(crate) return_state: State,
    /// The offset of the `&`.
    pub(crate) ampersand: u64,
    pub(crate) matcher: Matcher,
    pub(crate) code: NumericCode,
}
