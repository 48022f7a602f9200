//! The driver: feeds the page of a case by its schedule, does the caller's actions, and observes the tokens.

use bytes::Bytes;
use tagspan::{AsyncReadTokens, BodyTokens, Checkpoint, Error, ErrorKind, ReadTokens, Token, Tokenizer};

use super::adapters::{Adapter, Framed, Source};
use super::case::{Act, Case, Ending};
use super::cursors::{Cursor, Failure};
use super::observed::{End, Observed};
use super::schedule::{Feeding, Stop};
use crate::trace::ensure;

/// Feeds the page, and gives what came of it.
///
/// # Errors
///
/// The fault of a token, or of an invariant that does not depend on another run.
pub(super) fn run(case: &Case) -> Result<Observed, String> {
    let mut run = Run { case, observed: Observed::default(), tokens: 0, tags: 0 };
    let mut stream = case.settings.build();
    if case.schedule.reused {
        let _ = stream.feed(b"<svg><title a='&am\r").for_each(|_| {});
        stream.reset();
    }
    // The source is to be fed again once at most.
    for _ in 0..2 {
        let (left, done) = match run.case.schedule.feeding {
            Feeding::Slices | Feeding::Bytes => run.document(stream, &case.page)?,
            _ => run.adapted(stream)?,
        };
        stream = left;
        if done {
            run.observed.end = End {
                full: stream.is_full(),
                encoding: stream.encoding_decision().map(|decision| decision.encoding()),
                late: stream.late_declaration().map(|late| (late.encoding, late.outcome, late.span)),
                // How much of a chunk was read when it failed is for the chunks to say.
                ill_formed: if run.observed.end.failure.is_some() {
                    Default::default()
                } else {
                    (stream.ill_formed().count(), stream.ill_formed().offsets().to_vec())
                },
                ..run.observed.end
            };
            return Ok(run.observed);
        }
    }
    Err("the source is to be fed a third time".into())
}

/// Why the driver took no more tokens of a cursor.
enum Left {
    /// There are no more.
    Exhausted,
    /// Something is to be done here.
    Stop(Option<Stop>, Option<&'static str>),
    /// It has failed for good.
    Failed,
    /// The source has failed.
    SourceFailed,
    /// The source is to be fed again.
    FeedAgain,
}

/// How bytes are given to the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Feed,
    Tokenize,
    Finish(Ending),
}

struct Run<'c> {
    case: &'c Case,
    observed: Observed,
    /// How many tokens were taken, and how many of them are tags that count for the script.
    tokens: usize,
    tags: usize,
}

