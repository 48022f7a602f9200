//! Which branches of the algorithm an input reaches, so that one sees what a million of them were worth.

use tagspan_reference::encoding::SniffOptions;

use super::walk::Walk;

/// Declares the branches with what each is, in the order of the report.
macro_rules! branches {
    ($($(#[doc = $about:literal])+ $name:ident,)+) => {
        /// A branch of the sniffing algorithm, of *get an attribute* or of *get an XML encoding*, or a place where
        /// bytes can run out.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Branch {
            $($(#[doc = $about])+ $name,)+
        }

        impl Branch {
            /// All of them.
            pub const ALL: &[Branch] = &[$(Branch::$name),+];

            /// What it is, for people.
            pub fn about(self) -> &'static str {
                match self {
                    $(Branch::$name => concat!($($about),+).trim_ascii(),)+
                }
            }
        }
    };
}

branches! {
    /// byte order mark of UTF-8
    MarkUtf8,
    /// byte order mark of UTF-16BE
    MarkUtf16Be,
    /// byte order mark of UTF-16LE
    MarkUtf16Le,
    /// the first bytes of a mark, then others
    MarkBroken,
    /// the first bytes of a mark, then the end
    MarkHalf,
    /// UTF-16LE signature of XML
    SignatureLe,
    /// UTF-16BE signature of XML
    SignatureBe,
    /// comment that ends
    Comment,
    /// comment whose end overlaps its start
    CommentOverlaps,
    /// comment with a `>` that is not its end
    CommentGoesOn,
    /// `meta` tag that ends
    Meta,
    /// other start tag that ends
    StartTag,
    /// end tag that ends
    EndTag,
    /// `<!` that ends
    Declaration,
    /// `</` that ends
    Slash,
    /// `<?` that ends
    Question,
    /// `<` before something else
    LessThan,
    /// attribute without a value
    NoValue,
    /// attribute with spaces before its `=`
    SpacesBeforeEquals,
    /// attribute with spaces after its `=`
    SpacesAfterEquals,
    /// attribute whose name begins with `=`
    NameOfEquals,
    /// value in double quotes
    DoubleQuoted,
    /// value in single quotes
    SingleQuoted,
    /// value without quotes
    Unquoted,
    /// `=` before the tag's end
    NothingAfterEquals,
    /// attribute of a `meta` that is a duplicate
    Duplicate,
    /// pragma: `http-equiv` is `content-type`
    Pragma,
    /// `http-equiv` is something else
    OtherPragma,
    /// `content` has an encoding
    ContentFound,
    /// `content` has none
    ContentWithout,
    /// `content` has one, but `charset` came before
    ContentTooLate,
    /// `content` has the word `charset` twice or more
    ContentRepeats,
    /// `charset` is a label
    CharsetKnown,
    /// `charset` is no label
    CharsetUnknown,
    /// `charset` replaces what `content` had
    CharsetReplaces,
    /// `charset` that is no label cancels what `content` had
    CharsetCancels,
    /// `meta` without a declaration
    NoDeclaration,
    /// `meta` with `content`, but no pragma
    PragmaMissing,
    /// `meta` with a `charset` that is no label
    Bogus,
    /// declared by `charset`
    DeclaredByCharset,
    /// declared by `content`
    DeclaredByContent,
    /// declared after another `meta`
    DeclaredLater,
    /// declared UTF-16, so UTF-8
    DeclaredUtf16,
    /// declared x-user-defined, so windows-1252
    DeclaredUserDefined,
    /// declared replacement
    DeclaredReplacement,
    /// no prescan: the limit is 0
    LimitZero,
    /// limit reached between constructs
    LimitInText,
    /// limit reached in a comment
    LimitInComment,
    /// limit reached in `<!`, `</` or `<?`
    LimitInMarkup,
    /// limit reached in a tag's name
    LimitInTagName,
    /// limit reached before an attribute
    LimitBeforeName,
    /// limit reached in an attribute's name
    LimitInName,
    /// limit reached after an attribute's name
    LimitAfterName,
    /// limit reached before a value
    LimitBeforeValue,
    /// limit reached in a value
    LimitInValue,
    /// ran out of bytes between constructs
    EndInText,
    /// ran out of bytes in a comment
    EndInComment,
    /// ran out of bytes in `<!`, `</` or `<?`
    EndInMarkup,
    /// ran out of bytes in a tag's name
    EndInTagName,
    /// ran out of bytes before an attribute
    EndBeforeName,
    /// ran out of bytes in an attribute's name
    EndInName,
    /// ran out of bytes after an attribute's name
    EndAfterName,
    /// ran out of bytes before a value
    EndBeforeValue,
    /// ran out of bytes in a value
    EndInValue,
    /// XML declaration decides
    XmlFound,
    /// XML declaration decides, UTF-16 is UTF-8
    XmlUtf16,
    /// XML declaration is there, but `meta` decides
    XmlOutranked,
    /// XML declaration without `>`
    XmlOpen,
    /// XML declaration without `encoding`
    XmlWithout,
    /// XML declaration without `=`
    XmlNoEquals,
    /// XML declaration without quotes
    XmlNoQuote,
    /// XML declaration whose quote is not closed
    XmlUnclosed,
    /// XML declaration with spaces in its label
    XmlSpaces,
    /// XML declaration whose label is unknown
    XmlUnknown,
    /// XML declaration whose encoding lies behind its `>`
    XmlBehindEnd,
}

/// A set of branches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Branches(u128);

impl Branches {
    /// Those that an input reaches when nothing is known of it.
    ///
    /// # Examples
    ///
    /// ```
    /// use testing::sniffing::branches::{Branch, Branches};
    ///
    /// let reached = Branches::of(b"<!--><meta charset=utf-16>", &Default::default());
    /// assert!(reached.has(Branch::CommentOverlaps) && reached.has(Branch::DeclaredUtf16));
    /// assert!(!reached.has(Branch::Pragma));
    /// ```
    pub fn of(input: &[u8], options: &SniffOptions) -> Self {
        Walk::of(input, options).branches
    }

    /// Whether the branch is one of them.
    pub fn has(self, branch: Branch) -> bool {
        self.0 & 1 << branch as u32 != 0
    }

    pub(super) fn add(&mut self, branch: Branch) {
        self.0 |= 1 << branch as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::{Branch, Branches};

    #[test]
    fn a_set_has_what_was_added() {
        assert!(Branch::ALL.len() <= 128);
        for &branch in Branch::ALL {
            let mut set = Branches::default();
            set.add(branch);
            let found: Vec<_> = Branch::ALL.iter().filter(|&&other| set.has(other)).collect();
            assert_eq!(found, [&branch]);
        }
    }
}
