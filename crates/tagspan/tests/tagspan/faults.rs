//! Faults of who calls a stream: cursors left at any token, calls after the end, loops that panic.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tagspan::{Encoding, Error, ErrorKind, LimitAction, Limits, Token, Tokenizer, TokenizerBuilder};
use testing::chunkings::few_chunkings;

/// Every kind of token, and constructs that outgrow the lowest limits.
const PAGE: &str = "<!DOCTYPE html>\r\n<title>Цена &amp; срок</title><!-- длинное примечание о цене -->\r<p \
                    class=\"а б\" id='x&quot;y' data-value='0123456789abcdef0123456789abcdef'>Привет,\r\n \
                    мир!<br/></p></><script>if (a < b) { '</p>' }</script>&#1046;&nbsp;<i a a>Ещё</a ";

/// The content and the span of a token. Adjacent text is joined, and so are skipped bytes.
#[derive(Clone, Debug, PartialEq)]
struct Said {
    kind: &'static str,
    raw: Vec<u8>,
    start: u64,
    end: u64,
    cut: u64,
}

fn say(said: &mut Vec<Said>, token: &Token<'_>) {
    let kind = match token {
        Token::Text(_) => "text",
        Token::StartTag(_) => "start tag",
        Token::EndTag(_) => "end tag",
        Token::Comment(_) => "comment",
        Token::Doctype(_) => "doctype",
        Token::Dropped(dropped) => dropped.reason().as_str(),
        Token::Error(error) => error.code().as_str(),
        other => panic!("{other:?}"),
    };
    let (span, raw) = (token.span(), token.raw());
    match said.last_mut() {
        Some(last) if last.kind == kind && (kind == "text" || kind.starts_with("skipped-")) => {
            assert_eq!(last.end, span.start);
            last.raw.extend_from_slice(raw);
            last.end = span.end;
        }
        _ => said.push(Said {
            kind,
            raw: raw.to_vec(),
            start: span.start,
            end: span.end,
            cut: token.missing_bytes(),
        }),
    }
}

fn encoded(label: &str) -> Vec<u8> {
    match label {
        // The encoder makes none.
        "utf-16le" => PAGE.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        _ => Encoding::for_label(label.as_bytes()).unwrap().encode(PAGE).0.into_owned(),
    }
}

/// Streams of some encodings, with errors and without, under limits of each policy that fails nothing.
fn builders() -> Vec<(String, Vec<u8>, TokenizerBuilder)> {
    let limits = [
        ("no limit", Limits::all(u32::MAX, LimitAction::Fail)),
        ("truncate", Limits::all(32, LimitAction::Truncate).attribute_value(32, LimitAction::Truncate)),
        ("skip", Limits::all(32, LimitAction::Skip)),
    ];
    let mut builders = Vec::new();
    for label in ["utf-8", "windows-1251", "utf-16le"] {
        for (name, limits) in limits {
            for errors in [false, true] {
                let builder =
                    Tokenizer::builder().charset(label).unwrap().limits(limits).parse_errors(errors);
                builders.push((format!("{label}, {name}, errors {errors}"), encoded(label), builder));
            }
        }
    }
    builders
}

/// The tokens of the chunks, and how many there are. Whenever `stops` says so of the number of tokens taken, the cursor
/// is left, and what remains is fed.
fn run(
    tokenizer: &mut Tokenizer,
    chunks: &[&[u8]],
    is_utf_8: bool,
    mut stops: impl FnMut(usize) -> bool,
) -> Result<(Vec<Said>, usize), Error> {
    let (mut said, mut taken, mut fed) = (Vec::new(), 0, 0);
    for (index, chunk) in chunks.iter().enumerate() {
        let mut rest = *chunk;
        fed += chunk.len() as u64;
        loop {
            let last = index + 1 == chunks.len();
            let mut tokens = if last { tokenizer.feed_last(rest) } else { tokenizer.feed(rest) };
            let mut end = None;
            let flow = tokens.try_for_each(|token| {
                say(&mut said, &token);
                taken += 1;
                if !matches!(token, Token::Error(_)) {
                    end = Some(token.span().end);
                }
                if stops(taken) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })?;
            if flow.is_continue() {
                assert!(tokens.remaining().is_empty() && tokens.is_exhausted());
                break;
            }
            rest = tokens.into_remaining();
            // Exact: what is consumed was returned, or is kept.
            if let (true, Some(end)) = (is_utf_8, end) {
                let (pending, partial) = tokenizer.pending_bytes();
                let kept = (pending.len() + partial.len()) as u64;
                assert_eq!(fed - rest.len() as u64, end + kept, "{said:?}");
            }
        }
    }
    assert_eq!(tokenizer.pending_bytes(), (&[][..], &[][..]));
    Ok((said, taken))
}

