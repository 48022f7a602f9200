//! The trace of a run, token by token, which checks the invariants of spans on the way (I3, I4).

use tagspan_core::{DropReason, Quote, Span, Token};
use tagspan_reference::{Attribute, Doctype, ERROR_CODES, EventKind, Tag};

/// The content of a token or an error, decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// The events that the reference has too.
    Event(EventKind),
    /// Bytes that make no token.
    Dropped(DropReason),
}

/// An item, where it lies and where its parts lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The item.
    pub item: Item,
    /// The bytes of the input that it is made of; for an error its offset.
    pub span: Span,
    /// Names, values, quoted values, identifiers, data, in the order of the token's methods.
    pub parts: Vec<Span>,
}

impl Placed {
    /// Whether it is a parse error.
    pub fn is_error(&self) -> bool {
        matches!(self.item, Item::Event(EventKind::Error(_)))
    }
}

/// The items of an input: adjacent text is one, unless an error lies between. So are pieces of what is skipped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stream {
    /// The items, in order.
    pub items: Vec<Placed>,
    /// The bytes of the tokens, one after the other.
    pub raw: Vec<u8>,
    /// The offset of the first byte of the input.
    pub origin: u64,
    /// How many bytes limits have left out of them.
    pub cut: u64,
    /// The offset of the last error.
    error_at: u64,
}

/// Gives up with a message unless something holds.
macro_rules! ensure {
    ($holds:expr, $($message:tt)+) => {
        if !$holds {
            return Err(format!($($message)+));
        }
    };
}
pub(crate) use ensure;

impl Stream {
    /// Nothing yet, of an input whose first byte has the offset 0.
    pub fn new() -> Self {
        Stream::default()
    }

    /// Nothing yet, of an input whose first byte has the offset `origin`.
    pub fn starting_at(origin: u64) -> Self {
        Stream { origin, ..Stream::default() }
    }

    /// Adds a token.
    ///
    /// # Errors
    ///
    /// The fault of a token: it must start at the end of the one before it and not be empty, its parts must lie
    /// within it and hold what they say, and the offsets of errors must not go back.
    pub fn push(&mut self, token: Token<'_>) -> Result<(), String> {
        let span = token.span();
        if let Token::Error(error) = token {
            ensure!(error.offset() >= self.error_at, "{error} comes after one at {}", self.error_at);
            ensure!(span.is_empty() && span.start == error.offset(), "{error} lies at {span}");
            ensure!(token.raw().is_empty(), "{error} has bytes");
            self.error_at = error.offset();
        } else {
            let next = self.origin + self.raw.len() as u64 + self.cut;
            ensure!(span.start == next, "{token:?} comes where the token at {next} should");
            ensure!(
                span.len() == token.raw().len() as u64 + token.missing_bytes(),
                "{token:?} lies at {span}"
            );
            ensure!(!span.is_empty(), "{token:?} is empty");
            self.raw.extend_from_slice(token.raw());
            self.cut += token.missing_bytes();
        }
        let placed = Placed { item: item(token)?, span, parts: parts(token)? };
        self.add(placed);
        Ok(())
    }

    fn add(&mut self, placed: Placed) {
        if let Some(Placed { item: Item::Event(EventKind::Text(text)), span, .. }) = self.items.last_mut()
            && let Item::Event(EventKind::Text(more)) = &placed.item
        {
            text.push_str(more);
            span.end = placed.span.end;
            return;
        }
        if let Some(Placed { item: Item::Dropped(DropReason::Skipped(skipped)), span, .. }) =
            self.items.last_mut()
            && placed.item == Item::Dropped(DropReason::Skipped(*skipped))
        {
            span.end = placed.span.end;
            return;
        }
        self.items.push(placed);
    }

    /// The same without the errors.
    pub fn without_errors(&self) -> Stream {
        let mut stream = Stream { raw: self.raw.clone(), cut: self.cut, ..Stream::starting_at(self.origin) };
        for placed in &self.items {
            if !matches!(placed.item, Item::Event(EventKind::Error(_))) {
                stream.add(placed.clone());
            }
        }
        stream
    }

    /// The same with every offset put elsewhere.
    pub fn map_offsets(&self, map: impl Fn(u64) -> u64) -> Stream {
        let span = |span: &Span| Span { start: map(span.start), end: map(span.end) };
        let mut stream = self.clone();
        stream.origin = map(self.origin);
        stream.error_at = if self.error_at == 0 { 0 } else { map(self.error_at) };
        for placed in &mut stream.items {
            placed.span = span(&placed.span);
            placed.parts = placed.parts.iter().map(span).collect();
        }
        stream
    }

    /// Where two streams part: the first item that differs, or the bytes or offsets that do.
    ///
    /// # Errors
    ///
    /// The difference, if there is one.
    pub fn same_as(&self, expected: &Stream) -> Result<(), String> {
        if self == expected {
            return Ok(());
        }
        let same = self.items.iter().zip(&expected.items).take_while(|(a, b)| a == b).count();
        let (found, wanted) = (self.items.get(same), expected.items.get(same));
        Err(if found.is_some() || wanted.is_some() {
            format!("item {same}\nfound      {found:?}\nexpected   {wanted:?}")
        } else {
            let brief =
                |stream: &Stream| format!("{} bytes from {}", stream.raw.escape_ascii(), stream.origin);
            format!("found      {}\nexpected   {}", brief(self), brief(expected))
        })
    }
}

/// Whether the feedback simulator marks the token as ambiguous.
pub fn is_ambiguous(token: Token<'_>) -> bool {
    match token {
        Token::StartTag(tag) => tag.is_ambiguous(),
        Token::Comment(comment) => comment.is_ambiguous(),
        Token::Dropped(dropped) => dropped.is_ambiguous(),
        _ => false,
    }
}

