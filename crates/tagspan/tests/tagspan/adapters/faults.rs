//! Faults of callers and sources: an adapter left at any token, asked on after the end, a loop or a source that panics.

use std::cell::Cell;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::{Bytes, BytesMut};
use futures::executor::block_on;
use tagspan::{
    AsyncReadTokens, BodyTokens, ChunkTokens, ErrorKind, LimitAction, Limits, ReadError, ReadTokens,
    TokenDecoder, Tokenizer, TokenizerBuilder,
};
use tokio::io::{AsyncRead, ReadBuf};
use tokio_util::codec::Decoder;

use super::support::{Seen, encoded, whole};

/// Adapters of a source of these chunks, one way to move each of them, and what can be asked of it.
trait Adapter {
    /// The next token is pushed, or it is the end.
    fn step(&mut self, seen: &mut Seen) -> Result<bool, ReadError>;
    /// Leaves the chunk in the middle, and gives how far the tokens are.
    fn leave(&mut self) -> u64;
    fn tokenizer(&mut self) -> &mut Tokenizer;
}

macro_rules! adapter {
    ($tokens:ty, $self:ident => $advance:expr) => {
        impl Adapter for $tokens {
            fn step(&mut $self, seen: &mut Seen) -> Result<bool, ReadError> {
                let any = $advance?;
                $self.token().into_iter().for_each(|token| seen.push(token));
                Ok(any)
            }

            fn leave(&mut $self) -> u64 {
                $self.tokenizer_mut().position()
            }

            fn tokenizer(&mut $self) -> &mut Tokenizer {
                $self.tokenizer_mut()
            }
        }
    };
}

adapter!(ReadTokens<Faulty>, self => self.advance());
adapter!(ChunkTokens<Faulty, ReadError>, self => self.advance());
adapter!(AsyncReadTokens<Faulty>, self => block_on(self.advance()));
adapter!(BodyTokens<Faulty>, self => block_on(self.advance()));

/// A decoder, and the buffer from which it reads.
struct Framed {
    decoder: TokenDecoder,
    buffer: BytesMut,
    source: Faulty,
}

impl Adapter for Framed {
    fn step(&mut self, seen: &mut Seen) -> Result<bool, ReadError> {
        loop {
            if let Some(token) = self.decoder.decode(&mut self.buffer)? {
                seen.push(token.as_token());
                return Ok(true);
            }
            match self.source.next() {
                Some(chunk) => self.buffer.extend_from_slice(&chunk?),
                None => {
                    let token = self.decoder.decode_eof(&mut self.buffer)?;
                    token.iter().for_each(|token| seen.push(token.as_token()));
                    return Ok(token.is_some());
                }
            }
        }
    }

    fn leave(&mut self) -> u64 {
        self.decoder.tokenizer_mut().position()
    }

    fn tokenizer(&mut self) -> &mut Tokenizer {
        self.decoder.tokenizer_mut()
    }
}

/// A source of chunks with a fault, when it is asked for the chunk of a number: it panics once, or fails some times. Then it goes
/// on with that chunk, or ends.
struct Faulty {
    chunks: std::vec::IntoIter<Bytes>,
    asked: usize,
    panics_at: Option<usize>,
    fails_at: Option<(usize, io::ErrorKind)>,
    failures: usize,
    ends: bool,
}

impl Faulty {
    fn new(page: &[u8], size: usize, panics_at: Option<usize>) -> Self {
        let chunks: Vec<Bytes> = page.chunks(size).map(Bytes::copy_from_slice).collect();
        Faulty { chunks: chunks.into_iter(), asked: 0, panics_at, fails_at: None, failures: 0, ends: false }
    }

    /// One that fails so many times at a chunk, and ends then or continues.
    fn failing(
        page: &[u8],
        size: usize,
        at: usize,
        kind: io::ErrorKind,
        failures: usize,
        ends: bool,
    ) -> Self {
        Faulty { fails_at: Some((at, kind)), failures, ends, ..Faulty::new(page, size, None) }
    }

    fn next(&mut self) -> Option<io::Result<Bytes>> {
        let number = self.asked;
        if let Some((_, kind)) = self.fails_at.filter(|(at, _)| *at == number) {
            if self.failures > 0 {
                self.failures -= 1;
                return Some(Err(kind.into()));
            }
            if self.ends {
                self.chunks = Vec::new().into_iter();
            }
        }
        self.asked += 1;
        assert_ne!(Some(number), self.panics_at, "the fault");
        self.chunks.next().map(Ok)
    }
}

