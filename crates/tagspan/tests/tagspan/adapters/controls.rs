//! Adapters beyond tokens: the stream between chunks, positions, text modes, and other threads.

use std::task::{Context as Task, Waker};

use bytes::{Bytes, BytesMut};
use futures::executor::block_on;
use tagspan::{
    AsyncReadTokens, BodyTokens, ChunkTokens, ColumnUnit, Feedback, LimitAction, Limits, OwnedToken,
    ReadTokens, TextMode, Token, TokenDecoder, Tokenizer, TokenizerBuilder, Tokens,
};
use tokio_util::codec::Decoder;

use super::sources::{Act, Source};
use testing::rng::Rng;

use super::support::{Seen, encoded};

fn utf_8() -> TokenizerBuilder {
    Tokenizer::builder().charset("utf-8").unwrap()
}

fn body(chunks: &[&str]) -> Source {
    Source::of_chunks(&chunks.iter().map(|chunk| chunk.as_bytes()).collect::<Vec<_>>())
}

/// All of the methods that are the cursor's own, or those of the tokenizer of an adapter.
macro_rules! check_controls {
    ($tokens:ident, $advance:expr) => {
        check_controls!($tokens, $advance, [] []);
    };
    ($tokens:ident, $advance:expr, [$($tokenizer:tt)*] [$($tokenizer_mut:tt)*]) => {
        assert!($advance);
        assert_eq!($tokens$($tokenizer)*.text_mode(), Some(TextMode::Data));
        $tokens$($tokenizer_mut)*.set_text_mode(TextMode::Rawtext).unwrap();
        assert_eq!($tokens$($tokenizer)*.text_mode(), Some(TextMode::Rawtext));
        $tokens$($tokenizer_mut)*.set_cdata(true);
        $tokens$($tokenizer_mut)*.set_cdata(false);
        assert!($advance);
        assert!(matches!($tokens.token(), Some(Token::Text(text)) if text.raw() == b"a<b>"));
        // The end tag, text, and the error of `</>`.
        assert!($advance && $advance && $advance);
        let Some(Token::Error(error)) = $tokens.token() else { panic!("{:?}", $tokens.token()) };
        assert_eq!($tokens.locate(error.offset()).unwrap().to_string(), "2:5");
        assert!($tokens$($tokenizer)*.position() >= error.offset());
        assert_eq!($tokens$($tokenizer)*.encoding_decision().unwrap().encoding().name(), "windows-1251");
        assert!($advance);
        let Some(Token::Dropped(dropped)) = $tokens.token() else { panic!("{:?}", $tokens.token()) };
        let span = dropped.span();
        assert_eq!((span.start, $tokens.source_span(span).unwrap().range()), (22, 21..24));
        assert!(!$advance && $tokens.token().is_none());
        // The end of the document has a place too.
        assert_eq!($tokens.locate(25).unwrap().to_string(), "2:6");
    };
}

#[test]
fn cursors_control_their_streams() {
    let tokenizer = || {
        let builder = Tokenizer::builder().charset("windows-1251").unwrap().feedback(Feedback::None);
        builder.parse_errors(true).locate(ColumnUnit::CodePoints).source_offsets(true).build()
    };
    let page = b"<note>a<b></note>\xE6\nxx</>";
    let source = || Source::of_chunks(&[page]);

    let mut stream_of_slices = tokenizer();
    let mut tokens = stream_of_slices.feed_last(page);
    assert!(!tokens.is_exhausted());
    check_controls!(tokens, tokens.advance().unwrap());
    assert!(tokens.is_exhausted());
    let mut stream_of_bytes = tokenizer();
    let mut tokens = stream_of_bytes.feed_last_bytes(Bytes::from_static(page));
    assert!(!tokens.is_exhausted());
    check_controls!(tokens, tokens.advance().unwrap());
    assert!(tokens.is_exhausted());
    let mut tokens = ReadTokens::with_tokenizer(source(), tokenizer());
    check_controls!(tokens, tokens.advance().unwrap(), [.tokenizer()] [.tokenizer_mut()]);
    let mut tokens = ChunkTokens::with_tokenizer([page], tokenizer());
    check_controls!(tokens, tokens.advance().unwrap(), [.tokenizer()] [.tokenizer_mut()]);
    let mut tokens = AsyncReadTokens::with_tokenizer(source(), tokenizer());
    check_controls!(tokens, block_on(tokens.advance()).unwrap(), [.tokenizer()] [.tokenizer_mut()]);
    let mut tokens = BodyTokens::with_tokenizer(source(), tokenizer());
    check_controls!(tokens, block_on(tokens.advance()).unwrap(), [.tokenizer()] [.tokenizer_mut()]);
}

