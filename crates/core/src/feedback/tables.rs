//! Tables and their parts on the stack of open elements.
//!
//! These are the insertion modes from "in table" to "in cell" (13.2.6.4.9 to .15, 12.2.6.4.9 to .15), as far as they say which
//! elements are open.

use super::names::Name;
use super::stack::{ElementKind, Entry, ScopeSearch};
use super::{Ambiguity, Simulator};

/// The context of the parts of a table.
enum Root {
    /// A table, or a template that stands for one, at this index.
    At(usize),
    /// A template that does not.
    Body,
    /// The context around the stack, if there is a table.
    Outside,
}

fn is_any(entry: &Entry, names: &[&str]) -> bool {
    names.iter().any(|name| entry.is_html(name))
}

impl Simulator {
    fn table_root(&self) -> Root {
        match self.stack.find(|entry| is_any(entry, &["table", "template"]), |_| false) {
            ScopeSearch::At(index) => {
                let entry = self.stack.get(index);
                let is_table = entry.is_html("table") || entry.kind.is_table_template();
                if is_table { Root::At(index) } else { Root::Body }
            }
            ScopeSearch::Stopped(_) | ScopeSearch::Outside => Root::Outside,
        }
    }

    /// The outermost of these elements that is open in the table.
    fn first_in(&self, root: usize, names: &[&str]) -> Option<usize> {
        (root + 1..self.stack.len()).find(|&index| is_any(self.stack.get(index), names))
    }

    /// Whether the insertion mode is one of a table outside of its cells and captions. That of a table around the stack is
    /// ambiguous, and treated as none.
    pub(super) fn is_between_cells(&mut self) -> bool {
        match self.table_root() {
            Root::At(root) => self.first_in(root, &["td", "th", "caption"]).is_none(),
            Root::Body => false,
            Root::Outside => {
                if !self.stack.fixed {
                    self.note_ambiguity(Ambiguity::Forever);
                }
                false
            }
        }
    }

    pub(super) fn open_table(&mut self, name: &Name<'_>) {
        // In a cell or a caption there may be anything.
        if self.is_between_cells()
            && let Root::At(root) = self.table_root()
        {
            if !self.stack.get(root).is_html("table") {
                return;
            }
            self.close(root);
        }
        if let Some(index) = self.p_in_button_scope() {
            // In quirks mode a table stays in its paragraph.
            self.note_ambiguity(Ambiguity::Forever);
            self.close(index);
        }
        self.push(name, ElementKind::Html);
    }

    /// The start tag of a part closes what is open in the table, and what the standard inserts before it is opened.
    pub(super) fn open_table_part(&mut self, name: &Name<'_>) {
        let root = match self.table_root() {
            Root::At(root) => root,
            Root::Body => return,
            // In a table around the stack it closes all that is on it; else it is ignored.
            Root::Outside if self.stack.fixed => return,
            Root::Outside => return self.close_all(),
        };
        let is_cell = name.is("td") || name.is("th");
        let is_row = name.is("tr");
        let kind = self.stack.get(root).kind;
        let fits = match kind {
            ElementKind::TemplateOfCells => is_cell,
            ElementKind::TemplateOfRows => is_cell || is_row,
            _ => true,
        };
        if !fits {
            // Parts are closed for it, and then it is ignored.
            if let Some(index) = self.first_in(root, &["tr", "td", "th"]) {
                self.close(index);
            }
            return;
        }
        let mut length = root + 1;
        if is_cell || is_row {
            let is_open = |index: usize, names: &[&str]| {
                index < self.stack.len() && is_any(self.stack.get(index), names)
            };
            let has_section = is_open(length, &["tbody", "tfoot", "thead"]);
            length += usize::from(has_section);
            let has_row = is_cell && is_open(length, &["tr"]);
            length += usize::from(has_row);
            self.close(length);
            if !has_section && (kind == ElementKind::Html || kind == ElementKind::TemplateOfTable) {
                self.push(&Name::new(b"tbody"), ElementKind::Html);
            }
            if is_cell && !has_row && kind != ElementKind::TemplateOfCells {
                self.push(&Name::new(b"tr"), ElementKind::Html);
            }
        } else {
            self.close(length);
        }
        if !(name.is("col") || name.is("colgroup")) {
            self.push(name, ElementKind::Html);
        }
    }

    /// The end tag of a table or of a part of one.
    pub(super) fn close_table_part(&mut self, name: &Name<'_>) {
        if name.is("col") || name.is("colgroup") {
            return;
        }
        let root = match self.table_root() {
            Root::At(root) => root,
            Root::Body => return,
            Root::Outside => return self.close_around(name),
        };
        let open = if !name.is("table") {
            (root + 1..self.stack.len()).find(|&index| self.stack.get(index).is_html_named(name))
        } else if self.stack.get(root).is_html("table") {
            Some(root)
        } else if self.first_in(root, &["td", "th"]).is_some() {
            None
        } else {
            // It closes parts before it finds no table.
            self.first_in(root, &["caption", "tbody", "tfoot", "thead", "tr"])
        };
        if let Some(index) = open {
            self.close(index);
        }
    }
}
