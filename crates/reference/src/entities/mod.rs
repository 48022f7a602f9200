//! The named character references table, as a plain list.

use std::sync::LazyLock;

/// A row of the table: the name without its `&`, with its `;` if it has one, and its characters.
pub(crate) struct NamedCharacterReference {
    pub(crate) name: &'static str,
    pub(crate) characters: String,
}

/// Section 13.5, one row a line, sorted by the bytes of the name. Made from Python's `html.entities.html5`.
static TABLE: LazyLock<Vec<NamedCharacterReference>> =
    LazyLock::new(|| parse(include_str!("named_character_references.txt")));

fn parse(text: &'static str) -> Vec<NamedCharacterReference> {
    text.lines()
        .map(|line| {
            let mut columns = line.split(' ');
            let name = columns.next().expect("a line begins with a name");
            let characters = columns
                .map(|column| {
                    let digits = column.strip_prefix("U+").expect("a code point begins with U+");
                    let code = u32::from_str_radix(digits, 16).expect("a code point is hexadecimal");
                    char::from_u32(code).expect("a reference stands for characters")
                })
                .collect();
            NamedCharacterReference { name, characters }
        })
        .collect()
}

/// The longest name that is a prefix of the characters, or none.
pub(crate) fn longest_match(
    characters: impl Iterator<Item = char> + Clone,
) -> Option<&'static NamedCharacterReference> {
    let first = characters.clone().next();
    let mut longest: Option<&NamedCharacterReference> = None;
    // The table is sorted: the names with this first character stand together.
    let start = TABLE.partition_point(|row| row.name.chars().next() < first);
    for row in TABLE[start..].iter().take_while(|row| row.name.chars().next() == first) {
        let mut ahead = characters.clone();
        let matches = row.name.chars().all(|expected| ahead.next() == Some(expected));
        if matches && longest.is_none_or(|found| found.name.len() < row.name.len()) {
            longest = Some(row);
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole_and_sorted() {
        assert_eq!(TABLE.len(), 2231);
        assert!(TABLE.windows(2).all(|rows| rows[0].name < rows[1].name));
        assert!(TABLE.iter().all(|row| matches!(row.characters.chars().count(), 1 | 2)));
        // Each name without its `;` is there with it too, and means the same.
        for row in TABLE.iter().filter(|row| !row.name.ends_with(';')) {
            let with = TABLE.iter().find(|other| other.name.strip_suffix(';') == Some(row.name));
            assert_eq!(with.map(|other| &*other.characters), Some(&*row.characters), "{}", row.name);
        }
    }

    #[test]
    fn the_longest_name_wins() {
        for (text, expected) in [
            ("amp", Some(("amp", "&"))),
            ("amp;", Some(("amp;", "&"))),
            ("ampx", Some(("amp", "&"))),
            ("am", None),
            ("notit;", Some(("not", "\u{AC}"))),
            ("notin;", Some(("notin;", "\u{2209}"))),
            ("gtreqqlesX", Some(("gt", ">"))),
            ("nGt;", Some(("nGt;", "\u{226B}\u{20D2}"))),
            ("CounterClockwiseContourIntegral;", Some(("CounterClockwiseContourIntegral;", "\u{2233}"))),
            ("NBSP", None),
            ("", None),
        ] {
            let found = longest_match(text.chars()).map(|row| (row.name, &*row.characters));
            assert_eq!(found, expected, "{text}");
        }
    }
}
