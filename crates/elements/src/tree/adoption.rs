//! Formatting elements: how they are opened again, and the adoption agency algorithm (13.2.6.4.7).

use tagspan::Namespace;

use super::formatting::{Entry, with_tag};
use super::{Ambiguity, Builder, NewElement, Start, Tree};
use crate::element::Element;
use crate::names::NameKey;
use crate::open_elements::{Closing, Name, Open, OpenElements};

const A: NameKey = NameKey::new(b"a");
const NOBR: NameKey = NameKey::new(b"nobr");

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
        self.note_full();
        if self.open.deeper == 0 {
            let mark = self.formatting.push(start.tag, name.key);
            if let Some(top) = self.open.stack.last_mut() {
                top.mark = mark;
            }
        }
    }

    /// Adds a marker to the list.
    pub(super) fn push_marker(&mut self) {
        self.note_full();
        self.formatting.push_marker();
    }

    /// The earliest entry of a full list is forgotten.
    fn note_full(&mut self) {
        if self.formatting.is_full() {
            self.open.observer.ambiguous(Ambiguity::Truncated);
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
