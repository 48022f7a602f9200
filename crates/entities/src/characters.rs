//! The value of a named reference: one character or two.

use std::fmt::{self, Write};

/// The one or two characters that a named reference stands for.
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
    #[inline]
    pub const fn first(self) -> char {
        self.first
    }

    /// The second character, which 93 of the names have.
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
