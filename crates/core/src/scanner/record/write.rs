//! Writes tokens as records.

use super::{AttributeRecord, TokenKind, TokenRecord};
use crate::context_element::Namespace;
use crate::token::{Attribute, Doctype, DropReason, Dropped, Quote, Tag, Token, TokenRange};

impl TokenRecord {
    /// The flag of a tag that ends in `/>`.
    ///
    /// ```
    /// use tagspan_core::scanner::TokenRecord;
    ///
    /// let mut tokens = tagspan::tokenize("<br/>");
    /// let record = TokenRecord::of(tokens.next_token()?.unwrap(), None, 0).unwrap();
    /// assert_eq!(record.flags, TokenRecord::SELF_CLOSING);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub const SELF_CLOSING: u16 = 1;
    /// The flag of a token that is not whole: a limit has left bytes out, or the source was cut short in it.
    ///
    /// ```
    /// use tagspan::{LimitAction, Limits, Tokenizer};
    /// use tagspan_core::scanner::TokenRecord;
    ///
    /// let limits = Limits::new().comment(32, LimitAction::Truncate);
    /// let mut tokenizer = Tokenizer::builder().utf8().limits(limits).build();
    /// let mut tokens = tokenizer.feed_last("<!-- a comment of more than thirty-two bytes -->");
    /// let record = TokenRecord::of(tokens.next_token()?.unwrap(), None, 0).unwrap();
    /// assert_eq!(record.flags, TokenRecord::TRUNCATED);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub const TRUNCATED: u16 = 1 << 1;
    /// The flag of a token that needs a tree to be sure.
    ///
    /// ```
    /// use tagspan_core::scanner::TokenRecord;
    ///
    /// let mut tokens = tagspan::tokenize("<svg></div><![CDATA[b]]>");
    /// let mut flags = 0;
    /// while let Some(token) = tokens.next_token()? {
    ///     flags |= TokenRecord::of(token, None, 0).unwrap().flags;
    /// }
    /// assert_ne!(flags & TokenRecord::AMBIGUOUS, 0);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub const AMBIGUOUS: u16 = 1 << 2;
    /// The flag of a tag of SVG.
    ///
    /// ```
    /// use tagspan_core::scanner::TokenRecord;
    ///
    /// let mut tokens = tagspan::tokenize("<svg>");
    /// let record = TokenRecord::of(tokens.next_token()?.unwrap(), None, 0).unwrap();
    /// assert_eq!(record.flags, TokenRecord::SVG);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub const SVG: u16 = 1 << 3;
    /// The flag of a tag of MathML.
    ///
    /// ```
    /// use tagspan_core::scanner::TokenRecord;
    ///
    /// let mut tokens = tagspan::tokenize("<math>");
    /// let record = TokenRecord::of(tokens.next_token()?.unwrap(), None, 0).unwrap();
    /// assert_eq!(record.flags, TokenRecord::MATHML);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub const MATHML: u16 = 1 << 4;
    /// The flag of a DOCTYPE that forces quirks mode.
    ///
    /// ```
    /// use tagspan_core::scanner::TokenRecord;
    ///
    /// let mut tokens = tagspan::tokenize("<!DOCTYPE>");
    /// let record = TokenRecord::of(tokens.next_token()?.unwrap(), None, 0).unwrap();
    /// assert_eq!(record.flags, TokenRecord::FORCE_QUIRKS);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub const FORCE_QUIRKS: u16 = 1 << 5;
    /// The flag of text that begins with a newline which a tree builder ignores.
    ///
    /// ```
    /// use tagspan_core::scanner::TokenRecord;
    ///
    /// let mut tokens = tagspan::tokenize("<pre>\n");
    /// tokens.next_token()?;
    /// let record = TokenRecord::of(tokens.next_token()?.unwrap(), None, 0).unwrap();
    /// assert_eq!(record.flags, TokenRecord::IGNORED_NEWLINE);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub const IGNORED_NEWLINE: u16 = 1 << 6;

