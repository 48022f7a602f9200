//! Text inserted where a cursor was left, as `document.write` does: by hand from the standard (I11).

use tagspan::{Error, LimitAction, Limits, Token, Tokenizer};

/// A page whose scripts write: what those with a certain text write, and what comes out in the end.
struct Case {
    page: &'static str,
    writes: &'static [(&'static str, &'static str)],
    tokens: &'static [&'static str],
}

const fn case(
    page: &'static str,
    writes: &'static [(&'static str, &'static str)],
    tokens: &'static [&'static str],
) -> Case {
    Case { page, writes, tokens }
}

const CASES: &[Case] = &[
    case("<script>a</script>b", &[], &["<script>", "a", "</script>", "b"]),
    case("<script>a</script>b", &[("a", "")], &["<script>", "a", "</script>", "b"]),
    case("<script>a</script>b", &[("a", "<p>")], &["<script>", "a", "</script>", "<p>", "b"]),
    // What is left open is open for what follows.
    case(
        "<script>a</script>b",
        &[("a", "<!--")],
        &["<script>", "a", "</script>", "!eof-in-comment 23", "<!--b-->"],
    ),
    case("<script>a</script>b-->c", &[("a", "<!--")], &["<script>", "a", "</script>", "<!--b-->", "c"]),
    case("<script>a</script>ass=x>", &[("a", "<b cl")], &["<script>", "a", "</script>", "<b class=x>"]),
    case("<script>a</script>' d>e", &[("a", "<b c='")], &["<script>", "a", "</script>", "<b c= d=>", "e"]),
    case(
        "<script>a</script><p></title>",
        &[("a", "<title>")],
        &["<script>", "a", "</script>", "<title>", "<p>", "</title>"],
    ),
    case(
        "<script>a</script><p>",
        &[("a", "<plaintext>")],
        &["<script>", "a", "</script>", "<plaintext>", "<p>"],
    ),
    case(
        "<script>a</script>type html>",
        &[("a", "<!doc")],
        &["<script>", "a", "</script>", "<!doctype html>"],
    ),
    case("<script>a</script>p;", &[("a", "&am")], &["<script>", "a", "</script>", "&"]),
    case("<script>a</script>1;", &[("a", "&#x4")], &["<script>", "a", "</script>", "A"]),
    // One newline, as the input stream is preprocessed with the text in it.
    case("<script>a</script>\ny", &[("a", "x\r")], &["<script>", "a", "</script>", "x\ny"]),
    case("<script>a</script>\ny", &[("a", "x\r\n")], &["<script>", "a", "</script>", "x\n\ny"]),
    // At the end of the input.
    case("<script>a</script>", &[("a", "<p>")], &["<script>", "a", "</script>", "<p>"]),
    case(
        "<script>a</script>",
        &[("a", "<p")],
        &["<script>", "a", "</script>", "!eof-in-tag 20", "dropped <p"],
    ),
    // A script that was written writes, before the rest of what was written.
    case(
        "<script>a</script>b",
        &[("a", "<script>x</script>y")],
        &["<script>", "a", "</script>", "<script>", "x", "</script>", "yb"],
    ),
    case(
        "<script>a</script>d",
        &[("a", "<script>b</script>c"), ("b", "<i>")],
        &["<script>", "a", "</script>", "<script>", "b", "</script>", "<i>", "cd"],
    ),
    case(
        "<script>a</script>3>4",
        &[("a", "<script>b</script>2"), ("b", "<x1")],
        &["<script>", "a", "</script>", "<script>", "b", "</script>", "<x123>", "4"],
    ),
    case(
        "<script>a</script>6",
        &[("a", "<script>b</script>5"), ("b", "<script>c</script>4"), ("c", "3")],
        &["<script>", "a", "</script>", "<script>", "b", "</script>", "<script>", "c", "</script>", "3456"],
    ),
    // One that is written in part and ended by the page.
    case(
        "<script>a</script>c</script>e",
        &[("a", "<script>b"), ("bc", "d")],
        &["<script>", "a", "</script>", "<script>", "bc", "</script>", "de"],
    ),
    case(
        "<script>a</script>t>e",
        &[("a", "<script>b</scrip"), ("b", "d")],
        &["<script>", "a", "</script>", "<script>", "b", "</script>", "de"],
    ),
    // Each writes at its own end.
    case(
        "<script>a</script>1<script>b</script>2",
        &[("a", "0"), ("b", "<p>")],
        &["<script>", "a", "</script>", "01", "<script>", "b", "</script>", "<p>", "2"],
    ),
];

