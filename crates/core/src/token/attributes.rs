//! The spans of the attributes of one tag, with detection of duplicate names.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use super::name::{decode_name, is_plain, names_equal};
use crate::error::LimitKind;
use crate::limits::Limits;
use crate::steps::count;

/// How an attribute's value was written.
///
/// ```
/// use tagspan::{Quote, Token, tokenize};
///
/// let mut tokens = tokenize("<p a b=1 c='2'>");
/// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
/// let quotes: Vec<_> = tag.attributes().map(|attribute| attribute.quote()).collect();
/// assert_eq!(quotes, [Quote::NoValue, Quote::Unquoted, Quote::Single]);
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Quote {
    /// There is no `=`: the value is empty.
    NoValue,
    /// `a=b`; also `a=` with nothing after it.
    Unquoted,
    /// `a='b'`
    Single,
    /// `a="b"`
    Double,
}

/// Where an attribute lies within the bytes of its tag: half-open ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct AttributeSpans {
    pub(crate) name: (u32, u32),
    pub(crate) value: (u32, u32),
    pub(crate) quote: Quote,
    /// An earlier attribute has this name.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) duplicate: bool,
    /// A limit has removed bytes from its value, or before it.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) shifted: bool,
}

impl AttributeSpans {
    /// Where the attribute ends, its closing quote included.
    pub(crate) fn end(&self) -> u32 {
        self.value.1 + u32::from(matches!(self.quote, Quote::Single | Quote::Double))
    }

    /// Two numbers in the place of an attribute.
    fn pair(first: u64, second: u64) -> AttributeSpans {
        let halves = |number: u64| ((number >> 32) as u32, number as u32);
        AttributeSpans {
            name: halves(first),
            value: halves(second),
            quote: Quote::NoValue,
            duplicate: false,
            shifted: false,
        }
    }

    fn as_pair(&self) -> (u64, u64) {
        let number = |(high, low): (u32, u32)| u64::from(high) << 32 | u64::from(low);
        (number(self.name), number(self.value))
    }
}

/// Separates the attributes of a tag from the truncated values after them, which say what bytes a limit has left out of the
/// tag: for each truncated value a pair of the attribute and the bytes that the tag lacks up to its end, then a pair of
/// their number, with that of the attributes left out in its upper half, and all bytes that the tag lacks. So no token is larger
/// for it. The last pair is left out here.
///
/// Not inlined, for it is hardly ever called, from many places.
#[cold]
#[inline(never)]
pub(super) fn split_truncated_values(spans: &[AttributeSpans]) -> (&[AttributeSpans], &[AttributeSpans]) {
    let Some((last, rest)) = spans.split_last() else { return (spans, &[]) };
    let (count, _) = last.as_pair();
    rest.split_at(rest.len() - count as u32 as usize)
}

/// How many bytes a truncated tag lacks whose attributes these are. A function of the slice, so that the tag's address is not
/// taken.
#[cold]
#[inline(never)]
pub(super) fn all_missing_bytes(spans: &[AttributeSpans]) -> u64 {
    spans.last().map_or(0, |last| last.as_pair().1)
}

/// How many attributes are left out of a truncated tag whose attributes these are.
#[cold]
#[inline(never)]
pub(super) fn all_missing_attributes(spans: &[AttributeSpans]) -> u64 {
    spans.last().map_or(0, |last| last.as_pair().0 >> 32)
}

/// How many bytes were removed from the values before that of one of these attributes, and from its own.
#[cold]
#[inline(never)]
pub(super) fn missing_bytes_around(all: &[AttributeSpans], one: &AttributeSpans) -> (u64, u64) {
    let (_, cuts) = split_truncated_values(all);
    // Its place among them all.
    let bytes = std::ptr::from_ref(one).addr() - all.as_ptr().addr();
    let index = (bytes / size_of::<AttributeSpans>()) as u64;
    let next = cuts.partition_point(|cut| {
        count(1);
        cut.as_pair().0 < index
    });
    let before = next.checked_sub(1).map_or(0, |last| cuts[last].as_pair().1);
    match cuts.get(next).map(AttributeSpans::as_pair) {
        Some((attribute, through)) if attribute == index => (before, through - before),
        _ => (before, 0),
    }
}

/// The spans of one tag's attributes; the buffers are reused from tag to tag.
#[derive(Clone)]
pub(crate) struct Attributes {
    spans: Vec<AttributeSpans>,
    /// One bit for each [`NameFingerprint`] that a name of this tag has left. A name whose bit is clear is new.
    fingerprints: u64,
    /// For tags with many attributes: the first attribute of each hash. INVARIANT: empty for [`FEW`] attributes or fewer.
    index: HashMap<u64, u32>,
    /// Seeded, so that a page cannot choose names that collide.
    hasher: RandomState,
    /// Which values a limit has truncated, and how many bytes the tag lacks up to the end of each.
    truncated_values: Vec<(u32, u64)>,
    /// How many attributes the fast path reads.
    pub(crate) max: usize,
}

/// Up to here names are compared one by one.
const FEW: usize = 16;

