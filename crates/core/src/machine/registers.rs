//! The registers of the machine besides its state and position, in groups that live and die together.

use tagspan_entities::tokenizing::{Matcher, NumericCode};

use super::state::State;
use crate::error::LimitKind;
use crate::feedback::{Interest, NameFilter, Simulator};
use crate::limits::Limits;
use crate::options::{Feedback, Options};
use crate::token::{TagFlags, TokenRange};

/// The registers of the text states, and of the states that decide whether text has ended.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextProgress {
    /// The number of unfinished bytes before those that may not be text: before a `<`, an `&` or a `]`.
    pub(crate) mark: u64,
    /// No character reference is unfinished in the text before this index of the chunk body.
    pub(crate) references_done: usize,
    /// The text up to this index of the chunk body is longer than a character reference may be, so that each reference in it
    /// has to be measured.
    pub(crate) measured_end: usize,
}

/// The registers of the character reference states.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reference {
    /// The state that the reference goes back to.
    pub(crate) return_state: State,
    /// The offset of the `&`.
    pub(crate) ampersand: u64,
    pub(crate) matcher: Matcher,
    pub(crate) code: NumericCode,
}

/// The parts of the token that was emitted last. A tag's are set as it is read, those of other tokens when they are emitted.
#[derive(Clone, Debug, Default)]
pub(crate) struct TokenParts {
    pub(crate) flags: TagFlags,
    /// The name of a tag, or the target of a processing instruction.
    pub(crate) name: TokenRange,
    /// The data of a comment or a processing instruction.
    pub(crate) data: TokenRange,
}

/// The part that the last attribute of the tag may still get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum AttributePhase {
    /// It is complete, or there is none, or it is left out.
    Nothing,
    /// Perhaps a value: its name has ended.
    Value,
    /// The end of its value.
    ValueEnd,
}

/// The registers of the attribute states.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct UnfinishedAttribute {
    /// Where the name begins.
    pub(crate) start: u32,
    /// Whether the last attribute of the tag may still get a value, or the end of one.
    pub(crate) phase: AttributePhase,
    /// Whether the tag has as many attributes as the limit allows, so that no further one is kept.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) drops_further: bool,
    /// How many attributes were not kept for that.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(crate) left_out: u32,
}

impl UnfinishedAttribute {
    pub(crate) const fn new() -> Self {
        UnfinishedAttribute { start: 0, phase: AttributePhase::Nothing, drops_further: false, left_out: 0 }
    }
}

/// Whether what is being read has outgrown its limit.
///
/// INVARIANT: over the limit [`LimitState::bound`] is 0, so that every comparison with it leads to `machine/limits.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum OverLimit {
    /// It has not.
    No,
    /// Of its bytes `kept` are among the pending ones, and the rest is discarded as it comes.
    Truncating,
    /// Its bytes are emitted as they come.
    Skipping(LimitKind),
}

/// The registers of limits.
#[derive(Clone, Debug)]
pub(crate) struct LimitState {
    /// The length from which on the construct that is being read is over its limit.
    pub(crate) bound: u64,
    pub(crate) over: OverLimit,
    /// The length of the token, all of it pending, behind which bytes are discarded; 0 while none are.
    pub(crate) kept: u32,
    /// The number of bytes of the token that were discarded: it starts that many bytes before the position's `token_start`.
    pub(crate) missing_bytes: u64,
    /// The beginning of a skipped tag, up to the end of its name.
    pub(crate) skipped_tag: Vec<u8>,
    /// The bytes of a named character reference behind its `&`, in a token of which bytes are discarded.
    pub(crate) reference_name: Vec<u8>,
}

impl LimitState {
    pub(crate) fn new() -> Self {
        LimitState {
            bound: u64::MAX,
            over: OverLimit::No,
            kept: 0,
            missing_bytes: 0,
            skipped_tag: Vec::new(),
            reference_name: Vec::new(),
        }
    }
}

