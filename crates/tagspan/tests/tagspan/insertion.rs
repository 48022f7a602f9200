//! Text inserted into a stream: what comes out in every encoding, where it is, and what it does not touch.

use std::ops::ControlFlow;

use tagspan::{
    ColumnUnit, Encoding, EncodingOptions, Error, ErrorKind, LateDeclarations, LateOutcome, LimitAction,
    Limits, LineColumn, Span, Token, Tokenizer, TokenizerBuilder, Tokens, UTF_8, WINDOWS_1252,
};

/// A stream of an encoding that is known.
fn of(label: &str) -> TokenizerBuilder {
    Tokenizer::builder().charset(label).unwrap()
}

/// The written form of a token, and its start.
fn said(token: &Token<'_>) -> String {
    match token {
        Token::Error(error) => format!("{} {}", error.offset(), error.code()),
        _ => format!("{} {}", token.span().start, String::from_utf8_lossy(token.raw())),
    }
}

/// Reads to the end of the next script or of the chunk.
fn to_script_end(seen: &mut Vec<String>) -> impl FnMut(Token<'_>) -> ControlFlow<()> {
    |token| {
        seen.push(said(&token));
        let ends = matches!(token, Token::EndTag(tag) if tag.is("script"));
        if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Reads a chunk up to the end of its first script and gives what remains.
fn read<'c>(tokenizer: &mut Tokenizer, chunk: &'c [u8], seen: &mut Vec<String>) -> Result<&'c [u8], Error> {
    let mut tokens = tokenizer.feed(chunk);
    assert!(tokens.try_for_each(|token| to_script_end(seen)(token))?.is_break());
    Ok(tokens.into_remaining())
}

/// Inserts text up to the end of its first script and gives what remains of it.
fn insert<'c>(tokenizer: &mut Tokenizer, text: &'c str, seen: &mut Vec<String>) -> Result<&'c str, Error> {
    let mut tokens = tokenizer.insert(text);
    let _ = tokens.try_for_each(|token| to_script_end(seen)(token))?;
    Ok(&text[text.len() - tokens.into_remaining().len()..])
}

fn encode(label: &str, text: &str) -> Vec<u8> {
    match label {
        "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "utf-16be" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        _ => Encoding::for_label(label.as_bytes()).unwrap().encode(text).0.into_owned(),
    }
}

/// The source is decoded, the text is not, and the rest of a decoded piece waits until the text is read.
#[test]
fn every_encoding() -> Result<(), Error> {
    const PAGE: &str = "<script>я</script>ш=ж>э";
    for label in
        ["utf-8", "windows-1251", "koi8-r", "gb18030", "shift_jis", "iso-2022-jp", "utf-16le", "utf-16be"]
    {
        let (mut tokenizer, mut seen) = (of(label).build(), Vec::new());
        let page = encode(label, PAGE);
        let rest_of_page = read(&mut tokenizer, &page, &mut seen)?;
        let decoded = if label == "utf-8" { "" } else { "ш=ж>э" };
        assert_eq!(tokenizer.decoded_rest(), decoded.as_bytes(), "{label}");

        let rest = insert(&mut tokenizer, "<script>é</script>日<b 𝄞", &mut seen)?;
        assert_eq!((rest, tokenizer.decoded_rest()), ("日<b 𝄞", decoded.as_bytes()), "{label}");
        assert_eq!(insert(&mut tokenizer, "<!--1--><!--2", &mut seen)?, "");
        assert_eq!(insert(&mut tokenizer, "-->", &mut seen)?, "");
        assert_eq!(insert(&mut tokenizer, rest, &mut seen)?, "");
        assert_eq!(tokenizer.position(), 64, "{label}");
        tokenizer.feed_last(rest_of_page).for_each(|token| seen.push(said(&token)))?;
        let expected = [
            "0 <script>",
            "8 я",
            "10 </script>",
            "19 <script>",
            "27 é",
            "29 </script>",
            "38 <!--1-->",
            "46 <!--2-->",
            "54 日",
            "57 <b 𝄞ш=ж>",
            "70 э",
        ];
        assert_eq!(seen, expected, "{label}");
        assert!(tokenizer.decoded_rest().is_empty() && tokenizer.pending_bytes() == (&[], &[]), "{label}");
    }
    Ok(())
}

