//! The attributes of a tag, by name and by number.

use tagspan::{Error, Quote, Span, Token, Tokenizer};

#[test]
fn attributes_are_found_by_name() -> Result<(), Error> {
    // The tag, a name, and the value of the attribute of that name.
    let table: &[(&[u8], &str, Option<&str>)] = &[
        (b"<a>", "b", None),
        (b"<a b>", "b", Some("")),
        (b"<a b=c>", "b", Some("c")),
        (b"<a b=c>", "B", Some("c")),
        (b"<a B=c>", "b", Some("c")),
        (b"<a b=c>", "a", None),
        (b"<a b=c>", "bb", None),
        (b"<a b=c>", "", None),
        (b"<a bb=1 b=2 b=3>", "b", Some("2")),
        (b"<a =b=c>", "=b", Some("c")),
        ("<a \u{E9}=1 \u{C9}=2>".as_bytes(), "\u{C9}", Some("2")),
        (b"<a \xFF=1>", "\u{FFFD}", Some("1")),
        (b"<a \0=1>", "\u{FFFD}", Some("1")),
        (b"<a \0=1>", "\0", None),
        (b"<a b='&amp;\r\n\0\xFF'>", "b", Some("&\n\u{FFFD}\u{FFFD}")),
    ];
    for &(html, name, expected) in table {
        let mut tokenizer = Tokenizer::utf8();
        let mut tokens = tokenizer.feed_last(html);
        let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!("{html:?} is no tag") };
        let value = tag.attribute(name).map(|attribute| attribute.value());
        assert_eq!(value.as_deref(), expected, "{name:?} of {html:?}");
    }
    Ok(())
}

#[test]
fn all_attributes_are_there_as_written() -> Result<(), Error> {
    // The tag, and each of its attributes with whether an earlier one has its name.
    let table: &[(&str, &[(&str, bool)])] = &[
        ("<a>", &[]),
        ("<a b>", &[("b", false)]),
        (
            "<a b c B=1 b C d>",
            &[("b", false), ("c", false), ("B", true), ("b", true), ("C", true), ("d", false)],
        ),
        ("</a b B>", &[("b", false), ("B", true)]),
    ];
    for (html, expected) in table {
        let mut tokenizer = Tokenizer::utf8();
        let mut tokens = tokenizer.feed_last(html);
        let Some(Token::StartTag(tag) | Token::EndTag(tag)) = tokens.next_token()? else {
            panic!("{html} is no tag")
        };
        let written: Vec<_> = tag
            .attributes_as_written()
            .map(|it| (str::from_utf8(it.raw_name()).expect("ASCII"), it.is_duplicate()))
            .collect();
        assert_eq!(written, *expected, "{html}");
        let once: Vec<_> =
            expected.iter().filter(|(_, duplicate)| !duplicate).map(|(name, _)| *name).collect();
        assert_eq!(tag.attributes().map(|it| it.name()).collect::<Vec<_>>(), once, "{html}");
        assert!(tag.attributes().all(|it| !it.is_duplicate()), "{html}");
    }
    Ok(())
}

