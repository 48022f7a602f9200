//! The encoding that the `content` of a `meta` element names, against the reference.

use proptest::{collection::vec, prelude::*, sample::select};
use tagspan_input::extract_from_meta_content;
use tagspan_reference::encoding::{SniffingEdition, extract_from_meta_content as expected};

/// The parts of generated values. In a tag, no value can hold both quotes and a space.
const PARTS: &[&str] = &[
    "charset",
    "charset=",
    "CharSet",
    "c",
    "C",
    "char",
    "=",
    "=",
    "'",
    "\"",
    ";",
    " ",
    "\t",
    "\x0C",
    "\x0B",
    "koi8-r",
    "UTF-16",
    "x-user-defined",
    "x",
    ",",
    ">",
    "é",
    "",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8192))]

    #[test]
    fn it_equals_the_reference(parts in vec(select(PARTS), 0..12)) {
        let value = parts.concat();
        // As in the text: each byte a character.
        let isomorphic: String = value.bytes().map(char::from).collect();
        let expected = expected(&isomorphic, SniffingEdition::Living);
        let found = extract_from_meta_content(value.as_bytes());
        prop_assert_eq!(found.map(|found| found.name()), expected.map(|expected| expected.name()), "{:?}", value);
    }
}
