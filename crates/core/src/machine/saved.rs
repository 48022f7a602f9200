//! Which registers a state reads again, and how they are written for a checkpoint.

use super::{Awaits, Beyond, Keyword, Machine, TokenRange};
use crate::checkpoint::{
    AttributeRegisters, Bytes, Coded, DoctypeRegisters, ErrorRegisters, ExcessRegisters, ReferenceRegisters,
    SavedMachine, TagRegisters, code_of,
};
use crate::error::LimitKind;
use crate::options::Feedback;
use crate::parse_error::ErrorCode;
use crate::state::State;
use crate::tag::TagFlags;

/// How `matched` is written once nothing can match any more.
pub(super) const NO_MATCH: u8 = u8::MAX;

/// What a state between two segments has read, and with it the registers that it relies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Live {
    /// Text that has been handed out.
    Text,
    /// The same, and how much of `script` has matched.
    DoubleEscape,
    /// These very bytes, which may turn out to be text.
    Open(&'static [u8]),
    /// `</` and the beginning of the last start tag's name.
    EndTagName,
    /// A character reference in text.
    Reference,
    /// `<!` and the beginning of a keyword.
    Declaration,
    Tag,
    Comment,
    Doctype,
    ProcessingInstruction,
}

impl Coded for Awaits {
    #[cfg(feature = "serde")]
    const UNKNOWN: &'static str = "an attribute waits for nothing like that";
    const CODES: &'static [(u8, Awaits)] = &[(0, Awaits::Nothing), (1, Awaits::Value), (2, Awaits::ValueEnd)];
}

impl Coded for Beyond {
    #[cfg(feature = "serde")]
    const UNKNOWN: &'static str = "nothing of the kind becomes of a construct";
    const CODES: &'static [(u8, Beyond)] = &[
        (0, Beyond::No),
        (1, Beyond::Truncating),
        (2, Beyond::Skipping(LimitKind::Tag)),
        (3, Beyond::Skipping(LimitKind::Comment)),
        (4, Beyond::Skipping(LimitKind::Doctype)),
        (5, Beyond::Skipping(LimitKind::ProcessingInstruction)),
        (6, Beyond::Skipping(LimitKind::CharacterReference)),
    ];
}

impl Coded for Keyword {
    #[cfg(feature = "serde")]
    const UNKNOWN: &'static str = "there is no such keyword";
    // The others are shorter than any limit.
    const CODES: &'static [(u8, Keyword)] = &[(0, Keyword::Public), (1, Keyword::System)];
}

