//! Allocations and sizes of cursors over shared chunks and of adapters.

use std::fs;
use std::hint::black_box;
use std::io::{self, Read};
use std::path::PathBuf;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use allocation_counter::measure;
use bytes::{Bytes, BytesMut};
use tagspan::{
    AsyncReadTokens, BodyTokens, ChunkTokens, Encoding, LimitAction, OwnedToken, ReadTokens, Token,
    TokenDecoder, Tokenizer, Tokens,
};
use tokio::io::{AsyncRead, ReadBuf};
use tokio_util::codec::Decoder;

fn pages() -> Vec<(&'static str, Bytes)> {
    let corpora = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../corpora");
    let page = |name| (name, fs::read(corpora.join(name)).expect("the page is there").into());
    vec![page("article.html"), page("app.html"), page("soup.html")]
}

/// The page in shared chunks. Their memory counts who shares it from now on.
fn chunks(page: &Bytes, size: usize) -> Vec<Bytes> {
    (0..page.len()).step_by(size).map(|start| page.slice(start..page.len().min(start + size))).collect()
}

fn touch(token: Token<'_>) {
    match token {
        Token::StartTag(tag) => _ = black_box(tag.attribute("href").map(|href| href.raw_value())),
        other => _ = black_box(other.raw()),
    }
}

