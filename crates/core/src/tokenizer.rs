//! The tokenizer: its life cycle, and the way from chunks to the machine's segments.

mod gaps;
mod memory;
mod saved;

use crate::cursor::Tokens;
use crate::dropped::{DropReason, Dropped};
use crate::error::{Error, ErrorKind};
use crate::input::Input;
use crate::machine::{Event, Kind, Machine};
use crate::options::{Options, TokenizerBuilder};
use crate::parse_error::ParseError;
use crate::segments::Held;
use crate::span::Span;
use crate::tag::Tag;
use crate::text_mode::TextMode;
use crate::token::{Comment, Cut, Doctype, ProcessingInstruction, Slice, Text, TextKind, Token};

/// A resumable HTML tokenizer.
///
/// Feed it chunks, take the tokens of each from the cursor, declare the end with [`finish`](Self::finish).
/// The [crate's documentation](crate) has the streaming contract.
///
/// # Examples
///
/// ```
/// use tagspan_core::{Token, Tokenizer};
///
/// let mut tokenizer = Tokenizer::new();
/// let mut text = String::new();
/// for chunk in ["a <b", ">b</b> &a", "mp; c"] {
///     let mut tokens = tokenizer.feed(chunk.as_bytes());
///     while let Some(token) = tokens.next_token()? {
///         if let Token::Text(run) = token {
///             text += &run.to_str();
///         }
///     }
/// }
/// assert!(tokenizer.finish().next_token()?.is_none());
/// assert_eq!(text, "a b & c");
/// # Ok::<(), tagspan_core::Error>(())
/// ```
#[derive(Clone)]
pub struct Tokenizer {
    machine: Machine,
    options: Options,
    phase: Phase,
    /// Why it failed. It stands apart, so that the phase is one byte, which is looked at for each token.
    failure: Error,
    /// The character that straddles the chunk before and this one.
    held: Held,
    /// The machine is reading `held`, not yet the chunk.
    in_held: bool,
    /// What the end of this chunk leaves unfinished.
    tail: Held,
    /// The input ends with this chunk.
    last: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// All that was fed is taken.
    Ready,
    /// A cursor is at work, or was left.
    Feeding,
    /// The end of the input was taken.
    Ended,
    Failed,
}

/// The next token, described without borrowing anything: [`Tokenizer::resolve`] gives it its bytes.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Found(What);

impl Found {
    /// The parse error, if it is none of the tokens.
    #[doc(hidden)]
    pub fn error(self) -> Option<ParseError> {
        match self.0 {
            What::Token(_) => None,
            What::Error(error) => Some(error),
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum What {
    Token(Kind),
    Error(ParseError),
}

impl Default for Tokenizer {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Tokenizer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tokenizer")
            .field("state", &self.machine.state)
            .field("position", &self.position())
            .field("phase", &self.phase)
            .finish_non_exhaustive()
    }
}

impl Tokenizer {
    /// A tokenizer with the default settings: those of [`builder`](Self::builder).
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// assert_eq!(Tokenizer::new().position(), 0);
    /// ```
    pub fn new() -> Self {
        Self::builder().build()
    }

    /// Chooses other settings than the defaults.
    ///
    /// ```
    /// use tagspan_core::{Token, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().parse_errors(true).build();
    /// assert!(matches!(tokenizer.tokenize("</>").next_token()?, Some(Token::Error(_))));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn builder() -> TokenizerBuilder {
        TokenizerBuilder::default()
    }

    pub(crate) fn with_options(options: Options) -> Self {
        Tokenizer {
            machine: Machine::new(&options),
            options,
            phase: Phase::Ready,
            failure: Error { kind: ErrorKind::FedAfterError, offset: 0 },
            held: Held::default(),
            in_held: false,
            tail: Held::default(),
            last: false,
        }
    }

    /// Feeds the next chunk of the input and gives the cursor over its tokens. The chunk may be empty and
    /// may end anywhere.
    ///
    /// # Errors
    ///
    /// Misuse (a cursor before was left halfway, the input has ended, an earlier call failed) is the
    /// first thing that the cursor says.
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// assert!(tokenizer.feed(b"<ti").next_token()?.is_none());
    /// let mut tokens = tokenizer.feed(b"tle>");
    /// assert!(tokens.next_token()?.is_some_and(|token| token.raw() == b"<title>"));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn feed<'t, 'c>(&'t mut self, chunk: &'c [u8]) -> Tokens<'t, 'c> {
        Tokens::new(self, chunk, false)
    }

