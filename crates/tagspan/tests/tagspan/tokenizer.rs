//! The stream: any encoding, any chunking, any pause gives the same tokens.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tagspan::{
    ColumnUnit, ContextElement, DropReason, Encoding, EncodingOptions, EncodingSource, Error, ErrorKind,
    Feedback, LimitAction, Limits, LineColumn, TextMode, Token, Tokenizer, TokenizerBuilder,
};

/// A page that has every kind of token, and text beyond ASCII that all the encodings below can write.
const PAGE: &str = "<!DOCTYPE html>\r\n<title>Цена &amp; срок</title><!-- примечание -->\r<p class=\"а б\" \
                    id='x&quot;y'>Привет,\r\n мир!<br/></p></><script>if (a < b) { '</p>' }</script>\
                    <a href=страница>Ещё</a>&#1046;&nbsp;";

/// The content and the span of a token; adjacent text is joined.
#[derive(Clone, Debug, PartialEq)]
struct Said {
    what: String,
    start: u64,
    end: u64,
    place: Option<LineColumn>,
}

fn describe(token: &Token<'_>) -> String {
    match token {
        Token::Text(text) => format!("Text {}", text.value()),
        Token::StartTag(tag) | Token::EndTag(tag) => {
            format!("Tag {} {:?} {:?}", tag.name(), tag.attributes(), tag.self_closing())
        }
        Token::Comment(comment) => format!("Comment {}", comment.value()),
        Token::Doctype(doctype) => format!("Doctype {:?} {}", doctype.name(), doctype.force_quirks()),
        Token::Dropped(dropped) => format!("Dropped {}", dropped.reason()),
        Token::Error(error) => format!("Error {}", error.code()),
        other => panic!("{other:?}"),
    }
}

fn push(said: &mut Vec<Said>, token: &Token<'_>, place: Option<LineColumn>) {
    let (what, span) = (describe(token), token.span());
    if let (Token::Text(_), Some(last)) = (token, said.last_mut())
        && last.what.starts_with("Text ")
    {
        last.what += what.strip_prefix("Text ").unwrap();
        last.end = span.end;
        return;
    }
    said.push(Said { what, start: span.start, end: span.end, place });
}

/// A stream to which bytes are UTF-8 unless a mark or a header says something else, from the first byte on.
fn utf_8() -> TokenizerBuilder {
    let options = EncodingOptions::new().prescan_bytes(0).default_encoding(encoding("utf-8"));
    Tokenizer::builder().encoding_options(options)
}

fn encoding(label: &str) -> &'static Encoding {
    Encoding::for_label(label.as_bytes()).unwrap()
}

fn builder() -> TokenizerBuilder {
    utf_8().parse_errors(true).locate(ColumnUnit::CodePoints)
}

/// Tokens of the source cut at `cuts`; with `pause`, each cursor is left after every token.
fn said(mut tokenizer: Tokenizer, source: &[u8], cuts: &[usize], pause: bool) -> Result<Vec<Said>, Error> {
    let mut said = Vec::new();
    let mut start = 0;
    let ends = cuts.iter().copied().chain([source.len()]);
    for (index, end) in ends.enumerate() {
        let mut rest = &source[start..end];
        loop {
            let last = index == cuts.len();
            let mut tokens = if last { tokenizer.feed_last(rest) } else { tokenizer.feed(rest) };
            let mut left = false;
            while tokens.advance()? {
                let offset = tokens.token().map(|token| token.span().start);
                let place = match (tokens.token(), offset) {
                    (Some(Token::Error(_)), Some(offset)) => tokens.locate(offset),
                    _ => None,
                };
                push(&mut said, &tokens.token().unwrap(), place);
                if pause {
                    left = true;
                    break;
                }
            }
            if !left {
                assert!(tokens.remaining().is_empty());
                assert!(!tokens.advance()?, "the end of a chunk stays the end");
                break;
            }
            rest = tokens.into_remaining();
        }
        start = end;
    }
    assert!(tokenizer.pending_bytes() == (&[], &[]));
    Ok(said)
}

fn encode(encoding: &'static Encoding, text: &str) -> Vec<u8> {
    match encoding.name() {
        "UTF-16LE" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "UTF-16BE" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        _ => {
            let (bytes, _, lossy) = encoding.encode(text);
            assert!(!lossy, "{}", encoding.name());
            bytes.into_owned()
        }
    }
}

