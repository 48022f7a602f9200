//! The decision on the encoding: its step, its confidence, and the bytes that it rests on.

use std::{fmt, ops::Range};

use encoding_rs::Encoding;

use crate::bom::Bom;

/// The *confidence* in an encoding: HTML Standard, section 13.2.3 (12.2.3).
///
/// ```
/// assert_eq!(tagspan::Confidence::Tentative.to_string(), "tentative");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Confidence {
    /// Nothing later in the document changes it.
    Certain,
    /// A declaration later in the document may still change it.
    Tentative,
    /// The source is text, so that it has no encoding. For programs that tokenize strings;
    /// [`Input`](crate::decoder::Input), which reads bytes, never returns it.
    Irrelevant,
}

impl Confidence {
    /// The standard's name, in lower case.
    ///
    /// ```
    /// assert_eq!(tagspan::Confidence::Certain.as_str(), "certain");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Confidence::Certain => "certain",
            Confidence::Tentative => "tentative",
            Confidence::Irrelevant => "irrelevant",
        }
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The step that decided the encoding; HTML Standard, sections 13.2.3.2 and 13.2.3.4 (12.2.3.2 and 12.2.3.4).
///
/// In the order of the steps, so that an earlier one overrides a later one. More steps may come in later
/// versions, so a `match` needs a last arm.
///
/// ```
/// assert_eq!(tagspan::EncodingSource::ByteOrderMark.to_string(), "byte-order-mark");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum EncodingSource {
    /// The source's first bytes are a byte order mark.
    ByteOrderMark,
    /// The user's instruction: [`EncodingOptions::override_encoding`](crate::EncodingOptions::override_encoding).
    Override,
    /// The caller passed on what came with the bytes, such as a header.
    Transport,
    /// The first bytes declare it: a `meta` tag, the signature of an XML declaration in UTF-16, or the
    /// `encoding` of an XML declaration.
    Prescan,
    /// The encoding of the document that contains this one:
    /// [`EncodingOptions::parent`](crate::EncodingOptions::parent).
    ParentDocument,
    /// The caller knew it to be likely: [`EncodingOptions::likely`](crate::EncodingOptions::likely).
    Likely,
    /// The look of the content. Only with the feature `detect`, and only if the options ask for it.
    Detection,
    /// Nothing said anything, and the default was taken.
    Default,
    /// A `meta` element after the bytes of the prescan, met while the document was parsed: section 13.2.3.4 (12.2.3.4),
    /// *Changing the encoding while parsing*.
    LateDeclaration,
}

impl EncodingSource {
    /// A stable name for reports: lower case, with hyphens.
    ///
    /// ```
    /// assert_eq!(tagspan::EncodingSource::LateDeclaration.as_str(), "late-declaration");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            EncodingSource::ByteOrderMark => "byte-order-mark",
            EncodingSource::Override => "override",
            EncodingSource::Transport => "transport",
            EncodingSource::Prescan => "prescan",
            EncodingSource::ParentDocument => "parent-document",
            EncodingSource::Likely => "likely",
            EncodingSource::Detection => "detection",
            EncodingSource::Default => "default",
            EncodingSource::LateDeclaration => "late-declaration",
        }
    }
}

impl fmt::Display for EncodingSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The encoding of a source, its confidence, and the step and the bytes that decided it.
///
/// ```
/// use tagspan::{Confidence, EncodingOptions, EncodingSource, input::sniff};
///
/// let html = b"<!DOCTYPE html><meta charset='koi8-r'><p>";
/// let decision = sniff(html, &EncodingOptions::new());
/// assert_eq!(decision.encoding().name(), "KOI8-R");
/// assert_eq!(decision.confidence(), Confidence::Tentative);
/// assert_eq!(decision.source(), EncodingSource::Prescan);
/// assert_eq!(&html[15..38], b"<meta charset='koi8-r'>");
/// assert_eq!(decision.bytes(), 15..38);
/// assert_eq!(decision.looked_at(), 38);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EncodingDecision {
    pub(crate) encoding: &'static Encoding,
    pub(crate) confidence: Confidence,
    pub(crate) source: EncodingSource,
    /// [`EncodingDecision::bytes`], in parts because a range is not `Copy`.
    pub(crate) start: u64,
    pub(crate) end: u64,
    pub(crate) looked_at: u64,
}

impl EncodingDecision {
    /// A decision that rests on none of the `looked_at` first bytes.
    pub(crate) const fn new(
        encoding: &'static Encoding,
        confidence: Confidence,
        source: EncodingSource,
        looked_at: u64,
    ) -> EncodingDecision {
        EncodingDecision { encoding, confidence, source, start: 0, end: 0, looked_at }
    }

