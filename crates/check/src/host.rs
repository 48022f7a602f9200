//! The token that an error belongs to, with its parts.

use std::cell::{Cell, OnceCell};
use std::collections::HashMap;
use std::ops::Range;

use memchr::memchr;
use tagspan::{Attribute, DropReason, Quote, Span, Token, Tokenizer};

/// The token that errors belong to. Ranges are of its bytes, offsets are of the text.
pub(crate) struct Host<'a> {
    pub(crate) kind: Kind,
    pub(crate) start: u64,
    pub(crate) raw: &'a [u8],
    /// The byte before the token, which is not known where a token before it has missing bytes.
    pub(crate) byte_before: Option<u8>,
    /// The attribute that was given quotes last: one fix is for all of its characters.
    pub(crate) quoted: Cell<Option<usize>>,
    /// Whether the quote that seems to have swallowed tags was blamed.
    pub(crate) blamed: Cell<bool>,
    token: Token<'a>,
    attributes: OnceCell<Attributes>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Tag,
    UnfinishedTag,
    Other,
}

/// An attribute of a tag.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    pub(crate) name: Range<usize>,
    pub(crate) value: Range<usize>,
    pub(crate) whole: Range<usize>,
}

/// The attributes of a tag, duplicates too, in their order.
#[derive(Debug, Default)]
pub(crate) struct Attributes {
    pub(crate) all: Vec<Parts>,
    /// The first attribute of each name.
    first: HashMap<Vec<u8>, usize>,
    /// The quote that the end of the input leaves open.
    pub(crate) open_quote: Option<usize>,
    /// The first value in quotes that has tags in it: its closing quote seems to be missing.
    pub(crate) swallowing: Option<Range<usize>>,
}

impl<'a> Host<'a> {
    pub(crate) fn new(token: Token<'a>, byte_before: Option<u8>) -> Self {
        let start = token.span().start;
        let kind = match token {
            Token::StartTag(_) | Token::EndTag(_) => Kind::Tag,
            Token::Dropped(dropped) if dropped.reason() == DropReason::UnfinishedTag => Kind::UnfinishedTag,
            _ => Kind::Other,
        };
        // Offsets in a token of which bytes are missing are not known.
        let raw = if token.missing_bytes() > 0 { &[] } else { token.raw() };
        Host {
            kind,
            start,
            raw,
            byte_before,
            quoted: Cell::new(None),
            blamed: Cell::new(false),
            token,
            attributes: OnceCell::new(),
        }
    }

    pub(crate) fn is_text(&self) -> bool {
        matches!(self.token, Token::Text(_))
    }

    /// Where an offset lies among the bytes. `None` if they are not known.
    pub(crate) fn index(&self, offset: u64) -> Option<usize> {
        let index = usize::try_from(offset.checked_sub(self.start)?).ok()?;
        (index <= self.raw.len()).then_some(index)
    }

    pub(crate) fn span(&self, range: Range<usize>) -> Span {
        Span { start: self.start + range.start as u64, end: self.start + range.end as u64 }
    }

    /// The attributes, if the token is a tag, whole or not.
    pub(crate) fn attributes(&self) -> &Attributes {
        self.attributes.get_or_init(|| match (self.token, self.kind) {
            _ if self.raw.is_empty() => Attributes::default(),
            (Token::StartTag(tag) | Token::EndTag(tag), _) => {
                Attributes::new(self.start, tag.attributes_as_written())
            }
            (_, Kind::UnfinishedTag) => unfinished(self.raw),
            _ => Attributes::default(),
        })
    }
}

impl Attributes {
    fn new<'a>(start: u64, written: impl Iterator<Item = Attribute<'a>>) -> Self {
        let range = |span: Span| {
            let at = |offset: u64| (offset - start) as usize;
            at(span.start)..at(span.end)
        };
        let mut attributes = Attributes::default();
        for attribute in written {
            if !attribute.is_duplicate() {
                let name = attribute.raw_name().to_ascii_lowercase();
                attributes.first.entry(name).or_insert(attributes.all.len());
            }
            let is_quoted = matches!(attribute.quote(), Quote::Single | Quote::Double);
            if is_quoted && attributes.swallowing.is_none() && has_tag(attribute.raw_value()) {
                attributes.swallowing = Some(range(attribute.value_span()));
            }
            attributes.all.push(Parts {
                name: range(attribute.name_span()),
                value: range(attribute.value_span()),
                whole: range(attribute.span()),
            });
        }
        attributes
    }

    /// The attribute whose name ends there.
    pub(crate) fn with_name_end(&self, at: usize) -> Option<&Parts> {
        let index = self.all.binary_search_by_key(&at, |parts| parts.name.end).ok()?;
        self.all.get(index)
    }

    /// The attribute that begins last before there or there.
    pub(crate) fn around(&self, at: usize) -> Option<&Parts> {
        let after = self.all.partition_point(|parts| parts.whole.start <= at);
        self.all.get(after.checked_sub(1)?)
    }

    /// The first attribute with this name, in any case.
    pub(crate) fn first(&self, name: &[u8]) -> Option<&Parts> {
        self.first.get(&name.to_ascii_lowercase()).and_then(|&index| self.all.get(index))
    }
}

/// Whether a value has the end of a tag and the begin of another.
fn has_tag(value: &[u8]) -> bool {
    memchr(b'>', value).is_some_and(|end| memchr(b'<', &value[end..]).is_some())
}

/// The attributes of a tag that the end of the input cuts: those of the tag as it would be if it was closed.
fn unfinished(raw: &[u8]) -> Attributes {
    for (closed, is_quoted) in [(&b">"[..], false), (b"\">", true), (b"'>", true)] {
        let whole = [raw, closed].concat();
        let mut tokenizer = Tokenizer::builder().utf8().build();
        let mut tokens = tokenizer.feed_last(&whole);
        let Ok(Some(Token::StartTag(tag) | Token::EndTag(tag))) = tokens.next_token() else { continue };
        if tag.raw().len() != whole.len() {
            continue;
        }
        let mut attributes = Attributes::new(0, tag.attributes_as_written());
        let last = attributes.all.last_mut().filter(|_| is_quoted);
        let open_quote = last.map(|parts| {
            parts.whole.end = raw.len();
            parts.value.start - 1
        });
        attributes.open_quote = open_quote;
        return attributes;
    }
    Attributes::default()
}