/// Bytes that waited for the encoding are read from memory. A CR that is inserted before them joins their LF.
#[test]
fn before_bytes_that_waited() -> Result<(), Error> {
    let (mut tokenizer, mut seen) = (Tokenizer::new(), Vec::new());
    tokenizer.feed(b"<script></script>\nx").for_each(|token| seen.push(said(&token)))?;
    assert!(seen.is_empty(), "{seen:?}");
    let rest = read(&mut tokenizer, b"<meta charset=utf-8>y", &mut seen)?;
    insert(&mut tokenizer, "a\r", &mut seen)?;
    tokenizer.feed_last(rest).for_each(|token| seen.push(said(&token)))?;
    let expected =
        ["0 <script>", "8 </script>", "17 a", "18 \r\n", "20 x", "21 <meta charset=utf-8>", "41 y"];
    assert_eq!(seen, expected);
    Ok(())
}

/// The end was declared with the chunk: nothing remains of it, or only decoded text does, and the end is declared
/// again.
#[test]
fn before_the_end() -> Result<(), Error> {
    for (label, rest) in [("utf-8", ""), ("utf-8", "s"), ("windows-1252", ""), ("windows-1252", "s")] {
        let page = format!("<script></script>{rest}");
        let (mut tokenizer, mut seen) = (of(label).build(), Vec::new());
        let mut tokens = tokenizer.feed_last(page.as_bytes());
        assert!(tokens.try_for_each(|token| to_script_end(&mut seen)(token))?.is_break());
        let remaining = tokens.into_remaining();
        insert(&mut tokenizer, "<p>x", &mut seen)?;
        tokenizer.feed_last(remaining).for_each(|token| seen.push(said(&token)))?;
        let mut expected = vec!["0 <script>", "8 </script>", "17 <p>", "20 x"];
        expected.extend((rest == "s").then_some("21 s"));
        assert_eq!(seen, expected, "{label} {rest:?}");
        assert_eq!(tokenizer.insert("y").next_token().unwrap_err().kind(), ErrorKind::FedAfterEnd);
    }
    Ok(())
}

/// Spans count inserted text, and source spans do not know it.
#[test]
fn source_spans() -> Result<(), Error> {
    for label in ["shift_jis", "utf-8", "gb18030"] {
        let (one, two) = (encode(label, "日<p>本<i a=b>"), encode(label, "б=c>ю"));
        let mut tokenizer = of(label).source_offsets(true).build();
        let mut tokens = tokenizer.feed(&one);
        assert!(tokens.advance()? && tokens.advance()?);
        assert_eq!(tokens.token().unwrap().raw(), b"<p>");
        let rest = tokens.into_remaining();
        for text in ["<x>é", "\n"] {
            tokenizer.insert(text).for_each(|_| ())?;
        }
        let mut tokens = tokenizer.feed(rest);
        let width = one.len() as u64 - 10;
        let (p, i) = (width / 2 + 3, width + 3);
        let mut spans = Vec::new();
        while tokens.advance()? {
            let span = tokens.token().unwrap().span();
            spans.push((span, tokens.source_span(span)));
        }
        // 6 bytes were inserted before.
        assert_eq!(
            spans,
            [
                (Span { start: 12, end: 15 }, Some(Span { start: p, end: i })),
                (Span { start: 15, end: 22 }, Some(Span { start: i, end: i + 7 })),
            ],
            "{label}"
        );
        // Neither a span with inserted text in it, nor one that lies in that, nor one that is none.
        for (start, end) in
            [(5, 7), (6, 12), (7, 8), (11, 15), (7, 7), (20, 13), (15, u64::MAX), (u64::MAX, u64::MAX)]
        {
            assert_eq!(tokens.source_span(Span { start, end }), None, "{label} {start}..{end}");
        }
        // A tag that inserted text begins and the source ends: its last attribute is of the source.
        assert!(insert(&mut tokenizer, "<a é ", &mut Vec::new())?.is_empty());
        let mut tokens = tokenizer.feed_last(&two);
        let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!("{label}: a tag") };
        let attributes: Vec<Span> = tag.attributes().map(|attribute| attribute.span()).collect();
        let whole = tag.span();
        assert_eq!(attributes, [Span { start: 25, end: 27 }, Span { start: 28, end: 32 }], "{label}");
        let begun = one.len() as u64;
        let source =
            Some(Span { start: begun, end: begun + two.len() as u64 - encode(label, ">ю").len() as u64 });
        assert_eq!(tokens.source_span(whole), None, "{label}");
        for (span, expected) in attributes.into_iter().zip([None, source]) {
            assert_eq!(tokens.source_span(span), expected, "{label}");
        }
    }
    Ok(())
}