    /// A record of nothing, for arrays.
    ///
    /// ```
    /// use tagspan_core::scanner::TokenRecord;
    ///
    /// assert_eq!([TokenRecord::EMPTY; 16][0].kind, 0);
    /// ```
    pub const EMPTY: TokenRecord = TokenRecord {
        bytes: std::ptr::null(),
        length: 0,
        start: 0,
        end: 0,
        name_start: 0,
        name_end: 0,
        data_start: 0,
        data_end: 0,
        first_attribute: 0,
        attribute_count: 0,
        batch: 0,
        kind: 0,
        detail: 0,
        flags: 0,
    };

    /// Writes a token, and its attributes from the index `first` on; without a list they are counted only. `Err` is the number
    /// of attributes if the list has no room for them.
    ///
    /// ```
    /// use tagspan_core::scanner::{AttributeRecord, TokenKind, TokenRecord};
    ///
    /// let mut tokens = tagspan::tokenize("<a href='?a&amp;b' download>");
    /// let link = tokens.next_token()?.unwrap();
    /// let mut attributes = [AttributeRecord::default(); 2];
    /// let record = TokenRecord::of(link, Some(&mut attributes), 0).unwrap();
    /// assert_eq!((record.kind, record.attribute_count), (TokenKind::StartTag as u8, 2));
    /// assert_eq!(record.value_of(link.raw(), &attributes[0]).unwrap(), "?a&b");
    /// assert_eq!(TokenRecord::of(link, Some(&mut attributes), 1), Err(2));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn of(
        token: Token<'_>,
        attributes: Option<&mut [AttributeRecord]>,
        first: usize,
    ) -> Result<TokenRecord, u32> {
        let mut record = TokenRecord::EMPTY;
        record.write(token, attributes, first, 0)?;
        Ok(record)
    }

    /// As [`of`](Self::of), but writes the token in place, with the number of its batch. `Ok` is the number of attributes; after
    /// `Err` the record is not that of a token.
    ///
    /// ```
    /// use tagspan_core::scanner::TokenRecord;
    ///
    /// let (mut tokens, mut record) = (tagspan::tokenize("<a href=x>"), TokenRecord::EMPTY);
    /// assert_eq!(record.write(tokens.next_token()?.unwrap(), None, 0, 7), Ok(1));
    /// assert_eq!((record.attribute_count, record.batch), (1, 7));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    // Each common kind is written where it lies, by a path of its own.
    #[inline(always)]
    pub fn write(
        &mut self,
        token: Token<'_>,
        attributes: Option<&mut [AttributeRecord]>,
        first: usize,
        batch: u32,
    ) -> Result<u32, u32> {
        match token {
            Token::StartTag(tag) => self.write_tag(tag, TokenKind::StartTag, attributes, first, batch),
            Token::EndTag(tag) => self.write_tag(tag, TokenKind::EndTag, attributes, first, batch),
            Token::Text(text) => {
                let flags = if text.is_truncated() { TokenRecord::TRUNCATED } else { 0 }
                    | if text.has_ignored_newline() { TokenRecord::IGNORED_NEWLINE } else { 0 };
                *self = TokenRecord {
                    kind: TokenKind::Text as u8,
                    detail: text.mode() as u8,
                    flags,
                    batch,
                    ..TokenRecord::of_bytes(text.raw(), text.slice.offset, 0)
                };
                Ok(0)
            }
            _ => self.write_other(token, attributes, first, batch),
        }
    }

    #[inline(always)]
    fn write_tag(
        &mut self,
        tag: Tag<'_>,
        kind: TokenKind,
        attributes: Option<&mut [AttributeRecord]>,
        first: usize,
        batch: u32,
    ) -> Result<u32, u32> {
        let spans = tag.attribute_spans();
        if let Some(attributes) = attributes
            && !spans.is_empty()
        {
            let room = attributes.get_mut(first..).unwrap_or_default();
            let Some(room) = room.get_mut(..spans.len()) else { return Err(spans.len() as u32) };
            if tag.is_truncated() {
                write_truncated(tag, room);
            } else {
                for (record, spans) in room.iter_mut().zip(spans) {
                    *record = AttributeRecord::new(spans.name, spans.value, spans.quote, spans.duplicate);
                }
            }
        }
        let (name_start, name_end) = tag.name_range();
        let missing = if tag.is_truncated() { tag.missing_bytes() } else { 0 };
        *self = TokenRecord {
            kind: kind as u8,
            flags: flags_of_tag(tag),
            name_start,
            name_end,
            first_attribute: first as u32,
            attribute_count: spans.len() as u32,
            batch,
            ..TokenRecord::of_bytes(tag.raw(), tag.slice.offset, missing)
        };
        Ok(spans.len() as u32)
    }

    #[cold]
    #[inline(never)]
    fn write_other(
        &mut self,
        token: Token<'_>,
        attributes: Option<&mut [AttributeRecord]>,
        first: usize,
        batch: u32,
    ) -> Result<u32, u32> {
        let bytes = TokenRecord::of_bytes(token.raw(), token.span().start, token.missing_bytes());
        let record = self;
        *record = TokenRecord { batch, ..bytes };
        if token.is_truncated() {
            record.flags |= TokenRecord::TRUNCATED;
        }
        let is_ambiguous;
        (record.kind, record.detail, is_ambiguous) = match token {
            Token::Doctype(doctype) => {
                record.add_doctype(doctype, attributes, first)?;
                (TokenKind::Doctype as u8, 0, false)
            }
            Token::Comment(comment) => {
                (record.data_start, record.data_end) = comment.data;
                (TokenKind::Comment as u8, 0, comment.is_ambiguous())
            }
            Token::ProcessingInstruction(instruction) => {
                (record.name_start, record.name_end) = instruction.target;
                (record.data_start, record.data_end) = instruction.data;
                (TokenKind::ProcessingInstruction as u8, 0, false)
            }
            Token::Error(error) => (TokenKind::Error as u8, error.code() as u8, false),
            Token::Dropped(Dropped { reason, ambiguous, .. }) => {
                (TokenKind::Dropped as u8, number_of_reason(reason), ambiguous)
            }
            Token::StartTag(_) | Token::EndTag(_) | Token::Text(_) => unreachable!("a common kind"),
        };
        record.flags |= if is_ambiguous { TokenRecord::AMBIGUOUS } else { 0 };
        Ok(record.attribute_count)
    }

    fn add_doctype(
        &mut self,
        doctype: Doctype<'_>,
        attributes: Option<&mut [AttributeRecord]>,
        first: usize,
    ) -> Result<(), u32> {
        let spans = doctype.spans;
        let ids = [spans.public_id, spans.system_id];
        if let Some(attributes) = attributes {
            let room = attributes.get_mut(first..).and_then(|room| room.get_mut(..ids.len()));
            let Some(room) = room else { return Err(ids.len() as u32) };
            for (record, id) in room.iter_mut().zip(ids) {
                let quote = match id {
                    None => Quote::NoValue,
                    Some((start, _)) if doctype.slice.raw().get(start as usize - 1) == Some(&b'\'') => {
                        Quote::Single
                    }
                    Some(_) => Quote::Double,
                };
                *record = AttributeRecord::new((0, 0), id.unwrap_or_default(), quote, false);
            }
        }
        (self.name_start, self.name_end) = spans.name.unwrap_or_default();
        (self.first_attribute, self.attribute_count) = (first as u32, ids.len() as u32);
        self.flags |= if spans.force_quirks { TokenRecord::FORCE_QUIRKS } else { 0 };
        Ok(())
    }

    #[inline(always)]
    fn of_bytes(raw: &[u8], start: u64, missing: u64) -> TokenRecord {
        TokenRecord {
            bytes: raw.as_ptr(),
            length: raw.len(),
            start,
            end: start + raw.len() as u64 + missing,
            ..TokenRecord::EMPTY
        }
    }
}