/// Long runs of ASCII of a page in another encoding are not decoded: the tokens are those of the decoded text, also if the
/// cursor is left at any of them, and tokens in a run are slices of the chunk.
#[test]
fn long_runs_of_ascii_are_tokenized_in_the_chunk() {
    let run = |length: usize| "<b class=\"x y\">text &amp; more</b>\r\n<!-- note -->".repeat(length / 40 + 1);
    for label in ["windows-1252", "shift_jis", "gb18030", "euc-kr", "koi8-r", "iso-2022-jp", "utf-16le"] {
        let encoding = Encoding::for_label(label.as_bytes()).unwrap();
        let letters =
            if ["windows-1252", "koi8-r"].contains(&label) { "±" } else { "가日<p title='가'>" };
        let text: String = [100, 5000, 900, 3000, 20_000].map(|length| run(length) + letters).concat();
        let source = match label {
            "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            _ => encoding.encode(&text).0.into_owned(),
        };
        let decoded = encoding.decode_without_bom_handling(&source).0.into_owned();
        let expected = joined(Tokenizer::utf8(), decoded.as_bytes(), usize::MAX, false).0;
        for size in [1460, 4096, 16_384, usize::MAX] {
            for leaves in [false, true] {
                let tokenizer = Tokenizer::builder().encoding(encoding).build();
                let (found, in_chunk) = joined(tokenizer, &source, size, leaves);
                assert!(found == expected, "{label}, chunks of {size}, leaves {leaves}");
                let is_most = 2 * in_chunk > source.len();
                assert_eq!(
                    is_most,
                    !["iso-2022-jp", "utf-16le"].contains(&label),
                    "{label}: {in_chunk}, {size}"
                );
            }
        }
    }
}

/// The tokens with adjacent text joined, and how many of their bytes lie in the chunks.
fn joined(
    mut tokenizer: Tokenizer,
    source: &[u8],
    size: usize,
    leaves: bool,
) -> (Vec<(bool, String)>, usize) {
    let (mut tokens, mut in_chunk): (Vec<(bool, String)>, usize) = (Vec::new(), 0);
    let mut see = |token: Token<'_>, chunk: &[u8]| {
        let raw = String::from_utf8(token.raw().to_vec()).unwrap();
        in_chunk += if chunk.as_ptr_range().contains(&token.raw().as_ptr()) { raw.len() } else { 0 };
        match (tokens.last_mut(), matches!(token, Token::Text(_))) {
            (Some((true, text)), true) => *text += &raw,
            (_, is_text) => tokens.push((is_text, raw)),
        }
    };
    for chunk in source.chunks(size.min(source.len())).chain([&b""[..]]) {
        let mut rest = chunk;
        loop {
            let mut cursor = if chunk.is_empty() { tokenizer.finish() } else { tokenizer.feed(rest) };
            let mut count = 0;
            while let Some(token) = cursor.next_token().unwrap() {
                see(token, chunk);
                count += 1;
                if leaves && count == 7 {
                    break;
                }
            }
            let remaining = if leaves && count == 7 { cursor.into_remaining() } else { &[] };
            if remaining.is_empty() && !(leaves && count == 7) {
                break;
            }
            rest = remaining;
        }
    }
    (tokens, in_chunk)
}

#[test]
fn every_encoding_chunking_and_pause() {
    let expected = said(builder().build(), PAGE.as_bytes(), &[], false).unwrap();
    assert!(expected.iter().any(|said| said.what == "Text Привет,\n мир!"), "{expected:#?}");
    for label in
        ["utf-8", "windows-1251", "koi8-r", "gb18030", "shift_jis", "iso-2022-jp", "utf-16le", "utf-16be"]
    {
        let encoding = Encoding::for_label(label.as_bytes()).unwrap();
        let page = if label == "utf-8" { PAGE.to_owned() } else { PAGE.replace('Ё', "Е") };
        let source = encode(encoding, &page);
        let build = || builder().charset(label).unwrap().build();
        let whole = said(build(), &source, &[], false).unwrap();
        assert_eq!(whole, expected, "{label}");
        let every: Vec<usize> = (0..=source.len()).collect();
        assert_eq!(said(build(), &source, &every, false).unwrap(), expected, "{label}, byte by byte");
        assert_eq!(said(build(), &source, &[], true).unwrap(), expected, "{label}, pausing");
        assert_eq!(said(build(), &source, &every, true).unwrap(), expected, "{label}, both");
        for cut in 0..=source.len() {
            assert_eq!(said(build(), &source, &[cut], false).unwrap(), expected, "{label}, cut at {cut}");
            assert_eq!(
                said(build(), &source, &[cut], true).unwrap(),
                expected,
                "{label}, cut at {cut}, pausing"
            );
        }
    }
}

