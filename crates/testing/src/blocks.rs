//! Work over a range of numbers, divided into blocks for several threads.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Instant;

/// The numbers, and how they are worked on.
pub(crate) struct Blocks {
    pub(crate) numbers: Range<u64>,
    /// How many a thread takes at a time.
    pub(crate) size: u64,
    pub(crate) threads: usize,
    /// When to end, even if there are numbers left.
    pub(crate) until: Option<Instant>,
}

impl Blocks {
    /// Does the work for each block, and gives what comes of it to `take`, in no order and on the caller's thread, until
    /// that breaks.
    pub(crate) fn run<T: Send>(
        self,
        work: impl Fn(Range<u64>) -> T + Sync,
        mut take: impl FnMut(T) -> ControlFlow<()>,
    ) {
        let Blocks { numbers, size, threads, until } = self;
        let next = AtomicU64::new(numbers.start);
        let take_block = || {
            if until.is_some_and(|until| Instant::now() >= until) {
                return None;
            }
            let end_of = |start: u64| start.saturating_add(size).min(numbers.end);
            let more = |start| (start < numbers.end).then(|| end_of(start));
            let start = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).ok()?;
            Some(start..end_of(start))
        };
        let (sender, receiver) = sync_channel(2 * threads);
        thread::scope(|scope| {
            for _ in 0..threads {
                let sender = sender.clone();
                scope.spawn(|| {
                    let sender = sender;
                    while let Some(numbers) = take_block() {
                        // Nothing is received once `take` has broken.
                        if sender.send(work(numbers)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let _ = receiver.into_iter().try_for_each(&mut take);
        });
    }
}