/// More places than are remembered, in one token: the first are not known any more, the last are.
#[test]
fn many_places_in_one_token() -> Result<(), Error> {
    let mut tokenizer = of("windows-1252").source_offsets(true).build();
    assert!(tokenizer.feed(b"<a").next_token()?.is_none());
    for _ in 0..5000 {
        assert!(tokenizer.insert(" b").next_token()?.is_none());
        assert!(tokenizer.feed(b"\xE9").next_token()?.is_none());
    }
    let mut tokens = tokenizer.feed_last(b" c>");
    assert!(tokens.advance()?);
    let Some(Token::StartTag(tag)) = tokens.token() else { panic!("a tag") };
    // Written 5,000 times, as duplicates are.
    let spans: Vec<Span> = tag.attributes_as_written().map(|attribute| attribute.span()).collect();
    assert_eq!((spans.len(), spans[4999]), (5001, Span { start: 2 + 4 * 4999 + 1, end: 2 + 4 * 5000 }));
    // The é of the name is of the source.
    let source = |index: usize| {
        let end = spans[index].end;
        tokens.source_span(Span { start: end - 2, end })
    };
    assert_eq!(source(4999), Some(Span { start: 2 + 4999, end: 2 + 5000 }));
    assert_eq!(source(4990), Some(Span { start: 2 + 4990, end: 2 + 4991 }));
    assert_eq!(source(0), None);
    Ok(())
}

/// Lines and columns count inserted text, whichever part of it was read.
#[test]
fn lines_and_columns() -> Result<(), Error> {
    for label in ["utf-8", "windows-1252", "utf-16le"] {
        let page = encode(label, "é\n<p>é\u{1}\n</>");
        let mut tokenizer = of(label).parse_errors(true).locate(ColumnUnit::CodePoints).build();
        let mut tokens = tokenizer.feed(&page);
        while !matches!(tokens.next_token()?, Some(Token::StartTag(_))) {}
        let rest = tokens.into_remaining();
        let mut text = tokenizer.insert("日\n<i>\n\n\n");
        while !matches!(text.next_token()?, Some(Token::StartTag(_))) {}
        // The newlines after it are not inserted after all, and others are.
        assert_eq!(text.into_remaining(), b"\n\n\n");
        for text in ["\nx", ""] {
            tokenizer.insert(text).for_each(|_| ())?;
        }
        let mut places = Vec::new();
        let mut tokens = tokenizer.feed_last(rest);
        while tokens.advance()? {
            if let Some(Token::Error(error)) = tokens.token() {
                places.push((error.code().as_str(), tokens.locate(error.offset()).unwrap()));
            }
        }
        let at = |line, column| LineColumn::new(line, column);
        assert_eq!(
            places,
            [("control-character-in-input-stream", at(4, 3)), ("missing-end-tag-name", at(5, 3))],
            "{label}"
        );
    }
    Ok(())
}

