//! What a named reference stands for: one character or two.

use std::fmt;
use std::iter::FusedIterator;

/// The one or two characters that a named reference stands for.
///
/// ```
/// use tagspan::entities::lookup;
///
/// let two = lookup(b"nGt;").unwrap();
/// assert_eq!((two.first(), two.second()), ('\u{226B}', Some('\u{20D2}')));
/// assert_eq!(two.to_string(), "\u{226B}\u{20D2}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Characters {
    first: char,
    second: Option<char>,
}

/// The bits of one code point in a value of the map. `xtask`'s `entities` module packs them.
const CODE_POINT_BITS: u32 = 21;

impl Characters {
    /// The most bytes that [`encode_utf8`](Self::encode_utf8) may write.
    ///
    /// ```
    /// use tagspan::entities::{Characters, lookup};
    ///
    /// // "≪⃒", with two characters of three bytes, is among the longest.
    /// assert!(lookup(b"nGt;").is_some_and(|two| two.len_utf8() <= Characters::MAX_UTF8));
    /// ```
    pub const MAX_UTF8: usize = 8;

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
    /// assert_eq!(tagspan::entities::lookup(b"amp;").unwrap().first(), '&');
    /// ```
    #[inline]
    pub const fn first(self) -> char {
        self.first
    }

    /// The second character, which 93 of the names have.
    ///
    /// ```
    /// assert_eq!(tagspan::entities::lookup(b"amp;").unwrap().second(), None);
    /// ```
    #[inline]
    pub const fn second(self) -> Option<char> {
        self.second
    }

    /// The length in bytes of UTF-8, 1 to [`MAX_UTF8`](Self::MAX_UTF8).
    ///
    /// ```
    /// // Two of the names are shorter than their text: 5 bytes become 6.
    /// assert_eq!(tagspan::entities::lookup(b"nGt;").unwrap().len_utf8(), 6);
    /// ```
    #[inline]
    pub const fn len_utf8(self) -> usize {
        match self.second {
            None => self.first.len_utf8(),
            Some(second) => self.first.len_utf8() + second.len_utf8(),
        }
    }

    /// Writes the characters to `buffer` and returns the part written.
    ///
    /// ```
    /// use tagspan::entities::{Characters, lookup};
    ///
    /// let mut buffer = [0; Characters::MAX_UTF8];
    /// assert_eq!(lookup(b"AElig").unwrap().encode_utf8(&mut buffer), "Æ");
    /// ```
    #[inline]
    pub fn encode_utf8(self, buffer: &mut [u8; Self::MAX_UTF8]) -> &mut str {
        let first = self.first.encode_utf8(buffer).len();
        let second = self.second.map_or(0, |second| second.encode_utf8(&mut buffer[first..]).len());
        // Two whole encodings side by side are well-formed.
        std::str::from_utf8_mut(&mut buffer[..first + second]).unwrap_or_default()
    }

    /// The characters, one by one.
    ///
    /// ```
    /// let text: String = tagspan::entities::lookup(b"fjlig;").unwrap().iter().collect();
    /// assert_eq!(text, "fj");
    /// ```
    #[inline]
    pub const fn iter(self) -> CharactersIter {
        CharactersIter { first: Some(self.first), second: self.second }
    }
}

impl IntoIterator for Characters {
    type Item = char;
    type IntoIter = CharactersIter;

    #[inline]
    fn into_iter(self) -> CharactersIter {
        self.iter()
    }
}

impl fmt::Display for Characters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.encode_utf8(&mut [0; Self::MAX_UTF8]))
    }
}

/// The characters of one [`Characters`], see [`Characters::iter`].
///
/// ```
/// let mut characters = tagspan::entities::lookup(b"lt").unwrap().iter();
/// assert_eq!((characters.next(), characters.next()), (Some('<'), None));
/// ```
#[derive(Clone, Debug)]
pub struct CharactersIter {
    first: Option<char>,
    second: Option<char>,
}

impl Iterator for CharactersIter {
    type Item = char;

    #[inline]
    fn next(&mut self) -> Option<char> {
        self.first.take().or_else(|| self.second.take())
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::from(self.first.is_some()) + usize::from(self.second.is_some());
        (left, Some(left))
    }
}

impl ExactSizeIterator for CharactersIter {}
impl FusedIterator for CharactersIter {}
