//! The type `Scanner`: enters a piece, finds a token, resolves it to its bytes, leaves the piece.

use crate::error::{Error, ErrorKind, LimitKind};
use crate::limits::LimitAction;
use crate::machine::{Event, Found, Input, Machine, Position};
use crate::options::Options;
use crate::parse_error::ParseError;
use crate::partial_character::PartialCharacter;
use crate::span::Span;
use crate::text_mode::TextMode;
use crate::token::{
    Comment, Doctype, DropReason, Dropped, MissingBytes, ProcessingInstruction, Slice, Tag, TagFlags, Text,
    Token,
};

/// The tokenizer without a life cycle: the caller enters each piece of the input, scans it, and resolves what was found.
///
/// The [module](crate::scanner) has the contract of its methods. A scanner takes less than 1 KiB, and its buffers on the
/// heap.
///
/// ```
/// use tagspan_core::scanner::Scanner;
///
/// let mut scanner = Scanner::default();
/// let body = &b"<p>text"[scanner.enter(b"<p>text", true)];
/// let mut spans = Vec::new();
/// while let Some(found) = scanner.scan(body, true)? {
///     spans.push(scanner.resolve(body, found).span().range());
/// }
/// assert_eq!(spans, [0..3, 3..7]);
/// # Ok::<(), tagspan_core::Error>(())
/// ```
#[derive(Clone)]
pub struct Scanner {
    pub(crate) machine: Machine,
    /// The character that straddles the chunk before and this one.
    pub(crate) partial: PartialCharacter,
    /// The machine is reading `partial`, not yet the chunk.
    pub(crate) in_partial: bool,
    /// The character that the end of this piece leaves unfinished.
    pub(crate) tail: PartialCharacter,
    /// The byte after the pending bytes in the chunk that a cursor was left in. The machine has seen it if it reported a parse
    /// error there.
    pub(crate) seen: Option<u8>,
}

impl Default for Scanner {
    fn default() -> Self {
        Self::with_options(Options::default())
    }
}

impl std::fmt::Debug for Scanner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scanner")
            .field("state", &self.machine.state)
            .field("position", &self.position())
            .finish_non_exhaustive()
    }
}

impl Scanner {
    /// Creates a scanner with these settings. It allocates when a token first straddles two pieces or has attributes, not
    /// here.
    ///
    /// ```
    /// use tagspan_core::TextMode;
    /// use tagspan_core::scanner::{Options, Scanner};
    ///
    /// let mut options = Options::default();
    /// options.initial_mode = Some(TextMode::Plaintext);
    /// let scanner = Scanner::with_options(options);
    /// assert_eq!((scanner.text_mode(), scanner.allocated()), (Some(TextMode::Plaintext), 0));
    /// ```
    #[inline]
    pub fn with_options(options: Options) -> Self {
        Scanner {
            machine: Machine::new(options),
            partial: PartialCharacter::default(),
            in_partial: false,
            tail: PartialCharacter::default(),
            seen: None,
        }
    }

    /// Prepares the scanner for another document with the same settings, at offset 0. It may be called at any time, also
    /// after an error.
    ///
    /// The buffers are kept, except those of an oversized token (of more than 256 KiB, or with more than a thousand
    /// attributes), so that nothing is allocated after the first documents.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// for page in [b"<p>one", b"<p>two"] {
    ///     let body = &page[scanner.enter(page, true)];
    ///     while scanner.scan(body, true)?.is_some() {}
    ///     assert_eq!(scanner.position(), 6);
    ///     scanner.reset();
    ///     assert_eq!(scanner.position(), 0);
    /// }
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn reset(&mut self) {
        self.machine.reset();
        self.partial = PartialCharacter::default();
        self.in_partial = false;
        self.tail = PartialCharacter::default();
        self.seen = None;
    }

    /// Returns how many bytes of the source the driver is to read, and what is to happen beyond them: [`Limits::max_bytes`].
    ///
    /// ```
    /// use tagspan_core::scanner::{Options, Scanner};
    /// use tagspan_core::{LimitAction, Limits};
    ///
    /// let mut options = Options::default();
    /// options.limits = Limits::new().max_bytes(8, LimitAction::Fail);
    /// assert_eq!(Scanner::with_options(options).max_bytes(), (8, LimitAction::Fail));
    /// ```
    ///
    /// [`Limits::max_bytes`]: crate::Limits::max_bytes
    pub fn max_bytes(&self) -> (u64, LimitAction) {
        self.machine.options.limits.max_bytes
    }

