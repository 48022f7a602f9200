//! The engine below the cursor: begins a chunk, finds a token, resolves it to its bytes.

use crate::error::{Error, ErrorKind, LimitKind};
use crate::machine::{Event, Found, Input, Machine, Position};
use crate::options::Options;
use crate::parse_error::ParseError;
use crate::partial_character::PartialCharacter;
use crate::span::Span;
use crate::text_mode::TextMode;
use crate::token::{
    Comment, Doctype, DropReason, Dropped, MissingBytes, ProcessingInstruction, Slice, Tag, TagFlags, Text,
    TextKind, Token,
};

/// The engine below a cursor. It divides chunks into chunk bodies, and finds tokens before it borrows their bytes.
#[derive(Clone)]
pub struct Engine {
    pub(crate) machine: Machine,
    pub(crate) options: Options,
    pub(crate) phase: Phase,
    /// Why it failed. It stands apart, so that the phase is one byte, which is looked at for each token.
    pub(crate) failure: Error,
    /// The character that straddles the chunk before and this one.
    pub(crate) partial: PartialCharacter,
    /// The machine is reading `partial`, not yet the chunk.
    pub(crate) in_partial: bool,
    /// What the end of this chunk leaves unfinished.
    pub(crate) tail: PartialCharacter,
    /// The input ends with this chunk.
    pub(crate) last: bool,
    /// The byte after the pending bytes in the chunk that a cursor was left in. The machine has seen it if it reported a parse
    /// error there.
    pub(crate) seen: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// All that was fed is taken.
    Ready,
    /// A cursor is at work, or was left.
    Feeding,
    /// The end of the input was taken.
    Ended,
    Failed,
}

/// A token that the fast path has found, with its bytes. [`Engine::resolve_fast_path`] gives the rest.
#[derive(Clone, Copy)]
pub struct FastPathToken<'b> {
    kind: Found,
    slice: Slice<'b>,
}

impl<'b> FastPathToken<'b> {
    /// The token without its bytes, to be resolved later.
    #[inline(always)]
    pub fn found(self) -> Found {
        self.kind
    }

    /// Its length in bytes.
    #[inline(always)]
    pub fn length(self) -> usize {
        self.slice.length
    }

    /// What follows it, which the fast path may scan next.
    #[inline(always)]
    pub fn rest(self) -> &'b [u8] {
        &self.slice.from[self.slice.length..]
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::with_options(Options::default())
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tokenizer")
            .field("state", &self.machine.state)
            .field("position", &self.position())
            .field("phase", &self.phase)
            .finish_non_exhaustive()
    }
}

impl Engine {
    pub(crate) fn with_options(options: Options) -> Self {
        Engine {
            machine: Machine::new(&options),
            options,
            phase: Phase::Ready,
            failure: Error { kind: ErrorKind::FedAfterError, offset: 0 },
            partial: PartialCharacter::default(),
            in_partial: false,
            tail: PartialCharacter::default(),
            last: false,
            seen: None,
        }
    }

    /// [`Engine::reset`](crate::Tokenizer::reset)
    pub fn reset(&mut self) {
        self.machine.reset(&self.options);
        self.phase = Phase::Ready;
        self.partial = PartialCharacter::default();
        self.in_partial = false;
        self.tail = PartialCharacter::default();
        self.last = false;
        self.seen = None;
    }

    /// [`Engine::position`](crate::Tokenizer::position)
    pub fn position(&self) -> u64 {
        self.machine.offset()
    }

    /// [`Engine::pending_bytes`](crate::Tokenizer::pending_bytes)
    pub fn pending_bytes(&self) -> (&[u8], &[u8]) {
        let emitted = usize::try_from(self.machine.position.emitted).unwrap_or(usize::MAX);
        let pending = &self.machine.position.pending[emitted.min(self.machine.position.pending.len())..];
        let partial = self.partial.bytes();
        (pending, if self.in_partial { &partial[self.undelivered().min(partial.len())..] } else { partial })
    }

    /// How many bytes a limit has left out of the token that is not complete.
    pub fn cut_so_far(&self) -> u64 {
        self.machine.limit.missing_bytes
    }

    /// The span of the token that was found last, missing bytes included.
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

    /// For a decoder in front that took off a byte order mark: offsets begin after it.
    pub fn skip_offset(&mut self, bytes: u64) {
        self.machine.skip_offset(bytes);
    }

    /// Sets whether [`fast_path`](Self::fast_path) leaves every `meta` start tag that may declare an encoding to
    /// [`scan`](Self::scan), so that a caller that looks for one need not check each token. Off after a reset.
    pub fn watch_meta(&mut self, on: bool) {
        self.machine.watch_meta(on);
    }

