//! Prefixes that fill the windows of the fast path up to each offset.

use std::iter::repeat_n;
use std::sync::LazyLock;

use crate::exhaustive::prefix::Prefix;

/// Longer than the window of an attribute's name by a few bytes.
const NAME: usize = 18;

/// The same for the window of its value, and for the bytes that the search for the end of text looks at.
const VALUE: usize = 67;

/// Longer than the lowest limit that truncates, so that a construct ends at each distance from it.
const LIMIT: usize = 36;

/// The state, what begins the prefix, the byte that is repeated, how often at most, and what ends the prefix.
const ROWS: [(&str, &str, u8, usize, &str); 13] = [
    ("Data state", "", b't', VALUE, ""),
    ("Tag name state", "<", b'n', NAME, ""),
    ("Before attribute name state", "<a", b' ', NAME, ""),
    ("Attribute name state", "<a ", b'n', NAME, ""),
    ("Before attribute value state", "<a ", b'n', NAME, "="),
    // The window of the first attribute's quotes begins with the tag.
    ("Before attribute value state", "<", b'n', VALUE, " a="),
    ("Attribute value (double-quoted) state", "<", b'n', VALUE, " a=\""),
    ("Attribute value (single-quoted) state", "<", b'n', VALUE, " a='"),
    ("Attribute value (double-quoted) state", "<a a=\"", b'v', VALUE, ""),
    ("Attribute value (single-quoted) state", "<a a='", b'v', VALUE, ""),
    ("Attribute value (unquoted) state", "<a a=", b'v', VALUE, ""),
    ("Comment state", "<!--", b'c', LIMIT, ""),
    ("DOCTYPE name state", "<!DOCTYPE ", b'n', LIMIT, ""),
];

static LONG: LazyLock<Vec<(&str, Vec<u8>)>> = LazyLock::new(|| {
    let row = |(state, start, byte, longest, end): (_, &'static str, _, _, &'static str)| {
        (1..=longest).map(move |length| {
            (state, start.bytes().chain(repeat_n(byte, length)).chain(end.bytes()).collect())
        })
    };
    ROWS.into_iter().flat_map(row).collect()
});

/// A prefix for each state that the fast path or a limit has a part in, and for each length.
pub(super) fn long() -> impl Iterator<Item = Prefix> {
    LONG.iter().map(|(state, bytes)| Prefix::new(state, bytes))
}