impl AttributeRecord {
    /// The flag of an attribute whose name an earlier one of the tag has. It has no effect.
    ///
    /// ```
    /// use tagspan_core::scanner::{AttributeRecord, TokenRecord};
    ///
    /// let mut tokens = tagspan::tokenize("<a id ID>");
    /// let mut attributes = [AttributeRecord::default(); 2];
    /// TokenRecord::of(tokens.next_token()?.unwrap(), Some(&mut attributes), 0).unwrap();
    /// assert_eq!(attributes.map(|attribute| attribute.flags), [0, AttributeRecord::DUPLICATE]);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub const DUPLICATE: u8 = 1;
    /// The flag of an attribute of which a limit has left bytes out.
    ///
    /// ```
    /// use tagspan::{LimitAction, Limits, Tokenizer};
    /// use tagspan_core::scanner::{AttributeRecord, TokenRecord};
    ///
    /// let limits = Limits::new().attribute_value(32, LimitAction::Truncate);
    /// let mut tokenizer = Tokenizer::builder().utf8().limits(limits).build();
    /// let mut tokens = tokenizer.feed_last("<a id='a value of more than thirty-two bytes' class=b>");
    /// let mut attributes = [AttributeRecord::default(); 2];
    /// TokenRecord::of(tokens.next_token()?.unwrap(), Some(&mut attributes), 0).unwrap();
    /// assert_eq!(attributes.map(|attribute| attribute.flags), [AttributeRecord::TRUNCATED, 0]);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub const TRUNCATED: u8 = 1 << 1;

