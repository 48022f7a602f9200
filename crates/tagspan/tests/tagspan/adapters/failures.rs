//! Failures: sources that fail or are truncated, constructs over their limits, restarted documents.

use std::io::ErrorKind::{ConnectionReset, Interrupted, InvalidData, Other, TimedOut, WouldBlock};

use bytes::BytesMut;
use futures::StreamExt;
use futures::executor::block_on;
use tagspan::{
    AsyncReadTokens, BodyTokens, ChunkTokens, LateDeclarations, LimitAction, Limits, ReadError, ReadTokens,
    Token, TokenDecoder, Tokenizer, TokenizerBuilder,
};
use tokio_util::codec::{Decoder, FramedRead};

use super::sources::{Act, Source};
use super::support::{Seen, whole};

/// A step that an adapter gave, as a word.
fn word(result: Result<Option<Token<'_>>, ReadError>) -> String {
    match result {
        Ok(Some(token)) if token.is_truncated() => format!("{}…", token.raw().escape_ascii()),
        Ok(Some(token)) => token.raw().escape_ascii().to_string(),
        Ok(None) => "END".to_owned(),
        Err(ReadError::Read(error)) => format!("{:?}", error.kind()),
        Err(ReadError::Token(error)) => error.kind().as_str().to_owned(),
    }
}

/// The calls on an adapter.
trait Steps {
    fn step(&mut self) -> String;
    fn finish_truncated(&mut self);
}

impl Steps for ReadTokens<Source> {
    fn step(&mut self) -> String {
        word(self.next_token())
    }

    fn finish_truncated(&mut self) {
        ReadTokens::finish_truncated(self);
    }
}

impl Steps for AsyncReadTokens<Source> {
    fn step(&mut self) -> String {
        word(block_on(self.next_token()))
    }

    fn finish_truncated(&mut self) {
        AsyncReadTokens::finish_truncated(self);
    }
}

impl Steps for BodyTokens<Source> {
    fn step(&mut self) -> String {
        word(block_on(self.next_token()))
    }

    fn finish_truncated(&mut self) {
        BodyTokens::finish_truncated(self);
    }
}

impl Steps for ChunkTokens<Source, ReadError> {
    fn step(&mut self) -> String {
        word(self.next_token())
    }

    fn finish_truncated(&mut self) {
        ChunkTokens::finish_truncated(self);
    }
}

fn utf_8() -> TokenizerBuilder {
    Tokenizer::builder().charset("utf-8").unwrap()
}

const ADAPTERS: [&str; 4] = ["read", "tokio", "futures", "chunks"];

fn adapter(name: &str, tokenizer: Tokenizer, source: Source) -> Box<dyn Steps> {
    match name {
        "read" => Box::new(ReadTokens::with_tokenizer(source, tokenizer)),
        "tokio" => Box::new(AsyncReadTokens::with_tokenizer(source.slow(3), tokenizer)),
        "futures" => Box::new(BodyTokens::with_tokenizer(source.slow(3), tokenizer)),
        _ => Box::new(ChunkTokens::with_tokenizer(source, tokenizer)),
    }
}

