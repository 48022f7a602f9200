//! The cases of the suite that are known to deviate, each with its reason: the only such list.
//!
//! Two reasons are good ones: the case wants a document coerced to XML, which is not HTML; or its input holds a
//! surrogate without its other half, which no bytes can carry. A case that the change to the standard of June
//! 2026 (processing instructions) made stale would be a third; no case needs it now. An entry that no longer
//! deviates is a failure.

/// A case that deviates.
pub(crate) struct Deviation {
    pub(crate) file: &'static str,
    pub(crate) description: &'static str,
    pub(crate) reason: Reason,
}

/// Why a case deviates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The case is run and must fail.
    XmlCoercion,
    /// The case cannot be run.
    LoneSurrogate,
}

impl Reason {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Reason::XmlCoercion => {
                "wants characters or comments coerced to what XML allows, which is not HTML"
            }
            Reason::LoneSurrogate => "has a lone surrogate in its input, which no bytes can carry",
        }
    }
}

/// The list.
pub(crate) const DEVIATIONS: &[Deviation] = &[
    Deviation { file: "xmlViolation.test", description: "Non-XML character", reason: Reason::XmlCoercion },
    Deviation { file: "xmlViolation.test", description: "Non-XML space", reason: Reason::XmlCoercion },
    Deviation {
        file: "xmlViolation.test",
        description: "Double hyphen in comment",
        reason: Reason::XmlCoercion,
    },
    Deviation {
        file: "unicodeCharsProblematic.test",
        description: "Invalid Unicode character U+DFFF",
        reason: Reason::LoneSurrogate,
    },
    Deviation {
        file: "unicodeCharsProblematic.test",
        description: "Invalid Unicode character U+D800",
        reason: Reason::LoneSurrogate,
    },
    Deviation {
        file: "unicodeCharsProblematic.test",
        description: "Invalid Unicode character U+DFFF with valid preceding character",
        reason: Reason::LoneSurrogate,
    },
    Deviation {
        file: "unicodeCharsProblematic.test",
        description: "Invalid Unicode character U+D800 with valid following character",
        reason: Reason::LoneSurrogate,
    },
];