impl Run<'_> {
    /// Feeds these bytes by the schedule's chunks, and the end. Gives whether that was all.
    fn document(&mut self, mut stream: Tokenizer, page: &[u8]) -> Result<(Tokenizer, bool), String> {
        let Case { schedule, ending, .. } = self.case;
        let chunks = schedule.cut(page);
        let with_chunk = schedule.ends_with_chunk && *ending == Ending::Complete;
        for (index, chunk) in chunks.iter().enumerate() {
            let last = index + 1 == chunks.len();
            let how = if last && with_chunk { How::Tokenize } else { How::Feed };
            let left;
            (stream, left) = self.chunk(stream, chunk, how)?;
            match left {
                Left::Exhausted => {}
                left => return Ok((stream, !matches!(left, Left::FeedAgain))),
            }
            if let (Some(stop), false) = (schedule.stop_between(index + 1), how == How::Tokenize) {
                stream = self.stop(stream, stop)?;
            }
        }
        if with_chunk {
            return Ok((stream, true));
        }
        self.finish(stream)
    }

    fn finish(&mut self, stream: Tokenizer) -> Result<(Tokenizer, bool), String> {
        let (stream, left) = self.chunk(stream, b"", How::Finish(self.case.ending))?;
        Ok((stream, !matches!(left, Left::FeedAgain)))
    }

    /// Gives one chunk, or the end, as often as the cursor is left in it.
    fn chunk(&mut self, mut stream: Tokenizer, chunk: &[u8], how: How) -> Result<(Tokenizer, Left), String> {
        let mut rest = Bytes::copy_from_slice(chunk);
        loop {
            let left;
            (stream, left, rest) = match (how, self.case.schedule.feeding) {
                (How::Feed | How::Tokenize, Feeding::Bytes) => self.shared(stream, rest, how)?,
                _ => {
                    let (stream, left, length) = self.slice(stream, &rest, how)?;
                    (stream, left, rest.slice(rest.len() - length..))
                }
            };
            let Left::Stop(stop, written) = left else {
                return Ok((stream, left));
            };
            if let Some(text) = written {
                match self.insert(&mut stream, text)? {
                    Left::Exhausted => {}
                    left => return Ok((stream, left)),
                }
            }
            match stop {
                // Nothing can be fed once the end is declared, and an empty chunk is fed again anyway.
                Some(Stop::FeedNothing) if how != How::Feed || chunk.is_empty() => {}
                Some(Stop::FeedNothing) => {
                    let left;
                    (stream, left) = self.chunk(stream, b"", How::Feed)?;
                    if !matches!(left, Left::Exhausted) {
                        return Ok((stream, left));
                    }
                }
                Some(stop) => stream = self.stop(stream, stop)?,
                None => {}
            }
        }
    }

    /// Takes the tokens of a slice until something is to be done; gives how many bytes are left.
    fn slice(
        &mut self,
        mut stream: Tokenizer,
        chunk: &[u8],
        how: How,
    ) -> Result<(Tokenizer, Left, usize), String> {
        let mut tokens = match how {
            How::Feed => stream.feed(chunk),
            How::Tokenize => stream.feed_last(chunk),
            How::Finish(Ending::Complete) => stream.finish(),
            How::Finish(Ending::Truncated) => stream.finish_truncated(),
        };
        let left = self.pull(&mut tokens)?;
        let unread = tokens.remaining();
        if let Left::Stop(Some(Stop::CursorCheckpoint), written) = left {
            let checkpoint = tokens.checkpoint().ok_or("a cursor at a token has no checkpoint")?;
            let stream = Tokenizer::from_checkpoint(written_and_read(&checkpoint)?)
                .map_err(|error| error.to_string())?;
            return Ok((stream, Left::Stop(None, written), unread.len()));
        }
        if matches!(left, Left::Exhausted) {
            ensure!(tokens.is_exhausted(), "no more tokens, and not exhausted");
        }
        let rest = tokens.into_remaining();
        ensure!(rest == unread, "{} was left, then {}", unread.escape_ascii(), rest.escape_ascii());
        Ok((stream, left, rest.len()))
    }

    fn shared(
        &mut self,
        mut stream: Tokenizer,
        chunk: Bytes,
        how: How,
    ) -> Result<(Tokenizer, Left, Bytes), String> {
        let mut tokens =
            if how == How::Tokenize { stream.feed_last_bytes(chunk) } else { stream.feed_bytes(chunk) };
        let left = self.pull(&mut tokens)?;
        let rest = tokens.into_remaining();
        Ok((stream, left, rest))
    }

    /// Takes tokens until something is to be done.
    fn pull(&mut self, cursor: &mut impl Cursor) -> Result<Left, String> {
        loop {
            match cursor.advance() {
                Ok(true) => {}
                Ok(false) => return Ok(Left::Exhausted),
                Err(Failure::Source) => return Ok(Left::SourceFailed),
                Err(Failure::Token(error)) => match self.fail(error) {
                    Some(left) => return Ok(left),
                    None => continue,
                },
            }
            let is_tag = matches!(cursor.token(), Some(Token::StartTag(_) | Token::EndTag(_)));
            self.observed.push(cursor)?;
            self.tokens += 1;
            ensure!(self.tokens <= 1000 + 16 * self.case.page.len(), "there is no end of tokens");
            self.tags += usize::from(is_tag);
            let mut written = if is_tag { self.act(cursor)? } else { None };
            let mut stop = self.case.schedule.stop_after(self.tokens);
            if stop == Some(Stop::InsertNothing) {
                // Behind anything but a tag there may be pending bytes, which are returned then.
                stop = None;
                written = written.or(is_tag.then_some(""));
            }
            if stop.is_some() || written.is_some() {
                return Ok(Left::Stop(stop, written));
            }
        }
    }

    /// The meaning of the failure; `None` if the same cursor restarts.
    fn fail(&mut self, error: Error) -> Option<Left> {
        if let ErrorKind::Restart { feed_again } = error.kind() {
            // All tokens are void.
            (self.observed, self.tags) = (Observed::default(), 0);
            return feed_again.then_some(Left::FeedAgain);
        }
        self.observed.end.failure = Some(error);
        Some(Left::Failed)
    }

    /// Acts as the script says after this tag; gives what is to be written.
    fn act(&mut self, cursor: &mut impl Cursor) -> Result<Option<&'static str>, String> {
        let mut written = None;
        for (_, act) in self.case.script.iter().filter(|(after, _)| *after == self.tags) {
            match *act {
                Act::Write(text) => written = Some(text),
                Act::Cdata(allowed) => cursor.set_cdata(allowed),
                Act::Mode(mode) => {
                    cursor.set_text_mode(mode).map_err(|error| format!("behind a tag: {error}"))?;
                }
            }
        }
        Ok(written)
    }

    /// Writes text. What the script would write within it is left out.
    fn insert(&mut self, stream: &mut Tokenizer, text: &str) -> Result<Left, String> {
        self.observed.has_written |= !text.is_empty();
        let mut tokens = stream.insert(text);
        loop {
            match tokens.advance() {
                Ok(true) => {}
                Ok(false) => return Ok(Left::Exhausted),
                Err(error) => {
                    self.observed.end.failure = Some(error);
                    return Ok(Left::Failed);
                }
            }
            let is_tag = matches!(tokens.token(), Some(Token::StartTag(_) | Token::EndTag(_)));
            self.observed.push(&mut tokens)?;
            if is_tag {
                self.tags += 1;
                self.act(&mut tokens)?;
            }
        }
    }

    /// Does what a schedule does while no cursor is there.
    fn stop(&mut self, mut stream: Tokenizer, stop: Stop) -> Result<Tokenizer, String> {
        match stop {
            Stop::Pause | Stop::FeedNothing => {}
            Stop::CursorCheckpoint | Stop::StreamCheckpoint => {
                if stream.is_full() || self.observed.end.failure.is_none() {
                    let checkpoint = stream.checkpoint().ok_or("a stream that waits has no checkpoint")?;
                    stream = Tokenizer::from_checkpoint(written_and_read(&checkpoint)?)
                        .map_err(|error| error.to_string())?;
                }
            }
            // Pending bytes may have tokens to return by now. Nothing is inserted after the end.
            Stop::InsertNothing if stream.is_full() || stream.pending_bytes() != (&[], &[]) => {}
            Stop::InsertNothing => {
                let mut tokens = stream.insert("");
                let more = tokens.advance().map_err(|error| format!("inserting nothing: {error}"))?;
                ensure!(!more, "inserting nothing gives {:?}", tokens.token());
            }
            Stop::Shrink => stream.shrink_to_fit(),
        }
        Ok(stream)
    }

    /// Lets an adapter read the page.
    fn adapted(&mut self, stream: Tokenizer) -> Result<(Tokenizer, bool), String> {
        let Case { page, schedule, ending, .. } = self.case;
        let chunks = schedule.cut(page).into_iter().map(Bytes::copy_from_slice).collect();
        let mut source = Source { chunks, fails: *ending == Ending::Truncated };
        let mut stream = stream;
        loop {
            let parts = match schedule.feeding {
                Feeding::Read => self.read(ReadTokens::with_tokenizer(source, stream).buffer_size(61))?,
                Feeding::Tokio => {
                    self.read(AsyncReadTokens::with_tokenizer(source, stream).buffer_size(61))?
                }
                Feeding::Body => self.read(BodyTokens::with_tokenizer(source, stream))?,
                _ => self.read(Framed::new(stream, source))?,
            };
            let (left, rest);
            (left, stream, rest, source) = parts;
            match left {
                Left::FeedAgain => return Ok((stream, false)),
                Left::Exhausted | Left::Failed => return Ok((stream, true)),
                Left::SourceFailed => {
                    ensure!(
                        rest.is_empty() || stream.is_full(),
                        "{} was read and not fed",
                        rest.escape_ascii()
                    );
                    return self.finish(stream);
                }
                Left::Stop(stop, _) => {
                    source.chunks.push_front(rest);
                    if let Some(stop) = stop {
                        stream = self.stop(stream, stop)?;
                    }
                }
            }
        }
    }

    /// Takes an adapter's tokens, and takes it apart where something is to be done that it cannot do.
    fn read<A: Adapter>(&mut self, mut adapter: A) -> Result<(Left, Tokenizer, Bytes, Source), String> {
        loop {
            let (stop, written) = match self.pull(&mut adapter)? {
                Left::Stop(stop, written) => (stop, written),
                left => {
                    ensure!(
                        !adapter.stream().is_full() || !matches!(left, Left::Failed | Left::FeedAgain),
                        "full, and failed"
                    );
                    return Ok(with(left, adapter));
                }
            };
            if let Some(text) = written {
                match self.insert(adapter.stream_mut(), text)? {
                    Left::Exhausted => {}
                    left => return Ok(with(left, adapter)),
                }
            }
            match stop {
                None => {}
                Some(Stop::Pause) => _ = adapter.stream_mut(),
                stop => return Ok(with(Left::Stop(stop, None), adapter)),
            }
        }
    }
}

fn with<A: Adapter>(left: Left, adapter: A) -> (Left, Tokenizer, Bytes, Source) {
    let (stream, rest, source) = adapter.into_parts();
    (left, stream, rest, source)
}

/// The checkpoint as another process reads it.
fn written_and_read(checkpoint: &Checkpoint) -> Result<Checkpoint, String> {
    let written = serde_json::to_string(checkpoint).map_err(|error| error.to_string())?;
    let read: Checkpoint =
        serde_json::from_str(&written).map_err(|error| format!("refused: {error}: {written}"))?;
    ensure!(read == *checkpoint, "written {checkpoint:?}\nread    {read:?}");
    Ok(read)
}
