//! Tokens within a chunk are returned with it, as slices of it, and in one piece.

use tagspan::{Error, Feedback, LimitAction, Limits, TextMode, Token, Tokenizer};
use tagspan_core::scanner::Scanner;

use crate::harness::pages;

#[test]
fn tokens_within_a_chunk_are_slices_of_it() -> Result<(), Error> {
    for (name, page) in pages() {
        for errors in [false, true] {
            for size in [1, 7, 61, 1460, page.len()] {
                let mut tokenizer = Tokenizer::builder().utf8().parse_errors(errors).build();
                let (mut within, mut start) = (0, 0);
                for chunk in page.chunks(size) {
                    let mut tokens = tokenizer.feed(chunk);
                    while let Some(token) = tokens.next_token()? {
                        // The start of an earlier token is pending; an error has no bytes.
                        if token.span().start < start || matches!(token, Token::Error(_)) {
                            continue;
                        }
                        let there = chunk.as_ptr_range();
                        assert!(
                            there.contains(&token.raw().as_ptr()),
                            "{name}: {token:?} in chunks of {size}, errors {errors}, was copied"
                        );
                        within += 1;
                    }
                    start += chunk.len() as u64;
                }
                assert!(within > 10 || size < 61, "{name}: only {within} in chunks of {size}");
            }
        }
    }
    Ok(())
}

/// The unfinished token at the end of a chunk is kept; everything else is returned, as the next chunk may come late.
#[test]
fn only_what_is_unfinished_waits() -> Result<(), Error> {
    // What is there already, and what waits of it.
    let table: &[(&str, &str)] = &[
        ("a", ""),
        ("<p>a", ""),
        ("a<", "<"),
        ("a</", "</"),
        ("a<p", "<p"),
        ("a<!", "<!"),
        ("a<!--b--", "<!--b--"),
        ("a&", "&"),
        ("a&am", "&am"),
        ("a&amp", "&amp"),
        ("a&amp;", ""),
        ("a&noti", "&noti"),
        ("a&notin;", ""),
        ("a&#", "&#"),
        ("a&#6", "&#6"),
        ("a&#65;", ""),
        ("a&#x4f", "&#x4f"),
        ("a&#x4f;", ""),
        // No name begins so, whatever follows.
        ("a&xyzzy", ""),
        ("a&;", ""),
        ("<title>a&xyzzy", ""),
        ("<title>a</titl", "</titl"),
        ("<title>a</titx", ""),
        ("<style>a<!--b", ""),
        ("<style>a<", "<"),
        ("<plaintext>a<b", ""),
        ("<script>a", ""),
        ("<script>a<", "<"),
        ("<script><!", ""),
        ("<script><!-", ""),
        ("<script><!--", ""),
        ("<script><!--a", ""),
        ("<script><!--a-", ""),
        ("<script><!--a--", ""),
        ("<script><!--a<", "<"),
        ("<script><!--a</scrip", "</scrip"),
        ("<script><!--a<scrip", ""),
        ("<script><!--a<script>b", ""),
        ("<script><!--a<script>b-", ""),
        ("<script><!--a<script>b--", ""),
        ("<script><!--a<script>b<", ""),
        ("<script><!--a<script>b</scrip", ""),
        ("<![CDATA[a", ""),
        ("<![CDATA[a]", "]"),
        ("<![CDATA[a]]", "]]"),
        ("<![CDATA[a]]b", ""),
    ];
    for &(chunk, waits) in table {
        for errors in [false, true] {
            // A low limit too: text has none, and what waits here is within it.
            for limit in [u32::MAX, 11] {
                let builder = Tokenizer::builder().utf8().parse_errors(errors).cdata(true);
                let mut tokenizer = builder.limits(Limits::all(limit, LimitAction::Fail)).build();
                let (mut returned, mut pending) = (Vec::new(), Vec::new());
                // Whole, then byte by byte.
                for size in [chunk.len(), 1] {
                    tokenizer.reset();
                    returned.clear();
                    for piece in chunk.as_bytes().chunks(size) {
                        tokenizer.feed(piece).for_each(|token| returned.extend_from_slice(token.raw()))?;
                    }
                    pending.clear();
                    pending.extend_from_slice(tokenizer.pending_bytes().0);
                    let context = || format!("{chunk:?} in pieces of {size}, errors {errors}, limit {limit}");
                    assert_eq!(String::from_utf8_lossy(&pending), waits, "{}", context());
                    assert_eq!([&returned[..], &pending].concat(), chunk.as_bytes(), "{}", context());
                }
            }
        }
    }
    Ok(())
}