    /// Starts on a chunk and gives the range of it that [`scan`](Self::scan) and
    /// [`resolve`](Self::resolve) want: all but the parts of characters at its ends.
    ///
    /// These three are what cursors are made of. Resolving against other bytes than were scanned gives
    /// wrong tokens, so they are not for general use.
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

    /// What follows a CR that waits is not going to come: it is a newline by itself. False if none waits.
    pub fn end_newline(&mut self) -> bool {
        let waits = !self.in_partial && self.partial.bytes() == b"\r";
        self.in_partial |= waits;
        waits
    }

    /// Says whether the end that was declared comes before the input's end, which the last token then tells.
    pub fn end_early(&mut self, early: bool) {
        self.machine.early_end.expected = early && !self.machine.early_end.reported;
    }

    /// Fails because of misuse that a wrapper found.
    pub fn refuse(&mut self, kind: ErrorKind) {
        self.fail(kind, self.position());
    }

    /// Fails because of what a wrapper found at this offset.
    pub fn fail(&mut self, kind: ErrorKind, offset: u64) -> Error {
        let error = Error { kind, offset };
        (self.phase, self.failure) = (Phase::Failed, error);
        error
    }

    /// The bytes that [`fast_path`](Self::fast_path) may scan: the rest of the body, or nothing where the states have to go first.
    /// After the fast path it is what follows its token. [`begin`](Self::begin), [`scan`](Self::scan) and
    /// [`pause`](Self::pause) change it; so cursors ask again after those, and not for each token: an index that is read from
    /// memory is known later.
    #[inline(always)]
    pub fn fast_path_rest<'a>(&self, body: &'a [u8]) -> &'a [u8] {
        let states_go_first =
            self.phase != Phase::Feeding || self.in_partial || !self.machine.position.pending.is_empty();
        if states_go_first { &[] } else { &body[self.machine.position.index..] }
    }

    /// Tries the fast path on the [`fast_path_rest`](Self::fast_path_rest): the next token, if it is of a common kind and lies
    /// in the body. Otherwise [`scan`](Self::scan) finds it. On other bytes it finds wrong tokens, and on none nothing.
    #[inline(always)]
    pub fn fast_path<'b>(&mut self, rest: &'b [u8]) -> Option<FastPathToken<'b>> {
        let (kind, slice) = self.machine.fast_path(rest)?;
        Some(FastPathToken { kind, slice })
    }

    /// Gives the token that [`fast_path`](Self::fast_path) found last. Each common kind has a path of its own from there to the
    /// caller's `match`, without a jump between them that cannot be predicted: nothing is computed where the paths meet.
    #[inline(always)]
    pub fn resolve_fast_path<'a>(&'a self, FastPathToken { kind, slice }: FastPathToken<'a>) -> Token<'a> {
        let token = |kind| self.resolve_slice(slice, kind, MissingBytes::NONE);
        match kind {
            Found::StartTag => token(Found::StartTag),
            Found::EndTag => token(Found::EndTag),
            _ => token(Found::Text(TextKind::of(TextMode::Data))),
        }
    }

    /// [`resolve_fast_path`](Self::resolve_fast_path) for cursors that cannot keep the bytes of a token: they lie in the
    /// decoder's memory, or in a chunk that the cursor owns. `body` is what the fast path scanned.
    #[inline(always)]
    pub fn resolve_fast_path_in<'a>(&'a self, body: &'a [u8], found: Found) -> Token<'a> {
        let Position { token_start, body_start, emitted, .. } = self.machine.position;
        let from = &body[(token_start - body_start) as usize..];
        let slice = Slice { from, length: emitted as usize, offset: token_start };
        self.resolve_fast_path(FastPathToken { kind: found, slice })
    }

    /// The fast path where errors are wanted, or where the feedback simulator sees every token. It is tried after
    /// [`fast_path`](Self::fast_path), which finds nothing there: inlined in it, it would slow down callers that use neither.
    #[inline(always)]
    pub fn fast_path_reporting<'b>(&mut self, rest: &'b [u8]) -> Option<FastPathToken<'b>> {
        if !self.machine.fast_path.reporting {
            return None;
        }
        let (kind, length) = self.machine.fast_path_reporting(rest)?;
        let slice = Slice { from: rest, length, offset: self.machine.position.token_start };
        Some(FastPathToken { kind, slice })
    }

    /// Gives the token that [`fast_path_reporting`](Self::fast_path_reporting) found last. Its text may be of any kind, and kinds are
    /// told apart by a jump by a table.
    #[inline(always)]
    pub fn resolve_fast_path_reporting<'a>(
        &'a self,
        FastPathToken { kind, slice }: FastPathToken<'a>,
    ) -> Token<'a> {
        self.resolve_slice(slice, kind, MissingBytes::NONE)
    }

    /// Finds the next token of the chunk by the states. `None` when the chunk is used up.
    #[inline(never)]
    pub fn scan(&mut self, body: &[u8]) -> Result<Option<Found>, Error> {
        match self.phase {
            Phase::Feeding => {}
            Phase::Ready | Phase::Ended => return Ok(None),
            Phase::Failed => return Err(self.failure),
        }
        loop {
            let input = if self.in_partial {
                Input { bytes: self.partial.bytes(), last: self.last && body.is_empty() }
            } else {
                Input { bytes: body, last: self.last }
            };
            let event = match self.machine.fast_path_across_chunks(input) {
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
                    self.phase = Phase::Ready;
                    return Ok(None);
                }
                Event::End => {
                    self.in_partial = false;
                    self.partial = PartialCharacter::default();
                    self.phase = Phase::Ended;
                    return Ok(None);
                }
                Event::Limit(kind) => {
                    let limit = self.options.limits.of(kind).max.into();
                    let offset = self.machine.construct_start(kind);
                    let error = Error { kind: ErrorKind::LimitExceeded { kind, limit }, offset };
                    (self.phase, self.failure) = (Phase::Failed, error);
                    return Err(error);
                }
            }
        }
    }

    /// Gives the token that [`scan`](Self::scan) found last its bytes.
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
    fn resolve_slice<'a>(&'a self, slice: Slice<'a>, found: Found, missing: MissingBytes) -> Token<'a> {
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

    /// Hands over the memory that holds the token which was found last, if it straddled chunks and the memory holds
    /// nothing else and is not mostly empty. That token must not be [resolved](Self::resolve) again.
    pub fn take_buffer(&mut self, found: Found) -> Option<Vec<u8>> {
        match found {
            Found::Error(_) | Found::Dropped(DropReason::ByteOrderMark) => None,
            _ => self.machine.take_buffer(),
        }
    }

    /// The offset of the parse error that was found last.
    pub fn error_offset(&self) -> u64 {
        self.machine.errors.offset
    }

    /// How many bytes of the body are consumed; after a failure, how many were emitted or are pending.
    pub fn consumed(&self, body: &[u8]) -> usize {
        match self.phase {
            Phase::Ready | Phase::Ended => body.len(),
            _ if self.in_partial => 0,
            Phase::Feeding => self.machine.position.index,
            Phase::Failed => self.undelivered().min(body.len()),
        }
    }

    /// Whether all of the chunk is taken.
    pub fn is_exhausted(&self) -> bool {
        matches!(self.phase, Phase::Ready | Phase::Ended)
    }

    /// Whether the end of the input was taken.
    pub fn has_ended(&self) -> bool {
        self.phase == Phase::Ended
    }

    /// Gives up the rest of the chunk, which the caller feeds again: what is unfinished of the bytes
    /// before it becomes pending.
    pub fn pause(&mut self, body: &[u8]) {
        if self.phase != Phase::Feeding {
            return;
        }
        self.phase = Phase::Ready;
        self.last = false;
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

    /// [`Tokens::set_text_mode`](crate::Tokens::set_text_mode)
    pub fn set_text_mode(&mut self, mode: TextMode) -> Result<(), Error> {
        if self.machine.set_text_mode(mode) {
            Ok(())
        } else {
            Err(Error { kind: ErrorKind::ModeChangeWithinToken, offset: self.position() })
        }
    }

    /// [`Tokens::set_cdata`](crate::Tokens::set_cdata)
    pub fn set_cdata(&mut self, allowed: bool) {
        self.machine.tree.cdata = allowed;
    }

    /// Whether the feedback simulator knows that the start tag which was just taken makes no element, if it is a `meta`.
    pub fn ignores_meta(&self) -> bool {
        self.machine.ignores_meta()
    }

    /// [`Tokens::text_mode`](crate::Tokens::text_mode)
    pub fn text_mode(&self) -> Option<TextMode> {
        self.machine.text_mode()
    }

    /// [`Tokens::cdata`](crate::Tokens::cdata)
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
        is_send_and_sync::<Engine>();
        is_send_and_sync::<Token<'_>>();
        is_send_and_sync::<Error>();
    }

    /// A token is copied for every pull. Before raising these sizes, measure.
    #[test]
    fn sizes() {
        assert_eq!(size_of::<Token<'_>>(), 64);
        assert_eq!(size_of::<Option<Token<'_>>>(), 64);
        assert_eq!(size_of::<Result<Option<Token<'_>>, Error>>(), 64);
        assert!(size_of::<Engine>() <= 840, "{}", size_of::<Engine>());
    }
}