impl Live {
    pub(super) fn of(state: State, return_state: State) -> Live {
        use State::*;
        match state {
            Data | Rcdata | Rawtext | ScriptData | Plaintext | CdataSection => Live::Text,
            ScriptDataEscapeStart
            | ScriptDataEscapeStartDash
            | ScriptDataEscaped
            | ScriptDataEscapedDash
            | ScriptDataEscapedDashDash
            | ScriptDataDoubleEscaped
            | ScriptDataDoubleEscapedDash
            | ScriptDataDoubleEscapedDashDash
            | ScriptDataDoubleEscapedLessThanSign => Live::Text,
            ScriptDataDoubleEscapeStart | ScriptDataDoubleEscapeEnd => Live::DoubleEscape,
            TagOpen
            | RcdataLessThanSign
            | RawtextLessThanSign
            | ScriptDataLessThanSign
            | ScriptDataEscapedLessThanSign => Live::Open(b"<"),
            EndTagOpen
            | RcdataEndTagOpen
            | RawtextEndTagOpen
            | ScriptDataEndTagOpen
            | ScriptDataEscapedEndTagOpen => Live::Open(b"</"),
            CdataSectionBracket => Live::Open(b"]"),
            CdataSectionEnd => Live::Open(b"]]"),
            RcdataEndTagName | RawtextEndTagName | ScriptDataEndTagName | ScriptDataEscapedEndTagName => {
                Live::EndTagName
            }
            TagName
            | BeforeAttributeName
            | AttributeName
            | AfterAttributeName
            | BeforeAttributeValue
            | AttributeValueDoubleQuoted
            | AttributeValueSingleQuoted
            | AttributeValueUnquoted
            | AfterAttributeValueQuoted
            | SelfClosingStartTag => Live::Tag,
            MarkupDeclarationOpen => Live::Declaration,
            BogusComment
            | CommentStart
            | CommentStartDash
            | Comment
            | CommentLessThanSign
            | CommentLessThanSignBang
            | CommentLessThanSignBangDash
            | CommentLessThanSignBangDashDash
            | CommentEndDash
            | CommentEnd
            | CommentEndBang => Live::Comment,
            Doctype
            | BeforeDoctypeName
            | DoctypeName
            | AfterDoctypeName
            | AfterDoctypePublicKeyword
            | BeforeDoctypePublicIdentifier
            | DoctypePublicIdentifierDoubleQuoted
            | DoctypePublicIdentifierSingleQuoted
            | AfterDoctypePublicIdentifier
            | BetweenDoctypePublicAndSystemIdentifiers
            | AfterDoctypeSystemKeyword
            | BeforeDoctypeSystemIdentifier
            | DoctypeSystemIdentifierDoubleQuoted
            | DoctypeSystemIdentifierSingleQuoted
            | AfterDoctypeSystemIdentifier
            | BogusDoctype => Live::Doctype,
            CharacterReference
            | NamedCharacterReference
            | AmbiguousAmpersand
            | NumericCharacterReference
            | HexadecimalCharacterReferenceStart
            | DecimalCharacterReferenceStart
            | HexadecimalCharacterReference
            | DecimalCharacterReference
            | NumericCharacterReferenceEnd => {
                if return_state.is_text() {
                    Live::Reference
                } else {
                    Live::Tag
                }
            }
            ProcessingInstructionOpen
            | ProcessingInstructionTarget
            | AfterProcessingInstructionTarget
            | ProcessingInstructionData
            | ProcessingInstructionQuestionMark => Live::ProcessingInstruction,
        }
    }
}

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
    /// Makes a machine that came to the end of the input one that waits there. The segment goes.
    pub(crate) fn settle_at_end(&mut self) {
        self.base = self.offset();
        self.pos = 0;
        self.token_start = self.base;
        self.carry.clear();
        // It may still stand in the segment, and nothing asks for it any more.
        self.last_start_tag.set(b"");
    }

    /// What is written of it between two segments.
    ///
    /// Registers that the state does not read again are left out: whatever they say, the tokens are the same.
    pub(crate) fn save(&self) -> SavedMachine {
        // Each register is named, so that a new one is missed here first; then it is to be thought of in `restore`.
        let Machine {
            state,
            // These follow from the settings and from what the context watches.
            straight_in: _,
            straight_text_limit: _,
            straight_tag_limit: _,
            straight_end_tag_limit: _,
            careful: _,
            watch: _,
            suspects: _,
            report,
            scripting: _,
            feedback,
            processing_instructions: _,
            limits: _,
            bound: _,
            return_state,
            // These follow from the position and the carry's length.
            base: _,
            token_start: _,
            // Between segments these are zero, or set before they are read.
            pos: _,
            emitted: _,
            mark: _,
            references_done: _,
            measured_end: _,
            carry,
            tag_flags,
            tag_name,
            attribute_start,
            attributes,
            last_start_tag,
            comment,
            doctype,
            matched,
            // These follow from the carried bytes, but for whether a name goes on.
            keyword,
            ampersand,
            matcher,
            code,
            built_in,
            is_too_deep,
            uncertain_cdata,
            watching,
            cdata,
            beyond,
            kept,
            cut,
            cut_by_end: _,
            ends_early: _,
            told_early_end,
            skimmed,
            awaits,
            leaves_out_attributes,
            name_read,
            reported,
            reported_at,
            checked,
            view_end: _,
        } = self;
        let live = Live::of(*state, *return_state);
        // A part that ends where nothing is kept ends where that ends which is.
        let most = if *kept > 0 { *kept } else { u32::MAX };
        let within = |(start, end): TokenRange| (start.min(most), end.min(most));
        let skips = matches!(beyond, Beyond::Skipping(_));
        let is_whole = *beyond == Beyond::No && *kept == 0 && *cut == 0;
        SavedMachine {
            state: code_of(*state),
            carry: Bytes::from(&carry[..]),
            last_start_tag: Bytes::from(last_start_tag.copied()),
            matched: match live {
                Live::DoubleEscape => u8::try_from(*matched).unwrap_or(NO_MATCH),
                _ => 0,
            },
            cdata: *cdata,
            uncertain_cdata: *uncertain_cdata,
            watching: *watching,
            reference: state.is_reference().then(|| ReferenceRegisters {
                return_state: code_of(*return_state),
                stopped: *state == State::NamedCharacterReference && matcher.is_dead(),
            }),
            tag: (live == Live::Tag).then(|| TagRegisters {
                end_tag: tag_flags.has(TagFlags::END),
                self_closing: tag_flags.has(TagFlags::SELF_CLOSING),
                name_end: if skips || *state == State::TagName { 0 } else { tag_name.1 },
                attribute_start: match *state {
                    State::AttributeName if !skips => *attribute_start,
                    _ => 0,
                },
                attributes: attributes
                    .spans()
                    .iter()
                    .map(|spans| {
                        let ((start, end), (from, to)) = (spans.name, spans.value);
                        AttributeRegisters(start, end, from, to, code_of(spans.quote))
                    })
                    .collect(),
                awaits: code_of(*awaits),
                is_cut: tag_flags.has(TagFlags::CUT),
                leaves_out: *leaves_out_attributes,
                cuts: attributes.cuts().to_vec(),
            }),
            comment: match (live, *state) {
                (Live::Comment, _)
                | (
                    Live::ProcessingInstruction,
                    State::ProcessingInstructionData | State::ProcessingInstructionQuestionMark,
                ) if !skips => {
                    let (start, end) = within(*comment);
                    Some(if keeps_comment_end(*state) { (start, end) } else { (start, start) })
                }
                _ => None,
            },
            target_end: match (live, *state) {
                (_, State::ProcessingInstructionOpen | State::ProcessingInstructionTarget) => 0,
                (Live::ProcessingInstruction, _) if !skips => tag_name.1.min(most),
                _ => 0,
            },
            doctype: (live == Live::Doctype).then(|| {
                let reset = Default::default();
                let spans = if skips || *state == State::Doctype { &reset } else { doctype };
                DoctypeRegisters {
                    name: spans.name.map(within),
                    public_id: spans.public_id.map(within),
                    system_id: spans.system_id.map(within),
                    force_quirks: spans.force_quirks,
                }
            }),
            errors: report.then(|| ErrorRegisters {
                at: *reported_at,
                codes: ErrorCode::ALL
                    .iter()
                    .filter(|&&code| reported & (1 << code as u32) != 0)
                    .map(|code| code.as_str().to_owned())
                    .collect(),
                checked: *checked,
            }),
            context: (*feedback == Feedback::Simulated).then(|| built_in.save()),
            is_too_deep: *is_too_deep,
            told_early_end: *told_early_end,
            excess: (!is_whole).then(|| {
                let is_keyword = *state == State::AfterDoctypeName && *matched > 0;
                let is_reference = state.is_reference();
                let is_name = *state == State::NamedCharacterReference;
                ExcessRegisters {
                    beyond: code_of(*beyond),
                    cutting: *beyond == Beyond::No && *kept > 0,
                    cut: *cut,
                    name: Bytes::from(if skips && live == Live::Tag { &skimmed[..] } else { b"" }),
                    keyword: if is_keyword { code_of(*keyword) } else { 0 },
                    matched: if is_keyword { *matched as u8 } else { 0 },
                    ampersand: if is_reference { *ampersand } else { 0 },
                    code: if is_reference { code.value() } else { 0 },
                    reference: Bytes::from(if is_name { &name_read[..] } else { b"" }),
                }
            }),
        }
    }
}
