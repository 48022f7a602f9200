//! Work for many inputs on all cores, whose output has the order of the inputs.

use std::cell::RefCell;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::inputs::{Opened, Records, Source};
use crate::report::Report;

/// How many inputs are worked on at a time at most, and how many bytes they have together. Their output is kept until that of the
/// inputs before it is written.
const BATCH: usize = 256;
const BATCH_BYTES: u64 = 32 << 20;

/// Does the work for each input, and for each page of an archive. Fails when the output takes no more.
///
/// `worker` gets an output, and whether it is the one for the first input. Standard input and large files are worked on alone,
/// and their output is written as it comes.
pub(crate) fn for_each<W, R: Send>(
    sources: &[Source],
    records: Records,
    out: Box<dyn Write>,
    report: &mut Report,
    worker: impl Fn(Box<dyn Write>, bool) -> W + Sync,
    work: impl Fn(&mut W, Opened<'_>, &mut Report) -> io::Result<R> + Sync,
    merge: impl FnMut(R),
) -> io::Result<()> {
    let each = |worker: &mut W, source: &Source, report: &mut Report, merge: &mut dyn FnMut(R)| {
        source.each(records, report, |opened, report| work(worker, opened, report).map(&mut *merge))
    };
    for_each_source(sources, out, report, worker, each, merge)
}

/// As [`for_each`], with work for each file, and for each part of an archive, as a whole.
pub(crate) fn for_each_source<W, R: Send>(
    sources: &[Source],
    out: Box<dyn Write>,
    report: &mut Report,
    worker: impl Fn(Box<dyn Write>, bool) -> W + Sync,
    work: impl Fn(&mut W, &Source, &mut Report, &mut dyn FnMut(R)) -> io::Result<()> + Sync,
    mut merge: impl FnMut(R),
) -> io::Result<()> {
    let mut out = Shared::new(out);
    let mut alone = worker(Box::new(out.clone()), true);
    let sources: Vec<_> = sources.iter().flat_map(Source::parts).collect();
    let mut next = 0;
    while next < sources.len() {
        // The first is worked on alone, so that there is output soon.
        let batch = if next == 0 { &sources[..1] } else { batch(&sources[next..]) };
        next += batch.len();
        if let [source] = batch {
            work(&mut alone, source, report, &mut merge)?;
            continue;
        }
        let start = || {
            let out = Shared::new(Vec::new());
            (worker(Box::new(out.clone()), false), out)
        };
        let done = map(batch, start, |(worker, out), source| {
            let (mut report, mut results) = (Report::held(), Vec::new());
            let done = work(worker, source, &mut report, &mut |result| results.push(result));
            (out.0.take(), report, results, done)
        });
        for (printed, held, results, done) in done {
            out.write_all(&printed)?;
            out.flush()?;
            report.add(held);
            results.into_iter().for_each(&mut merge);
            done?;
        }
    }
    Ok(())
}

/// The results of `work` for each item, in order. Each core has a thread with its own state, and takes the next item.
fn map<T: Sync, S, R: Send>(
    items: &[T],
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut state = start();
        let take = || next.fetch_add(1, Ordering::Relaxed);
        let indices = std::iter::from_fn(|| Some(take()).filter(|index| *index < items.len()));
        indices.map(|index| (index, work(&mut state, &items[index]))).collect::<Vec<_>>()
    };
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get).min(items.len());
    let mut done: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, Vec<_>>| {
            thread.join().unwrap_or_else(|payload| std::panic::resume_unwind(payload))
        };
        threads.into_iter().flat_map(join).collect()
    });
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// The first inputs that are worked on together, or one.
fn batch(sources: &[Source]) -> &[Source] {
    let mut bytes = 0;
    let fits = |source: &&Source| {
        bytes += source.length().unwrap_or(0);
        matches!(source, Source::Path(_) | Source::Part(..)) && bytes <= BATCH_BYTES
    };
    let count = sources.iter().take(BATCH).take_while(fits).count();
    &sources[..count.max(1)]
}

/// An output with several owners.
pub(crate) struct Shared<W>(Rc<RefCell<W>>);

impl<W> Shared<W> {
    pub(crate) fn new(out: W) -> Self {
        Shared(Rc::new(RefCell::new(out)))
    }

    /// The output, once it has one owner again.
    #[cfg(feature = "archives")]
    pub(crate) fn into_inner(self) -> W {
        Rc::into_inner(self.0).expect("the other owners are gone").into_inner()
    }
}

impl<W> Clone for Shared<W> {
    fn clone(&self) -> Self {
        Shared(Rc::clone(&self.0))
    }
}

impl<W: Write> Write for Shared<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flush()
    }
}
