//! Element names, and the classes that the rules of tree construction put them in.

use core::ops::Range;

use crate::text_mode::TextMode;
use crate::token::{Tag, TagFlags, is_plain};

/// How many bytes of a name are compared at once; every name that the rules know is shorter.
pub(super) const AT_ONCE: usize = 16;

/// The name of a tag.
pub(crate) struct Name<'a> {
    /// Its first bytes, in ASCII lower case.
    pub(super) key: u128,
    /// All of it that is known, in any case.
    pub(super) bytes: &'a [u8],
    /// Its length in bytes, or [`UNKNOWN_LENGTH`].
    pub(super) length: u32,
}

/// The length of a name that a limit has truncated.
pub(crate) const UNKNOWN_LENGTH: u32 = u32::MAX;

impl<'a> Name<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self::within(bytes, 0..bytes.len())
    }

    /// The name that stands there. Where bytes follow it, all that are compared at once are loaded at once.
    #[inline]
    pub(super) fn within(bytes: &'a [u8], range: Range<usize>) -> Self {
        let length = range.len().min(AT_ONCE);
        let first = match bytes.get(range.start..range.start + AT_ONCE).and_then(|bytes| bytes.first_chunk())
        {
            Some(&window) => u128::from_le_bytes(window) & BYTES[length],
            None => {
                let mut first = [0; AT_ONCE];
                first[..length].copy_from_slice(&bytes[range.start..range.start + length]);
                u128::from_le_bytes(first)
            }
        };
        let bytes = &bytes[range];
        Name { key: lower_case(first), bytes, length: u32::try_from(bytes.len()).unwrap_or(UNKNOWN_LENGTH) }
    }

    /// The name of the tag. Of one that a limit has truncated more bytes are known than a key holds.
    #[inline]
    pub(super) fn of(tag: &Tag<'a>) -> Self {
        let (bytes, range) = tag.name_within();
        let mut name = Self::within(bytes, range);
        if tag.flags.has(TagFlags::CUT_NAME) {
            name.length = UNKNOWN_LENGTH;
        }
        name
    }

    /// The same name, decoded.
    pub(super) fn decoded<'b>(&self, bytes: &'b [u8]) -> Name<'b> {
        let name = Name::new(bytes);
        if self.is_cut() { Name { length: UNKNOWN_LENGTH, ..name } } else { name }
    }

    /// Whether it continues beyond what is known of it.
    pub(super) fn is_cut(&self) -> bool {
        self.length == UNKNOWN_LENGTH
    }

    /// The classes of the name in the rules.
    pub(super) fn class(&self) -> Class {
        if self.bytes.len() <= AT_ONCE { Class::of(self.key) } else { Class::OTHER }
    }

    pub(super) fn is(&self, name: &str) -> bool {
        self.key == key(name)
    }

    /// Whether decoding changes nothing but the case: it is ASCII without NUL.
    pub(super) fn is_plain(&self) -> bool {
        if self.bytes.len() > AT_ONCE {
            return is_plain(self.bytes);
        }
        // All bytes beyond the name are zeros, and one in the name would be one too many.
        let zeros = self.key.wrapping_sub(ONES) & !self.key & HIGH;
        self.key & HIGH == 0 && zeros & BYTES[self.bytes.len()] == 0
    }

    /// The bytes that the key does not hold.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes.get(AT_ONCE..).unwrap_or_default()
    }
}

/// One in each byte.
const ONES: u128 = u128::MAX / 0xFF;
/// The highest bit of each byte.
const HIGH: u128 = ONES << 7;

/// So many bytes of ones.
static BYTES: [u128; AT_ONCE + 1] = {
    let (mut masks, mut length) = ([0; AT_ONCE + 1], 1);
    while length <= AT_ONCE {
        masks[length] = masks[length - 1] << 8 | 0xFF;
        length += 1;
    }
    masks
};

