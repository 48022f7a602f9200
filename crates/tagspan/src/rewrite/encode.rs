//! Encoding of inserted text into the encoding of the source.

use std::borrow::Cow;
use std::fmt::Write;

use tagspan_input::{Confidence, Encoding, EncodingSource};

use crate::late_meta::LateOutcome;
use crate::pipeline::Pipeline;

/// How inserted text is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextEncoder {
    encoding: &'static Encoding,
    /// Whether characters outside ASCII become references, because readers of the output may take it for another
    /// encoding than the tokenizer did.
    ascii_only: bool,
}

impl TextEncoder {
    /// For text that is inserted where the tokenizer stands; `None` before the encoding is decided.
    pub(super) fn of(pipeline: &Pipeline) -> Option<TextEncoder> {
        let decision = pipeline.encoding_decision()?;
        let is_certain =
            decision.confidence() != Confidence::Tentative || decision.source() == EncodingSource::Prescan;
        let is_contradicted = pipeline.meta.due.is_some()
            || pipeline.meta.found.as_ref().is_some_and(|late| late.outcome == LateOutcome::Ignored);
        Some(TextEncoder { encoding: decision.encoding(), ascii_only: !is_certain || is_contradicted })
    }

    pub(super) fn is_iso_2022_jp(self) -> bool {
        self.encoding.name() == "ISO-2022-JP"
    }

    pub(super) fn encode(self, text: &str) -> Cow<'_, [u8]> {
        match self.encoding.name() {
            "UTF-16LE" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            "UTF-16BE" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            _ if self.ascii_only && !text.is_ascii() => Cow::Owned(with_references(text).into_bytes()),
            _ => self.encoding.encode(text).0,
        }
    }
}

/// The text with a decimal reference for each character outside ASCII.
fn with_references(text: &str) -> String {
    let mut ascii = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii() {
            ascii.push(character);
        } else {
            write!(ascii, "&#{};", u32::from(character)).expect("a String takes everything");
        }
    }
    ascii
}
