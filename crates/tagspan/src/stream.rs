//! Bytes of some encoding to tokens: the decoder and the tokenizer, joined piece by piece.

use std::ops::{ControlFlow, Range};

use tagspan_core::{Control, Dropped, Error, ErrorKind, LineColumn, Locator, TextMode, Token, Tokenizer};
use tagspan_input::{Bom, Decision, Input, Piece, Status};

use crate::builder::StreamBuilder;

/// Tokens from bytes of an encoding that a byte order mark, a header or a default tells.
///
/// UTF-8 flows through untouched: tokens are slices of the caller's chunk. Other encodings are decoded
/// piece by piece into one buffer of bounded size, and tokens are slices of that.
///
/// # Examples
///
/// ```
/// use tagspan::{Stream, Token};
///
/// let mut stream = Stream::new();
/// // UTF-16, little-endian, as its byte order mark says.
/// let mut tokens = stream.tokenize(b"\xFF\xFE<\0p\0>\0");
/// assert!(matches!(tokens.next_token()?, Some(Token::Dropped(bom)) if bom.raw().len() == 3));
/// assert!(matches!(tokens.next_token()?, Some(Token::StartTag(tag)) if tag.is("p")));
/// assert!(tokens.next_token()?.is_none());
/// assert_eq!(stream.decision().unwrap().encoding().name(), "UTF-16LE");
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Debug)]
pub struct Stream {
    input: Input,
    tokenizer: Tokenizer,
    locator: Option<Locator>,
    /// The locator before the first byte.
    fresh: Option<Locator>,
    /// The piece being tokenized.
    current: Option<Current>,
    /// Offset of the UTF-8 that the next piece begins with.
    decoded: u64,
    phase: Phase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// All that was fed is taken.
    Ready,
    /// A cursor is at work, or was left.
    Feeding,
    Ended,
    Failed,
}

/// A piece of UTF-8 on its way through the tokenizer.
#[derive(Clone, Debug)]
struct Current {
    /// If it lies in the chunk, it counts from where the caller's chunk begins.
    piece: Piece,
    /// The part of the piece that the tokenizer scans.
    body: Range<usize>,
    /// The offset of the piece's first byte.
    offset: u64,
}

/// The bytes that the tokenizer scans and resolves: the body of the stream's current piece, found once for the piece
/// instead of twice for every token.
#[derive(Clone, Copy, Debug)]
enum Body<'c> {
    /// Also if there is no piece, and then without bytes.
    Chunk(&'c [u8]),
    Buffer {
        start: usize,
        end: usize,
    },
    Held {
        start: usize,
        end: usize,
    },
}

impl<'c> Body<'c> {
    const NONE: Body<'c> = Body::Chunk(&[]);

    fn of(current: &Current, chunk: &'c [u8]) -> Body<'c> {
        let Range { start, end } = current.body;
        match current.piece {
            Piece::Chunk { start: piece, .. } => Body::Chunk(&chunk[piece + start..piece + end]),
            Piece::Buffer { .. } => Body::Buffer { start, end },
            Piece::Held { .. } => Body::Held { start, end },
        }
    }

    #[inline(always)]
    fn bytes<'a>(self, input: &'a Input) -> &'a [u8]
    where
        'c: 'a,
    {
        match self {
            Body::Chunk(bytes) => bytes,
            Body::Buffer { start, end } => &input.piece(&[], Piece::Buffer { len: end })[start..],
            Body::Held { start, end } => &input.piece(&[], Piece::Held { len: end })[start..],
        }
    }
}

impl Default for Stream {
    fn default() -> Self {
        Self::new()
    }
}

impl Stream {
    /// A stream with the default settings: those of [`builder`](Self::builder).
    pub fn new() -> Self {
        Self::builder().build()
    }

    /// Chooses other settings than the defaults.
    pub fn builder() -> StreamBuilder {
        StreamBuilder::default()
    }

