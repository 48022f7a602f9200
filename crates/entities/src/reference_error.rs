//! The parse errors of a character reference.

use std::error::Error;
use std::fmt;

/// A parse error of a character reference.
///
/// ```
/// use tagspan::entities::ReferenceError;
///
/// assert_eq!(ReferenceError::UnknownNamed.code(), "unknown-named-character-reference");
/// assert!(ReferenceError::Null.to_string().contains("U+FFFD"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReferenceError {
    /// A reference without its `;`. At the byte after it.
    MissingSemicolon,
    /// `&`, letters and digits and `;`, but no such name. At the `;`.
    UnknownNamed,
    /// `&#` or `&#x` without a digit. At the byte where one should be.
    AbsenceOfDigits,
    /// `&#0;`: becomes U+FFFD. At the byte after the reference, as the errors below.
    Null,
    /// A number above 0x10FFFF: becomes U+FFFD.
    OutsideUnicodeRange,
    /// A number from 0xD800 to 0xDFFF: becomes U+FFFD.
    Surrogate,
    /// A code point that is permanently no character, such as U+FFFE: kept.
    Noncharacter,
    /// A control other than tab, line feed and form feed: kept, or replaced as the specification's table says.
    Control,
}

impl ReferenceError {
    /// The specification's name of this parse error.
    ///
    /// ```
    /// let code = tagspan::entities::ReferenceError::MissingSemicolon.code();
    /// assert_eq!(code, "missing-semicolon-after-character-reference");
    /// ```
    pub const fn code(self) -> &'static str {
        match self {
            Self::MissingSemicolon => "missing-semicolon-after-character-reference",
            Self::UnknownNamed => "unknown-named-character-reference",
            Self::AbsenceOfDigits => "absence-of-digits-in-numeric-character-reference",
            Self::Null => "null-character-reference",
            Self::OutsideUnicodeRange => "character-reference-outside-unicode-range",
            Self::Surrogate => "surrogate-character-reference",
            Self::Noncharacter => "noncharacter-character-reference",
            Self::Control => "control-character-reference",
        }
    }
}

impl fmt::Display for ReferenceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MissingSemicolon => "a character reference without its end: add a `;`",
            Self::UnknownNamed => "no such name: check its spelling, or write `&amp;` for the `&`",
            Self::AbsenceOfDigits => "no digits after `&#`: add them, or write `&amp;` for the `&`",
            Self::Null => "a reference to U+0000 gives U+FFFD: leave it out",
            Self::OutsideUnicodeRange => "there is no code point above U+10FFFF: check the number",
            Self::Surrogate => "a surrogate is no character: give the code point of the whole pair",
            Self::Noncharacter => "this code point is permanently no character: leave it out",
            Self::Control => {
                "a control character: give the code point in Unicode, not the byte of windows-1252"
            }
        })
    }
}

impl Error for ReferenceError {}
