//! The ways of taking tokens from a cursor: they give the same (I13).

use std::panic::{AssertUnwindSafe, catch_unwind};

use tagspan::{Error, Feedback, LimitAction, Limits, TextMode, Token, Tokenizer, tokenize};
use tagspan_core::scanner::{FastPathToken, Scanner};
use testing::run::{Outcome, Way, paused, run_by};

use crate::harness::{End, Stream, pages, stream};

#[test]
fn every_way_gives_the_same() {
    for (name, page) in pages() {
        for errors in [false, true] {
            let mut tokenizer = Tokenizer::builder().utf8().parse_errors(errors).build();
            let expected = stream(&mut tokenizer, &[&page], End::WithChunk);
            for way in Way::ALL {
                tokenizer.reset();
                let found = run_by(way, &mut tokenizer, &[&page], End::WithChunk).and_then(Outcome::complete);
                assert!(found.as_ref() == Ok(&expected), "{name}: {way:?}, errors {errors}: {found:?}");
            }
            tokenizer.reset();
            let paused = paused(&mut tokenizer, &[&page], |_| true);
            assert!(paused.as_ref() == Ok(&expected), "{name}: errors {errors}: {paused:?}");
        }
    }
}

#[test]
fn the_token_is_the_one_that_was_moved_to() -> Result<(), Error> {
    for (name, page) in pages() {
        let mut tokenizer = Tokenizer::utf8();
        let mut tokens = tokenizer.feed_last(&page);
        assert!(tokens.token().is_none(), "{name}: nothing before the first");
        while tokens.advance()? {
            let token = tokens.token().expect("advanced to it");
            assert_eq!(tokens.token(), Some(token), "{name}");
        }
        assert!(tokens.token().is_none(), "{name}: nothing after the last");
    }
    Ok(())
}

#[test]
fn a_whole_buffer_needs_no_tokenizer() -> Result<(), Error> {
    for (name, page) in pages() {
        let mut found = Stream::new();
        let mut tokens = tokenize(&page);
        while let Some(token) = tokens.next_token()? {
            found.push(token).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        }
        assert!(found == stream(&mut Tokenizer::utf8(), &[&page], End::WithChunk), "{name}");
    }
    Ok(())
}

#[test]
fn modes_change_between_tokens() -> Result<(), Error> {
    let mut tokenizer = Tokenizer::builder().utf8().feedback(Feedback::None).build();
    let mut seen = Vec::new();
    let mut tokens = tokenizer.feed_last(b"<note>a<b></note><svg><![CDATA[<c>]]></svg><![CDATA[d]]>");
    while let Some(token) = tokens.next_token()? {
        seen.push(String::from_utf8_lossy(token.raw()).into_owned());
        match token {
            Token::StartTag(tag) if tag.is("note") => {
                assert_eq!(tokens.text_mode(), Some(TextMode::Data));
                tokens.set_text_mode(TextMode::Rawtext)?;
                assert_eq!(tokens.text_mode(), Some(TextMode::Rawtext));
            }
            Token::StartTag(tag) => {
                let is_svg = tag.is("svg");
                assert!(!tokens.cdata());
                tokens.set_cdata(is_svg);
                assert_eq!(tokens.cdata(), is_svg);
            }
            Token::EndTag(_) => tokens.set_cdata(false),
            _ => {}
        }
    }
    assert_eq!(
        seen,
        ["<note>", "a<b>", "</note>", "<svg>", "<![CDATA[", "<c>", "]]>", "</svg>", "<![CDATA[d]]>"]
    );
    Ok(())
}

/// Whatever state the text was read to: a comment in a script, a reference that is none.
#[test]
fn the_mode_of_unfinished_text() -> Result<(), Error> {
    for (chunk, mode) in [
        ("a", Some(TextMode::Data)),
        ("a &nothing", Some(TextMode::Data)),
        ("<title>a &nothing", Some(TextMode::Rcdata)),
        ("<style>a", Some(TextMode::Rawtext)),
        ("<script>a", Some(TextMode::ScriptData)),
        ("<script><!-", Some(TextMode::ScriptData)),
        ("<script><!-- a", Some(TextMode::ScriptData)),
        ("<script><!-- <script> a -", Some(TextMode::ScriptData)),
        ("<script><!-- <script> </scr", Some(TextMode::ScriptData)),
        ("<plaintext>a", Some(TextMode::Plaintext)),
        ("<svg><![CDATA[a", Some(TextMode::CdataSection)),
        ("a<", None),
        ("a &am", None),
        ("<script></scr", None),
        ("<a title='&nothing", None),
        ("<!-- a", None),
    ] {
        let mut tokenizer = Tokenizer::utf8();
        let mut tokens = tokenizer.feed(chunk.as_bytes());
        while tokens.next_token()?.is_some() {}
        assert_eq!(tokens.text_mode(), mode, "{chunk}");
    }
    Ok(())
}

