//! The list of active formatting elements (13.2.4.3).

use tagspan::{Tag, Token};

use crate::names::NameKey;

/// An entry of the list.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    /// The mark of its element on the stack. 0 is a marker.
    pub(super) mark: u32,
    pub(super) key: NameKey,
    /// Whether the element is on the stack.
    pub(super) is_open: bool,
    /// Whether the tag is too long to be kept.
    pub(super) is_truncated: bool,
    /// Its start tag.
    pub(super) tag: Vec<u8>,
}

/// The list of active formatting elements.
#[derive(Clone, Debug, Default)]
pub(super) struct Formatting {
    pub(super) entries: Vec<Entry>,
    last_mark: u32,
    /// Buffers of entries that were removed.
    spare: Vec<Vec<u8>>,
}

/// How many entries are kept.
const MOST_ENTRIES: usize = 512;

/// How many bytes of a tag are kept.
const MOST_BYTES: usize = 4096;

impl Formatting {
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(super) fn is_full(&self) -> bool {
        self.entries.len() == MOST_ENTRIES
    }

    pub(super) fn push_marker(&mut self) {
        self.add(Entry::default());
    }

    fn add(&mut self, entry: Entry) {
        if self.is_full() {
            self.remove(0);
        }
        self.entries.push(entry);
    }

    pub(super) fn remove(&mut self, place: usize) -> u32 {
        let mut entry = self.entries.remove(place);
        entry.tag.clear();
        if self.spare.len() < 16 {
            self.spare.push(entry.tag);
        }
        entry.mark
    }

    /// Adds an element, and removes the earliest of four that are alike. Returns its mark.
    pub(super) fn push(&mut self, tag: Tag<'_>, key: NameKey) -> u32 {
        let first = self.after_marker();
        let alike = |entry: &&Entry| entry.key == key;
        if self.entries[first..].iter().filter(alike).count() >= 3 {
            let is_equal =
                |entry: &Entry| entry.key == key && !entry.is_truncated && has_attributes_of(&entry.tag, tag);
            let equal: Vec<usize> =
                (first..self.entries.len()).filter(|&at| is_equal(&self.entries[at])).collect();
            if equal.len() >= 3 {
                self.remove(equal[0]);
            }
        }
        // Marks of elements that are long gone are given again.
        self.last_mark = self.last_mark.checked_add(1).unwrap_or(1);
        let mut kept = self.spare.pop().unwrap_or_default();
        let is_truncated = tag.raw().len() > MOST_BYTES || tag.is_truncated();
        if is_truncated {
            kept.extend_from_slice(b"<");
            kept.extend_from_slice(tag.raw_name());
            kept.extend_from_slice(b">");
        } else {
            kept.extend_from_slice(tag.raw());
        }
        let mark = self.last_mark;
        self.add(Entry { mark, key, is_open: true, is_truncated, tag: kept });
        mark
    }

    /// The place after the last marker.
    fn after_marker(&self) -> usize {
        self.entries.iter().rposition(|entry| entry.mark == 0).map_or(0, |place| place + 1)
    }

    /// The place of the last element of a name after the last marker.
    pub(super) fn last(&self, key: NameKey) -> Option<usize> {
        let first = self.after_marker();
        self.entries[first..].iter().rposition(|entry| entry.key == key).map(|place| first + place)
    }

    pub(super) fn place_of(&self, mark: u32) -> Option<usize> {
        if mark == 0 { None } else { self.entries.iter().rposition(|entry| entry.mark == mark) }
    }
}

/// Whether a kept tag has the attributes of another one, in any order.
fn has_attributes_of(kept: &[u8], tag: Tag<'_>) -> bool {
    kept == tag.raw()
        || with_tag(kept, |kept| {
            kept.attributes().count() == tag.attributes().count()
                && kept.attributes().all(|attribute| {
                    let other = tag.attributes().find(|other| other.name() == attribute.name());
                    other.is_some_and(|other| other.value() == attribute.value())
                })
        })
        .unwrap_or(false)
}

/// Calls with the tag that was kept.
pub(super) fn with_tag<R>(kept: &[u8], each: impl FnOnce(Tag<'_>) -> R) -> Option<R> {
    let mut tokenizer = tagspan::Tokenizer::builder().encoding(tagspan::UTF_8).build();
    match tokenizer.feed_last(kept).next_token() {
        Ok(Some(Token::StartTag(tag))) => Some(each(tag)),
        _ => None,
    }
}
