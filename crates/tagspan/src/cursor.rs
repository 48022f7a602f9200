//! The loop over the tokens of a chunk, for cursors that borrow or own the chunk and the pipeline.

use std::ops::{ControlFlow, DerefMut, Range};

use tagspan_core::unstable::{Engine, FastPathToken, Found};
use tagspan_core::{Error, LineColumn, Span, Token};

use crate::pipeline::{Ending, Pipeline, Source};

/// The chunk of a cursor, whose bytes stay the same while the cursor reads them.
///
/// `P` is a part of the chunk in the form that takes the least work to read. It is no associated type, because cursors would
/// then be invariant in the lifetime of the chunk.
pub(crate) trait Chunk<P: Copy> {
    fn bytes(&self) -> &[u8];

    fn part(&self, range: Range<usize>) -> P;

    fn part_bytes(&self, part: P) -> &[u8];

    /// The part without its first `count` bytes.
    fn without_first(&self, part: P, count: usize) -> P;
}

impl<'c> Chunk<&'c [u8]> for &'c [u8] {
    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        self
    }

    #[inline(always)]
    fn part(&self, range: Range<usize>) -> &'c [u8] {
        &self[range]
    }

    #[inline(always)]
    fn part_bytes(&self, part: &'c [u8]) -> &[u8] {
        part
    }

    #[inline(always)]
    fn without_first(&self, part: &'c [u8], count: usize) -> &'c [u8] {
        &part[count..]
    }
}

/// The part of a chunk that the cursor owns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Part {
    #[inline(always)]
    pub(crate) fn without_first(self, count: usize) -> Part {
        Part { start: self.start + count, ..self }
    }
}

/// The loop over the tokens of one chunk, behind [`Tokens`](crate::Tokens) and the adapters.
///
/// No function that is not inlined takes the cursor of a loop, so that its fields stay in registers.
#[derive(Debug)]
pub(crate) struct Cursor<S, C, P> {
    pub(crate) pipeline: S,
    pub(crate) chunk: C,
    progress: Progress<P>,
}

/// How far a cursor is in its chunk.
#[derive(Debug)]
struct Progress<P> {
    /// The part of the chunk that the fast path may scan next: [`Pipeline::fast_path_rest`].
    rest: P,
    /// Whether the fast path may scan the decode buffer instead.
    in_decode_buffer: bool,
    /// What the last call found. It is resolved against the bytes that were scanned, which stay in place until the next
    /// call.
    found: Option<Found>,
}

impl<P: Copy> Progress<P> {
    /// Before the first token of the chunk.
    fn before(chunk: &impl Chunk<P>) -> Self {
        Progress { rest: chunk.part(0..0), in_decode_buffer: false, found: None }
    }

    /// The next token, if the decode buffer is scanned and the fast path finds it there.
    #[inline(always)]
    fn fast_path_in_decode_buffer(&mut self, pipeline: &mut Pipeline) -> Option<Found> {
        if !self.in_decode_buffer {
            return None;
        }
        let found = find_in_decode_buffer(pipeline)?;
        self.found = Some(found);
        Some(found)
    }

