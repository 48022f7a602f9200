//! Parse errors: the codes of the specification, with offsets.

use core::fmt;

/// A parse error: what was wrong, and where.
///
/// Parse errors come among the tokens and are not a failure: the tokens are exact with or without them. They are reported
/// only if `TokenizerBuilder::parse_errors` is on.
///
/// # Examples
///
/// ```
/// use tagspan::{ErrorCode, Token, Tokenizer};
///
/// let mut tokenizer = Tokenizer::builder().parse_errors(true).build();
/// let mut tokens = tokenizer.feed_last(b"a</>");
/// let mut found = Vec::new();
/// while let Some(token) = tokens.next_token()? {
///     if let Token::Error(error) = token {
///         found.push((error.code(), error.offset()));
///     }
/// }
/// assert_eq!(found, [(ErrorCode::MissingEndTagName, 3)]);
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ParseError {
    pub(crate) offset: u64,
    pub(crate) code: ErrorCode,
}

impl ParseError {
    /// The specification's name for the error.
    ///
    /// ```
    /// use tagspan::{ErrorCode, Token, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().parse_errors(true).build();
    /// let mut tokens = tokenizer.feed_last(b"<p a=1 a=2>");
    /// let Some(Token::Error(error)) = tokens.next_token()? else { panic!() };
    /// assert_eq!(error.code(), ErrorCode::DuplicateAttribute);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn code(&self) -> ErrorCode {
        self.code
    }

    /// The zero-based byte offset of the character that the tokenizer was looking at: the length of the
    /// input for an error at its end.
    ///
    /// ```
    /// use tagspan::{Token, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().parse_errors(true).build();
    /// let mut tokens = tokenizer.feed_last(b"<p a=1 a=2>");
    /// let Some(Token::Error(error)) = tokens.next_token()? else { panic!() };
    /// assert_eq!(error.offset(), 8);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn offset(&self) -> u64 {
        self.offset
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.code, self.offset)
    }
}

