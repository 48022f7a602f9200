//! The state machine of the specification: its registers, and the moves that all states share.

use core::ops::ControlFlow::{self, Break, Continue};

use self::last_start_tag::LastStartTag;
use crate::error::LimitKind;
use crate::feedback::initial_text_mode;
use crate::options::Options;
use crate::parse_error::ErrorCode;
use crate::text_mode::TextMode;
use crate::token::Attributes;

mod construct;
mod emit;
mod event;
mod feedback;
mod input;
mod input_errors;
mod keyword;
mod last_start_tag;
mod limits;
mod memory;
mod position;
mod registers;
mod reread;
mod run;
mod scan;
mod state;
mod states;
mod take_buffer;

pub(crate) use construct::Construct;
pub use event::Found;
pub(crate) use event::{Event, Step};
pub(crate) use input::{Input, Next};
pub(crate) use input_errors::error_at as input_error_at;
pub(crate) use keyword::{Keyword, KeywordMatch};
pub(crate) use limits::NAME_REMEMBERED;
pub(crate) use position::Position;
pub(crate) use registers::{
    AttributePhase, EarlyEnd, ErrorReports, FastPathLimits, LimitState, OverLimit, Reference, TextProgress,
    TokenParts, TreeFeedback,
};
pub(crate) use run::{Stops, unfinished_reference};
pub(crate) use state::{State, TextPart};

/// The tokenizer's state machine: its registers, in groups that live and die together.
#[derive(Clone)]
pub(crate) struct Machine {
    /// The settings. What other registers have of them they get in a reset.
    pub(crate) options: Options,
    pub(crate) state: State,
    pub(crate) position: Position,
    pub(crate) text: TextProgress,
    pub(crate) reference: Reference,
    pub(crate) keyword: KeywordMatch,
    pub(crate) construct: Construct,
    pub(crate) parts: TokenParts,
    pub(crate) attributes: Attributes,
    /// The name that an appropriate end tag has.
    pub(crate) last_start_tag: LastStartTag,
    pub(crate) limit: LimitState,
    pub(crate) early_end: EarlyEnd,
    pub(crate) errors: ErrorReports,
    pub(crate) tree: TreeFeedback,
    pub(crate) fast_path: FastPathLimits,
    /// Whether the pending bytes are the beginning of a tag that no state has read: the state is that before it.
    pub(crate) unread_tag: bool,
}

impl Machine {
    // It is as after a reset. Made in one expression and inlined, it is not moved before it is where it stays.
    #[inline]
    pub(crate) fn new(options: Options) -> Self {
        let tree = TreeFeedback::new(&options);
        Machine {
            state: State::of(initial_text_mode(&options)),
            position: Position::default(),
            text: TextProgress::default(),
            reference: Reference::default(),
            keyword: KeywordMatch::default(),
            construct: Construct::NEW_TAG,
            parts: TokenParts::default(),
            attributes: Attributes::new(&options.limits),
            last_start_tag: LastStartTag::new(&options.last_start_tag),
            limit: LimitState::new(),
            early_end: EarlyEnd::default(),
            errors: ErrorReports::default(),
            fast_path: FastPathLimits::new(&options.limits, tree.interest),
            tree,
            unread_tag: false,
            options,
        }
    }

    /// Prepares the machine for another document. Its buffers are kept.
    pub(crate) fn reset(&mut self) {
        let options = &self.options;
        self.state = State::of(initial_text_mode(options));
        self.position.reset();
        self.unread_tag = false;
        self.text = TextProgress::default();
        self.construct = Construct::NEW_TAG;
        self.attributes.reset();
        self.last_start_tag.reset(&options.last_start_tag);
        self.limit = LimitState::new();
        self.early_end = EarlyEnd::default();
        self.errors = ErrorReports::default();
        self.tree.reset(options);
        self.fast_path = FastPathLimits::new(&options.limits, self.tree.interest);
    }