    pub(crate) fn new_with(input: Input, tokenizer: Tokenizer, locator: Option<Locator>) -> Self {
        Stream {
            input,
            tokenizer,
            fresh: locator.clone(),
            locator,
            current: None,
            decoded: 0,
            phase: Phase::Ready,
        }
    }

    /// Feeds the next chunk and gives the cursor over its tokens. The chunk may be empty and may end
    /// anywhere, within a character too.
    ///
    /// # Errors
    ///
    /// Misuse (a cursor before was left halfway, the input has ended, an earlier call failed) is the
    /// first thing that the cursor says.
    pub fn feed<'t, 'c>(&'t mut self, chunk: &'c [u8]) -> StreamTokens<'t, 'c> {
        StreamTokens::new(self, chunk, false)
    }

    /// Declares the end of the input and gives the cursor over the tokens that it completes.
    ///
    /// # Errors
    ///
    /// As [`feed`](Self::feed).
    pub fn finish(&mut self) -> StreamTokens<'_, 'static> {
        StreamTokens::new(self, &[], true)
    }

    /// Feeds a chunk that is also the last.
    ///
    /// # Errors
    ///
    /// As [`feed`](Self::feed).
    pub fn tokenize<'t, 'c>(&'t mut self, chunk: &'c [u8]) -> StreamTokens<'t, 'c> {
        StreamTokens::new(self, chunk, true)
    }

    /// Makes the stream ready for another document, with the same settings. Its buffers are kept.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::Stream;
    ///
    /// let mut stream = Stream::new();
    /// for (page, name) in [(&b"\xFE\xFF\0a"[..], "UTF-16BE"), (b"a", "UTF-8")] {
    ///     stream.tokenize(page).for_each(|_, _| ())?;
    ///     assert_eq!(stream.decision().unwrap().encoding().name(), name);
    ///     stream.reset();
    /// }
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn reset(&mut self) {
        self.input.reset();
        self.tokenizer.reset();
        self.locator = self.fresh.clone();
        self.current = None;
        self.decoded = 0;
        self.phase = Phase::Ready;
    }

    /// The encoding, what decided it and how sure that is; `None` while the first bytes may still be a
    /// byte order mark.
    pub fn decision(&self) -> Option<Decision> {
        self.input.decision()
    }

    /// The offset of the next byte of UTF-8 to be looked at.
    pub fn position(&self) -> u64 {
        self.tokenizer.position()
    }

    /// The bytes of UTF-8 that are kept for a token that is not complete: see [`Tokenizer::carried`].
    pub fn carried(&self) -> (&[u8], &[u8]) {
        self.tokenizer.carried()
    }
}

/// The tokens of one chunk, lent one by one: as [`Tokens`](crate::Tokens), with a decoder in front.
///
/// # Examples
///
/// ```
/// use tagspan::{Stream, Token};
///
/// let mut stream = Stream::new();
/// let mut tokens = stream.feed(b"a<p>b<p>c");
/// while let Some(token) = tokens.next_token()? {
///     if matches!(token, Token::StartTag(_)) {
///         break;
///     }
/// }
/// assert_eq!(tokens.into_remaining(), b"b<p>c");
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Debug)]
#[must_use = "the tokens of a chunk must be taken before the next is fed"]
pub struct StreamTokens<'t, 'c> {
    stream: &'t mut Stream,
    chunk: &'c [u8],
    /// How much of the chunk the decoder has consumed.
    consumed: usize,
    last: bool,
    /// That of the stream's current piece. What was found is resolved against it, so it is left as it is until
    /// `found` is cleared.
    body: Body<'c>,
    /// What the last call found.
    found: Option<Item>,
}

/// A token, described without borrowing.
#[derive(Clone, Copy, Debug)]
enum Item {
    ByteOrderMark,
    Found(tagspan_core::Found),
}