    /// Declares the end of the input and gives the cursor over the tokens that it completes.
    ///
    /// # Errors
    ///
    /// As [`feed`](Self::feed).
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// assert!(tokenizer.feed(b"<!-- to the end").next_token()?.is_none());
    /// let mut tail = tokenizer.finish();
    /// assert!(tail.next_token()?.is_some_and(|token| token.raw() == b"<!-- to the end"));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn finish(&mut self) -> Tokens<'_, 'static> {
        Tokens::new(self, &[], true)
    }

    /// Declares that nothing more of the input will be read, although it goes on: for a body that was aborted, or is
    /// longer than the caller wants to read. As [`finish`](Self::finish), but what the end cuts says that it
    /// [is truncated](Token::is_truncated), so that nobody takes half a sentence for a whole one.
    ///
    /// That is the last token: a comment or DOCTYPE that was begun, dropped bytes such as those of half a tag, and
    /// else text, which has no bytes if all of it was handed out before.
    ///
    /// # Errors
    ///
    /// As [`feed`](Self::feed).
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan_core::{Token, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed(b"<p>The end is ne");
    /// while let Some(token) = tokens.next_token()? {
    ///     assert!(!token.is_truncated());
    /// }
    /// let mut tail = tokenizer.finish_truncated();
    /// assert!(matches!(tail.next_token()?, Some(Token::Text(text)) if text.is_truncated()));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn finish_truncated(&mut self) -> Tokens<'_, 'static> {
        let tokens = self.finish();
        tokens.ending_early()
    }

    /// Feeds a chunk that is also the last: for a whole `&[u8]` or `&str`, this one call does it all.
    ///
    /// # Errors
    ///
    /// As [`feed`](Self::feed).
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// let mut count = 0;
    /// Tokenizer::new().tokenize("<p>one<p>two").for_each(|_, _| count += 1)?;
    /// assert_eq!(count, 4);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn tokenize<'t, 'c, H: AsRef<[u8]> + ?Sized>(&'t mut self, html: &'c H) -> Tokens<'t, 'c> {
        Tokens::new(self, html.as_ref(), true)
    }

    /// Makes the tokenizer ready for another document, with the same settings. Its buffers are kept, so
    /// that after the first documents nothing is allocated any more; only what a monster left behind (a
    /// token of more than 256 KiB, a tag of more than a thousand attributes) is given back.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// for page in ["<p>one", "<p>two"] {
    ///     let mut count = 0;
    ///     tokenizer.tokenize(page).for_each(|_, _| count += 1)?;
    ///     assert_eq!(count, 2);
    ///     tokenizer.reset();
    /// }
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn reset(&mut self) {
        self.machine.reset(&self.options);
        self.phase = Phase::Ready;
        self.held = Held::default();
        self.in_held = false;
        self.tail = Held::default();
        self.last = false;
    }

    /// The offset of the next byte to be looked at.
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// tokenizer.feed(b"<p>text").for_each(|_, _| {})?;
    /// assert_eq!(tokenizer.position(), 7);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn position(&self) -> u64 {
        self.machine.offset()
    }

    /// The bytes that were fed and are kept for a token that is not complete: those of the token, then
    /// those of a character that straddles chunks.
    ///
    /// With what was handed out before and what is left of the chunk they make up the input.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed("<p title='é".as_bytes());
    /// assert!(tokens.next_token()?.is_none());
    /// assert_eq!(tokenizer.carried(), ("<p title='é".as_bytes(), &b""[..]));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn carried(&self) -> (&[u8], &[u8]) {
        let emitted = usize::try_from(self.machine.emitted).unwrap_or(usize::MAX);
        let carry = &self.machine.carry[emitted.min(self.machine.carry.len())..];
        let held = self.held.bytes();
        (carry, if self.in_held { &held[self.undelivered().min(held.len())..] } else { held })
    }

    /// How many bytes a limit has left out of the token that is not complete.
    #[doc(hidden)]
    pub fn cut_so_far(&self) -> u64 {
        self.machine.cut
    }

    /// Where the token that was handed out last lies, missing bytes and all.
    #[doc(hidden)]
    pub fn current_span(&self) -> Span {
        let Machine { token_start, emitted, cut, .. } = &self.machine;
        Span { start: token_start - cut, end: token_start + emitted }
    }

    /// Where in the segment the bytes begin that are neither handed out nor carried.
    fn undelivered(&self) -> usize {
        let machine = &self.machine;
        let kept = (machine.carry.len() as u64).max(machine.emitted);
        (machine.token_start + kept - machine.base) as usize
    }

    /// For a decoder in front that took off a byte order mark: offsets begin after it.
    #[doc(hidden)]
    pub fn skip_offset(&mut self, bytes: u64) {
        self.machine.skip_offset(bytes);
    }

    /// Chooses whether [`straight`](Self::straight) leaves every `meta` start tag that may declare an encoding to
    /// [`scan`](Self::scan), so that who waits for one need not look at each token. Off after a reset.
    #[doc(hidden)]
    pub fn watch_meta(&mut self, on: bool) {
        self.machine.watch_meta(on);
    }

    /// Starts on a chunk and gives the range of it that [`scan`](Self::scan) and
    /// [`resolve`](Self::resolve) want: all but the parts of characters at its ends.
    ///
    /// These three are what cursors are made of. Resolving against other bytes than were scanned gives
    /// wrong tokens, so they are not for general use.
    #[doc(hidden)]
    pub fn begin(&mut self, chunk: &[u8], last: bool) -> core::ops::Range<usize> {
        let misuse = match self.phase {
            Phase::Ready => None,
            Phase::Feeding => Some(ErrorKind::ChunkNotTaken),
            Phase::Ended => Some(ErrorKind::FedAfterEnd),
            Phase::Failed => Some(ErrorKind::FedAfterError),
        };
        if let Some(kind) = misuse {
            self.refuse(kind);
            return 0..0;
        }
        self.phase = Phase::Feeding;
        self.last = last;
        (self.machine.ends_early, self.machine.cut_by_end) = (false, false);
        self.machine.told_early_end &= chunk.is_empty();
        let mut taken = 0;
        if !self.in_held && !self.held.is_empty() {
            taken = self.held.complete(chunk);
            self.in_held = last || taken < chunk.len() || !self.held.is_unfinished();
        }
        self.tail = if last { Held::default() } else { Held::tail_of(&chunk[taken..]) };
        taken..chunk.len() - self.tail.bytes().len()
    }

    /// What follows a CR that waits is not going to come: it is a newline by itself. False if none waits.
    #[doc(hidden)]
    pub fn end_newline(&mut self) -> bool {
        let waits = !self.in_held && self.held.bytes() == b"\r";
        self.in_held |= waits;
        waits
    }

    /// Says whether the end that was declared comes before the input's end, which the last token then tells.
    #[doc(hidden)]
    pub fn end_early(&mut self, early: bool) {
        self.machine.ends_early = early && !self.machine.told_early_end;
    }

    /// Fails because of misuse that a wrapper found.
    #[doc(hidden)]
    pub fn refuse(&mut self, kind: ErrorKind) {
        self.fail(kind, self.position());
    }

    /// Fails because of what a wrapper found at this offset.
    #[doc(hidden)]
    pub fn fail(&mut self, kind: ErrorKind, offset: u64) -> Error {
        let error = Error { kind, offset };
        (self.phase, self.failure) = (Phase::Failed, error);
        error
    }

    /// A quick try before [`scan`](Self::scan): the next token, if it is of the usual kinds and lies in the body.
    #[doc(hidden)]
    #[inline(always)]
    pub fn straight(&mut self, body: &[u8]) -> Option<Found> {
        if self.phase != Phase::Feeding || self.in_held {
            return None;
        }
        let input = Input { bytes: body, last: self.last };
        self.machine.straight(input).map(|kind| Found(What::Token(kind)))
    }

    /// The same where errors are wanted, or the built-in context sees every token. It is for after
    /// [`straight`](Self::straight), which then finds nothing: a call among its instructions would be paid by those who
    /// want neither.
    #[doc(hidden)]
    #[inline(always)]
    pub fn straight_carefully(&mut self, body: &[u8]) -> Option<Found> {
        if !self.machine.careful || self.phase != Phase::Feeding || self.in_held {
            return None;
        }
        let input = Input { bytes: body, last: self.last };
        self.machine.straight_carefully(input).map(|kind| Found(What::Token(kind)))
    }

    /// [`resolve`](Self::resolve) for what [`straight`](Self::straight) found. Each kind has a path of its own from
    /// there to the caller's `match`, without a jump between them that cannot be foreseen.
    #[doc(hidden)]
    #[inline(always)]
    pub fn resolve_straight<'a>(&'a self, body: &'a [u8], found: Found) -> Token<'a> {
        let token = |kind| self.resolve_uncut(body, kind, Cut::NONE);
        match found.0 {
            What::Token(Kind::StartTag) => token(Kind::StartTag),
            What::Token(Kind::EndTag) => token(Kind::EndTag),
            _ => token(Kind::Text(TextKind::Data)),
        }
    }

    /// Finds the next token of the chunk; `None` when the chunk is used up.
    #[doc(hidden)]
    #[inline(never)]
    pub fn scan(&mut self, body: &[u8]) -> Result<Option<Found>, Error> {
        match self.phase {
            Phase::Feeding => {}
            Phase::Ready | Phase::Ended => return Ok(None),
            Phase::Failed => return Err(self.failure),
        }
        loop {
            let input = if self.in_held {
                Input { bytes: self.held.bytes(), last: self.last && body.is_empty() }
            } else {
                Input { bytes: body, last: self.last }
            };
            match self.machine.scan(input) {
                Event::Token(kind) => return Ok(Some(Found(What::Token(kind)))),
                Event::Error(error) => return Ok(Some(Found(What::Error(error)))),
                Event::More if self.in_held => {
                    self.in_held = false;
                    self.held = Held::default();
                }
                Event::More => {
                    if !self.tail.is_empty() {
                        self.held = self.tail;
                    }
                    self.phase = Phase::Ready;
                    return Ok(None);
                }
                Event::End => {
                    self.in_held = false;
                    self.held = Held::default();
                    self.phase = Phase::Ended;
                    return Ok(None);
                }
                Event::Limit(construct) => {
                    let limit = self.options.limits.of(construct).most.into();
                    let kind = ErrorKind::LimitExceeded { construct, limit };
                    let error = Error { kind, offset: self.machine.construct_start(construct) };
                    (self.phase, self.failure) = (Phase::Failed, error);
                    return Err(error);
                }
            }
        }
    }

    /// Gives the token that [`scan`](Self::scan) found last its bytes.
    #[doc(hidden)]
    #[inline(always)]
    pub fn resolve<'a>(&'a self, body: &'a [u8], found: Found) -> Token<'a> {
        let kind = match found.0 {
            What::Token(kind) => kind,
            What::Error(error) => return Token::Error(error),
        };
        let machine = &self.machine;
        self.resolve_uncut(body, kind, Cut::new(machine.cut, machine.cut_by_end))
    }

    /// The token of this kind that was found last, of which this was cut.
    #[inline(always)]
    fn resolve_uncut<'a>(&'a self, body: &'a [u8], kind: Kind, cut: Cut) -> Token<'a> {
        let machine = &self.machine;
        let length = machine.emitted as usize;
        let from = if machine.carry.is_empty() {
            let segment = if self.in_held { self.held.bytes() } else { body };
            let start = (machine.token_start - machine.base) as usize;
            &segment[start..]
        } else {
            &machine.carry
        };
        let slice = Slice { from, length, offset: machine.token_start - cut.bytes() };
        let tag = || Tag {
            slice,
            attributes: machine.attributes.spans(),
            name_end: machine.tag_name.1,
            flags: machine.tag_flags,
        };
        match kind {
            Kind::Text(kind) => Token::Text(Text { slice, kind, truncated: cut.is_any() }),
            Kind::StartTag => Token::StartTag(tag()),
            Kind::EndTag => Token::EndTag(tag()),
            Kind::Comment => {
                let (data, uncertain) = (machine.comment, machine.uncertain_cdata);
                Token::Comment(Comment { slice, data, uncertain, cut })
            }
            Kind::ProcessingInstruction => Token::ProcessingInstruction(ProcessingInstruction {
                slice,
                target: machine.tag_name,
                data: machine.comment,
                cut,
            }),
            Kind::Doctype => Token::Doctype(Doctype { slice, spans: &machine.doctype, cut }),
            Kind::Dropped(reason) => Token::Dropped(Dropped {
                slice,
                reason,
                cut,
                uncertain: machine.uncertain_cdata && reason == DropReason::CdataStart,
            }),
        }
    }

    /// Hands over the memory that holds the token which was found last, if it straddled chunks and the memory holds
    /// nothing else and is not mostly empty. That token must not be [resolved](Self::resolve) again.
    #[doc(hidden)]
    pub fn take_carry(&mut self, found: Found) -> Option<Vec<u8>> {
        match found.0 {
            What::Token(_) => self.machine.take_carry(),
            What::Error(_) => None,
        }
    }

    /// How many bytes of the body are consumed, or after a failure how many were handed out or carried.
    #[doc(hidden)]
    pub fn consumed(&self, body: &[u8]) -> usize {
        match self.phase {
            Phase::Ready | Phase::Ended => body.len(),
            _ if self.in_held => 0,
            Phase::Feeding => self.machine.pos,
            Phase::Failed => self.undelivered().min(body.len()),
        }
    }

    /// Whether all of the chunk is taken.
    #[doc(hidden)]
    pub fn is_exhausted(&self) -> bool {
        matches!(self.phase, Phase::Ready | Phase::Ended)
    }

    /// Whether the end of the input was taken.
    #[doc(hidden)]
    pub fn has_ended(&self) -> bool {
        self.phase == Phase::Ended
    }

    /// Gives up the rest of the chunk, which the caller feeds again: what is unfinished of the bytes
    /// before it is carried over.
    #[doc(hidden)]
    pub fn pause(&mut self, body: &[u8]) {
        if self.phase != Phase::Feeding {
            return;
        }
        self.phase = Phase::Ready;
        self.last = false;
        if self.in_held {
            let read = self.machine.pos;
            self.machine.pause(Input { bytes: self.held.bytes(), last: false });
            self.held.advance(read);
            self.in_held = !self.held.is_empty();
        } else {
            self.machine.pause(Input { bytes: body, last: false });
        }
    }

    #[doc(hidden)]
    pub fn set_text_mode(&mut self, mode: TextMode) -> Result<(), Error> {
        if self.machine.set_text_mode(mode) {
            Ok(())
        } else {
            Err(Error { kind: ErrorKind::ModeChangeWithinToken, offset: self.position() })
        }
    }

    #[doc(hidden)]
    pub fn set_cdata(&mut self, allowed: bool) {
        self.machine.cdata = allowed;
    }

    /// Whether the built-in context knows that the start tag which was just taken makes no element, if it is a `meta`.
    #[doc(hidden)]
    pub fn ignores_meta(&self) -> bool {
        self.machine.ignores_meta()
    }

    #[doc(hidden)]
    pub fn text_mode(&self) -> Option<TextMode> {
        self.machine.text_mode()
    }

    #[doc(hidden)]
    pub fn cdata(&self) -> bool {
        self.machine.allows_cdata().0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_send_and_sync<T: Send + Sync>() {}

    #[test]
    fn moves_between_threads() {
        is_send_and_sync::<Tokenizer>();
        is_send_and_sync::<Tokens<'_, '_>>();
        is_send_and_sync::<Token<'_>>();
        is_send_and_sync::<Error>();
    }

    /// A token is copied for every pull: this is a speed bump for whoever lets it grow.
    #[test]
    fn sizes() {
        assert_eq!(size_of::<Token<'_>>(), 64);
        assert_eq!(size_of::<Option<Token<'_>>>(), 64);
        assert_eq!(size_of::<Result<Option<Token<'_>>, Error>>(), 64);
        assert!(size_of::<Tokenizer>() <= 832, "{}", size_of::<Tokenizer>());
    }
}