    /// The next token of the chunk, if the fast path finds it.
    #[inline(always)]
    fn fast_path<'a>(&mut self, engine: &mut Engine, chunk: &'a impl Chunk<P>) -> Option<FastPathToken<'a>> {
        let token = engine.fast_path(chunk.part_bytes(self.rest))?;
        self.pass(chunk, token);
        Some(token)
    }

    /// The next token of the chunk, if the reporting fast path finds it.
    #[inline(always)]
    fn fast_path_reporting<'a>(
        &mut self,
        engine: &mut Engine,
        chunk: &'a impl Chunk<P>,
    ) -> Option<FastPathToken<'a>> {
        let token = engine.fast_path_reporting(chunk.part_bytes(self.rest))?;
        self.pass(chunk, token);
        Some(token)
    }

    /// Moves past a token of the chunk that a fast path has found.
    #[inline(always)]
    fn pass(&mut self, chunk: &impl Chunk<P>, token: FastPathToken<'_>) {
        self.found = Some(token.found());
        self.rest = chunk.without_first(self.rest, token.length());
    }

    /// Moves to the next token where the fast paths have found none in the chunk: by the reporting fast path in the decode buffer,
    /// or by the pipeline.
    #[inline(always)]
    fn advance(&mut self, pipeline: &mut Pipeline, chunk: &impl Chunk<P>) -> Result<(), Error> {
        if self.in_decode_buffer {
            self.found = report_in_decode_buffer(pipeline);
            if self.found.is_some() {
                return Ok(());
            }
        }
        self.found = None;
        let found = pipeline.advance(chunk.bytes());
        self.look_up_bytes(pipeline, chunk);
        self.found = found?;
        Ok(())
    }

    /// Looks up what the fast path may scan.
    #[inline(always)]
    fn look_up_bytes(&mut self, pipeline: &Pipeline, chunk: &impl Chunk<P>) {
        let (rest, in_decode_buffer) = pipeline.fast_path_rest(chunk.bytes());
        (self.rest, self.in_decode_buffer) = (chunk.part(rest), in_decode_buffer);
    }
}

impl<S: DerefMut<Target = Pipeline>, C: Chunk<P>, P: Copy> Cursor<S, C, P> {
    /// A cursor that has still to [`start`](Self::start).
    pub(crate) fn idle(pipeline: S, chunk: C) -> Self {
        let progress = Progress::before(&chunk);
        Cursor { pipeline, chunk, progress }
    }

    /// Starts on the chunk. Misuse is the first result.
    pub(crate) fn start(&mut self, ending: Option<Ending>) {
        self.pipeline.start_feeding(self.chunk.bytes(), ending);
        self.progress = Progress::before(&self.chunk);
    }

    /// Starts on the chunk as inserted text. Misuse is the first result.
    pub(crate) fn start_inserting(&mut self) {
        self.pipeline.start_inserting(self.chunk.bytes());
        self.progress = Progress::before(&self.chunk);
        self.progress.look_up_bytes(&self.pipeline, &self.chunk);
    }

    /// The next token, if the fast path finds it. Adapters have to stop here, before they ask their source.
    #[inline(always)]
    pub(crate) fn fast_path(&mut self) -> Option<Found> {
        let Cursor { pipeline, chunk, progress } = self;
        match progress.fast_path(&mut pipeline.engine, chunk) {
            Some(token) => Some(token.found()),
            None => progress.fast_path_in_decode_buffer(pipeline),
        }
    }