    /// Returns the offset of the next byte that the scanner reads. Bytes of a partial character at the end of a piece are not
    /// read before the character is complete.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"<p>text"[scanner.enter(b"<p>text", true)];
    /// scanner.scan(body, true)?;
    /// assert_eq!(scanner.position(), 3);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn position(&self) -> u64 {
        self.machine.offset()
    }

    /// Returns the bytes that are kept for an unfinished token: those of the token, then those of a partial character. Bytes
    /// that a limit has left out of the token are not among them.
    ///
    /// Between two pieces, the tokens so far and these bytes make up the input, except what limits have left out.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let piece = b"<p title='caf\xC3";
    /// let mut scanner = Scanner::default();
    /// let body = &piece[scanner.enter(piece, false)];
    /// assert_eq!(scanner.scan(body, false)?, None);
    /// assert_eq!(scanner.pending_bytes(), (&b"<p title='caf"[..], &b"\xC3"[..]));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn pending_bytes(&self) -> (&[u8], &[u8]) {
        let emitted = usize::try_from(self.machine.position.emitted).unwrap_or(usize::MAX);
        let pending = &self.machine.position.pending[emitted.min(self.machine.position.pending.len())..];
        let partial = self.partial.bytes();
        (pending, if self.in_partial { &partial[self.undelivered().min(partial.len())..] } else { partial })
    }

    /// Returns the number of bytes that a limit has left out so far of the unfinished token, or of the token that was found
    /// last.
    ///
    /// ```
    /// use tagspan_core::scanner::{Options, Scanner};
    /// use tagspan_core::{LimitAction, Limits};
    ///
    /// let mut options = Options::default();
    /// options.limits = Limits::new().comment(32, LimitAction::Truncate);
    /// let mut scanner = Scanner::with_options(options);
    /// let piece = b"<!-- a comment of more than thirty-two bytes";
    /// let body = &piece[scanner.enter(piece, false)];
    /// assert_eq!(scanner.scan(body, false)?, None);
    /// assert_eq!(scanner.cut_so_far(), 12);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn cut_so_far(&self) -> u64 {
        self.machine.limit.missing_bytes
    }

    /// Returns the span of the token that was found last. Bytes that a limit has left out count. After a parse error the span
    /// is empty, and lies at the start of the unfinished token.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"text<p>"[scanner.enter(b"text<p>", true)];
    /// scanner.scan(body, true)?;
    /// scanner.scan(body, true)?;
    /// assert_eq!(scanner.current_span().range(), 4..7);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn current_span(&self) -> Span {
        let Position { token_start, emitted, .. } = self.machine.position;
        Span { start: token_start - self.machine.limit.missing_bytes, end: token_start + emitted }
    }

    /// The index in the chunk body of the first byte that is neither emitted nor pending.
    fn undelivered(&self) -> usize {
        let machine = &self.machine;
        let kept = (machine.position.pending.len() as u64).max(machine.position.emitted);
        (machine.position.token_start + kept - machine.position.body_start) as usize
    }

    /// Adds `bytes` to the offset of the first byte of the input, for a decoder that has removed a byte order mark. It must
    /// be called before the first piece is entered.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// scanner.skip_offset(3);
    /// let body = &b"<p>"[scanner.enter(b"<p>", true)];
    /// scanner.scan(body, true)?;
    /// assert_eq!(scanner.current_span().range(), 3..6);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn skip_offset(&mut self, bytes: u64) {
        self.machine.skip_offset(bytes);
    }

    /// Sets whether [`fast_path`](Self::fast_path) leaves every `meta` start tag that may declare an encoding to
    /// [`scan`](Self::scan), so that a caller that looks for one need not check each token. Off after a reset.
    ///
    /// ```
    /// use tagspan_core::scanner::{Found, Scanner};
    ///
    /// let page = b"<meta charset=utf-8>";
    /// let mut scanner = Scanner::default();
    /// scanner.watch_meta(true);
    /// let body = &page[scanner.enter(page, true)];
    /// assert!(scanner.fast_path(scanner.fast_path_rest(body)).is_none());
    /// assert_eq!(scanner.scan(body, true)?, Some(Found::StartTag));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    #[inline]
    pub fn watch_meta(&mut self, on: bool) {
        self.machine.watch_meta(on);
    }

    /// Enters the next piece, and returns the range of its body: the part that [`scan`](Self::scan) and
    /// [`resolve`](Self::resolve) take. It is all of the piece but the parts of characters at its ends.
    ///
    /// `last` says that the input ends with the piece. A piece may be empty. The piece before must be used up or
    /// [left](Self::leave); this is not checked.
    ///
    /// A CR at the end of a piece that is not the last waits as a part of a character does, because an LF may follow.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let piece = b"caf\xC3";
    /// let body = scanner.enter(piece, false);
    /// assert_eq!(body, 0..3);
    /// while scanner.scan(&piece[body.clone()], false)?.is_some() {}
    /// assert_eq!(scanner.enter(b"\xA9<p>", true), 1..4);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn enter(&mut self, chunk: &[u8], last: bool) -> core::ops::Range<usize> {
        if last || !chunk.is_empty() {
            self.continue_pending(chunk.first().copied());
        }
        (self.machine.early_end.expected, self.machine.early_end.truncates) = (false, false);
        self.machine.early_end.reported &= chunk.is_empty();
        let mut taken = 0;
        if !self.in_partial && !self.partial.is_empty() {
            taken = self.partial.complete(chunk);
            self.in_partial = last || taken < chunk.len() || !self.partial.is_unfinished();
        }
        self.tail =
            if last { PartialCharacter::default() } else { PartialCharacter::tail_of(&chunk[taken..]) };
        taken..chunk.len() - self.tail.bytes().len()
    }

    /// Continues the pending bytes with this byte, or with the end. If a cursor was left before another byte, they are read
    /// again, so that the machine forgets that byte: the caller inserts text, or does not feed the rest of the chunk.
    fn continue_pending(&mut self, next: Option<u8>) {
        let Some(seen) = self.seen.take() else { return };
        if next != Some(seen) && self.machine.has_whole_token() {
            let is_unfinished = self.machine.reread();
            debug_assert!(is_unfinished, "the pending bytes are not the beginning of a token");
        }
    }

    /// Makes a CR that waits at the end of the last piece a newline by itself, for a caller that knows that no LF follows.
    /// Returns whether a CR waits. The next piece that is entered, which may be empty, yields it as text.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"a\r"[scanner.enter(b"a\r", false)];
    /// while scanner.scan(body, false)?.is_some() {}
    /// assert!(scanner.end_newline());
    /// let body = &b""[scanner.enter(b"", false)];
    /// let found = scanner.scan(body, false)?.unwrap();
    /// assert_eq!(scanner.resolve(body, found).raw(), b"\r");
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn end_newline(&mut self) -> bool {
        let waits = !self.in_partial && self.partial.bytes() == b"\r";
        self.in_partial |= waits;
        waits
    }

    /// Sets whether the end that was declared comes before the end of the document, so that the last token [is
    /// truncated](Token::is_truncated). It is to be called after the last piece was [entered](Self::enter).
    ///
    /// The last token is an unfinished comment or DOCTYPE, the dropped bytes of an unfinished tag, or text, which is empty if
    /// all of it was found before.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"the end is ne"[scanner.enter(b"the end is ne", true)];
    /// scanner.end_early(true);
    /// let found = scanner.scan(body, true)?.unwrap();
    /// assert!(scanner.resolve(body, found).is_truncated());
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn end_early(&mut self, early: bool) {
        self.machine.early_end.expected = early && !self.machine.early_end.reported;
    }

    /// Finds the next token or parse error of the piece by the states. `None` means that the piece is used up; then the next
    /// one must be entered.
    ///
    /// `body` and `last` are those of [`enter`](Self::enter). All calls for a piece must have the same.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::LimitExceeded`] if a construct is over a limit whose action is
    /// [`LimitAction::Fail`](crate::LimitAction::Fail). The offset is that of the construct's first byte, or for open
    /// elements the end of the start tag that is one too many. After an error the scanner can only be asked for offsets and
    /// pending bytes, and be [reset](Self::reset).
    ///
    /// ```
    /// use tagspan_core::scanner::{Found, Scanner};
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"<p>text<br"[scanner.enter(b"<p>text<br", false)];
    /// assert_eq!(scanner.scan(body, false)?, Some(Found::StartTag));
    /// assert!(matches!(scanner.scan(body, false)?, Some(Found::Text(_))));
    /// assert_eq!(scanner.scan(body, false)?, None);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    #[inline(never)]
    pub fn scan(&mut self, body: &[u8], last: bool) -> Result<Option<Found>, Error> {
        loop {
            let input = if self.in_partial {
                Input { bytes: self.partial.bytes(), last: last && body.is_empty() }
            } else {
                Input { bytes: body, last }
            };
            let event = match self.machine.fast_path_before_states(input) {
                Some(event) => event,
                None => self.machine.scan(input),
            };
            match event {
                Event::Found(found) => return Ok(Some(found)),
                Event::More if self.in_partial => {
                    self.in_partial = false;
                    self.partial = PartialCharacter::default();
                }
                Event::More => {
                    if !self.tail.is_empty() {
                        self.partial = self.tail;
                    }
                    return Ok(None);
                }
                Event::End => {
                    self.in_partial = false;
                    self.partial = PartialCharacter::default();
                    self.machine.settle_at_end();
                    return Ok(None);
                }
                Event::Limit(kind) => {
                    let limit = self.machine.options.limits.of(kind).max.into();
                    let offset = self.machine.construct_start(kind);
                    return Err(Error { kind: ErrorKind::LimitExceeded { kind, limit }, offset });
                }
            }
        }
    }

    /// Returns the token that [`scan`](Self::scan) found last. `body` is the body that was scanned, and `found` the result of
    /// `scan`.
    ///
    /// A token of the fast path may be resolved in this way too. It may be resolved more than once, until the next token is
    /// looked for.
    ///
    /// # Panics
    ///
    /// May panic, or return a wrong token, if `body` or `found` are others.
    ///
    /// ```
    /// use tagspan_core::Token;
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"<br>"[scanner.enter(b"<br>", true)];
    /// let found = scanner.scan(body, true)?.unwrap();
    /// assert!(matches!(scanner.resolve(body, found), Token::StartTag(tag) if tag.is("br")));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    #[inline(always)]
    pub fn resolve<'a>(&'a self, body: &'a [u8], found: Found) -> Token<'a> {
        match found {
            Found::Error(code) => return Token::Error(ParseError { offset: self.error_offset(), code }),
            // A decoder in front removes it: it has no bytes here.
            Found::Dropped(DropReason::ByteOrderMark) => return Token::Dropped(Dropped::BYTE_ORDER_MARK),
            _ => {}
        }
        let machine = &self.machine;
        let Position { token_start, body_start, emitted, .. } = machine.position;
        let from_start = |bytes: &'a [u8]| &bytes[(token_start - body_start) as usize..];
        let from = if !machine.position.pending.is_empty() {
            &machine.position.pending
        } else if self.in_partial {
            from_start(self.partial.bytes())
        } else {
            from_start(body)
        };
        let missing = MissingBytes::new(machine.limit.missing_bytes, machine.early_end.truncates);
        let slice = Slice { from, length: emitted as usize, offset: token_start - missing.bytes() };
        self.resolve_slice(slice, found, missing)
    }

    /// The token of this kind, with these bytes, of which so many are missing.
    #[inline(always)]
    pub(super) fn resolve_slice<'a>(
        &'a self,
        slice: Slice<'a>,
        found: Found,
        missing: MissingBytes,
    ) -> Token<'a> {
        let machine = &self.machine;
        let tag = || Tag {
            slice,
            attributes: machine.attributes.spans(),
            name_end: machine.parts.name.1,
            flags: machine.parts.flags,
        };
        match found {
            Found::Error(_) => unreachable!("an error has no slice"),
            Found::Text(kind) => Token::Text(Text { slice, kind, truncated: missing.is_any() }),
            Found::StartTag => Token::StartTag(tag()),
            Found::EndTag => Token::EndTag(tag()),
            Found::Comment => {
                let (data, ambiguous) = (machine.parts.data, machine.tree.ambiguous_cdata);
                Token::Comment(Comment { slice, data, ambiguous, missing })
            }
            Found::ProcessingInstruction => Token::ProcessingInstruction(ProcessingInstruction {
                slice,
                target: machine.parts.name,
                data: machine.parts.data,
                missing,
            }),
            Found::Doctype => Token::Doctype(Doctype { slice, spans: machine.construct.doctype(), missing }),
            Found::Dropped(reason) => Token::Dropped(Dropped {
                slice,
                reason,
                missing,
                ambiguous: match reason {
                    DropReason::CdataStart => machine.tree.ambiguous_cdata,
                    // It is set when the tag ends, for the last piece.
                    DropReason::Skipped(LimitKind::Tag) => machine.parts.flags.has(TagFlags::AMBIGUOUS),
                    _ => false,
                },
            }),
        }
    }

    /// Takes the buffer with the bytes of the token that was found last, so that the caller can keep them without a copy.
    ///
    /// `None` unless the token straddled pieces, and the buffer holds nothing else and is not mostly empty. The token must
    /// not be [resolved](Self::resolve) again after it was taken.
    ///
    /// ```
    /// use tagspan_core::OwnedToken;
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"<p title="[scanner.enter(b"<p title=", false)];
    /// assert_eq!(scanner.scan(body, false)?, None);
    /// let body = &b"a>"[scanner.enter(b"a>", true)];
    /// let found = scanner.scan(body, true)?.unwrap();
    /// let token = OwnedToken::new(scanner.resolve(body, found), ());
    /// let bytes = scanner.take_buffer(found).unwrap();
    /// assert_eq!(token.with_bytes(bytes).raw(), b"<p title=a>");
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn take_buffer(&mut self, found: Found) -> Option<Vec<u8>> {
        match found {
            Found::Error(_) | Found::Dropped(DropReason::ByteOrderMark) => None,
            _ => self.machine.take_buffer(),
        }
    }

    /// Returns the offset of the parse error that was found last.
    ///
    /// ```
    /// use tagspan_core::scanner::{Found, Options, Scanner};
    ///
    /// let mut options = Options::default();
    /// options.parse_errors = true;
    /// let mut scanner = Scanner::with_options(options);
    /// let body = &b"text</>"[scanner.enter(b"text</>", true)];
    /// assert!(matches!(scanner.scan(body, true)?, Some(Found::Text(_))));
    /// assert!(matches!(scanner.scan(body, true)?, Some(Found::Error(_))));
    /// assert_eq!(scanner.error_offset(), 6);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn error_offset(&self) -> u64 {
        self.machine.errors.offset
    }

    /// Returns the index in the body of the next byte to be read: how many bytes of the body are consumed. It is meaningful
    /// while the piece is not used up.
    ///
    /// In the middle of a token, such as after a parse error, the bytes that were read of the token count as consumed.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"<p>text"[scanner.enter(b"<p>text", true)];
    /// scanner.scan(body, true)?;
    /// assert_eq!(&body[scanner.consumed()..], b"text");
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn consumed(&self) -> usize {
        if self.in_partial { 0 } else { self.machine.position.index }
    }

    /// Returns the number of bytes of the body that were emitted or are [pending](Self::pending_bytes), after
    /// [`scan`](Self::scan) has failed. The caller still has the other bytes.
    ///
    /// ```
    /// use tagspan_core::scanner::{Options, Scanner};
    /// use tagspan_core::{LimitAction, Limits};
    ///
    /// let mut options = Options::default();
    /// options.limits = Limits::all(8, LimitAction::Fail);
    /// let mut scanner = Scanner::with_options(options);
    /// let body = &b"text<p title='long'>"[scanner.enter(b"text<p title='long'>", true)];
    /// scanner.scan(body, true)?;
    /// assert!(scanner.scan(body, true).is_err());
    /// assert_eq!(scanner.consumed_by_failure(body), 4);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn consumed_by_failure(&self, body: &[u8]) -> usize {
        if self.in_partial { 0 } else { self.undelivered().min(body.len()) }
    }

    /// Leaves a piece that is not used up. The bytes before the next byte to be read that belong to an unfinished token
    /// become pending.
    ///
    /// The next piece is the rest of this one, which begins [`consumed`](Self::consumed) bytes after the start of the body,
    /// or text that is inserted before the rest. `consumed` must be called before `leave`.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"<p>text"[scanner.enter(b"<p>text", false)];
    /// scanner.scan(body, false)?;
    /// let rest = &body[scanner.consumed()..];
    /// scanner.leave(body);
    /// let body = &rest[scanner.enter(rest, true)];
    /// let found = scanner.scan(body, true)?.unwrap();
    /// assert_eq!(scanner.resolve(body, found).span().range(), 3..7);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn leave(&mut self, body: &[u8]) {
        if self.in_partial {
            let read = self.machine.position.index;
            self.machine.pause(Input { bytes: self.partial.bytes(), last: false });
            self.partial.advance(read);
            // The next chunk may complete it, so it waits again.
            self.in_partial = !self.partial.is_empty() && !self.partial.is_unfinished();
        } else {
            let next = body.get(self.machine.position.index).copied();
            self.machine.pause(Input { bytes: body, last: false });
            // An empty chunk tells nothing new.
            self.seen = next.or(self.seen).filter(|_| !self.machine.position.pending.is_empty());
        }
    }

    /// Sets how the text from here on is read: what a tree builder does after a start tag. It is to be called after that tag
    /// was found, and before the next token is.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::ModeChangeWithinToken`] in the middle of a token, such as after a parse error within a tag. Nothing
    /// changes then, and the scanner continues.
    ///
    /// ```
    /// use tagspan_core::scanner::{Options, Scanner};
    /// use tagspan_core::{Feedback, TextMode};
    ///
    /// let mut options = Options::default();
    /// options.feedback = Feedback::None;
    /// let mut scanner = Scanner::with_options(options);
    /// let body = &b"<note>a<b></note>"[scanner.enter(b"<note>a<b></note>", true)];
    /// scanner.scan(body, true)?;
    /// scanner.set_text_mode(TextMode::Rawtext)?;
    /// let found = scanner.scan(body, true)?.unwrap();
    /// assert_eq!(scanner.resolve(body, found).raw(), b"a<b>");
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn set_text_mode(&mut self, mode: TextMode) -> Result<(), Error> {
        if self.machine.set_text_mode(mode) {
            Ok(())
        } else {
            Err(Error { kind: ErrorKind::ModeChangeWithinToken, offset: self.position() })
        }
    }

    /// Sets whether `<![CDATA[` opens a CDATA section from here on: what a tree builder knows from its adjusted current node.
    /// With [`Feedback::Simulated`](crate::Feedback::Simulated), sections that the feedback simulator knows of are opened in
    /// any case.
    ///
    /// ```
    /// use tagspan_core::DropReason;
    /// use tagspan_core::scanner::{Found, Options, Scanner};
    ///
    /// let mut options = Options::default();
    /// options.feedback = tagspan_core::Feedback::None;
    /// let mut scanner = Scanner::with_options(options);
    /// let body = &b"<![CDATA[<g>]]>"[scanner.enter(b"<![CDATA[<g>]]>", true)];
    /// scanner.set_cdata(true);
    /// assert_eq!(scanner.scan(body, true)?, Some(Found::Dropped(DropReason::CdataStart)));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn set_cdata(&mut self, allowed: bool) {
        self.machine.tree.cdata = allowed;
    }

    /// Returns whether the feedback simulator knows that a `meta` start tag makes no element here. It is to be called after a
    /// `meta` start tag was found, which may declare an encoding only if it makes an element.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let page = b"<frameset><meta charset=utf-8>";
    /// let mut scanner = Scanner::default();
    /// let body = &page[scanner.enter(page, true)];
    /// assert!(!scanner.ignores_meta());
    /// scanner.scan(body, true)?;
    /// scanner.scan(body, true)?;
    /// assert!(scanner.ignores_meta());
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn ignores_meta(&self) -> bool {
        self.machine.ignores_meta()
    }

    /// Returns how the text from here on is read; `None` in the middle of a token, such as after a parse error within a tag.
    ///
    /// ```
    /// use tagspan_core::TextMode;
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"<title>a<b></title>"[scanner.enter(b"<title>a<b></title>", true)];
    /// scanner.scan(body, true)?;
    /// assert_eq!(scanner.text_mode(), Some(TextMode::Rcdata));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn text_mode(&self) -> Option<TextMode> {
        self.machine.text_mode()
    }

    /// Returns whether `<![CDATA[` would open a CDATA section here.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"<svg>"[scanner.enter(b"<svg>", true)];
    /// assert!(!scanner.cdata());
    /// scanner.scan(body, true)?;
    /// assert!(scanner.cdata());
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
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
        is_send_and_sync::<Scanner>();
        is_send_and_sync::<Token<'_>>();
        is_send_and_sync::<Error>();
    }

    /// A token is copied for every pull. Before raising these sizes, measure.
    #[test]
    fn sizes() {
        assert_eq!(size_of::<Token<'_>>(), 64);
        assert_eq!(size_of::<Option<Token<'_>>>(), 64);
        assert_eq!(size_of::<Result<Option<Token<'_>>, Error>>(), 64);
        assert!(size_of::<Scanner>() <= 848, "{}", size_of::<Scanner>());
    }
}
