//! When the fast path may be tried, and how long a token it may read.

use super::state::State;

/// What the fast path may read. All of it follows from the settings and from what the feedback simulator has to see.
#[derive(Clone, Debug, Default)]
pub(crate) struct FastPathLimits {
    /// The state in which the fast path may be tried. `None` where the next token is an error: more elements are open than may be.
    pub(crate) state: Option<State>,
    /// The longest text that it reads; 0 where the simulator has to see text.
    pub(crate) text_max: u32,
    /// The longest tag that it reads.
    pub(crate) tag_max: u32,
}