/// Takes the tokens of the chunks, keeps some, and counts all.
fn take(tokenizer: &mut Tokenizer, chunks: &[Bytes], mut keep: impl FnMut(&mut Tokens<'_, Bytes>)) -> usize {
    tokenizer.reset();
    let mut count = 0;
    for chunk in chunks {
        let mut tokens = tokenizer.feed_bytes(chunk.clone());
        while let Some(token) = tokens.next_token().unwrap() {
            touch(token);
            count += 1;
            keep(&mut tokens);
        }
    }
    let mut tokens = tokenizer.feed_last_bytes(Bytes::new());
    while tokens.advance().unwrap() {
        count += 1;
        keep(&mut tokens);
    }
    count
}

fn utf_8() -> Tokenizer {
    Tokenizer::builder().charset("utf-8").unwrap().build()
}

#[test]
fn nothing_is_allocated_for_tokens_that_are_not_kept() {
    for label in ["utf-8", "windows-1252"] {
        for (name, page) in pages() {
            for size in [1 << 20, 1460, 7] {
                let chunks = chunks(&page, size);
                let mut tokenizer = Tokenizer::builder().charset(label).unwrap().build();
                let warm = take(&mut tokenizer, &chunks, |_| ());
                let mut count = 0;
                let info = measure(|| count = take(&mut tokenizer, &chunks, |_| ()));
                assert_eq!(count, warm);
                assert!(count > 50, "{name}: {count}");
                assert_eq!(info.count_total, 0, "{name}, {label}, chunks of {size}: {info:?}");
            }
        }
    }
}

/// The allocation for the ranges of a token's parts.
fn of_parts(token: Token<'_>) -> u64 {
    match token {
        Token::StartTag(tag) | Token::EndTag(tag) => u64::from(tag.attributes_as_written().len() > 0),
        Token::Doctype(_) => 1,
        _ => 0,
    }
}

/// A slice of a chunk costs what its parts cost and no byte is copied. One that straddles takes three more at most: its
/// memory, that memory grown once, and the count of who shares it.
#[test]
fn tokens_that_are_kept_share_their_chunk() {
    let mut all_straddling = 0;
    for (name, page) in pages() {
        for size in [1 << 20, 1460, 700] {
            let chunks = chunks(&page, size);
            let mut tokenizer = utf_8();
            let warm = take(&mut tokenizer, &chunks, |_| ());
            let mut kept: Vec<OwnedToken<Bytes>> = Vec::with_capacity(warm);
            let info = measure(|| _ = take(&mut tokenizer, &chunks, |tokens| kept.extend(tokens.keep())));
            assert_eq!(kept.len(), warm, "{name}");

            let memory = page.as_ptr_range();
            let is_slice = |token: &&OwnedToken<Bytes>| memory.contains(&token.raw().as_ptr());
            let straddling = kept.iter().filter(|token| !is_slice(token)).count();
            assert!(straddling <= chunks.len(), "{name}: {straddling} of {}", kept.len());
            all_straddling += straddling;
            let parts: u64 = kept.iter().map(|token| of_parts(token.as_token())).sum();
            let most = parts + 3 * straddling as u64;
            assert!((parts..=most).contains(&info.count_total), "{name}, {size}: {most}, {info:?}");
        }
    }
    assert!(all_straddling > 10, "{all_straddling}");
}

/// However long it is: what is allocated is the count of who shares its memory.
#[test]
fn a_token_that_straddles_is_not_copied() {
    let comment = [&b"<!--"[..], &b"-a".repeat(50_000), b"-->"].concat();
    let mut tokenizer = utf_8();
    let mut kept = None;
    for chunk in comment.chunks(60_000) {
        let mut tokens = tokenizer.feed_bytes(Bytes::copy_from_slice(chunk));
        if tokens.advance().unwrap() {
            let info = measure(|| kept = tokens.keep());
            assert!(info.bytes_total < 100, "{info:?}");
        }
    }
    assert_eq!(kept.unwrap().raw(), comment);
}

/// A chunk begins to count who shares it with the first token that is kept.
#[test]
fn a_chunk_that_nobody_shares_yet() {
    let mut tokenizer = utf_8();
    let chunk = [Bytes::from(b"<p>text</p><p>text".to_vec())];
    let mut kept: Vec<OwnedToken<Bytes>> = Vec::with_capacity(8);
    take(&mut tokenizer, &[Bytes::from_static(b"<p>text")], |_| ());
    let info = measure(|| _ = take(&mut tokenizer, &chunk, |tokens| kept.extend(tokens.keep())));
    assert_eq!((kept.len(), info.count_total), (5, 1), "{info:?}");
}

/// Decoded tokens are copied, each separately.
#[test]
fn tokens_that_are_kept_of_other_encodings() {
    let page = "<!DOCTYPE html><p class=a>Привет<br>мир</p><!-- да -->".repeat(100);
    let page: Bytes = Encoding::for_label(b"windows-1251").unwrap().encode(&page).0.into_owned().into();
    let mut tokenizer = Tokenizer::builder().charset("windows-1251").unwrap().build();
    let warm = take(&mut tokenizer, std::slice::from_ref(&page), |_| ());
    let mut kept: Vec<OwnedToken<Bytes>> = Vec::with_capacity(warm);
    let chunks = [page];
    let info = measure(|| _ = take(&mut tokenizer, &chunks, |tokens| kept.extend(tokens.keep())));
    let each: u64 = kept.iter().map(|token| 1 + of_parts(token.as_token())).sum();
    assert!((each..each + 10).contains(&info.count_total), "{each} {info:?}");
}

/// The copy that everybody can make.
#[test]
fn owned_tokens() {
    for (html, expected) in [
        ("text", 1),
        ("<p>", 1),
        ("<p a>", 2),
        ("<p a b c=d e f g h i j k l m n o p q r s t>", 2),
        ("</p>", 1),
        ("<!--note-->", 1),
        ("<!DOCTYPE html>", 2),
    ] {
        let mut tokens = tagspan::tokenize(html);
        let token = tokens.next_token().unwrap().unwrap();
        let mut owned = None;
        let info = measure(|| owned = Some(token.into_owned()));
        assert_eq!(owned.unwrap().as_token(), token);
        assert_eq!(info.count_total, expected, "{html}");
    }
}

/// A clone shares the bytes, and where the attributes lie in them.
#[test]
fn clones_of_kept_tokens_allocate_nothing() {
    let page = Bytes::from_static(b"<!DOCTYPE html><p a=1 b=2>text</p><!--note--></>");
    let mut tokenizer = utf_8();
    let mut kept: Vec<OwnedToken<Bytes>> = Vec::new();
    take(&mut tokenizer, &[page], |tokens| kept.extend(tokens.keep()));
    assert_eq!(kept.len(), 6);
    for token in kept {
        let info = measure(|| assert!(black_box(token.clone()) == token));
        assert_eq!(info.count_total, 0, "{token:?}");
    }
}

/// The page again and again.
struct Endless(Bytes, usize);

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(self.0.len() - self.1).min(1460);
        buffer[..length].copy_from_slice(&self.0[self.1..self.1 + length]);
        self.1 = (self.1 + length) % self.0.len();
        Ok(length)
    }
}

