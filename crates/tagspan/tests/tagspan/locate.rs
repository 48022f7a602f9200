//! Lines and columns of every offset of every token, compared with a recount of the decoded text, in every chunking.

use tagspan::{
    Attribute, ColumnUnit, DropReason, LimitAction, Limits, LineColumn, Token, Tokenizer, TokenizerBuilder,
    Tokens,
};
use testing::chunkings::chunkings;

const UNITS: [ColumnUnit; 3] = [ColumnUnit::Bytes, ColumnUnit::CodePoints, ColumnUnit::Utf16];

/// A document, and what it is decoded to.
struct Case {
    name: &'static str,
    builder: TokenizerBuilder,
    source: Vec<u8>,
    /// With the inserted text at its place.
    text: Vec<u8>,
    /// The text inserted after the first `</script>`.
    inserted: &'static str,
}

fn of(label: &str) -> TokenizerBuilder {
    Tokenizer::builder().charset(label).expect("a label").parse_errors(true)
}

fn cases() -> Vec<Case> {
    let case = |name, builder, source: &[u8]| {
        let (source, text) = (source.to_vec(), source.to_vec());
        Case { name, builder, source, text, inserted: "" }
    };
    let decoded = |name, label, source: &[u8], text: &str| {
        let (source, text) = (source.to_vec(), text.into());
        Case { name, builder: of(label), source, text, inserted: "" }
    };
    let utf_16 = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let limited = |name, limits, source: &str| case(name, of("utf-8").limits(limits), source.as_bytes());
    let value = Limits::new().attribute_value(32, LimitAction::Truncate);
    let long = "x\r\ny\u{E9}\u{1F600}".repeat(8);
    let short_comments = |excess| Limits::new().comment(32, excess);
    let letters = "v".repeat(30);
    let values = format!("a<p\na='{long}' b=\"{long}\" \u{E9}='1'\nc={letters}\u{E9}\u{E9} d>b\n<i>");
    vec![
        case("a tag on two lines", of("utf-8"), b"one\n<a href=x\ntitle=y>z</a>"),
        case("newlines", of("utf-8"), b"\r\n\r\ra\n\rb<p\r\n\rc='\r\n\r'\r>\r\n</\r\n"),
        case(
            "characters",
            of("utf-8"),
            "\u{E9}\u{20AC}\u{1F600}<p \u{1F600}='\u{20AC}\u{E9}'>\u{1F600}".as_bytes(),
        ),
        case("ill-formed", of("utf-8"), b"\xE2\x82<p \xE2\x82='\xFF\xF0\x9F'>\xE2\x82\xFFa\xC3"),
        case("a mark", of("utf-8"), b"\xEF\xBB\xBF\xEF\xBB\xBF\n<p\n>x"),
        case(
            "nothing known",
            Tokenizer::builder().parse_errors(true),
            b"one\n<p\na>two\n<meta charset=utf-8>\n<p\nb>",
        ),
        case(
            "references",
            of("utf-8"),
            "é&notit;&am;&#x80;<a b='\n&notit; &#0; é&ampx'>\n&unknown;".as_bytes(),
        ),
        case("unfinished", of("utf-8"), b"a\n</titl\n<title>\r\n</titl</tit\n</titles\n</title>\n<![CDATA[x"),
        case("CDATA", of("utf-8"), b"<svg><![CDATA[\n]]]\r]\n]]]]></svg>\n<!doct\n<!doctype\nhtml x>"),
        case("comments", of("utf-8"), "<!--\né\n--!>\n<!-->\n<!--<!---\n\0 \x01-->é".as_bytes()),
        decoded("windows-1252", "windows-1252", b"caf\xE9\n<p \x80=\xE9\n>\xE9", "café\n<p €=é\n>é"),
        decoded("koi8-r", "koi8-r", b"\xC1\r\n<p \xC1=\xC1\r\n>\xC1", "а\r\n<p а=а\r\n>а"),
        decoded("UTF-16", "utf-16le", &utf_16("é\n😀<p a='😀\r\n😀'>\n"), "é\n😀<p a='😀\r\n😀'>\n"),
        decoded("UTF-16, marked", "utf-8", &utf_16("\u{FEFF}😀<p a\r\n>"), "\u{FEFF}😀<p a\r\n>"),
        decoded(
            "gb18030",
            "gb18030",
            b"\x81\x30\x81\x30<p\n\x81\x30\x81\x30>\xFF",
            "\u{80}<p\n\u{80}>\u{FFFD}",
        ),
        limited("cut values", value, &values),
        limited(
            "references in cut values",
            value,
            &format!("<p a='{long}\n&notit;é&am;' b='{letters}&notit;'>"),
        ),
        limited(
            "skipped values",
            Limits::new().attribute_value(8, LimitAction::Skip),
            &format!("<p a='{long}' b>"),
        ),
        limited(
            "few attributes",
            Limits::all(64, LimitAction::Truncate).attributes(2, LimitAction::Truncate),
            &values,
        ),
        limited("cut tags", value.tag(100, LimitAction::Truncate), &values),
        limited("tags skipped behind cut values", value.tag(100, LimitAction::Skip), &values),
        limited(
            "cut comments",
            short_comments(LimitAction::Truncate),
            &format!("<!--{long}\0é\n-->\n<!--\n-->é"),
        ),
        limited(
            "skipped comments",
            short_comments(LimitAction::Skip),
            &format!("<!--{long}\0é\n-->\n<!--\n-->é"),
        ),
        limited(
            "cut behind cut",
            value.comment(32, LimitAction::Truncate),
            &format!("{values}<!--{long}-->\n<i>"),
        ),
        Case {
            name: "inserted",
            builder: of("utf-8"),
            source: "\n<script>é</script>\n\nss=é\n>é".into(),
            text: "\n<script>é</script>\n😀<b\n cl\n\nss=é\n>é".into(),
            inserted: "\n😀<b\n cl",
        },
        Case {
            name: "inserted, decoded",
            builder: of("windows-1252"),
            source: b"<script>\xE9</script>\n\xE9<i\n\xE9>".to_vec(),
            text: "<script>é</script>\r<b \n😀>x\r\né<i\né>".into(),
            inserted: "\r<b \n😀>x\r",
        },
    ]
}

