//! The keywords of markup declarations and DOCTYPEs, matched letter by letter.

/// The words that the machine looks for letter by letter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Keyword {
    #[default]
    CommentOpen,
    Doctype,
    CdataOpen,
    Public,
    System,
}

impl Keyword {
    /// The word, in lower case where case does not matter.
    pub(crate) fn spelling(self) -> &'static [u8] {
        match self {
            Keyword::CommentOpen => b"--",
            Keyword::Doctype => b"doctype",
            Keyword::CdataOpen => b"[CDATA[",
            Keyword::Public => b"public",
            Keyword::System => b"system",
        }
    }
}

/// What the states compare letter by letter: the specification's temporary buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct KeywordMatch {
    pub(crate) word: Keyword,
    /// The number of bytes that have matched: of `word`, of the last start tag's name, or of `script`.
    pub(crate) matched: u32,
}

impl KeywordMatch {
    /// Whether the byte is the next one of `word`.
    pub(crate) fn accepts(&self, byte: u8) -> bool {
        let expected = self.word.spelling()[self.matched as usize];
        match self.word {
            Keyword::CommentOpen | Keyword::CdataOpen => byte == expected,
            Keyword::Doctype | Keyword::Public | Keyword::System => byte.to_ascii_lowercase() == expected,
        }
    }

    /// Whether one more byte completes `word`.
    pub(crate) fn is_last(&self) -> bool {
        self.matched as usize + 1 == self.word.spelling().len()
    }
}
