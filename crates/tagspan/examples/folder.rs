//! Counts the links of the pages in a folder, in all threads: `cargo run --example folder -- FOLDER`.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs, thread};

use tagspan::{Token, Tokenizer};

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Result<()> {
    let folder = env::args_os().nth(1).ok_or("name a folder")?;
    println!("{} links", run(folder.as_ref())?);
    Ok(())
}

pub(crate) fn run(folder: &Path) -> Result<usize> {
    let pages: Vec<PathBuf> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    let share = pages.len().div_ceil(thread::available_parallelism()?.get()).max(1);
    thread::scope(|scope| {
        let threads: Vec<_> = pages.chunks(share).map(|pages| scope.spawn(|| links(pages))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no thread panics")).sum()
    })
}

fn links(pages: &[PathBuf]) -> Result<usize> {
    let (mut links, mut tokenizer) = (0, Tokenizer::new());
    for page in pages {
        let page = fs::read(page)?;
        let mut tokens = tokenizer.feed_last(&page);
        while let Some(token) = tokens.next_token()? {
            links += usize::from(
                matches!(token, Token::StartTag(tag) if tag.is("a") && tag.attribute("href").is_some()),
            );
        }
        // The buffers are kept for the next page.
        tokenizer.reset();
    }
    Ok(links)
}