/// ASCII letters in lower case, all bytes at once: their low seven bits are added to what carries into the eighth one
/// from `A` on, and from beyond `Z` on.
const fn lower_case(bytes: u128) -> u128 {
    let low = bytes & !HIGH;
    let from_a = low + ONES * (0x80 - b'A') as u128;
    let beyond_z = low + ONES * (0x7F - b'Z') as u128;
    bytes | ((from_a ^ beyond_z) & !bytes & HIGH) >> 2
}

/// The key of a name that the rules know. Such a name is shorter than a key, hence equal if its key is.
pub(super) const fn key(name: &str) -> u128 {
    let name = name.as_bytes();
    assert!(name.len() < AT_ONCE);
    let (mut key, mut index) = (0, 0);
    while index < name.len() {
        key |= (name[index] as u128) << (8 * index);
        index += 1;
    }
    key
}

/// The classes of a name in the rules, as a set of bits; in HTML content unless stated otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Class(u32);

impl Class {
    pub(super) const OTHER: Class = Class(0);
    /// A start tag that leaves foreign content.
    pub(super) const BREAKOUT: Class = Class(1);
    /// An element that is never open.
    pub(super) const VOID: Class = Class(1 << 1);
    /// A start tag that closes an open `p`.
    pub(super) const CLOSES_P: Class = Class(1 << 2);
    /// An end tag that closes the element of its name, if that is in scope.
    pub(super) const CLOSED_IN_SCOPE: Class = Class(1 << 3);
    pub(super) const HEADING: Class = Class(1 << 4);
    pub(super) const FORMATTING: Class = Class(1 << 5);
    /// The "special" category.
    pub(super) const SPECIAL: Class = Class(1 << 6);
    /// Ends a scope.
    pub(super) const SCOPE: Class = Class(1 << 7);
    /// Closed by "generate implied end tags".
    pub(super) const IMPLIED_END: Class = Class(1 << 8);
    /// The parts of a table.
    pub(super) const TABLE_PART: Class = Class(1 << 9);
    /// A start tag that opens nothing in a body.
    pub(super) const IGNORED: Class = Class(1 << 10);
    /// A start tag that the "in template" insertion mode leaves to "in head".
    pub(super) const IN_HEAD: Class = Class(1 << 11);
    /// A start tag that sets the frameset-ok flag to "not ok" and is of a body, or opens it.
    pub(super) const NO_FRAMESET: Class = Class(1 << 12);
    /// Puts a marker among the active formatting elements.
    pub(super) const MARKER: Class = Class(1 << 13);
    /// An HTML integration point in svg.
    pub(super) const SVG_POINT: Class = Class(1 << 14);
    /// A MathML text integration point.
    pub(super) const MATHML_POINT: Class = Class(1 << 15);
    /// An integration point, but for `annotation-xml`.
    pub(super) const POINT: Class = Class::SVG_POINT.and(Class::MATHML_POINT);
    /// A start tag whose text a tree builder takes the first newline from.
    pub(super) const DROPS_NEWLINE: Class = Class(1 << 16);
    /// The four text modes besides that of data, and `noscript`.
    const RCDATA: Class = Class(1 << 17);
    const RAWTEXT: Class = Class(1 << 18);
    const SCRIPT_DATA: Class = Class(1 << 19);
    const PLAINTEXT: Class = Class(1 << 20);
    const NOSCRIPT: Class = Class(1 << 21);

    /// Other elements that pages have in their text, about which there are no rules, or not this one.
    pub(super) const PHRASING: Class = Class(1 << 22);

    /// A start tag after which the content is not plain HTML: svg, math, a template, frames.
    pub(super) const CONTENT: Class = Class(1 << 23);

    pub(super) const fn and(self, other: Class) -> Class {
        Class(self.0 | other.0)
    }

    /// Whether it has any of those bits.
    pub(super) const fn has(self, any: Class) -> bool {
        self.0 & any.0 != 0
    }

