//! The machine: its registers, and the few moves that every state is written in.

use core::ops::ControlFlow::{self, Break, Continue};

use tagspan_entities::unstable::{Matcher, NumericCode};

use self::last_start_tag::LastStartTag;
use crate::error::LimitKind;
use crate::feedback::{Interest, NameFilter, Simulator, initial_text_mode};
use crate::limits::Limits;
use crate::options::{Feedback, Options};
use crate::parse_error::{ErrorCode, ParseError};
use crate::text_mode::TextMode;
use crate::token::{Attributes, DoctypeSpans, TagFlags, TokenRange};

mod attribute_phase;
mod emit;
mod event;
mod feedback;
mod input;
mod input_errors;
mod keyword;
mod last_start_tag;
mod limits;
mod memory;
mod over_limit;
mod run;
mod scan;
mod state;
mod states;
mod take_buffer;

pub(crate) use attribute_phase::AttributePhase;
pub(crate) use event::{Event, Step, TokenKind};
pub(crate) use input::{Input, Next};
pub(crate) use input_errors::error_at as input_error_at;
pub(crate) use keyword::Keyword;
#[cfg(feature = "serde")]
pub(crate) use limits::NAME_REMEMBERED;
pub(crate) use over_limit::OverLimit;
pub(crate) use run::{Stops, unfinished_reference};
pub(crate) use state::{State, TextPart, Unfinished};

/// How much of the memory for unfinished tokens a reset keeps.
const PENDING_KEPT: usize = 256 << 10;

/// The tokenizer's registers.
///
/// ```text
///            carry                     segment
///   ┌─────────────────────┐ ┌───────────────────────────┐
///   │ <a href="/index.ht  │ │ ml">text ...              │
///   └─────────────────────┘ └───────────────────────────┘
///   ^ token_start             ^ base       ^ base + pos
/// ```
///
/// INVARIANT: `pending` holds the bytes from `token_start` on that came in earlier segments, and perhaps
/// some of this one; it is empty unless a token is unfinished.
#[derive(Clone)]
pub(crate) struct Machine {
    pub(crate) state: State,
    /// The state in which the straight line may be tried first: none where errors are wanted.
    pub(crate) fast_path_state: Option<State>,
    /// How long text may be that it reads: nothing where the context wants to see text.
    pub(crate) fast_path_text_max: u64,
    /// How long a tag may be that it reads.
    pub(crate) fast_path_tag_max: u64,
    /// The same for end tags, which the context may want to see.
    pub(crate) fast_path_end_tag_max: u64,
    /// Whether there is a careful straight line to be tried next.
    pub(crate) reporting: bool,
    /// Where a character reference goes back to.
    pub(crate) return_state: State,
    /// The offset of the segment's first byte.
    pub(crate) base: u64,
    /// The next byte to look at, as an index into the segment: 0 <= pos <= segment length.
    pub(crate) pos: usize,
    /// The offset of the first byte that is not handed out yet.
    pub(crate) token_start: u64,
    /// How many bytes from `token_start` the last event handed out; they are let go on re-entry.
    pub(crate) emitted: u64,
    pub(crate) pending: Vec<u8>,

    /// Where, counted from `token_start`, what may not be text begins (`<`, `&`, `]`).
    pub(crate) mark: u64,
    /// Text before this index of the segment holds no unfinished character reference.
    pub(crate) references_done: usize,
    /// Text up to this index of the segment is longer than the limit, so its references are measured.
    pub(crate) measured_end: usize,

    pub(crate) tag_flags: TagFlags,
    /// The name of the tag, or the target of the processing instruction.
    pub(crate) tag_name: TokenRange,
    /// Where the name of the current attribute begins.
    pub(crate) attribute_start: u32,
    pub(crate) attributes: Attributes,
    /// For "appropriate end tag token".
    pub(crate) last_start_tag: LastStartTag,
    /// The data of the comment or processing instruction; its end follows what may close it.
    pub(crate) comment: TokenRange,
    pub(crate) doctype: DoctypeSpans,