/// Chunks larger than the decoder's buffer, which then goes round several times. The sizes are around that of the
/// buffer, which is 16 KiB.
#[test]
fn longer_than_the_buffer() {
    let page = PAGE.repeat(250);
    assert!(page.len() > 3 * 16_384);
    let utf8 = said(builder().build(), page.as_bytes(), &[], false).unwrap();
    for label in ["windows-1251", "utf-16be"] {
        let source = encode(Encoding::for_label(label.as_bytes()).unwrap(), &page);
        for size in [1000, 16_383, 16_384, 40_000] {
            let cuts: Vec<usize> = (0..source.len()).step_by(size).skip(1).collect();
            for pause in [false, true] {
                let tokenizer = builder().charset(label).unwrap().build();
                assert_eq!(said(tokenizer, &source, &cuts, pause).unwrap(), utf8, "{label} {size} {pause}");
            }
        }
    }
}

/// A byte order mark is a dropped span of three bytes in front, whatever the encoding, and overrides.
#[test]
fn byte_order_marks() {
    let cases: &[(&[u8], &str, &str)] = &[
        (b"\xEF\xBB\xBF<p>", "windows-1251", "UTF-8"),
        (b"\xFF\xFE<\0p\0>\0", "windows-1251", "UTF-16LE"),
        (b"\xFE\xFF\0<\0p\0>", "utf-8", "UTF-16BE"),
    ];
    for &(source, label, name) in cases {
        for cuts in [vec![], (0..=source.len()).collect::<Vec<_>>()] {
            let mut tokenizer = builder().charset(label).unwrap().build();
            let mut found = Vec::new();
            for end in cuts
                .iter()
                .copied()
                .chain([source.len()])
                .scan(0, |start, end| Some(std::mem::replace(start, end)..end))
            {
                let mut tokens = tokenizer.feed(&source[end]);
                while let Some(token) = tokens.next_token().unwrap() {
                    found.push((describe(&token), token.span().range()));
                }
            }
            assert!(tokenizer.finish().next_token().unwrap().is_none());
            let expected =
                [("Dropped byte-order-mark".to_owned(), 0..3), ("Tag p [] false".to_owned(), 3..6)];
            assert_eq!(found, expected, "{name} {cuts:?}");
            assert_eq!(tokenizer.encoding_decision().unwrap().encoding().name(), name);
        }
    }
    // The column after a mark is the first.
    let mut tokenizer = builder().build();
    let mut tokens = tokenizer.feed_last(b"\xEF\xBB\xBF<>");
    let mut places = Vec::new();
    while tokens.advance().unwrap() {
        if let Some(Token::Error(error)) = tokens.token() {
            places.push((error.offset(), tokens.locate(error.offset()).unwrap().to_string()));
        }
    }
    assert_eq!(places, [(4, "1:2".to_owned())]);
}

/// Half a mark is text.
#[test]
fn half_a_byte_order_mark() {
    let mut tokenizer = utf_8().build();
    let mut text = String::new();
    for chunk in [&b"\xEF"[..], b"\xBB", b"<p>"] {
        let mut tokens = tokenizer.feed(chunk);
        while let Some(token) = tokens.next_token().unwrap() {
            if let Token::Text(run) = token {
                text += &run.value();
            }
        }
    }
    assert!(tokenizer.finish().next_token().unwrap().is_none());
    assert_eq!(text, "\u{FFFD}");
}

