//! The list of active formatting elements (13.2.4.3), and the adoption agency algorithm.

use tagspan::{Namespace, Tag, Token};

use super::{Ambiguity, Builder, NewElement, Start, Tree};
use crate::element::Element;
use crate::names::NameKey;
use crate::open_elements::{Closing, Name, Open, OpenElements};

/// An entry of the list.
#[derive(Clone, Debug, Default)]
struct Entry {
    /// The mark of its element on the stack. 0 is a marker.
    mark: u32,
    key: NameKey,
    /// Whether the element is on the stack.
    is_open: bool,
    /// Whether the tag is too long to be kept.
    is_truncated: bool,
    /// Its start tag.
    tag: Vec<u8>,
}

/// The list of active formatting elements.
#[derive(Clone, Debug, Default)]
pub(super) struct Formatting {
    entries: Vec<Entry>,
    last_mark: u32,
    /// Buffers of entries that were removed.
    spare: Vec<Vec<u8>>,
}

/// How many entries are kept.
const MOST_ENTRIES: usize = 512;

/// How many bytes of a tag are kept.
const MOST_BYTES: usize = 4096;

const A: NameKey = NameKey::new(b"a");
const NOBR: NameKey = NameKey::new(b"nobr");

impl Formatting {
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(super) fn push_marker(&mut self) {
        self.add(Entry::default());
    }

    fn add(&mut self, entry: Entry) {
        if self.entries.len() == MOST_ENTRIES {
            self.remove(0);
        }
        self.entries.push(entry);
    }

    fn remove(&mut self, place: usize) -> u32 {
        let mut entry = self.entries.remove(place);
        entry.tag.clear();
        if self.spare.len() < 16 {
            self.spare.push(entry.tag);
        }
        entry.mark
    }

