//! Extraction in every chunking of a page, with the same result.

use tagspan::{Tokenizer, TokenizerBuilder};
use tagspan_extract::{Extractor, ExtractorBuilder, Page};
use testing::chunkings::{chunkings, few_chunkings};

/// The tokenizer of UTF-8.
pub(crate) fn utf8() -> TokenizerBuilder {
    Tokenizer::builder().encoding(tagspan::UTF_8)
}

/// The page of a source, which is the same in every chunking.
#[track_caller]
pub(crate) fn page(html: &str) -> Page {
    page_with(html.as_bytes(), &utf8(), &Extractor::builder())
}

#[track_caller]
pub(crate) fn page_with(html: &[u8], tokenizer: &TokenizerBuilder, extractor: &ExtractorBuilder) -> Page {
    let all = if html.len() < 400 { chunkings(html) } else { few_chunkings(html).to_vec() };
    let mut pages = all.iter().map(|chunks| read(chunks, tokenizer, extractor));
    let first = pages.next().expect("one chunking is the whole source");
    for (page, chunks) in pages.zip(&all[1..]) {
        let parts: Vec<_> = chunks.iter().map(|chunk| String::from_utf8_lossy(chunk)).collect();
        assert_eq!(format!("{page:?}"), format!("{first:?}"), "{parts:?}");
    }
    first
}

/// The page of these chunks.
pub(crate) fn read(chunks: &[&[u8]], tokenizer: &TokenizerBuilder, extractor: &ExtractorBuilder) -> Page {
    let mut tokenizer = tokenizer.clone().build();
    let mut extractor = extractor.clone().build();
    for chunk in chunks {
        extractor.read(tokenizer.feed(chunk)).expect("no limit fails");
    }
    extractor.read(tokenizer.finish()).expect("no limit fails");
    extractor.finish()
}