    /// How many bytes of `keyword`, of the last start tag's name or of `script` have matched: the
    /// specification's temporary buffer.
    pub(crate) matched: usize,
    pub(crate) keyword: Keyword,
    /// The offset of the `&` of the character reference being read.
    pub(crate) ampersand: u64,
    pub(crate) matcher: Matcher,
    pub(crate) code: NumericCode,

    /// Whether parse errors are wanted.
    pub(crate) report: bool,
    pub(crate) scripting: bool,
    pub(crate) feedback: Feedback,
    /// What [`Feedback::Simulated`] knows.
    pub(crate) simulator: Simulator,
    /// Which tokens it wants to see.
    pub(crate) interest: Interest,
    /// Whether more elements are open than it may know, and that is to fail.
    pub(crate) is_too_deep: bool,
    /// Whether it was not sure of the `<![CDATA[` that was read last.
    pub(crate) ambiguous_cdata: bool,
    /// The names of start tags that are more to the machine than others.
    pub(crate) name_filter: NameFilter,
    /// Whether somebody wants to see every `meta` that may declare an encoding: then the straight line gives none.
    pub(crate) watches_meta: bool,
    pub(crate) cdata: bool,
    pub(crate) processing_instructions: bool,
    pub(crate) limits: Limits,
    /// How long what is being read must be to have outgrown its limit.
    pub(crate) bound: u64,
    pub(crate) over_limit: OverLimit,
    /// Where in the token, which is in the carry, bytes are being let go; 0 while they are not.
    pub(crate) kept: u32,
    /// How many bytes of the token were let go: it starts that much before `token_start`.
    pub(crate) missing_bytes: u64,
    /// Whether the end of the input cut what was handed out last.
    pub(crate) truncated_by_end: bool,
    /// Whether the input ends before its end, and no token has said so.
    pub(crate) ends_early: bool,
    /// Whether a token has said so. Forgotten once there is more input.
    pub(crate) told_early_end: bool,
    /// The name of a tag that is skipped, with what comes before it.
    pub(crate) skipped_tag: Vec<u8>,
    /// The bytes that were read behind the `&` of a named reference in a token of which bytes are let go.
    pub(crate) reference_name: Vec<u8>,
    /// What the last attribute waits for.
    pub(crate) attribute_phase: AttributePhase,
    /// Whether the tag has more attributes than it may have.
    pub(crate) drops_attributes: bool,
    /// The errors that were reported at `reported_at`, one bit a code.
    pub(crate) reported: u64,
    pub(crate) reported_at: u64,
    /// The input stream before this offset has been searched for errors.
    pub(crate) checked: u64,
    /// Where the view ends: see [`view`](Machine::view).
    pub(crate) view_end: u64,
}

impl Machine {
    pub(crate) fn new(options: &Options) -> Self {
        let mut machine = Machine {
            state: State::Data,
            fast_path_state: None,
            fast_path_text_max: 0,
            fast_path_tag_max: 0,
            fast_path_end_tag_max: 0,
            reporting: false,
            return_state: State::Data,
            base: 0,
            pos: 0,
            token_start: 0,
            emitted: 0,
            pending: Vec::new(),
            mark: 0,
            references_done: 0,
            measured_end: 0,
            tag_flags: TagFlags::START,
            tag_name: (0, 0),
            attribute_start: 0,
            attributes: Attributes::new(),
            last_start_tag: LastStartTag::default(),
            comment: (0, 0),
            doctype: DoctypeSpans::default(),
            matched: 0,
            keyword: Keyword::CommentOpen,
            ampersand: 0,
            matcher: Matcher::new(),
            code: NumericCode::new(),
            report: false,
            scripting: false,
            feedback: Feedback::Simulated,
            simulator: Simulator::default(),
            interest: Interest::NOTHING,
            is_too_deep: false,
            ambiguous_cdata: false,
            name_filter: NameFilter::NONE,
            watches_meta: false,
            cdata: false,
            processing_instructions: false,
            limits: Limits::new(),
            bound: u64::MAX,
            over_limit: OverLimit::No,
            kept: 0,
            missing_bytes: 0,
            truncated_by_end: false,
            ends_early: false,
            told_early_end: false,
            skipped_tag: Vec::new(),
            reference_name: Vec::new(),
            attribute_phase: AttributePhase::Nothing,
            drops_attributes: false,
            reported: 0,
            reported_at: 0,
            checked: 0,
            view_end: 0,
        };
        machine.reset(options);
        machine
    }

