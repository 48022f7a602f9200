//! Counts the links of an archive, in several threads: `cargo run --release -p tagspan-warc --example links -- FILE 2`.

use std::error::Error;
use std::time::Instant;
use std::{env, fs, thread};

use tagspan::Token;
use tagspan_warc::{Archive, Counts, Item};

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut words = env::args().skip(1);
    let file = words.next().ok_or("name an archive")?;
    let threads: u64 = words.next().map_or(Ok(1), |word| word.parse())?;
    let (started, length) = (Instant::now(), fs::metadata(&file)?.len());
    let found = thread::scope(|scope| {
        let ranges = (0..threads).map(|part| length * part / threads..length * (part + 1) / threads);
        let workers: Vec<_> = ranges
            .map(|range| {
                let file = &file;
                scope.spawn(move || read(Archive::open(file)?.split(range)?))
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("no thread panics"))
            .collect::<Result<Vec<_>, _>>()
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

struct Found {
    links: u64,
    bytes: u64,
    counts: Counts,
}

/// Counts the links, which are the `a` with a `href`, and the bytes of the pages in UTF-8.
fn read(mut archive: Archive<impl std::io::Read>) -> Result<Found, tagspan_warc::Error> {
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
    Ok(Found { links, bytes, counts: *archive.counts() })
}