/// Half a byte order mark that was held back is a separate piece, in which a cursor may be left.
#[test]
fn a_pause_in_held_bytes() {
    for source in [&b"\xFE<p>a"[..], b"\xFF", b"\xFE&amp;", b"\xEF<p>", b"\xEF\xBB</>", b"\xEF\xBB\xBE\0"] {
        let expected = said(builder().build(), source, &[], false).unwrap();
        let every: Vec<usize> = (0..=source.len()).collect();
        for cuts in [&[1][..], &[1, 2.min(source.len())], &every] {
            for pause in [false, true] {
                let found = said(builder().build(), source, cuts, pause).unwrap();
                assert_eq!(found, expected, "{source:02X?}, cut at {cuts:?}, pausing: {pause}");
            }
        }
    }
}

/// A refused text mode changes nothing: the cursor continues.
#[test]
fn goes_on_after_a_refused_text_mode() {
    for (source, before) in
        [(&b"<p a a>"[..], 0), (b"a<p a a>", 0), (b"a<p a a>", 1), (b"a<!--b--><p a a>", 2)]
    {
        let mut tokenizer = builder().build();
        let mut tokens = tokenizer.feed_last(source);
        for _ in 0..before {
            assert!(tokens.advance().unwrap());
        }
        while !matches!(tokens.next_token().unwrap(), Some(Token::Error(_))) {}
        let refused = tokens.set_text_mode(TextMode::Rawtext);
        assert_eq!(refused.unwrap_err().kind(), ErrorKind::ModeChangeWithinToken);
        assert!(matches!(tokens.next_token().unwrap(), Some(Token::StartTag(tag)) if tag.is("p")));
        assert!(tokens.next_token().unwrap().is_none());
    }
}

/// After a closure has panicked the cursor stands at the token that the closure was given, and continues after it.
#[test]
fn the_token_stays_after_a_panic_in_the_loop() {
    let mut tokenizer = utf_8().build();
    let mut tokens = tokenizer.feed(b"<!--abcdefgh--><p>text<b>");
    let loops = AssertUnwindSafe(|| tokens.for_each(|token| assert!(!matches!(token, Token::StartTag(_)))));
    assert!(catch_unwind(loops).is_err());
    assert!(matches!(tokens.token(), Some(Token::StartTag(tag)) if tag.raw() == b"<p>"));
    assert!(matches!(tokens.next_token().unwrap(), Some(Token::Text(text)) if text.raw() == b"text"));
}

/// The internal loop says what pulling says, and may be broken off and gone on with anywhere.
#[test]
fn the_internal_loop_equals_pulling() {
    let page = PAGE.repeat(80);
    for label in ["utf-8", "windows-1251", "utf-16le"] {
        let page = if label == "utf-8" { page.clone() } else { page.replace('Ё', "Е") };
        let source = encode(Encoding::for_label(label.as_bytes()).unwrap(), &page);
        let build = || builder().charset(label).unwrap().build();
        let mut expected = said(build(), &source, &[], false).unwrap();
        expected.iter_mut().for_each(|said| said.place = None);
        for every in [1, 2, 3, usize::MAX] {
            let (mut tokenizer, mut found, mut count) = (build(), Vec::new(), 0);
            let mut tokens = tokenizer.feed_last(&source);
            loop {
                let flow = tokens.try_for_each(|token| {
                    push(&mut found, &token, None);
                    count += 1;
                    if count % every == 0 {
                        ControlFlow::Break(describe(&token))
                    } else {
                        ControlFlow::Continue(())
                    }
                });
                match flow.unwrap() {
                    ControlFlow::Break(what) => {
                        assert_eq!(tokens.token().map(|it| describe(&it)), Some(what))
                    }
                    ControlFlow::Continue(()) => break,
                }
            }
            assert!(tokens.token().is_none() && tokens.is_exhausted());
            assert_eq!(found, expected, "{label}, broken off every {every} tokens");
        }
    }
}

/// UTF-8 is never copied within a chunk: the slices are those of the caller.
#[test]
fn slices_of_the_callers_chunk() {
    let mut tokenizer = utf_8().build();
    assert!(tokenizer.feed(b"<di").next_token().unwrap().is_none());
    let chunk = PAGE.as_bytes();
    let bounds = chunk.as_ptr_range();
    let mut tokens = tokenizer.feed(chunk);
    let mut inside = 0;
    while let Some(token) = tokens.next_token().unwrap() {
        let raw = token.raw().as_ptr_range();
        let within = bounds.start <= raw.start && raw.end <= bounds.end;
        assert!(within || token.span().start == 0, "{token:?}");
        inside += usize::from(within);
    }
    assert!(inside > 10);
}