/// After a token the cursor stands at its end, wherever text turned out to end: after `</title` as well as
/// before a plain `<`. So what remains is what was not returned, and the text mode can be changed.
#[test]
fn a_cursor_stands_at_the_end_of_its_token() -> Result<(), Error> {
    let sources: [&[u8]; 8] = [
        b"a<p>b</p>c<!-- d -->e<!x>f</>g<?h>i< j<k",
        b"<title>a</tit</title>b<script>c<!--<script>d</script>--></script>e",
        b"<style></style></style>a&amp;b&#0;c&#x80d&noti;&x;&",
        b"<script>a<!-- b </script>c",
        b"a<![CDATA[b]c]]d]]]>e]]>",
        "é<p>\r\n\u{FFFE}</p>\0<a b='\u{1}'>".as_bytes(),
        b"<textarea>a</textarea",
        b"\r<p>\r\n<p>\r",
    ];
    let pages = pages();
    for page in sources.into_iter().chain(pages.iter().map(|(_, page)| &page[..])) {
        for errors in [false, true] {
            let mut tokenizer = Tokenizer::builder().utf8().parse_errors(errors).cdata(true).build();
            let mut tokens = tokenizer.feed_last(page);
            while tokens.advance()? {
                let token = tokens.token().expect("advanced to it");
                if matches!(token, Token::Error(_)) {
                    continue;
                }
                let end = token.span().end;
                assert_eq!(tokens.position(), end, "errors {errors}");
                assert_eq!(tokens.remaining(), &page[end as usize..]);
            }
        }
    }
    Ok(())
}

/// After an error there is no token, whatever there was before it.
#[test]
fn no_token_after_an_error() {
    for html in ["<a><bbbbbbbbbbbb>", "<!-a><bbbbbbbbbbb>", "text<bbbbbbbbbbb c>"] {
        let mut tokenizer = Tokenizer::builder().utf8().limits(Limits::all(5, LimitAction::Fail)).build();
        let mut tokens = tokenizer.feed_last(html);
        assert!(tokens.advance().is_ok_and(|any| any) && tokens.token().is_some());
        assert!(tokens.advance().is_err() && tokens.token().is_none());
        let mut tokenizer = Tokenizer::builder().utf8().limits(Limits::all(5, LimitAction::Fail)).build();
        let mut tokens = tokenizer.feed_last(html);
        assert!(tokens.for_each(|_| ()).is_err() && tokens.token().is_none());
    }
}

/// After a closure has panicked the cursor stands at the token that the closure was given, and continues after it.
#[test]
fn the_token_stays_after_a_panic_in_the_loop() -> Result<(), Error> {
    let mut tokenizer = Tokenizer::utf8();
    let mut tokens = tokenizer.feed_last(b"<!--abcdefgh--><p>text<b>");
    let loops = AssertUnwindSafe(|| tokens.for_each(|token| assert!(!matches!(token, Token::StartTag(_)))));
    assert!(catch_unwind(loops).is_err());
    assert!(matches!(tokens.token(), Some(Token::StartTag(tag)) if tag.raw() == b"<p>"));
    assert!(matches!(tokens.next_token()?, Some(Token::Text(text)) if text.raw() == b"text"));
    Ok(())
}

/// Nothing that remains does not mean that nothing is to come.
#[test]
fn exhausted_is_not_the_same_as_nothing_remaining() -> Result<(), Error> {
    let mut tokenizer = Tokenizer::builder().utf8().parse_errors(true).build();
    let mut tokens = tokenizer.feed_last("<a");
    assert!(matches!(tokens.next_token()?, Some(Token::Error(_))));
    assert!(tokens.remaining().is_empty() && !tokens.is_exhausted());
    assert!(tokens.into_remaining().is_empty());
    let mut tokens = tokenizer.finish();
    assert!(matches!(tokens.next_token()?, Some(Token::Dropped(_))));
    assert!(tokens.next_token()?.is_none() && tokens.is_exhausted());
    Ok(())
}

/// A cursor that cannot keep the bytes of a token resolves it against the body of its chunk, which has an offset.
#[test]
fn tokens_of_the_fast_path_are_found_in_the_body_of_each_chunk() -> Result<(), Error> {
    let mut scanner = Scanner::default();
    let (mut seen, mut fast) = (Vec::new(), 0);
    for (chunk, last) in [(&b"<p>a<b>"[..], false), (b"<i x=y>c</i>", false), (b"</b>de</p>", true)] {
        let body = scanner.enter(chunk, last);
        let body = &chunk[body];
        loop {
            let token = if let Some(found) =
                scanner.fast_path(scanner.fast_path_rest(body)).map(FastPathToken::found)
            {
                fast += 1;
                scanner.resolve_fast_path_in(body, found)
            } else if let Some(found) = scanner.scan(body, last)? {
                scanner.resolve(body, found)
            } else {
                break;
            };
            seen.push(String::from_utf8_lossy(token.raw()).into_owned());
        }
    }
    assert_eq!(seen, ["<p>", "a", "<b>", "<i x=y>", "c", "</i>", "</b>", "de", "</p>"]);
    assert!(fast > 6, "{fast} on the fast path");
    Ok(())
}