#[test]
fn the_parts_of_an_attribute_have_their_places() -> Result<(), Error> {
    // The tag `<a ` with one attribute: its name, its value without and with its quotes, all of it.
    type Row = (&'static str, Quote, [(u64, u64); 4]);
    let table: &[Row] = &[
        ("b>", Quote::NoValue, [(3, 4), (4, 4), (4, 4), (3, 4)]),
        ("bc />", Quote::NoValue, [(3, 5), (5, 5), (5, 5), (3, 5)]),
        ("b=>", Quote::Unquoted, [(3, 4), (5, 5), (5, 5), (3, 5)]),
        ("b=cd>", Quote::Unquoted, [(3, 4), (5, 7), (5, 7), (3, 7)]),
        ("b = cd >", Quote::Unquoted, [(3, 4), (7, 9), (7, 9), (3, 9)]),
        ("b='cd'>", Quote::Single, [(3, 4), (6, 8), (5, 9), (3, 9)]),
        ("b=''>", Quote::Single, [(3, 4), (6, 6), (5, 7), (3, 7)]),
        ("b=\"cd\"/>", Quote::Double, [(3, 4), (6, 8), (5, 9), (3, 9)]),
        ("b\n=\n\"\">", Quote::Double, [(3, 4), (8, 8), (7, 9), (3, 9)]),
    ];
    for (attribute, quote, places) in table {
        for before in ["", "text", "<p class='x'>"] {
            let html = format!("{before}<a {attribute}");
            let mut tokenizer = Tokenizer::utf8();
            let mut found = 0;
            tokenizer.feed_last(&html).for_each(|token| {
                let (Token::StartTag(tag), true) = (token, token.span().start == before.len() as u64) else {
                    return;
                };
                let it = tag.attributes().next().expect("it has one");
                let spans = [it.name_span(), it.value_span(), it.quoted_value_span(), it.span()];
                let shifted = |&(start, end): &(u64, u64)| {
                    let by = before.len() as u64;
                    Span { start: start + by, end: end + by }
                };
                assert_eq!(spans.as_slice(), places.iter().map(shifted).collect::<Vec<_>>(), "{html}");
                assert_eq!(it.quote(), *quote, "{html}");
                found += 1;
            })?;
            assert_eq!(found, 1, "{html}");
        }
    }
    Ok(())
}

#[test]
fn the_number_of_attributes_is_known_as_well_as_it_can_be() -> Result<(), Error> {
    // The tag, its attributes, and those as written.
    for (html, count, written) in
        [("<a>", 0, 0), ("<a b>", 1, 1), ("<a b c=1 d>", 3, 3), ("<a b B c b>", 2, 4)]
    {
        let mut tokenizer = Tokenizer::utf8();
        let mut tokens = tokenizer.feed_last(html);
        let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!("{html} is no tag") };
        assert_eq!(tag.attributes_as_written().len(), written, "{html}");
        let mut attributes = tag.attributes();
        for taken in 0..=count {
            // Those that are left may all have names that were there.
            let (least, most) = attributes.size_hint();
            let left = attributes.clone().count();
            assert_eq!((least, left), (0, count - taken), "{html} after {taken}");
            assert!(most.is_some_and(|most| left <= most && most <= written - taken), "{html}: {most:?}");
            assert_eq!(attributes.next().is_some(), taken < count, "{html} after {taken}");
        }
        assert_eq!((attributes.size_hint(), attributes.next()), ((0, Some(0)), None), "{html}");
    }
    Ok(())
}

/// Tags and attributes are equal if they have the same bytes and the same parts at the same place, whatever follows.
#[test]
fn equality() -> Result<(), Error> {
    // Two inputs, and whether their tags are equal, and the first attributes of these.
    for (one, other, expected) in [
        ("<a b=c d=e>", "<a b=c d=e>", true),
        ("<a b=c d=e>", "<a b=c d=e>f", true),
        ("<a b=c d=e>", "<a b=c d=f>", false),
        ("<a b=c d=e>", "<a b=f d=e>", false),
        ("<a b=c d=e>", "<a b=c d=e >", false),
        ("<a b=c d=e>", "f<a b=c d=e>", false),
    ] {
        let (mut first, mut second) = (Tokenizer::utf8(), Tokenizer::utf8());
        let (mut first, mut second) = (first.feed_last(one), second.feed_last(other));
        first.next_token()?;
        second.next_token()?;
        if other.starts_with('f') {
            second.next_token()?;
        }
        let (Some(Token::StartTag(tag)), Some(Token::StartTag(same))) = (first.token(), second.token())
        else {
            panic!("{one} and {other} are no tags")
        };
        assert_eq!(tag == same, expected, "{one} and {other}");
        assert_eq!(tag.attributes().next() == same.attributes().next(), expected, "{one} and {other}");
        assert_ne!(tag.attributes().next(), tag.attributes().nth(1), "{one}");
    }
    Ok(())
}
