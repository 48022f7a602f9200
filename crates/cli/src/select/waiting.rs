//! Results in the order of their start tags: one waits for the end of those that began before it.

use std::collections::VecDeque;

/// Results that are not printed yet, and which of them are open. A place is the number of a result among all of the page.
#[derive(Debug)]
pub(super) struct Waiting<T> {
    /// Whether each is whole.
    results: VecDeque<(T, bool)>,
    /// How many results of the page no longer wait.
    printed: u64,
    /// The open elements with a result: their numbers among those that match, and the places, both ascending.
    open: Vec<(u64, u64)>,
}

impl<T> Waiting<T> {
    pub(super) fn new() -> Self {
        Waiting { results: VecDeque::new(), printed: 0, open: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.results.clear();
        self.printed = 0;
        self.open.clear();
    }

    /// How many results the page has so far.
    pub(super) fn count(&self) -> u64 {
        self.printed + self.results.len() as u64
    }

    pub(super) fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// Adds a result that is whole.
    pub(super) fn push(&mut self, result: T) {
        self.results.push_back((result, true));
    }

    /// Adds the result of an element that is open.
    pub(super) fn open(&mut self, element: u64, result: T) {
        self.open.push((element, self.count()));
        self.results.push_back((result, false));
    }

    /// The place of the result of an open element.
    pub(super) fn place_of(&self, element: u64) -> Option<u64> {
        let at = self.open.binary_search_by_key(&element, |open| open.0).ok()?;
        Some(self.open[at].1)
    }

    /// Passes on the results of all open elements, the outermost first.
    pub(super) fn each_open(&mut self, mut each: impl FnMut(&mut T)) {
        for &(_, place) in &self.open {
            let at = place.checked_sub(self.printed).map(|at| at as usize);
            at.and_then(|at| self.results.get_mut(at)).into_iter().for_each(|(result, _)| each(result));
        }
    }

    /// The result of the innermost open element.
    pub(super) fn innermost(&mut self) -> Option<&mut T> {
        let place = self.open.last()?.1;
        self.get(place)
    }

    /// The result at a place, if it still waits.
    pub(super) fn get(&mut self, place: u64) -> Option<&mut T> {
        let at = place.checked_sub(self.printed)?;
        self.results.get_mut(at as usize).map(|(result, _)| result)
    }

    /// Closes an element: its result is whole. Returns its place.
    pub(super) fn close(&mut self, element: u64) -> Option<u64> {
        let at = self.open.binary_search_by_key(&element, |open| open.0).ok()?;
        let place = self.open.remove(at).1;
        let (_, is_whole) = self.results.get_mut(place.checked_sub(self.printed)? as usize)?;
        *is_whole = true;
        Some(place)
    }

    /// Takes the first result if it is whole, or if that is asked for.
    pub(super) fn pop(&mut self, also_open: bool) -> Option<T> {
        self.results.front().filter(|(_, is_whole)| also_open || *is_whole)?;
        let (result, _) = self.results.pop_front()?;
        self.printed += 1;
        Some(result)
    }

    pub(super) fn first(&self) -> Option<&T> {
        self.results.front().map(|(result, _)| result)
    }
}
