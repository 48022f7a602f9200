//! The registers of tree-builder feedback: the simulator, and what follows from its state.

use crate::error::LimitKind;
use crate::feedback::{Interest, NameFilter, Simulator};
use crate::options::Options;

/// The registers of tree-builder feedback.
#[derive(Clone, Debug, Default)]
pub(crate) struct TreeFeedback {
    /// Whether `<![CDATA[` opens a section whatever the simulator says.
    pub(crate) cdata: bool,
    /// The state behind [`Feedback::Simulated`].
    pub(crate) simulator: Simulator,
    /// The tokens that the simulator has to see.
    pub(crate) interest: Interest,
    /// More elements are open than the limit allows, and the limit's action is to fail.
    pub(crate) is_too_deep: bool,
    /// The simulator was not sure about the last `<![CDATA[`.
    pub(crate) ambiguous_cdata: bool,
    /// The names of start tags that need a closer look.
    pub(crate) name_filter: NameFilter,
    /// Whether the fast path leaves every `meta` that may declare an encoding to the states.
    pub(crate) watches_meta: bool,
}

impl TreeFeedback {
    /// Prepares for another document.
    pub(crate) fn reset(&mut self, options: &Options) {
        self.cdata = options.cdata;
        let depth = options.limits.of(LimitKind::OpenElements).max as u16;
        self.simulator.reset(options.fragment.as_ref(), options.scripting, depth);
        self.is_too_deep = false;
        self.ambiguous_cdata = false;
    }
}
