//! Saves the registers of a machine that its state will read again.

use super::codec::Bytes;
use super::format::{
    AttributeRegisters, ErrorRegisters, OverLimitRegisters, ReferenceRegisters, SavedMachine, TagRegisters,
};
use crate::error::LimitKind;
use crate::machine::{
    EarlyEnd, ErrorReports, Keyword, KeywordMatch, LimitState, Machine, OverLimit, Position, Reference,
    State, TextProgress, TreeFeedback, UnfinishedAttribute,
};
use crate::options::Feedback;
use crate::parse_error::ErrorCode;
use crate::token::{DoctypeSpans, TagFlags, TokenRange};

/// How `matched` is written once nothing can match any more.
pub(super) const NO_MATCH: u8 = u8::MAX;

/// Whether the end of a comment's data is known in this state. Elsewhere it is set before it is read.
pub(super) fn keeps_comment_end(state: State) -> bool {
    use State::*;
    matches!(
        state,
        CommentStart
            | CommentStartDash
            | CommentLessThanSignBangDash
            | CommentEndDash
            | CommentEndBang
            | ProcessingInstructionQuestionMark
    )
}

impl Machine {
    /// Makes a machine that came to the end of the input one that waits there. The body goes.
    pub(crate) fn settle_at_end(&mut self) {
        self.position.body_start = self.offset();
        self.position.index = 0;
        self.position.token_start = self.position.body_start;
        self.position.pending.clear();
        // It may still stand in the chunk body, and nothing asks for it any more.
        self.last_start_tag.set(b"");
    }

    /// The saved form between two chunks.
    ///
    /// Registers that reading the pending bytes sets again are left out, and so are those that the state does not read.
    pub(crate) fn save(&self) -> SavedMachine {
        // Every register is named, so that a new one does not compile here until it is either written or left out.
        let Machine {
            state: _,
            position,
            // Zero between chunks, or set before it is read.
            text: TextProgress { mark: _, references_done: _, measured_end: _ },
            // Set again by the pending bytes.
            construct: _,
            parts: _,
            attributes: _,
            reference: Reference { return_state, ampersand: _, matcher: _, code: _ },
            keyword: KeywordMatch { word: _, matched },
            last_start_tag,
            // Written if bytes were discarded, with the construct.
            limit: _,
            // The others are of the chunk, or of the token that was emitted last.
            early_end: EarlyEnd { reported: told_early_end, expected: _, truncates: _ },
            errors,
            tree,
            // These follow from the settings and from what the simulator has to see.
            fast_path: _,
            // The pending bytes of a checkpoint are read.
            unread_tag: _,
            processing_instructions: _,
        } = self;
        // The offsets follow from that of the next byte and from the number of pending bytes; the rest is zero between chunks.
        let Position { body_start: _, token_start: _, index: _, emitted: _, pending } = position;
        let ErrorReports { enabled, codes, offset, searched_to, candidate_free_to: _, view_end: _ } = errors;
        let TreeFeedback {
            source,
            cdata,
            simulator,
            is_too_deep,
            ambiguous_cdata,
            watches_meta,
            // Settings, and what follows from them and the simulator.
            scripting: _,
            interest: _,
            name_filter: _,
        } = tree;
        let over_limit = (!self.has_whole_token()).then(|| self.save_over_limit());
        let start = self.state_at_token_start();
        SavedMachine {
            state: start,
            return_state: (start == State::AmbiguousAmpersand).then_some(*return_state),
            matched: match start {
                State::ScriptDataDoubleEscapeStart | State::ScriptDataDoubleEscapeEnd => {
                    u8::try_from(*matched).unwrap_or(NO_MATCH)
                }
                _ => 0,
            },
            pending: Bytes::from(&pending[..]),
            last_start_tag: Bytes::from(last_start_tag.copied()),
            cdata: *cdata,
            ambiguous_cdata: *ambiguous_cdata,
            watches_meta: *watches_meta,
            errors: enabled.then(|| ErrorRegisters {
                at: *offset,
                codes: ErrorCode::ALL
                    .iter()
                    .filter(|&&code| codes & (1 << code as u32) != 0)
                    .map(|code| code.as_str().to_owned())
                    .collect(),
                checked: *searched_to,
            }),
            simulator: (*source == Feedback::Simulated).then(|| simulator.save()),
            is_too_deep: *is_too_deep,
            told_early_end: *told_early_end,
            over_limit,
        }
    }

