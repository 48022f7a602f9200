//! Rows: the text or an attribute of the first element in each column, for a page or for each element of it.

use std::io::{self, Write};
use std::sync::Arc;

use serde::Serialize;
use tagspan::Token;
use tagspan_select::{ElementValue, Event, FirstValues};

use super::print::object;
use super::results::{Kept, Results};
use super::waiting::Waiting;
use crate::inputs::Source;
use crate::selector::Column;
use crate::tokens::{Format, Jsonl};

/// A row that is not printed yet.
struct Row {
    values: FirstValues,
    /// How many bytes it takes.
    size: usize,
    is_cut: bool,
}

/// A row as it is printed.
#[derive(Serialize)]
#[serde(transparent)]
struct Values<'a> {
    #[serde(serialize_with = "object")]
    values: &'a [(&'a str, Option<&'a str>)],
}

/// The rows that are not printed yet: a row waits for the end of those around it.
pub(super) struct Rows {
    columns: Vec<Column>,
    /// A row without values.
    empty: FirstValues,
    /// The selector of the elements that have a row each, if there is one.
    each: Option<u32>,
    /// Whether the first row is all that is printed.
    first: bool,
    waiting: Waiting<Row>,
    kept: Kept,
    lines: Jsonl,
    line: String,
}

impl Rows {
    /// The selectors of the columns follow this one, which is that of the elements if each has a row.
    pub(super) fn new(columns: &[Column], selector: u32, has_each: bool, first: bool, several: bool) -> Self {
        let values: Arc<[ElementValue]> = columns.iter().map(|column| column.value.clone()).collect();
        Rows {
            columns: columns.to_vec(),
            empty: FirstValues::new(values, selector + u32::from(has_each)),
            each: has_each.then_some(selector),
            first,
            waiting: Waiting::new(),
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
        let size = size_of::<Row>() + self.columns.len() * size_of::<Option<String>>();
        let mut row = Row { values: self.empty.clone(), size, is_cut: false };
        if self.kept.add_to(size, &mut row.is_cut) {
            self.waiting.open(element, row);
        }
    }
}

impl Row {
    fn push(&mut self, event: &Event<'_>, kept: &mut Kept) {
        let mut room = kept.room();
        let lost = self.values.push(event, &mut room);
        let bytes = kept.room() - room;
        self.size += bytes;
        kept.add(bytes);
        if lost > 0 {
            kept.cut(&mut self.is_cut);
        }
    }
}

impl Results for Rows {
    fn begin(&mut self, source: &Source, _out: &mut dyn Write) -> io::Result<()> {
        self.waiting.clear();
        self.kept = Kept::default();
        Format::begin(&mut self.lines, source, &mut self.line);
        if self.each.is_none() {
            // No element has this number: the row of a page is whole at its end.
            self.push_row(u64::MAX);
        }
        Ok(())
    }

    fn event(&mut self, event: Event<'_>) {
        if let Event::Entered(entered) = event {
            if self.each.is_some_and(|each| entered.selectors.contains(&each)) {
                self.push_row(entered.element);
            }
            // The innermost element that is open has the value.
            let row = self.waiting.innermost();
            row.into_iter().for_each(|row| row.push(&event, &mut self.kept));
            return;
        }
        self.waiting.each_open(|row| row.push(&event, &mut self.kept));
        if let Event::Left(left) = event {
            self.waiting.close(left.element);
        }
    }

    fn token(&mut self, _token: &Token<'_>) {}

    fn print(&mut self, is_end: bool, out: &mut dyn Write) -> io::Result<()> {
        while let Some(row) = self.waiting.pop(is_end) {
            self.kept.remove(row.size);
            let names = self.columns.iter().map(|column| column.name.as_str());
            self.line.clear();
            let values = names.zip(row.values.iter()).collect::<Vec<_>>();
            self.lines.push(&Values { values: &values }, &mut self.line);
            out.write_all(self.line.as_bytes())?;
        }
        Ok(())
    }

    fn incomplete(&self) -> u64 {
        self.kept.incomplete
    }
}
