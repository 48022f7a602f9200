//! Limits of a stream: how much of a source is read, and what the end of a body that was truncated says.

use tagspan::{Error, ErrorKind, LimitAction, LimitKind, Limits, Span, Token, Tokenizer, Validation};
use testing::chunkings::chunkings;

/// The bytes of the tokens of some chunks, and the bytes of truncated ones. Text is joined.
#[derive(Debug, Default, PartialEq, Eq)]
struct Seen {
    raw: Vec<u8>,
    truncated: Vec<String>,
    text: Option<(String, bool)>,
}

impl Seen {
    fn see(&mut self, token: Token<'_>) {
        self.raw.extend_from_slice(token.raw());
        if let Token::Text(text) = token {
            let joined = self.text.get_or_insert_default();
            joined.0 += &text.value();
            joined.1 |= text.is_truncated();
            return;
        }
        self.end_text();
        if token.is_truncated() {
            self.truncated.push(String::from_utf8_lossy(token.raw()).into_owned());
        }
    }

    fn end_text(&mut self) {
        self.truncated.extend(self.text.take().filter(|text| text.1).map(|text| text.0));
    }
}

fn run(tokenizer: &mut Tokenizer, chunks: &[&[u8]], early: bool) -> (Seen, Result<(), Error>) {
    let mut seen = Seen::default();
    let mut drive = || {
        for chunk in chunks {
            tokenizer.feed(chunk).for_each(|token| seen.see(token))?;
        }
        match early {
            true => tokenizer.finish_truncated().for_each(|token| seen.see(token)),
            false => tokenizer.finish().for_each(|token| seen.see(token)),
        }
    };
    let outcome = drive();
    seen.end_text();
    (seen, outcome)
}

const PAGE: &str = "<p>\u{44F}<a href='/b'>caf\u{E9} & co</a><!-- c -->d<title>e</title>";

#[test]
fn so_many_bytes_are_read_and_no_more() {
    for label in ["utf-8", "windows-1251", "utf-16le", "gb18030"] {
        let encoding = tagspan::Encoding::for_label(label.as_bytes()).unwrap();
        let page: Vec<u8> = match label {
            // The encoder makes none.
            "utf-16le" => PAGE.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            _ => encoding.encode(PAGE).0.into_owned(),
        };
        for most in 0..=page.len() + 1 {
            let builder = Tokenizer::builder().encoding(encoding);
            let limited =
                builder.clone().limits(tagspan::Limits::new().max_bytes(most as u64, LimitAction::Truncate));
            let is_cut = most < page.len();
            let expected = run(&mut builder.clone().build(), &[&page[..most.min(page.len())]], is_cut);
            expected.1.unwrap();
            assert_eq!(expected.0.truncated.len(), usize::from(is_cut), "{label}, {most}: {:?}", expected.0);
            for chunks in chunkings(&page) {
                let mut tokenizer = limited.clone().build();
                let (seen, outcome) = run(&mut tokenizer, &chunks, false);
                outcome.unwrap();
                assert_eq!(seen, expected.0, "{label}, {most}");
                assert_eq!(tokenizer.is_full(), is_cut, "{label}, {most}");
                if is_cut {
                    // What comes late is left alone.
                    let tokens = tokenizer.feed(b"more");
                    assert!(tokens.is_exhausted());
                    assert_eq!(tokens.remaining(), b"more");
                    tokenizer.reset();
                    assert!(!tokenizer.is_full());
                }
                let (_, outcome) = run(
                    &mut builder
                        .clone()
                        .limits(tagspan::Limits::new().max_bytes(most as u64, LimitAction::Fail))
                        .build(),
                    &chunks,
                    false,
                );
                let due = is_cut
                    .then_some(ErrorKind::LimitExceeded { kind: LimitKind::Document, limit: most as u64 });
                assert_eq!(outcome.err().map(|error| error.kind()), due, "{label}, {most}");
            }
        }
    }
}

#[test]
fn what_is_not_read_remains() {
    let mut tokenizer = Tokenizer::builder()
        .charset("utf-8")
        .unwrap()
        .limits(tagspan::Limits::new().max_bytes(5, LimitAction::Truncate))
        .build();
    let mut tokens = tokenizer.feed(b"ab<p>cd<p>");
    while tokens.next_token().unwrap().is_some() {}
    assert!(tokens.is_exhausted());
    assert_eq!(tokens.into_remaining(), b"cd<p>");
    assert!(tokenizer.is_full());
}

