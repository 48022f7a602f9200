//! The fuzz target `capi`: tokens through the C interface, in chunks and batches, are those of a cursor over the whole source.

use tagspan::batches::{AttributeRecord, TokenKind, TokenRecord};
use tagspan::{Attribute, Namespace, Span, Token, Tokenizer, TokenizerBuilder};
use tagspan_capi::Status;
use tagspan_capi::caller::{Caller, Seen, Settings};
use tagspan_reference::Options;

use super::{input, layout};
use crate::case::Case;

/// The bits of the byte of flags.
const PARSE_ERRORS: u8 = 1;
const PROCESSING_INSTRUCTIONS: u8 = 2;
const SOURCE_OFFSETS: u8 = 4;

/// A token with all that can be asked of it; adjacent text is one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Item {
    kind: TokenKind,
    detail: Option<&'static str>,
    flags: u16,
    span: Span,
    source: Option<Span>,
    raw: Vec<u8>,
    name: Option<String>,
    data: Option<String>,
    attributes: Vec<Part>,
}

/// An attribute: name and value, where they lie in the document, the number of the quotes, and whether its name is repeated.
type Part = (Option<String>, Option<String>, [Span; 2], u8, bool);

/// The control: the encoding, the flags, the lengths of the batch and of the list of attributes, then the splits.
pub(super) fn run(data: &[u8]) {
    let (source, mut control) = layout::split(data);
    let encoding = *layout::choose(&mut control, &input::ENCODINGS);
    let flags = layout::byte(&mut control);
    let lengths = [(); 2].map(|()| usize::from(layout::byte(&mut control) % 32));
    let cuts = layout::cuts(&mut control, source);
    let has = |flag| flags & flag != 0;
    let settings = Settings {
        charset: Some(encoding.name().to_owned()),
        parse_errors: has(PARSE_ERRORS),
        processing_instructions: has(PROCESSING_INSTRUCTIONS),
        source_offsets: has(SOURCE_OFFSETS),
        ..Settings::default()
    };
    let builder = Tokenizer::builder()
        .encoding(encoding)
        .parse_errors(settings.parse_errors)
        .processing_instructions(settings.processing_instructions)
        .source_offsets(settings.source_offsets);
    let case = Case::new(source, cuts, Options::default());
    let expected = of_cursor(builder, source);
    let found = of_c(&settings, &case, lengths);
    for (index, (found, expected)) in found.iter().zip(&expected).enumerate() {
        assert_eq!(found, expected, "item {index}, {settings:?}, {lengths:?}\n{case}");
    }
    assert_eq!(found.len(), expected.len(), "{settings:?}, {lengths:?}\n{case}");
}

/// Those of `input`, with each setting.
pub(super) fn samples() -> Vec<Vec<u8>> {
    let pages: [&[u8]; 2] = [
        b"<!DOCTYPE html PUBLIC 'a' ''><title>&amp;</title><a href='?a&amp;b' ID id=1>\r\n<br/><!--c--></a x></><?p d>",
        b"<svg><![CDATA[x]]></svg><pre>\n&#10;</pre><script>&lt;</script><b",
    ];
    let settings = (0..8).flat_map(|flags| [[0, flags, 1, 1], [3, flags, 31, 31]]);
    let ours = settings.flat_map(|[encoding, flags, tokens, attributes]| {
        pages.map(|page| [page, &[encoding, flags, tokens, attributes, 1, 5]].concat())
    });
    input::samples().into_iter().chain(ours).collect()
}

fn add(items: &mut Vec<Item>, item: Item) {
    if let Some(last) = items.last_mut()
        && last.kind == TokenKind::Text
        && item.kind == TokenKind::Text
    {
        assert_eq!((last.span.end, last.detail), (item.span.start, item.detail), "adjacent text");
        last.span.end = item.span.end;
        last.source = last.source.zip(item.source).map(|(one, two)| Span { end: two.end, ..one });
        last.flags |= item.flags;
        last.raw.extend(item.raw);
        last.data = last.data.take().zip(item.data).map(|(one, two)| one + &two);
        return;
    }
    items.push(item);
}

fn of_c(settings: &Settings, case: &Case, [tokens, attributes]: [usize; 2]) -> Vec<Item> {
    let mut items = Vec::new();
    let mut caller = Caller::new(settings, tokens + 1, attributes + 1);
    let mut take = |seen: Seen<'_>| add(&mut items, item_of_c(&seen));
    for chunk in case.chunks() {
        assert_eq!(caller.feed(chunk, &mut take), Status::Ok, "{case}");
    }
    assert_eq!(caller.finish(&mut take), Status::Ok, "{case}");
    items
}

