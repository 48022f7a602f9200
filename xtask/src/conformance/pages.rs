//! Whole pages, our own and real ones: their tokens partition them, and no chunking changes anything (I1, I3).

use std::fs;

use tagspan::EncodingOptions;
use tagspan::{Error, Tokenizer};
use tagspan_input::sniff;
use testing::checks::source_spans_in;
use testing::corpora;
use testing::trace::Stream;

use crate::parallel::on_all_processors;

/// The sizes of chunks that every page is fed in besides the whole.
const SIZES: [usize; 4] = [1, 7, 1460, 65536];

/// The same for spans in the source, which take longer. In UTF-8, where they are the spans themselves, only the last.
const SOURCE_SIZES: [usize; 3] = [1, 7, 1460];

#[test]
fn pages_partition_in_every_chunking() {
    let mut pages = corpora::own();
    for entry in fs::read_dir(corpora::folder().join("generated")).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_some_and(|extension| extension == "html") {
            pages.push((path.display().to_string(), fs::read(path).expect("the page can be read")));
        }
    }
    // TAGSPAN_PAGES may name their folder.
    pages.extend(corpora::real(usize::MAX));
    on_all_processors(&pages, |(name, page)| check(page).unwrap_or_else(|wrong| panic!("{name}: {wrong}")));
}

fn check(page: &[u8]) -> Result<(), String> {
    let whole = stream(page, page.len().max(1), true)?;
    if whole.raw != page {
        return Err("the tokens are not the page".to_owned());
    }
    let silent = whole.without_errors();
    stream(page, page.len().max(1), false)?.same_as(&silent)?;
    for size in SIZES {
        let context = |wrong| format!("chunks of {size}: {wrong}");
        stream(page, size, true)?.same_as(&whole).map_err(context)?;
        stream(page, size, false)?.same_as(&silent).map_err(context)?;
    }
    // In whatever encoding a browser finds.
    let encoding = EncodingOptions::new();
    let is_utf8 = sniff(page, &encoding).encoding().name() == "UTF-8";
    source_spans_in(page, &encoding, if is_utf8 { &SOURCE_SIZES[2..] } else { &SOURCE_SIZES }).map(drop)
}

fn stream(page: &[u8], size: usize, errors: bool) -> Result<Stream, String> {
    let context = |error: Error| error.to_string();
    let mut tokenizer = Tokenizer::builder().utf8().parse_errors(errors).build();
    let mut stream = Stream::new();
    for chunk in page.chunks(size) {
        let mut tokens = tokenizer.feed(chunk);
        while let Some(token) = tokens.next_token().map_err(context)? {
            stream.push(token)?;
        }
    }
    let mut tokens = tokenizer.finish();
    while let Some(token) = tokens.next_token().map_err(context)? {
        stream.push(token)?;
    }
    Ok(stream)
}
