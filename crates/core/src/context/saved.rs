//! The feedback simulator, as it is written for a checkpoint.

use super::{BuiltIn, Doubt, Frames, Namespace};
use crate::checkpoint::{Coded, SavedContext, code_of};
#[cfg(feature = "serde")]
use crate::checkpoint::{Invalid, ensure};

impl Coded for Frames {
    #[cfg(feature = "serde")]
    const UNKNOWN: &'static str = "there are no such frames";
    const CODES: &'static [(u8, Frames)] =
        &[(0, Frames::Possible), (1, Frames::Ignored), (2, Frames::Inside)];
}

impl Coded for Doubt {
    #[cfg(feature = "serde")]
    const UNKNOWN: &'static str = "there is no such doubt";
    // Of the namespaces, HTML is none that may have been left.
    const CODES: &'static [(u8, Doubt)] = &[
        (0, Doubt::None),
        (1, Doubt::UntilBreakout(Namespace::Svg)),
        (2, Doubt::UntilBreakout(Namespace::MathMl)),
        (3, Doubt::MayBeClosed(Namespace::Svg)),
        (4, Doubt::MayBeClosed(Namespace::MathMl)),
        (5, Doubt::Forever),
    ];
}

impl BuiltIn {
    /// What is written of it.
    pub(crate) fn save(&self) -> SavedContext {
        // Each field is named, so that a new one is missed here first.
        let BuiltIn {
            stack,
            beyond,
            doubt,
            frames,
            // These are settings.
            scripting: _,
            in_select: _,
            drops_newline,
        } = self;
        SavedContext {
            elements: stack.save(),
            fixed: stack.fixed,
            beyond: *beyond,
            doubt: code_of(*doubt),
            frames: code_of(*frames),
            drops_newline: *drops_newline,
        }
    }

    /// Goes on with what was written, after a [`reset`](Self::reset) with the same settings. So many bytes of the input
    /// came before.
    #[cfg(feature = "serde")]
    pub(crate) fn restore(&mut self, saved: SavedContext, fed: u64) -> Result<(), Invalid> {
        let SavedContext { elements, fixed, beyond, doubt, frames, drops_newline } = saved;
        ensure(elements.len() <= self.stack.most, "more elements are open than are known")?;
        // Each took a tag of three bytes at least.
        ensure(beyond <= fed / 3, "more elements are open than there were tags")?;
        self.stack.restore(elements, fixed)?;
        self.beyond = beyond;
        self.doubt = Coded::of_code(doubt)?;
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
            for doubt in
                [Doubt::None, Doubt::UntilBreakout(namespace), Doubt::MayBeClosed(namespace), Doubt::Forever]
            {
                assert_ne!(code_of(doubt), u8::MAX, "{doubt:?}");
            }
        }
    }
}
