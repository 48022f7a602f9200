//! When the fast path may be tried, and how long a token it may read.

use super::state::State;

/// What the fast path may read. All of it follows from the settings and from what the feedback simulator has to see.
#[derive(Clone, Debug, Default)]
pub(crate) struct FastPathLimits {
    /// The state in which the fast path may be tried. `None` where parse errors are wanted.
    pub(crate) state: Option<State>,
    /// The longest text that it reads; 0 where the simulator has to see text.
    pub(crate) text_max: u32,
    /// The longest tag that it reads.
    pub(crate) tag_max: u32,
    /// The longest end tag that it reads; 0 where the simulator has to see end tags.
    pub(crate) end_tag_max: u32,
    /// Whether the slower form, which reports to the simulator and bails out at parse errors, is worth a try.
    pub(crate) reporting: bool,
}
