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
    piece: Piece,
    /// Where in the caller's chunk the slice begins that `piece` counts from.
    origin: usize,
    /// The part of the piece that the tokenizer scans.
    body: Range<usize>,
    /// The offset of the piece's first byte.
    offset: u64,
}

impl Current {
    /// The bytes of the piece: of the chunk, or of the decoder's buffer.
    #[inline(always)]
    fn bytes<'a>(&self, input: &'a Input, chunk: &'a [u8]) -> &'a [u8] {
        input.piece(&chunk[self.origin..], self.piece)
    }

    #[inline(always)]
    fn body<'a>(&self, input: &'a Input, chunk: &'a [u8]) -> &'a [u8] {
        &self.bytes(input, chunk)[self.body.clone()]
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
        StreamTokens { stream, chunk, consumed: 0, last, found: None }
    }

    /// The next token; `None` when the chunk is used up, and from then on.
    ///
    /// # Errors
    ///
    /// Misuse of the stream, or a construct beyond its limit: see [`Error`]. From then on every call says
    /// so again.
    #[inline(always)]
    pub fn next_token(&mut self) -> Result<Option<Token<'_>>, Error> {
        if let Some(found) = self.straight() {
            self.found = Some(Item::Found(found));
            let body = self.body().unwrap_or_default();
            return Ok(Some(self.stream.tokenizer.resolve_straight(body, found)));
        }
        self.advance_by_states()?;
        Ok(self.token())
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

    /// The next token of the piece at hand, if the straight line finds it.
    #[inline(always)]
    fn straight(&mut self) -> Option<tagspan_core::Found> {
        let stream = &mut *self.stream;
        match (stream.phase, &stream.current) {
            (Phase::Feeding, Some(current)) => {
                stream.tokenizer.straight(current.body(&stream.input, self.chunk))
            }
            _ => None,
        }
    }

    /// The bytes of the piece at hand.
    #[inline(always)]
    fn body(&self) -> Option<&[u8]> {
        let current = self.stream.current.as_ref()?;
        Some(current.body(&self.stream.input, self.chunk))
    }

    /// [`advance`](Self::advance) where the straight line gave up, or there is no piece at hand.
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
            if let Some(current) = &stream.current {
                match stream.tokenizer.scan(current.body(&stream.input, self.chunk)) {
                    Ok(Some(found)) => {
                        self.found = Some(Item::Found(found));
                        return Ok(true);
                    }
                    Ok(None) => stream.leave_piece(self.chunk),
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
                stream.enter_piece(self.chunk, self.consumed, Piece::EMPTY, true);
                continue;
            }
            // The end is declared by itself, after the chunk: until then a caller may stop and feed the
            // rest of the chunk again.
            let rest = &self.chunk[self.consumed..];
            let last = self.last && rest.is_empty();
            let step = stream.input.advance(rest, last);
            let origin = self.consumed;
            self.consumed += step.consumed;
            if step.bom.is_some() {
                stream.skip_byte_order_mark();
                self.found = Some(Item::ByteOrderMark);
            }
            let finished = step.status == Status::Finished;
            if !step.piece.is_empty() || finished {
                stream.enter_piece(self.chunk, origin, step.piece, finished);
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
        match self.found? {
            Item::ByteOrderMark => Some(Token::Dropped(Dropped::byte_order_mark(0))),
            Item::Found(found) => Some(self.stream.tokenizer.resolve(self.body()?, found)),
        }
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
        let mut control = Control::default();
        loop {
            let stream = &mut *self.stream;
            if let (Phase::Feeding, Some(current)) = (stream.phase, &stream.current) {
                let body = current.body(&stream.input, self.chunk);
                while let Some(found) = stream.tokenizer.straight(body) {
                    let flow = each(stream.tokenizer.resolve_straight(body, found), &mut control);
                    core::mem::take(&mut control).apply(&mut stream.tokenizer)?;
                    if flow.is_break() {
                        self.found = Some(Item::Found(found));
                        return Ok(flow);
                    }
                }
            }
            self.advance_by_states()?;
            let Some(token) = self.token() else { return Ok(ControlFlow::Continue(())) };
            let flow = each(token, &mut control);
            core::mem::take(&mut control).apply(&mut self.stream.tokenizer)?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
    }

    /// The part of the chunk that is not consumed yet: what [`into_remaining`](Self::into_remaining)
    /// gives. What was decoded and is not tokenized yet counts as consumed; it is kept.
    #[must_use]
    pub fn remaining(&self) -> &'c [u8] {
        let consumed = match &self.stream.current {
            Some(current) => match current.piece {
                Piece::Chunk { start, .. } => {
                    let body = current.body(&self.stream.input, self.chunk);
                    current.origin + start + current.body.start + self.stream.tokenizer.consumed(body)
                }
                Piece::Buffer { .. } => self.consumed,
            },
            None => self.consumed,
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
    pub fn into_remaining(self) -> &'c [u8] {
        let remaining = self.remaining();
        if self.stream.phase == Phase::Feeding {
            self.stream.phase = Phase::Ready;
            self.stream.pause(self.chunk);
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
            Some(current) => locator.locate(offset, current.offset, current.bytes(&stream.input, self.chunk)),
            None => locator.locate(offset, stream.decoded, &[]),
        })
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

    fn enter_piece(&mut self, chunk: &[u8], origin: usize, piece: Piece, last: bool) {
        let bytes = self.input.piece(&chunk[origin..], piece);
        let body = self.tokenizer.begin(bytes, last);
        let offset = self.decoded;
        self.decoded += bytes.len() as u64;
        self.current = Some(Current { piece, origin, body, offset });
    }

    /// The tokenizer is through with the piece.
    fn leave_piece(&mut self, chunk: &[u8]) {
        let Some(current) = self.current.take() else { return };
        if let Some(locator) = &mut self.locator {
            locator.pass(current.offset, current.bytes(&self.input, chunk));
        }
    }

    /// Gives up the rest of the chunk. A piece of the chunk ends where the tokenizer is; a decoded one
    /// stays in its buffer and goes on with the next chunk.
    fn pause(&mut self, chunk: &[u8]) {
        let Some(current) = &mut self.current else { return };
        if let Piece::Buffer { .. } = current.piece {
            current.origin = 0;
            return;
        }
        let body = current.body(&self.input, chunk);
        let consumed = current.body.start + self.tokenizer.consumed(body);
        self.tokenizer.pause(body);
        if let Some(locator) = &mut self.locator {
            locator.pass(current.offset, &current.bytes(&self.input, chunk)[..consumed]);
        }
        self.decoded = current.offset + consumed as u64;
        self.current = None;
    }
}