    /// Makes the machine ready for another document; its buffers are kept.
    pub(crate) fn reset(&mut self, options: &Options) {
        self.state = State::of(initial_text_mode(options));
        self.base = 0;
        self.pos = 0;
        self.token_start = 0;
        self.emitted = 0;
        self.pending.clear();
        self.pending.shrink_to(PENDING_KEPT);
        self.mark = 0;
        self.references_done = 0;
        self.measured_end = 0;
        self.attributes.reset();
        self.last_start_tag.reset(&options.last_start_tag);
        self.report = options.parse_errors;
        self.scripting = options.scripting;
        self.feedback = options.feedback;
        let depth = options.limits.of(LimitKind::OpenElements).max as u16;
        self.simulator.reset(options.fragment.as_ref(), options.scripting, depth);
        self.is_too_deep = false;
        self.ambiguous_cdata = false;
        self.limits = options.limits;
        self.attributes.max = options.limits.of(LimitKind::Attributes).max as usize;
        self.bound = u64::MAX;
        self.over_limit = OverLimit::No;
        self.kept = 0;
        self.missing_bytes = 0;
        self.truncated_by_end = false;
        self.ends_early = false;
        self.told_early_end = false;
        self.skipped_tag = Vec::new();
        self.reference_name = Vec::new();
        self.attribute_phase = AttributePhase::Nothing;
        self.drops_attributes = false;
        self.watch_meta(false);
        self.cdata = options.cdata;
        self.processing_instructions = options.processing_instructions;
        self.reported = 0;
        self.reported_at = 0;
        self.checked = 0;
        self.view_end = 0;
    }

