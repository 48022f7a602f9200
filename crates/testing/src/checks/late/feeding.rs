//! Feeds a document to a tokenizer that may start again, in every way of taking tokens.

use std::ops::ControlFlow;

use tagspan::{ColumnUnit, Error, ErrorKind, LineColumn, Tokens};
use tagspan_core::Token;

use crate::run::{End, Way};
use crate::trace::{Stream, ensure};

/// At which tokens to stop.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stops {
    Never,
    /// After each, and the cursor is left.
    Always,
    /// After some, by this random number; then the cursor is left or continues.
    Some(u64),
}

impl Stops {
    fn chance(&mut self, of: u64) -> bool {
        match self {
            Stops::Never => false,
            Stops::Always => true,
            Stops::Some(state) => {
                // A linear congruential generator, whose upper bits are good enough.
                *state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
                (*state >> 33) % of == 0
            }
        }
    }
}

/// How a document is fed.
#[derive(Clone, Copy, Debug)]
pub(super) struct How {
    pub(super) way: Way,
    pub(super) stops: Stops,
    pub(super) end: End,
}

/// The result.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Seen {
    pub(super) stream: Stream,
    /// The places of the errors, where the way of taking tokens lets one ask.
    pub(super) places: Vec<LineColumn>,
    /// For each time that the document restarted, whether it had to be fed again.
    pub(super) restarts: Vec<bool>,
    pub(super) failure: Option<Error>,
}

/// The reason why reading stopped.
enum Ended {
    Chunk,
    Stop,
    Error(Error),
}

/// Feeds all, again if need be. A failure but for a restart ends it.
pub(super) fn feed(stream: &mut tagspan::Tokenizer, chunks: &[&[u8]], mut how: How) -> Result<Seen, String> {
    let mut seen = Seen::default();
    'document: loop {
        let apart = how.end == End::Apart;
        let end = apart.then_some(&[][..]);
        let count = chunks.len() + usize::from(apart);
        for (index, &chunk) in chunks.iter().chain(end.as_ref()).enumerate() {
            let mut rest = chunk;
            'chunk: loop {
                let last = index + 1 == count;
                let mut tokens = match last {
                    true if rest.is_empty() => stream.finish(),
                    true => stream.feed_last(rest),
                    false => stream.feed(rest),
                };
                loop {
                    let leaves = match take(&mut tokens, &mut how, &mut seen)? {
                        Ended::Chunk => {
                            ensure!(
                                tokens.remaining().is_empty() && tokens.is_exhausted(),
                                "{} is left of a chunk",
                                tokens.remaining().escape_ascii()
                            );
                            break 'chunk;
                        }
                        Ended::Stop => how.stops.chance(2),
                        Ended::Error(error) => {
                            let ErrorKind::Restart { feed_again } = error.kind() else {
                                seen.failure = Some(error);
                                return Ok(seen);
                            };
                            seen.restarts.push(feed_again);
                            ensure!(seen.restarts.len() == 1, "it begins anew once more");
                            seen.stream = Stream::new();
                            seen.places.clear();
                            ensure!(tokens.token().is_none(), "there is a token after a restart");
                            if feed_again {
                                ensure!(
                                    tokens.remaining().is_empty() && tokens.is_exhausted(),
                                    "the chunk is not given up"
                                );
                                let next = tokens.next_token().map_err(|error| error.to_string())?;
                                ensure!(next.is_none(), "{next:?} comes before the document is fed again");
                                continue 'document;
                            }
                            how.stops.chance(2)
                        }
                    };
                    if leaves {
                        let remaining = tokens.remaining();
                        rest = tokens.into_remaining();
                        ensure!(
                            remaining == rest,
                            "{} remains, and then {}",
                            remaining.escape_ascii(),
                            rest.escape_ascii()
                        );
                        continue 'chunk;
                    }
                }
            }
        }
        let kept = stream.pending_bytes();
        ensure!(kept == (&[], &[]), "kept beyond the end: {kept:?}");
        return Ok(seen);
    }
}

/// Takes tokens up to a stop, the end of the chunk, or an error.
fn take(tokens: &mut Tokens<'_, &[u8]>, how: &mut How, seen: &mut Seen) -> Result<Ended, String> {
    let mut wrong = Ok(());
    let taken = match how.way {
        Way::NextToken | Way::Advance => loop {
            let next = if how.way == Way::NextToken {
                tokens.next_token()
            } else {
                tokens.advance().map(|_| tokens.token())
            };
            let error_at = match next {
                Err(error) => break Err(error),
                Ok(None) => break Ok(ControlFlow::Continue(())),
                Ok(Some(token)) => {
                    seen.stream.push(token)?;
                    matches!(token, Token::Error(_)).then(|| token.span().start)
                }
            };
            if let Some(place) = error_at.and_then(|offset| tokens.locate(offset)) {
                seen.places.push(place);
            }
            if how.stops.chance(3) {
                break Ok(ControlFlow::Break(()));
            }
        },
        Way::TryForEach => tokens.try_for_each(|token| {
            wrong = wrong.clone().and(seen.stream.push(token));
            if wrong.is_err() || how.stops.chance(3) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        }),
        Way::ForEach => tokens
            .for_each(|token| wrong = wrong.clone().and(seen.stream.push(token)))
            .map(|()| ControlFlow::Continue(())),
    };
    wrong?;
    Ok(match taken {
        Ok(ControlFlow::Continue(())) => Ended::Chunk,
        Ok(ControlFlow::Break(())) => Ended::Stop,
        Err(error) => Ended::Error(error),
    })
}

/// Leaves a stream somewhere in a document, perhaps after misuse, and resets it.
pub(super) fn disturb(stream: &mut tagspan::Tokenizer, source: &[u8], mut random: u64) -> Result<(), String> {
    for _ in 0..random % 3 {
        random = random.rotate_right(7);
        let mut tokens = stream.feed(&source[..random as usize % (source.len() + 1)]);
        let mut wanted = random % 5;
        while wanted > 0 && matches!(tokens.next_token(), Ok(Some(_))) {
            wanted -= 1;
        }
        if random.is_multiple_of(2) {
            let _ = tokens.into_remaining();
        }
        // Misuse, unless the chunk was left or used up.
        let mut tokens = stream.feed(b"<p>");
        let _ = tokens.next_token();
        let before = tokens.remaining();
        let after = tokens.into_remaining();
        ensure!(before == after, "{before:?} remains, and then {after:?}");
    }
    stream.reset();
    ensure!(
        stream.late_declaration().is_none() && stream.encoding_decision().is_none(),
        "a reset leaves something"
    );
    ensure!(stream.ill_formed().count() == 0 && stream.position() == 0, "a reset leaves something");
    Ok(())
}

/// The unit of columns in which places are requested.
pub(super) const UNIT: ColumnUnit = ColumnUnit::CodePoints;
