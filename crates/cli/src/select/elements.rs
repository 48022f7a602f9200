//! The elements that match, in the order of their start tags.

use std::collections::VecDeque;

use tagspan::Token;
use tagspan_select::{Entered, Event};

use super::element::Element;
use super::found::{Found, KEPT};
use super::print::Printer;
use crate::inputs::Source;

/// The elements that are not printed yet: one may be whole before another one around it.
pub(super) struct Elements {
    printer: Printer,
    /// The selector of the elements.
    selector: u32,
    first: bool,
    waiting: VecDeque<Element>,
    /// How many elements were found.
    count: u64,
    kept: usize,
    missing: u64,
}

impl Elements {
    pub(super) fn new(printer: Printer, selector: u32, first: bool) -> Self {
        Elements { printer, selector, first, waiting: VecDeque::new(), count: 0, kept: 0, missing: 0 }
    }

    fn enter(&mut self, entered: &Entered<'_>) {
        if !entered.selectors.contains(&self.selector) || self.first && self.count > 0 {
            return;
        }
        self.count += 1;
        if self.printer.counts() {
            return;
        }
        let attributes = entered.tag.into_iter().flat_map(|tag| tag.attributes());
        let mut element = Element {
            number: entered.element,
            name: entered.name.to_owned(),
            attributes: attributes.map(|it| (it.name().into_owned(), it.value().into_owned())).collect(),
            start_tag: entered.start_tag,
            ambiguity: entered.ambiguity.map(|why| why.as_str()),
            ..Element::default()
        };
        if let Some(tag) = entered.tag {
            element.has_token = true;
            if self.printer.needs_html() {
                element.html.extend_from_slice(tag.raw());
            }
        }
        self.waiting.push_back(element);
    }

    fn open(&mut self, number: u64) -> Option<&mut Element> {
        self.waiting.iter_mut().rev().find(|element| element.number == number && !element.is_whole)
    }

    /// Whether so many bytes more are kept.
    fn keeps(kept: &mut usize, missing: &mut u64, element: &mut Element, bytes: usize) -> bool {
        if *kept + bytes > KEPT {
            element.truncated = true;
            *missing += bytes as u64;
            return false;
        }
        *kept += bytes;
        true
    }
}

impl Found for Elements {
    fn begin(&mut self, source: &Source, line: &mut String) {
        self.waiting.clear();
        (self.count, self.kept, self.missing) = (0, 0, 0);
        self.printer.begin(source, line);
    }

    fn event(&mut self, event: Event<'_>, token: Option<&Token<'_>>) {
        match event {
            Event::Entered(entered) => self.enter(&entered),
            Event::Text(within) if self.printer.needs_text() => {
                let Elements { waiting, kept, missing, .. } = self;
                let open =
                    waiting.iter_mut().filter(|it| !it.is_whole && within.elements.contains(&it.number));
                for element in open {
                    if Elements::keeps(kept, missing, element, within.text.len()) {
                        element.text += within.text;
                    }
                }
            }
            Event::Text(_) => {}
            Event::Left(left) => {
                let needs_html = self.printer.needs_html();
                let Some(element) = self.open(left.element) else { return };
                if let Some(token) = token.filter(|_| needs_html && left.has_end_tag) {
                    element.html.extend_from_slice(token.raw());
                }
                (element.content, element.span) = (left.content, left.span);
                element.ambiguity = left.ambiguity.map(|why| why.as_str());
                element.is_whole = true;
            }
        }
    }

    fn token(&mut self, token: &Token<'_>) {
        let Elements { printer, waiting, kept, missing, .. } = self;
        for element in waiting.iter_mut().filter(|element| !element.is_whole) {
            let is_new = !std::mem::take(&mut element.has_token);
            let raw = token.raw();
            if is_new && printer.needs_html() && Elements::keeps(kept, missing, element, raw.len()) {
                element.html.extend_from_slice(raw);
            }
        }
    }

    fn print(&mut self, is_end: bool, line: &mut String) {
        while self.waiting.front().is_some_and(|it| is_end || it.is_whole || !self.printer.waits()) {
            let Some(element) = self.waiting.pop_front() else { break };
            self.kept = self.kept.saturating_sub(element.html.len() + element.text.len());
            self.printer.element(&element, line);
        }
        if is_end {
            self.printer.end(self.count, line);
        }
    }

    fn missing(&self) -> u64 {
        self.missing
    }
}
