//! Saves a machine: its pending bytes, and what cannot be read again.

use super::bytes::Bytes;
use super::format::{OverLimitRegisters, ReferenceRegisters, SavedErrors, SavedMachine, TagRegisters};
use crate::error::LimitKind;
use crate::machine::{
    Construct, EarlyEnd, ErrorReports, KeywordMatch, LimitState, Machine, OverLimit, Position, Reference,
    State, TextProgress, TreeFeedback,
};
use crate::options::Feedback;
use crate::parse_error::ErrorCode;
use crate::token::{AttributeSpans, TagFlags};

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
            // Written beside it.
            options,
        } = self;
        // The offsets follow from that of the next byte and from the number of pending bytes; the rest is zero between chunks.
        let Position { body_start: _, token_start: _, index: _, emitted: _, pending } = position;
        let ErrorReports { codes, offset, searched_to, candidate_free_to: _, view_end: _ } = errors;
        let TreeFeedback {
            cdata,
            simulator,
            ambiguous_cdata,
            // These follow from the settings and the simulator.
            is_too_deep: _,
            // The caller says it again.
            watches_meta: _,
            interest: _,
            name_filter: _,
        } = tree;
        let over_limit = (!self.has_whole_token()).then(|| self.save_over_limit());
        let start = self.state_at_token_start();
        SavedMachine {
            state: start,
            return_state: (start == State::AmbiguousAmpersand).then_some(*return_state),
            matched: match start {
                State::ScriptDataDoubleEscapeStart | State::ScriptDataDoubleEscapeEnd => *matched,
                _ => 0,
            },
            pending: Bytes::from(&pending[..]),
            last_start_tag: Bytes::from(last_start_tag.copied()),
            cdata: *cdata,
            ambiguous_cdata: *ambiguous_cdata,
            errors: options.parse_errors.then(|| SavedErrors {
                at: *offset,
                codes: ErrorCode::ALL
                    .iter()
                    .copied()
                    .filter(|&code| codes & (1 << code as u32) != 0)
                    .collect(),
                checked: *searched_to,
            }),
            simulator: (options.feedback == Feedback::Simulated).then(|| simulator.save()),
            told_early_end: *told_early_end,
            over_limit,
        }
    }

    /// The registers of a token of which bytes were discarded.
    fn save_over_limit(&self) -> OverLimitRegisters {
        let Machine { state, reference, keyword, parts, attributes, limit, .. } = self;
        let LimitState { over, kept, missing_bytes, skipped_tag, .. } = limit;
        let kind = state.limit_kind(reference.return_state);
        let (skips, is_tag) = (matches!(over, OverLimit::Skipping(_)), kind == Some(LimitKind::Tag));
        let is_keyword = *state == State::AfterDoctypeName && keyword.matched > 0;
        OverLimitRegisters {
            state: *state,
            over: *over,
            truncates_value: *over == OverLimit::No && *kept > 0,
            missing_bytes: *missing_bytes,
            skipped_tag: Bytes::from(if skips && is_tag { &skipped_tag[..] } else { b"" }),
            keyword: is_keyword.then(|| keyword.clone()),
            reference: state.is_reference().then(|| self.save_reference()),
            construct: (!skips).then(|| self.save_construct()),
            tag: is_tag.then(|| TagRegisters {
                name_end: if skips { 0 } else { parts.name.1 },
                attributes: attributes
                    .spans()
                    .iter()
                    .map(|&spans| AttributeSpans { duplicate: false, ..spans })
                    .collect(),
                is_truncated: parts.flags.has(TagFlags::TRUNCATED),
                truncated_values: attributes.truncated_values().to_vec(),
            }),
        }
    }

    /// The construct that is being read. A range whose end is not known yet is empty.
    fn save_construct(&self) -> Construct {
        let mut construct = self.construct.clone();
        if self.limit.kept > 0 {
            construct.clamp(self.limit.kept);
        }
        match &mut construct {
            // The limit is met again by the next attribute.
            Construct::Tag(attribute) => attribute.drops_further = false,
            Construct::Comment((start, end))
            | Construct::ProcessingInstruction { data: (start, end), .. } => {
                *end = (*start).max(*end);
            }
            Construct::Doctype(_) => {}
        }
        construct
    }

    fn save_reference(&self) -> ReferenceRegisters {
        let Reference { return_state, ampersand, matcher, code } = &self.reference;
        let is_name = self.state == State::NamedCharacterReference;
        let is_kept = is_name && self.is_discarding();
        ReferenceRegisters {
            return_state: *return_state,
            ampersand: *ampersand,
            code: code.value(),
            name: Bytes::from(if is_kept { &self.limit.reference_name[..] } else { b"" }),
            stopped: is_name && matcher.is_dead(),
        }
    }
}