/// Text goes into the middle of a document.
#[test]
fn inserted_text() {
    let script = ["<script>1</script>ass=x>e", "nd"];
    let expected = ["<script>", "1", "</script>", "<b class=x>", "end"];

    let mut tokens = ReadTokens::with_tokenizer(body(&script), utf_8().build());
    let mut seen = Seen::default();
    while let Some(token) = tokens.next_token().unwrap() {
        let is_script = matches!(token, Token::EndTag(tag) if tag.is("script"));
        seen.push(token);
        if is_script {
            let mut written = tokens.tokenizer_mut().insert("<b cl");
            assert!(!written.advance().unwrap());
            assert!(tokens.token().is_none());
        }
    }
    assert_eq!(seen.raw(), expected);

    let mut tokens = BodyTokens::with_tokenizer(body(&script), utf_8().build());
    let mut seen = Seen::default();
    while block_on(tokens.advance()).unwrap() {
        let token = tokens.keep().unwrap();
        if matches!(token.as_token(), Token::EndTag(tag) if tag.is("script")) {
            assert!(!tokens.tokenizer_mut().insert("<b cl").advance().unwrap());
        }
        seen.push(token.as_token());
    }
    assert_eq!(seen.raw(), expected);
}

/// Bytes that are not tokenized start the next document.
#[test]
fn a_reset_within_a_chunk() {
    let mut tokens = ReadTokens::with_tokenizer(body(&["a<p>b", "c<i>"]), utf_8().build());
    assert!(tokens.advance().unwrap() && tokens.advance().unwrap());
    tokens.tokenizer_mut().reset();
    let mut spans = Vec::new();
    while let Some(token) = tokens.next_token().unwrap() {
        spans.push((token.span().start, String::from_utf8_lossy(token.raw()).into_owned()));
    }
    assert_eq!(spans, [(0, "b".to_owned()), (1, "c".to_owned()), (2, "<i>".to_owned())]);
}

#[test]
fn the_rest_of_a_decoder_is_for_another() {
    let mut decoder = TokenDecoder::with_tokenizer(utf_8().build());
    let mut buffer = BytesMut::from("text<p>and more");
    assert_eq!(decoder.decode(&mut buffer).unwrap().unwrap().raw(), b"text");
    assert_eq!(decoder.decode(&mut buffer).unwrap().unwrap().raw(), b"<p>");
    assert!(buffer.is_empty());
    let (tokenizer, rest) = decoder.into_parts();
    assert_eq!((tokenizer.position(), &rest[..]), (7, &b"and more"[..]));
    // All is said once the end is.
    let mut decoder = TokenDecoder::with_tokenizer(tokenizer);
    let mut buffer = BytesMut::from(&rest[..]);
    let mut frame = || decoder.decode_eof(&mut buffer).unwrap().map(|token| token.raw().to_vec());
    assert_eq!([frame(), frame(), frame()], [Some(b"and more".to_vec()), None, None]);
}

/// While an adapter waits, it does not keep a chunk of which all bytes were read.
#[test]
fn chunks_are_let_go() {
    let chunk = Bytes::from(b"<p>text<i".to_vec());
    let (sender, body) = futures::channel::mpsc::unbounded::<std::io::Result<Bytes>>();
    sender.unbounded_send(Ok(chunk.clone())).unwrap();
    let mut tokens = BodyTokens::with_tokenizer(body, utf_8().build());
    let mut context = Task::from_waker(Waker::noop());
    for (raw, is_unique) in [(&b"<p>"[..], false), (b"text", false), (b"", true)] {
        let is_ready = tokens.poll_advance(&mut context).map(|advanced| advanced.unwrap()).is_ready();
        assert_eq!(is_ready, !raw.is_empty());
        assert_eq!(tokens.token().map(|token| token.raw()).unwrap_or_default(), raw);
        assert_eq!(chunk.is_unique(), is_unique, "{raw:?}");
    }

    let mut decoder = TokenDecoder::with_tokenizer(utf_8().build());
    let mut buffer = BytesMut::with_capacity(10_000);
    for _ in 0..20 {
        buffer.extend_from_slice(&b"<p>".repeat(2000));
        let memory = buffer.as_ptr();
        while decoder.decode(&mut buffer).unwrap().is_some() {}
        assert_eq!((buffer.len(), buffer.as_ptr()), (0, memory), "the same memory again");
        assert!(buffer.capacity() >= 8192, "room for the next read");
    }
}