#[test]
fn misuse_is_a_typed_error() {
    let kind = |result: Result<bool, Error>| result.unwrap_err().kind();
    let mut tokenizer = utf_8().build();
    let mut tokens = tokenizer.feed(b"<p>text");
    assert!(tokens.advance().unwrap());
    let mut tokens = tokenizer.feed(b"more");
    assert_eq!(kind(tokens.advance()), ErrorKind::ChunkNotTaken);
    assert_eq!(kind(tokens.advance()), ErrorKind::ChunkNotTaken, "an error stays");
    assert_eq!(kind(tokenizer.feed(b"").advance()), ErrorKind::FedAfterError);

    tokenizer.reset();
    while tokenizer.feed_last(b"").advance().unwrap() {}
    assert_eq!(kind(tokenizer.feed(b"").advance()), ErrorKind::FedAfterEnd);
    tokenizer.reset();
    while tokenizer.finish().advance().unwrap() {}
    assert_eq!(kind(tokenizer.finish().advance()), ErrorKind::FedAfterEnd);

    // A cursor that declared the end, left halfway, can be gone on with by declaring it again only.
    tokenizer.reset();
    let mut tokens = tokenizer.feed_last(b"<p><q");
    assert!(tokens.advance().unwrap());
    assert_eq!(tokens.into_remaining(), b"<q");
    let mut tokens = tokenizer.feed_last(b"<q");
    assert!(tokens.advance().unwrap());
    assert!(matches!(tokens.token(), Some(Token::Dropped(tag)) if tag.reason() == DropReason::UnfinishedTag));
    assert!(tokens.into_remaining().is_empty());
    assert!(!tokenizer.finish().advance().unwrap());

    let mut limited = utf_8().limits(Limits::all(4, LimitAction::Fail)).build();
    let mut tokens = limited.feed(b"ab<p><long>");
    assert!(tokens.advance().unwrap() && tokens.advance().unwrap());
    let error = tokens.advance().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: 4, .. }), "{error}");
    assert_eq!(error.offset(), 5);
    assert_eq!(tokens.remaining(), b"<long>");
}

/// The rest of an earlier chunk is never looked up in a later one.
#[test]
fn a_refused_chunk_is_whole() {
    for next in [&b""[..], b"xy", b"0123456789abcdefghijklmnop"] {
        let mut tokenizer = builder().build();
        let mut tokens = tokenizer.feed(b"aaaaaaaaaaaaa<a>bb<b>");
        assert!(tokens.advance().unwrap() && tokens.advance().unwrap());
        let mut tokens = tokenizer.feed(next);
        assert_eq!(tokens.remaining(), next);
        assert!(tokens.advance().is_err() && tokens.token().is_none());
        assert_eq!(tokens.locate(0), None);
        assert_eq!(tokens.into_remaining(), next);

        let mut tokenizer = builder().limits(Limits::all(4, LimitAction::Fail)).build();
        while tokenizer.feed(b"a<bbbbbbbbbbbb>").advance().is_ok_and(|any| any) {}
        let tokens = tokenizer.feed(next);
        assert_eq!(tokens.remaining(), next);
        assert_eq!(tokens.into_remaining(), next);
    }
}

/// A character that straddles chunks has two errors, and the cursor is left between them.
#[test]
fn a_pause_between_two_errors_at_one_place() {
    let mut tokenizer = builder().build();
    assert!(!tokenizer.feed(b"<!\xF0\x9F").advance().unwrap());
    let mut rest = &b"\xBF\xBF>"[..];
    let mut found = Vec::new();
    loop {
        let mut tokens = tokenizer.feed(rest);
        if !tokens.advance().unwrap() {
            break;
        }
        if let Some(Token::Error(error)) = tokens.token() {
            found.push((error.code().as_str(), tokens.locate(error.offset()).unwrap().to_string()));
        }
        rest = tokens.into_remaining();
    }
    let place = "1:3".to_owned();
    let expected = [("noncharacter-in-input-stream", place.clone()), ("incorrectly-opened-comment", place)];
    assert_eq!(found, expected);
}