    /// The first `end` bytes of the tag, which lie before the position, and its attributes.
    pub(crate) fn tag_bytes<'a>(&'a mut self, input: Input<'a>, end: u32) -> (&'a [u8], &'a mut Attributes) {
        let end = end as usize;
        let bytes = if let OverLimit::Skipping(_) = self.limit.over {
            &self.limit.skipped_tag[..end]
        } else if self.position.pending.is_empty() {
            let origin = (self.position.token_start - self.position.body_start) as usize;
            &input.bytes[origin..origin + end]
        } else {
            self.sync_pending(input);
            &self.position.pending[..end]
        };
        (bytes, &mut self.attributes)
    }

    /// The offset of the first byte of what is being read.
    pub(crate) fn construct_start(&self, construct: LimitKind) -> u64 {
        match self.attributes.spans().last() {
            Some(attribute) if construct == LimitKind::AttributeValue => {
                self.position.token_start + u64::from(attribute.value.0)
            }
            // Text before a character reference is emitted before the limit of the reference is looked at.
            _ => self.position.token_start - self.limit.missing_bytes,
        }
    }

    /// Adds `bytes` to all offsets. Called only before the first byte.
    pub(crate) fn skip_offset(&mut self, bytes: u64) {
        self.position.body_start += bytes;
        self.position.token_start += bytes;
        self.errors.searched_to += bytes;
    }

    pub(crate) fn text_part(&self) -> TextPart {
        self.state.text_part(self.reference.return_state)
    }

    /// The offset of the current byte.
    #[inline(always)]
    pub(crate) fn offset(&self) -> u64 {
        self.position.offset()
    }

    /// The number of bytes before the position that were not emitted.
    #[inline(always)]
    pub(crate) fn unfinished(&self) -> u64 {
        self.position.unfinished()
    }

    /// The position counted from the start of the token. It is within the limit, hence within 32 bits.
    #[inline(always)]
    pub(crate) fn token_offset(&mut self) -> ControlFlow<Event, u32> {
        let length = self.unfinished();
        if length < self.limit.bound { Continue(length as u32) } else { self.token_offset_over_limit() }
    }

    /// The next input character, as far as its first byte tells it.
    #[inline(always)]
    pub(crate) fn next(&self, input: Input<'_>) -> Next {
        input.at(self.position.index)
    }

    /// Consumes the byte.
    #[inline(always)]
    pub(crate) fn advance(&mut self) {
        self.position.index += 1;
    }

    /// Consumes the byte and switches.
    #[inline(always)]
    pub(crate) fn switch_to(&mut self, state: State) -> Step {
        self.position.index += 1;
        self.state = state;
        Continue(())
    }

    /// Consumes the byte and stays.
    #[inline(always)]
    pub(crate) fn consume(&mut self) -> Step {
        self.position.index += 1;
        Continue(())
    }

    /// Switches without consuming the byte.
    #[inline(always)]
    pub(crate) fn reconsume(&mut self, state: State) -> Step {
        self.state = state;
        Continue(())
    }

    /// Sets the mark at the current byte, consumes it and switches.
    #[inline(always)]
    pub(crate) fn mark_and_switch_to(&mut self, state: State) -> Step {
        self.text.mark = self.unfinished();
        self.switch_to(state)
    }

    /// What the machine is reading, for the message of a limit.
    pub(crate) fn limit_kind(&self) -> LimitKind {
        if self.state.is_reference() && self.reference.return_state.is_text() {
            LimitKind::CharacterReference
        } else {
            self.construct.limit_kind()
        }
    }

    /// The text mode changes between tokens only: with nothing unfinished, in a state of text.
    pub(crate) fn set_text_mode(&mut self, mode: TextMode) -> bool {
        let between = self.is_between_tokens();
        if between {
            self.state = State::of(mode);
        }
        between
    }

    /// The mode that text is in, between tokens.
    pub(crate) fn text_mode(&self) -> Option<TextMode> {
        self.is_between_tokens().then(|| self.state.text_mode(self.reference.return_state)).flatten()
    }

    fn is_between_tokens(&self) -> bool {
        self.unfinished() == self.position.emitted && self.text_part() == TextPart::All
    }

    /// Whether parse errors are wanted. With the flag `tagspan_without_errors` the compiler knows that they are not:
    /// a build without the code for them, to measure its cost when they are off.
    #[inline(always)]
    pub(crate) fn reports(&self) -> bool {
        cfg!(not(tagspan_without_errors)) && self.options.parse_errors
    }

    /// Reports an error at the current byte, or at the end of the input.
    #[inline(always)]
    pub(crate) fn error(&mut self, input: Input<'_>, code: ErrorCode) -> Step {
        if self.reports() { self.report(input, code, self.offset()) } else { Continue(()) }
    }

    /// Reports an error at an offset that may lie before the position.
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
        let end = self.position.body_start + input.bytes.len() as u64;
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

    /// Offsets of errors never decrease, so an error before the last one was reported, and is met again by a machine that
    /// reads pending bytes again.
    pub(crate) fn is_reported(&self, code: ErrorCode, offset: u64) -> bool {
        offset < self.errors.offset
            || offset == self.errors.offset && self.errors.codes & (1 << code as u32) != 0
    }

    fn leave_with_error(&mut self, code: ErrorCode, offset: u64) -> Step {
        self.flush_skipped_before(offset)?;
        if self.errors.offset != offset {
            self.errors.codes = 0;
        }
        self.errors.offset = offset;
        self.errors.codes |= 1 << code as u32;
        Break(Event::Found(Found::Error(code)))
    }
}
