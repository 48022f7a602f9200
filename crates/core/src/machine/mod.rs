//! The machine: its registers, and the few moves that every state is written in.

use core::ops::ControlFlow::{self, Break, Continue};

use tagspan_entities::unstable::{Matcher, NumericCode};

use crate::attributes::Attributes;
use crate::context::{BuiltIn, Watch};
use crate::dropped::DropReason;
use crate::error::LimitKind;
use crate::input::Input;
use crate::last_start_tag::LastStartTag;
use crate::limits::Limits;
use crate::options::{Feedback, Options};
use crate::parse_error::{ErrorCode, ParseError};
use crate::state::{State, TextPart};
use crate::steps::count;
use crate::tag::TagFlags;
use crate::text_mode::{Suspects, TextMode};
use crate::token::TextKind;

mod context;
mod emit;
mod excess;
mod handing_over;
mod input_stream;
mod memory;
#[cfg(feature = "serde")]
mod restored;
mod run;
mod saved;

pub(crate) use excess::Beyond;
pub(crate) use input_stream::{error_at as input_error_at, may_begin_error};
pub(crate) use run::{Stops, unfinished_reference};

/// A state's answer: go on with the state that is set now, or stop for an event.
///
/// Every state checks first and acts afterwards. An event that is due before the action (text that ends
/// here, a parse error) leaves by `?` with nothing changed but the fact that it was reported; when the
/// machine is entered again, the same state looks at the same byte and gets one step further. So errors
/// never queue up, and a state reads like its section.
pub(crate) type Step = ControlFlow<Event>;

/// Why the machine stopped.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    /// The segment is used up; what is unfinished was carried over.
    More,
    /// The end of the input was reached and everything is handed out.
    End,
    /// A token lies in the first `emitted` bytes from `token_start`.
    Token(Kind),
    /// A parse error.
    Error(ParseError),
    /// A construct outgrew its limit.
    Limit(LimitKind),
}

/// The kind of a token whose content is in the machine's registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text(TextKind),
    StartTag,
    EndTag,
    Comment,
    Doctype,
    ProcessingInstruction,
    Dropped(DropReason),
}

/// How much of the memory for unfinished tokens a reset keeps.
const CARRY_KEPT: usize = 256 << 10;

/// A half-open range of bytes, counted from the first byte of the token.
pub(crate) type TokenRange = (u32, u32);

/// The spans of a DOCTYPE within its bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DoctypeSpans {
    pub(crate) name: Option<TokenRange>,
    pub(crate) public_id: Option<TokenRange>,
    pub(crate) system_id: Option<TokenRange>,
    pub(crate) force_quirks: bool,
}

/// What the last attribute of the tag that is read may still get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Awaits {
    /// It is complete, or there is none, or it is left out.
    Nothing,
    /// Perhaps a value: its name has ended.
    Value,
    /// The end of its value.
    ValueEnd,
}

/// The words that the machine looks for letter by letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keyword {
    CommentOpen,
    Doctype,
    CdataOpen,
    Public,
    System,
}

impl Keyword {
    /// The word, in lower case where case does not matter.
    pub(crate) fn spelling(self) -> &'static [u8] {
        match self {
            Keyword::CommentOpen => b"--",
            Keyword::Doctype => b"doctype",
            Keyword::CdataOpen => b"[CDATA[",
            Keyword::Public => b"public",
            Keyword::System => b"system",
        }
    }
}

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
/// INVARIANT: `carry` holds the bytes from `token_start` on that came in earlier segments, and perhaps
/// some of this one; it is empty unless a token is unfinished.
#[derive(Clone)]
pub(crate) struct Machine {
    pub(crate) state: State,
    /// The state in which the straight line may be tried first: none where errors are wanted.
    pub(crate) straight_in: Option<State>,
    /// How long text may be that it reads: nothing where the context wants to see text.
    pub(crate) straight_text_limit: u64,
    /// How long a tag may be that it reads.
    pub(crate) straight_tag_limit: u64,
    /// The same for end tags, which the context may want to see.
    pub(crate) straight_end_tag_limit: u64,
    /// Whether there is a careful straight line to be tried next.
    pub(crate) careful: bool,
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
    pub(crate) carry: Vec<u8>,

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
    pub(crate) built_in: BuiltIn,
    /// Which tokens it wants to see.
    pub(crate) watch: Watch,
    /// Whether more elements are open than it may know, and that is to fail.
    pub(crate) is_too_deep: bool,
    /// Whether it was not sure of the `<![CDATA[` that was read last.
    pub(crate) uncertain_cdata: bool,
    /// The names of start tags that are more to the machine than others.
    pub(crate) suspects: Suspects,
    /// Whether somebody wants to see every `meta` that may declare an encoding: then the straight line gives none.
    pub(crate) watching: bool,
    pub(crate) cdata: bool,
    pub(crate) processing_instructions: bool,
    pub(crate) limits: Limits,
    /// How long what is being read must be to have outgrown its limit.
    pub(crate) bound: u64,
    pub(crate) beyond: Beyond,
    /// Where in the token, which is in the carry, bytes are being let go; 0 while they are not.
    pub(crate) kept: u32,
    /// How many bytes of the token were let go: it starts that much before `token_start`.
    pub(crate) cut: u64,
    /// Whether the end of the input cut what was handed out last.
    pub(crate) cut_by_end: bool,
    /// Whether the input ends before its end, and no token has said so.
    pub(crate) ends_early: bool,
    /// Whether a token has said so. Forgotten once there is more input.
    pub(crate) told_early_end: bool,
    /// The name of a tag that is skipped, with what comes before it.
    pub(crate) skimmed: Vec<u8>,
    /// The bytes that were read behind the `&` of a named reference in a token of which bytes are let go.
    pub(crate) name_read: Vec<u8>,
    /// What the last attribute waits for.
    pub(crate) awaits: Awaits,
    /// Whether the tag has more attributes than it may have.
    pub(crate) leaves_out_attributes: bool,
    /// The errors that were reported at `reported_at`, one bit a code.
    reported: u64,
    reported_at: u64,
    /// The input stream before this offset has been searched for errors.
    checked: u64,
    /// Where the view ends: see [`view`](Machine::view).
    view_end: u64,
}

