//! Names of elements as numbers, and tables by them.

/// A name in lower case, in eight bytes: shorter names as they are, longer ones as a hash, so that two of them may have the same
/// key.
///
/// ```
/// use tagspan_elements::NameKey;
///
/// assert_eq!(NameKey::new(b"BlockQuote"), NameKey::new(b"blockquote"));
/// assert_ne!(NameKey::new(b"ol"), NameKey::new(b"ul"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NameKey(u64);

impl NameKey {
    /// That of no name.
    ///
    /// ```
    /// use tagspan_elements::NameKey;
    ///
    /// assert_eq!(NameKey::NONE, NameKey::new(b""));
    /// ```
    pub const NONE: NameKey = NameKey(0);

    /// The longest name that its key tells from all others, in bytes.
    pub(crate) const EXACT: usize = 8;

    /// The key of a name as written. Linear in its length.
    ///
    /// ```
    /// use tagspan_elements::NameKey;
    ///
    /// assert_eq!(NameKey::new(b"TD"), NameKey::new(b"td"));
    /// ```
    #[inline]
    pub const fn new(raw_name: &[u8]) -> Self {
        let length = raw_name.len();
        // Bytes that are read twice are the same in both.
        NameKey(match length {
            0 => 0,
            1..=3 => {
                let first = (raw_name[0] as u64) << (8 * (length - 1));
                let middle = (raw_name[length / 2] as u64) << (8 * (length - 1 - length / 2));
                lower(first | middle | raw_name[length - 1] as u64)
            }
            4..=Self::EXACT => lower(four(raw_name, 0) << (8 * (length - 4)) | four(raw_name, length - 4)),
            _ => hash(raw_name),
        })
    }

    /// Whether the name that it is the key of is of ASCII without NUL.
    #[inline]
    pub(crate) fn is_of_ascii(self, raw_name: &[u8]) -> bool {
        if raw_name.len() > Self::EXACT {
            return raw_name.iter().all(|&byte| byte.is_ascii() && byte != 0);
        }
        // Each byte of the name is 1 to 127, and those before it are 0.
        const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
        let nonzero = (self.0.wrapping_add(LOW) | self.0) & !LOW;
        let of_name = (!LOW).checked_shr(8 * (Self::EXACT - raw_name.len()) as u32).unwrap_or(0);
        self.0 & !LOW == 0 && nonzero == of_name
    }

    /// The key as a number, for tables.
    ///
    /// ```
    /// use tagspan_elements::NameKey;
    ///
    /// assert_eq!(NameKey::new(b"a").number(), 0x61);
    /// ```
    #[inline]
    pub const fn number(self) -> u64 {
        self.0
    }
}

/// Four bytes, the first one uppermost.
#[inline]
const fn four(bytes: &[u8], at: usize) -> u64 {
    u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]) as u64
}

/// Eight bytes with the letters of ASCII in lower case.
#[inline]
const fn lower(bytes: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let low = bytes & (ONES * 0x7F);
    // The upper bit of each byte: whether it is at least `A`, and whether it is above `Z`.
    let from_a = low + ONES * (0x80 - b'A' as u64);
    let above_z = low + ONES * (0x7F - b'Z' as u64);
    let upper = (from_a ^ above_z) & !bytes & (ONES * 0x80);
    bytes | (upper >> 2)
}

/// FNV-1a.
const fn hash(raw_name: &[u8]) -> u64 {
    let mut hash: u64 = 0xCBF2_9CE4_8422_2325;
    let mut at = 0;
    while at < raw_name.len() {
        hash = (hash ^ raw_name[at].to_ascii_lowercase() as u64).wrapping_mul(0x0100_0000_01B3);
        at += 1;
    }
    hash
}

/// Values by names, in a table of a power of two of slots. Each is in the first free slot from that of its key on.
///
/// ```
/// use tagspan_elements::{NameKey, NameTable};
///
/// static LEVELS: NameTable<u8, 8> = NameTable::new(&[(&["h1"], 1), (&["h2"], 2)], 0);
/// assert_eq!(LEVELS.get(NameKey::new(b"H2")), 2);
/// ```
#[derive(Debug)]
pub struct NameTable<T, const SLOTS: usize> {
    slots: [(NameKey, T); SLOTS],
}

impl<T: Copy, const SLOTS: usize> NameTable<T, SLOTS> {
    /// A table of rows, each with the names of one value, and the value of all other names. There are more slots than names.
    ///
    /// ```
    /// use tagspan_elements::{NameKey, NameTable};
    ///
    /// static IS_CELL: NameTable<bool, 8> = NameTable::new(&[(&["td", "th"], true)], false);
    /// assert!(IS_CELL.get(NameKey::new(b"th")));
    /// ```
    pub const fn new(rows: &[(&[&str], T)], other: T) -> Self {
        let mut table = NameTable { slots: [(NameKey::NONE, other); SLOTS] };
        let mut row = 0;
        while row < rows.len() {
            let (names, value) = rows[row];
            let mut at = 0;
            while at < names.len() {
                let key = NameKey::new(names[at].as_bytes());
                table.slots[table.slot(key)] = (key, value);
                at += 1;
            }
            row += 1;
        }
        table
    }

    /// The value of a name.
    ///
    /// ```
    /// use tagspan_elements::{NameKey, NameTable};
    ///
    /// static IS_CELL: NameTable<bool, 8> = NameTable::new(&[(&["td", "th"], true)], false);
    /// assert!(!IS_CELL.get(NameKey::new(b"tr")));
    /// ```
    #[inline]
    pub const fn get(&self, key: NameKey) -> T {
        self.slots[self.slot(key)].1
    }

    /// The slot of a key, or the free one where it would be.
    #[inline]
    const fn slot(&self, key: NameKey) -> usize {
        // The golden ratio: multiplication carries all bytes to the upper bits.
        let mut slot = (key.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 48) as usize % SLOTS;
        while self.slots[slot].0.0 != NameKey::NONE.0 && self.slots[slot].0.0 != key.0 {
            slot = (slot + 1) % SLOTS;
        }
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::{NameKey, NameTable};

    #[test]
    fn short_names_are_their_bytes_in_lower_case() {
        for length in 0..=8 {
            for byte in 0..=255 {
                for at in 0..length {
                    let mut name = b"aZ@[`z09"[..length].to_vec();
                    name[at] = byte;
                    let expected =
                        name.iter().fold(0, |key, byte| key << 8 | u64::from(byte.to_ascii_lowercase()));
                    assert_eq!(NameKey::new(&name).number(), expected, "{name:?}");
                    let is_of_ascii = name.iter().all(|byte| (1..128).contains(byte));
                    assert_eq!(NameKey::new(&name).is_of_ascii(&name), is_of_ascii, "{name:?}");
                }
            }
        }
    }

    #[test]
    fn tables_have_the_values_of_names_in_any_case() {
        const TABLE: NameTable<u8, 8> = NameTable::new(&[(&["a", "b"], 1), (&["blockquote"], 2)], 0);
        for (name, value) in [("a", 1), ("B", 1), ("BlockQuote", 2), ("ab", 0), ("blockquot", 0), ("c", 0)] {
            assert_eq!(TABLE.get(NameKey::new(name.as_bytes())), value, "{name}");
        }
    }
}
