//! The known deviations of peers from the standard, each with what it excuses and the sentence that core follows.

use super::html5gum;
use super::reading::{Given, Reading};

/// A known deviation.
pub struct Deviation {
    /// The behaviour of the peer.
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

/// The end of a tag, also in a value.
const ENDS: [&str; 3] = [">", "\">", "'>"];

fn duplicate_in_an_unfinished_tag(given: &Given<'_>, ours: &mut Reading, theirs: &mut Reading) {
    const DUPLICATE: &str = "duplicate-attribute";
    if !ours.errors.contains(&"eof-in-tag") || ours.count(DUPLICATE) != theirs.count(DUPLICATE) + 1 {
        return;
    }
    // The peer finds the duplicate too once the tag ends. One that it does not find then is a fault of core.
    let is_found = ENDS.into_iter().any(|end| {
        let input = given.input.to_owned() + end;
        let ended = html5gum::read(&Given { input: &input, options: given.options.clone() });
        ended.count(DUPLICATE) == ours.count(DUPLICATE)
    });
    if is_found {
        ours.forget(DUPLICATE);
    }
}

#[cfg(test)]
mod tests {
    use tagspan_reference::Options;

    use super::*;

    #[test]
    fn a_duplicate_that_is_none_is_not_excused() {
        for (input, is_excused) in
            [("<a b b", true), ("<a b b='c", true), ("<a b b=\"c", true), ("<a b c", false), ("<a b", false)]
        {
            let mut theirs = Reading { errors: vec!["eof-in-tag"], ..Reading::default() };
            let mut ours =
                Reading { errors: vec!["duplicate-attribute", "eof-in-tag"], ..Reading::default() };
            let given = Given { input, options: Options::default() };
            duplicate_in_an_unfinished_tag(&given, &mut ours, &mut theirs);
            assert_eq!(ours == theirs, is_excused, "{input}");
        }
    }
}