    /// The registers of a token of which bytes were discarded.
    fn save_over_limit(&self) -> OverLimitRegisters {
        let Machine { state, reference, keyword, construct, parts, attributes, limit, .. } = self;
        let LimitState { over, kept, missing_bytes, skipped_tag, .. } = limit;
        let UnfinishedAttribute { start, phase, drops_further } = construct.attribute();
        let kind = state.limit_kind(reference.return_state);
        // A part that ends where nothing is kept ends where that ends which is.
        let max = if *kept > 0 { *kept } else { u32::MAX };
        let within = |(start, end): TokenRange| (start.min(max), end.min(max));
        let skips = matches!(over, OverLimit::Skipping(_));
        let is_keyword = *state == State::AfterDoctypeName && keyword.matched > 0;
        OverLimitRegisters {
            state: *state,
            over_limit: *over,
            truncates_value: *over == OverLimit::No && *kept > 0,
            missing_bytes: *missing_bytes,
            name: Bytes::from(if skips && kind == Some(LimitKind::Tag) { &skipped_tag[..] } else { b"" }),
            keyword: if is_keyword { keyword.word } else { Keyword::Public },
            matched: if is_keyword { keyword.matched as u8 } else { 0 },
            reference: state.is_reference().then(|| self.save_reference()),
            tag: (kind == Some(LimitKind::Tag)).then(|| TagRegisters {
                end_tag: parts.flags.has(TagFlags::END),
                self_closing: parts.flags.has(TagFlags::SELF_CLOSING),
                name_end: if skips || *state == State::TagName { 0 } else { parts.name.1 },
                attribute_start: match *state {
                    State::AttributeName if !skips => *start,
                    _ => 0,
                },
                attributes: attributes
                    .spans()
                    .iter()
                    .map(|spans| {
                        let ((start, end), (from, to)) = (spans.name, spans.value);
                        AttributeRegisters(start, end, from, to, spans.quote)
                    })
                    .collect(),
                attribute_phase: *phase,
                is_truncated: parts.flags.has(TagFlags::TRUNCATED),
                drops_attributes: *drops_further,
                truncated_values: attributes.truncated_values().to_vec(),
            }),
            comment: match (kind, *state) {
                (Some(LimitKind::Comment), _)
                | (_, State::ProcessingInstructionData | State::ProcessingInstructionQuestionMark)
                    if !skips =>
                {
                    let (start, end) = within(construct.data());
                    Some(if keeps_comment_end(*state) { (start, end) } else { (start, start) })
                }
                _ => None,
            },
            target_end: match (kind, *state) {
                (_, State::ProcessingInstructionOpen | State::ProcessingInstructionTarget) => 0,
                (Some(LimitKind::ProcessingInstruction), _) if !skips => construct.target().1.min(max),
                _ => 0,
            },
            doctype: (kind == Some(LimitKind::Doctype)).then(|| {
                let reset = Default::default();
                let spans = if skips || *state == State::Doctype { &reset } else { construct.doctype() };
                DoctypeSpans {
                    name: spans.name.map(within),
                    public_id: spans.public_id.map(within),
                    system_id: spans.system_id.map(within),
                    force_quirks: spans.force_quirks,
                }
            }),
        }
    }

    fn save_reference(&self) -> ReferenceRegisters {
        let Reference { return_state, ampersand, matcher, code } = &self.reference;
        let is_name = self.state == State::NamedCharacterReference;
        let name = match is_name {
            false => b"",
            true if self.is_discarding() => &self.limit.reference_name[..],
            true => &self.position.pending[(ampersand + 1 - self.position.token_start) as usize..],
        };
        ReferenceRegisters {
            return_state: *return_state,
            ampersand: *ampersand,
            code: code.value(),
            name: Bytes::from(name),
            stopped: is_name && matcher.is_dead(),
        }
    }
}
