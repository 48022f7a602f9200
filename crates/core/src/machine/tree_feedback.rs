//! The registers of tree-builder feedback: its settings and the simulator.

use crate::error::LimitKind;
use crate::feedback::{Interest, NameFilter, Simulator};
use crate::options::{Feedback, Options};

/// The registers of tree-builder feedback.
#[derive(Clone, Debug)]
pub(crate) struct TreeFeedback {
    /// Where the feedback comes from.
    pub(crate) source: Feedback,
    pub(crate) scripting: bool,
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
    pub(crate) fn new() -> Self {
        TreeFeedback {
            source: Feedback::Simulated,
            scripting: false,
            cdata: false,
            simulator: Simulator::default(),
            interest: Interest::NOTHING,
            is_too_deep: false,
            ambiguous_cdata: false,
            name_filter: NameFilter::NONE,
            watches_meta: false,
        }
    }

    /// Prepares for another document.
    pub(crate) fn reset(&mut self, options: &Options) {
        self.source = options.feedback;
        self.scripting = options.scripting;
        self.cdata = options.cdata;
        let depth = options.limits.of(LimitKind::OpenElements).max as u16;
        self.simulator.reset(options.fragment.as_ref(), options.scripting, depth);
        self.is_too_deep = false;
        self.ambiguous_cdata = false;
    }
}
