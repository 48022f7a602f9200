//! The known deviations of peers from the standard, each with what it excuses and the sentence that core follows.

use super::reading::{Given, Reading};

/// A known deviation.
pub struct Deviation {
    /// What the peer does.
    pub name: &'static str,
    /// The section of the standard, and its sentence.
    pub standard: &'static str,
    /// Puts the same in both readings where it applies, and leaves them alone where not: ours, then theirs.
    pub excuse: fn(&Given<'_>, &mut Reading, &mut Reading),
}

/// Of html5ever 0.40. Its errors are sentences without codes and not compared.
pub(super) const OF_HTML5EVER: &[Deviation] = &[];

/// Of html5gum 0.9.
pub(super) const OF_HTML5GUM: &[Deviation] = &[Deviation {
    name: "looks for a duplicate when it hands out the attribute, so not for the last name of an unfinished tag",
    standard: "13.2.5.33 Attribute name state: \"When the user agent leaves the attribute name state (and before emitting the \
               tag token, if appropriate), the complete attribute's name must be compared to the other attributes on the \
               same token\"",
    excuse: duplicate_in_an_unfinished_tag,
}];

fn duplicate_in_an_unfinished_tag(_: &Given<'_>, ours: &mut Reading, theirs: &mut Reading) {
    const DUPLICATE: &str = "duplicate-attribute";
    if ours.errors.contains(&"eof-in-tag") && ours.count(DUPLICATE) == theirs.count(DUPLICATE) + 1 {
        ours.forget(DUPLICATE);
    }
}