impl Read for Faulty {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(chunk) = self.next() else { return Ok(0) };
        let chunk = chunk?;
        buffer[..chunk.len()].copy_from_slice(&chunk);
        Ok(chunk.len())
    }
}

impl AsyncRead for Faulty {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Some(chunk) = self.next() {
            buffer.put_slice(&chunk?);
        }
        Poll::Ready(Ok(()))
    }
}

impl Iterator for Faulty {
    type Item = io::Result<Bytes>;

    fn next(&mut self) -> Option<io::Result<Bytes>> {
        Faulty::next(self)
    }
}

impl futures::Stream for Faulty {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        Poll::Ready(Faulty::next(&mut self))
    }
}

const ADAPTERS: [&str; 5] = ["read", "chunks", "tokio", "futures", "codec"];

fn adapter(name: &str, tokenizer: Tokenizer, source: Faulty) -> Box<dyn Adapter> {
    match name {
        "read" => Box::new(ReadTokens::with_tokenizer(source, tokenizer)),
        "chunks" => Box::new(ChunkTokens::with_tokenizer(source, tokenizer)),
        "tokio" => Box::new(AsyncReadTokens::with_tokenizer(source, tokenizer)),
        "futures" => Box::new(BodyTokens::with_tokenizer(source, tokenizer)),
        _ => Box::new(Framed {
            decoder: TokenDecoder::with_tokenizer(tokenizer),
            buffer: BytesMut::new(),
            source,
        }),
    }
}

/// Some encodings, with errors and without, and constructs that outgrow their limit.
fn cases() -> Vec<(String, Vec<u8>, TokenizerBuilder)> {
    let mut cases = Vec::new();
    for label in ["utf-8", "windows-1251", "utf-16le"] {
        for errors in [false, true] {
            for excess in [None, Some(LimitAction::Truncate)] {
                let builder = Tokenizer::builder().charset(label).unwrap().parse_errors(errors);
                let limits = excess.map(|excess| Limits::all(32, excess).attribute_value(32, excess));
                let builder = builder.limits(limits.unwrap_or_default());
                cases.push((format!("{label}, errors {errors}, {excess:?}"), encoded(label), builder));
            }
        }
    }
    cases
}

/// The rest of the tokens; how many there were.
fn drain(tokens: &mut dyn Adapter, seen: &mut Seen) -> usize {
    let mut count = 0;
    while tokens.step(seen).unwrap() {
        count += 1;
    }
    count
}

#[test]
fn left_at_each_token() {
    for (case, page, builder) in cases() {
        let expected = whole(builder.clone().build(), &page);
        for name in ADAPTERS {
            for size in [7, page.len()] {
                let make = || adapter(name, builder.clone().build(), Faulty::new(&page, size, None));
                let count = drain(&mut *make(), &mut Seen::default());
                for k in 1..=count {
                    let (mut tokens, mut seen) = (make(), Seen::default());
                    for _ in 0..k {
                        assert!(tokens.step(&mut seen).unwrap());
                    }
                    let at = tokens.leave();
                    drain(&mut *tokens, &mut seen);
                    let context = format!("{name}, {case}, chunks of {size}, left after {k}");
                    seen.assert_same(&expected, &context);
                    assert!(tokens.leave() >= at, "{context}");
                    // The end stays the end.
                    for _ in 0..2 {
                        assert!(!tokens.step(&mut seen).unwrap(), "{context}");
                    }
                    let refused = tokens.tokenizer().feed(b"<b>").advance().map_err(|error| error.kind());
                    assert_eq!(refused, Err(ErrorKind::FedAfterEnd), "{context}");
                }
            }
        }
    }
}

/// Bytes that were read and not tokenized come next, exactly.
#[test]
fn taken_apart_at_each_token() {
    for (case, page, builder) in cases() {
        let expected = whole(builder.clone().build(), &page);
        for size in [7, page.len()] {
            for k in 0.. {
                let source = Faulty::new(&page, size, None);
                let mut tokens = ReadTokens::with_tokenizer(source, builder.clone().build());
                let mut seen = Seen::default();
                if (0..k).any(|_| !tokens.step(&mut seen).unwrap()) {
                    break;
                }
                let (mut tokenizer, source, rest) = tokens.into_parts();
                if source.asked > page.len().div_ceil(size) {
                    // It has reported its end, so the stream has the end too.
                    break;
                }
                tokenizer.feed(&rest).for_each(|token| seen.push(token)).unwrap();
                drain(&mut ReadTokens::with_tokenizer(source, tokenizer), &mut seen);
                seen.assert_same(&expected, &format!("{case}, chunks of {size}, taken apart after {k}"));
            }
        }
    }
}