/// An index larger than this is given up with its tag, so that one oversized token does not tax the tags after it.
const INDEX_KEPT: usize = 1024;

impl Attributes {
    #[inline]
    pub(crate) fn new(limits: &Limits) -> Self {
        Attributes {
            spans: Vec::new(),
            fingerprints: 0,
            index: HashMap::new(),
            hasher: RandomState::new(),
            truncated_values: Vec::new(),
            max: limits.of(LimitKind::Attributes).max as usize,
        }
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        if self.spans.len() > FEW {
            self.clear_index();
        }
        self.spans.clear();
        self.fingerprints = 0;
    }

    /// [`clear`](Self::clear) for the states, which alone note the truncated bytes.
    pub(crate) fn begin_tag(&mut self) {
        self.clear();
        self.truncated_values.clear();
    }

    /// Notes that a limit truncated the last value. Up to its end the tag lacks `through` bytes.
    pub(crate) fn note_truncated_value(&mut self, through: u64) {
        self.note_truncated_value_of(self.spans.len() as u32 - 1, through);
    }

    pub(crate) fn note_truncated_value_of(&mut self, index: u32, through: u64) {
        count(1);
        self.truncated_values.push((index, through));
    }

    /// Forgets the truncated values of an earlier tag.
    pub(crate) fn clear_truncated_values(&mut self) {
        self.truncated_values.clear();
    }

    pub(crate) fn truncated_values(&self) -> &[(u32, u64)] {
        &self.truncated_values
    }

    /// Leaves the last attribute out, which the index may have, and of whose value bytes may be missing.
    pub(crate) fn pop(&mut self) {
        self.spans.pop();
        self.truncated_values.pop_if(|&mut (index, _)| index as usize == self.spans.len());
        self.clear_index();
    }

    /// Appends to the attributes what is missing of a tag that lacks `bytes` of its bytes: see [`split_truncated_values`].
    pub(crate) fn close(&mut self, bytes: u64, left_out: u32) {
        let cut_values = self.truncated_values.len();
        let first = self.truncated_values.first().map_or(self.spans.len(), |&(index, _)| index as usize);
        count(self.spans.len() - first + cut_values);
        self.spans[first..].iter_mut().for_each(|spans| spans.shifted = true);
        let cuts =
            self.truncated_values.iter().map(|&(index, through)| AttributeSpans::pair(index.into(), through));
        self.spans
            .extend(cuts.chain([AttributeSpans::pair(u64::from(left_out) << 32 | cut_values as u64, bytes)]));
    }

    #[cold]
    fn clear_index(&mut self) {
        if self.index.capacity() > INDEX_KEPT {
            self.index = HashMap::new();
        } else {
            self.index.clear();
        }
    }

    /// Makes ready for another document, and gives back what an oversized token took.
    pub(crate) fn reset(&mut self) {
        self.begin_tag();
        self.spans.shrink_to(INDEX_KEPT);
        self.truncated_values.shrink_to(INDEX_KEPT);
    }

    /// Gives back the memory that holds nothing now.
    pub(crate) fn shrink(&mut self) {
        self.spans.shrink_to_fit();
        self.index.shrink_to_fit();
        self.truncated_values.shrink_to_fit();
    }