#[test]
fn what_scripts_write() -> Result<(), Error> {
    for Case { page, writes, tokens } in CASES {
        for (size, errors) in [(usize::MAX, true), (usize::MAX, false), (3, true), (1, true), (1, false)] {
            let mut tokenizer = Tokenizer::builder().utf8().parse_errors(errors).build();
            let mut reader = Reader { writes, seen: Vec::new(), after_text: false, script: None };
            let chunks: Vec<&[u8]> = page.as_bytes().chunks(size).collect();
            for (index, chunk) in chunks.iter().enumerate() {
                reader.read(&mut tokenizer, chunk, index + 1 == chunks.len())?;
            }
            let expected: Vec<&str> =
                tokens.iter().copied().filter(|token| errors || !token.starts_with('!')).collect();
            assert_eq!(reader.seen, expected, "{page} {writes:?}, chunks of {size}, errors {errors}");
        }
    }
    Ok(())
}

/// Reads pages and runs their scripts.
struct Reader {
    writes: &'static [(&'static str, &'static str)],
    seen: Vec<String>,
    /// The last that was seen is text, which continues.
    after_text: bool,
    /// The text of the script that is being read.
    script: Option<String>,
}

impl Reader {
    fn read(&mut self, tokenizer: &mut Tokenizer, text: &[u8], last: bool) -> Result<(), Error> {
        let mut rest = text;
        loop {
            let mut tokens = if last { tokenizer.feed_last(rest) } else { tokenizer.feed(rest) };
            let mut ended = None;
            while ended.is_none() {
                let Some(token) = tokens.next_token()? else { return Ok(()) };
                ended = self.see(token);
            }
            rest = tokens.into_remaining();
            let ended = ended.unwrap_or_default();
            if let Some((_, written)) = self.writes.iter().find(|(script, _)| *script == ended) {
                self.read(tokenizer, written.as_bytes(), false)?;
            }
        }
    }

    /// Notes a token; gives the script that it has ended.
    fn see(&mut self, token: Token<'_>) -> Option<String> {
        let said = match token {
            Token::Text(text) => {
                if let Some(script) = &mut self.script {
                    *script += &text.value();
                }
                if let (true, Some(last)) = (self.after_text, self.seen.last_mut()) {
                    *last += &text.value();
                    return None;
                }
                text.value().into_owned()
            }
            Token::StartTag(tag) => {
                self.script = tag.is("script").then(String::new);
                let attributes = tag.attributes();
                let pairs = attributes.map(|pair| format!(" {}={}", pair.name(), pair.value()));
                format!("<{}{}>", tag.name(), pairs.collect::<String>())
            }
            Token::EndTag(tag) => format!("</{}>", tag.name()),
            Token::Comment(comment) => format!("<!--{}-->", comment.value()),
            Token::Doctype(doctype) => format!("<!doctype {}>", doctype.name().unwrap_or_default()),
            Token::Error(error) => format!("!{} {}", error.code(), error.offset()),
            Token::Dropped(dropped) => format!("dropped {}", dropped.raw().escape_ascii()),
            other => panic!("{other:?}"),
        };
        self.after_text = matches!(token, Token::Text(_));
        self.seen.push(said);
        if matches!(token, Token::EndTag(tag) if tag.is("script")) { self.script.take() } else { None }
    }
}

/// Right after a tag, `into_remaining` returns all bytes after it: also half a character, or a CR. So the
/// inserted text comes first. Once the chunk is used up these are taken, and the text comes after them.
#[test]
fn halves_behind_a_tag() -> Result<(), Error> {
    // What the first chunk ends with, the second chunk, the text when the cursor was left, and when the chunk was used
    // up.
    const CASES: &[(&[u8], &[u8], &str, &str)] = &[
        (b"\xC3", b"\xA9", "\né", "\u{FFFD}\n\u{FFFD}"),
        (b"\xE6\x97", b"\xA5", "\n日", "\u{FFFD}\n\u{FFFD}"),
        (b"\r", b"a", "\n\na", "\na"),
        (b"\r", b"\n", "\n\n", "\n\n"),
        (b"a\r", b"\nb", "\na\nb", "a\n\nb"),
        (b"&am", b"p;", "\n&", "&am\np;"),
    ];
    for (half, other, left, used_up) in CASES {
        let chunk = [b"</p>", *half].concat();
        for (leaves, expected) in [(true, left), (false, used_up)] {
            let (mut tokenizer, mut text) = (Tokenizer::utf8(), String::new());
            let mut take = |token: Token<'_>| {
                if let Token::Text(run) = token {
                    text += &run.value();
                }
            };
            let mut tokens = tokenizer.feed(&chunk);
            assert!(matches!(tokens.next_token()?, Some(Token::EndTag(_))));
            let rest = if leaves {
                tokens.into_remaining()
            } else {
                tokens.for_each(&mut take)?;
                b""
            };
            assert_eq!(rest, if leaves { half } else { &b""[..] });
            for chunk in [b"\n", rest, other] {
                tokenizer.feed(chunk).for_each(&mut take)?;
            }
            tokenizer.finish().for_each(take)?;
            assert_eq!(&text, expected, "{} | {}", chunk.escape_ascii(), other.escape_ascii());
        }
    }
    Ok(())
}