/// A declaration counts if all of its bytes are of the source.
#[test]
fn late_declarations() -> Result<(), Error> {
    // What is fed and inserted in turn, and the outcome, with the tag's place in the source.
    type Case = (&'static [&'static str], Option<(LateOutcome, u64, u64)>);
    const CASES: &[Case] = &[
        (&["<p>", "<meta charset=koi8-r>", "<p>"], None),
        (&["<p><meta ", "charset=koi8-r>", "<p>"], None),
        (&["<p><meta charset", "", "=koi8-r>"], Some((LateOutcome::Switched, 3, 24))),
        (&["<p>", "<meta charset=", "koi8-r><p>"], None),
        (&["<p><meta charset=koi8-r ", "x", "><p>"], None),
        (&["<p>", "<b>é", "<meta charset=koi8-r>"], Some((LateOutcome::Switched, 3, 24))),
        (&["<p>\u{C1}", "é", "<meta charset=koi8-r>"], Some((LateOutcome::Restarted, 4, 25))),
        (&["<p>", "<!--", "<meta charset=koi8-r>"], None),
        (&["<p><!--", "-->", "<meta charset=koi8-r>"], Some((LateOutcome::Switched, 7, 28))),
    ];
    for (parts, expected) in CASES {
        let options = EncodingOptions::new().prescan_bytes(0).default_encoding(WINDOWS_1252);
        let builder =
            Tokenizer::builder().late_declarations(LateDeclarations::Follow).encoding_options(options);
        let mut tokenizer = builder.source_offsets(true).build();
        let mut restarts = 0;
        for (index, part) in parts.iter().enumerate() {
            if index % 2 == 1 {
                tokenizer.insert(part).for_each(|_| ())?;
                continue;
            }
            let source = encode("windows-1252", part);
            let mut tokens = tokenizer.feed(&source);
            loop {
                match tokens.next_token() {
                    Ok(None) => break,
                    Ok(Some(_)) => {}
                    Err(error) if matches!(error.kind(), ErrorKind::Restart { .. }) => restarts += 1,
                    Err(error) => return Err(error),
                }
            }
        }
        let source: usize = parts.iter().step_by(2).map(|part| encode("windows-1252", part).len()).sum();
        // One letter more: two bytes of the stream.
        let mut end = tokenizer.feed_last(b"\xC1");
        while end.next_token()?.is_some() {}
        let (letter, place) = (end.position() - 2, source as u64);
        let span = end.source_span(Span { start: letter, end: letter + 2 });
        assert_eq!(span, Some(Span { start: place, end: place + 1 }), "{parts:?}");
        let late = tokenizer.late_declaration();
        let found = late.map(|late| (late.outcome, late.bytes.clone().unwrap()));
        let wanted = expected.map(|(outcome, start, end)| (outcome, start..end));
        assert_eq!(found, wanted, "{parts:?}");
        let restarted = matches!(expected, Some((LateOutcome::Restarted, ..)));
        assert_eq!(restarts, usize::from(restarted), "{parts:?}");
        let inserted = if restarted { 0 } else { parts[1].len() };
        let beyond_ascii = 1 + usize::from(restarted);
        assert_eq!(tokenizer.position(), (source + 1 + inserted + beyond_ascii) as u64, "{parts:?}");
    }
    Ok(())
}

/// The text comes first, whatever the source begins with: its mark is heeded, and has no place in the text.
#[test]
fn before_the_first_byte() -> Result<(), Error> {
    // The source, and the encoding that it is found to be in.
    const CASES: &[(&[u8], &str)] = &[
        (b"e>", "UTF-8"),
        (b"\xEF\xBB\xBFe>", "UTF-8"),
        (b"\xFF\xFEe\0>\0", "UTF-16LE"),
        (b"\xFE\xFF\0e\0>", "UTF-16BE"),
    ];
    for (source, encoding) in CASES {
        for size in [1, 2, 9] {
            let options = EncodingOptions::new().default_encoding(UTF_8);
            let mut tokenizer = Tokenizer::builder().encoding_options(options).source_offsets(true).build();
            // Empty text is none, and what is inserted in front keeps its U+FEFF.
            assert!(tokenizer.insert("").next_token()?.is_none());
            let mut seen = Vec::new();
            assert_eq!(insert(&mut tokenizer, "\u{FEFF}<pr", &mut seen)?, "");
            for chunk in source.chunks(size) {
                tokenizer.feed(chunk).for_each(|token| seen.push(said(&token)))?;
            }
            let mut end = tokenizer.finish();
            while end.advance()? {
                seen.push(said(&end.token().unwrap()));
            }
            let length = source.len() as u64;
            let width = length / if encoding.starts_with("UTF-16") { 3 } else { length };
            assert_eq!(
                end.source_span(Span { start: 7, end: 8 }),
                Some(Span { start: length - width, end: length }),
                "{encoding}, chunks of {size}"
            );
            assert_eq!(end.source_span(Span { start: 5, end: 8 }), None);
            assert_eq!(seen, ["0 \u{FEFF}", "3 <pre>"], "{encoding}, chunks of {size}");
            assert_eq!(tokenizer.encoding_decision().unwrap().encoding().name(), *encoding);
        }
    }
    Ok(())
}