/// (script, what comes, of which adapters if not of all)
#[test]
fn sources_that_fail() {
    let give = |text: &str| Act::Give(text.as_bytes().to_vec());
    type Case<'a> = (Vec<Act>, &'a [&'a str], &'a [&'a str]);
    let cases: Vec<Case<'_>> = vec![
        // It fails and continues.
        (
            vec![give("<p>te"), Act::Fail(ConnectionReset), give("xt<a"), Act::Fail(TimedOut), give(">")],
            &["<p>", "te", "ConnectionReset", "xt", "TimedOut", "<a>", "END", "END"],
            &ADAPTERS,
        ),
        // It is not asked again once it has ended.
        (vec![give("<p>a&am"), Act::End, Act::Gone], &["<p>", "a", "&am", "END", "END"], &ADAPTERS),
        // The source is aborted: its end comes right after a failure.
        (
            vec![give("a<p>b<i"), Act::Fail(ConnectionReset), Act::End, Act::Gone],
            &["a", "<p>", "b", "ConnectionReset", "<i…", "END", "FINISH", "END"],
            &ADAPTERS,
        ),
        // It is finished between its failure and its end, in the middle of a chunk, and before anything was read.
        (
            vec![give("a<i"), Act::Fail(ConnectionReset), Act::Gone],
            &["a", "ConnectionReset", "FINISH", "<i…", "END"],
            &ADAPTERS,
        ),
        (vec![give("a<p>b&lt"), Act::Gone], &["a", "FINISH", "<p>", "b", "&lt", "…", "END"], &ADAPTERS),
        (vec![Act::Gone], &["FINISH", "…", "END"], &ADAPTERS),
        (vec![Act::End, Act::Gone], &["END", "END", "FINISH", "END"], &ADAPTERS),
        // A reader that has nothing yet, or nothing more in time, may well come to its end.
        (
            vec![give("a<i"), Act::Fail(WouldBlock), Act::Fail(TimedOut), Act::End, Act::Gone],
            &["a", "WouldBlock", "TimedOut", "<i", "END"],
            &["read", "tokio"],
        ),
        (vec![give("a"), Act::Fail(Interrupted), give("b")], &["a", "b", "END"], &["read", "tokio"]),
        // A body may have empty chunks, and others after them.
        (
            vec![give(""), give("a"), give(""), give("<p>"), give("")],
            &["a", "<p>", "END"],
            &["futures", "chunks"],
        ),
    ];
    for (script, expected, adapters) in cases {
        for name in adapters {
            let script = script.iter().map(|act| match act {
                Act::Give(chunk) => Act::Give(chunk.clone()),
                Act::Fail(kind) => Act::Fail(*kind),
                Act::End => Act::End,
                Act::Gone => Act::Gone,
            });
            let what = format!("{name}: {:?}", script.clone().collect::<Vec<_>>());
            let mut tokens = adapter(name, utf_8().build(), Source::new(script));
            for &expected in expected {
                match expected {
                    "FINISH" => tokens.finish_truncated(),
                    _ => assert_eq!(tokens.step(), expected, "{what}"),
                }
            }
        }
    }
}

#[test]
fn an_error_of_the_tokenizer_stays() {
    let script = || [Act::Give(b"ab<p><long>c".to_vec()), Act::Gone];
    for name in ADAPTERS {
        let mut tokens =
            adapter(name, utf_8().limits(Limits::all(4, LimitAction::Fail)).build(), Source::new(script()));
        for expected in ["ab", "<p>", "limit-exceeded", "limit-exceeded", "limit-exceeded"] {
            assert_eq!(tokens.step(), expected, "{name}");
        }
    }
    // What was not returned is there.
    let mut tokens = ReadTokens::with_tokenizer(
        Source::new(script()),
        utf_8().limits(Limits::all(4, LimitAction::Fail)).build(),
    );
    while tokens.advance().is_ok() {}
    assert!(tokens.token().is_none());
    let (tokenizer, _, rest) = tokens.into_parts();
    assert_eq!([tokenizer.pending_bytes().0, &rest].concat(), b"<long>c");
}

/// A stream that cannot take what comes says so, and is given back with it.
#[test]
fn streams_that_are_not_ready() {
    let mut ended = utf_8().build();
    ended.feed_last(b"a").for_each(|_| ()).unwrap();
    let mut left = utf_8().build();
    assert!(left.feed(b"<p>text").advance().unwrap());
    for (tokenizer, expected) in [(ended, "fed-after-end"), (left, "chunk-not-taken")] {
        let mut tokens = ReadTokens::with_tokenizer(Source::new([Act::Give(b"b".to_vec())]), tokenizer);
        assert_eq!([tokens.step(), tokens.step()], [expected, expected]);
    }
    // One that has read a part of the document continues.
    let mut begun = utf_8().build();
    begun.feed(b"<p titl").for_each(|_| ()).unwrap();
    let mut tokens = ReadTokens::with_tokenizer(Source::new([Act::Give(b"e=a>".to_vec())]), begun);
    assert_eq!([tokens.step(), tokens.step()], ["<p title=a>", "END"]);
}

/// A document whose declaration comes after so many bytes.
fn late(bytes: usize) -> Vec<u8> {
    [b"<p>\xC1<!--", &b"-".repeat(bytes)[..], b"--><meta charset=koi8-r>\xC1<i"].concat()
}

fn following() -> Tokenizer {
    Tokenizer::builder().late_declarations(LateDeclarations::Follow).build()
}

fn is_restart(error: &ReadError, anew: bool) -> bool {
    let kind = tagspan::ErrorKind::Restart { feed_again: anew };
    matches!(error, ReadError::Token(error) if error.kind() == kind)
}

/// Within the replay limit every adapter continues with the first token.
#[test]
fn documents_that_begin_anew() {
    let page = late(5000);
    let expected = whole(Tokenizer::builder().charset("koi8-r").unwrap().build(), &page);
    for size in [700, 100_000] {
        let source = || Source::of_chunks(&page.chunks(size).collect::<Vec<_>>());
        let mut restarts = Vec::new();

        let (mut seen, mut tokens) = (Seen::default(), ReadTokens::with_tokenizer(source(), following()));
        loop {
            match tokens.next_token() {
                Ok(None) => break,
                Ok(Some(token)) => seen.push(token),
                Err(error) => {
                    restarts.push(error);
                    seen = Seen::default();
                }
            }
        }
        seen.assert_same(&expected, "read");

        let (mut seen, mut tokens) =
            (Seen::default(), AsyncReadTokens::with_tokenizer(source(), following()));
        loop {
            match block_on(tokens.next_token()) {
                Ok(None) => break,
                Ok(Some(token)) => seen.push(token),
                Err(error) => {
                    restarts.push(error);
                    seen = Seen::default();
                }
            }
        }
        seen.assert_same(&expected, "tokio");

        let (mut seen, mut tokens) = (Seen::default(), BodyTokens::with_tokenizer(source(), following()));
        loop {
            match block_on(tokens.advance()) {
                Ok(false) => break,
                Ok(true) => seen.push(tokens.keep().unwrap().as_token()),
                Err(error) => {
                    restarts.push(error);
                    seen = Seen::default();
                }
            }
        }
        seen.assert_same(&expected, "futures");

        // It ends after an error, and continues.
        let mut tokens = FramedRead::new(source(), TokenDecoder::with_tokenizer(following()));
        let (mut seen, mut ends) = (Seen::default(), 0);
        while ends < 2 {
            match block_on(tokens.next()) {
                None => ends += 1,
                Some(Ok(token)) => seen.push(token.as_token()),
                Some(Err(error)) => {
                    restarts.push(error);
                    seen = Seen::default();
                }
            }
        }
        seen.assert_same(&expected, "codec");

        assert_eq!(restarts.len(), 4);
        assert!(restarts.iter().all(|error| is_restart(error, false)), "{restarts:?}");
    }
}

/// `FramedRead` does not call a decoder again after an error at the end, where a short document is read. The decoder has the
/// tokens.
#[test]
fn documents_that_begin_anew_at_the_end() {
    let begin = "<title><!--</title>é<meta charset=utf-8><p>text".as_bytes();
    for (bytes, is_at_end) in [(0, true), (900, true), (2000, false), (20_000, false)] {
        let page = [begin, &b"x".repeat(bytes)].concat();
        let expected = whole(utf_8().build(), &page);
        for size in [1, 700, 100_000] {
            let case = format!("{} bytes in chunks of {size}", page.len());
            let source = Source::of_chunks(&page.chunks(size).collect::<Vec<_>>());
            let mut tokens = FramedRead::new(source, TokenDecoder::with_tokenizer(following()));
            let (mut seen, mut restarts, mut of_decoder) = (Seen::default(), 0, 0);
            loop {
                let token = match block_on(tokens.next()) {
                    Some(token) => token.map(Some),
                    None => {
                        of_decoder += 1;
                        tokens.decoder_mut().decode_eof(&mut BytesMut::new())
                    }
                };
                match token {
                    Ok(Some(token)) => seen.push(token.as_token()),
                    Ok(None) => break,
                    Err(error) => {
                        assert!(is_restart(&error, false), "{case}: {error}");
                        assert!(block_on(tokens.next()).is_none(), "{case}");
                        restarts += 1;
                        seen = Seen::default();
                    }
                }
            }
            seen.assert_same(&expected, &case);
            assert_eq!((restarts, of_decoder > 1), (1, is_at_end), "{case}");
        }
    }
}

/// Beyond it, the error stays: the source would have to be read again.
#[test]
fn documents_that_would_have_to_be_fed_again() {
    let page = late(100_000);
    let expected = whole(Tokenizer::builder().charset("koi8-r").unwrap().build(), &page);
    let source = || Source::of_chunks(&[&page]);
    for name in ADAPTERS {
        let mut tokens = adapter(name, following(), source());
        let steps: Vec<String> = (0..6).map(|_| tokens.step()).collect();
        assert_eq!(steps[3..], ["restart", "restart", "restart"], "{name}");
        tokens.finish_truncated();
        assert_eq!(tokens.step(), "restart", "{name}");
    }

    let mut tokens = ReadTokens::with_tokenizer(source(), following());
    let error = loop {
        if let Err(error) = tokens.advance() {
            break error;
        }
    };
    assert!(is_restart(&error, true));
    let (tokenizer, _, rest) = tokens.into_parts();
    assert!(rest.len() < 64 * 1024);
    let (mut seen, mut tokens) = (Seen::default(), ReadTokens::with_tokenizer(source(), tokenizer));
    while let Some(token) = tokens.next_token().unwrap() {
        seen.push(token);
    }
    seen.assert_same(&expected, "read again");
}

#[test]
fn errors_say_what_they_hold() {
    let io = ReadError::from(std::io::Error::other("the cable"));
    assert!(io.to_string().contains("the cable"), "{io}");
    let mut tokenizer = utf_8().limits(Limits::all(4, LimitAction::Fail)).build();
    let token = tokenizer.feed_last(b"<table>").advance().unwrap_err();
    let error: ReadError<std::convert::Infallible> = token.into();
    assert_eq!(error.to_string(), token.to_string());
    assert!(std::error::Error::source(&error).is_none());
}

/// `?` in functions that return `io::Result`, whatever the source's error is.
#[test]
fn errors_become_errors_of_readers() {
    let read = |error: ReadError| std::io::Error::from(error);
    assert_eq!(read(ReadError::Read(TimedOut.into())).kind(), TimedOut);
    let limit = utf_8()
        .limits(Limits::all(4, LimitAction::Fail))
        .build()
        .feed_last(b"<table>")
        .advance()
        .unwrap_err();
    let error = read(limit.into());
    assert_eq!((error.kind(), error.to_string()), (InvalidData, limit.to_string()));
    assert_eq!(error.get_ref().and_then(|error| error.downcast_ref()), Some(&limit));

    let other: std::io::Error = ReadError::Read("the cable").into();
    assert_eq!((other.kind(), other.to_string()), (Other, "the cable".to_owned()));
    let boxed: Box<dyn std::error::Error + Send + Sync> = Box::new(std::io::Error::from(TimedOut));
    assert_eq!(std::io::Error::from(ReadError::Read(boxed)).kind(), TimedOut);
}
