//! The elements that match, in the order of their start tags.

use std::collections::VecDeque;
use std::io::{self, Write};

use tagspan::Token;
use tagspan_select::{Entered, Event, Left, TextWithin};

use super::element::Element;
use super::print::Printer;
use super::results::{Kept, Results};
use super::written::Written;
use crate::inputs::Source;

/// The elements that are not printed yet: an element waits for the end of those around it that match too.
pub(super) struct Elements {
    printer: Printer,
    /// The selector of the elements.
    selector: u32,
    /// Whether the first element is all that is printed.
    first: bool,
    waiting: VecDeque<Element>,
    /// How many elements of the page no longer wait.
    printed: u64,
    /// The open elements: their numbers among those that match, and their places among those of the page, both ascending.
    open: Vec<(u64, u64)>,
    /// The places of elements that end with the current token.
    ending: Vec<u64>,
    /// How many elements were found.
    count: u64,
    written: Written,
    kept: Kept,
    line: String,
}

impl Elements {
    pub(super) fn new(printer: Printer, selector: u32, first: bool) -> Self {
        Elements {
            printer,
            selector,
            first,
            waiting: VecDeque::new(),
            printed: 0,
            open: Vec::new(),
            ending: Vec::new(),
            count: 0,
            written: Written::default(),
            kept: Kept::default(),
            line: String::new(),
        }
    }

    fn enter(&mut self, entered: &Entered<'_>) {
        if !entered.selectors.contains(&self.selector) || self.first && self.count > 0 {
            return;
        }
        let mut element = Element::new(entered, self.printer.needs_attributes(), self.written.end());
        if let Some(name) = self.printer.attribute() {
            let Some(value) = entered.tag.and_then(|tag| tag.attribute_value(name)) else { return };
            element.text = value.into();
            element.is_whole = true;
        }
        self.count += 1;
        if self.printer.counts() {
            return;
        }
        if !self.kept.add_to(element.size(), &mut element.is_truncated) {
            return;
        }
        if !element.is_whole {
            self.open.push((entered.element, self.printed + self.waiting.len() as u64));
        }
        self.waiting.push_back(element);
    }

    fn text(&mut self, within: &TextWithin<'_>) {
        for number in within.elements {
            let Ok(at) = self.open.binary_search_by_key(number, |open| open.0) else { continue };
            let Some(element) = at_place(&mut self.waiting, self.printed, self.open[at].1) else { continue };
            if self.kept.add_to(within.text.len(), &mut element.is_truncated) {
                element.text += within.text;
            }
        }
    }

    fn leave(&mut self, left: &Left<'_>) {
        let Ok(at) = self.open.binary_search_by_key(&left.element, |open| open.0) else { return };
        let place = self.open.remove(at).1;
        let Some(element) = at_place(&mut self.waiting, self.printed, place) else { return };
        (element.content, element.span) = (left.content, left.span);
        element.ambiguity = left.ambiguity.map(|why| why.as_str());
        element.is_whole = true;
        if !self.printer.needs_html() {
            return;
        }
        element.html.end = self.written.end();
        let is_start_tag = element.start_tag.is_some() && element.html.is_empty();
        match self.written.after_end_tag(&element.name) {
            Some(end) if left.has_end_tag => element.html.end = end,
            None if left.has_end_tag => self.ending.push(place),
            _ if is_start_tag => self.ending.push(place),
            _ => {}
        }
    }
}

/// The element at a place among those of the page, if it still waits.
fn at_place(waiting: &mut VecDeque<Element>, printed: u64, place: u64) -> Option<&mut Element> {
    waiting.get_mut(place.checked_sub(printed)? as usize)
}

impl Results for Elements {
    fn begin(&mut self, source: &Source, out: &mut dyn Write) -> io::Result<()> {
        self.waiting.clear();
        self.open.clear();
        self.ending.clear();
        self.written.clear();
        self.kept = Kept::default();
        (self.printed, self.count) = (0, 0);
        self.line.clear();
        self.printer.begin(source, &mut self.line);
        out.write_all(self.line.as_bytes())
    }

    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Entered(entered) => self.enter(&entered),
            Event::Text(within) if self.printer.needs_text() => self.text(&within),
            Event::Text(_) => {}
            Event::Left(left) => self.leave(&left),
        }
    }

    fn token(&mut self, token: &Token<'_>) {
        if !self.printer.needs_html() || self.waiting.is_empty() {
            return;
        }
        if self.kept.add(token.raw().len()) {
            self.written.push(token);
        } else {
            let open = self.open.iter().map(|open| open.1);
            for place in open.chain(self.ending.iter().copied()) {
                if let Some(element) = at_place(&mut self.waiting, self.printed, place) {
                    self.kept.cut(&mut element.is_truncated);
                }
            }
        }
        for place in self.ending.drain(..) {
            if let Some(element) = at_place(&mut self.waiting, self.printed, place) {
                element.html.end = self.written.end();
            }
        }
    }

    fn print(&mut self, is_end: bool, out: &mut dyn Write) -> io::Result<()> {
        let printed = self.printed;
        while self.waiting.front().is_some_and(|it| is_end || it.is_whole) {
            let Some(element) = self.waiting.pop_front() else { break };
            self.printed += 1;
            self.kept.remove(element.size());
            self.line.clear();
            self.printer.element(&element, self.written.get(element.html), &mut self.line);
            out.write_all(self.line.as_bytes())?;
        }
        if self.printed > printed {
            let start = self.waiting.front().map_or(self.written.end(), |it| it.html.start);
            self.kept.remove(self.written.forget(start));
        }
        if is_end {
            self.line.clear();
            self.printer.end(self.count, &mut self.line);
            out.write_all(self.line.as_bytes())?;
        }
        Ok(())
    }

    fn incomplete(&self) -> u64 {
        self.kept.incomplete
    }
}