/// Where a chunk's end has cut a character, between two chunks.
#[test]
fn between_halves_of_a_character() -> Result<(), Error> {
    let cases = [
        // The first half was taken, and is ill-formed before anything else.
        ("utf-8", &b"\xC3"[..], &b"\xA9"[..], "\u{FFFD}|\u{FFFD}"),
        // It waits in the decoder.
        ("gb18030", b"\xA8", b"\xA6", "|é"),
        ("utf-16le", b"\xE9", b"\0", "|é"),
    ];
    for (label, half, other, expected) in cases {
        let (mut tokenizer, mut text) = (of(label).build(), String::new());
        let mut take = |token: Token<'_>| {
            if let Token::Text(run) = token {
                text += &run.value();
            }
        };
        tokenizer.feed(half).for_each(&mut take)?;
        tokenizer.insert("|").for_each(&mut take)?;
        tokenizer.feed_last(other).for_each(take)?;
        assert_eq!(text, expected, "{label}");
    }
    Ok(())
}

/// A CR that waits when a cursor is left is one newline with the LF that is inserted after it.
#[test]
fn between_cr_and_lf_of_a_cursor_that_was_left() -> Result<(), Error> {
    for errors in [false, true] {
        for second in ["x", ""] {
            let mut tokenizer = of("utf-8").parse_errors(errors).build();
            let mut text = String::new();
            let mut see = |token: Token<'_>| {
                if let Token::Text(part) = token {
                    text += &part.value();
                }
            };
            tokenizer.feed(b"a&#65\r").for_each(&mut see)?;
            let mut tokens =
                if second.is_empty() { tokenizer.finish() } else { tokenizer.feed(second.as_bytes()) };
            tokens.next_token()?.into_iter().for_each(&mut see);
            let rest = tokens.into_remaining().to_vec();
            tokenizer.insert("\nz").for_each(&mut see)?;
            tokenizer.feed_last(&rest).for_each(&mut see)?;
            assert_eq!(text, format!("aA\nz{second}"), "errors {errors}");
        }
    }
    Ok(())
}

/// The first result of a cursor, before and after which all that it was given remains.
fn taking_nothing(mut tokens: Tokens<'_, &[u8]>, given: &[u8]) -> Result<bool, Error> {
    assert_eq!(tokens.remaining(), given);
    let first = tokens.advance();
    assert_eq!(tokens.remaining(), given);
    assert_eq!(tokens.into_remaining(), given);
    first
}

