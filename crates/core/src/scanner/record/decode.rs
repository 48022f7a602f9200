//! Decodes the strings of records on request.

use std::borrow::Cow;

use tagspan_entities::Decode;

use super::write::number_of_reason;
use super::{AttributeRecord, TokenKind, TokenRecord};
use crate::error::LimitKind;
use crate::parse_error::ErrorCode;
use crate::text_mode::TextMode;
use crate::token::{DropReason, Quote, Text, TokenRange, decode_name, name_is};

impl TokenRecord {
    /// Returns the decoded name, given the raw bytes of the token. `None` if it has none, or the record is not of these bytes.
    ///
    /// ```
    /// use tagspan_core::scanner::TokenRecord;
    ///
    /// let mut tokens = tagspan::tokenize("<BR>text");
    /// let tag = tokens.next_token()?.unwrap();
    /// let record = TokenRecord::of(tag, None, 0).unwrap();
    /// assert_eq!(record.name(tag.raw()).unwrap(), "br");
    /// assert_eq!(record.name(b""), None);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn name<'a>(&self, raw: &'a [u8]) -> Option<Cow<'a, str>> {
        let bytes = part(raw, (self.name_start, self.name_end))?;
        match self.kind {
            kind if kind == TokenKind::StartTag as u8 || kind == TokenKind::EndTag as u8 => {
                Some(decode_name(bytes))
            }
            kind if kind == TokenKind::Doctype as u8 => (!bytes.is_empty()).then(|| decode_name(bytes)),
            kind if kind == TokenKind::ProcessingInstruction as u8 => {
                Some(tagspan_entities::decode(bytes, Decode::CDATA))
            }
            _ => None,
        }
    }

    /// Returns whether the token is a tag with this name, in any capitals, given its raw bytes.
    ///
    /// ```
    /// use tagspan_core::scanner::TokenRecord;
    ///
    /// let mut tokens = tagspan::tokenize("<BR>text");
    /// let tag = tokens.next_token()?.unwrap();
    /// let record = TokenRecord::of(tag, None, 0).unwrap();
    /// assert!(record.name_is(tag.raw(), "br") && !record.name_is(tag.raw(), "b"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn name_is(&self, raw: &[u8], name: &str) -> bool {
        let is_tag = self.kind == TokenKind::StartTag as u8 || self.kind == TokenKind::EndTag as u8;
        is_tag && part(raw, (self.name_start, self.name_end)).is_some_and(|bytes| name_is(bytes, name))
    }

    /// Returns the decoded text of text, or the data of a comment or a processing instruction, given the raw bytes of the token.
    /// `None` for other kinds, or if the record is not of these bytes.
    ///
    /// ```
    /// use tagspan_core::scanner::TokenRecord;
    ///
    /// let mut tokens = tagspan::tokenize("a &lt; b<!--c-->");
    /// for expected in ["a < b", "c"] {
    ///     let token = tokens.next_token()?.unwrap();
    ///     let record = TokenRecord::of(token, None, 0).unwrap();
    ///     assert_eq!(record.data(token.raw()).unwrap(), expected);
    /// }
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn data<'a>(&self, raw: &'a [u8]) -> Option<Cow<'a, str>> {
        let data = || part(raw, (self.data_start, self.data_end));
        let (bytes, how) = match self.kind {
            kind if kind == TokenKind::Text as u8 => (raw, Text::decode_in(text_mode(self.detail)?)),
            kind if kind == TokenKind::Comment as u8 => (data()?, Decode::RAWTEXT),
            kind if kind == TokenKind::ProcessingInstruction as u8 => (data()?, Decode::CDATA),
            _ => return None,
        };
        Some(tagspan_entities::decode(bytes, how))
    }

    /// Returns the decoded name of an attribute, given the raw bytes of the token.
    ///
    /// ```
    /// use tagspan_core::scanner::{AttributeRecord, TokenRecord};
    ///
    /// let mut tokens = tagspan::tokenize("<a HREF=x>");
    /// let link = tokens.next_token()?.unwrap();
    /// let mut attributes = [AttributeRecord::default()];
    /// let record = TokenRecord::of(link, Some(&mut attributes), 0).unwrap();
    /// assert_eq!(record.name_of(link.raw(), &attributes[0]).unwrap(), "href");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn name_of<'a>(&self, raw: &'a [u8], attribute: &AttributeRecord) -> Option<Cow<'a, str>> {
        part(raw, (attribute.name_start, attribute.name_end)).map(decode_name)
    }

    /// Returns the decoded value of an attribute, given the raw bytes of the token: of a tag it is empty if there is none, of a
    /// DOCTYPE it is `None`.
    ///
    /// ```
    /// use tagspan_core::scanner::{AttributeRecord, TokenRecord};
    ///
    /// let mut tokens = tagspan::tokenize("<!DOCTYPE html SYSTEM 'about:legacy-compat'>");
    /// let doctype = tokens.next_token()?.unwrap();
    /// let mut ids = [AttributeRecord::default(); 2];
    /// let record = TokenRecord::of(doctype, Some(&mut ids), 0).unwrap();
    /// assert_eq!(record.value_of(doctype.raw(), &ids[0]), None);
    /// assert_eq!(record.value_of(doctype.raw(), &ids[1]).unwrap(), "about:legacy-compat");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn value_of<'a>(&self, raw: &'a [u8], attribute: &AttributeRecord) -> Option<Cow<'a, str>> {
        let bytes = part(raw, (attribute.value_start, attribute.value_end))?;
        if self.kind == TokenKind::Doctype as u8 {
            let is_there = attribute.quote != Quote::NoValue as u8;
            return is_there.then(|| tagspan_entities::decode(bytes, Decode::RAWTEXT));
        }
        Some(tagspan_entities::decode(bytes, Decode::ATTRIBUTE))
    }

    /// Returns the index of the first attribute with this name, in any capitals, given the raw bytes of the token and its
    /// attributes.
    ///
    /// ```
    /// use tagspan_core::scanner::{AttributeRecord, TokenRecord};
    ///
    /// let mut tokens = tagspan::tokenize("<a id=i HREF=x>");
    /// let link = tokens.next_token()?.unwrap();
    /// let mut attributes = [AttributeRecord::default(); 2];
    /// let record = TokenRecord::of(link, Some(&mut attributes), 0).unwrap();
    /// assert_eq!(record.position_of(link.raw(), &attributes, "href"), Some(1));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn position_of(&self, raw: &[u8], attributes: &[AttributeRecord], name: &str) -> Option<usize> {
        attributes.iter().position(|attribute| {
            part(raw, (attribute.name_start, attribute.name_end)).is_some_and(|found| name_is(found, name))
        })
    }

    /// Returns the name of the detail: of the text mode, the reason of dropped bytes, or the code of a parse error.
    ///
    /// ```
    /// use tagspan_core::scanner::TokenRecord;
    ///
    /// let mut tokens = tagspan::tokenize("<a");
    /// let record = TokenRecord::of(tokens.next_token()?.unwrap(), None, 0).unwrap();
    /// assert_eq!(record.detail_name(), Some("unfinished-tag"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn detail_name(&self) -> Option<&'static str> {
        let detail = self.detail;
        match self.kind {
            kind if kind == TokenKind::Text as u8 => text_mode(detail).map(TextMode::as_str),
            kind if kind == TokenKind::Error as u8 => {
                ErrorCode::ALL.get(usize::from(detail)).map(|code| code.as_str())
            }
            kind if kind == TokenKind::Dropped as u8 => {
                REASONS.into_iter().find(|&reason| number_of_reason(reason) == detail).map(DropReason::as_str)
            }
            _ => None,
        }
    }
}

