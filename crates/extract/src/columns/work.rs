//! Threads that work on tasks, whose results come in the order of the tasks.

use std::fmt;
use std::panic;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::found::{Found, Progress};
use super::worker::{Settings, Task, Worker};

/// The results of a task that wait to be taken.
const WAITING: usize = 4;

/// The results of a [`Scan`](super::Scan), in the order of the inputs.
///
/// ```
/// use tagspan_extract::columns::{Batches, Column, Scan};
///
/// let batches: Batches = Scan::new(&[Column::Title]).read([]);
/// assert_eq!(batches.progress().pages, 0);
/// ```
///
/// # Panics
///
/// [`next`](Iterator::next) passes on the panic of a thread.
pub struct Batches {
    /// The results of each task that was begun, in order.
    begun: Receiver<Receiver<Found>>,
    current: Option<Receiver<Found>>,
    threads: Vec<JoinHandle<()>>,
    progress: Arc<Mutex<Progress>>,
}

/// The tasks that are left, and where those announce their results that are begun. Both under one lock, so that the order is one.
struct Queue {
    tasks: Box<dyn Iterator<Item = Task> + Send>,
    begun: SyncSender<Receiver<Found>>,
}

impl Batches {
    pub(super) fn start(
        settings: Settings,
        tasks: impl IntoIterator<Item = Task, IntoIter: Send + 'static>,
        threads: usize,
    ) -> Self {
        let tasks = Box::new(tasks.into_iter());
        // A thread that is ahead waits, so that what is not taken yet is bounded.
        let (begin, begun) = sync_channel(threads);
        let threads = threads.min(tasks.size_hint().1.unwrap_or(usize::MAX));
        let queue = Arc::new(Mutex::new(Queue { tasks, begun: begin }));
        let (settings, progress) = (Arc::new(settings), Arc::<Mutex<Progress>>::default());
        let threads = (0..threads)
            .map(|_| {
                let (queue, settings, progress) =
                    (Arc::clone(&queue), Arc::clone(&settings), Arc::clone(&progress));
                thread::spawn(move || work(&queue, &settings, &progress))
            })
            .collect();
        Batches { begun, current: None, threads, progress }
    }

    /// The progress of the threads, which are ahead of the batches taken.
    ///
    /// ```
    /// use tagspan_extract::columns::{Column, Input, Scan};
    ///
    /// let page = Input::Page("memory".into(), Box::new(|| Ok(Box::new(&b"<p>"[..]))));
    /// let mut batches = Scan::new(&[Column::Title]).read([page]);
    /// while batches.next().is_some() {}
    /// assert_eq!((batches.progress().pages, batches.progress().page_bytes), (1, 3));
    /// ```
    #[must_use]
    pub fn progress(&self) -> Progress {
        *self.progress.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// As [`next`](Iterator::next), for callers that have something else to do when nothing is found for long: in an archive
    /// without pages that is until its end.
    ///
    /// # Errors
    ///
    /// `Timeout` if nothing was found within this time, and `Disconnected` after the end.
    ///
    /// ```
    /// use std::sync::mpsc::RecvTimeoutError;
    /// use std::time::Duration;
    ///
    /// use tagspan_extract::columns::{Column, Scan};
    ///
    /// let mut batches = Scan::new(&[Column::Title]).read([]);
    /// let found = batches.next_timeout(Duration::from_secs(1));
    /// assert_eq!(found.unwrap_err(), RecvTimeoutError::Disconnected);
    /// ```
    pub fn next_timeout(&mut self, timeout: Duration) -> Result<Found, RecvTimeoutError> {
        // A time that the clock cannot tell is no end.
        let end = Instant::now().checked_add(timeout);
        let left = || end.map_or(Duration::MAX, |end| end.saturating_duration_since(Instant::now()));
        loop {
            if let Some(current) = &self.current {
                match current.recv_timeout(left()) {
                    Err(RecvTimeoutError::Disconnected) => self.current = None,
                    found => return found,
                }
            }
            match self.begun.recv_timeout(left()) {
                Ok(results) => self.current = Some(results),
                Err(RecvTimeoutError::Timeout) => return Err(RecvTimeoutError::Timeout),
                Err(RecvTimeoutError::Disconnected) => {
                    for thread in self.threads.drain(..) {
                        thread.join().unwrap_or_else(|payload| panic::resume_unwind(payload));
                    }
                    return Err(RecvTimeoutError::Disconnected);
                }
            }
        }
    }
}

/// Works on one task after the other, until there is none or no one takes what is found.
fn work(queue: &Mutex<Queue>, settings: &Settings, progress: &Mutex<Progress>) {
    let next = || {
        let mut queue = queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let task = queue.tasks.next()?;
        let (found, results) = sync_channel(WAITING);
        queue.begun.send(results).ok()?;
        Some((task, found))
    };
    let mut worker = Worker::new(settings, progress);
    while let Some((task, found)) = next() {
        if worker.run(task, &found).is_err() {
            return;
        }
    }
}

impl Iterator for Batches {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        // Without an end there is no timeout.
        self.next_timeout(Duration::MAX).ok()
    }
}

impl fmt::Debug for Batches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batches").field("progress", &self.progress()).finish_non_exhaustive()
    }
}
