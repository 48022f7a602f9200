//! Comments, CDATA sections, processing instructions, and a `<` that begins nothing.

use std::ops::Range;

use tagspan::ErrorCode;

use super::character;
use super::fault::{Culprit, is_space};
use crate::host::Host;

pub(super) fn of(code: ErrorCode, host: &Host<'_>, at: usize) -> Option<Culprit> {
    use ErrorCode::*;
    let raw = host.raw;
    // The first bytes of a token, if it is that long.
    let opening = |length: usize| 0..length.min(raw.len());
    let end = raw.len()..raw.len();
    Some(match code {
        EofBeforeTagName => escaped(Culprit::new(0..raw.len(), "this is read as text"), 0),
        InvalidFirstCharacterOfTagName if host.is_text() => {
            let start = at.checked_sub(1)?;
            escaped(Culprit::new(start..at, "this is read as text"), start)
        }
        InvalidFirstCharacterOfTagName
        | UnexpectedQuestionMarkInsteadOfTagName
        | DisallowedProcessingInstructionTarget
        | IncorrectlyOpenedComment => comment(raw, opening(2)),
        CdataInHtmlContent => comment(raw, opening(9)),
        MissingEndTagName => {
            let culprit = Culprit::new(opening(3), "this is ignored");
            // Otherwise what stands before it and behind it might become one: a reference, a tag, a character.
            match host.byte_before {
                Some(b'>' | b' ' | b'\t' | b'\n') => culprit.fix("remove it", opening(3), ""),
                _ => culprit,
            }
        }
        AbruptClosingOfEmptyComment => Culprit::new(0..raw.len(), "this is an empty comment").fix(
            "write <!---->",
            0..raw.len(),
            "<!---->",
        ),
        EofInComment => {
            Culprit::new(opening(4), "this comment is not closed").related(end, "the input ends here")
        }
        IncorrectlyClosedComment => {
            let bang = at.checked_sub(1)?..at;
            Culprit::new(at.checked_sub(3)?..(at + 1).min(raw.len()), "this closes the comment").fix(
                "write -->",
                bang,
                "",
            )
        }
        NestedComment => Culprit::new(at.checked_sub(4)?..at, "this is a part of the comment")
            .related(opening(4), "the comment begins here"),
        EofInProcessingInstruction => {
            let target = raw.iter().position(is_space).unwrap_or(raw.len());
            Culprit::new(0..target, "this processing instruction is not closed")
                .related(end, "the input ends here")
        }
        InvalidFirstCharacterOfProcessingInstructionTarget | InvalidProcessingInstructionTarget => {
            let range = character::at(host, at);
            Culprit::new(range, "a target cannot have this character here")
        }
        _ => return None,
    })
}

/// With the fix for the `<` there, which is text.
fn escaped(culprit: Culprit, less_than: usize) -> Culprit {
    culprit.fix("write &lt; for the <", less_than..less_than + 1, "&lt;")
}

/// The first bytes of markup that is read as a comment, with its `>` if it has one.
fn comment(raw: &[u8], opening: Range<usize>) -> Culprit {
    let start = raw.len() - usize::from(raw.ends_with(b">"));
    Culprit::new(opening, "this begins a comment").related(start..raw.len(), "the comment ends here")
}