fn item_of_c(seen: &Seen<'_>) -> Item {
    let token = *seen.token();
    let kinds = [
        TokenKind::Doctype,
        TokenKind::StartTag,
        TokenKind::EndTag,
        TokenKind::Comment,
        TokenKind::ProcessingInstruction,
        TokenKind::Text,
        TokenKind::Error,
        TokenKind::Dropped,
    ];
    let kind = kinds.into_iter().find(|&kind| kind as u8 == token.kind).expect("a kind");
    let source = |start, end| seen.source_span(start, end).map(|(start, end)| Span { start, end });
    let place = |start: u32, end: u32| Span {
        start: token.start + u64::from(start),
        end: token.start + u64::from(end),
    };
    let attributes = seen.attributes().iter().map(|attribute| {
        let AttributeRecord { name_start, name_end, value_start, value_end, quote, flags, .. } = *attribute;
        let (name, value) = seen.decoded(attribute);
        let is_tag = kind != TokenKind::Doctype;
        let places = [place(name_start, name_end), place(value_start, value_end)];
        let places = if is_tag { places } else { [Span { start: 0, end: 0 }; 2] };
        let name = name.filter(|_| is_tag);
        (name, value, places, if is_tag { quote } else { 0 }, flags & AttributeRecord::DUPLICATE != 0)
    });
    Item {
        kind,
        detail: seen.detail_name(),
        flags: token.flags,
        span: Span { start: token.start, end: token.end },
        source: source(token.start, token.end),
        raw: seen.raw().to_vec(),
        name: seen.name(),
        data: seen.data(),
        attributes: attributes.collect(),
    }
}

fn of_cursor(builder: TokenizerBuilder, source: &[u8]) -> Vec<Item> {
    let mut tokenizer = builder.build();
    let mut tokens = tokenizer.feed_last(source);
    let mut items = Vec::new();
    while tokens.advance().expect("no limit fails") {
        let token = tokens.token().expect("a token");
        add(&mut items, item_of_token(token, tokens.source_span(token.span())));
    }
    items
}

fn item_of_token(token: Token<'_>, source: Option<Span>) -> Item {
    let mut item = Item {
        kind: TokenKind::Text,
        detail: None,
        flags: if token.is_truncated() { TokenRecord::TRUNCATED } else { 0 },
        span: token.span(),
        source,
        raw: token.raw().to_vec(),
        name: None,
        data: None,
        attributes: Vec::new(),
    };
    let mut flag = |is: bool, flag: u16| item.flags |= if is { flag } else { 0 };
    match token {
        Token::Doctype(doctype) => {
            item.kind = TokenKind::Doctype;
            flag(doctype.force_quirks(), TokenRecord::FORCE_QUIRKS);
            item.name = doctype.name().map(Into::into);
            let id = |id: Option<std::borrow::Cow<'_, str>>| {
                (None, id.map(Into::into), [Span { start: 0, end: 0 }; 2], 0, false)
            };
            item.attributes = vec![id(doctype.public_id()), id(doctype.system_id())];
        }
        Token::StartTag(tag) | Token::EndTag(tag) => {
            item.kind = if tag.is_end() { TokenKind::EndTag } else { TokenKind::StartTag };
            flag(tag.self_closing(), TokenRecord::SELF_CLOSING);
            flag(tag.is_ambiguous(), TokenRecord::AMBIGUOUS);
            flag(tag.namespace() == Namespace::Svg, TokenRecord::SVG);
            flag(tag.namespace() == Namespace::MathMl, TokenRecord::MATHML);
            item.name = Some(tag.name().into());
            let part = |attribute: Attribute<'_>| {
                let places = [attribute.name_span(), attribute.value_span()];
                let (name, value) = (attribute.name().into(), attribute.value().into());
                (Some(name), Some(value), places, attribute.quote() as u8, attribute.is_duplicate())
            };
            item.attributes = tag.attributes_as_written().map(part).collect();
        }
        Token::Comment(comment) => {
            item.kind = TokenKind::Comment;
            flag(comment.is_ambiguous(), TokenRecord::AMBIGUOUS);
            item.data = Some(comment.value().into());
        }
        Token::ProcessingInstruction(instruction) => {
            item.kind = TokenKind::ProcessingInstruction;
            item.name = Some(instruction.target().into());
            item.data = Some(instruction.value().into());
        }
        Token::Text(text) => {
            flag(text.has_ignored_newline(), TokenRecord::IGNORED_NEWLINE);
            item.detail = Some(text.mode().as_str());
            item.data = Some(text.value().into());
        }
        Token::Error(error) => {
            item.kind = TokenKind::Error;
            item.detail = Some(error.code().as_str());
        }
        Token::Dropped(dropped) => {
            item.kind = TokenKind::Dropped;
            flag(dropped.is_ambiguous(), TokenRecord::AMBIGUOUS);
            item.detail = Some(dropped.reason().as_str());
        }
        other => panic!("{other:?}: an unknown kind"),
    }
    item
}