/// Misuse is said by the next cursor, of the source or of text, and then until a reset.
#[test]
fn misuse() -> Result<(), Error> {
    type Begin = fn(&mut Tokenizer) -> Result<(), Error>;
    type Call = fn(&mut Tokenizer) -> Result<bool, Error>;
    let halfway = |tokenizer: &mut Tokenizer| tokenizer.feed(b"<p><p>\xE9").next_token().map(|_| ());
    let text_halfway: Begin = |tokenizer| tokenizer.insert("<p><p>").next_token().map(|_| ());
    let text_in_piece: Begin = |tokenizer| {
        let mut tokens = tokenizer.feed(b"<p>\xE9");
        assert!(tokens.advance()?);
        assert!(tokens.into_remaining().len() < 2);
        tokenizer.insert("<p><p>").next_token().map(|_| ())
    };
    let untouched: Begin = |tokenizer| {
        let _ = tokenizer.feed(b"<p>");
        Ok(())
    };
    let ended: Begin = |tokenizer| tokenizer.feed_last(b"<p>").for_each(|_| ());
    let too_long: Begin = |tokenizer| {
        assert!(tokenizer.insert(&format!("<{}>", "p".repeat(99))).next_token().is_err());
        Ok(())
    };
    let cases: [(Begin, ErrorKind); 6] = [
        (halfway, ErrorKind::ChunkNotTaken),
        (text_halfway, ErrorKind::ChunkNotTaken),
        (text_in_piece, ErrorKind::ChunkNotTaken),
        (untouched, ErrorKind::ChunkNotTaken),
        (ended, ErrorKind::FedAfterEnd),
        (too_long, ErrorKind::FedAfterError),
    ];
    for label in ["utf-8", "windows-1252"] {
        for (number, (begin, kind)) in cases.iter().enumerate() {
            let mut tokenizer = of(label).limits(Limits::all(64, LimitAction::Fail)).build();
            let calls: [Call; 4] = [
                |tokenizer| taking_nothing(tokenizer.insert("x"), b"x"),
                |tokenizer| taking_nothing(tokenizer.insert(""), b""),
                |tokenizer| taking_nothing(tokenizer.feed(b"x"), b"x"),
                |tokenizer| taking_nothing(tokenizer.finish(), b""),
            ];
            for first in calls {
                begin(&mut tokenizer)?;
                // To end what has ended already changes nothing.
                if let (Ok(false), ErrorKind::FedAfterEnd) = (first(&mut tokenizer), kind) {
                    tokenizer.reset();
                    continue;
                }
                tokenizer.reset();
                begin(&mut tokenizer)?;
                assert_eq!(
                    first(&mut tokenizer).map_err(|error| error.kind()),
                    Err(*kind),
                    "{label}, {number}"
                );
                for next in calls {
                    let again = next(&mut tokenizer).map_err(|error| error.kind());
                    assert_eq!(again, Err(ErrorKind::FedAfterError), "{label}, {number}");
                }
                tokenizer.reset();
                let mut seen = Vec::new();
                tokenizer.insert("<i>").for_each(|token| seen.push(said(&token)))?;
                tokenizer.feed_last(b"a").for_each(|token| seen.push(said(&token)))?;
                assert_eq!(seen, ["0 <i>", "3 a"], "{label}, {number}: as new");
                tokenizer.reset();
            }
        }
    }
    Ok(())
}

/// After an outgrown limit within inserted text all that was not returned is there.
#[test]
fn nothing_is_lost_at_a_limit() -> Result<(), Error> {
    let mut tokenizer = of("windows-1252").limits(Limits::all(8, LimitAction::Fail)).build();
    let mut tokens = tokenizer.feed(b"<p>\xE9");
    assert!(tokens.advance()?);
    assert!(tokens.into_remaining().is_empty());
    let mut tokens = tokenizer.insert("<a title='far'>x");
    let error = tokens.next_token().unwrap_err();
    assert_eq!((error.kind().as_str(), error.offset()), ("limit-exceeded", 3));
    let rest = tokens.remaining();
    let lost = [tokenizer.pending_bytes().0, rest, tokenizer.decoded_rest()].concat();
    assert_eq!(lost, "<a title='far'>xé".as_bytes());
    Ok(())
}

/// An empty part between two inserted texts has no source; between the source and inserted text it has.
#[test]
fn the_source_of_an_empty_part_where_texts_meet() {
    for (source, first, expected) in [("x", "<b cl", None), ("<b cl", "", Some(Span { start: 5, end: 5 }))] {
        let mut tokenizer = Tokenizer::builder().encoding(UTF_8).build();
        tokenizer.feed(source.as_bytes()).for_each(|_| ()).unwrap();
        tokenizer.insert(first).for_each(|_| ()).unwrap();
        let mut tokens = tokenizer.insert("/>");
        assert!(tokens.advance().unwrap());
        let Some(Token::StartTag(tag)) = tokens.token() else { panic!("no tag") };
        let value = tag.attribute("cl").unwrap().value_span();
        assert_eq!(tokens.source_span(value), expected, "{source:?}, {first:?}");
    }
}