impl<'t, 'c> StreamTokens<'t, 'c> {
    fn new(stream: &'t mut Stream, chunk: &'c [u8], last: bool) -> Self {
        match stream.phase {
            Phase::Ready if stream.input.is_finished() && !chunk.is_empty() => {
                stream.fail(ErrorKind::FedAfterEnd);
            }
            Phase::Ready => stream.phase = Phase::Feeding,
            Phase::Feeding => stream.fail(ErrorKind::ChunkNotTaken),
            Phase::Ended => stream.fail(ErrorKind::FedAfterEnd),
            Phase::Failed => stream.fail(ErrorKind::FedAfterError),
        }
        // A piece is still here only if it is in the decoder's memory and an earlier cursor was left in it: its body
        // is in no chunk.
        let body = stream.current.as_ref().map_or(Body::NONE, |current| Body::of(current, chunk));
        StreamTokens { stream, chunk, consumed: 0, last, body, found: None }
    }

    /// The next token; `None` when the chunk is used up, and from then on.
    ///
    /// # Errors
    ///
    /// Misuse of the stream, or a construct beyond its limit: see [`Error`]. From then on every call says
    /// so again.
    #[inline(always)]
    pub fn next_token(&mut self) -> Result<Option<Token<'_>>, Error> {
        let stream = &mut *self.stream;
        let straight = stream.tokenizer.straight(self.body.bytes(&stream.input));
        if let Some(found) = straight {
            self.found = Some(Item::Found(found));
            let stream = &*self.stream;
            return Ok(Some(stream.tokenizer.resolve_straight(self.body.bytes(&stream.input), found)));
        }
        self.advance_by_states()?;
        Ok(self.found.map(|found| self.resolve(found)))
    }

    /// Moves to the next token, which [`token`](Self::token) then lends; `false` when the chunk is used
    /// up.
    ///
    /// # Errors
    ///
    /// As [`next_token`](Self::next_token).
    pub fn advance(&mut self) -> Result<bool, Error> {
        Ok(self.next_token()?.is_some())
    }

    #[inline(always)]
    fn resolve(&self, found: Item) -> Token<'_> {
        match found {
            Item::Found(found) => self.stream.tokenizer.resolve(self.body.bytes(&self.stream.input), found),
            Item::ByteOrderMark => Token::Dropped(Dropped::byte_order_mark(0)),
        }
    }

    /// [`advance`](Self::advance) where the straight line gave up, or errors are wanted, or there is no piece at hand.
    #[inline(never)]
    fn advance_by_states(&mut self) -> Result<bool, Error> {
        self.found = None;
        let stream = &mut *self.stream;
        match stream.phase {
            Phase::Feeding => {}
            Phase::Ready | Phase::Ended => return Ok(false),
            Phase::Failed => {
                stream.tokenizer.scan(&[])?;
                return Ok(false);
            }
        }
        loop {
            let stream = &mut *self.stream;
            if stream.current.is_some() {
                let body = self.body.bytes(&stream.input);
                let found = match stream.tokenizer.straight_without_errors(body) {
                    None => stream.tokenizer.scan(body),
                    found => Ok(found),
                };
                match found {
                    Ok(Some(found)) => {
                        self.found = Some(Item::Found(found));
                        return Ok(true);
                    }
                    Ok(None) => self.leave_piece(),
                    Err(error) => {
                        stream.phase = Phase::Failed;
                        return Err(error);
                    }
                }
                continue;
            }
            if stream.input.is_finished() {
                if stream.tokenizer.has_ended() {
                    stream.phase = Phase::Ended;
                    return Ok(false);
                }
                // A cursor that declared the end was left before it got there.
                self.enter_piece(Piece::Chunk { start: self.consumed, end: self.consumed }, true);
                continue;
            }
            // The end is declared by itself, after the chunk: until then a caller may stop and feed the
            // rest of the chunk again.
            let rest = &self.chunk[self.consumed..];
            let last = self.last && rest.is_empty();
            let step = stream.input.advance(rest, last);
            let piece = match step.piece {
                Piece::Chunk { start, end } => {
                    Piece::Chunk { start: self.consumed + start, end: self.consumed + end }
                }
                other => other,
            };
            self.consumed += step.consumed;
            if step.bom.is_some() {
                stream.skip_byte_order_mark();
                self.found = Some(Item::ByteOrderMark);
            }
            let finished = step.status == Status::Finished;
            if !piece.is_empty() || finished {
                self.enter_piece(piece, finished);
            } else if step.status == Status::NeedsChunk && !self.last && self.found.is_none() {
                stream.phase = Phase::Ready;
                return Ok(false);
            }
            if self.found.is_some() {
                return Ok(true);
            }
        }
    }

    /// The token that the last call of [`advance`](Self::advance) or [`next_token`](Self::next_token)
    /// moved to; `None` after an error.
    #[must_use]
    pub fn token(&self) -> Option<Token<'_>> {
        self.found.map(|found| self.resolve(found))
    }

    /// Calls `each` for every token that is left in the chunk: as [`Tokens::for_each`].
    ///
    /// # Errors
    ///
    /// As [`next_token`](Self::next_token) and [`set_text_mode`](Self::set_text_mode).
    ///
    /// [`Tokens::for_each`]: crate::Tokens::for_each
    pub fn for_each(&mut self, mut each: impl FnMut(Token<'_>, &mut Control)) -> Result<(), Error> {
        let flow = self.try_for_each(|token, control| {
            each(token, control);
            ControlFlow::<()>::Continue(())
        })?;
        debug_assert!(flow.is_continue());
        Ok(())
    }

    /// Calls `each` for the tokens that are left in the chunk until it breaks: as
    /// [`Tokens::try_for_each`].
    ///
    /// # Errors
    ///
    /// As [`next_token`](Self::next_token) and [`set_text_mode`](Self::set_text_mode).
    ///
    /// [`Tokens::try_for_each`]: crate::Tokens::try_for_each
    pub fn try_for_each<B>(
        &mut self,
        mut each: impl FnMut(Token<'_>, &mut Control) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, Error> {
        self.found = None;
        let mut control = Control::default();
        loop {
            let stream = &mut *self.stream;
            let body = self.body.bytes(&stream.input);
            while let Some(found) = stream.tokenizer.straight(body) {
                let flow = each(stream.tokenizer.resolve_straight(body, found), &mut control);
                core::mem::take(&mut control).apply(&mut stream.tokenizer)?;
                if flow.is_break() {
                    self.found = Some(Item::Found(found));
                    return Ok(flow);
                }
            }
            self.advance_by_states()?;
            let Some(found) = self.found.take() else { return Ok(ControlFlow::Continue(())) };
            let flow = each(self.resolve(found), &mut control);
            core::mem::take(&mut control).apply(&mut self.stream.tokenizer)?;
            if flow.is_break() {
                self.found = Some(found);
                return Ok(flow);
            }
        }
    }

    /// The part of the chunk that is not consumed yet: what [`into_remaining`](Self::into_remaining)
    /// gives. What was decoded and is not tokenized yet counts as consumed; it is kept.
    #[must_use]
    pub fn remaining(&self) -> &'c [u8] {
        let consumed = match (&self.stream.current, self.body) {
            (Some(Current { piece: Piece::Chunk { start, .. }, body, .. }), Body::Chunk(bytes)) => {
                start + body.start + self.stream.tokenizer.consumed(bytes)
            }
            _ => self.consumed,
        };
        &self.chunk[consumed..]
    }

    /// Whether all tokens of the chunk are taken. Tokens may still come when nothing
    /// [remains](Self::remaining).
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        matches!(self.stream.phase, Phase::Ready | Phase::Ended)
    }

    /// Leaves the chunk here, and gives the part of it that must be fed next: empty or not, for tokens may
    /// still come. If this cursor declared the end of the input, declare it again.
    #[must_use = "what remains must be fed next"]
    pub fn into_remaining(mut self) -> &'c [u8] {
        let remaining = self.remaining();
        if self.stream.phase == Phase::Feeding {
            self.stream.phase = Phase::Ready;
            self.pause();
        }
        remaining
    }

    /// Chooses how the text from here on is read: as [`Tokens::set_text_mode`].
    ///
    /// # Errors
    ///
    /// [`ErrorKind::ModeChangeWithinToken`] in the middle of a token.
    ///
    /// [`Tokens::set_text_mode`]: crate::Tokens::set_text_mode
    pub fn set_text_mode(&mut self, mode: TextMode) -> Result<(), Error> {
        self.stream.tokenizer.set_text_mode(mode)
    }

    /// Chooses whether `<![CDATA[` opens a CDATA section from here on.
    pub fn set_cdata(&mut self, allowed: bool) {
        self.stream.tokenizer.set_cdata(allowed);
    }

    /// The encoding, once it is decided: [`Stream::decision`].
    pub fn decision(&self) -> Option<Decision> {
        self.stream.decision()
    }

    /// The offset of the next byte of UTF-8 to be looked at.
    pub fn position(&self) -> u64 {
        self.stream.position()
    }

    /// The line and column of the parse error that was just taken, by its offset. `None` unless
    /// [`StreamBuilder::locate`] asked for lines.
    ///
    /// It counts along with the input and does not go back: an offset that lies further behind than a parse
    /// error does, such as the start of a tag that straddles chunks, gets a later place.
    pub fn locate(&mut self, offset: u64) -> Option<LineColumn> {
        let stream = &mut *self.stream;
        let locator = stream.locator.as_mut()?;
        Some(match &stream.current {
            Some(current) => {
                locator.locate(offset, current.offset, stream.input.piece(self.chunk, current.piece))
            }
            None => locator.locate(offset, stream.decoded, &[]),
        })
    }

    fn enter_piece(&mut self, piece: Piece, last: bool) {
        let stream = &mut *self.stream;
        let bytes = stream.input.piece(self.chunk, piece);
        let body = stream.tokenizer.begin(bytes, last);
        let offset = stream.decoded;
        stream.decoded += bytes.len() as u64;
        let current = Current { piece, body, offset };
        self.body = Body::of(&current, self.chunk);
        stream.current = Some(current);
    }

    /// The tokenizer is through with the piece.
    fn leave_piece(&mut self) {
        self.body = Body::NONE;
        let stream = &mut *self.stream;
        let Some(current) = stream.current.take() else { return };
        if let Some(locator) = &mut stream.locator {
            locator.pass(current.offset, stream.input.piece(self.chunk, current.piece));
        }
    }

    /// Gives up the rest of the chunk. A piece of the chunk ends where the tokenizer is; a decoded one
    /// stays in its buffer and goes on with the next chunk.
    fn pause(&mut self) {
        let Body::Chunk(body) = self.body else { return };
        self.body = Body::NONE;
        let stream = &mut *self.stream;
        let Some(current) = stream.current.take() else { return };
        let consumed = current.body.start + stream.tokenizer.consumed(body);
        stream.tokenizer.pause(body);
        if let Some(locator) = &mut stream.locator {
            locator.pass(current.offset, &stream.input.piece(self.chunk, current.piece)[..consumed]);
        }
        stream.decoded = current.offset + consumed as u64;
    }
}

impl Stream {
    fn fail(&mut self, kind: ErrorKind) {
        self.tokenizer.refuse(kind);
        self.phase = Phase::Failed;
        // It may be a piece of another chunk.
        self.current = None;
    }

    /// Offsets begin after the mark, and no column counts it.
    fn skip_byte_order_mark(&mut self) {
        self.decoded = Bom::DECODED_LEN as u64;
        self.tokenizer.skip_offset(self.decoded);
        if let Some(locator) = &mut self.locator {
            locator.skip_to(self.decoded);
        }
    }
}
