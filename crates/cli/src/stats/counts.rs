//! Counting tokens, without keeping any.

use std::collections::BTreeMap;

use tagspan::{DropReason, ErrorCode, Tag, Token};

use crate::input_summary::InputSummary;

/// What was found in all inputs together.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// Inputs that were read, those included that failed after their first byte.
    pub(super) files: u64,
    pub(super) empty: u64,
    pub(super) bytes: u64,
    pub(super) utf8_bytes: u64,
    /// The encodings that inputs were decoded from, and how many of each.
    pub(super) encodings: BTreeMap<&'static str, u64>,
    /// Sequences that are ill-formed in the encoding of their input.
    pub(super) ill_formed: u64,
    pub(super) doctypes: u64,
    pub(super) start_tags: u64,
    pub(super) end_tags: u64,
    pub(super) comments: u64,
    pub(super) processing_instructions: u64,
    /// Runs of text.
    pub(super) texts: u64,
    /// Bytes of decoded text.
    pub(super) text_bytes: u64,
    /// Attributes of all tags as written.
    pub(super) attributes: u64,
    /// How many of them have the name of an earlier one.
    pub(super) duplicates: u64,
    pub(super) errors: BTreeMap<ErrorCode, u64>,
    pub(super) dropped: Vec<Dropped>,
    /// The last token was text, and the next may belong to it.
    in_text: bool,
}

/// Spans dropped for one reason.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dropped {
    pub(super) reason: DropReason,
    pub(super) spans: u64,
    pub(super) bytes: u64,
}

impl Counts {
    /// Adds an input whose tokens were counted.
    pub(super) fn end_input(&mut self, summary: &InputSummary) {
        self.in_text = false;
        self.files += 1;
        self.empty += u64::from(summary.bytes == 0);
        self.bytes += summary.bytes;
        self.utf8_bytes += summary.utf8_bytes;
        self.ill_formed += summary.ill_formed;
        if let Some(encoding) = summary.encoding {
            *self.encodings.entry(encoding.name()).or_default() += 1;
        }
    }

    pub(super) fn token(&mut self, token: &Token<'_>) {
        let after_text = std::mem::take(&mut self.in_text);
        match token {
            Token::Doctype(_) => self.doctypes += 1,
            Token::StartTag(tag) => {
                self.start_tags += 1;
                self.tag(tag);
            }
            Token::EndTag(tag) => {
                self.end_tags += 1;
                self.tag(tag);
            }
            Token::Comment(_) => self.comments += 1,
            Token::ProcessingInstruction(_) => self.processing_instructions += 1,
            Token::Text(text) => {
                self.in_text = true;
                self.texts += u64::from(!after_text);
                self.text_bytes += text.value().len() as u64;
            }
            Token::Error(error) => {
                // An error has no bytes, so the text around it is one.
                self.in_text = after_text;
                *self.errors.entry(error.code()).or_default() += 1;
            }
            Token::Dropped(dropped) => self.drop(dropped.reason(), dropped.raw().len() as u64),
            _ => {}
        }
    }

    pub(super) fn tokens(&self) -> u64 {
        self.doctypes
            + self.start_tags
            + self.end_tags
            + self.comments
            + self.processing_instructions
            + self.texts
    }

    fn tag(&mut self, tag: &Tag<'_>) {
        let attributes = tag.attributes_as_written();
        self.attributes += attributes.len() as u64;
        self.duplicates += attributes.filter(|attribute| attribute.is_duplicate()).count() as u64;
    }

    fn drop(&mut self, reason: DropReason, bytes: u64) {
        match self.dropped.iter_mut().find(|dropped| dropped.reason == reason) {
            Some(dropped) => {
                dropped.spans += 1;
                dropped.bytes += bytes;
            }
            None => self.dropped.push(Dropped { reason, spans: 1, bytes }),
        }
    }
}