/// At every byte, the end of a body that broke off cuts one thing, or text.
#[test]
fn a_body_that_breaks_off() {
    let page = PAGE.as_bytes();
    for end in 0..=page.len() {
        let whole = run(&mut Tokenizer::builder().charset("utf-8").unwrap().build(), &[&page[..end]], true).0;
        assert_eq!(whole.truncated.len(), 1, "{end}: {whole:?}");
        assert_eq!(whole.raw, page[..end]);
        for chunks in chunkings(&page[..end]) {
            let mut tokenizer = Tokenizer::builder().charset("utf-8").unwrap().build();
            assert_eq!(run(&mut tokenizer, &chunks, true).0, whole, "{end}");
            tokenizer.reset();
            let next = run(&mut tokenizer, &[page], false).0;
            assert_eq!(next.truncated, [""; 0], "the next document is whole");
        }
    }
}

/// Joined text says so, too, and is cut where a token was skipped, but not where a reference was.
#[test]
fn joined_text() {
    let runs = |page: &str, early: bool| {
        let limits = Limits::all(32, LimitAction::Skip);
        let mut tokenizer = Tokenizer::builder().charset("utf-8").unwrap().limits(limits).build();
        let mut runs = tagspan::TextRuns::new(100);
        let mut found = Vec::new();
        let mut see =
            |token: Token<'_>| found.extend(runs.push(token).map(|run| (run.text.to_owned(), run.truncated)));
        tokenizer.feed(page.as_bytes()).for_each(&mut see).unwrap();
        match early {
            true => tokenizer.finish_truncated().for_each(&mut see).unwrap(),
            false => tokenizer.finish().for_each(see).unwrap(),
        }
        found.extend(runs.finish().map(|run| (run.text.to_owned(), run.truncated)));
        found
    };
    let zeros = "0".repeat(40);
    let of =
        |texts: &[(&str, bool)]| texts.iter().map(|&(text, cut)| (text.to_owned(), cut)).collect::<Vec<_>>();
    assert_eq!(runs("a<p>half", true), of(&[("a", false), ("half", true)]));
    assert_eq!(runs("a<p>half", false), of(&[("a", false), ("half", false)]));
    assert_eq!(runs("a<p>", true), of(&[("a", false), ("", true)]));
    assert_eq!(runs(&format!("a&#{zeros};b"), false), of(&[("ab", false)]));
    assert_eq!(runs(&format!("a<!--{zeros}-->b"), false), of(&[("a", false), ("b", false)]));
    assert_eq!(runs(&format!("a<b {zeros}>c"), false), of(&[("a", false), ("c", false)]));
}

/// A CR that waits for its LF comes before the error that ends the source. An unfinished token never comes.
#[test]
fn what_waits_comes_before_the_error() {
    let utf_8 = Tokenizer::builder().charset("utf-8").unwrap();
    let strict = utf_8.clone().validation(Validation::Strict);
    let limited = utf_8.limits(tagspan::Limits::new().max_bytes(2, LimitAction::Fail));
    let over_limit = ErrorKind::LimitExceeded { kind: LimitKind::Document, limit: 2 };
    // (settings, source, the bytes of its tokens, the kind and offset of the error)
    let table = [
        (&strict, &b"a\r\xFFb"[..], &b"a\r"[..], (ErrorKind::IllFormed, 2)),
        (&strict, b"a<\xFFb", b"a", (ErrorKind::IllFormed, 2)),
        (&limited, b"a\rbc", b"a\r", (over_limit, 2)),
    ];
    for (builder, source, tokens, expected) in table {
        for size in 1..=source.len() {
            let case = format!("{}, chunks of {size}", source.escape_ascii());
            let mut tokenizer = builder.clone().build();
            let mut raw = Vec::new();
            let error = source
                .chunks(size)
                .find_map(|chunk| {
                    tokenizer.feed(chunk).for_each(|token| raw.extend_from_slice(token.raw())).err()
                })
                .unwrap_or_else(|| panic!("{case}: no error"));
            assert_eq!((error.kind(), error.offset()), expected, "{case}");
            assert_eq!(raw, tokens, "{case}");
        }
    }
}

