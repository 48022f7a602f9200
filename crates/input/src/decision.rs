//! What was decided about the encoding, how surely, and by which step.

use std::fmt;

use encoding_rs::Encoding;

/// How sure the encoding is: the *confidence* of the HTML Standard, section 12.2.3.
///
/// ```
/// assert_eq!(tagspan_input::Confidence::Tentative.to_string(), "tentative");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Confidence {
    /// Nothing later in the document changes it.
    Certain,
    /// A declaration later in the document may still change it.
    Tentative,
    /// The source was characters already, so there is no encoding to doubt. [`Input`](crate::Input), which
    /// starts from bytes, never says so; whoever tokenizes a string does.
    Irrelevant,
}

impl Confidence {
    /// The standard's word for it, in lower case.
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

/// The step that decided the encoding; HTML Standard, section 12.2.3.2.
///
/// More steps may come in later versions, so a `match` needs a last arm.
///
/// ```
/// assert_eq!(tagspan_input::Source::ByteOrderMark.to_string(), "byte-order-mark");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Source {
    /// The source's first bytes are a byte order mark.
    ByteOrderMark,
    /// The caller passed on what came with the bytes, such as a header.
    Transport,
    /// Nothing said anything, and the default was taken.
    Default,
}

impl Source {
    /// A stable name for reports: lower case, with hyphens.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Source::ByteOrderMark => "byte-order-mark",
            Source::Transport => "transport",
            Source::Default => "default",
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The encoding of a source, how sure it is, and which step decided it.
///
/// ```
/// use tagspan_input::{Confidence, Input, Source};
///
/// let mut input = Input::new();
/// assert!(input.decision().is_none());
/// input.advance(b"<p>", false);
/// let decision = input.decision().expect("these bytes cannot be a byte order mark");
/// assert_eq!(decision.encoding().name(), "UTF-8");
/// assert_eq!(decision.confidence(), Confidence::Tentative);
/// assert_eq!(decision.source(), Source::Default);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decision {
    encoding: &'static Encoding,
    confidence: Confidence,
    source: Source,
}

impl Decision {
    pub(crate) const fn new(encoding: &'static Encoding, confidence: Confidence, source: Source) -> Decision {
        Decision { encoding, confidence, source }
    }

    /// The encoding that the source is decoded from.
    #[must_use]
    pub const fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// How sure the encoding is.
    #[must_use]
    pub const fn confidence(&self) -> Confidence {
        self.confidence
    }

    /// The step that decided it.
    #[must_use]
    pub const fn source(&self) -> Source {
        self.source
    }
}