/// The registers of an early end.
#[derive(Clone, Debug, Default)]
pub(crate) struct EarlyEnd {
    /// The input ends early, and no token has told so.
    pub(crate) expected: bool,
    /// A token has told so. Forgotten once there is more input.
    pub(crate) reported: bool,
    /// The end of the input truncated the token that was emitted last.
    pub(crate) truncates: bool,
}

/// The registers of error reporting.
#[derive(Clone, Debug, Default)]
pub(crate) struct ErrorReports {
    /// The errors that were reported at `offset`, as a set of one bit for each code.
    pub(crate) codes: u64,
    /// The offset of the last error that was reported by a state.
    pub(crate) offset: u64,
    /// The input before this offset has been searched for errors of the input stream.
    pub(crate) searched_to: u64,
    /// INVARIANT: between the next token's start and this offset no byte may be an error of the input stream or begin a character
    /// reference, but for those that were found to be no error in that token. It belongs to the chunk body.
    pub(crate) candidate_free_to: u64,
    /// The offset at which the machine's view of the chunk body ends: see [`Machine::view`](super::Machine::view).
    pub(crate) view_end: u64,
}

/// The limits of the fast path. All of them follow from the settings and from what the feedback simulator has to see.
#[derive(Clone, Debug, Default)]
pub(crate) struct FastPathLimits {
    /// The state in which the fast path may be tried. `None` where the next token is an error: more elements are open than may be.
    pub(crate) state: Option<State>,
    /// The longest text that it reads; 0 where the simulator has to see text.
    pub(crate) text_max: u32,
    /// The longest tag that it reads.
    pub(crate) tag_max: u32,
}

impl FastPathLimits {
    /// The states read tokens that may be beyond a limit.
    #[inline]
    pub(crate) fn new(limits: &Limits, interest: Interest) -> Self {
        let max = |construct| limits.of(construct).max;
        FastPathLimits {
            state: Some(State::Data),
            text_max: if interest.text { 0 } else { max(LimitKind::CharacterReference) },
            tag_max: max(LimitKind::Tag).min(max(LimitKind::AttributeValue)),
        }
    }
}

/// The registers of tree-builder feedback.
#[derive(Clone, Debug)]
pub(crate) struct TreeFeedback {
    /// Whether `<![CDATA[` opens a section whatever the simulator says.
    pub(crate) cdata: bool,
    /// The state behind [`Feedback::Simulated`].
    pub(crate) simulator: Simulator,
    /// The tokens that the simulator has to see.
    pub(crate) interest: Interest,
    /// More elements are open than the limit allows, and the limit's action is to fail.
    pub(crate) is_too_deep: bool,
    /// The simulator was not sure about the last `<![CDATA[`.
    pub(crate) ambiguous_cdata: bool,
    /// The names of start tags that need a closer look.
    pub(crate) name_filter: NameFilter,
    /// Whether the fast path leaves every `meta` that may declare an encoding to the states.
    pub(crate) watches_meta: bool,
}

impl TreeFeedback {
    #[inline]
    pub(crate) fn new(options: &Options) -> Self {
        Self::with(Simulator::default(), options)
    }

    /// Prepares for another document.
    pub(crate) fn reset(&mut self, options: &Options) {
        *self = Self::with(core::mem::take(&mut self.simulator), options);
    }

    #[inline]
    fn with(mut simulator: Simulator, options: &Options) -> Self {
        let depth = options.limits.of(LimitKind::OpenElements).max as u16;
        simulator.reset(options.fragment.as_ref(), options.scripting, depth);
        let interest = match options.feedback {
            Feedback::Simulated => simulator.interest(),
            Feedback::Names | Feedback::None => Interest::default(),
        };
        TreeFeedback {
            cdata: options.cdata,
            simulator,
            interest,
            is_too_deep: false,
            ambiguous_cdata: false,
            name_filter: NameFilter::of(options.feedback, interest.start_tags),
            watches_meta: false,
        }
    }
}
