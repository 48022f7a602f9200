//! Rows: the text or an attribute of the first element in each column, for a page or for each element of it.

use std::io::{self, Write};

use serde::Serialize;
use tagspan::Token;
use tagspan_select::{Entered, Event, TextWithin};

use super::print::object;
use super::results::{Kept, Results};
use super::waiting::Waiting;
use crate::inputs::Source;
use crate::selector::Column;
use crate::tokens::{Format, Jsonl};

/// A row that is not printed yet.
struct Row {
    values: Vec<Option<String>>,
    is_cut: bool,
}

impl Row {
    /// How many bytes it takes.
    fn size(&self) -> usize {
        let text: usize = self.values.iter().flatten().map(String::len).sum();
        size_of::<Row>() + self.values.len() * size_of::<Option<String>>() + text
    }
}

/// A row as it is printed.
#[derive(Serialize)]
#[serde(transparent)]
struct Values<'a> {
    #[serde(serialize_with = "object")]
    values: &'a [(&'a str, Option<String>)],
}

/// An open element whose text is a value.
struct Reading {
    element: u64,
    /// The place of its row among all rows of the page.
    row: u64,
    column: usize,
}

/// The rows that are not printed yet: a row waits for the end of those around it.
pub(super) struct Rows {
    columns: Vec<Column>,
    /// The selector of the elements that have a row each, if there is one. Those of the columns follow.
    each: Option<u32>,
    /// The selector of the first column.
    first_column: u32,
    /// Whether the first row is all that is printed.
    first: bool,
    waiting: Waiting<Row>,
    /// Ascending by element.
    reading: Vec<Reading>,
    kept: Kept,
    lines: Jsonl,
    line: String,
}

impl Rows {
    pub(super) fn new(columns: &[Column], selector: u32, has_each: bool, first: bool, several: bool) -> Self {
        Rows {
            columns: columns.to_vec(),
            each: has_each.then_some(selector),
            first_column: selector + u32::from(has_each),
            first,
            waiting: Waiting::new(),
            reading: Vec::new(),
            kept: Kept::default(),
            lines: Jsonl::new(several),
            line: String::new(),
        }
    }

    /// Adds a row of an element, or of the page.
    fn push_row(&mut self, element: u64) {
        if self.first && self.waiting.count() > 0 {
            return;
        }
        let mut row = Row { values: vec![None; self.columns.len()], is_cut: false };
        if self.kept.add_to(row.size(), &mut row.is_cut) {
            self.waiting.open(element, row);
        }
    }

    fn enter(&mut self, entered: &Entered<'_>) {
        if self.each.is_some_and(|each| entered.selectors.contains(&each)) {
            self.push_row(entered.element);
        }
        // The innermost element that is open has the value.
        let Some(place) = self.waiting.open_places().next_back() else { return };
        let Some(row) = self.waiting.get(place) else { return };
        for &selector in entered.selectors {
            let Some(column) = selector.checked_sub(self.first_column).map(|column| column as usize) else {
                continue;
            };
            let Some(value) = row.values.get_mut(column).filter(|value| value.is_none()) else { continue };
            match &self.columns[column].attribute {
                // The first element that has the attribute.
                Some(name) => {
                    let Some(found) = entered.tag.and_then(|tag| tag.attribute_value(name)) else { continue };
                    if self.kept.add_to(found.len(), &mut row.is_cut) {
                        *value = Some(found.into());
                    }
                }
                None => {
                    *value = Some(String::new());
                    self.reading.push(Reading { element: entered.element, row: place, column });
                }
            }
        }
    }

    fn text(&mut self, within: &TextWithin<'_>) {
        for &number in within.elements {
            let first = self.reading.partition_point(|reading| reading.element < number);
            for reading in self.reading[first..].iter().take_while(|reading| reading.element == number) {
                let Some(row) = self.waiting.get(reading.row) else { continue };
                let Some(value) = &mut row.values[reading.column] else { continue };
                if self.kept.add_to(within.text.len(), &mut row.is_cut) {
                    *value += within.text;
                }
            }
        }
    }

    fn leave(&mut self, element: u64) {
        let first = self.reading.partition_point(|reading| reading.element < element);
        let ended = self.reading[first..].iter().take_while(|reading| reading.element == element).count();
        self.reading.drain(first..first + ended);
        self.waiting.close(element);
    }
}

impl Results for Rows {
    fn begin(&mut self, source: &Source, _out: &mut dyn Write) -> io::Result<()> {
        self.waiting.clear();
        self.reading.clear();
        self.kept = Kept::default();
        Format::begin(&mut self.lines, source, &mut self.line);
        if self.each.is_none() {
            // No element has this number: the row of a page is whole at its end.
            self.push_row(u64::MAX);
        }
        Ok(())
    }

    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Entered(entered) => self.enter(&entered),
            Event::Text(within) => self.text(&within),
            Event::Left(left) => self.leave(left.element),
        }
    }

    fn token(&mut self, _token: &Token<'_>) {}

    fn print(&mut self, is_end: bool, out: &mut dyn Write) -> io::Result<()> {
        while let Some(row) = self.waiting.pop(is_end) {
            self.kept.remove(row.size());
            let names = self.columns.iter().map(|column| column.name.as_str());
            self.line.clear();
            self.lines.push(&Values { values: &names.zip(row.values).collect::<Vec<_>>() }, &mut self.line);
            out.write_all(self.line.as_bytes())?;
        }
        Ok(())
    }

    fn incomplete(&self) -> u64 {
        self.kept.incomplete
    }
}