    /// The same decision, resting on these bytes.
    pub(crate) const fn resting_on(self, bytes: Range<u64>) -> EncodingDecision {
        EncodingDecision { start: bytes.start, end: bytes.end, ..self }
    }

    /// The same decision once nothing can change it any more.
    pub(crate) const fn certain(self) -> EncodingDecision {
        EncodingDecision { confidence: Confidence::Certain, ..self }
    }

    /// The decision that a declaration made which the parser met; `bytes` are those of its tag.
    pub(crate) const fn late(encoding: &'static Encoding, bytes: Range<u64>) -> EncodingDecision {
        EncodingDecision::new(encoding, Confidence::Certain, EncodingSource::LateDeclaration, bytes.end)
            .resting_on(bytes)
    }

    /// The encoding that the source is decoded from.
    ///
    /// ```
    /// use tagspan::{EncodingOptions, UTF_8, input::sniff};
    ///
    /// assert_eq!(sniff(b"<meta charset=utf-8>", &EncodingOptions::new()).encoding(), UTF_8);
    /// ```
    #[must_use]
    pub const fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// The confidence in the encoding.
    ///
    /// ```
    /// use tagspan::{Confidence, EncodingOptions, input::sniff};
    ///
    /// assert_eq!(sniff(b"<meta charset=utf-8>", &EncodingOptions::new()).confidence(), Confidence::Tentative);
    /// assert_eq!(sniff(b"\xEF\xBB\xBF<p>", &EncodingOptions::new()).confidence(), Confidence::Certain);
    /// ```
    #[must_use]
    pub const fn confidence(&self) -> Confidence {
        self.confidence
    }

    /// The step that decided it.
    ///
    /// ```
    /// use tagspan::{EncodingOptions, EncodingSource, input::sniff};
    ///
    /// assert_eq!(sniff(b"<meta charset=utf-8>", &EncodingOptions::new()).source(), EncodingSource::Prescan);
    /// assert_eq!(sniff(b"<p>", &EncodingOptions::new()).source(), EncodingSource::Default);
    /// ```
    #[must_use]
    pub const fn source(&self) -> EncodingSource {
        self.source
    }

    /// The range of the source that decided the encoding, zero-based and half-open.
    ///
    /// - The byte order mark.
    /// - The whole `meta` tag that declares the encoding, from its `<` to past its `>`.
    /// - The signature of an XML declaration in UTF-16: the first six bytes.
    /// - The XML declaration, from the first byte to past the quote that closes its encoding.
    /// - With detection, all bytes that the detector was shown.
    /// - `0..0` where the caller's word decided, and for a late declaration of which the place in the source is not
    ///   known, because the document had to be fed again.
    ///
    /// ```
    /// use tagspan::{EncodingOptions, input::sniff};
    ///
    /// let decision = sniff(b"<?xml version='1.0' encoding='big5'?>", &EncodingOptions::new());
    /// assert_eq!(decision.bytes(), 0..35);
    /// let decision = sniff(b"<p>", &EncodingOptions::new().charset("big5").unwrap());
    /// assert!(decision.bytes().is_empty());
    /// ```
    #[must_use]
    pub const fn bytes(&self) -> Range<u64> {
        self.start..self.end
    }

    /// The number of first bytes of the source that were read for the decision.
    ///
    /// It does not depend on how the source was split into chunks: with one byte less the encoding is still open,
    /// unless the source ends there.
    ///
    /// ```
    /// use tagspan::{EncodingOptions, input::sniff};
    ///
    /// let options = EncodingOptions::new().charset("big5").unwrap();
    /// assert_eq!(sniff(b"<p>", &options).looked_at(), 1);
    /// assert_eq!(sniff(b"\xEF\xBB<p>", &options).looked_at(), 3);
    /// ```
    #[must_use]
    pub const fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// The byte order mark, if it decided. It takes [`EncodingDecision::bytes`], and is not text.
    ///
    /// ```
    /// use tagspan::{Bom, EncodingOptions, input::sniff};
    ///
    /// assert_eq!(sniff(b"\xFE\xFF\0<", &EncodingOptions::new()).bom(), Some(Bom::Utf16Be));
    /// assert_eq!(sniff(b"<p>", &EncodingOptions::new()).bom(), None);
    /// ```
    #[must_use]
    pub fn bom(&self) -> Option<Bom> {
        let mut marks = [Bom::Utf8, Bom::Utf16Le, Bom::Utf16Be].into_iter();
        marks.find(|bom| self.source == EncodingSource::ByteOrderMark && bom.encoding() == self.encoding)
    }
}
