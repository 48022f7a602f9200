//! Saves and restores the feedback simulator and its stack of open elements.

use super::bytes::Bytes;
use super::ensure;
use super::format::{SavedElement, SavedSimulator};
use crate::feedback::{Entry, NAME_KEPT, Name, Simulator, Stack, UNKNOWN_LENGTH};

/// How many bytes of a name its key holds.
const IN_KEY: usize = size_of::<u128>();

impl Simulator {
    /// The saved form.
    pub(crate) fn save(&self) -> SavedSimulator {
        // Each field is named, so that a new one is missed here first.
        let Simulator {
            stack,
            overflow,
            ambiguity,
            frames,
            // These are settings.
            scripting: _,
            in_select: _,
            drops_newline,
        } = self;
        SavedSimulator {
            elements: stack.save(),
            fixed: stack.fixed,
            overflow: *overflow,
            ambiguity: *ambiguity,
            frames: *frames,
            drops_newline: *drops_newline,
        }
    }

    /// Goes on with what was written, after a [`reset`](Self::reset) with the same settings. So many bytes of the input
    /// came before.
    pub(crate) fn restore(&mut self, saved: SavedSimulator, fed: u64) -> Result<(), &'static str> {
        let SavedSimulator { elements, fixed, overflow, ambiguity, frames, drops_newline } = saved;
        // Each took a tag of three bytes at least.
        ensure(overflow <= fed / 3, "more elements are open than there were tags")?;
        self.stack.restore(elements, fixed)?;
        self.overflow = overflow;
        self.ambiguity = ambiguity;
        self.frames = frames;
        self.drops_newline = drops_newline;
        Ok(())
    }
}

impl Stack {
    /// The saved elements. Their classes are looked up again by name.
    fn save(&self) -> Vec<SavedElement> {
        // Whether the first element is fixed is written beside them; how many there may be is a setting.
        let Stack { entries, rests, fixed: _, max: _ } = self;
        let mut start = 0;
        let save = |entry: &Entry| {
            let Entry { key, length, class: _, kind, rest_end } = *entry;
            let end = rest_end as usize;
            let mut name = key.to_le_bytes()[..IN_KEY.min(length as usize)].to_vec();
            name.extend_from_slice(&rests[start..end]);
            start = end;
            SavedElement(kind, Bytes(name), length)
        };
        entries.iter().map(save).collect()
    }

    /// Opens the elements that were written. Before, there is the context element of a fragment, if one makes a difference; if
    /// the first element is fixed, it is that.
    fn restore(&mut self, elements: Vec<SavedElement>, fixed: bool) -> Result<(), &'static str> {
        ensure(elements.len() <= self.max, "more elements are open than the limit")?;
        let context_element = self.top().copied();
        self.clear();
        self.fixed = fixed;
        for SavedElement(kind, Bytes(name), length) in elements {
            let kept = IN_KEY + NAME_KEPT;
            let fits = match length {
                // A limit has truncated it.
                UNKNOWN_LENGTH => name.len() > IN_KEY && name.len() <= kept,
                length => name.len() == kept.min(length as usize),
            };
            ensure(fits, "the length of an element name is wrong")?;
            self.push(&Name::new(&name), kind);
            if let Some(entry) = self.entries.last_mut() {
                entry.length = length;
            }
        }
        let is_open = self.entries.first().zip(context_element).is_some_and(|(first, element)| {
            first.key == element.key
                && first.length == element.length
                && first.kind.is_html() == element.kind.is_html()
        });
        ensure(is_open || !fixed, "the fragment's element is not open")
    }
}