    /// The first `end` bytes of the tag, which lie before `pos`, and its attributes.
    pub(crate) fn tag_bytes<'a>(&'a mut self, input: Input<'a>, end: u32) -> (&'a [u8], &'a mut Attributes) {
        let end = end as usize;
        let bytes = if let OverLimit::Skipping(_) = self.over_limit {
            &self.skipped_tag[..end]
        } else if self.pending.is_empty() {
            let origin = (self.token_start - self.base) as usize;
            &input.bytes[origin..origin + end]
        } else {
            self.sync_pending(input);
            &self.pending[..end]
        };
        (bytes, &mut self.attributes)
    }

    /// The offset of the first byte of what is being read.
    pub(crate) fn construct_start(&self, construct: LimitKind) -> u64 {
        match (self.text_part(), self.attributes.spans().last()) {
            (TextPart::BeforeMark, _) => self.token_start + self.mark,
            (_, Some(attribute)) if construct == LimitKind::AttributeValue => {
                self.token_start + u64::from(attribute.value.0)
            }
            _ => self.token_start - self.missing_bytes,
        }
    }

    /// Offsets begin, or go on, `bytes` later. Only before the first byte.
    pub(crate) fn skip_offset(&mut self, bytes: u64) {
        self.base += bytes;
        self.token_start += bytes;
        self.checked += bytes;
    }

    pub(crate) fn text_part(&self) -> TextPart {
        self.state.text_part(self.return_state)
    }

    /// The offset of the byte at `pos`.
    #[inline(always)]
    pub(crate) fn offset(&self) -> u64 {
        self.base + self.pos as u64
    }

    /// How many bytes before `pos` are not handed out yet.
    #[inline(always)]
    pub(crate) fn unfinished(&self) -> u64 {
        self.offset() - self.token_start
    }

    /// The position counted from the start of the token, which is within the limit, hence within 32 bits.
    #[inline(always)]
    pub(crate) fn token_offset(&mut self) -> ControlFlow<Event, u32> {
        let length = self.unfinished();
        if length < self.bound { Continue(length as u32) } else { self.token_offset_over_limit() }
    }

    /// Consumes the byte and switches.
    #[inline(always)]
    pub(crate) fn switch_to(&mut self, state: State) -> Step {
        self.pos += 1;
        self.state = state;
        Continue(())
    }

    /// Consumes the byte and stays.
    #[inline(always)]
    pub(crate) fn consume(&mut self) -> Step {
        self.pos += 1;
        Continue(())
    }

    /// Switches without consuming the byte.
    #[inline(always)]
    pub(crate) fn reconsume(&mut self, state: State) -> Step {
        self.state = state;
        Continue(())
    }

    /// Sets the mark at the byte at `pos`, consumes it and switches.
    #[inline(always)]
    pub(crate) fn mark_and_switch_to(&mut self, state: State) -> Step {
        self.mark = self.unfinished();
        self.switch_to(state)
    }

    /// What the machine is reading, for the message of a limit.
    pub(crate) fn construct(&self) -> LimitKind {
        use State::*;
        let within = |first: State, last: State| (first as u8..=last as u8).contains(&(self.state as u8));
        if within(BogusComment, CommentEndBang) {
            LimitKind::Comment
        } else if within(Doctype, BogusDoctype) {
            LimitKind::Doctype
        } else if within(ProcessingInstructionOpen, ProcessingInstructionQuestionMark) {
            LimitKind::ProcessingInstruction
        } else if self.state.is_reference() && self.return_state.is_text() {
            LimitKind::CharacterReference
        } else {
            LimitKind::Tag
        }
    }

    /// The text mode changes between tokens only: with nothing unfinished, in a state of text.
    pub(crate) fn set_text_mode(&mut self, mode: TextMode) -> bool {
        let between = self.unfinished() == self.emitted && self.text_part() == TextPart::All;
        if between {
            self.state = State::of(mode);
        }
        between
    }

    /// The mode that text is in, between tokens.
    pub(crate) fn text_mode(&self) -> Option<TextMode> {
        let between = self.unfinished() == self.emitted && self.text_part() == TextPart::All;
        TextMode::ALL.into_iter().find(|&mode| between && State::of(mode) == self.state)
    }

    /// Whether parse errors are wanted. With the flag `tagspan_without_errors` the compiler knows that they are not:
    /// a build without the code for them, to measure what it costs those who do not want them.
    #[inline(always)]
    pub(crate) fn reports(&self) -> bool {
        cfg!(not(tagspan_without_errors)) && self.report
    }

    /// Reports an error at the byte at `pos`, or at the end of the input.
    #[inline(always)]
    pub(crate) fn error(&mut self, input: Input<'_>, code: ErrorCode) -> Step {
        if self.reports() { self.report(input, code, self.offset()) } else { Continue(()) }
    }

    /// Reports an error at an offset that may lie before `pos`.
    #[inline(always)]
    pub(crate) fn error_at(&mut self, input: Input<'_>, code: ErrorCode, offset: u64) -> Step {
        if self.reports() { self.report(input, code, offset) } else { Continue(()) }
    }

    /// Leaves with the error unless it was reported before. Errors of the input stream up to and at the
    /// same offset come first; when the byte there is not known yet, the error waits for it.
    #[cold]
    fn report(&mut self, input: Input<'_>, code: ErrorCode, offset: u64) -> Step {
        if self.is_reported(code, offset) {
            return Continue(());
        }
        let end = self.base + input.bytes.len() as u64;
        if offset >= end && !input.last {
            return self.more(input);
        }
        if self.is_discarding() {
            // Before the look at the limit, after which they are gone.
            self.input_errors_before(input, self.offset())?;
        }
        self.check_limit()?;
        self.input_errors_before(input, offset.saturating_add(1).min(end))?;
        self.leave_with_error(code, offset)
    }

    fn is_reported(&self, code: ErrorCode, offset: u64) -> bool {
        self.reported_at == offset && self.reported & (1 << code as u32) != 0
    }

    fn leave_with_error(&mut self, code: ErrorCode, offset: u64) -> Step {
        self.flush_skipped_before(offset)?;
        if self.reported_at != offset {
            self.reported = 0;
        }
        self.reported_at = offset;
        self.reported |= 1 << code as u32;
        Break(Event::Error(ParseError { offset, code }))
    }
}
