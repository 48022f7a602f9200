//! End tags in HTML content: which elements they close ("in body", 13.2.6.4.7, 12.2.6.4.7).

use super::names::{Class, Name};
use super::stack::{Entry, ScopeSearch};
use super::{Ambiguity, Simulator};
use crate::steps::count;
use crate::text_mode::TextMode;

impl Simulator {
    /// An end tag among HTML elements, or one that no foreign element has the name of.
    pub(super) fn html_end_tag(&mut self, name: &Name<'_>) {
        let class = name.class();
        if name.is("p") {
            self.close_p();
        } else if name.is("template") {
            match self.stack.find(|entry| entry.is_html("template"), |_| false) {
                ScopeSearch::At(index) if !(index == 0 && self.stack.fixed) => self.close(index),
                ScopeSearch::Outside => self.close_around(name),
                _ => {}
            }
        } else if name.is("table") || class.has(Class::TABLE_PART) {
            self.close_table_part(name);
        } else if name.is("form") {
            match self.stack.find(|entry| entry.is_html("form"), Entry::ends_scope) {
                ScopeSearch::At(index) if self.stack.has_template() => self.close(index),
                ScopeSearch::At(index) => {
                    self.close_implied(|_| false);
                    self.stack.remove(index);
                }
                ScopeSearch::Outside => self.close_around(name),
                ScopeSearch::Stopped(index) => self.stopped_at(index),
            }
        } else if class.has(Class::FORMATTING) {
            self.end_formatting(name);
        } else if class.has(Class::HEADING) {
            self.close_in_scope(
                name,
                |entry| entry.kind.is_html() && entry.class.has(Class::HEADING),
                |_| false,
            );
        } else if name.is("li") {
            let list = |entry: &Entry| entry.is_html("ol") || entry.is_html("ul");
            self.close_in_scope(name, |entry| entry.is_html("li"), list);
        } else if class.has(Class::CLOSED_IN_SCOPE) {
            self.close_in_scope(name, |entry| entry.is_html_named(name), |_| false);
        } else {
            self.any_other_end_tag(name);
        }
    }

    fn close_in_scope(
        &mut self,
        name: &Name<'_>,
        wanted: impl Fn(&Entry) -> bool,
        stop: impl Fn(&Entry) -> bool,
    ) {
        match self.stack.find(wanted, |entry| entry.ends_scope() || stop(entry)) {
            ScopeSearch::At(index) => self.close_by_end_tag(index),
            ScopeSearch::Stopped(index) => self.stopped_at(index),
            ScopeSearch::Outside => self.close_around(name),
        }
    }

    /// The adoption agency (13.2.6.4.7, 12.2.6.4.7), for an end tag or an `a` or `nobr` in one.
    pub(super) fn end_formatting(&mut self, name: &Name<'_>) {
        match self.stack.find(|entry| entry.is_html_named(name), Entry::ends_scope) {
            ScopeSearch::At(index) => {
                let has_block = (index + 1..self.stack.len()).any(|above| self.stack.get(above).is_special());
                if has_block {
                    // Elements change places.
                    self.note_ambiguity(Ambiguity::Forever);
                    self.stack.remove(index);
                } else {
                    self.close(index + 1);
                    self.stack.truncate(index);
                }
            }
            ScopeSearch::Stopped(index) => self.stopped_at(index),
            ScopeSearch::Outside => self.close_around(name),
        }
    }

    fn any_other_end_tag(&mut self, name: &Name<'_>) {
        let mut beyond_point = false;
        for index in (0..self.stack.len()).rev() {
            count(1);
            if self.stack.get(index).kind.is_html() && self.has_name(index, name) {
                if beyond_point {
                    return self.note_ambiguity(Ambiguity::Forever);
                }
                return self.close(index);
            }
            let entry = self.stack.get(index);
            if entry.is_special() {
                if entry.kind.is_html() {
                    return;
                }
                // The standard stops here, known tree builders do not.
                beyond_point = true;
            }
        }
        if !beyond_point {
            self.close_around(name);
        } else if self.may_be_open_around(name) {
            self.note_ambiguity(Ambiguity::Forever);
        }
    }

    /// An end tag that no element on the stack stops, nor has the name of. If it is a name of HTML, or has a hyphen as
    /// those that authors define, it is likely that an element around them has it, and closes them.
    pub(super) fn close_around(&mut self, name: &Name<'_>) {
        if !self.may_be_open_around(name) {
            return;
        }
        let class = name.class();
        // What is in a form stays open, unless there is a template around.
        let is_unlikely =
            matches!(class, Class::OTHER | Class::CONTENT) || class.has(Class::POINT) || name.is("form");
        if is_unlikely && !name.bytes.contains(&b'-') {
            if self.ambiguity != Ambiguity::Forever {
                let ambiguity = self.namespace().map_or(Ambiguity::Forever, Ambiguity::MayBeClosed);
                self.note_ambiguity(ambiguity);
            }
        } else {
            self.close_all();
        }
    }

    fn may_be_open_around(&self, name: &Name<'_>) -> bool {
        let never_open = name.class().has(Class::VOID)
            || name.class().has(Class::IGNORED)
            || name.is("col")
            || name.is("colgroup")
            || name.class().text_mode(self.scripting) != TextMode::Data;
        !(never_open || self.stack.fixed)
    }
}