    /// The token that [`fast_path`](Self::fast_path) found, which is resolved with less work than any other.
    #[inline(always)]
    pub(crate) fn resolve_fast_path(&self, found: Found) -> Token<'_> {
        self.pipeline.engine.resolve_fast_path_in(self.pipeline.body(self.chunk.bytes()), found)
    }

    /// Moves to the next token where the fast path has found none.
    #[inline(always)]
    pub(crate) fn advance_after_fast_path(&mut self) -> Result<(), Error> {
        let Cursor { pipeline, chunk, progress } = self;
        match progress.fast_path_reporting(&mut pipeline.engine, chunk) {
            Some(_) => Ok(()),
            None => progress.advance(pipeline, chunk),
        }
    }

    /// Moves to the next token and lends it. Each common token of the fast path has a path of its own to the caller's `match`.
    #[inline(always)]
    pub(crate) fn next_token(&mut self) -> Result<Option<Token<'_>>, Error> {
        let Cursor { pipeline, chunk, progress } = self;
        let chunk = &*chunk;
        debug_assert!(
            [0, pipeline.fast_path_rest(chunk.bytes()).0.len()]
                .contains(&chunk.part_bytes(progress.rest).len())
        );
        if let Some(token) = progress.fast_path(&mut pipeline.engine, chunk) {
            return Ok(Some(pipeline.engine.resolve_fast_path(token)));
        }
        if let Some(found) = progress.fast_path_in_decode_buffer(pipeline) {
            return Ok(Some(pipeline.engine.resolve_fast_path_in(pipeline.body(&[]), found)));
        }
        if let Some(token) = progress.fast_path_reporting(&mut pipeline.engine, chunk) {
            return Ok(Some(pipeline.engine.resolve_fast_path_reporting(token)));
        }
        progress.advance(pipeline, chunk)?;
        Ok(progress.found.map(|found| resolve(pipeline, chunk.bytes(), found)))
    }

    #[inline(always)]
    pub(crate) fn advance(&mut self) -> Result<bool, Error> {
        Ok(self.next_token()?.is_some())
    }

    #[inline(always)]
    pub(crate) fn token(&self) -> Option<Token<'_>> {
        self.progress.found.map(|found| self.resolve(found))
    }

    #[inline(always)]
    fn resolve(&self, found: Found) -> Token<'_> {
        resolve(&self.pipeline, self.chunk.bytes(), found)
    }

    #[inline(always)]
    pub(crate) fn for_each(&mut self, mut each: impl FnMut(Token<'_>)) -> Result<(), Error> {
        let flow = self.try_for_each(|token| {
            each(token);
            ControlFlow::<()>::Continue(())
        })?;
        debug_assert!(flow.is_continue());
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn try_for_each<B>(
        &mut self,
        mut each: impl FnMut(Token<'_>) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, Error> {
        loop {
            // A panic of the caller leaves no token.
            self.progress.found = None;
            let Pipeline { engine, source, piece, .. } = &mut *self.pipeline;
            let in_decode_buffer = self.progress.in_decode_buffer;
            let mut rest = match in_decode_buffer {
                true => engine.fast_path_rest(piece.body.bytes(&[], &source.input)),
                false => self.chunk.part_bytes(self.progress.rest),
            };
            while let Some(token) = engine.fast_path(rest) {
                rest = token.rest();
                // Before the caller's code is called, which may panic: the engine is past the token.
                if !in_decode_buffer {
                    self.progress.rest = self.chunk.without_first(self.progress.rest, token.length());
                }
                let flow = each(engine.resolve_fast_path(token));
                if flow.is_break() {
                    self.progress.found = Some(token.found());
                    return Ok(flow);
                }
            }
            self.advance_after_fast_path()?;
            let Some(found) = self.progress.found.take() else { return Ok(ControlFlow::Continue(())) };
            let flow = each(self.resolve(found));
            if flow.is_break() {
                self.progress.found = Some(found);
                return Ok(flow);
            }
        }
    }

    /// How much of the chunk is consumed.
    pub(crate) fn taken(&self) -> usize {
        self.pipeline.taken(self.chunk.bytes())
    }

    /// Leaves the chunk and returns how much of it was taken. There is no current token then.
    pub(crate) fn leave(&mut self) -> usize {
        let chunk = self.chunk.bytes();
        let taken = chunk.len() - self.pipeline.pause(chunk).len();
        self.progress = Progress::before(&self.chunk);
        taken
    }

    pub(crate) fn has_token(&self) -> bool {
        self.progress.found.is_some()
    }

    /// Drops a chunk that is used up.
    pub(crate) fn release(&mut self, clear: impl FnOnce(&mut C)) {
        clear(&mut self.chunk);
        self.progress = Progress::before(&self.chunk);
    }

    pub(crate) fn source_span(&self, span: Span) -> Option<Span> {
        let Pipeline { source: Source { input, .. }, insertions, engine, piece, .. } = &*self.pipeline;
        let decoded = &piece.next_offset;
        if input.maps_source() && engine.lacks_bytes() && span != engine.current_span() {
            return None;
        }
        if self.pipeline.is_inserting() {
            // The place of the text that is being inserted is recorded at its end. The text continues any text that was
            // inserted right before it.
            let continues = insertions.ends_at(*decoded) && engine.position() > *decoded;
            if span.end > *decoded || (span.start == *decoded && continues) {
                return None;
            }
        }
        let decoded = insertions.decoded_span(span)?;
        Some(Span { start: input.source_offset(decoded.start)?, end: input.source_offset(decoded.end)? })
    }

    pub(crate) fn locate(&self, offset: u64) -> Option<LineColumn> {
        self.pipeline.locate(self.chunk.bytes(), self.progress.found, offset)
    }
}

/// For chunks that are shared.
#[cfg(feature = "bytes")]
mod shared {
    use bytes::Bytes;
    use tagspan_core::unstable::{with_bytes, without_bytes};
    use tagspan_core::{DropReason, OwnedToken};

    use super::{Chunk, Cursor, DerefMut, Found, Part, Pipeline, Range};

    impl Chunk<Part> for Bytes {
        #[inline(always)]
        fn bytes(&self) -> &[u8] {
            self
        }

        #[inline(always)]
        fn part(&self, range: Range<usize>) -> Part {
            Part { start: range.start, end: range.end }
        }

        #[inline(always)]
        fn part_bytes(&self, Part { start, end }: Part) -> &[u8] {
            &self[start..end]
        }

        #[inline(always)]
        fn without_first(&self, part: Part, count: usize) -> Part {
            part.without_first(count)
        }
    }

    impl<S: DerefMut<Target = Pipeline>> Cursor<S, Bytes, Part> {
        /// Takes the current token out of the cursor, with its bytes: a slice of the chunk if it lies in the chunk, the
        /// buffer of pending bytes if it straddles chunks, and a copy otherwise.
        pub(crate) fn keep(&mut self) -> Option<OwnedToken<Bytes>> {
            let found = self.progress.found?;
            let token = self.resolve(found);
            let (kept, raw) = (without_bytes(token), token.raw());
            let shared = self.chunk.as_ptr_range();
            let range = raw.as_ptr_range();
            let bytes = if shared.start <= range.start && range.end <= shared.end {
                self.chunk.slice_ref(raw)
            } else {
                // Where places are asked for, they are still looked up in the buffer.
                let buffer = match self.pipeline.tells_places() {
                    true => None,
                    false => self.pipeline.engine.take_buffer(found),
                };
                match buffer {
                    Some(buffer) => buffer.into(),
                    None => Bytes::copy_from_slice(self.resolve(found).raw()),
                }
            };
            // A parse error and a byte order mark have no bytes to take, and their places are still looked up.
            let has_place = matches!(found, Found::Error(_) | Found::Dropped(DropReason::ByteOrderMark));
            self.progress.found = has_place.then_some(found);
            Some(with_bytes(kept, bytes))
        }
    }
}

/// Tries the fast path on the decode buffer. It is not inlined: a second copy in the caller's loop would take registers from that
/// for chunks.
#[inline(never)]
fn find_in_decode_buffer(pipeline: &mut Pipeline) -> Option<Found> {
    let Pipeline { engine, source, piece, .. } = pipeline;
    let rest = engine.fast_path_rest(piece.body.bytes(&[], &source.input));
    Some(engine.fast_path(rest)?.found())
}

/// Tries the reporting fast path on the decode buffer.
#[inline(never)]
fn report_in_decode_buffer(pipeline: &mut Pipeline) -> Option<Found> {
    let Pipeline { engine, source, piece, .. } = pipeline;
    let rest = engine.fast_path_rest(piece.body.bytes(&[], &source.input));
    Some(engine.fast_path_reporting(rest)?.found())
}

/// A token of any kind. It takes no cursor, so that the fields of that stay in registers.
#[inline(never)]
fn resolve<'a>(pipeline: &'a Pipeline, chunk: &'a [u8], found: Found) -> Token<'a> {
    pipeline.engine.resolve(pipeline.body(chunk), found)
}