    /// The text mode after such a start tag in HTML content.
    pub(super) fn text_mode(self, scripting: bool) -> TextMode {
        const TEXT: Class = Class::RCDATA
            .and(Class::RAWTEXT)
            .and(Class::SCRIPT_DATA)
            .and(Class::PLAINTEXT)
            .and(Class::NOSCRIPT);
        if !self.has(TEXT) {
            TextMode::Data
        } else if self.has(Class::RCDATA) {
            TextMode::Rcdata
        } else if self.has(Class::SCRIPT_DATA) {
            TextMode::ScriptData
        } else if self.has(Class::PLAINTEXT) {
            TextMode::Plaintext
        } else if self.has(Class::RAWTEXT) || scripting {
            TextMode::Rawtext
        } else {
            TextMode::Data
        }
    }

    fn of(key: u128) -> Class {
        let mut slot = slot_of(key);
        loop {
            let (known, class) = KNOWN[slot];
            if known == key || known == 0 {
                return class;
            }
            slot = (slot + 1) % SLOTS;
        }
    }
}

/// The names by class, as the standard lists them.
const LISTS: [(Class, &str); 24] = [
    (
        Class::BREAKOUT,
        "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu \
         meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var",
    ),
    (
        Class::VOID,
        "area base basefont bgsound br embed hr image img input keygen link meta param source track wbr",
    ),
    (
        Class::CLOSES_P,
        "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form \
         header hgroup hr main menu nav ol p search section summary ul pre listing h1 h2 h3 h4 h5 h6 li dd dt \
         plaintext xmp",
    ),
    (
        Class::CLOSED_IN_SCOPE,
        "address applet article aside blockquote button center dd details dialog dir div dl dt fieldset figcaption \
         figure footer header hgroup li listing main marquee menu nav object ol pre search section select summary ul",
    ),
    (Class::HEADING, "h1 h2 h3 h4 h5 h6"),
    (Class::FORMATTING, "a b big code em font i nobr s small strike strong tt u"),
    (
        Class::SPECIAL,
        "address applet area article aside base basefont bgsound blockquote body br button caption center col \
         colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 \
         h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed \
         noframes noscript object ol p param plaintext pre script search section select source style summary table \
         tbody td template textarea tfoot th thead title tr track ul wbr xmp",
    ),
    (Class::SCOPE, "applet caption html marquee object select table td template th"),
    (Class::IMPLIED_END, "dd dt li optgroup option p rb rp rt rtc"),
    (Class::TABLE_PART, "caption col colgroup tbody td tfoot th thead tr"),
    (Class::IGNORED, "body frame frameset head html"),
    (Class::IN_HEAD, "base basefont bgsound link meta noframes script style template title"),
    (
        Class::NO_FRAMESET,
        "applet area body br button dd dt embed hr iframe image img input keygen li listing marquee object pre \
         select table textarea wbr xmp",
    ),
    (Class::MARKER, "applet caption marquee object td template th"),
    (Class::SVG_POINT, "desc foreignobject title"),
    (Class::MATHML_POINT, "mi mn mo ms mtext"),
    (Class::DROPS_NEWLINE, "listing pre textarea"),
    (Class::RCDATA, "textarea title"),
    (Class::RAWTEXT, "iframe noembed noframes style xmp"),
    (
        Class::PHRASING,
        "abbr acronym audio bdi bdo canvas cite data datalist del dfn ins kbd label legend map mark meter noscript \
         optgroup option output picture progress q rp rt samp slot time video",
    ),
    (Class::SCRIPT_DATA, "script"),
    (Class::PLAINTEXT, "plaintext"),
    (Class::NOSCRIPT, "noscript"),
    (Class::CONTENT, "frameset math svg template"),
];

const SLOTS: usize = 256;

/// Where a name's search begins.
const fn slot_of(key: u128) -> usize {
    let mixed = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 56) as usize % SLOTS
}