    /// The bytes of heap that they take; those of the index are estimated.
    pub(crate) fn allocated(&self) -> usize {
        // The standard library's table has an entry and a byte of control for each place, and is filled to seven eighths.
        let places = match self.index.capacity() {
            0 => 0,
            capacity => (capacity * 8).div_ceil(7).next_power_of_two(),
        };
        self.spans.capacity() * size_of::<AttributeSpans>()
            + places * (size_of::<(u64, u32)>() + 1)
            + self.truncated_values.capacity() * size_of::<(u32, u64)>()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    pub(crate) fn spans(&self) -> &[AttributeSpans] {
        &self.spans
    }

    pub(crate) fn last_mut(&mut self) -> Option<&mut AttributeSpans> {
        self.spans.last_mut()
    }

    /// Adds an attribute without a value. `tag` is the tag's bytes up to the end of the name.
    pub(crate) fn push(
        &mut self,
        tag: &[u8],
        name: (u32, u32),
        fingerprint: NameFingerprint,
        duplicate: bool,
    ) {
        let raw = &tag[name.0 as usize..name.1 as usize];
        if !duplicate {
            self.fingerprints |= fingerprint.0;
        }
        if self.spans.len() >= FEW {
            // For a repeated name too: those that follow would be compared with all before them.
            if self.index.is_empty() {
                self.build_index(tag);
            }
            if !duplicate {
                let hash = self.hash(raw);
                self.index.entry(hash).or_insert(self.spans.len() as u32);
            }
        }
        self.spans.push(AttributeSpans {
            name,
            value: (name.1, name.1),
            quote: Quote::NoValue,
            duplicate,
            shifted: false,
        });
    }

    /// Adds an attribute whose name is ASCII without NUL, and says whether the name was there, or the tag has more
    /// attributes than its limit. `tag` is the tag's bytes.
    #[inline(always)]
    pub(crate) fn add(&mut self, tag: &[u8], name: (u32, u32), value: (u32, u32), quote: Quote) -> bool {
        let fingerprint = NameFingerprint::of_plain(&tag[name.0 as usize..name.1 as usize]);
        if self.fingerprints & fingerprint.0 != 0 || self.spans.len() >= FEW {
            return self.add_checked(tag, name, fingerprint, value, quote);
        }
        self.fingerprints |= fingerprint.0;
        self.spans.push(AttributeSpans { name, value, quote, duplicate: false, shifted: false });
        false
    }

    #[cold]
    fn add_checked(
        &mut self,
        tag: &[u8],
        name: (u32, u32),
        fingerprint: NameFingerprint,
        value: (u32, u32),
        quote: Quote,
    ) -> bool {
        // One more than the limit tells the fast path that the tag is beyond it. The rest would only take memory.
        if self.spans.len() > self.max {
            return true;
        }
        let duplicate = self.contains(tag, name, fingerprint);
        self.push(tag, name, fingerprint, duplicate);
        if let Some(last) = self.spans.last_mut() {
            (last.value, last.quote) = (value, quote);
        }
        duplicate
    }

    /// Whether the tag has an attribute of this name already.
    pub(crate) fn contains(&self, tag: &[u8], name: (u32, u32), fingerprint: NameFingerprint) -> bool {
        let raw = &tag[name.0 as usize..name.1 as usize];
        if self.fingerprints & fingerprint.0 == 0 {
            return false;
        }
        if self.index.is_empty() {
            return self.contains_linear(tag, raw);
        }
        match self.index.get(&self.hash(raw)) {
            None => false,
            // Two names of one 64-bit hash: only then all are compared.
            Some(&first) => {
                let other = self.spans[first as usize].name;
                names_equal(&tag[other.0 as usize..other.1 as usize], raw) || self.contains_linear(tag, raw)
            }
        }
    }

    fn contains_linear(&self, tag: &[u8], raw: &[u8]) -> bool {
        let mut names = self
            .spans
            .iter()
            .filter(|spans| !spans.duplicate)
            .map(|spans| &tag[spans.name.0 as usize..spans.name.1 as usize]);
        match is_plain(raw) {
            true => names.any(|name| {
                count(raw.len().min(name.len()));
                name.eq_ignore_ascii_case(raw)
            }),
            false => names.any(|name| names_equal(name, raw)),
        }
    }

    fn build_index(&mut self, tag: &[u8]) {
        for (position, spans) in self.spans.iter().enumerate().filter(|(_, spans)| !spans.duplicate) {
            let hash = self.hash(&tag[spans.name.0 as usize..spans.name.1 as usize]);
            self.index.entry(hash).or_insert(position as u32);
        }
    }

    fn hash(&self, raw: &[u8]) -> u64 {
        count(raw.len());
        // Most names are short ASCII: they are lowered on the stack.
        let mut lowered = [0; 32];
        if raw.len() <= lowered.len() && is_plain(raw) {
            let lowered = &mut lowered[..raw.len()];
            lowered.copy_from_slice(raw);
            lowered.make_ascii_lowercase();
            return self.hasher.hash_one(&*lowered);
        }
        self.hasher.hash_one(decode_name(raw).as_bytes())
    }
}

/// One bit of 64 that equal names share: from length and ends for plain names; the names that change
/// when they are decoded share the last one.
#[derive(Clone, Copy)]
pub(crate) struct NameFingerprint(u64);

impl NameFingerprint {
    #[inline]
    pub(crate) fn of(name: &[u8]) -> Self {
        count(name.len());
        if is_plain(name) { Self::of_plain(name) } else { NameFingerprint(1 << 63) }
    }

    /// The same, if the name is plain.
    #[inline(always)]
    fn of_plain(name: &[u8]) -> Self {
        let (Some(&first), Some(&last)) = (name.first(), name.last()) else { return NameFingerprint(1) };
        NameFingerprint::of_ends(first, last, name.len())
    }

    /// Of the length only the lowest bits count, as the sum of all of it may overflow.
    #[inline(always)]
    fn of_ends(first: u8, last: u8, length: usize) -> Self {
        let mixed = u32::from(first | 0x20) * 7 + u32::from(last | 0x20) * 3 + (length % 64) as u32;
        NameFingerprint(1 << (mixed % 64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_names_have_a_fingerprint() {
        for length in [1, 64, u32::MAX as usize - 64, u32::MAX as usize] {
            let fingerprint = NameFingerprint::of_ends(b'a', b'z', length);
            assert_eq!(fingerprint.0, NameFingerprint::of_ends(b'A', b'Z', length % 64).0, "{length}");
        }
    }

    /// A stream of any length may be removed from one value.
    #[test]
    fn pairs_hold_all_numbers() {
        for pair in [(0, 0), (1, u64::MAX), (u64::MAX, 1), (1 << 32, 0x1234_5678_9ABC_DEF0)] {
            assert_eq!(AttributeSpans::pair(pair.0, pair.1).as_pair(), pair);
        }
    }
}
