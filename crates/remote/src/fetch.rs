//! Bytes that are fetched in the background, resumed where a connection breaks.

use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, PoisonError};

use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use tokio::sync::Semaphore;
use tokio::task::AbortHandle;

use crate::backend::{Answer, Refused, Version, changed};
use crate::error::{Error, ErrorKind};
use crate::inner::{HEAD, Inner, no_ranges};
use crate::transport::{count_bytes, count_retry, wait};

/// The bytes of a whole object that wait to be read, where there are no ranges to ask for one after the other.
const WINDOW: usize = 8 << 20;

/// Chunks that come in order, and end with the range or an error.
pub(crate) struct Fetch {
    chunks: Receiver<Result<Bytes, Error>>,
    task: AbortHandle,
    /// The end of its range.
    pub(crate) end: u64,
    /// Room for chunks, if they are not bounded by their range.
    room: Option<Arc<Semaphore>>,
}

impl Fetch {
    /// Fetches a range, which is small enough to be kept.
    pub(crate) fn range(object: &Arc<Inner>, range: Range<u64>) -> Self {
        let (send, chunks) = channel();
        let (inner, end) = (Arc::clone(object), range.end);
        let task = object.context.spawn(async move {
            if let Err(error) = fetch_range(&inner, range, &send).await {
                let _ = send.send(Err(error));
            }
        });
        Fetch { chunks, task, end, room: None }
    }

    /// Fetches the whole object from its start.
    pub(crate) fn whole(object: &Arc<Inner>) -> Self {
        let (send, chunks) = channel();
        let (inner, room) = (Arc::clone(object), Arc::new(Semaphore::new(WINDOW)));
        let limit = Arc::clone(&room);
        let task = object.context.spawn(async move {
            if let Err(error) = fetch_whole(&inner, &limit, &send).await {
                let _ = send.send(Err(error));
            }
        });
        Fetch { chunks, task, end: u64::MAX, room: Some(room) }
    }

    /// The next bytes; `None` at the end. Waits for them.
    pub(crate) fn next(&mut self) -> Option<Result<Bytes, Error>> {
        let chunk = self.chunks.recv().ok()?;
        if let (Some(room), Ok(bytes)) = (&self.room, &chunk) {
            room.add_permits(bytes.len());
        }
        Some(chunk)
    }
}

impl Drop for Fetch {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A range as one slice.
pub(crate) async fn whole_range(object: &Inner, range: Range<u64>) -> Result<Bytes, Error> {
    let (send, chunks) = channel();
    fetch_range(object, range, &send).await?;
    drop(send);
    let mut bytes = BytesMut::new();
    for chunk in chunks {
        bytes.extend_from_slice(&chunk?);
    }
    Ok(bytes.freeze())
}

impl Inner {
    /// The first bytes, if they are kept.
    pub(crate) fn head(self: &Arc<Self>) -> Result<Bytes, Error> {
        if !self.has_ranges {
            return Ok(Bytes::new());
        }
        let mut head = self.head.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(head) = &*head {
            return Ok(head.clone());
        }
        let inner = Arc::clone(self);
        let range = 0..HEAD.min(self.length().unwrap_or(HEAD));
        let fetched = self.context.wait(async move { whole_range(&inner, range).await })?;
        *head = Some(fetched.clone());
        Ok(fetched)
    }
}

/// The tries that gave no byte.
struct Patience<'a> {
    object: &'a Inner,
    fruitless: u32,
}

impl Patience<'_> {
    /// Waits before the next try, unless there were too many.
    async fn wait(&mut self, at: u64, has_advanced: bool, reason: &str) -> Result<(), Error> {
        self.fruitless = if has_advanced { 0 } else { self.fruitless + 1 };
        if self.fruitless > self.object.context.transport.retries {
            let message = format!("the connection breaks at each try ({reason}): try again later");
            return Err(self.object.location.error(ErrorKind::Connection, message).at(at));
        }
        count_retry();
        // A connection may break at any time: the first time is no reason to wait for long.
        tokio::time::sleep(if self.fruitless == 0 { wait(1) / 8 } else { wait(self.fruitless) }).await;
        Ok(())
    }
}

