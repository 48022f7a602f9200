//! Every adapter over every page, cut at random.

use std::collections::BTreeSet;

use bytes::Bytes;
use futures::StreamExt;
use tagspan::{
    AsyncReadTokens, BodyTokens, ChunkTokens, LimitAction, Limits, OwnedToken, ReadTokens, Token,
    TokenDecoder, Tokenizer, TokenizerBuilder,
};
use testing::corpora;
use tokio_util::codec::FramedRead;

use super::sources::{Source, impatient};
use testing::rng::Rng;

use super::support::{Seen, cut, encoded, whole};

/// The adapters that read a page in chunks.
type Way = fn(Tokenizer, &[&[u8]], &mut Rng<'_>) -> Seen;

const WAYS: [(&str, Way); 8] = [
    ("feed", feed),
    ("feed_bytes", feed_bytes),
    ("feed_bytes, left", feed_bytes_and_leave),
    ("read", read),
    ("chunks", chunks),
    ("tokio", tokio),
    ("futures", futures),
    ("codec", codec),
];

fn feed(mut tokenizer: Tokenizer, chunks: &[&[u8]], _: &mut Rng<'_>) -> Seen {
    let mut seen = Seen::default();
    for chunk in chunks {
        tokenizer.feed(chunk).for_each(|token| seen.push(token)).unwrap();
    }
    tokenizer.finish().for_each(|token| seen.push(token)).unwrap();
    seen
}

/// The kept tokens, once everything else is dropped.
fn seen(kept: Vec<OwnedToken<Bytes>>) -> Seen {
    let mut seen = Seen::default();
    kept.iter().for_each(|token| seen.push(token.as_token()));
    seen
}

fn feed_bytes(mut tokenizer: Tokenizer, chunks: &[&[u8]], rng: &mut Rng<'_>) -> Seen {
    let mut kept = Vec::new();
    // Some are kept, and some only seen: these are copied.
    let copy = |token: Token<'_>| {
        let bytes = Bytes::copy_from_slice(token.raw());
        OwnedToken::new(token, bytes)
    };
    for chunk in chunks.iter().map(Some).chain([None]) {
        let mut tokens = match chunk {
            Some(chunk) => tokenizer.feed_bytes(Bytes::copy_from_slice(chunk)),
            None => tokenizer.feed_last_bytes(Bytes::new()),
        };
        while let Some(token) = tokens.next_token().unwrap() {
            let copy = copy(token);
            kept.push(if rng.below(3) == 0 { copy } else { tokens.keep().unwrap() });
        }
    }
    drop(tokenizer);
    seen(kept)
}

fn feed_bytes_and_leave(mut tokenizer: Tokenizer, chunks: &[&[u8]], rng: &mut Rng<'_>) -> Seen {
    let mut kept = Vec::new();
    // In the order in which they are taken from the end.
    let chunks = chunks.iter().rev().map(|chunk| Bytes::copy_from_slice(chunk));
    let mut chunks: Vec<Bytes> = [Bytes::new()].into_iter().chain(chunks).collect();
    while let Some(chunk) = chunks.pop() {
        let is_last = chunks.is_empty();
        let mut tokens = if is_last { tokenizer.feed_last_bytes(chunk) } else { tokenizer.feed_bytes(chunk) };
        while tokens.advance().unwrap() {
            kept.push(tokens.keep().unwrap());
            if rng.below(50) == 0 {
                chunks.push(tokens.into_remaining());
                break;
            }
        }
    }
    seen(kept)
}

fn size(rng: &mut Rng<'_>) -> usize {
    [1000, 4096, 65536][rng.below(3)]
}

fn read(tokenizer: Tokenizer, chunks: &[&[u8]], rng: &mut Rng<'_>) -> Seen {
    let mut seen = Seen::default();
    let mut tokens = ReadTokens::with_tokenizer(Source::of_chunks(chunks), tokenizer).buffer_size(size(rng));
    while let Some(token) = tokens.next_token().unwrap() {
        seen.push(token);
    }
    seen
}

fn chunks(tokenizer: Tokenizer, chunks: &[&[u8]], _: &mut Rng<'_>) -> Seen {
    let mut seen = Seen::default();
    let mut tokens = ChunkTokens::with_tokenizer(chunks, tokenizer);
    while let Some(token) = tokens.next_token().unwrap() {
        seen.push(token);
    }
    seen
}

