//! Prefixes that lead to the states of character references, from text and from attribute values.

use tagspan_reference::TextState;

use crate::exhaustive::prefix::Prefix;

/// The row for each of the five places where a reference may stand.
macro_rules! everywhere {
    ($($state:literal, $reference:literal $(, $arrival:ident($($word:literal)?))?;)+) => {
        &[$(
            row($state, $reference.as_bytes())$(.$arrival($($word)?))?,
            row($state, $reference.as_bytes()).from(TextState::Rcdata)$(.$arrival($($word)?))?,
            row($state, concat!("<a a=\"", $reference).as_bytes())$(.$arrival($($word)?))?,
            row($state, concat!("<a a='", $reference).as_bytes())$(.$arrival($($word)?))?,
            row($state, concat!("<a a=", $reference).as_bytes())$(.$arrival($($word)?))?,
        )+]
    };
}

const fn row(state: &'static str, bytes: &'static [u8]) -> Prefix {
    Prefix::new(state, bytes)
}

pub(super) const PREFIXES: &[Prefix] = everywhere![
    "Character reference state", "&";
    // The beginning of a name that may come, a name that a longer one may replace, and beyond it.
    "Named character reference state", "&n", within("notin;");
    "Named character reference state", "&not", within("notin;");
    "Named character reference state", "&noti", within("notin;");
    "Ambiguous ampersand state", "&0";
    "Numeric character reference state", "&#";
    "Hexadecimal character reference start state", "&#x";
    "Decimal character reference start state", "&#9", reconsumed();
    "Hexadecimal character reference state", "&#x9";
    "Decimal character reference state", "&#9";
    // A code that is right, and one that is not: each has its own way out.
    "Numeric character reference end state", "&#9;";
    "Numeric character reference end state", "&#0;";
];