const ENDED: &str = "it ended before the object did";

async fn fetch_range(
    object: &Inner,
    range: Range<u64>,
    out: &Sender<Result<Bytes, Error>>,
) -> Result<(), Error> {
    let Range { start: mut at, mut end } = range;
    let mut patience = Patience { object, fruitless: 0 };
    while at < end {
        let before = at;
        let mut reason = ENDED.to_owned();
        {
            let _permit = object.context.permits.acquire().await;
            let got = get(object, Some(at..end)).await.map_err(|error| error.at(at))?;
            // The object ends before the range.
            let Some(mut answer) = got else { return Ok(()) };
            let Some(length) = object.length().filter(|_| answer.is_partial) else {
                return Err(no_ranges(&object.location).at(at));
            };
            end = end.min(length);
            while at < end {
                match answer.body.next().await {
                    Some(Ok(bytes)) => {
                        let bytes = bytes.slice(..bytes.len().min((end - at) as usize));
                        at += bytes.len() as u64;
                        count_bytes(bytes.len());
                        if out.send(Ok(bytes)).is_err() {
                            return Ok(());
                        }
                    }
                    Some(Err(broken)) => {
                        reason = broken;
                        break;
                    }
                    None => break,
                }
            }
        }
        if at < end {
            patience.wait(at, at > before, &reason).await?;
        }
    }
    Ok(())
}

/// An answer of the version that is known; `None` if the range begins behind its end.
async fn get(object: &Inner, range: Option<Range<u64>>) -> Result<Option<Answer>, Error> {
    let start = range.as_ref().map_or(0, |range| range.start);
    let unknown = Version::default();
    let wanted = object.version.get().unwrap_or(&unknown);
    match object.backend.get(&object.location, &object.context, range, wanted).await {
        Ok(answer) if object.version.get_or_init(|| answer.version.clone()).agrees(&answer.version) => {
            Ok(Some(answer))
        }
        Err(Refused::BehindEnd) if object.length().is_none_or(|length| start >= length) => Ok(None),
        Ok(_) | Err(Refused::BehindEnd) => Err(changed(&object.location)),
        Err(Refused::Error(error)) => Err(error),
    }
}

/// Without ranges to resume at, what was read is read once more and left out, if it is the same.
async fn fetch_whole(
    object: &Inner,
    room: &Semaphore,
    out: &Sender<Result<Bytes, Error>>,
) -> Result<(), Error> {
    let mut at = 0;
    let mut patience = Patience { object, fruitless: 0 };
    loop {
        let first = object.whole.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut answer = match first {
            Some(answer) => answer,
            None => match get(object, None).await.map_err(|error| error.at(at))? {
                Some(answer) => answer,
                None => return Ok(()),
            },
        };
        let (mut position, before) = (0, at);
        let reason = loop {
            match answer.body.next().await {
                Some(Ok(bytes)) => {
                    let skipped = (at - position).min(bytes.len() as u64);
                    position += bytes.len() as u64;
                    let bytes = bytes.slice(skipped as usize..);
                    // A chunk is no longer than what the client reads at once.
                    if let Ok(permit) = room.acquire_many(bytes.len().min(WINDOW) as u32).await {
                        permit.forget();
                    }
                    at += bytes.len() as u64;
                    count_bytes(bytes.len());
                    if out.send(Ok(bytes)).is_err() {
                        return Ok(());
                    }
                }
                Some(Err(reason)) => break reason,
                None if object.length().is_none_or(|length| at >= length) => return Ok(()),
                None => break ENDED.to_owned(),
            }
        };
        if at > 0 && !object.version.get().is_some_and(Version::is_known) {
            let message = format!(
                "the connection breaks ({reason}), and the server gives neither ranges nor an ETag to read on from here: read it again, or download the file"
            );
            return Err(object.location.error(ErrorKind::Connection, message).at(at));
        }
        patience.wait(at, at > before, &reason).await?;
    }
}