/// No call between two polls makes the adapter read bytes that it does not have.
#[test]
fn nothing_that_is_done_to_the_stream_panics() {
    let labels = ["utf-8", "windows-1251", "utf-16le"];
    let pages = labels.map(encoded);
    let build = |rng: &mut Rng<'_>| {
        let builder = Tokenizer::builder().locate(ColumnUnit::Bytes).source_offsets(true);
        let builder = builder.limits(Limits::all([8, 60, 1000][rng.below(3)], LimitAction::Fail));
        if rng.below(2) == 0 {
            builder.charset(rng.one(&labels)).unwrap().build()
        } else {
            builder.parse_errors(true).build()
        }
    };
    let mut tokens_seen = 0;
    for seed in 0..3000 {
        let mut rng = Rng::of_seed(0, seed);
        let page = &pages[rng.below(pages.len())];
        let mut script: Vec<Act> = Vec::new();
        for chunk in page.chunks(1 + rng.below(100)) {
            script.push(Act::Give(chunk.to_vec()));
            if rng.below(9) == 0 {
                script.push(Act::Fail(std::io::ErrorKind::ConnectionReset));
            }
        }
        let mut other = build(&mut rng);
        let mut tokens =
            ReadTokens::with_tokenizer(Source::new(script), build(&mut rng)).buffer_size(1 + rng.below(200));
        for _ in 0..200 {
            match rng.below(40) {
                0 => tokens.tokenizer_mut().reset(),
                1 => _ = tokens.tokenizer_mut().feed(b"<b>c<d").advance(),
                2 => std::mem::swap(tokens.tokenizer_mut(), &mut other),
                3 => _ = tokens.tokenizer_mut().insert("<i>j<k").advance(),
                4 => _ = tokens.tokenizer_mut().finish().advance(),
                5 => _ = other.feed(b"<b>c<d").advance(),
                6 if (rng.below(10) == 0) => tokens.finish_truncated(),
                7 => _ = tokens.tokenizer_mut().set_text_mode(TextMode::Rcdata),
                8 => tokens.tokenizer_mut().set_cdata(true),
                9 => _ = tokens.locate(rng.below(400) as u64),
                10 => {
                    let span = tokens.token().map(|token| token.span());
                    span.map(|span| tokens.source_span(span));
                }
                11 => _ = tokens.tokenizer().decoded_rest(),
                _ => tokens_seen += usize::from(tokens.advance().is_ok_and(|any| any)),
            }
            tokens.token().map(|token| token.raw().len());
        }
        let (_, _, rest) = tokens.into_parts();
        assert!(rest.len() <= page.len());
    }
    assert!(tokens_seen > 10_000, "{tokens_seen}");
}

#[test]
fn moves_between_threads() {
    fn is_send<T: Send>(_: &T) {}
    fn are_send_and_sync<T: Send + Sync>() {}
    fn is_kept<T: Send + Sync + 'static>() {}
    are_send_and_sync::<Tokens<'_, &[u8]>>();
    are_send_and_sync::<Tokens<'_, Bytes>>();
    are_send_and_sync::<ReadTokens<&[u8]>>();
    are_send_and_sync::<ChunkTokens<std::vec::IntoIter<Vec<u8>>>>();
    are_send_and_sync::<AsyncReadTokens<&[u8]>>();
    are_send_and_sync::<BodyTokens<Source>>();
    are_send_and_sync::<TokenDecoder>();
    is_kept::<OwnedToken>();
    is_kept::<OwnedToken<Bytes>>();

    let mut tokens = AsyncReadTokens::with_tokenizer(&b"<p>"[..], utf_8().build());
    is_send(&tokens.next_token());
    is_send(&tokens.advance());
    let mut tokens = BodyTokens::with_tokenizer(body(&["<p>"]), utf_8().build());
    is_send(&tokens.next_token());
    is_send(&tokens.advance());

    // A whole task that holds tokens over its waits.
    async fn task(mut tokens: BodyTokens<Source>) -> usize {
        let mut kept = Vec::new();
        while tokens.advance().await.unwrap() {
            kept.extend(tokens.keep());
        }
        kept.len()
    }
    let tokens = BodyTokens::with_tokenizer(body(&["<p>", "a"]), utf_8().build());
    let task = task(tokens);
    is_send(&task);
    assert_eq!(std::thread::spawn(|| block_on(task)).join().unwrap(), 2);
}
