//! Saves and restores the feedback simulator.

use super::codes::{Coded, code_of};
#[cfg(feature = "serde")]
use super::codes::{Invalid, ensure};
use super::format::SavedSimulator;
use crate::context_element::Namespace;
use crate::feedback::{Ambiguity, Frames, Simulator};

impl Coded for Frames {
    #[cfg(feature = "serde")]
    const UNKNOWN: &'static str = "unknown frameset state";
    const CODES: &'static [(u8, Frames)] =
        &[(0, Frames::Possible), (1, Frames::Ignored), (2, Frames::Inside)];
}

impl Coded for Ambiguity {
    #[cfg(feature = "serde")]
    const UNKNOWN: &'static str = "unknown ambiguity";
    // Of the namespaces, HTML is none that may have been left.
    const CODES: &'static [(u8, Ambiguity)] = &[
        (0, Ambiguity::None),
        (1, Ambiguity::UntilBreakout(Namespace::Svg)),
        (2, Ambiguity::UntilBreakout(Namespace::MathMl)),
        (3, Ambiguity::MayBeClosed(Namespace::Svg)),
        (4, Ambiguity::MayBeClosed(Namespace::MathMl)),
        (5, Ambiguity::Forever),
    ];
}

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
            ambiguity: code_of(*ambiguity),
            frames: code_of(*frames),
            drops_newline: *drops_newline,
        }
    }

    /// Goes on with what was written, after a [`reset`](Self::reset) with the same settings. So many bytes of the input
    /// came before.
    #[cfg(feature = "serde")]
    pub(crate) fn restore(&mut self, saved: SavedSimulator, fed: u64) -> Result<(), Invalid> {
        let SavedSimulator { elements, fixed, overflow, ambiguity, frames, drops_newline } = saved;
        ensure(elements.len() <= self.stack.max, "more elements are open than the limit")?;
        // Each took a tag of three bytes at least.
        ensure(overflow <= fed / 3, "more elements are open than there were tags")?;
        self.stack.restore(elements, fixed)?;
        self.overflow = overflow;
        self.ambiguity = Coded::of_code(ambiguity)?;
        self.frames = Coded::of_code(frames)?;
        self.drops_newline = drops_newline;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_has_a_number() {
        for frames in [Frames::Possible, Frames::Ignored, Frames::Inside] {
            assert_ne!(code_of(frames), u8::MAX, "{frames:?}");
        }
        for namespace in [Namespace::Svg, Namespace::MathMl] {
            for ambiguity in [
                Ambiguity::None,
                Ambiguity::UntilBreakout(namespace),
                Ambiguity::MayBeClosed(namespace),
                Ambiguity::Forever,
            ] {
                assert_ne!(code_of(ambiguity), u8::MAX, "{ambiguity:?}");
            }
        }
    }
}
