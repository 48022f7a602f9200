//! Where html5ever's own tokenizer departs from the specification, and this crate does not.

use crate::common::{Setup, Way, html5evers, ours};

/// An input; one that has the right tree in html5ever too; why html5ever's own tree of the first is another.
const CASES: &[(&str, &str, &str)] = &[
    (
        "<pre></>\nx",
        "<pre>\nx",
        "an error between the tag and the newline that it drops: html5ever keeps the newline",
    ),
    (
        "<script></script>\u{FEFF}x",
        "<script></script>&#xFEFF;x",
        "html5ever takes each U+FEFF off that it meets first after a pause",
    ),
];

#[test]
fn these_trees_are_the_specifications() {
    for &(input, right, why) in CASES {
        let expected = html5evers(&Setup::default(), right);
        for way in Way::ALL {
            assert_eq!(ours(way, &Setup::default(), input), expected, "{way:?} of {input:?}");
        }
        let theirs = html5evers(&Setup::default(), input);
        assert_ne!(theirs, expected, "html5ever has mended it: move {input:?} to the trees ({why})");
    }
}