/// The content of a token in the reference's terms.
///
/// # Errors
///
/// A token or a parse error that the reference does not have.
pub fn item(token: Token<'_>) -> Result<Item, String> {
    Ok(Item::Event(match token {
        Token::Text(text) => EventKind::Text(text.value().into_owned()),
        Token::StartTag(start) => EventKind::StartTag(tag(start)),
        Token::EndTag(end) => EventKind::EndTag(tag(end)),
        Token::Comment(comment) => EventKind::Comment(comment.value().into_owned()),
        Token::Doctype(doctype) => EventKind::Doctype(Doctype {
            name: doctype.name().map(|name| name.into_owned()),
            public_id: doctype.public_id().map(|id| id.into_owned()),
            system_id: doctype.system_id().map(|id| id.into_owned()),
            force_quirks: doctype.force_quirks(),
        }),
        Token::ProcessingInstruction(instruction) => EventKind::ProcessingInstruction {
            target: instruction.target().into_owned(),
            data: instruction.value().into_owned(),
        },
        Token::Error(error) => {
            let name = error.code().as_str();
            let known = ERROR_CODES.iter().find(|code| **code == name);
            EventKind::Error(known.ok_or_else(|| format!("the reference has no error {name}"))?)
        }
        Token::Dropped(dropped) => return Ok(Item::Dropped(dropped.reason())),
        other => return Err(format!("the reference has no such token: {other:?}")),
    }))
}

fn tag(tag: tagspan_core::Tag<'_>) -> Tag {
    Tag {
        name: tag.name().into_owned(),
        attributes: tag
            .attributes()
            .map(|attribute| Attribute {
                name: attribute.name().into_owned(),
                value: attribute.value().into_owned(),
            })
            .collect(),
        self_closing: tag.self_closing(),
    }
}

/// The spans of a token's parts, each of which must lie within it and hold what the part says.
pub(crate) fn parts(token: Token<'_>) -> Result<Vec<Span>, String> {
    let mut parts = Vec::new();
    let within = |span: Span| {
        let whole = token.span();
        ensure!(
            whole.start <= span.start && span.start <= span.end && span.end <= whole.end,
            "{span} is no part of {token:?}"
        );
        Ok(&token.raw()[(span.start - whole.start) as usize..(span.end - whole.start) as usize])
    };
    let holds = |span: Span, expected: &[u8]| {
        let found = within(span)?;
        let [actual, wanted] = [found, expected].map(<[u8]>::escape_ascii);
        ensure!(found == expected, "{span} of {token:?} holds b\"{actual}\" and not b\"{wanted}\"");
        Ok(())
    };
    match token {
        // Its parts lie in the input, where bytes are between them that it does not have.
        _ if token.missing_bytes() > 0 => {}
        Token::StartTag(tag) | Token::EndTag(tag) => {
            holds(tag.name_span(), tag.raw_name())?;
            parts.push(tag.name_span());
            for attribute in tag.attributes_as_written() {
                holds(attribute.name_span(), attribute.raw_name())?;
                holds(attribute.value_span(), attribute.raw_value())?;
                let (quoted, whole) = (attribute.quoted_value_span(), attribute.span());
                let written = within(quoted)?;
                let bare = match attribute.quote() {
                    Quote::Double => quoted_by(written, b'"'),
                    Quote::Single => quoted_by(written, b'\''),
                    Quote::Unquoted => Some(written),
                    Quote::NoValue => Some(written).filter(|written| written.is_empty()),
                };
                ensure!(bare == Some(attribute.raw_value()), "{token:?}: the quotes of {attribute:?}");
                ensure!(
                    within(whole)?.starts_with(attribute.raw_name()) && whole.end == quoted.end,
                    "{token:?}: {whole} is not all of {attribute:?}"
                );
                parts.extend([attribute.name_span(), attribute.value_span(), quoted, whole]);
            }
        }
        Token::Comment(comment) => {
            holds(comment.value_span(), comment.raw_value())?;
            parts.push(comment.value_span());
        }
        Token::ProcessingInstruction(instruction) => {
            holds(instruction.target_span(), instruction.target().as_bytes())?;
            holds(instruction.value_span(), instruction.raw_value())?;
            parts.extend([instruction.target_span(), instruction.value_span()]);
        }
        Token::Doctype(doctype) => {
            let value = [doctype.name(), doctype.public_id(), doctype.system_id()];
            let spans = [doctype.name_span(), doctype.public_id_span(), doctype.system_id_span()];
            for (value, span) in value.into_iter().zip(spans) {
                ensure!(value.is_some() == span.is_some(), "{token:?} says {value:?} and {span:?}");
                if let (Some(value), Some(span)) = (value, span) {
                    ensure!(stands_for(within(span)?, &value), "{span} of {token:?} is not {value:?}");
                    parts.push(span);
                }
            }
        }
        _ => {}
    }
    Ok(parts)
}

/// The bytes between two quotes.
fn quoted_by(written: &[u8], quote: u8) -> Option<&[u8]> {
    written.strip_prefix(&[quote])?.strip_suffix(&[quote])
}

/// Whether these bytes, which have no raw accessor of their own, may be what was decoded: character by
/// character the same but for case, newlines, NUL and ill-formed bytes.
fn stands_for(raw: &[u8], value: &str) -> bool {
    let lossy =
        String::from_utf8_lossy(raw).replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{FFFD}");
    lossy.eq_ignore_ascii_case(value)
}