/// Declares each code once, with its name: the enum, the list of all and the names are made of that.
macro_rules! error_codes {
    ($($(#[$doc:meta])* $Code:ident = $name:literal,)*) => {
        /// The specification's code of a parse error (section 13.2.2 (12.2.2)).
        ///
        /// Two of its codes are missing: `non-void-html-element-start-tag-with-trailing-solidus` is the tree
        /// builder's, and `surrogate-in-input-stream` cannot happen, as no bytes decode to a surrogate.
        ///
        /// # Examples
        ///
        /// ```
        /// use tagspan::ErrorCode;
        ///
        /// assert_eq!(ErrorCode::EofInTag.as_str(), "eof-in-tag");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[non_exhaustive]
        pub enum ErrorCode {
            $($(#[$doc])* #[cfg_attr(feature = "serde", serde(rename = $name))] $Code,)*
        }

        impl ErrorCode {
            /// Every code, in alphabetical order.
            ///
            /// ```
            /// use tagspan::ErrorCode;
            ///
            /// assert!(ErrorCode::ALL.is_sorted_by_key(|code| code.as_str()));
            /// assert_eq!(ErrorCode::ALL.iter().filter(|code| code.as_str().starts_with("eof-in-")).count(), 6);
            /// ```
            pub const ALL: &'static [ErrorCode] = &[$(ErrorCode::$Code),*];

            /// The code as the specification spells it, such as `eof-in-tag`.
            ///
            /// ```
            /// assert_eq!(tagspan::ErrorCode::NestedComment.as_str(), "nested-comment");
            /// ```
            pub fn as_str(self) -> &'static str {
                match self {
                    $(ErrorCode::$Code => $name,)*
                }
            }
        }
    };
}

error_codes! {
    /// `<!-->` or `<!--->`: an empty comment closed by `>` alone.
    AbruptClosingOfEmptyComment = "abrupt-closing-of-empty-comment",
    /// `>` inside the public identifier of a DOCTYPE.
    AbruptDoctypePublicIdentifier = "abrupt-doctype-public-identifier",
    /// `>` inside the system identifier of a DOCTYPE.
    AbruptDoctypeSystemIdentifier = "abrupt-doctype-system-identifier",
    /// `&#` or `&#x` without a digit.
    AbsenceOfDigitsInNumericCharacterReference = "absence-of-digits-in-numeric-character-reference",
    /// `<![CDATA[` where no CDATA section may open.
    CdataInHtmlContent = "cdata-in-html-content",
    /// A numeric reference beyond U+10FFFF.
    CharacterReferenceOutsideUnicodeRange = "character-reference-outside-unicode-range",
    /// A control character other than NUL and ASCII white space.
    ControlCharacterInInputStream = "control-character-in-input-stream",
    /// A numeric reference to a control character other than ASCII white space, or to U+000D.
    ControlCharacterReference = "control-character-reference",
    /// `<?xml` or `<?xml-stylesheet`, where processing instructions are on.
    DisallowedProcessingInstructionTarget = "disallowed-processing-instruction-target",
    /// A name that an earlier attribute of the tag has.
    DuplicateAttribute = "duplicate-attribute",
    /// An end tag with attributes.
    EndTagWithAttributes = "end-tag-with-attributes",
    /// An end tag that ends in `/>`.
    EndTagWithTrailingSolidus = "end-tag-with-trailing-solidus",
    /// The input ends where a tag name was due.
    EofBeforeTagName = "eof-before-tag-name",
    /// The input ends in a CDATA section.
    EofInCdata = "eof-in-cdata",
    /// The input ends in a comment.
    EofInComment = "eof-in-comment",
    /// The input ends in a DOCTYPE.
    EofInDoctype = "eof-in-doctype",
    /// The input ends in a processing instruction, where these are on.
    EofInProcessingInstruction = "eof-in-processing-instruction",
    /// The input ends in `<!--` text within a script.
    EofInScriptHtmlCommentLikeText = "eof-in-script-html-comment-like-text",
    /// The input ends in a tag.
    EofInTag = "eof-in-tag",
    /// A comment closed by `--!>`.
    IncorrectlyClosedComment = "incorrectly-closed-comment",
    /// `<!` followed by none of `--`, `DOCTYPE`, `[CDATA[`.
    IncorrectlyOpenedComment = "incorrectly-opened-comment",
    /// Neither `PUBLIC` nor `SYSTEM` after the name of a DOCTYPE.
    InvalidCharacterSequenceAfterDoctypeName = "invalid-character-sequence-after-doctype-name",
    /// `<?` without a target, where processing instructions are on.
    InvalidFirstCharacterOfProcessingInstructionTarget = "invalid-first-character-of-processing-instruction-target",
    /// A tag name that does not begin with an ASCII letter.
    InvalidFirstCharacterOfTagName = "invalid-first-character-of-tag-name",
    /// A target with a character that none may have, where processing instructions are on.
    InvalidProcessingInstructionTarget = "invalid-processing-instruction-target",
    /// `>` where an attribute value was due.
    MissingAttributeValue = "missing-attribute-value",
    /// A DOCTYPE without a name.
    MissingDoctypeName = "missing-doctype-name",
    /// `PUBLIC` without an identifier.
    MissingDoctypePublicIdentifier = "missing-doctype-public-identifier",
    /// `SYSTEM` without an identifier.
    MissingDoctypeSystemIdentifier = "missing-doctype-system-identifier",
    /// `</>`.
    MissingEndTagName = "missing-end-tag-name",
    /// A public identifier without a quote before it.
    MissingQuoteBeforeDoctypePublicIdentifier = "missing-quote-before-doctype-public-identifier",
    /// A system identifier without a quote before it.
    MissingQuoteBeforeDoctypeSystemIdentifier = "missing-quote-before-doctype-system-identifier",
    /// A character reference without its `;`.
    MissingSemicolonAfterCharacterReference = "missing-semicolon-after-character-reference",
    /// No white space after `PUBLIC`.
    MissingWhitespaceAfterDoctypePublicKeyword = "missing-whitespace-after-doctype-public-keyword",
    /// No white space after `SYSTEM`.
    MissingWhitespaceAfterDoctypeSystemKeyword = "missing-whitespace-after-doctype-system-keyword",
    /// No white space before the name of a DOCTYPE.
    MissingWhitespaceBeforeDoctypeName = "missing-whitespace-before-doctype-name",
    /// No white space between two attributes.
    MissingWhitespaceBetweenAttributes = "missing-whitespace-between-attributes",
    /// No white space between the identifiers of a DOCTYPE.
    MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers =
        "missing-whitespace-between-doctype-public-and-system-identifiers",
    /// `<!--` within a comment.
    NestedComment = "nested-comment",
    /// A numeric reference to a noncharacter.
    NoncharacterCharacterReference = "noncharacter-character-reference",
    /// A noncharacter in the input.
    NoncharacterInInputStream = "noncharacter-in-input-stream",
    /// A numeric reference to U+0000.
    NullCharacterReference = "null-character-reference",
    /// A numeric reference to a surrogate.
    SurrogateCharacterReference = "surrogate-character-reference",
    /// More than white space after the system identifier of a DOCTYPE.
    UnexpectedCharacterAfterDoctypeSystemIdentifier = "unexpected-character-after-doctype-system-identifier",
    /// `"`, `'` or `<` in an attribute name.
    UnexpectedCharacterInAttributeName = "unexpected-character-in-attribute-name",
    /// `"`, `'`, `<`, `=` or a grave accent in an unquoted attribute value.
    UnexpectedCharacterInUnquotedAttributeValue = "unexpected-character-in-unquoted-attribute-value",
    /// `=` where an attribute name was due.
    UnexpectedEqualsSignBeforeAttributeName = "unexpected-equals-sign-before-attribute-name",
    /// A NUL where the specification has an error for it.
    UnexpectedNullCharacter = "unexpected-null-character",
    /// `<?`.
    UnexpectedQuestionMarkInsteadOfTagName = "unexpected-question-mark-instead-of-tag-name",
    /// A `/` in a tag that no `>` follows.
    UnexpectedSolidusInTag = "unexpected-solidus-in-tag",
    /// A name, ended by `;`, that no character has.
    UnknownNamedCharacterReference = "unknown-named-character-reference",
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
