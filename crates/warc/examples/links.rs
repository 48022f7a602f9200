//! Counts the links of an archive, in several threads: `cargo run --release -p tagspan-warc --example links -- FILE 2`.

use std::error::Error;
use std::io::Read;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, ScopedJoinHandle};
use std::time::Instant;
use std::{env, fs};

use tagspan::Token;
use tagspan_warc::{Archive, Counts, Item};

/// The bytes of the file that a thread reads at a time.
const PART: u64 = 16 << 20;

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut words = env::args().skip(1);
    let file = words.next().ok_or("name an archive")?;
    let threads: u64 = words.next().map_or(Ok(1), |word| word.parse())?;
    let (started, length) = (Instant::now(), fs::metadata(&file)?.len());
    // Parts of one size, not one for each thread: no thread waits long for the last one.
    let next = AtomicU64::new(0);
    let work = || {
        let mut found = Found::default();
        loop {
            let start = next.fetch_add(PART, Ordering::Relaxed);
            if start >= length {
                return Ok::<_, tagspan_warc::Error>(found);
            }
            read(Archive::open(&file)?.split(start..(start + PART).min(length))?, &mut found)?;
        }
    };
    let found = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let join = |worker: ScopedJoinHandle<'_, _>| worker.join().expect("no thread panics");
        workers.into_iter().map(join).collect::<Result<Vec<_>, _>>()
    })?;
    let sum = |count: fn(&Found) -> u64| found.iter().map(count).sum::<u64>();
    let (pages, bytes, seconds) =
        (sum(|one| one.counts.pages), sum(|one| one.bytes), started.elapsed().as_secs_f64());
    println!(
        "{pages} pages, {} links, {} gaps, {} truncated; {:.0} MB/s of HTML, {:.0} pages/s",
        sum(|one| one.links),
        sum(|one| one.counts.gaps),
        sum(|one| one.counts.truncated),
        bytes as f64 / seconds / 1e6,
        pages as f64 / seconds
    );
    Ok(())
}

#[derive(Default)]
struct Found {
    links: u64,
    bytes: u64,
    counts: Counts,
}

/// Adds the links, which are the `a` with a `href`, and the bytes of the pages in UTF-8.
fn read(mut archive: Archive<impl Read>, found: &mut Found) -> Result<(), tagspan_warc::Error> {
    let (mut links, mut bytes) = (0, 0);
    while let Some(item) = archive.next_item()? {
        if let Item::Page(mut page) = item {
            let mut end = 0;
            page.for_each(|token| {
                end = token.span().end;
                if let Token::StartTag(tag) = token
                    && tag.is("a")
                    && tag.attribute_value("href").is_some()
                {
                    links += 1;
                }
            })?;
            bytes += end;
        }
    }
    found.links += links;
    found.bytes += bytes;
    found.counts += *archive.counts();
    Ok(())
}