impl AsyncRead for Endless {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let length = self.read(buffer.initialize_unfilled())?;
        buffer.advance(length);
        Poll::Ready(Ok(()))
    }
}

impl Iterator for Endless {
    type Item = Bytes;

    fn next(&mut self) -> Option<Bytes> {
        let (start, end) = (self.1, self.0.len().min(self.1 + 1460));
        self.1 = end % self.0.len();
        Some(self.0.slice(start..end))
    }
}

impl futures::Stream for Endless {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        Poll::Ready(self.next().map(Ok))
    }
}

/// The steady state of an adapter: what so many tokens allocate after as many others.
fn steady(what: &str, mut step: impl FnMut()) {
    const TOKENS: usize = 20_000;
    (0..TOKENS).for_each(|_| step());
    let info = measure(|| (0..TOKENS).for_each(|_| step()));
    assert_eq!(info.count_total, 0, "{what}: {info:?}");
}

#[test]
fn adapters_allocate_nothing_per_chunk_or_token() {
    let mut context = Context::from_waker(Waker::noop());
    for (name, page) in pages() {
        drop(page.clone());
        let source = || Endless(page.clone(), 0);
        let mut tokens = ReadTokens::with_tokenizer(source(), utf_8());
        steady(name, || touch(tokens.next_token().unwrap().unwrap()));
        let mut tokens = ChunkTokens::with_tokenizer(source(), utf_8());
        steady(name, || touch(tokens.next_token().unwrap().unwrap()));
        let mut tokens = AsyncReadTokens::with_tokenizer(source(), utf_8());
        steady(name, || {
            assert!(matches!(tokens.poll_advance(&mut context), Poll::Ready(Ok(true))));
            touch(tokens.token().unwrap());
        });
        let mut tokens = BodyTokens::with_tokenizer(source(), utf_8());
        steady(name, || {
            assert!(matches!(tokens.poll_advance(&mut context), Poll::Ready(Ok(true))));
            touch(tokens.token().unwrap());
        });
    }
    // The frames of a decoder are kept tokens: without attributes they take nothing, if they are let go.
    let page = b"<p>text</p>\n".repeat(100);
    let (mut decoder, mut buffer) =
        (TokenDecoder::with_tokenizer(utf_8()), BytesMut::with_capacity(8 * 1024));
    steady("codec", || {
        loop {
            match decoder.decode(&mut buffer).unwrap() {
                Some(token) => return touch(token.as_token()),
                None => buffer.extend_from_slice(&page),
            }
        }
    });
}

/// An adapter allocates the tokenizer at first, and its buffer at the first read.
#[test]
fn memory_of_an_adapter_at_its_start() {
    let boxed = size_of::<Tokenizer>() as u64;
    let sizes = [(None, 64 << 10), (Some(100), 100), (Some(0), 1), (Some(usize::MAX), 16 << 20)];
    for (bytes, size) in sizes {
        let tokenizer = utf_8();
        let blocking = measure(|| {
            let mut tokens = ReadTokens::with_tokenizer(io::empty(), tokenizer);
            if let Some(bytes) = bytes {
                tokens = tokens.buffer_size(bytes);
            }
            assert!(!tokens.advance().unwrap());
            drop(black_box(tokens));
        });
        let tokenizer = utf_8();
        let waiting = measure(|| {
            let mut tokens = AsyncReadTokens::with_tokenizer(&b""[..], tokenizer);
            if let Some(bytes) = bytes {
                tokens = tokens.buffer_size(bytes);
            }
            let mut context = Context::from_waker(Waker::noop());
            assert!(matches!(tokens.poll_advance(&mut context), Poll::Ready(Ok(false))));
            drop(black_box(tokens));
        });
        for info in [blocking, waiting] {
            assert_eq!((info.count_total, info.bytes_max), (2, size + boxed));
        }
    }
    let tokenizer = utf_8();
    let info = measure(|| drop(black_box(ReadTokens::with_tokenizer(io::empty(), tokenizer))));
    assert_eq!((info.count_total, info.bytes_max), (1, boxed));
}