#[inline(always)]
fn part(raw: &[u8], (start, end): TokenRange) -> Option<&[u8]> {
    raw.get(start as usize..end as usize)
}

fn text_mode(detail: u8) -> Option<TextMode> {
    TextMode::ALL.get(usize::from(detail)).copied()
}

/// The reasons, without those of limits that never skip.
const REASONS: [DropReason; 15] = [
    DropReason::ByteOrderMark,
    DropReason::UnfinishedTag,
    DropReason::UnfinishedProcessingInstruction,
    DropReason::MissingEndTagName,
    DropReason::CdataStart,
    DropReason::CdataEnd,
    DropReason::Skipped(LimitKind::Tag),
    DropReason::Skipped(LimitKind::Comment),
    DropReason::Skipped(LimitKind::Doctype),
    DropReason::Skipped(LimitKind::CharacterReference),
    DropReason::Skipped(LimitKind::ProcessingInstruction),
    DropReason::Skipped(LimitKind::AttributeValue),
    DropReason::Skipped(LimitKind::Attributes),
    DropReason::Skipped(LimitKind::OpenElements),
    DropReason::Skipped(LimitKind::Document),
];

#[cfg(test)]
mod tests {
    use super::{REASONS, number_of_reason};

    #[test]
    fn each_reason_has_a_number_of_its_own() {
        let mut numbers = REASONS.map(number_of_reason).to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), REASONS.len());
    }
}
