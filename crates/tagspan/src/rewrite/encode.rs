//! Encodes inserted text in the encoding of the source.

use std::borrow::Cow;
use std::fmt::Write;

use tagspan_input::{Confidence, Encoding, EncodingSource};

use crate::late_meta::LateOutcome;
use crate::tokenizer::Tokenizer;

/// How inserted text is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextEncoder {
    encoding: &'static Encoding,
    /// Whether characters outside ASCII become references, because a browser may read the output in another encoding than
    /// the tokenizer did.
    ascii_only: bool,
}

impl TextEncoder {
    /// The encoder for text at the current token; `None` before the encoding is decided.
    pub(super) fn of(tokenizer: &Tokenizer) -> Option<TextEncoder> {
        let decision = tokenizer.encoding_decision()?;
        let is_certain =
            decision.confidence() != Confidence::Tentative || decision.source() == EncodingSource::Prescan;
        let is_contradicted = tokenizer.meta.due.is_some()
            || tokenizer.meta.found.as_ref().is_some_and(|late| late.outcome == LateOutcome::Ignored);
        Some(TextEncoder { encoding: decision.encoding(), ascii_only: !is_certain || is_contradicted })
    }

    pub(super) fn is_iso_2022_jp(self) -> bool {
        self.encoding.name() == "ISO-2022-JP"
    }

    pub(super) fn encode(self, text: &str) -> Cow<'_, [u8]> {
        let Self { encoding, ascii_only } = self;
        match encoding.name() {
            "UTF-8" if !ascii_only => text.as_bytes().into(),
            "UTF-16LE" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            "UTF-16BE" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            _ => {
                let is_kept = |text: &str| {
                    (!ascii_only || text.is_ascii()) && has_text(encoding, &encode(encoding, text), text)
                };
                if is_kept(text) {
                    return encode(encoding, text);
                }
                let text = with_references(text, |character| is_kept(character.encode_utf8(&mut [0; 4])));
                encode(encoding, &text).into_owned().into()
            }
        }
    }
}

#[cfg(feature = "encodings")]
fn encode<'a>(encoding: &'static Encoding, text: &'a str) -> Cow<'a, [u8]> {
    encoding.encode(text).0
}

/// Whether a decoder reads the text in these bytes. Encoders replace some characters by similar ones, such as the yen sign
/// by a backslash in Shift_JIS.
#[cfg(feature = "encodings")]
fn has_text(encoding: &'static Encoding, bytes: &[u8], text: &str) -> bool {
    encoding.decode_without_bom_handling(bytes).0 == text
}

#[cfg(not(feature = "encodings"))]
fn encode<'a>(_: &'static Encoding, text: &'a str) -> Cow<'a, [u8]> {
    text.as_bytes().into()
}

#[cfg(not(feature = "encodings"))]
fn has_text(_: &'static Encoding, _: &[u8], _: &str) -> bool {
    true
}

/// The text with a decimal reference for each character that is not kept.
fn with_references(text: &str, is_kept: impl Fn(char) -> bool) -> String {
    let mut kept = String::with_capacity(text.len());
    for character in text.chars() {
        if is_kept(character) {
            kept.push(character);
            continue;
        }
        // References to U+0080 to U+009F stand for other characters, such as `&#128;` for the euro sign.
        let number = match character {
            '\u{80}'..='\u{9F}' => char::REPLACEMENT_CHARACTER.into(),
            _ => u32::from(character),
        };
        write!(kept, "&#{number};").expect("a String takes everything");
    }
    kept
}
