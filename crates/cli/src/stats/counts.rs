//! Counting tokens, without keeping any.

use std::collections::BTreeMap;

use tagspan::{DropReason, ErrorCode, Tag, Token};

use crate::input_summary::InputSummary;

/// The counts of all inputs together.
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

    /// Adds what was counted apart.
    pub(super) fn add(&mut self, other: Counts) {
        for (sum, more) in [
            (&mut self.files, other.files),
            (&mut self.empty, other.empty),
            (&mut self.bytes, other.bytes),
            (&mut self.utf8_bytes, other.utf8_bytes),
            (&mut self.ill_formed, other.ill_formed),
            (&mut self.doctypes, other.doctypes),
            (&mut self.start_tags, other.start_tags),
            (&mut self.end_tags, other.end_tags),
            (&mut self.comments, other.comments),
            (&mut self.processing_instructions, other.processing_instructions),
            (&mut self.texts, other.texts),
            (&mut self.text_bytes, other.text_bytes),
            (&mut self.attributes, other.attributes),
            (&mut self.duplicates, other.duplicates),
        ] {
            *sum += more;
        }
        other
            .encodings
            .into_iter()
            .for_each(|(name, count)| *self.encodings.entry(name).or_default() += count);
        other.errors.into_iter().for_each(|(code, count)| *self.errors.entry(code).or_default() += count);
        other.dropped.into_iter().for_each(|more| self.drop(more));
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
            Token::Dropped(dropped) => {
                self.drop(Dropped { reason: dropped.reason(), spans: 1, bytes: dropped.raw().len() as u64 })
            }
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

    fn drop(&mut self, more: Dropped) {
        match self.dropped.iter_mut().find(|dropped| dropped.reason == more.reason) {
            Some(dropped) => {
                dropped.spans += more.spans;
                dropped.bytes += more.bytes;
            }
            None => self.dropped.push(more),
        }
    }
}
