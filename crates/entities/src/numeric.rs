//! Numeric references: digits of any number, and what their number stands for.

use crate::reference_error::ReferenceError;

/// The value of a numeric reference while its digits come in.
///
/// It saturates above U+10FFFF, so that any number of digits is fine. See WHATWG HTML, "Numeric character reference
/// state" to "Numeric character reference end state" (13.2.5.75 to 13.2.5.80, 12.2.5.75 to 12.2.5.80).
///
/// ```
/// use tagspan::entities::ReferenceError;
/// use tagspan_entities::tokenizing::NumericCode;
///
/// let mut code = NumericCode::new();
/// assert!(b"1F600".iter().all(|&digit| code.push(digit, 16)));
/// assert_eq!(code.resolve(), ('😀', None));
///
/// let mut code = NumericCode::new();
/// assert!(b"150".iter().all(|&digit| code.push(digit, 10)));
/// assert_eq!(code.resolve(), ('–', Some(ReferenceError::Control)), "as if it were windows-1252");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NumericCode(u32);

/// One more than the last code point: stands for everything from there on.
const BEYOND: u32 = 0x11_0000;

impl NumericCode {
    /// After digits that came to this value, as [`value`](Self::value) gives it; what is beyond the last code point is
    /// as good as anything there.
    ///
    /// ```
    /// use tagspan_entities::tokenizing::NumericCode;
    ///
    /// let mut code = NumericCode::of_value(6);
    /// code.push(b'5', 10);
    /// assert_eq!(code.value(), 65);
    /// ```
    #[inline]
    pub const fn of_value(value: u32) -> Self {
        Self(if value < BEYOND { value } else { BEYOND })
    }

    /// No digits yet: zero.
    ///
    /// ```
    /// assert_eq!(tagspan_entities::tokenizing::NumericCode::new().value(), 0);
    /// ```
    #[inline]
    pub const fn new() -> Self {
        Self(0)
    }

    /// The number so far; `0x110000` also represents all larger numbers.
    ///
    /// ```
    /// use tagspan_entities::tokenizing::NumericCode;
    ///
    /// let mut code = NumericCode::new();
    /// for _ in 0..1_000_000 {
    ///     code.push(b'9', 10);
    /// }
    /// assert_eq!(code.value(), 0x110000);
    /// ```
    #[inline]
    pub const fn value(self) -> u32 {
        self.0
    }

    /// Takes an ASCII digit of the radix, 10 or 16, in either case, and returns `true`. Any other byte changes nothing and
    /// returns `false`.
    ///
    /// ```
    /// use tagspan_entities::tokenizing::NumericCode;
    ///
    /// let mut code = NumericCode::new();
    /// assert!(code.push(b'3', 10) && code.push(b'8', 10) && !code.push(b'a', 10));
    /// assert_eq!(code.resolve(), ('&', None));
    /// let mut code = NumericCode::new();
    /// assert!(code.push(b'a', 16) && code.push(b'E', 16) && !code.push(b'g', 16));
    /// assert_eq!(code.resolve(), ('®', None));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics unless the radix is 2 to 36.
    #[inline]
    pub const fn push(&mut self, byte: u8, radix: u32) -> bool {
        let Some(digit) = (byte as char).to_digit(radix) else { return false };
        // At most 0x110000 * 16 + 15, far from overflow; once beyond, always beyond.
        let value = self.0 * radix + digit;
        self.0 = if value < BEYOND { value } else { BEYOND };
        true
    }

    /// The character of the number, and its parse error.
    ///
    /// A number that is not a character becomes U+FFFD. Numbers from 0x80 to 0x9F mostly mean the character of that byte in
    /// windows-1252. Everything else is itself: 13 is a real carriage return, though an error.
    ///
    /// ```
    /// use tagspan::entities::ReferenceError;
    /// use tagspan_entities::tokenizing::NumericCode;
    ///
    /// let mut code = NumericCode::new();
    /// assert_eq!(code.resolve(), ('\u{FFFD}', Some(ReferenceError::Null)));
    /// code.push(b'9', 10);
    /// assert_eq!(code.resolve(), ('\t', None));
    /// ```
    pub const fn resolve(self) -> (char, Option<ReferenceError>) {
        let Some(character) = char::from_u32(self.0) else {
            let error =
                if self.0 < BEYOND { ReferenceError::Surrogate } else { ReferenceError::OutsideUnicodeRange };
            return (char::REPLACEMENT_CHARACTER, Some(error));
        };
        match self.0 {
            0 => (char::REPLACEMENT_CHARACTER, Some(ReferenceError::Null)),
            0x09 | 0x0A | 0x0C => (character, None),
            0x80..=0x9F => (WINDOWS_1252[self.0 as usize - 0x80], Some(ReferenceError::Control)),
            0x01..=0x1F | 0x7F => (character, Some(ReferenceError::Control)),
            _ if is_noncharacter(character) => (character, Some(ReferenceError::Noncharacter)),
            _ => (character, None),
        }
    }
}

/// Whether a character is a noncharacter, which is a parse error wherever it stands (Infra Standard, *Code points*).
///
/// ```
/// use tagspan_entities::is_noncharacter;
///
/// assert!(is_noncharacter('\u{FDD0}') && is_noncharacter('\u{1FFFE}') && !is_noncharacter('\u{FFFD}'));
/// ```
pub const fn is_noncharacter(character: char) -> bool {
    let code = character as u32;
    matches!(code, 0xFDD0..=0xFDEF) || code & 0xFFFE == 0xFFFE
}

/// The values of the numbers 0x80 to 0x9F. The five that are missing in the table of the specification stay unchanged.
const WINDOWS_1252: [char; 32] = [
    '\u{20AC}', '\u{0081}', '\u{201A}', '\u{0192}', '\u{201E}', '\u{2026}', '\u{2020}', '\u{2021}', //
    '\u{02C6}', '\u{2030}', '\u{0160}', '\u{2039}', '\u{0152}', '\u{008D}', '\u{017D}', '\u{008F}', //
    '\u{0090}', '\u{2018}', '\u{2019}', '\u{201C}', '\u{201D}', '\u{2022}', '\u{2013}', '\u{2014}', //
    '\u{02DC}', '\u{2122}', '\u{0161}', '\u{203A}', '\u{0153}', '\u{009D}', '\u{017E}', '\u{0178}', //
];