/// The lists as a table: a name, or nothing, and its classes.
static KNOWN: [(u128, Class); SLOTS] = {
    let mut table = [(0, Class::OTHER); SLOTS];
    let mut list = 0;
    while list < LISTS.len() {
        let (class, names) = LISTS[list];
        let names = names.as_bytes();
        let (mut name, mut length, mut at) = (0, 0, 0);
        while at <= names.len() {
            if at < names.len() && names[at] != b' ' {
                name |= (names[at] as u128) << (8 * length);
                length += 1;
            } else if length > 0 {
                let mut slot = slot_of(name);
                while table[slot].0 != name && table[slot].0 != 0 {
                    slot = (slot + 1) % SLOTS;
                }
                table[slot] = (name, table[slot].1.and(class));
                (name, length) = (0, 0);
            }
            at += 1;
        }
        list += 1;
    }
    table
};

/// The names of [`Class::NO_FRAMESET`], and `frameset`.
#[cfg(test)]
pub(crate) fn that_settle_frames() -> impl Iterator<Item = &'static str> {
    let lists = LISTS.iter().filter(|(class, _)| class.has(Class::NO_FRAMESET));
    lists.flat_map(|(_, names)| names.split_whitespace()).chain(["frameset"])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// The table against the lists: each name has the classes that list it, and no other name has any.
    #[test]
    fn each_name_has_the_classes_that_list_it() {
        let (mut listed, mut bits) = (BTreeMap::<&str, u32>::new(), 0);
        for (class, names) in LISTS {
            assert!(class.0.is_power_of_two() && bits & class.0 == 0, "{class:?} has a bit of its own");
            bits |= class.0;
            names.split(' ').for_each(|name| *listed.entry(name).or_default() |= class.0);
        }
        for (&name, &classes) in &listed {
            let key = key(name);
            for spelling in [name.to_owned(), name.to_uppercase()] {
                let tag = format!("<{spelling} and more than a key holds");
                for written in
                    [Name::new(spelling.as_bytes()), Name::within(tag.as_bytes(), 1..1 + name.len())]
                {
                    assert_eq!(
                        (written.key, written.class().0, written.is(name)),
                        (key, classes, true),
                        "{name}"
                    );
                }
            }
            let longer = format!("{name}{}", "\0".repeat(AT_ONCE));
            for other in [&format!("{name}x"), &format!("x{name}"), &longer, &name[1..]] {
                let expected = listed.get(other).copied().unwrap_or_default();
                assert_eq!(Name::new(other.as_bytes()).class().0, expected, "{other:?}");
            }
        }
        assert_eq!(KNOWN.iter().filter(|(key, _)| *key != 0).count(), listed.len());
        assert!(
            listed.values().all(|&classes| Class(classes).has(Class(bits)) && !Class(0).has(Class(classes)))
        );
    }

    /// Each byte at each place in names of each length, against the loops that the arithmetic on whole keys stands for.
    #[test]
    fn each_byte_of_a_name() {
        for length in 0..=AT_ONCE + 2 {
            for place in 0..length {
                for byte in 0..=u8::MAX {
                    let mut name = vec![b'm'; length];
                    name[place] = byte;
                    let mut first = name.to_ascii_lowercase();
                    first.resize(AT_ONCE.max(length), 0);
                    let expected = u128::from_le_bytes(*first.first_chunk().expect("it is that long"));
                    let mut around = b"<Z".to_vec();
                    around.extend_from_slice(&name);
                    around.extend_from_slice(&[0xFF; AT_ONCE]);
                    for found in [Name::new(&name), Name::within(&around, 2..2 + length)] {
                        assert_eq!(found.key, expected, "{name:?}");
                        assert_eq!(found.is_plain(), name.is_ascii() && !name.contains(&0), "{name:?}");
                        assert_eq!(
                            (found.bytes, found.rest()),
                            (&name[..], name.get(AT_ONCE..).unwrap_or(b""))
                        );
                    }
                }
            }
        }
    }
}