    #[inline(always)]
    fn new(name: TokenRange, value: TokenRange, quote: Quote, duplicate: bool) -> AttributeRecord {
        AttributeRecord {
            name_start: name.0,
            name_end: name.1,
            value_start: value.0,
            value_end: value.1,
            quote: quote as u8,
            flags: u8::from(duplicate),
            reserved: 0,
        }
    }
}

#[cold]
fn write_truncated(tag: Tag<'_>, room: &mut [AttributeRecord]) {
    let of = |attribute: Attribute<'_>| {
        let spans = attribute.spans;
        let record = AttributeRecord::new(spans.name, spans.value, spans.quote, spans.duplicate);
        let truncated = if attribute.is_truncated() { AttributeRecord::TRUNCATED } else { 0 };
        AttributeRecord { flags: record.flags | truncated, ..record }
    };
    room.iter_mut().zip(tag.attributes_as_written().map(of)).for_each(|(record, new)| *record = new);
}

#[inline(always)]
fn flags_of_tag(tag: Tag<'_>) -> u16 {
    if tag.flags.is_plain() {
        return 0;
    }
    let namespace = match tag.namespace() {
        Namespace::Html => 0,
        Namespace::Svg => TokenRecord::SVG,
        Namespace::MathMl => TokenRecord::MATHML,
    };
    let flag = |has: bool, flag: u16| if has { flag } else { 0 };
    flag(tag.self_closing(), TokenRecord::SELF_CLOSING)
        | flag(tag.is_truncated(), TokenRecord::TRUNCATED)
        | flag(tag.is_ambiguous(), TokenRecord::AMBIGUOUS)
        | namespace
}

/// The number of a reason.
pub(super) fn number_of_reason(reason: DropReason) -> u8 {
    match reason {
        DropReason::ByteOrderMark => 0,
        DropReason::UnfinishedTag => 1,
        DropReason::UnfinishedProcessingInstruction => 2,
        DropReason::MissingEndTagName => 3,
        DropReason::CdataStart => 4,
        DropReason::CdataEnd => 5,
        DropReason::Skipped(kind) => 16 + kind as u8,
    }
}
