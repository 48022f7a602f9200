//! Rows: the text or an attribute of the first element in each column, for a page or for each element of it.

use std::collections::VecDeque;

use serde::Serialize;
use tagspan::Token;
use tagspan_select::{Entered, Event};

use super::found::{Found, KEPT};
use super::print::object;

use crate::inputs::Source;
use crate::selector::Column;
use crate::tokens::{Format, Jsonl};

/// A row that is not printed yet.
struct Row {
    /// The element that it is of; `None` is the page.
    element: Option<u64>,
    values: Vec<Option<String>>,
    is_whole: bool,
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
    /// The number of its row among all rows of the page.
    row: u64,
    column: usize,
}

/// The rows that are not printed yet: one may be whole before another one around it.
pub(super) struct Rows {
    columns: Vec<Column>,
    /// The selector of the elements that have a row each, if there is one. Those of the columns follow.
    each: Option<u32>,
    /// The selector of the first column.
    first_column: u32,
    /// Whether the first row is all that is printed.
    first: bool,
    waiting: VecDeque<Row>,
    /// How many rows of the page were printed.
    printed: u64,
    reading: Vec<Reading>,
    kept: usize,
    missing: u64,
    lines: Jsonl,
}

impl Rows {
    pub(super) fn new(columns: &[Column], selector: u32, has_each: bool, first: bool, several: bool) -> Self {
        Rows {
            columns: columns.to_vec(),
            each: has_each.then_some(selector),
            first_column: selector + u32::from(has_each),
            first,
            waiting: VecDeque::new(),
            printed: 0,
            reading: Vec::new(),
            kept: 0,
            missing: 0,
            lines: Jsonl::new(several),
        }
    }

    fn push_row(&mut self, element: Option<u64>) {
        if self.first && self.printed + self.waiting.len() as u64 > 0 {
            return;
        }
        self.waiting.push_back(Row { element, values: vec![None; self.columns.len()], is_whole: false });
    }

    fn enter(&mut self, entered: &Entered<'_>) {
        if self.each.is_some_and(|each| entered.selectors.contains(&each)) {
            self.push_row(Some(entered.element));
        }
        // The innermost element that is open has the value.
        let Some(place) = self.waiting.iter().rposition(|row| !row.is_whole) else { return };
        for &selector in entered.selectors {
            let Some(column) = selector.checked_sub(self.first_column).map(|column| column as usize) else {
                continue;
            };
            let Some(value) = self.waiting[place].values.get_mut(column).filter(|value| value.is_none())
            else {
                continue;
            };
            match &self.columns[column].attribute {
                // The first element that has the attribute.
                Some(name) => {
                    *value = entered.tag.and_then(|tag| tag.attribute_value(name)).map(String::from);
                    self.kept += value.as_ref().map_or(0, String::len);
                }
                None => {
                    *value = Some(String::new());
                    let row = self.printed + place as u64;
                    self.reading.push(Reading { element: entered.element, row, column });
                }
            }
        }
    }
}

impl Found for Rows {
    fn begin(&mut self, source: &Source, line: &mut String) {
        self.waiting.clear();
        self.reading.clear();
        (self.printed, self.kept, self.missing) = (0, 0, 0);
        Format::begin(&mut self.lines, source, line);
        if self.each.is_none() {
            self.push_row(None);
        }
    }

    fn event(&mut self, event: Event<'_>, _token: Option<&Token<'_>>) {
        match event {
            Event::Entered(entered) => self.enter(&entered),
            Event::Text(within) => {
                for reading in self.reading.iter().filter(|it| within.elements.contains(&it.element)) {
                    let row = reading.row.checked_sub(self.printed).map(|row| row as usize);
                    let Some(row) = row.and_then(|row| self.waiting.get_mut(row)) else { continue };
                    if self.kept + within.text.len() > KEPT {
                        self.missing += within.text.len() as u64;
                    } else if let Some(value) = &mut row.values[reading.column] {
                        self.kept += within.text.len();
                        *value += within.text;
                    }
                }
            }
            Event::Left(left) => {
                self.reading.retain(|reading| reading.element != left.element);
                let is_it = |row: &&mut Row| row.element == Some(left.element);
                if let Some(row) = self.waiting.iter_mut().find(is_it) {
                    row.is_whole = true;
                }
            }
        }
    }

    fn token(&mut self, _token: &Token<'_>) {}

    fn print(&mut self, is_end: bool, line: &mut String) {
        while self.waiting.front().is_some_and(|row| is_end || row.is_whole) {
            let Some(row) = self.waiting.pop_front() else { break };
            self.printed += 1;
            self.kept = self.kept.saturating_sub(row.values.iter().flatten().map(String::len).sum());
            let names = self.columns.iter().map(|column| column.name.as_str());
            self.lines.push(&Values { values: &names.zip(row.values).collect::<Vec<_>>() }, line);
        }
    }

    fn missing(&self) -> u64 {
        self.missing
    }
}
