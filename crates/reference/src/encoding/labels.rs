//! Names and labels of encodings, and *get an encoding*; Encoding Standard, section 4.2.

use std::fmt;
use std::sync::LazyLock;

/// The standard's table, as plain text.
const TABLE: &str = include_str!("labels.txt");

/// The rows of the table: a name and its labels. Cut once, for millions of labels are looked up in it.
static ROWS: LazyLock<Vec<(&str, Vec<&str>)>> = LazyLock::new(|| {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(' '));
    rows.map(|(name, labels)| (name, labels.split(' ').collect())).collect()
});

/// An encoding, by the name that the Encoding Standard gives it.
///
/// There is one for each row of the standard's table and no other, so two are equal exactly when they are the
/// same encoding.
///
/// # Examples
///
/// ```
/// use tagspan_reference::encoding::{Encoding, get_an_encoding};
///
/// let encoding = get_an_encoding(" Latin1\n").unwrap();
/// assert_eq!(encoding, Encoding::WINDOWS_1252);
/// assert_eq!(encoding.name(), "windows-1252");
/// assert!(encoding.labels().any(|label| label == "iso-8859-1"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Encoding {
    /// INVARIANT: a name of the table.
    name: &'static str,
}

impl Encoding {
    /// UTF-8.
    pub const UTF_8: Encoding = Encoding { name: "UTF-8" };
    /// UTF-16BE.
    pub const UTF_16BE: Encoding = Encoding { name: "UTF-16BE" };
    /// UTF-16LE, which the label `utf-16` means too.
    pub const UTF_16LE: Encoding = Encoding { name: "UTF-16LE" };
    /// windows-1252, which the labels `iso-8859-1` and `ascii` mean too.
    pub const WINDOWS_1252: Encoding = Encoding { name: "windows-1252" };
    /// x-user-defined.
    pub const X_USER_DEFINED: Encoding = Encoding { name: "x-user-defined" };
    /// replacement, which some labels of encodings mean that proved to be dangerous. It decodes nothing.
    pub const REPLACEMENT: Encoding = Encoding { name: "replacement" };

    /// The encodings, in the standard's order.
    pub fn all() -> impl Iterator<Item = Encoding> {
        ROWS.iter().map(|&(name, _)| Encoding { name })
    }

    /// The name, such as `UTF-8`, in the standard's spelling.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// The labels, in lower case and in the standard's order. The name in lower case is one of them.
    pub fn labels(self) -> impl Iterator<Item = &'static str> {
        ROWS.iter().filter(move |(name, _)| *name == self.name).flat_map(|(_, labels)| labels).copied()
    }

    /// Whether it is what the standard calls *UTF-16BE/LE*, and the draft *a UTF-16 encoding*.
    pub fn is_utf_16(self) -> bool {
        self == Encoding::UTF_16BE || self == Encoding::UTF_16LE
    }
}

impl fmt::Display for Encoding {
    /// The name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// *Get an encoding*; Encoding Standard, section 4.2. `None` is the standard's failure.
///
/// # Examples
///
/// ```
/// use tagspan_reference::encoding::{Encoding, get_an_encoding};
///
/// assert_eq!(get_an_encoding("Utf8"), Some(Encoding::UTF_8));
/// assert_eq!(get_an_encoding("utf-16"), Some(Encoding::UTF_16LE));
/// assert_eq!(get_an_encoding("iso-2022-kr"), Some(Encoding::REPLACEMENT));
/// assert_eq!(get_an_encoding("utf-7"), None);
/// ```
pub fn get_an_encoding(label: &str) -> Option<Encoding> {
    // 1. Remove any leading and trailing ASCII whitespace from label.
    let label = label.trim_matches(is_ascii_whitespace);
    // 2. If label is an ASCII case-insensitive match for any of the labels listed in the table, then return the
    //    corresponding encoding; otherwise return failure.
    let row = ROWS.iter().find(|(_, labels)| labels.iter().any(|listed| listed.eq_ignore_ascii_case(label)));
    row.map(|&(name, _)| Encoding { name })
}

/// Infra Standard, *ASCII whitespace*; the *space characters* of 2010 are the same five.
pub(super) fn is_ascii_whitespace(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\u{C}' | '\r' | ' ')
}

#[cfg(test)]
mod tests {
    use super::{Encoding, ROWS};

    #[test]
    fn the_invariant_holds_for_the_constants() {
        for constant in [
            Encoding::UTF_8,
            Encoding::UTF_16BE,
            Encoding::UTF_16LE,
            Encoding::WINDOWS_1252,
            Encoding::X_USER_DEFINED,
            Encoding::REPLACEMENT,
        ] {
            assert!(ROWS.iter().any(|(name, _)| *name == constant.name), "{constant}");
        }
    }
}