/// The place of every offset, counted from the start; an offset within a character has that of the character.
fn recount(text: &[u8], unit: ColumnUnit) -> Vec<LineColumn> {
    let mut place = LineColumn::new(1, 1);
    let (mut places, mut before) = (Vec::new(), '\0');
    let mut add = |length: usize, columns: usize, character: char| {
        places.extend(std::iter::repeat_n(place, length));
        match character {
            '\n' if before == '\r' => {}
            '\r' | '\n' => place = LineColumn::new(place.line() + 1, 1),
            _ => place = LineColumn::new(place.line(), place.column() + columns as u64),
        }
        before = character;
    };
    let bytes = unit == ColumnUnit::Bytes;
    let body = text.strip_prefix(b"\xEF\xBB\xBF").inspect(|_| add(3, 0, '\0')).unwrap_or(text);
    for part in body.utf8_chunks() {
        for character in part.valid().chars() {
            let length = character.len_utf8();
            let utf_16 = if unit == ColumnUnit::Utf16 { character.len_utf16() } else { 1 };
            add(length, if bytes { length } else { utf_16 }, character);
        }
        let length = part.invalid().len();
        add(length, if bytes { length } else { length.min(1) }, '\0');
    }
    places.push(place);
    places
}

/// Whether a limit has left the byte out of the token; `None` if only its first byte is sure to be there.
fn is_left_out(token: Token<'_>, offset: u64) -> Option<bool> {
    let (span, mut rest) = (token.span(), token.missing_bytes());
    let mut within = false;
    if let Token::StartTag(tag) | Token::EndTag(tag) = token {
        for attribute in tag.attributes().filter(|attribute: &Attribute<'_>| attribute.missing_bytes() > 0) {
            let end = attribute.value_span().end;
            within |= (end - attribute.missing_bytes()..end).contains(&offset);
            rest -= attribute.missing_bytes();
        }
    }
    if let Token::Dropped(dropped) = token
        && matches!(dropped.reason(), DropReason::Skipped(_))
        && rest > 0
    {
        return (offset == span.start).then_some(false);
    }
    Some(within || (span.end - rest..span.end).contains(&offset))
}

/// The action after each token.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Pause {
    Never,
    /// The chunk is left, and its rest fed.
    Feed,
    /// And another stream continues from the checkpoint.
    Checkpoint,
}

struct Run<'a> {
    case: &'a Case,
    places: &'a [LineColumn],
    pause: Pause,
    /// Whether the text after a script is still to come, so that what follows lies elsewhere.
    inserts: bool,
    /// How many bytes of UTF-8 were fed.
    fed: u64,
    context: String,
    /// How many tokens and errors came.
    tokens: usize,
}