/// The options for the encoding, in the order of the standard: the first that applies wins.
#[test]
fn options_for_the_encoding() {
    let new = EncodingOptions::new;
    let header = || new().content_type("text/html; charset=big5");
    for (options, source, name, decided_by) in [
        (new(), &b"<p>"[..], "windows-1252", EncodingSource::Default),
        (new().locale("ru"), b"<p>", "windows-1251", EncodingSource::Default),
        (new().locale("ru"), b"<meta charset=euc-kr>", "EUC-KR", EncodingSource::Prescan),
        (header(), b"<meta charset=euc-kr>", "Big5", EncodingSource::Transport),
        (new().content_type("text/html"), b"<p>", "windows-1252", EncodingSource::Default),
        #[cfg(feature = "detect")]
        (new().locale("ru").detect(64), "<p>Füße".as_bytes(), "UTF-8", EncodingSource::Detection),
        (
            header().override_encoding(encoding("shift_jis")),
            b"<meta charset=euc-kr>",
            "Shift_JIS",
            EncodingSource::Override,
        ),
        (
            header().override_encoding(encoding("shift_jis")),
            b"\xEF\xBB\xBF<p>",
            "UTF-8",
            EncodingSource::ByteOrderMark,
        ),
    ] {
        let mut tokenizer = Tokenizer::builder().encoding_options(options).build();
        assert_eq!(tokenizer.encoding(), None, "before the first byte");
        tokenizer.feed_last(source).for_each(|_| ()).unwrap();
        assert_eq!(tokenizer.encoding().map(Encoding::name), Some(name));
        assert_eq!(tokenizer.encoding_decision().map(|decision| decision.source()), Some(decided_by));
        assert_eq!(tokenizer.source_position(), source.len() as u64, "{name}");
    }
}

/// The options for markup. Tokens are separated by `|`.
#[test]
fn options_of_the_builder_for_markup() {
    let new = || Tokenizer::builder().charset("utf-8").unwrap();
    let script = || new().initial_text_mode(TextMode::ScriptData);
    for (builder, expected) in [
        (new(), "a|<b>|</script>"),
        (script(), "a<b></script>"),
        (script().last_start_tag("script"), "a<b>|</script>"),
        (script().last_start_tag("style"), "a<b></script>"),
        (new().fragment(ContextElement::html("title")), "a<b></script>"),
        (new(), "<noscript>|a|<b>"),
        (new().scripting(true), "<noscript>|a<b>"),
        (new(), "<title>|a<b>"),
        (new().feedback(Feedback::None), "<title>|a|<b>"),
        (new(), "<![CDATA[a<b>|]]>"),
        (new().cdata(true), "<![CDATA[|a<b>|]]>"),
    ] {
        let (source, mut seen) = (expected.replace('|', ""), Vec::new());
        let mut tokenizer = builder.build();
        let mut tokens = tokenizer.feed_last(source.as_bytes());
        tokens.for_each(|token| seen.push(String::from_utf8_lossy(token.raw()).into_owned())).unwrap();
        assert_eq!(seen.join("|"), expected);
    }
}

/// The names of what became of a late declaration, as they are written and padded.
#[test]
fn outcomes_of_late_declarations_have_names() {
    use tagspan::LateOutcome::{Confirmed, Ignored, Restarted, Switched};
    let names = ["confirmed", "switched", "restarted", "ignored"];
    assert_eq!([Confirmed, Switched, Restarted, Ignored].map(|outcome| outcome.to_string()), names);
    assert_eq!(format!("{Ignored:>9}"), "  ignored");
}

#[test]
fn reset_starts_anew() {
    let expected = said(builder().build(), PAGE.as_bytes(), &[], false).unwrap();
    let mut tokenizer = builder().build();
    for stop in 0..20 {
        let mut tokens = tokenizer.feed(PAGE.as_bytes());
        for _ in 0..stop {
            tokens.advance().unwrap();
        }
        tokenizer.reset();
        let mut again = Vec::new();
        let mut tokens = tokenizer.feed_last(PAGE.as_bytes());
        while tokens.advance().unwrap() {
            let offset = tokens.token().unwrap().span().start;
            let is_error = matches!(tokens.token(), Some(Token::Error(_)));
            let place = if is_error { tokens.locate(offset) } else { None };
            push(&mut again, &tokens.token().unwrap(), place);
        }
        assert_eq!(again, expected, "after {stop} tokens");
        tokenizer.reset();
    }
}

