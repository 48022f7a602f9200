//! The keywords of markup declarations and DOCTYPEs, which are matched letter by letter.

/// The words that the machine looks for letter by letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keyword {
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
