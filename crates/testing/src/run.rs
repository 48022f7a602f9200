//! Feeds chunks to a tokenizer in every way, and accounts for every byte.

use std::ops::ControlFlow;

use tagspan::{Error, Token, Tokenizer, Tokens};

use crate::trace::{Stream, ensure};

/// How the end of the input is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With the last chunk.
    WithChunk,
    /// After it.
    Apart,
}

impl End {
    /// Both.
    pub const ALL: [End; 2] = [End::WithChunk, End::Apart];
}

/// How tokens are taken from a cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// `next_token` until there is none.
    NextToken,
    /// `advance`, and `token` after it.
    Advance,
    /// `try_for_each`, again and again where it breaks.
    TryForEach,
    /// `for_each`, which nothing stops.
    ForEach,
}

impl Way {
    /// All of them.
    pub const ALL: [Way; 4] = [Way::NextToken, Way::Advance, Way::TryForEach, Way::ForEach];

    /// Those that can stop at a token.
    pub const STOPPING: [Way; 3] = [Way::NextToken, Way::Advance, Way::TryForEach];

    /// Takes tokens until `each` breaks, which the outcome tells, or until there are no more.
    ///
    /// # Errors
    ///
    /// The state of the cursor.
    pub fn take(
        self,
        tokens: &mut Tokens<'_, &[u8]>,
        mut each: impl FnMut(Token<'_>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Error> {
        match self {
            Way::NextToken => {
                while let Some(token) = tokens.next_token()? {
                    if each(token).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
            Way::Advance => {
                while tokens.advance()? {
                    let token = tokens.token().expect("`advance` moved to a token");
                    if each(token).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
            Way::TryForEach => return tokens.try_for_each(&mut each),
            Way::ForEach => tokens.for_each(|token| {
                let _ = each(token);
            })?,
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// The result of a run: its output, and the failure that ended it, if any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The output.
    pub stream: Stream,
    /// Why there is no more.
    pub failure: Option<Error>,
}

impl Outcome {
    /// The output for an input that no limit truncates.
    ///
    /// # Errors
    ///
    /// The failure, as text.
    pub fn complete(self) -> Result<Stream, String> {
        match self.failure {
            None => Ok(self.stream),
            Some(failure) => Err(format!("no failure was due: {failure}")),
        }
    }

    /// Where two outcomes part.
    ///
    /// # Errors
    ///
    /// The difference, if there is one.
    pub fn same_as(&self, expected: &Outcome) -> Result<(), String> {
        self.stream.same_as(&expected.stream)?;
        ensure!(
            self.failure == expected.failure,
            "failure    {:?}\nexpected   {:?}",
            self.failure,
            expected.failure
        );
        Ok(())
    }
}

/// Feeds the chunks and declares the end, until a failure at most. The tokenizer is a new one, a reset one, or
/// one with a given start of offsets.
///
/// # Errors
///
/// The fault of a token; a failure that does not persist; bytes that were neither returned nor kept nor left.
pub fn run(tokenizer: &mut Tokenizer, chunks: &[&[u8]], end: End) -> Result<Outcome, String> {
    run_by(Way::NextToken, tokenizer, chunks, end)
}

/// As [`run`], with tokens taken in another way.
///
/// # Errors
///
/// As [`run`].
pub fn run_by(way: Way, tokenizer: &mut Tokenizer, chunks: &[&[u8]], end: End) -> Result<Outcome, String> {
    let mut stream = Stream::starting_at(tokenizer.position());
    let calls = chunks.len() + usize::from(end == End::Apart || chunks.is_empty());
    for index in 0..calls {
        let chunk = chunks.get(index).copied();
        let mut tokens = match chunk {
            Some(chunk) if end == End::WithChunk && index + 1 == calls => tokenizer.feed_last(chunk),
            Some(chunk) => tokenizer.feed(chunk),
            None => tokenizer.finish(),
        };
        let mut wrong = Ok(());
        let taken = way.take(&mut tokens, |token| {
            wrong = stream.push(token);
            if wrong.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        wrong?;
        if let Err(failure) = taken {
            ensure!(tokens.token().is_none(), "a token after {failure}");
            let again = tokens.next_token().err();
            ensure!(again == Some(failure), "{failure} does not stay: {again:?}");
            let rest = [tokens.remaining(), &chunks[(index + 1).min(chunks.len())..].concat()].concat();
            account(&stream, tokenizer, &rest, chunks)?;
            return Ok(Outcome { stream, failure: Some(failure) });
        }
        ensure!(tokens.remaining().is_empty(), "{} is left of a chunk", tokens.remaining().escape_ascii());
        let more = tokens.next_token();
        ensure!(matches!(more, Ok(None)), "the end of a chunk does not stay: {more:?}");
    }
    account(&stream, tokenizer, &[], chunks)?;
    let kept = tokenizer.pending_bytes();
    ensure!(kept == (&[], &[]), "kept beyond the end: {kept:?}");
    Ok(Outcome { stream, failure: None })
}

/// Takes the tokens of the chunks, the last of which ends the input, but leaves the cursor wherever `stops` says
/// so of the number of tokens taken, and continues with what it says is left. The ways take turns.
///
/// # Errors
///
/// The fault of a token; a failure; bytes that were neither returned nor kept nor left.
pub fn paused(
    tokenizer: &mut Tokenizer,
    chunks: &[&[u8]],
    mut stops: impl FnMut(usize) -> bool,
) -> Result<Stream, String> {
    let mut stream = Stream::starting_at(tokenizer.position());
    let (mut taken, mut last_span) = (0, None);
    let mut ways = Way::STOPPING.into_iter().cycle();
    let nothing = [&b""[..]];
    let chunks = if chunks.is_empty() { &nothing[..] } else { chunks };
    for (index, chunk) in chunks.iter().enumerate() {
        let mut rest = *chunk;
        loop {
            let last = index + 1 == chunks.len();
            let mut tokens = if last { tokenizer.feed_last(rest) } else { tokenizer.feed(rest) };
            let mut wrong = Ok(());
            let way = ways.next().expect("they go on for ever");
            let outcome = way.take(&mut tokens, |token| {
                wrong = stream.push(token);
                last_span = Some(token.span());
                taken += 1;
                if wrong.is_err() || stops(taken) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            wrong?;
            if matches!(outcome, Ok(ControlFlow::Break(()))) {
                let at = tokens.token().map(|token| token.span());
                ensure!(at == last_span, "stopped at {at:?} and not at {last_span:?}");
            }
            let unread = tokens.remaining();
            if outcome.map_err(|failure| format!("no failure was due: {failure}"))?.is_continue() {
                ensure!(unread.is_empty(), "{} is left of a chunk", unread.escape_ascii());
                break;
            }
            rest = tokens.into_remaining();
            ensure!(unread == rest, "{} was left, then {}", unread.escape_ascii(), rest.escape_ascii());
            account(&stream, tokenizer, &[rest, &chunks[index + 1..].concat()].concat(), chunks)
                .map_err(|wrong| format!("paused after {taken} tokens: {wrong}"))?;
        }
    }
    account(&stream, tokenizer, &[], chunks)?;
    Ok(stream)
}

/// The bytes returned, kept and left must be the input. Where limits have left bytes out, spans are checked instead.
fn account(stream: &Stream, tokenizer: &Tokenizer, rest: &[u8], chunks: &[&[u8]]) -> Result<(), String> {
    if stream.cut > 0 || tokenizer.missing_bytes() > 0 {
        return Ok(());
    }
    let (pending, partial) = tokenizer.pending_bytes();
    let parts = [&stream.raw, pending, partial, rest];
    let mut input = chunks.iter().copied().flatten();
    let same = parts.into_iter().flatten().all(|byte| input.next() == Some(byte)) && input.next().is_none();
    ensure!(
        same,
        "handed out b\"{}\"\nkept       b\"{}\", b\"{}\"\nleft       b\"{}\"\nwhich is not the input",
        stream.raw.escape_ascii(),
        pending.escape_ascii(),
        partial.escape_ascii(),
        rest.escape_ascii()
    );
    Ok(())
}