/// Text is cut for errors, and not beside characters that only look like one to the first byte.
#[test]
fn text_without_errors_is_one_token() -> Result<(), Error> {
    // Between U+0080 and U+00BF, beside U+FDD0 and U+FFFE, and above U+FFFF.
    let text = "a\u{A0}b\u{FDCF}c\u{FDF0}d\u{FFFD}e\u{1F600}f\u{FFFFD}g\u{10FFFD}h\u{FEFF}i é€";
    for errors in [false, true] {
        for open in ["", "<title>", "<style>", "<script>", "<plaintext>"] {
            let mut tokenizer = Tokenizer::builder().utf8().parse_errors(errors).build();
            let page = format!("{open}{text}");
            let mut found = Vec::new();
            tokenizer.feed_last(&page).for_each(|token| {
                if let Token::Text(text) = token {
                    found.push(text.value().into_owned());
                }
            })?;
            assert_eq!(found, [text], "{open}, errors {errors}");
        }
    }
    Ok(())
}

#[test]
fn text_says_how_it_was_read() -> Result<(), Error> {
    for (html, mode, text) in [
        ("&amp;", TextMode::Data, "&"),
        ("<pre>\n&amp;", TextMode::Data, "\n&"),
        ("<title>&amp;", TextMode::Rcdata, "&"),
        ("<title>&amp;</tit", TextMode::Rcdata, "&</tit"),
        ("<style>&amp;", TextMode::Rawtext, "&amp;"),
        ("<script>&amp;", TextMode::ScriptData, "&amp;"),
        ("<script><!--&amp;</sc", TextMode::ScriptData, "<!--&amp;</sc"),
        ("<script><!--<script>&amp;", TextMode::ScriptData, "<!--<script>&amp;"),
        ("<plaintext>&amp;", TextMode::Plaintext, "&amp;"),
        ("<![CDATA[&amp;]", TextMode::CdataSection, "&amp;]"),
    ] {
        for cut in 0..=html.len() {
            let mut tokenizer = Tokenizer::builder().utf8().cdata(true).build();
            let (mut modes, mut value) = (Vec::new(), String::new());
            let mut see = |token: Token<'_>| {
                if let Token::Text(text) = token {
                    modes.push(text.mode());
                    value += &text.value();
                }
            };
            tokenizer.feed(&html.as_bytes()[..cut]).for_each(&mut see)?;
            tokenizer.feed_last(&html.as_bytes()[cut..]).for_each(&mut see)?;
            modes.dedup();
            assert_eq!((modes, value), (vec![mode], text.to_owned()), "{html} cut at {cut}");
        }
    }
    Ok(())
}

/// The section that a tree builder allows and forbids as it goes.
#[test]
fn sections_open_where_the_cursor_allows_them() -> Result<(), Error> {
    let source = "<![CDATA[a]]><svg><![CDATA[b]]></svg><![CDATA[c]]>";
    for allowed_at_first in [false, true] {
        let mut tokenizer = Tokenizer::builder().utf8().cdata(allowed_at_first).build();
        let mut tokens = tokenizer.feed_last(source);
        let mut found = Vec::new();
        while let Some(token) = tokens.next_token()? {
            let in_svg = match token {
                Token::StartTag(_) => Some(true),
                Token::EndTag(_) => Some(false),
                Token::Text(text) => {
                    found.push(text.value().into_owned());
                    None
                }
                Token::Comment(comment) => {
                    found.push(format!("comment {}", comment.value()));
                    None
                }
                _ => None,
            };
            if let Some(in_svg) = in_svg {
                tokens.set_cdata(in_svg);
            }
        }
        let first = if allowed_at_first { "a" } else { "comment [CDATA[a]]" };
        assert_eq!(found, [first, "b", "comment [CDATA[c]]"]);
    }
    Ok(())
}