impl Run<'_> {
    fn document(&mut self, unit: ColumnUnit, chunks: &[&[u8]]) {
        let mut tokenizer = self.case.builder.clone().locate(unit).build();
        let mut inserted = Some(self.case.inserted).filter(|text| !text.is_empty());
        for chunk in chunks.iter().copied().map(Some).chain([None]) {
            self.inserts = inserted.is_some();
            self.fed += chunk.map_or(0, |chunk| chunk.len() as u64);
            let mut rest = chunk.unwrap_or_default();
            loop {
                let mut tokens = if chunk.is_some() { tokenizer.feed(rest) } else { tokenizer.finish() };
                let (mut script, mut left) = (false, false);
                while tokens.advance().expect("no limit fails") {
                    self.tokens += 1;
                    self.check(&mut tokens);
                    script =
                        tokens.token().is_some_and(|token| token.raw() == b"</script>") && inserted.is_some();
                    left = chunk.is_some() && (script || self.pause != Pause::Never);
                    if left {
                        break;
                    }
                }
                if !left {
                    break;
                }
                rest = tokens.into_remaining();
                if let Some(text) = inserted.take_if(|_| script) {
                    tokenizer.insert(text).for_each(|_| ()).expect("no limit fails");
                    self.fed += text.len() as u64;
                    self.inserts = false;
                }
                if self.pause == Pause::Checkpoint {
                    tokenizer = resumed(&tokenizer);
                }
            }
            if self.pause == Pause::Checkpoint {
                tokenizer = resumed(&tokenizer);
            }
        }
    }

    /// Asks for the places around the token, in two orders.
    fn check(&self, tokens: &mut Tokens<'_, &[u8]>) {
        let Some(token) = tokens.token() else { unreachable!("there is one") };
        let (span, is_error) = (token.span(), matches!(token, Token::Error(_)));
        let context = format!("{}, {token:?}", self.context);
        let end = (span.end + 9).min(self.places.len() as u64 + 2);
        let from = span.start.saturating_sub(3);
        let expected: Vec<Option<Option<LineColumn>>> = (from..end)
            .map(|offset| {
                let place = self.places.get(offset as usize).copied();
                match offset {
                    _ if offset < span.start || place.is_none() => Some(None),
                    _ if is_error && offset == span.start => Some(place),
                    _ if !is_error && offset < span.end => {
                        is_left_out(token, offset).map(|left_out| place.filter(|_| !left_out))
                    }
                    _ if offset == span.end => Some(place),
                    // The number of bytes read is not known, nor whether it ends within a character.
                    _ => None,
                }
            })
            .collect();
        let mut check = |offset: u64| {
            let found = tokens.locate(offset);
            match expected[(offset - from) as usize] {
                Some(expected) => assert_eq!(found, expected, "{context}: {offset}"),
                None if self.inserts => {}
                None => {
                    let place = self.places.get(offset as usize).copied();
                    assert!(found.is_none() || found == place, "{context}: {offset} at {found:?}");
                }
            }
        };
        (from..end).for_each(&mut check);
        (from..end).rev().for_each(&mut check);
        if self.case.source == self.case.text && !is_error && !self.inserts {
            for offset in span.end..self.fed.saturating_sub(3) {
                assert_eq!(tokens.locate(offset), Some(self.places[offset as usize]), "{context}: {offset}");
            }
        }
        // What was asked for last may not be what comes there: text may be inserted.
        _ = tokens.locate(span.end + 4);
        assert_eq!((tokens.locate(u64::MAX), tokens.locate(1 << 40)), (None, None), "{context}");
    }
}

/// Another stream, which continues where this one stopped.
fn resumed(tokenizer: &Tokenizer) -> Tokenizer {
    let checkpoint = tokenizer.checkpoint().expect("it waits");
    #[cfg(feature = "serde")]
    let checkpoint = {
        let written = serde_json::to_string(&checkpoint).expect("it can be written");
        serde_json::from_str(&written).unwrap_or_else(|error| panic!("{error}\n{written}"))
    };
    Tokenizer::from_checkpoint(checkpoint).expect("a tokenizer has made it")
}

#[test]
fn every_offset() {
    let mut tokens = 0;
    for case in &cases() {
        for unit in UNITS {
            let places = recount(&case.text, unit);
            for chunks in chunkings(&case.source) {
                for pause in [Pause::Never, Pause::Feed, Pause::Checkpoint] {
                    if pause == Pause::Checkpoint && unit != ColumnUnit::Utf16 {
                        continue;
                    }
                    let lengths: Vec<usize> = chunks.iter().map(|chunk| chunk.len()).collect();
                    let context = format!("{}, {unit:?}, chunks of {lengths:?}, {pause:?}", case.name);
                    let mut run =
                        Run { case, places: &places, pause, inserts: false, fed: 0, context, tokens: 0 };
                    run.document(unit, &chunks);
                    tokens += run.tokens;
                }
            }
        }
    }
    assert!(tokens > 50_000, "only {tokens}");
}

/// A token has its places after it was kept, too.
#[cfg(feature = "bytes")]
#[test]
fn kept_tokens() {
    use bytes::Bytes;

    for case in cases().iter().filter(|case| case.inserted.is_empty()) {
        for chunks in chunkings(&case.source) {
            let mut tokenizer = case.builder.clone().locate(ColumnUnit::Utf16).build();
            let places = recount(&case.text, ColumnUnit::Utf16);
            for chunk in chunks.iter().copied().map(Some).chain([None]) {
                let mut tokens = match chunk {
                    Some(chunk) => tokenizer.feed_bytes(Bytes::copy_from_slice(chunk)),
                    None => tokenizer.feed_last_bytes(Bytes::new()),
                };
                while tokens.advance().expect("no limit fails") {
                    let Some(kept) = tokens.keep() else { unreachable!("there is one") };
                    let (token, span) = (kept.as_token(), kept.as_token().span());
                    if matches!(token, Token::Dropped(mark) if mark.reason() == DropReason::ByteOrderMark) {
                        continue;
                    }
                    let last = if span.is_empty() { span.end } else { span.end - 1 };
                    for offset in span.start..=last {
                        let Some(left_out) = is_left_out(token, offset) else { continue };
                        let expected = (!left_out).then_some(places[offset as usize]);
                        assert_eq!(tokens.locate(offset), expected, "{}: {token:?} at {offset}", case.name);
                    }
                }
            }
        }
    }
}
