//! The elements that match, in the order of their start tags.

use std::io::{self, Write};

use tagspan::Token;
use tagspan_select::{Entered, Event, Left, TextWithin};

use super::element::Element;
use super::print::Printer;
use super::results::{Kept, Results};
use super::waiting::Waiting;
use super::written::Written;
use crate::inputs::Source;

/// The elements that are not printed yet: an element waits for the end of those around it that match too.
pub(super) struct Elements {
    printer: Printer,
    /// The selector of the elements.
    selector: u32,
    /// Whether the first element is all that is printed.
    first: bool,
    waiting: Waiting<Element>,
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
            waiting: Waiting::new(),
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
        let attribute = self.printer.attribute();
        let value = attribute.map(|name| entered.tag.and_then(|tag| tag.attribute_value(name)));
        if value == Some(None) {
            return;
        }
        self.count += 1;
        if self.printer.counts() {
            return;
        }
        let mut element = Element::new(entered, self.printer.needs_attributes(), self.written.end());
        let value = value.flatten();
        let is_whole = value.is_some();
        element.text = value.map(String::from).unwrap_or_default();
        if !self.kept.add_to(element.size(), &mut element.is_truncated) {
            return;
        }
        if is_whole {
            self.waiting.push(element);
        } else {
            self.waiting.open(entered.element, element);
        }
    }

    fn text(&mut self, within: &TextWithin<'_>) {
        for &number in within.elements {
            let Some(place) = self.waiting.place_of(number) else { continue };
            let Some(element) = self.waiting.get(place) else { continue };
            if self.kept.add_to(within.text.len(), &mut element.is_truncated) {
                element.text += within.text;
            }
        }
    }

    fn leave(&mut self, left: &Left<'_>) {
        let Some(place) = self.waiting.close(left.element) else { return };
        let Some(element) = self.waiting.get(place) else { return };
        (element.content, element.span) = (left.content, left.span);
        element.ambiguity = left.ambiguity.map(|why| why.as_str());
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

impl Results for Elements {
    fn begin(&mut self, source: &Source, out: &mut dyn Write) -> io::Result<()> {
        self.waiting.clear();
        self.ending.clear();
        self.written.clear();
        self.kept = Kept::default();
        self.count = 0;
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
            self.waiting.each_open(|element| self.kept.cut(&mut element.is_truncated));
            for &place in &self.ending {
                let element = self.waiting.get(place);
                element.into_iter().for_each(|element| self.kept.cut(&mut element.is_truncated));
            }
        }
        for place in self.ending.drain(..) {
            if let Some(element) = self.waiting.get(place) {
                element.html.end = self.written.end();
            }
        }
    }

    fn print(&mut self, is_end: bool, out: &mut dyn Write) -> io::Result<()> {
        let mut has_printed = false;
        while let Some(element) = self.waiting.pop(is_end) {
            has_printed = true;
            self.kept.remove(element.size());
            self.line.clear();
            self.printer.element(&element, self.written.get(element.html), &mut self.line);
            out.write_all(self.line.as_bytes())?;
        }
        if has_printed {
            let start = self.waiting.first().map_or(self.written.end(), |it| it.html.start);
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
