//! The known deviations of peers from the standard, each with its reason and what it excuses.

use super::reading::{Given, Reading};

/// A known deviation. It puts the same in both readings where it applies, and leaves them alone where not.
pub(super) type Deviation = fn(&Given<'_>, ours: &mut Reading, theirs: &mut Reading);

/// Of html5ever 0.40. Its errors are sentences without codes and not compared.
pub(super) const OF_HTML5EVER: &[Deviation] = &[];

/// Of html5gum 0.9.
pub(super) const OF_HTML5GUM: &[Deviation] = &[duplicate_in_an_unfinished_tag];

/// It looks for duplicates when an attribute is handed out, which is after its name has ended: the name that an
/// unfinished tag ends with is not looked at.
fn duplicate_in_an_unfinished_tag(_: &Given<'_>, ours: &mut Reading, theirs: &mut Reading) {
    const DUPLICATE: &str = "duplicate-attribute";
    if ours.errors.contains(&"eof-in-tag") && ours.count(DUPLICATE) == theirs.count(DUPLICATE) + 1 {
        ours.forget(DUPLICATE);
    }
}