#[test]
fn a_cursor_is_left_at_each_token() -> Result<(), Error> {
    for (name, source, builder) in builders() {
        let is_utf_8 = name.starts_with("utf-8");
        let (expected, _) = run(&mut builder.clone().build(), &[&source], is_utf_8, |_| false)?;
        assert!(expected.len() > 15, "{name}: {expected:#?}");
        for chunks in few_chunkings(&source) {
            let mut tokenizer = builder.clone().build();
            let (_, count) = run(&mut tokenizer, &chunks, is_utf_8, |_| false)?;
            for k in 1..=count {
                tokenizer.reset();
                let (said, _) = run(&mut tokenizer, &chunks, is_utf_8, |taken| taken == k)?;
                assert_eq!(said, expected, "{name}, {} chunks, left after token {k}", chunks.len());
            }
            tokenizer.reset();
            let (said, _) = run(&mut tokenizer, &chunks, is_utf_8, |_| true)?;
            assert_eq!(said, expected, "{name}, {} chunks, left after each token", chunks.len());
        }
    }
    Ok(())
}

/// The loop panics at the k-th token. The cursor continues after it; or the cursor is dropped, and the stream says so until
/// it is reset, which makes it as new; or both are dropped.
#[test]
fn a_loop_panics_at_each_token() -> Result<(), Error> {
    for (name, source, builder) in builders() {
        let mut tokenizer = builder.clone().build();
        let mut expected = Vec::new();
        tokenizer.feed_last(&source).for_each(|token| expected.push(token.raw().to_vec()))?;
        for k in 0..expected.len() {
            for goes_on in [true, false] {
                tokenizer.reset();
                let mut seen: Vec<Vec<u8>> = Vec::new();
                let mut tokens = tokenizer.feed_last(&source);
                let panics = |seen: &mut Vec<Vec<u8>>, token: Token<'_>| {
                    seen.push(token.raw().to_vec());
                    assert!(seen.len() <= k, "the fault");
                };
                let faulty = AssertUnwindSafe(|| match k % 2 {
                    0 => tokens.for_each(|token| panics(&mut seen, token)).map(drop),
                    _ => tokens
                        .try_for_each(|token| {
                            panics(&mut seen, token);
                            ControlFlow::<()>::Continue(())
                        })
                        .map(drop),
                });
                assert!(catch_unwind(faulty).is_err());
                if goes_on {
                    assert!(tokens.token().is_some_and(|token| token.raw() == expected[k]), "{name}, {k}");
                    while let Some(token) = tokens.next_token()? {
                        seen.push(token.raw().to_vec());
                    }
                    assert_eq!(seen, expected, "{name}, gone on with after a panic at token {k}");
                    continue;
                }
                assert_eq!(seen, expected[..=k], "{name}, {k}");
                let refused = tokenizer.feed(b"<p>").next_token().map(|_| ()).unwrap_err();
                assert_eq!(refused.kind(), ErrorKind::ChunkNotTaken, "{name}, {k}");
                tokenizer.reset();
                let mut again = Vec::new();
                tokenizer.feed_last(&source).for_each(|token| again.push(token.raw().to_vec()))?;
                assert_eq!(again, expected, "{name}, reset after a panic at token {k}");
            }
        }
    }
    Ok(())
}

type Call = fn(&mut Tokenizer) -> Result<bool, Error>;

/// All calls that feed or end, with something and with nothing.
const CALLS: [(&str, Call); 7] = [
    ("feed", |tokenizer| tokenizer.feed(b"<b>x").advance()),
    ("feed nothing", |tokenizer| tokenizer.feed(b"").advance()),
    ("tokenize", |tokenizer| tokenizer.feed_last(b"<b>x").advance()),
    ("finish", |tokenizer| tokenizer.finish().advance()),
    ("finish truncated", |tokenizer| tokenizer.finish_truncated().advance()),
    ("insert", |tokenizer| tokenizer.insert("<b>x").advance()),
    ("insert nothing", |tokenizer| tokenizer.insert("").advance()),
];

