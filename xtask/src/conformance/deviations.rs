//! The cases of the suite that are known to deviate, each with its reason: the only such list.
//!
//! Three reasons are good ones: the case wants a document coerced to XML, which is not HTML; its input holds a
//! surrogate without its other half, which no bytes can carry; or it is a slip of the files that came with
//! processing instructions in 2026. An entry that no longer deviates is a failure.

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
    /// The case is run and must fail, in nothing but what is said of its errors.
    Slip(&'static str),
}

impl Reason {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Reason::XmlCoercion => {
                "wants characters or comments coerced to what XML allows, which is not HTML"
            }
            Reason::Slip(why) => why,
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
    slip("<?a a", END_COLUMN),
    slip("<?b b", END_COLUMN),
    slip("<?y y", END_COLUMN),
    slip("<?z z", END_COLUMN),
    slip("<?A A", END_COLUMN),
    slip("<?B B", END_COLUMN),
    slip("<?Y Y", END_COLUMN),
    slip("<?Z Z?", END_COLUMN),
    slip("<?a a?", END_COLUMN),
    slip("<?b b?", END_COLUMN),
    slip("<?y y?", END_COLUMN),
    slip("<?z z?", END_COLUMN),
    slip("<?A A?", END_COLUMN),
    slip("<?B B?", END_COLUMN),
    slip("<?Y Y?", END_COLUMN),
    slip("<?Z Z?", END_COLUMN),
    slip("<?\\u000B", ORDER),
];

/// A slip in the files that changed with processing instructions.
const fn slip(description: &'static str, why: &'static str) -> Deviation {
    Deviation { file: "2026-10/test3.test", description, reason: Reason::Slip(why) }
}

const END_COLUMN: &str = "has the end of input in column 4, wherever it is; all other files have it after the \
                          last character";
const ORDER: &str = "has the error of the input stream after another at the same character; all other files \
                     have it before";