impl Machine {
    pub(crate) fn new(options: &Options) -> Self {
        let mut machine = Machine {
            state: State::Data,
            straight_in: None,
            straight_text_limit: 0,
            straight_tag_limit: 0,
            straight_end_tag_limit: 0,
            careful: false,
            return_state: State::Data,
            base: 0,
            pos: 0,
            token_start: 0,
            emitted: 0,
            carry: Vec::new(),
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
            built_in: BuiltIn::default(),
            watch: Watch::NOTHING,
            is_too_deep: false,
            uncertain_cdata: false,
            suspects: Suspects::NONE,
            watching: false,
            cdata: false,
            processing_instructions: false,
            limits: Limits::new(),
            bound: u64::MAX,
            beyond: Beyond::No,
            kept: 0,
            cut: 0,
            cut_by_end: false,
            ends_early: false,
            told_early_end: false,
            skimmed: Vec::new(),
            name_read: Vec::new(),
            awaits: Awaits::Nothing,
            leaves_out_attributes: false,
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
        self.state = options.first_mode().state();
        self.base = 0;
        self.pos = 0;
        self.token_start = 0;
        self.emitted = 0;
        self.carry.clear();
        self.carry.shrink_to(CARRY_KEPT);
        self.mark = 0;
        self.references_done = 0;
        self.measured_end = 0;
        self.attributes.reset();
        self.last_start_tag.reset(&options.last_start_tag);
        self.report = options.parse_errors;
        self.scripting = options.scripting;
        self.feedback = options.feedback;
        let depth = options.limits.of(LimitKind::OpenElements).most as u16;
        self.built_in.reset(options.fragment.as_ref(), options.scripting, depth);
        self.is_too_deep = false;
        self.uncertain_cdata = false;
        self.limits = options.limits;
        self.attributes.most = options.limits.of(LimitKind::Attributes).most as usize;
        self.bound = u64::MAX;
        self.beyond = Beyond::No;
        self.kept = 0;
        self.cut = 0;
        self.cut_by_end = false;
        self.ends_early = false;
        self.told_early_end = false;
        self.skimmed = Vec::new();
        self.name_read = Vec::new();
        self.awaits = Awaits::Nothing;
        self.leaves_out_attributes = false;
        self.watch_meta(false);
        self.cdata = options.cdata;
        self.processing_instructions = options.processing_instructions;
        self.reported = 0;
        self.reported_at = 0;
        self.checked = 0;
        self.view_end = 0;
    }

    /// Runs until there is an event. After [`Event::More`] all of `input` is consumed, and the next call
    /// must bring the bytes that follow it; after any other event the next call must bring the same
    /// `input` again.
    pub(crate) fn scan(&mut self, input: Input<'_>) -> Event {
        self.let_go();
        if self.is_too_deep {
            return Event::Limit(LimitKind::OpenElements);
        }
        loop {
            // A carried tail that turned out to be text is handed out at once, so that the text after it
            // is a slice of the segment again.
            if !self.carry.is_empty() && self.text_part() == TextPart::All {
                self.sync_carry(input);
                let event = self.text_event(self.unfinished());
                return self.shown(event);
            }
            let before = self.pos;
            let view = self.view(input);
            let step = self.step(view);
            count(1 + self.pos.saturating_sub(before));
            if let Break(event) = step {
                match event {
                    Event::Limit(construct) => match self.exceed(input, construct) {
                        Some(event) => return self.shown(event),
                        None => continue,
                    },
                    // Where the view ends, and the error of the input stream there was reported.
                    Event::More if view.bytes.len() < input.bytes.len() => {
                        self.note_searched();
                        continue;
                    }
                    Event::More => self.end_segment(input),
                    Event::Token(_) if !self.carry.is_empty() => self.sync_carry(input),
                    _ => {}
                }
                return self.shown(event);
            }
        }
    }

    /// Gives up the segment at the current position: what is unfinished is carried over, and the next
    /// segment must begin with the byte at `pos`.
    pub(crate) fn pause(&mut self, input: Input<'_>) {
        self.let_go();
        self.end_segment(Input { bytes: &input.bytes[..self.pos], last: false });
    }

    /// Moves on past what the last event handed out.
    fn let_go(&mut self) {
        let emitted = core::mem::take(&mut self.emitted);
        self.token_start += emitted;
        if emitted > 0 {
            self.forget_excess();
        }
        self.mark = self.mark.saturating_sub(emitted);
        if emitted > 0 && !self.carry.is_empty() {
            let carried = self.carry.len().min(usize::try_from(emitted).unwrap_or(usize::MAX));
            self.carry.drain(..carried);
            count(self.carry.len());
        }
    }

    /// Carries what is unfinished and moves to the next segment.
    fn end_segment(&mut self, input: Input<'_>) {
        self.keep_name_read(input);
        self.sync_carry(input);
        self.last_start_tag.keep(input.bytes);
        self.base += input.bytes.len() as u64;
        self.view_end = self.base;
        self.pos = 0;
        self.references_done = 0;
        self.measured_end = 0;
    }

    /// Completes the carry with the bytes of this segment up to `pos`.
    pub(crate) fn sync_carry(&mut self, input: Input<'_>) {
        self.trim();
        let from = self.token_start + self.carry.len() as u64;
        let here = self.base + self.pos as u64;
        if from < here {
            let added = &input.bytes[(from - self.base) as usize..self.pos];
            count(added.len());
            self.carry.extend_from_slice(added);
        }
    }

    /// The first `end` bytes of the tag, which lie before `pos`, and its attributes.
    pub(crate) fn tag_bytes<'a>(&'a mut self, input: Input<'a>, end: u32) -> (&'a [u8], &'a mut Attributes) {
        let end = end as usize;
        let bytes = if let Beyond::Skipping(_) = self.beyond {
            &self.skimmed[..end]
        } else if self.carry.is_empty() {
            let origin = (self.token_start - self.base) as usize;
            &input.bytes[origin..origin + end]
        } else {
            self.sync_carry(input);
            &self.carry[..end]
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
            _ => self.token_start - self.cut,
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
    pub(crate) fn here(&mut self) -> ControlFlow<Event, u32> {
        let length = self.unfinished();
        if length < self.bound { Continue(length as u32) } else { self.here_beyond() }
    }

    /// Consumes the byte and switches.
    #[inline(always)]
    pub(crate) fn go(&mut self, state: State) -> Step {
        self.pos += 1;
        self.state = state;
        Continue(())
    }

    /// Consumes the byte and stays.
    #[inline(always)]
    pub(crate) fn skip(&mut self) -> Step {
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
    pub(crate) fn mark_and_go(&mut self, state: State) -> Step {
        self.mark = self.unfinished();
        self.go(state)
    }

    /// What a state does that has run out of bytes for now. Whatever can be handed out leaves first: the
    /// text that is certain, then the errors of the input stream in what is carried.
    pub(crate) fn more(&mut self, input: Input<'_>) -> Step {
        match self.text_part() {
            TextPart::All => self.flush_text()?,
            TextPart::BeforeMark => self.flush_before_mark()?,
            TextPart::Nothing => {}
        }
        self.input_errors_before(input, self.offset())?;
        self.check_limit()?;
        self.flush_skipped()?;
        Break(Event::More)
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
            self.state = mode.state();
        }
        between
    }

    /// The mode that text is in, between tokens.
    pub(crate) fn text_mode(&self) -> Option<TextMode> {
        let between = self.unfinished() == self.emitted && self.text_part() == TextPart::All;
        TextMode::ALL.into_iter().find(|mode| between && mode.state() == self.state)
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
        if self.lets_go() {
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
