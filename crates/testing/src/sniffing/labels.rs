//! Labels of encodings: known ones, special ones, and near misses.

use std::sync::LazyLock;

use tagspan_reference::encoding::Encoding;

use crate::rng::Rng;

/// Every label of the standard.
static LABELS: LazyLock<Vec<&str>> = LazyLock::new(|| Encoding::all().flat_map(Encoding::labels).collect());

/// Those of which a rule speaks, and the usual ones.
const SPECIAL: &[&str] = &[
    "utf-8",
    "utf-8",
    "utf8",
    "utf-16",
    "utf-16le",
    "utf-16be",
    "unicode",
    "iso-10646-ucs-2",
    "x-user-defined",
    "replacement",
    "iso-2022-kr",
    "hz-gb-2312",
    "iso-2022-cn",
    "iso-2022-jp",
    "iso-8859-1",
    "us-ascii",
    "koi8-r",
    "big5",
    "gb18030",
    "shift_jis",
    "l1",
];

/// Text that looks like a label.
const NEARLY: &[&[u8]] = &[
    b"",
    b"x",
    b"utf-7",
    b"utf-32",
    b"utf_8",
    b"utf 8",
    b"utf-8;",
    b"utf-8,big5",
    b"utf-8\0",
    b"\0utf-8",
    b"utf-8\x0B",
    b"utf-88",
    b"utf-",
    b"cesu-8",
    b"unicode-1-1-utf-7",
    b"windows-125",
    b"iso-8859-17",
    b"iso-8859-1\xE9",
    b"\xFFutf-8",
    b"utf\xE2\x80\x918",
    // A Kelvin sign, in UTF-8 and as a byte of its own.
    b"\xE2\x84\xAAoi8-r",
    b"\xAAoi8-r",
    b"none",
    b"charset",
    b"\"utf-8",
    b"utf-8'",
];

/// Appends a label, or what is none.
pub(super) fn label(rng: &mut Rng<'_>, out: &mut Vec<u8>) {
    let start = out.len();
    match rng.below(100) {
        0..35 => out.extend_from_slice(rng.one(&LABELS).as_bytes()),
        35..75 => out.extend_from_slice(rng.one(SPECIAL).as_bytes()),
        75..90 => out.extend_from_slice(rng.one(NEARLY)),
        _ => {
            out.extend_from_slice(rng.one(&LABELS).as_bytes());
            let at = rng.between(start, out.len() - 1);
            match rng.below(3) {
                0 => drop(out.remove(at)),
                1 => out.insert(at, out[at]),
                _ => out[at] = rng.one(b"-_8x\0 \xC0"),
            }
        }
    }
    if rng.percent(25) {
        change_case(rng, &mut out[start..]);
    }
}

/// Right labels, for what the caller knows.
pub(super) fn known(rng: &mut Rng<'_>) -> &'static str {
    if rng.percent(50) { rng.one(&LABELS) } else { rng.one(SPECIAL) }
}

/// Makes letters upper case, all or some.
pub(super) fn change_case(rng: &mut Rng<'_>, bytes: &mut [u8]) {
    if rng.percent(50) {
        bytes.make_ascii_uppercase();
    } else {
        for byte in bytes {
            if rng.percent(50) {
                *byte = byte.to_ascii_uppercase();
            }
        }
    }
}
