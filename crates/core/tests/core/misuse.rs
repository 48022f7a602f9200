//! The interface used wrongly: typed errors, at exact offsets, that stay until a reset (I10).

use tagspan::{Error, ErrorKind, Feedback, LimitAction, Limits, TextMode, Token, Tokenizer};
use testing::refusal::refuses;

use crate::harness::{End, stream};

/// Takes every token that is left.
fn take(tokens: &mut tagspan::Tokens<'_, &[u8]>) -> Result<usize, Error> {
    let mut count = 0;
    while tokens.next_token()?.is_some() {
        count += 1;
    }
    Ok(count)
}

/// The errors of a tokenizer for `feed`, `tokenize` and `finish` when it must refuse them, until it is reset.
#[track_caller]
fn assert_refuses(tokenizer: &Tokenizer, kind: ErrorKind, offset: u64) {
    let fresh = stream(&mut Tokenizer::utf8(), &[b"<p>ok"], End::Apart);
    refuses(tokenizer, kind, offset, |tokenizer| stream(tokenizer, &[b"<p>ok"], End::Apart).same_as(&fresh))
        .unwrap_or_else(|wrong| panic!("{wrong}"));
}

#[test]
fn feeding_after_the_end() {
    for (input, end) in [(&b""[..], 0), (b"<p>text", 7), (b"text\r", 5), (b"\xE2\x82", 2), (b"<p", 2)] {
        let mut tokenizer = Tokenizer::utf8();
        stream(&mut tokenizer, &[input], End::Apart);
        assert_refuses(&tokenizer, ErrorKind::FedAfterEnd, end);
        let mut tokenizer = Tokenizer::utf8();
        stream(&mut tokenizer, &[input], End::WithChunk);
        assert_refuses(&tokenizer, ErrorKind::FedAfterEnd, end);
    }
}

#[test]
fn feeding_before_the_chunk_is_taken() -> Result<(), Error> {
    // How many tokens of `a<p>b` are taken, and how far that is.
    for (taken, offset) in [(0, 0), (1, 1), (2, 4)] {
        let mut tokenizer = Tokenizer::utf8();
        let mut tokens = tokenizer.feed(b"a<p>b");
        for _ in 0..taken {
            assert!(tokens.next_token()?.is_some());
        }
        assert_eq!(tokens.remaining(), &b"a<p>b"[offset..]);
        assert_refuses(&tokenizer, ErrorKind::ChunkNotTaken, offset as u64);
    }
    Ok(())
}

#[test]
fn the_last_token_is_not_the_end_of_the_chunk() -> Result<(), Error> {
    let mut tokenizer = Tokenizer::utf8();
    assert!(tokenizer.feed(b"<p>").next_token()?.is_some());
    assert_refuses(&tokenizer, ErrorKind::ChunkNotTaken, 3);
    let mut tokenizer = Tokenizer::utf8();
    let mut tokens = tokenizer.feed(b"<p>");
    assert!(tokens.next_token()?.is_some());
    assert_eq!(tokens.into_remaining(), b"");
    assert_eq!(take(&mut tokenizer.feed(b"more"))?, 1);
    Ok(())
}

#[test]
fn an_end_that_was_not_taken() -> Result<(), Error> {
    let mut tokenizer = Tokenizer::utf8();
    assert_eq!(take(&mut tokenizer.feed(b"<p"))?, 0);
    assert!(tokenizer.finish().next_token()?.is_some());
    assert_refuses(&tokenizer, ErrorKind::ChunkNotTaken, 2);
    Ok(())
}

#[test]
fn feeding_after_an_error() {
    let mut tokenizer = Tokenizer::builder().utf8().limits(Limits::all(3, LimitAction::Fail)).build();
    let error = take(&mut tokenizer.feed(b"ab<abc>")).unwrap_err();
    assert_eq!(error.offset(), 2);
    // All of the tag was looked at before it was known to be too long: at its end, or byte by byte on the way.
    let at = tokenizer.position();
    assert_eq!(at, 6);
    for call in 0..2 {
        let error = take(&mut tokenizer.feed(b"more")).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (ErrorKind::FedAfterError, at), "call {call}");
    }
    tokenizer.reset();
    assert_eq!(take(&mut tokenizer.feed_last(b"a<b>c")), Ok(3));
}

#[test]
fn empty_chunks_change_nothing() {
    for chunks in [vec![], vec![&b""[..]], vec![b"", b"", b""]] {
        for end in [End::WithChunk, End::Apart] {
            assert!(stream(&mut Tokenizer::utf8(), &chunks, end).items.is_empty());
        }
    }
}

#[test]
fn the_text_mode_changes_between_tokens_only() -> Result<(), Error> {
    // Where the mode may be changed while `<a "b>c` is read with errors: (tokens taken, may it, offset).
    for (taken, may, offset) in [(0, true, 0), (1, false, 3), (2, true, 6)] {
        let mut tokenizer = Tokenizer::builder().utf8().parse_errors(true).feedback(Feedback::None).build();
        let mut tokens = tokenizer.feed_last(b"<a \"b>c<d>");
        for _ in 0..taken {
            tokens.next_token()?;
        }
        let outcome = tokens.set_text_mode(TextMode::Plaintext);
        if may {
            assert_eq!(outcome, Ok(()), "{taken} taken");
            let Some(Token::Text(text)) = tokens.next_token()? else { panic!("{taken} taken: no text") };
            assert!(text.raw().ends_with(b"<d>"), "{taken} taken");
        } else {
            let error = outcome.unwrap_err();
            assert_eq!((error.kind(), error.offset()), (ErrorKind::ModeChangeWithinToken, offset));
            // Nothing is changed, and the cursor continues.
            let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!("the tag is whole") };
            assert_eq!(tag.raw(), b"<a \"b>");
            assert!(matches!(tokens.next_token()?, Some(Token::Text(text)) if text.raw() == b"c"));
        }
    }
    Ok(())
}

#[test]
fn the_text_mode_changes_at_the_end_of_a_chunk() -> Result<(), Error> {
    // The tag ends exactly where the chunk does, and the mode is changed before the next chunk comes.
    for cut in 0..b"<note>a<b></note>".len() {
        let (before, after) = b"<note>a<b></note>".split_at(cut);
        let mut tokenizer = Tokenizer::builder().utf8().feedback(Feedback::None).build();
        let mut text = Vec::new();
        let mut ends = 0;
        for (chunk, last) in [(before, false), (after, true)] {
            let mut tokens = if last { tokenizer.feed_last(chunk) } else { tokenizer.feed(chunk) };
            while let Some(token) = tokens.next_token()? {
                match token {
                    Token::StartTag(_) => tokens.set_text_mode(TextMode::Rawtext)?,
                    Token::Text(run) => text.extend_from_slice(run.raw()),
                    Token::EndTag(tag) => ends += usize::from(tag.is("note")),
                    other => panic!("{other:?}"),
                }
            }
        }
        assert_eq!((text.as_slice(), ends), (&b"a<b>"[..], 1), "cut at {cut}");
    }
    Ok(())
}
