//! Measures and releases the memory of the machine's buffers.

use super::Machine;
use crate::error::LimitKind;

impl Machine {
    /// Gives back what holds nothing now.
    pub(crate) fn shrink(&mut self) {
        self.position.pending.shrink_to_fit();
        if self.state.limit_kind(self.reference.return_state) != Some(LimitKind::Tag) {
            // Those of a tag that was emitted.
            self.attributes.clear();
        }
        self.attributes.shrink();
        self.last_start_tag.shrink();
        self.tree.simulator.stack.shrink();
    }

    /// The bytes of heap that it takes.
    pub(crate) fn allocated(&self) -> usize {
        self.options.allocated()
            + self.position.pending.capacity()
            + self.limit.skipped_tag.capacity()
            + self.limit.reference_name.capacity()
            + self.attributes.allocated()
            + self.last_start_tag.allocated()
            + self.tree.simulator.stack.allocated()
    }
}