/// The end, in all ways that it comes; then every call, and every other after it.
#[test]
fn calls_after_the_end() -> Result<(), Error> {
    let ends: [(&str, Call); 3] = [
        ("tokenize", |tokenizer| tokenizer.feed_last(b"<p>text</p").for_each(|_| ()).map(|()| true)),
        ("finish", |tokenizer| {
            tokenizer.feed(b"<p>text</p").for_each(|_| ())?;
            tokenizer.finish().for_each(|_| ()).map(|()| true)
        }),
        ("finish truncated", |tokenizer| {
            tokenizer.feed(b"<p>text</p").for_each(|_| ())?;
            tokenizer.finish_truncated().for_each(|_| ()).map(|()| true)
        }),
    ];
    for label in ["utf-8", "windows-1251"] {
        // A source of exactly as many bytes as are read has ended like any other.
        for most in [10, u64::MAX] {
            for (end, ended) in ends {
                for (first, call) in CALLS {
                    for (second, other) in CALLS {
                        let context = format!("{label}, {end}, then {first}, then {second}");
                        let builder = Tokenizer::builder().charset(label).unwrap();
                        let mut tokenizer = builder
                            .limits(tagspan::Limits::new().max_bytes(most, LimitAction::Truncate))
                            .build();
                        ended(&mut tokenizer)?;
                        assert!(!tokenizer.is_full(), "{context}");
                        let error = call(&mut tokenizer).expect_err(&context);
                        assert_eq!((error.kind(), error.offset()), (ErrorKind::FedAfterEnd, 10), "{context}");
                        let error = other(&mut tokenizer).expect_err(&context);
                        assert_eq!(
                            (error.kind(), error.offset()),
                            (ErrorKind::FedAfterError, 10),
                            "{context}"
                        );
                        tokenizer.reset();
                        ended(&mut tokenizer)?;
                    }
                }
            }
        }
    }
    Ok(())
}

/// As much was read as may be. What comes of the source is left alone, whatever is called and how often.
#[test]
fn calls_after_the_limit_of_the_source() -> Result<(), Error> {
    for label in ["utf-8", "windows-1251"] {
        for excess in [LimitAction::Truncate, LimitAction::Skip] {
            for (first, call) in CALLS {
                for (second, other) in CALLS {
                    let context = format!("{label}, {excess:?}, {first}, then {second}");
                    let builder = Tokenizer::builder().charset(label).unwrap();
                    let mut tokenizer = builder.limits(tagspan::Limits::new().max_bytes(5, excess)).build();
                    let mut raw = Vec::new();
                    let mut tokens = tokenizer.feed(b"<p>text");
                    tokens.for_each(|token| raw.extend_from_slice(token.raw()))?;
                    assert_eq!(tokens.remaining(), b"xt", "{context}");
                    assert!(tokenizer.is_full() && raw == b"<p>te", "{context}");
                    for call in [call, other] {
                        // Inserted text would be after the end of the document.
                        match call(&mut tokenizer) {
                            Ok(any) => assert!(!any, "{context}"),
                            Err(error) => {
                                let is_typed = [ErrorKind::FedAfterEnd, ErrorKind::FedAfterError];
                                assert!(is_typed.contains(&error.kind()), "{context}: {error}");
                                assert!(
                                    first.starts_with("insert") || second.starts_with("insert"),
                                    "{context}"
                                );
                            }
                        }
                    }
                    tokenizer.reset();
                    assert!(!tokenizer.is_full(), "{context}");
                    assert!(tokenizer.feed(b"<b>").advance()?, "{context}");
                }
            }
        }
        // Where that is a failure it stays one.
        for (first, call) in CALLS {
            let builder = Tokenizer::builder().charset(label).unwrap();
            let mut tokenizer =
                builder.limits(tagspan::Limits::new().max_bytes(5, LimitAction::Fail)).build();
            let mut tokens = tokenizer.feed(b"<p>text");
            let error = tokens.for_each(|_| ()).unwrap_err();
            assert_eq!((error.kind().as_str(), error.offset()), ("limit-exceeded", 5), "{label}");
            for _ in 0..2 {
                let error = call(&mut tokenizer).expect_err(first);
                assert_eq!(error.kind(), ErrorKind::FedAfterError, "{label}, {first}");
            }
        }
    }
    Ok(())
}