/// For UTF-8 a stream and a tokenizer say the same.
#[test]
fn equals_the_tokenizer() {
    let mut tokenizer = Tokenizer::builder().utf8().parse_errors(true).build();
    let mut tokens = tokenizer.feed_last(PAGE.as_bytes());
    let mut expected = Vec::new();
    while let Some(token) = tokens.next_token().unwrap() {
        push(&mut expected, &token, None);
    }
    let mut found = said(utf_8().parse_errors(true).build(), PAGE.as_bytes(), &[], false).unwrap();
    found.iter_mut().for_each(|said| said.place = None);
    assert_eq!(found, expected);
}

/// Names alone decide which `meta` is looked at for a late declaration: without feedback its text mode is requested, too.
#[test]
fn a_meta_that_declares_nothing_has_no_text_mode_without_feedback() {
    let tail = "<p>".repeat(100);
    for feedback in [Feedback::None, Feedback::Names] {
        let page = format!("<meta name=a><b>{tail}");
        let mut tokenizer = Tokenizer::builder().feedback(feedback).build();
        let mut raw = Vec::new();
        tokenizer.feed_last(page.as_bytes()).for_each(|token| raw.push(token.raw().to_vec())).unwrap();
        assert_eq!(raw[..3], [&b"<meta name=a>"[..], b"<b>", b"<p>"], "{feedback:?}");
        assert_eq!(raw.len(), 102);
    }
}

#[test]
fn moves_between_threads() {
    fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<Tokenizer>();
    is_send_and_sync::<tagspan::Tokens<'_, &[u8]>>();
    is_send_and_sync::<TokenizerBuilder>();
    is_send_and_sync::<tagspan::TextRuns>();
}

/// How text is read, and whether sections open, is asked and said between the tokens of a chunk, and between chunks.
#[test]
fn modes_between_tokens() -> Result<(), Error> {
    let chunks = ["<note>", "a<b></note>", "<svg>", "<![CDATA[<c>]]></svg>", "<![CDATA[d]]>"];
    let expected =
        ["<note>", "a<b>", "</note>", "<svg>", "<![CDATA[", "<c>", "]]>", "</svg>", "<![CDATA[d]]>"];
    let builder = Tokenizer::builder().charset("utf-8").unwrap().feedback(Feedback::None);
    let (mut tokenizer, mut seen) = (builder.clone().build(), Vec::new());
    let page = chunks.concat();
    let mut tokens = tokenizer.feed_last(page.as_bytes());
    while let Some(token) = tokens.next_token()? {
        seen.push(String::from_utf8_lossy(token.raw()).into_owned());
        match token {
            Token::StartTag(tag) if tag.is("note") => {
                assert_eq!(tokens.text_mode(), Some(TextMode::Data));
                tokens.set_text_mode(TextMode::Rawtext)?;
                assert_eq!(tokens.text_mode(), Some(TextMode::Rawtext));
            }
            Token::StartTag(_) => {
                assert!(!tokens.cdata());
                tokens.set_cdata(true);
                assert!(tokens.cdata());
            }
            Token::EndTag(_) => tokens.set_cdata(false),
            _ => {}
        }
    }
    assert_eq!(seen, expected);
    let (mut tokenizer, mut seen) = (builder.build(), Vec::new());
    for chunk in chunks {
        tokenizer
            .feed(chunk.as_bytes())
            .for_each(|token| seen.push(String::from_utf8_lossy(token.raw()).into_owned()))?;
        assert_eq!(tokenizer.text_mode(), Some(TextMode::Data), "{chunk}");
        if chunk == "<note>" {
            tokenizer.set_text_mode(TextMode::Rawtext)?;
            assert_eq!(tokenizer.text_mode(), Some(TextMode::Rawtext));
        }
        tokenizer.set_cdata(chunk == "<svg>");
    }
    assert_eq!(seen, expected);
    Ok(())
}