/// All bytes that were not returned are kept, also a CR or a partial character at the end of a decoded or kept piece.
#[test]
fn nothing_is_lost_when_a_limit_fails() {
    let (meta, tag) = ("<meta charset=utf-8", "<p title='far too long'>");
    // (label, or none to have the first chunk kept; the chunk that fails; its rest as UTF-8)
    let table: [(_, &[u8], &[u8]); 10] = [
        (Some("windows-1252"), b"", b""),
        (Some("windows-1252"), b"\r", b"\r"),
        (Some("windows-1252"), b"\xE9\r", b"\xC3\xA9\r"),
        (Some("koi8-r"), b"\r", b"\r"),
        (Some("utf-16le"), b"\r\0", b"\r"),
        (Some("utf-8"), b"\r", b"\r"),
        (Some("utf-8"), b"\xC3", b"\xC3"),
        (None, b"\r", b"\r"),
        (None, b"\xC3", b"\xC3"),
        (None, b"\xF0\x9F\x98", b"\xF0\x9F\x98"),
    ];
    for (label, end, rest_of_end) in table {
        let limits = Limits::new().tag(22, LimitAction::Fail);
        let builder = Tokenizer::builder().limits(limits);
        let (start, tag_in_source) = match label {
            Some("utf-16le") => {
                let tag = tag.bytes().flat_map(|byte| [byte, 0]).collect();
                (builder.charset("utf-16le").unwrap().build(), tag)
            }
            Some(label) => (builder.charset(label).unwrap().build(), tag.as_bytes().to_vec()),
            None => {
                let mut tokenizer = builder.build();
                assert!(!tokenizer.feed(meta.as_bytes()).advance().unwrap(), "the encoding is undecided");
                (tokenizer, [b">", tag.as_bytes()].concat())
            }
        };
        for is_last in [true, false] {
            let case = format!("{label:?}, {}, last {is_last}", end.escape_ascii());
            let mut tokenizer = Tokenizer::from_checkpoint(start.checkpoint().expect("all is taken"))
                .expect("a tokenizer has made it");
            let chunk = [&tag_in_source[..], end].concat();
            let mut tokens = if is_last { tokenizer.feed_last(&chunk) } else { tokenizer.feed(&chunk) };
            let error = tokens.for_each(|_| ()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::LimitExceeded { kind: LimitKind::Tag, limit: 22 }, "{case}");
            let remaining = tokens.remaining();
            let (token, character) = tokenizer.pending_bytes();
            let rest = [token, character, tokenizer.decoded_rest(), remaining].concat();
            let expected = [tag.as_bytes(), rest_of_end].concat();
            assert_eq!(rest.escape_ascii().to_string(), expected.escape_ascii().to_string(), "{case}");
        }
    }
}

/// A decoded piece that is left after its first token is there to its end.
#[test]
fn the_decoded_rest_ends_with_its_piece() {
    let mut tokenizer = Tokenizer::builder().charset("koi8-r").unwrap().build();
    let mut tokens = tokenizer.feed(b"<p><b>\xC1\r");
    assert!(tokens.advance().unwrap() && tokens.into_remaining().is_empty());
    assert_eq!(tokenizer.decoded_rest(), "<b>а\r".as_bytes());
    // ASCII is not decoded, so it remains in the chunk.
    tokenizer.reset();
    let mut tokens = tokenizer.feed(b"<p><b>\r");
    assert!(tokens.advance().unwrap());
    assert_eq!(tokens.into_remaining(), b"<b>\r");
}

/// Where source offsets are mapped, the parts of a token from which a limit has left bytes out have none.
#[test]
fn the_source_of_a_token_over_a_limit() {
    let page = format!("<!--{}--><p>", "a".repeat(100));
    for (label, limit, is_known) in
        [("koi8-r", 32, false), ("koi8-r", 200, true), ("utf-8", 32, true), ("utf-8", 200, true)]
    {
        let limits = Limits::all(limit, LimitAction::Truncate);
        let builder = Tokenizer::builder().charset(label).unwrap().source_offsets(true).limits(limits);
        let mut tokenizer = builder.build();
        let mut tokens = tokenizer.feed_last(page.as_bytes());
        assert!(tokens.advance().unwrap());
        let whole = tokens.token().unwrap().span();
        let part = Span { start: 4, end: 8 };
        assert_eq!(whole, Span { start: 0, end: 107 });
        assert_eq!(tokens.source_span(whole), Some(whole), "{label}, {limit}");
        assert_eq!(tokens.source_span(part), is_known.then_some(part), "{label}, {limit}");
    }
}
