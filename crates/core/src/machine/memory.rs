//! The memory of the machine's registers.

use super::Machine;
use super::saved::Live;

impl Machine {
    /// Gives back what holds nothing now.
    pub(crate) fn shrink(&mut self) {
        self.carry.shrink_to_fit();
        if Live::of(self.state, self.return_state) != Live::Tag {
            // Those of a tag that was handed out.
            self.attributes.clear();
        }
        self.attributes.shrink();
        self.last_start_tag.shrink();
        self.built_in.shrink();
    }

    /// The bytes of heap that it takes.
    pub(crate) fn allocated(&self) -> usize {
        self.carry.capacity()
            + self.attributes.allocated()
            + self.last_start_tag.allocated()
            + self.built_in.allocated()
    }
}