fn tokio(tokenizer: Tokenizer, chunks: &[&[u8]], rng: &mut Rng<'_>) -> Seen {
    let mut seen = Seen::default();
    let source = Source::of_chunks(chunks).slow(rng.below(1 << 30) as u64);
    let mut tokens = AsyncReadTokens::with_tokenizer(source, tokenizer).buffer_size(size(rng));
    loop {
        match impatient(tokens.next_token(), rng) {
            None => {}
            Some(Ok(None)) => return seen,
            Some(token) => seen.push(token.unwrap().unwrap()),
        }
    }
}

fn futures(tokenizer: Tokenizer, chunks: &[&[u8]], rng: &mut Rng<'_>) -> Seen {
    let mut kept = Vec::new();
    let source = Source::of_chunks(chunks).slow(rng.below(1 << 30) as u64);
    let mut tokens = BodyTokens::with_tokenizer(source, tokenizer);
    loop {
        match impatient(tokens.advance(), rng) {
            None => {}
            Some(Ok(false)) => return seen(kept),
            Some(advanced) => {
                assert!(advanced.unwrap());
                kept.push(tokens.keep().unwrap());
            }
        }
    }
}

fn codec(tokenizer: Tokenizer, chunks: &[&[u8]], rng: &mut Rng<'_>) -> Seen {
    let mut kept = Vec::new();
    let source = Source::of_chunks(chunks).slow(rng.below(1 << 30) as u64);
    let mut tokens = FramedRead::with_capacity(source, TokenDecoder::with_tokenizer(tokenizer), size(rng));
    loop {
        match impatient(tokens.next(), rng) {
            None => {}
            Some(None) => return seen(kept),
            // Some tokens are dropped, so that memory is used again.
            Some(token) => kept.push(token.unwrap().unwrap()),
        }
    }
}

fn check(name: &str, page: &[u8], builder: &TokenizerBuilder, rng: &mut Rng<'_>) -> &'static str {
    let mut tokenizer = builder.clone().build();
    tokenizer.feed_last(page).for_each(|_| ()).unwrap();
    let expected = whole(builder.clone().build(), page);
    for (way, take) in WAYS {
        let chunks = cut(rng, page);
        take(builder.clone().build(), &chunks, rng).assert_same(&expected, &format!("{name}, {way}"));
    }
    tokenizer.encoding_decision().unwrap().encoding().name()
}

#[test]
fn pages_of_many_encodings() {
    let mut rng = Rng::of_seed(0, 1);
    for label in ["utf-8", "windows-1251", "shift_jis", "gb18030", "iso-2022-jp", "utf-16le", "utf-16be"] {
        let page = encoded(label);
        for (errors, known) in [(false, true), (true, false)] {
            let mut builder = Tokenizer::builder().parse_errors(errors).source_offsets(errors);
            if known {
                builder = builder.charset(label).unwrap();
            }
            for _ in 0..30 {
                check(label, &page, &builder, &mut rng);
            }
        }
    }
    for (name, page) in corpora::own() {
        for _ in 0..3 {
            check(&name, &page, &Tokenizer::builder(), &mut rng);
        }
    }
}

/// Every other of the real pages, so that two tests share them.
fn real_pages(odd: usize) {
    let pages = corpora::real(usize::MAX);
    if pages.is_empty() {
        eprintln!("no real pages: TAGSPAN_PAGES names no folder of them");
        return;
    }
    let mut rng = Rng::of_seed(0, 2 + odd as u64);
    let (mut encodings, mut utf_8) = (BTreeSet::new(), 0);
    for (at, (name, page)) in pages.iter().enumerate().filter(|(at, _)| at % 2 == odd) {
        let errors = at % 5 == 0;
        let mut builder =
            Tokenizer::builder().parse_errors(errors).limits(Limits::all(1 << 24, LimitAction::Fail));
        let is_utf_8 = std::str::from_utf8(page).is_ok();
        if is_utf_8 {
            builder = builder.charset("utf-8").unwrap();
        }
        encodings.insert(check(name, page, &builder, &mut rng));
        if is_utf_8 && !errors && !page.starts_with("\u{FEFF}".as_bytes()) {
            let mut seen = Seen::default();
            tagspan::tokenize(page).for_each(|token| seen.push(token)).unwrap();
            seen.assert_same(&whole(builder.build(), page), name);
            utf_8 += 1;
        }
    }
    eprintln!("{} real pages, {utf_8} also as UTF-8 alone, {encodings:?}", pages.len().div_ceil(2));
    assert!(utf_8 > 0 && encodings.len() > 1, "{encodings:?}");
}

#[test]
fn real_pages_even() {
    real_pages(0);
}

#[test]
fn real_pages_odd() {
    real_pages(1);
}
