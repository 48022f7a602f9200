//! Counts the links of the pages of an archive, in threads that share it.
//!
//! `links ARCHIVE [THREADS]` prints the number of pages and that of links.

use std::error::Error;
use std::ops::Range;
use std::{env, thread};

use tagspan::Token;
use tagspan_warc::{ArchiveFile, Counts, Item};

/// The `href` of `a` elements in a part of the archive, and what else there is.
fn count(file: &ArchiveFile, part: Range<u64>) -> Result<(u64, Counts), tagspan_warc::Error> {
    let mut archive = file.open(part.clone())?.split(part)?;
    let mut links = 0;
    while let Some(item) = archive.next_item()? {
        match item {
            Item::Page(mut page) => {
                let truncation = page.for_each(|token| {
                    if let Token::StartTag(tag) = token {
                        links += u64::from(tag.is("a") && tag.attribute_value("href").is_some());
                    }
                })?;
                if let Some(truncation) = truncation {
                    eprintln!("{}: {truncation}", page.uri().unwrap_or("?"));
                }
            }
            Item::Gap(gap) => eprintln!("{gap}"),
            _ => {}
        }
    }
    if file.was_changed() {
        eprintln!("the archive was changed while it was read");
    }
    Ok((links, *archive.counts()))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let path = arguments.first().ok_or("name an archive")?;
    let threads = arguments.get(1).map_or(Ok(1), |count| count.parse::<u64>())?.max(1);
    let file = &ArchiveFile::new(path);
    let parts = file.parts(0..u64::MAX, file.len().div_ceil(threads).max(1));
    let (mut links, mut counts) = (0, Counts::default());
    thread::scope(|scope| {
        let threads: Vec<_> = parts.map(|part| scope.spawn(move || count(file, part))).collect();
        for thread in threads {
            let (more, part) = thread.join().expect("no archive makes it panic")?;
            links += more;
            counts += part;
        }
        Ok::<_, tagspan_warc::Error>(())
    })?;
    println!("{} {links}", counts.pages);
    Ok(())
}
