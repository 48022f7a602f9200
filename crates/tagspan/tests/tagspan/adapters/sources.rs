//! Readers and bodies that give what a script says, and futures that are dropped at any time.

use std::collections::VecDeque;
use std::future::Future;
use std::io::{self, Read};
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};
use testing::rng::Rng;

use bytes::Bytes;
use tokio::io::{AsyncRead, ReadBuf};

/// The next action of a source; it ends at the end of the script.
#[derive(Debug)]
pub(crate) enum Act {
    Give(Vec<u8>),
    Fail(io::ErrorKind),
    /// An end that may not be the last act.
    End,
    /// A panic tells who asks a source that has ended for good.
    Gone,
}

/// A source with a script. Asynchronous, it lets one wait at random before each act.
#[derive(Debug)]
pub(crate) struct Source {
    script: VecDeque<Act>,
    pending: Option<u64>,
}

impl Source {
    pub(crate) fn new(script: impl IntoIterator<Item = Act>) -> Self {
        Source { script: script.into_iter().collect(), pending: None }
    }

    pub(crate) fn of_chunks(chunks: &[&[u8]]) -> Self {
        Self::new(chunks.iter().map(|chunk| Act::Give(chunk.to_vec())))
    }

    /// Lets one wait.
    pub(crate) fn slow(self, seed: u64) -> Self {
        Source { pending: Some(seed | 1), ..self }
    }

    fn is_pending(&mut self) -> bool {
        let Some(seed) = &mut self.pending else { return false };
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *seed >> 62 == 0
    }

    /// The next act; a reader has no empty chunks.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.script.pop_front() {
                None | Some(Act::End) => return Ok(0),
                Some(Act::Gone) => panic!("polled after the end"),
                Some(Act::Fail(kind)) => return Err(kind.into()),
                Some(Act::Give(chunk)) if chunk.is_empty() => {}
                Some(Act::Give(mut chunk)) => {
                    let length = chunk.len().min(buffer.len());
                    buffer[..length].copy_from_slice(&chunk[..length]);
                    if length < chunk.len() {
                        self.script.push_front(Act::Give(chunk.split_off(length)));
                    }
                    return Ok(length);
                }
            }
        }
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Source::read(self, buffer)
    }
}

impl AsyncRead for Source {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.is_pending() {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let length = Source::read(&mut self, buffer.initialize_unfilled())?;
        buffer.advance(length);
        Poll::Ready(Ok(()))
    }
}

impl futures::Stream for Source {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        if self.is_pending() {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        Poll::Ready(match self.script.pop_front() {
            None | Some(Act::End) => None,
            Some(Act::Gone) => panic!("polled after the end"),
            Some(Act::Fail(kind)) => Some(Err(kind.into())),
            Some(Act::Give(chunk)) => Some(Ok(chunk.into())),
        })
    }
}

impl Iterator for Source {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<io::Result<Vec<u8>>> {
        match self.script.pop_front()? {
            Act::End => None,
            Act::Gone => panic!("the source is read after its end"),
            Act::Fail(kind) => Some(Err(kind.into())),
            Act::Give(chunk) => Some(Ok(chunk)),
        }
    }
}

/// Polls the future a few times; `None` if it was dropped before it was ready.
pub(crate) fn impatient<T>(future: impl Future<Output = T>, rng: &mut Rng<'_>) -> Option<T> {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    for _ in 0..=rng.below(3) {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return Some(output);
        }
    }
    None
}
