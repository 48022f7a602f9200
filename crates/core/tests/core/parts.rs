//! Where the parts of tokens lie, counted by hand.

use tagspan::{Error, Span, Token};

use crate::harness::{scan, scanner};

/// The spans of a token's parts; `None` for one that is missing.
fn parts(token: Token<'_>) -> Vec<Option<Span>> {
    match token {
        Token::Text(text) => vec![Some(text.span())],
        Token::StartTag(tag) | Token::EndTag(tag) => vec![Some(tag.span()), Some(tag.name_span())],
        Token::Comment(comment) => vec![Some(comment.span()), Some(comment.value_span())],
        Token::ProcessingInstruction(it) => {
            vec![Some(it.span()), Some(it.target_span()), Some(it.value_span())]
        }
        Token::Doctype(it) => {
            vec![Some(it.span()), it.name_span(), it.public_id_span(), it.system_id_span()]
        }
        Token::Dropped(dropped) => vec![Some(dropped.span())],
        other => panic!("{other:?} was not asked for"),
    }
}

#[test]
fn parts_have_their_places() -> Result<(), Error> {
    const NONE: (u64, u64) = (u64::MAX, 0);
    // One token each: all of it, then its parts.
    let table: &[(&str, &[(u64, u64)])] = &[
        ("text", &[(0, 4)]),
        ("<ab>", &[(0, 4), (1, 3)]),
        ("<ab c/>", &[(0, 7), (1, 3)]),
        ("</ab >", &[(0, 6), (2, 4)]),
        ("<!--ab-->", &[(0, 9), (4, 6)]),
        ("<!---->", &[(0, 7), (4, 4)]),
        ("<!-->", &[(0, 5), (4, 4)]),
        ("<!--ab--!>", &[(0, 10), (4, 6)]),
        ("<!--ab-", &[(0, 7), (4, 6)]),
        ("<!ab>", &[(0, 5), (2, 4)]),
        ("</ ab>", &[(0, 6), (2, 5)]),
        ("<?0b>", &[(0, 5), (1, 4)]),
        ("<?ab>", &[(0, 5), (2, 4), (4, 4)]),
        ("<?ab cd?>", &[(0, 9), (2, 4), (5, 7)]),
        ("<?ab  c?d>", &[(0, 10), (2, 4), (6, 9)]),
        ("<!doctype>", &[(0, 10), NONE, NONE, NONE]),
        ("<!doctype ab>", &[(0, 13), (10, 12), NONE, NONE]),
        ("<!doctype  ab >", &[(0, 15), (11, 13), NONE, NONE]),
        ("<!doctype ab public 'cd'>", &[(0, 25), (10, 12), (21, 23), NONE]),
        ("<!doctype ab public 'cd' \"e\">", &[(0, 29), (10, 12), (21, 23), (26, 27)]),
        ("<!doctype ab system\"\">", &[(0, 22), (10, 12), NONE, (20, 20)]),
        ("<!doctype ab public''''>", &[(0, 24), (10, 12), (20, 20), (22, 22)]),
        ("<!doctype ab public 'cd", &[(0, 23), (10, 12), (21, 23), NONE]),
        ("</>", &[(0, 3)]),
        ("<ab", &[(0, 3)]),
    ];
    for (html, expected) in table {
        for start in [0, 1 << 40] {
            for size in [html.len(), 1] {
                let mut scanner = scanner(|options| options.processing_instructions = true);
                scanner.skip_offset(start);
                let mut found = Vec::new();
                let mut take = |token: Token<'_>| match token {
                    // Text comes as it is fed.
                    Token::Text(_) if !found.is_empty() => {}
                    token => found.push((parts(token), token.span(), token.raw().len() as u64)),
                };
                for chunk in html.as_bytes().chunks(size) {
                    scan(&mut scanner, chunk, false, &mut take)?;
                }
                scan(&mut scanner, b"", true, take)?;
                let [(parts, span, length)] = &found[..] else {
                    panic!("{html} is not one token: {found:?}")
                };
                assert_eq!(span.len(), *length, "{html}");
                if html.starts_with('<') || size > 1 {
                    let place = |&(from, to): &(u64, u64)| {
                        (from <= to).then(|| Span { start: start + from, end: start + to })
                    };
                    assert_eq!(*parts, expected.iter().map(place).collect::<Vec<_>>(), "{html} in {size}");
                }
            }
        }
    }
    Ok(())
}
