//! The value of a named reference: one character or two.

use std::fmt::{self, Write};

/// The one or two characters that a reference stands for. They are written one after the other.
///
/// ```
/// use tagspan_entities::tokenizing::{Characters, Matcher};
///
/// let mut matcher = Matcher::new();
/// matcher.advance(b"NotEqualTilde;");
/// let characters: Characters = matcher.longest().unwrap().characters;
/// assert_eq!(characters.to_string(), "\u{2242}\u{338}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Characters {
    first: char,
    second: Option<char>,
}

/// The bits of one code point in a value of the map. `xtask`'s `entities` module packs them.
const CODE_POINT_BITS: u32 = 21;

impl Characters {
    /// Unpacks a value of the map: the first character in the low 21 bits, the second one, if any, above it.
    #[inline]
    pub(crate) fn unpack(value: u64) -> Self {
        let code_point = |bits: u64| {
            char::from_u32((bits & ((1 << CODE_POINT_BITS) - 1)) as u32)
                .unwrap_or(char::REPLACEMENT_CHARACTER)
        };
        let second = value >> CODE_POINT_BITS;
        Self { first: code_point(value), second: (second != 0).then(|| code_point(second)) }
    }

    /// One character.
    #[inline]
    pub(crate) const fn one(first: char) -> Self {
        Self { first, second: None }
    }

    /// The first character, for most names the only one.
    ///
    /// ```
    /// let mut matcher = tagspan_entities::tokenizing::Matcher::new();
    /// matcher.advance(b"eacute;");
    /// assert_eq!(matcher.longest().unwrap().characters.first(), 'é');
    /// ```
    #[inline]
    pub const fn first(self) -> char {
        self.first
    }

    /// The second character, which 93 of the names have.
    ///
    /// ```
    /// use tagspan_entities::tokenizing::Matcher;
    ///
    /// let second = |name: &[u8]| {
    ///     let mut matcher = Matcher::new();
    ///     matcher.advance(name);
    ///     matcher.longest().unwrap().characters.second()
    /// };
    /// assert_eq!((second(b"fjlig;"), second(b"amp;")), (Some('j'), None));
    /// ```
    #[inline]
    pub const fn second(self) -> Option<char> {
        self.second
    }
}

impl fmt::Display for Characters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.first)?;
        self.second.map_or(Ok(()), |second| f.write_char(second))
    }
}