    /// Adds an element, and removes the earliest of four that are alike. Returns its mark.
    fn push(&mut self, tag: Tag<'_>, key: NameKey) -> u32 {
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
    fn last(&self, key: NameKey) -> Option<usize> {
        let first = self.after_marker();
        self.entries[first..].iter().rposition(|entry| entry.key == key).map(|place| first + place)
    }

    fn place_of(&self, mark: u32) -> Option<usize> {
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
fn with_tag<R>(kept: &[u8], each: impl FnOnce(Tag<'_>) -> R) -> Option<R> {
    let mut tokenizer = tagspan::Tokenizer::builder().encoding(tagspan::UTF_8).build();
    match tokenizer.feed_last(kept).next_token() {
        Ok(Some(Token::StartTag(tag))) => Some(each(tag)),
        _ => None,
    }
}

impl<B: Builder> Tree<B> {
    /// The start tag of a formatting element.
    pub(super) fn start_formatting(&mut self, start: &Start<'_>) {
        let name = start.name;
        self.note_closed();
        if name.key == A
            && let Some(place) = self.formatting.last(A)
        {
            let mark = self.formatting.entries[place].mark;
            self.adoption_agency(name);
            if let Some(place) = self.formatting.place_of(mark) {
                self.formatting.remove(place);
            }
            if let Some(place) = self.open.stack.iter().rposition(|open| open.mark == mark) {
                self.open.observer.ambiguous(Ambiguity::Misnested);
                self.open.end_early(place);
            }
        }
        self.reconstruct();
        if name.key == NOBR && self.open.is_in_scope(b"nobr") {
            self.adoption_agency(name);
            self.reconstruct();
        }
        self.insert(start);
        if self.open.deeper == 0 {
            let mark = self.formatting.push(start.tag, name.key);
            if let Some(top) = self.open.stack.last_mut() {
                top.mark = mark;
            }
        }
    }

    /// Takes note of the formatting elements that are no longer on the stack.
    #[inline]
    fn note_closed(&mut self) {
        for mark in self.open.closed_marks.drain(..) {
            let entry = self.formatting.entries.iter_mut().rfind(|entry| entry.mark == mark);
            if let Some(entry) = entry {
                entry.is_open = false;
            }
        }
    }

    /// Reconstructs the active formatting elements.
    #[inline]
    pub(super) fn reconstruct(&mut self) {
        self.note_closed();
        let is_closed = |entry: &Entry| entry.mark != 0 && !entry.is_open;
        if self.formatting.entries.last().is_some_and(is_closed) {
            self.reconstruct_all();
        }
    }

    #[cold]
    fn reconstruct_all(&mut self) {
        let is_kept = |entry: &Entry| entry.mark == 0 || entry.is_open;
        let first = self.formatting.entries.iter().rposition(is_kept).map_or(0, |place| place + 1);
        for place in first..self.formatting.entries.len() {
            let (parent, is_fostered) = self.place();
            let at = self.open.stack.len();
            if at >= self.open.depth {
                self.open.observer.ambiguous(Ambiguity::Depth);
                return;
            }
            self.open_again(place, parent, is_fostered, at);
        }
    }

    /// Opens the element of an entry again, at a place of the stack.
    fn open_again(&mut self, entry: usize, parent: Option<usize>, is_fostered: bool, at: usize) {
        let Some(entry) = self.formatting.entries.get_mut(entry) else { return };
        let open = &mut self.open;
        let ambiguity = if is_fostered {
            Some(Ambiguity::FosterParented)
        } else {
            entry.is_truncated.then_some(Ambiguity::Truncated)
        };
        if let Some(ambiguity) = ambiguity {
            open.observer.ambiguous(ambiguity);
        }
        with_tag(&entry.tag, |tag| {
            let new = NewElement {
                name: tag.raw_name(),
                key: entry.key,
                namespace: Namespace::Html,
                tag: Some(tag),
                is_clone: true,
                ambiguity,
            };
            let parent = parent.and_then(|place| open.stack.get_mut(place)).map(|open| &mut open.data);
            let data = open.observer.open(&new, parent);
            let mut inserted = Open::new(new.name, new.key, Element::html(new.key), Namespace::Html, data);
            inserted.mark = entry.mark;
            open.insert(at, new.name, inserted);
            entry.is_open = true;
        });
    }

    /// Clears the list up to the last marker.
    pub(super) fn clear_formatting(&mut self) {
        self.note_closed();
        while let Some(place) = self.formatting.entries.len().checked_sub(1) {
            if self.formatting.remove(place) == 0 {
                return;
            }
        }
    }

    /// The adoption agency algorithm, for the end tag of a formatting element.
    pub(super) fn adoption_agency(&mut self, name: Name<'_>) {
        self.note_closed();
        let top = self.open.stack.len().checked_sub(1);
        if let Some(top) = top {
            let open = &self.open.stack[top];
            if self.open.is_html_named(open, name) && self.formatting.place_of(open.mark).is_none() {
                return self.open.end_at(top);
            }
        }
        for _ in 0..8 {
            let Some(entry) = self.formatting.last(name.key) else {
                return self.open.end_named(name, Element::is_special);
            };
            let mark = self.formatting.entries[entry].mark;
            let Some(place) = self.open.stack.iter().rposition(|open| open.mark == mark) else {
                self.formatting.remove(entry);
                return;
            };
            let above = &self.open.stack[place + 1..];
            if above.iter().any(|open| open.element().is_scope()) {
                return;
            }
            match above.iter().position(|open| open.element().is_special()) {
                None => {
                    self.formatting.remove(entry);
                    return self.open.end_at(place);
                }
                Some(block) => self.move_block(mark, place, place + 1 + block),
            }
            self.note_closed();
        }
    }

    /// Moves a block out of a formatting element around it, as far as the stack shows it.
    #[cold]
    fn move_block(&mut self, mark: u32, place: usize, block: usize) {
        self.open.observer.ambiguous(Ambiguity::Misnested);
        let mut clones = Vec::new();
        for (count, at) in (place + 1..block).rev().enumerate() {
            let Some(entry) = self.formatting.place_of(self.open.stack[at].mark) else { continue };
            let inner = self.formatting.entries[entry].mark;
            if count < 3 {
                clones.push(inner);
            } else {
                self.formatting.remove(entry);
            }
        }
        // The new element comes after the innermost of those that are opened again.
        let bookmark = clones.first().copied();
        for at in (place..block).rev() {
            let closing = if at == place { Closing::EndTag } else { Closing::Implied };
            let open = self.open.take(at);
            self.open.observer.closed(open, closing, &self.open.stack[..at]);
        }
        let mut at = place;
        for &mark in clones.iter().rev() {
            let before = self.open.stack.len();
            if let Some(entry) = self.formatting.place_of(mark) {
                self.open_again(entry, at.checked_sub(1), false, at);
            }
            at += self.open.stack.len() - before;
        }
        if let (Some(from), Some(after)) =
            (self.formatting.place_of(mark), bookmark.and_then(|mark| self.formatting.place_of(mark)))
        {
            let entry = self.formatting.entries.remove(from);
            let to = if from < after { after } else { after + 1 };
            self.formatting.entries.insert(to, entry);
        }
        self.note_moved(at);
        if let Some(entry) = self.formatting.place_of(mark) {
            self.open_again(entry, Some(at), false, at + 1);
        }
        (at + 2..self.open.stack.len()).for_each(|place| self.note_moved(place));
        self.open.close_ended();
    }

    /// Tells that an open element has the one below it as its parent from here on.
    fn note_moved(&mut self, place: usize) {
        let OpenElements { observer, stack, .. } = &mut self.open;
        let (below, from) = stack.split_at_mut(place);
        if let Some(open) = from.first_mut() {
            observer.moved(&mut open.data, below.last_mut().map(|open| &mut open.data));
        }
    }
}