/// A chunk is dropped before the iterator is asked for the next.
#[test]
fn one_chunk_of_an_iterator_at_a_time() {
    const CHUNK: usize = 100 << 10;
    let info = measure(|| {
        let chunks = (0..10).map(|_| [b"<p>".as_slice(), &[b'x'; CHUNK]].concat());
        let mut tokens = ChunkTokens::with_tokenizer(chunks, utf_8());
        while tokens.advance().unwrap() {}
    });
    assert!(info.bytes_max < (CHUNK + CHUNK / 2) as u64, "{info:?}");
}

/// Once a stream reads no more, an adapter holds no more than what it had read by then.
#[test]
fn memory_after_a_limit_of_bytes() {
    const CHUNK: usize = 8 << 10;
    let limited = |most| {
        Tokenizer::builder()
            .charset("utf-8")
            .unwrap()
            .limits(tagspan::Limits::new().max_bytes(most, LimitAction::Truncate))
            .build()
    };
    for most in [0, 5, 1000] {
        let info = measure(|| {
            let mut decoder = TokenDecoder::with_tokenizer(limited(most));
            let mut buffer = BytesMut::with_capacity(CHUNK);
            // A framed reader that reads 64 MiB.
            for _ in 0..8192 {
                buffer.extend_from_slice(&[b'x'; CHUNK]);
                while decoder.decode(&mut buffer).unwrap().is_some() {}
                assert!(buffer.is_empty(), "{} bytes wait after {most}", buffer.len());
            }
            let (tokenizer, rest) = decoder.into_parts();
            assert!(tokenizer.is_full());
            assert_eq!(rest.len(), CHUNK - most as usize, "what came with the last byte that is read");
        });
        assert!(info.bytes_max < 5 * CHUNK as u64, "{} bytes after {most}", info.bytes_max);
    }
}

/// Bytes that were read and not tokenized are not lost.
#[test]
fn the_rest_of_a_stream_that_is_full() {
    let source = b"<p>abc<b></b>more and more";
    for most in [0, 4, 10] {
        let tokenizer = Tokenizer::builder()
            .charset("utf-8")
            .unwrap()
            .limits(tagspan::Limits::new().max_bytes(most, LimitAction::Truncate))
            .build();
        let mut tokens = ReadTokens::with_tokenizer(&source[..], tokenizer);
        while tokens.advance().unwrap() {}
        let (tokenizer, _, rest) = tokens.into_parts();
        assert!(tokenizer.is_full());
        assert_eq!(rest, source[most as usize..]);
    }
}

/// Sizes that should grow on purpose only.
#[test]
fn sizes() {
    // Of 64-bit machines, as the documentation of `Tokenizer` says.
    assert!(size_of::<Tokenizer>() <= 1856, "{}", size_of::<Tokenizer>());
    assert!(size_of::<Tokens<'_, &[u8]>>() <= 72, "{}", size_of::<Tokens<'_, &[u8]>>());
    assert!(size_of::<Tokens<'_, Bytes>>() <= 80, "{}", size_of::<Tokens<'_, Bytes>>());
    assert_eq!(size_of::<OwnedToken<Bytes>>(), 72);
    assert!(size_of::<ReadTokens<std::io::Empty>>() <= 128, "{}", size_of::<ReadTokens<std::io::Empty>>());
    assert!(
        size_of::<ChunkTokens<std::iter::Empty<Bytes>>>() <= 136,
        "{}",
        size_of::<ChunkTokens<std::iter::Empty<Bytes>>>()
    );
    assert!(size_of::<TokenDecoder>() <= 128, "{}", size_of::<TokenDecoder>());
}