/// Adds the last tokens of an input: tags with their attributes, joined text, and no parse errors.
fn take_all(tokenizer: &mut Tokenizer, input: &[u8], seen: &mut Vec<String>) -> Result<(), Error> {
    tokenizer.feed_last(input).for_each(|token| see_parts(token, seen))
}

fn see_parts(token: Token<'_>, seen: &mut Vec<String>) {
    match (token, seen.last_mut()) {
        (Token::Error(_), _) => {}
        (Token::Text(text), Some(last)) if last.starts_with("text ") => *last += &text.value(),
        (Token::Text(text), _) => seen.push(format!("text {}", text.value())),
        (Token::StartTag(tag) | Token::EndTag(tag), _) => {
            let mut said = format!("{} {}", tag.raw().escape_ascii(), tag.name());
            for pair in tag.attributes() {
                said += &format!(" {}={} {}", pair.name(), pair.value(), pair.is_duplicate());
            }
            seen.push(said);
        }
        (token, _) => seen.push(format!("{token:?}")),
    }
}

/// At a parse error the tokenizer has seen the next byte. If another byte follows instead, because text is inserted or the rest
/// is not fed, the token is that of the bytes that were fed.
#[test]
fn after_a_parse_error() {
    const PAGES: &[&str] = &[
        "</b x>",
        "</b x=1>",
        "</b x='1'>",
        "</b/>",
        "<p a a>",
        "<p a a=1>",
        "<p a a/>",
        "<p a=>",
        "<p a=1\"c>",
        "<p a='1'b>",
        "<p a=b\u{1}c>",
        "<p a='&ampx'>",
        "<p a=&foo;>",
        "<p \0a>",
        "<!-->",
        "<!--a--!>",
        "<!doctypehtml>",
        "<!doctype html public'a''b'>",
        "<script><!--</script x=1>",
        "a&ampx",
    ];
    let long = "z".repeat(40);
    let inserted = ["b", ">", "'", "\"", " ", "=", "/", "-", "!", ";", "<", "&", "\0", "é", &long];
    let all_limits = [
        Limits::new(),
        Limits::all(32, LimitAction::Truncate),
        Limits::new().attribute_value(32, LimitAction::Fail),
        Limits::new().attributes(1, LimitAction::Truncate),
    ];
    let mut count = 0;
    for (limits, page) in all_limits.iter().flat_map(|limits| PAGES.iter().map(move |page| (limits, page))) {
        let tokenizer = || Tokenizer::builder().utf8().parse_errors(true).limits(*limits).build();
        for (errors, text) in (1..4).flat_map(|errors| inserted.map(|text| (errors, text))) {
            for (is_abandoned, is_restored) in [(false, false), (false, true), (true, false), (true, true)] {
                let (mut left, mut seen, mut found) = (tokenizer(), Vec::new(), 0);
                let mut tokens = left.feed(page.as_bytes());
                while found < errors {
                    let Ok(Some(token)) = tokens.next_token() else { break };
                    found += usize::from(matches!(token, Token::Error(_)));
                    see_parts(token, &mut seen);
                }
                if found < errors {
                    continue;
                }
                count += 1;
                let rest = tokens.into_remaining();
                let before = &page.as_bytes()[..page.len() - rest.len()];
                let rest = if is_abandoned { b">x" } else { rest };
                // An empty chunk in between changes nothing.
                assert!(left.feed(b"").into_remaining().is_empty());
                let mut result = left.feed(text.as_bytes()).for_each(|token| see_parts(token, &mut seen));
                if result.is_ok() {
                    if is_restored {
                        left = Tokenizer::from_checkpoint(left.checkpoint().expect("all is taken"))
                            .expect("a tokenizer has made it");
                    }
                    result = take_all(&mut left, rest, &mut seen);
                }
                let whole = [before, text.as_bytes(), rest].concat();
                let mut expected = Vec::new();
                let expected_result = take_all(&mut tokenizer(), &whole, &mut expected);
                let case = format!("{} after {}", whole.escape_ascii(), before.escape_ascii());
                assert_eq!((result, seen), (expected_result, expected), "{case}, {limits:?}");
            }
        }
    }
    assert!(count > 4000, "only {count} cases");
}