/// A reset with other options for the encoding keeps the other settings.
#[test]
fn a_reset_with_another_encoding() -> Result<(), Error> {
    let mut tokenizer = Tokenizer::builder().charset("koi8-r").unwrap().parse_errors(true).build();
    let mut seen = Vec::new();
    for label in ["koi8-r", "windows-1251", "utf-16le"] {
        if label != "koi8-r" {
            tokenizer.reset_with(EncodingOptions::new().charset(label).unwrap());
        }
        let encoding = Encoding::for_label(label.as_bytes()).unwrap();
        let page = if label == "utf-16le" {
            "ж</>".encode_utf16().flat_map(u16::to_le_bytes).collect()
        } else {
            encoding.encode("ж</>").0.into_owned()
        };
        seen.clear();
        tokenizer.feed_last(&page).for_each(|token| seen.push(token.raw().to_vec()))?;
        assert_eq!((tokenizer.encoding(), &seen[0][..]), (Some(encoding), "ж".as_bytes()), "{label}");
        // The parse error, and what it drops.
        assert_eq!(seen.len(), 3, "{label}");
    }
    Ok(())
}

/// The end that is declared with a chunk is withdrawn with the rest of it, while that is there.
#[test]
fn an_end_that_is_withdrawn() -> Result<(), Error> {
    for truncated in [false, true] {
        let mut tokenizer = Tokenizer::builder().charset("utf-8").unwrap().build();
        let mut tokens = tokenizer.feed_last(b"<p>a");
        assert!(matches!(tokens.next_token()?, Some(Token::StartTag(_))));
        let rest = tokens.into_remaining();
        let mut seen = Vec::new();
        let mut see = |token: Token<'_>| seen.push((token.raw().to_vec(), token.is_truncated()));
        tokenizer.feed(rest).for_each(&mut see)?;
        tokenizer.feed(b"</p>b").for_each(&mut see)?;
        let mut last = if truncated { tokenizer.finish_truncated() } else { tokenizer.finish() };
        last.for_each(&mut see)?;
        let mut expected = vec![(b"a".to_vec(), false), (b"</p>".to_vec(), false), (b"b".to_vec(), false)];
        expected.extend(truncated.then_some((Vec::new(), true)));
        assert_eq!(seen, expected);
    }
    Ok(())
}

/// A chunk that no token was taken of is as not fed: its rest may come in other chunks, and the encoding is found in those.
#[test]
fn first_chunks_that_are_left_unread() -> Result<(), Error> {
    for source in [
        &b"\xFF\xFE<\0p\0>\0"[..],
        b"\xFE\xFF\0<\0p\0>",
        b"\xEF\xBB\xBF<p>",
        b"<meta charset=koi8-r><p>",
        b"<p>",
    ] {
        let mut whole = Vec::new();
        Tokenizer::new().feed_last(source).for_each(|token| whole.push(token.into_owned()))?;
        for size in 1..=source.len() {
            let mut tokenizer = Tokenizer::new();
            let rest = tokenizer.feed(source).into_remaining();
            assert_eq!(rest, source);
            let mut seen = Vec::new();
            for chunk in rest.chunks(size) {
                tokenizer.feed(chunk).for_each(|token| seen.push(token.into_owned()))?;
            }
            tokenizer.finish().for_each(|token| seen.push(token.into_owned()))?;
            assert_eq!(seen, whole, "{}, then chunks of {size}", source.escape_ascii());
        }
        let mut tokenizer = Tokenizer::new();
        let _ = tokenizer.feed(source).into_remaining();
        assert!(tokenizer.finish().next_token()?.is_none(), "{}", source.escape_ascii());
    }
    Ok(())
}

/// The last setting of the encoding counts.
#[test]
fn text_that_is_not_decoded_after_all() -> Result<(), Error> {
    let koi8 = Encoding::for_label(b"koi8-r").unwrap();
    for builder in [
        Tokenizer::builder().utf8().charset("koi8-r").unwrap(),
        Tokenizer::builder().utf8().encoding(koi8),
        Tokenizer::builder().utf8().content_type("text/html; charset=koi8-r"),
    ] {
        let mut tokenizer = builder.build();
        let mut tokens = tokenizer.feed_last(b"\xC1");
        assert!(matches!(tokens.next_token()?, Some(Token::Text(text)) if text.value() == "\u{430}"));
    }
    Ok(())
}
