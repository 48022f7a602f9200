//! Where the current token starts, and which of its bytes a limit has left out.

use super::Tokenizer;
use crate::locator::GapEnd;

impl Tokenizer {
    /// The offset at which the token that was found last starts, or else the one that is unfinished.
    #[doc(hidden)]
    pub fn token_start(&self) -> u64 {
        self.machine.token_start - self.machine.cut
    }

    /// Whether a limit has left the byte at `offset` out of the token that starts at [`token_start`](Self::token_start).
    ///
    /// Of a tag that is skipped after one of its values was cut, only the start is known to be there.
    #[doc(hidden)]
    pub fn leaves_out(&self, offset: u64) -> bool {
        let (mut index, mut missing) = (0, 0);
        while let Some((kept, end)) = self.gap(index) {
            let start = self.token_start() + missing + kept as u64;
            let end = match end {
                GapEnd::Length(length) => start + length,
                GapEnd::Offset(end) => end,
            };
            if (start..end).contains(&offset) {
                return true;
            }
            missing += end.saturating_sub(start);
            index += 1;
        }
        let machine = &self.machine;
        let dropped = self.token_start() + 1..machine.token_start + machine.emitted;
        missing < machine.cut && dropped.contains(&offset)
    }

    /// The gap with this index that a limit has left in the token: how many bytes are kept before it, and where it ends.
    pub(crate) fn gap(&self, index: usize) -> Option<(usize, GapEnd)> {
        let machine = &self.machine;
        if machine.cut == 0 {
            return None;
        }
        let cuts = machine.attributes.cuts();
        if let Some(&(attribute, bytes)) = cuts.get(index) {
            let attribute = machine.attributes.spans().get(attribute as usize)?;
            return Some((attribute.value.1 as usize, GapEnd::Length(bytes)));
        }
        let is_open = index == cuts.len() && machine.kept > 0;
        is_open
            .then(|| (machine.kept as usize, GapEnd::Offset(machine.token_start + u64::from(machine.kept))))
    }
}