/// The memory of a token that straddled chunks is handed over, if it holds nothing else and most of it is in use.
#[test]
fn buffers_that_are_taken() -> Result<(), Error> {
    let long = format!("<a b='{}", "c".repeat(200));
    let whole = format!("{long}'>");
    // The chunks; how many tokens are passed over; the tokens, and whether their buffers are taken.
    type Row<'a> = (&'a [&'a str], usize, &'a [(&'a str, bool)]);
    let table: &[Row<'_>] = &[
        (&["<p>a<b ti", "tle=c>d"], 0, &[("<p>", false), ("a", false), ("<b title=c>", true), ("d", false)]),
        (&["<", "i", ">", "\r", "\n<p>"], 0, &[("<i>", true), ("\r\n", false), ("<p>", false)]),
        (&[&long, "'><", "i>c"], 0, &[(&whole, true), ("<i>", true), ("c", false)]),
        // The buffer has the size of the token before.
        (&[&long, "'><", "i>c"], 1, &[(&whole, false), ("<i>", false), ("c", false)]),
        // The buffer holds the end of the section as well.
        (
            &["<![CDATA[a]]", "]>b"],
            0,
            &[("<![CDATA[", false), ("a", false), ("]", false), ("]]>", true), ("b", false)],
        ),
    ];
    for &(chunks, passed_over, expected) in table {
        let mut scanner =
            crate::harness::scanner(|options| (options.feedback, options.cdata) = (Feedback::None, true));
        let mut seen = Vec::new();
        for chunk in chunks {
            let body = &chunk.as_bytes()[scanner.enter(chunk.as_bytes(), false)];
            while let Some(found) = scanner.scan(body, false)? {
                let raw = scanner.resolve(body, found).raw().to_vec();
                let taken = if seen.len() < passed_over { None } else { scanner.take_buffer(found) };
                assert!(taken.as_ref().is_none_or(|buffer| *buffer == raw), "{taken:?}");
                seen.push((String::from_utf8_lossy(&raw).into_owned(), taken.is_some()));
            }
        }
        let seen: Vec<(&str, bool)> = seen.iter().map(|(raw, taken)| (&raw[..], *taken)).collect();
        assert_eq!(seen, expected, "{chunks:?}");
    }
    Ok(())
}

/// A CR at the end of a chunk waits for an LF, until it is said that none is going to come.
#[test]
fn newlines_that_are_ended() -> Result<(), Error> {
    for (first, waits, second, expected) in [
        ("a\r", true, "\nb", &["a", "\r", "\nb"][..]),
        ("<p>\r", true, "b", &["<p>", "\r", "b"]),
        ("a", false, "\nb", &["a", "\nb"]),
        ("a\r\n", false, "\nb", &["a\r\n", "\nb"]),
        ("a<", false, "\nb", &["a", "<", "\nb"]),
        ("", false, "a", &["a"]),
    ] {
        let mut scanner = Scanner::default();
        let mut seen = Vec::new();
        for chunk in [first, second] {
            let body = &chunk.as_bytes()[scanner.enter(chunk.as_bytes(), false)];
            while let Some(found) = scanner.scan(body, false)? {
                seen.push(String::from_utf8_lossy(scanner.resolve(body, found).raw()).into_owned());
            }
            if chunk == first {
                assert_eq!(scanner.end_newline(), waits, "{first:?}");
                assert!(!scanner.end_newline(), "{first:?}: it was ended");
            }
        }
        assert_eq!(seen, expected, "{first:?}");
    }
    let mut scanner = Scanner::default();
    scanner.enter(b"\xE2", false);
    assert!(scanner.scan(b"", false)?.is_none() && !scanner.end_newline(), "another character waits");
    Ok(())
}