/// Shared chunks: left at each token, kept or not, and the same in a loop that panics there.
#[test]
fn shared_chunks_left_at_each_token() {
    for (case, page, builder) in cases() {
        let expected = whole(builder.clone().build(), &page);
        let page = Bytes::from(page);
        for size in [7, page.len()] {
            for fault in ["left", "kept and left", "panic", "panic and left"] {
                let mut tokenizer = builder.clone().build();
                for k in 1.. {
                    tokenizer.reset();
                    let (mut seen, taken) = (Seen::default(), Cell::new(0));
                    for start in (0..=page.len()).step_by(size) {
                        let mut rest = page.slice(start..page.len().min(start + size));
                        let last = start + size > page.len();
                        loop {
                            let mut tokens = if last {
                                tokenizer.feed_last_bytes(rest)
                            } else {
                                tokenizer.feed_bytes(rest)
                            };
                            let stopped = if fault.starts_with("panic") {
                                let faulty = AssertUnwindSafe(|| {
                                    tokens.for_each(|token| {
                                        seen.push(token);
                                        taken.set(taken.get() + 1);
                                        assert_ne!(taken.get(), k, "the fault");
                                    })
                                });
                                let caught = catch_unwind(faulty);
                                caught.map(|outcome| outcome.unwrap()).is_err()
                            } else {
                                let is_kept = fault.starts_with("kept");
                                let flow = tokens.try_for_each(|token| {
                                    taken.set(taken.get() + 1);
                                    let stops = taken.get() == k;
                                    if !(stops && is_kept) {
                                        seen.push(token);
                                    }
                                    if stops { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                                });
                                let stopped = flow.unwrap().is_break();
                                if stopped && is_kept {
                                    seen.push(tokens.keep().unwrap().as_token());
                                }
                                stopped
                            };
                            if !stopped {
                                assert!(tokens.is_exhausted() && tokens.remaining().is_empty());
                                break;
                            }
                            if fault == "panic" {
                                assert!(tokens.token().is_some());
                                tokens.for_each(|token| seen.push(token)).unwrap();
                                break;
                            }
                            rest = tokens.into_remaining();
                        }
                    }
                    let context = format!("{case}, chunks of {size}, {fault} at {k}");
                    seen.assert_same(&expected, &context);
                    if taken.get() < k {
                        assert!(k > 15, "{context}");
                        break;
                    }
                }
            }
        }
    }
}

/// A source panics at each chunk. It is asked again, or the stream is reset and reads another document, or all is dropped.
#[test]
fn a_source_panics_at_each_chunk() {
    for (case, page, builder) in cases() {
        let expected = whole(builder.clone().build(), &page);
        let size = 23;
        for name in ADAPTERS {
            for k in 0..=page.len().div_ceil(size) {
                for then in ["asked again", "reset", "dropped"] {
                    let source = Faulty::new(&page, size, Some(k));
                    let (mut tokens, mut seen) =
                        (adapter(name, builder.clone().build(), source), Seen::default());
                    let context = format!("{name}, {case}, panics at chunk {k}, then {then}");
                    let caught = catch_unwind(AssertUnwindSafe(|| drain(&mut *tokens, &mut seen)));
                    assert!(caught.is_err(), "{context}");
                    match then {
                        "asked again" => {
                            drain(&mut *tokens, &mut seen);
                            seen.assert_same(&expected, &context);
                        }
                        "reset" => {
                            let tokenizer = tokens.tokenizer();
                            tokenizer.reset();
                            let mut again = Seen::default();
                            tokenizer.feed_last(&page).for_each(|token| again.push(token)).unwrap();
                            again.assert_same(&expected, &context);
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}

/// A source fails at each chunk, once or several times, and continues: the error comes between two tokens, and changes none.
#[test]
fn a_source_fails_at_each_chunk() {
    use io::ErrorKind::{BrokenPipe, ConnectionReset, Interrupted, TimedOut, WouldBlock};

    let size = 23;
    for (case, page, builder) in cases() {
        let expected = whole(builder.clone().build(), &page);
        for name in ADAPTERS {
            for kind in [ConnectionReset, BrokenPipe, TimedOut, WouldBlock, Interrupted] {
                for k in 0..page.len().div_ceil(size) {
                    for failures in [1, 3] {
                        let context = format!("{name}, {case}, {kind:?} {failures} times at chunk {k}");
                        let source = Faulty::failing(&page, size, k, kind, failures, false);
                        let mut tokens = adapter(name, builder.clone().build(), source);
                        let (mut seen, mut errors) = (Seen::default(), 0);
                        loop {
                            match tokens.step(&mut seen) {
                                Ok(true) => {}
                                Ok(false) => break,
                                Err(ReadError::Read(error)) => {
                                    assert_eq!(error.kind(), kind, "{context}");
                                    errors += 1;
                                }
                                Err(error) => panic!("{context}: {error}"),
                            }
                        }
                        // Readers are asked again at once, as the standard library has it.
                        let is_hidden = kind == Interrupted && ["read", "tokio"].contains(&name);
                        assert_eq!(errors, if is_hidden { 0 } else { failures }, "{context}");
                        seen.assert_same(&expected, &context);
                    }
                }
            }
        }
    }
}

/// A source fails at each chunk, and then ends: its tokens are those of a document that broke off there.
#[test]
fn a_source_breaks_off_at_each_chunk() {
    let size = 23;
    for (case, page, builder) in cases() {
        // The harness for the codec gives it no errors.
        for name in &ADAPTERS[..4] {
            for k in 0..=page.len().div_ceil(size) {
                let context = format!("{name}, {case}, breaks off at chunk {k}");
                let mut expected = Seen::default();
                let mut tokenizer = builder.clone().build();
                for chunk in page.chunks(size).take(k) {
                    tokenizer.feed(chunk).for_each(|token| expected.push(token)).unwrap();
                }
                tokenizer.finish_truncated().for_each(|token| expected.push(token)).unwrap();
                let source = Faulty::failing(&page, size, k, io::ErrorKind::ConnectionReset, 1, true);
                let mut tokens = adapter(name, builder.clone().build(), source);
                let (mut seen, mut errors) = (Seen::default(), 0);
                while tokens.step(&mut seen).unwrap_or_else(|_| {
                    errors += 1;
                    true
                }) {}
                assert_eq!(errors, 1, "{context}");
                seen.assert_same(&expected, &context);
            }
        }
    }
}

/// A stream that has ended, failed, or read as much as it may gives no token to an adapter, and says why.
#[test]
fn streams_that_cannot_go_on() {
    type Before = fn(&mut Tokenizer);
    let refused = |kind: ErrorKind| Err(kind.as_str().to_owned());
    let cases: [(&str, Before, Result<bool, String>); 4] = [
        (
            "ended",
            |tokenizer| tokenizer.feed_last(b"<p>").for_each(|_| ()).unwrap(),
            refused(ErrorKind::FedAfterEnd),
        ),
        (
            "ended early",
            |tokenizer| tokenizer.finish_truncated().for_each(|_| ()).unwrap(),
            refused(ErrorKind::FedAfterEnd),
        ),
        ("full", |tokenizer| tokenizer.feed(b"<p>long").for_each(|_| ()).unwrap(), Ok(false)),
        (
            "left",
            |tokenizer| _ = tokenizer.feed(b"<p>").advance().unwrap(),
            refused(ErrorKind::ChunkNotTaken),
        ),
    ];
    for (state, before, due) in cases {
        for name in ADAPTERS {
            let builder = Tokenizer::builder().charset("utf-8").unwrap();
            let mut tokenizer =
                builder.limits(tagspan::Limits::new().max_bytes(5, LimitAction::Truncate)).build();
            before(&mut tokenizer);
            let mut tokens = adapter(name, tokenizer, Faulty::new(b"<b>x", 2, None));
            let mut seen = Seen::default();
            let found = tokens.step(&mut seen).map_err(|error| match error {
                ReadError::Token(error) => error.kind().as_str().to_owned(),
                ReadError::Read(error) => error.to_string(),
            });
            assert_eq!(found, due, "{name}, {state}");
            assert!(seen.0.is_empty(), "{name}, {state}");
            tokens.tokenizer().reset();
            assert!(tokens.tokenizer().feed(b"<i>").advance().unwrap(), "{name}, {state}");
        }
    }
}

/// An adapter that has read as much as the limit allows does not read more.
#[test]
fn a_source_longer_than_what_is_read() {
    for name in ADAPTERS {
        for most in 0..12_u64 {
            let page = b"<p>te<i>xt<b>";
            let tokenizer = Tokenizer::builder()
                .charset("utf-8")
                .unwrap()
                .limits(tagspan::Limits::new().max_bytes(most, LimitAction::Truncate))
                .build();
            let mut tokens = adapter(name, tokenizer, Faulty::new(page, 3, None));
            let mut seen = Seen::default();
            drain(&mut *tokens, &mut seen);
            assert_eq!(seen.raw().concat().as_bytes(), &page[..most as usize], "{name}, {most}");
            assert!(tokens.tokenizer().is_full(), "{name}, {most}");
        }
    }
}
