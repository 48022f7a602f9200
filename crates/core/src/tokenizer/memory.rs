//! Measures and releases the memory of an engine's buffers.

use super::engine::Engine;

impl Engine {
    /// [`Engine::shrink_to_fit`](crate::Tokenizer::shrink_to_fit)
    pub fn shrink(&mut self) {
        self.machine.shrink();
    }

    /// [`Engine::allocated`](crate::Tokenizer::allocated)
    pub fn allocated(&self) -> usize {
        // Each field is named, so that a new one is missed here first.
        let Engine {
            machine,
            options,
            phase: _,
            failure: _,
            partial: _,
            in_partial: _,
            tail: _,
            last: _,
            seen: _,
        } = self;
        machine.allocated() + options.allocated()
    }
}
