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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum ErrorCode {
    /// `<!-->` or `<!--->`: an empty comment closed by `>` alone.
    AbruptClosingOfEmptyComment,
    /// `>` inside the public identifier of a DOCTYPE.
    AbruptDoctypePublicIdentifier,
    /// `>` inside the system identifier of a DOCTYPE.
    AbruptDoctypeSystemIdentifier,
    /// `&#` or `&#x` without a digit.
    AbsenceOfDigitsInNumericCharacterReference,
    /// `<![CDATA[` where no CDATA section may open.
    CdataInHtmlContent,
    /// A numeric reference beyond U+10FFFF.
    CharacterReferenceOutsideUnicodeRange,
    /// A control character other than NUL and ASCII white space.
    ControlCharacterInInputStream,
    /// A numeric reference to a control character other than ASCII white space, or to U+000D.
    ControlCharacterReference,
    /// `<?xml` or `<?xml-stylesheet`, where processing instructions are on.
    DisallowedProcessingInstructionTarget,
    /// A name that an earlier attribute of the tag has.
    DuplicateAttribute,
    /// An end tag with attributes.
    EndTagWithAttributes,
    /// An end tag that ends in `/>`.
    EndTagWithTrailingSolidus,
    /// The input ends where a tag name was due.
    EofBeforeTagName,
    /// The input ends in a CDATA section.
    EofInCdata,
    /// The input ends in a comment.
    EofInComment,
    /// The input ends in a DOCTYPE.
    EofInDoctype,
    /// The input ends in a processing instruction, where these are on.
    EofInProcessingInstruction,
    /// The input ends in `<!--` text within a script.
    EofInScriptHtmlCommentLikeText,
    /// The input ends in a tag.
    EofInTag,
    /// A comment closed by `--!>`.
    IncorrectlyClosedComment,
    /// `<!` followed by none of `--`, `DOCTYPE`, `[CDATA[`.
    IncorrectlyOpenedComment,
    /// Neither `PUBLIC` nor `SYSTEM` after the name of a DOCTYPE.
    InvalidCharacterSequenceAfterDoctypeName,
    /// `<?` without a target, where processing instructions are on.
    InvalidFirstCharacterOfProcessingInstructionTarget,
    /// A tag name that does not begin with an ASCII letter.
    InvalidFirstCharacterOfTagName,
    /// A target with a character that none may have, where processing instructions are on.
    InvalidProcessingInstructionTarget,
    /// `>` where an attribute value was due.
    MissingAttributeValue,
    /// A DOCTYPE without a name.
    MissingDoctypeName,
    /// `PUBLIC` without an identifier.
    MissingDoctypePublicIdentifier,
    /// `SYSTEM` without an identifier.
    MissingDoctypeSystemIdentifier,
    /// `</>`.
    MissingEndTagName,
    /// A public identifier without a quote before it.
    MissingQuoteBeforeDoctypePublicIdentifier,
    /// A system identifier without a quote before it.
    MissingQuoteBeforeDoctypeSystemIdentifier,
    /// A character reference without its `;`.
    MissingSemicolonAfterCharacterReference,
    /// No white space after `PUBLIC`.
    MissingWhitespaceAfterDoctypePublicKeyword,
    /// No white space after `SYSTEM`.
    MissingWhitespaceAfterDoctypeSystemKeyword,
    /// No white space before the name of a DOCTYPE.
    MissingWhitespaceBeforeDoctypeName,
    /// No white space between two attributes.
    MissingWhitespaceBetweenAttributes,
    /// No white space between the identifiers of a DOCTYPE.
    MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers,
    /// `<!--` within a comment.
    NestedComment,
    /// A numeric reference to a noncharacter.
    NoncharacterCharacterReference,
    /// A noncharacter in the input.
    NoncharacterInInputStream,
    /// A numeric reference to U+0000.
    NullCharacterReference,
    /// A numeric reference to a surrogate.
    SurrogateCharacterReference,
    /// More than white space after the system identifier of a DOCTYPE.
    UnexpectedCharacterAfterDoctypeSystemIdentifier,
    /// `"`, `'` or `<` in an attribute name.
    UnexpectedCharacterInAttributeName,
    /// `"`, `'`, `<`, `=` or a grave accent in an unquoted attribute value.
    UnexpectedCharacterInUnquotedAttributeValue,
    /// `=` where an attribute name was due.
    UnexpectedEqualsSignBeforeAttributeName,
    /// A NUL where the specification has an error for it.
    UnexpectedNullCharacter,
    /// `<?`.
    UnexpectedQuestionMarkInsteadOfTagName,
    /// A `/` in a tag that no `>` follows.
    UnexpectedSolidusInTag,
    /// A name, ended by `;`, that no character has.
    UnknownNamedCharacterReference,
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
    pub const ALL: &'static [ErrorCode] = &[
        ErrorCode::AbruptClosingOfEmptyComment,
        ErrorCode::AbruptDoctypePublicIdentifier,
        ErrorCode::AbruptDoctypeSystemIdentifier,
        ErrorCode::AbsenceOfDigitsInNumericCharacterReference,
        ErrorCode::CdataInHtmlContent,
        ErrorCode::CharacterReferenceOutsideUnicodeRange,
        ErrorCode::ControlCharacterInInputStream,
        ErrorCode::ControlCharacterReference,
        ErrorCode::DisallowedProcessingInstructionTarget,
        ErrorCode::DuplicateAttribute,
        ErrorCode::EndTagWithAttributes,
        ErrorCode::EndTagWithTrailingSolidus,
        ErrorCode::EofBeforeTagName,
        ErrorCode::EofInCdata,
        ErrorCode::EofInComment,
        ErrorCode::EofInDoctype,
        ErrorCode::EofInProcessingInstruction,
        ErrorCode::EofInScriptHtmlCommentLikeText,
        ErrorCode::EofInTag,
        ErrorCode::IncorrectlyClosedComment,
        ErrorCode::IncorrectlyOpenedComment,
        ErrorCode::InvalidCharacterSequenceAfterDoctypeName,
        ErrorCode::InvalidFirstCharacterOfProcessingInstructionTarget,
        ErrorCode::InvalidFirstCharacterOfTagName,
        ErrorCode::InvalidProcessingInstructionTarget,
        ErrorCode::MissingAttributeValue,
        ErrorCode::MissingDoctypeName,
        ErrorCode::MissingDoctypePublicIdentifier,
        ErrorCode::MissingDoctypeSystemIdentifier,
        ErrorCode::MissingEndTagName,
        ErrorCode::MissingQuoteBeforeDoctypePublicIdentifier,
        ErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier,
        ErrorCode::MissingSemicolonAfterCharacterReference,
        ErrorCode::MissingWhitespaceAfterDoctypePublicKeyword,
        ErrorCode::MissingWhitespaceAfterDoctypeSystemKeyword,
        ErrorCode::MissingWhitespaceBeforeDoctypeName,
        ErrorCode::MissingWhitespaceBetweenAttributes,
        ErrorCode::MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers,
        ErrorCode::NestedComment,
        ErrorCode::NoncharacterCharacterReference,
        ErrorCode::NoncharacterInInputStream,
        ErrorCode::NullCharacterReference,
        ErrorCode::SurrogateCharacterReference,
        ErrorCode::UnexpectedCharacterAfterDoctypeSystemIdentifier,
        ErrorCode::UnexpectedCharacterInAttributeName,
        ErrorCode::UnexpectedCharacterInUnquotedAttributeValue,
        ErrorCode::UnexpectedEqualsSignBeforeAttributeName,
        ErrorCode::UnexpectedNullCharacter,
        ErrorCode::UnexpectedQuestionMarkInsteadOfTagName,
        ErrorCode::UnexpectedSolidusInTag,
        ErrorCode::UnknownNamedCharacterReference,
    ];

    /// The code as the specification spells it, such as `eof-in-tag`.
    ///
    /// ```
    /// assert_eq!(tagspan::ErrorCode::NestedComment.as_str(), "nested-comment");
    /// ```
    pub fn as_str(self) -> &'static str {
        match self {
            ErrorCode::AbruptClosingOfEmptyComment => "abrupt-closing-of-empty-comment",
            ErrorCode::AbruptDoctypePublicIdentifier => "abrupt-doctype-public-identifier",
            ErrorCode::AbruptDoctypeSystemIdentifier => "abrupt-doctype-system-identifier",
            ErrorCode::AbsenceOfDigitsInNumericCharacterReference => {
                "absence-of-digits-in-numeric-character-reference"
            }
            ErrorCode::CdataInHtmlContent => "cdata-in-html-content",
            ErrorCode::CharacterReferenceOutsideUnicodeRange => "character-reference-outside-unicode-range",
            ErrorCode::ControlCharacterInInputStream => "control-character-in-input-stream",
            ErrorCode::ControlCharacterReference => "control-character-reference",
            ErrorCode::DisallowedProcessingInstructionTarget => "disallowed-processing-instruction-target",
            ErrorCode::DuplicateAttribute => "duplicate-attribute",
            ErrorCode::EndTagWithAttributes => "end-tag-with-attributes",
            ErrorCode::EndTagWithTrailingSolidus => "end-tag-with-trailing-solidus",
            ErrorCode::EofBeforeTagName => "eof-before-tag-name",
            ErrorCode::EofInCdata => "eof-in-cdata",
            ErrorCode::EofInComment => "eof-in-comment",
            ErrorCode::EofInDoctype => "eof-in-doctype",
            ErrorCode::EofInProcessingInstruction => "eof-in-processing-instruction",
            ErrorCode::EofInScriptHtmlCommentLikeText => "eof-in-script-html-comment-like-text",
            ErrorCode::EofInTag => "eof-in-tag",
            ErrorCode::IncorrectlyClosedComment => "incorrectly-closed-comment",
            ErrorCode::IncorrectlyOpenedComment => "incorrectly-opened-comment",
            ErrorCode::InvalidCharacterSequenceAfterDoctypeName => {
                "invalid-character-sequence-after-doctype-name"
            }
            ErrorCode::InvalidFirstCharacterOfProcessingInstructionTarget => {
                "invalid-first-character-of-processing-instruction-target"
            }
            ErrorCode::InvalidFirstCharacterOfTagName => "invalid-first-character-of-tag-name",
            ErrorCode::InvalidProcessingInstructionTarget => "invalid-processing-instruction-target",
            ErrorCode::MissingAttributeValue => "missing-attribute-value",
            ErrorCode::MissingDoctypeName => "missing-doctype-name",
            ErrorCode::MissingDoctypePublicIdentifier => "missing-doctype-public-identifier",
            ErrorCode::MissingDoctypeSystemIdentifier => "missing-doctype-system-identifier",
            ErrorCode::MissingEndTagName => "missing-end-tag-name",
            ErrorCode::MissingQuoteBeforeDoctypePublicIdentifier => {
                "missing-quote-before-doctype-public-identifier"
            }
            ErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier => {
                "missing-quote-before-doctype-system-identifier"
            }
            ErrorCode::MissingSemicolonAfterCharacterReference => {
                "missing-semicolon-after-character-reference"
            }
            ErrorCode::MissingWhitespaceAfterDoctypePublicKeyword => {
                "missing-whitespace-after-doctype-public-keyword"
            }
            ErrorCode::MissingWhitespaceAfterDoctypeSystemKeyword => {
                "missing-whitespace-after-doctype-system-keyword"
            }
            ErrorCode::MissingWhitespaceBeforeDoctypeName => "missing-whitespace-before-doctype-name",
            ErrorCode::MissingWhitespaceBetweenAttributes => "missing-whitespace-between-attributes",
            ErrorCode::MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers => {
                "missing-whitespace-between-doctype-public-and-system-identifiers"
            }
            ErrorCode::NestedComment => "nested-comment",
            ErrorCode::NoncharacterCharacterReference => "noncharacter-character-reference",
            ErrorCode::NoncharacterInInputStream => "noncharacter-in-input-stream",
            ErrorCode::NullCharacterReference => "null-character-reference",
            ErrorCode::SurrogateCharacterReference => "surrogate-character-reference",
            ErrorCode::UnexpectedCharacterAfterDoctypeSystemIdentifier => {
                "unexpected-character-after-doctype-system-identifier"
            }
            ErrorCode::UnexpectedCharacterInAttributeName => "unexpected-character-in-attribute-name",
            ErrorCode::UnexpectedCharacterInUnquotedAttributeValue => {
                "unexpected-character-in-unquoted-attribute-value"
            }
            ErrorCode::UnexpectedEqualsSignBeforeAttributeName => {
                "unexpected-equals-sign-before-attribute-name"
            }
            ErrorCode::UnexpectedNullCharacter => "unexpected-null-character",
            ErrorCode::UnexpectedQuestionMarkInsteadOfTagName => {
                "unexpected-question-mark-instead-of-tag-name"
            }
            ErrorCode::UnexpectedSolidusInTag => "unexpected-solidus-in-tag",
            ErrorCode::UnknownNamedCharacterReference => "unknown-named-character-reference",
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
