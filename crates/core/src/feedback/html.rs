//! Start tags in HTML content: which elements they open and close ("in body", 13.2.6.4.7, 12.2.6.4.7).

use super::names::{Class, Name, key};
use super::stack::{ElementKind, Entry, ScopeSearch};
use super::{Ambiguity, Frames, Simulator};
use crate::context_element::Namespace;
use crate::text_mode::TextMode;
use crate::token::{Attribute, Tag, TagFlags};

// Names that have rules of their own.
const LI: u128 = key("li");
const DD: u128 = key("dd");
const DT: u128 = key("dt");
const FORM: u128 = key("form");
const BUTTON: u128 = key("button");
const A: u128 = key("a");
const NOBR: u128 = key("nobr");
const SELECT: u128 = key("select");
const INPUT: u128 = key("input");
const HR: u128 = key("hr");
const OPTION: u128 = key("option");
const OPTGROUP: u128 = key("optgroup");
const RB: u128 = key("rb");
const RTC: u128 = key("rtc");
const RP: u128 = key("rp");
const RT: u128 = key("rt");

impl Simulator {
    pub(super) fn html_start_tag(
        &mut self,
        tag: &Tag<'_>,
        name: &Name<'_>,
        class: Class,
    ) -> (TextMode, Namespace) {
        if self.is_ignored_in_template(name) {
            return (TextMode::Data, Namespace::Html);
        }
        if self.frames == Frames::Possible && self.begins_frames(tag, name, class) {
            return (TextMode::Data, Namespace::Html);
        }
        if class.has(Class::DROPS_NEWLINE) {
            self.drops_newline = true;
        }
        if class.has(Class::BREAKOUT) {
            self.settle();
        }
        let kind = if name.is("svg") {
            ElementKind::Svg
        } else if name.is("math") {
            ElementKind::MathMl
        } else if name.is("template") {
            ElementKind::UndecidedTemplate
        } else {
            ElementKind::Html
        };
        match kind {
            ElementKind::Html if self.stack.is_empty() => {}
            ElementKind::Html => self.open(tag, name),
            ElementKind::UndecidedTemplate => self.push(name, kind),
            _ if tag.self_closing() => {}
            _ => self.push(name, kind),
        }
        (class.text_mode(self.scripting), kind.namespace())
    }

    /// Whether the start tag is a `frameset` that is likely to have its effect.
    fn begins_frames(&mut self, tag: &Tag<'_>, name: &Name<'_>, class: Class) -> bool {
        // What is in a template is not of the body.
        if self.stack.has_template() {
            return false;
        }
        if name.is("frameset") {
            self.frames = Frames::Inside;
            self.ambiguity = Ambiguity::Forever;
            self.stack.clear();
            self.overflow = 0;
            return true;
        }
        if class.has(Class::NO_FRAMESET) && !(name.is("input") && may_be_hidden(tag)) {
            self.frames = Frames::Ignored;
        }
        false
    }

    /// "In template" and, for a template of columns, "in column group".
    fn is_ignored_in_template(&mut self, name: &Name<'_>) -> bool {
        match self.stack.kind() {
            ElementKind::Columns => !name.is("template"),
            ElementKind::UndecidedTemplate if !name.class().has(Class::IN_HEAD) => {
                if name.is("col") {
                    self.stack.set_kind(ElementKind::Columns);
                    return true;
                }
                if self.stack.len() == 1 && self.frames != Frames::Possible {
                    // From here on it is like any other content.
                    self.stack.clear();
                } else {
                    self.stack.set_kind(if name.is("td") || name.is("th") {
                        ElementKind::TemplateOfCells
                    } else if name.is("tr") {
                        ElementKind::TemplateOfRows
                    } else if name.class().has(Class::TABLE_PART) {
                        ElementKind::TemplateOfTable
                    } else {
                        ElementKind::Html
                    });
                }
                false
            }
            _ => false,
        }
    }

    /// Opens an HTML element within what is on the stack, and closes what it closes.
    fn open(&mut self, tag: &Tag<'_>, name: &Name<'_>) {
        let class = name.class();
        if class.has(Class::IGNORED) {
            return;
        }
        if class.has(Class::TABLE_PART) {
            return self.open_table_part(name);
        }
        if name.is("table") {
            return self.open_table(name);
        }
        match name.key {
            LI => self.close_item(&["li"]),
            DD | DT => self.close_item(&["dd", "dt"]),
            FORM => {
                // Nothing is opened if a form is open further out, but in a template.
                if !self.stack.has_template() {
                    self.note_ambiguity(Ambiguity::Forever);
                }
                if self.is_between_cells() {
                    return;
                }
            }
            BUTTON => {
                if let Some(index) = self.in_scope(|entry| entry.is_html("button")) {
                    self.close(index);
                }
            }
            A | NOBR if self.in_scope(|entry| entry.is_html_named(name)).is_some() => {
                self.end_formatting(name);
            }
            A => self.remove_link(name),
            // The fragment's own is closed by nothing.
            SELECT if self.in_select => return,
            SELECT => {
                if let Some(index) = self.in_scope(|entry| entry.is_html("select")) {
                    return self.close(index);
                }
            }
            INPUT => {
                if let Some(index) = self.in_scope(|entry| entry.is_html("select")) {
                    // A hidden one in a table, outside of its cells, closes nothing.
                    if may_be_hidden(tag) && self.is_between_cells() {
                        self.note_cut_attributes(tag);
                    } else {
                        self.close(index);
                    }
                }
            }
            OPTION | OPTGROUP if self.is_in_select() => {
                let keeps = name.is("option");
                self.close_implied(|entry| keeps && entry.is_html("optgroup"));
            }
            OPTION | OPTGROUP if self.stack.top().is_some_and(|entry| entry.is_html("option")) => {
                self.close(self.stack.len() - 1);
            }
            RB | RTC | RP | RT if self.in_scope(|entry| entry.is_html("ruby")).is_some() => {
                let keeps = name.is("rp") || name.is("rt");
                self.close_implied(|entry| keeps && entry.is_html("rtc"));
            }
            _ => {}
        }
        if class.has(Class::CLOSES_P) {
            self.close_p();
        }
        if name.key == HR && self.is_in_select() {
            self.close_implied(|_| false);
        }
        if class.has(Class::HEADING)
            && self.stack.top().is_some_and(|entry| entry.kind.is_html() && entry.class.has(Class::HEADING))
        {
            self.close(self.stack.len() - 1);
        }
        if !class.has(Class::VOID) {
            self.push(name, ElementKind::Html);
        }
    }

    /// The innermost element that is wanted, if it is in scope. What is not known around the stack is behind the end of a
    /// scope: HTML elements on it are in an integration point or a template.
    pub(super) fn in_scope(&mut self, wanted: impl Fn(&Entry) -> bool) -> Option<usize> {
        self.in_scope_until(wanted, Entry::ends_scope)
    }

    /// The same for a scope that more elements end.
    fn in_scope_until(
        &mut self,
        wanted: impl Fn(&Entry) -> bool,
        stop: impl Fn(&Entry) -> bool,
    ) -> Option<usize> {
        match self.stack.find(wanted, stop) {
            ScopeSearch::At(index) => return Some(index),
            ScopeSearch::Stopped(index) => self.stopped_at(index),
            ScopeSearch::Outside => {}
        }
        None
    }

    /// Closes an `a` that is out of scope, unless a marker stands between it and the new one. Elements in it stay open.
    fn remove_link(&mut self, name: &Name<'_>) {
        if let ScopeSearch::At(index) = self.stack.find(|entry| entry.is_html_named(name), Entry::is_marker) {
            // It may be no active formatting element any more.
            self.note_ambiguity(Ambiguity::Forever);
            self.stack.remove(index);
        }
    }

    fn is_in_select(&mut self) -> bool {
        self.in_scope(|entry| entry.is_html("select")).is_some()
    }

    /// "Generate implied end tags".
    pub(super) fn close_implied(&mut self, except: impl Fn(&Entry) -> bool) {
        let closes =
            |entry: &Entry| entry.kind.is_html() && entry.class.has(Class::IMPLIED_END) && !except(entry);
        while self.stack.top().is_some_and(closes) {
            self.stack.truncate(self.stack.len() - 1);
        }
    }

    /// "Close a p element", if one is in button scope.
    pub(super) fn close_p(&mut self) {
        if let Some(index) = self.p_in_button_scope() {
            self.close(index);
        }
    }

    pub(super) fn p_in_button_scope(&mut self) -> Option<usize> {
        let stop = |entry: &Entry| entry.ends_scope() || entry.is_html("button");
        self.in_scope_until(|entry| entry.is_html("p"), stop)
    }

    /// Closes the list item that one more of these ends.
    fn close_item(&mut self, names: &[&str]) {
        let ends = |entry: &Entry| {
            entry.is_special() && !["address", "div", "p"].iter().any(|name| entry.is_html(name))
        };
        if let Some(index) = self.in_scope_until(|entry| names.iter().any(|name| entry.is_html(name)), ends) {
            self.close(index);
        }
    }
}

/// Whether an `input` is hidden, or may be, because a limit has truncated its attributes. A hidden one prevents no frames.
fn may_be_hidden(tag: &Tag<'_>) -> bool {
    let is_hidden = |kind: Attribute<'_>| kind.value().eq_ignore_ascii_case("hidden");
    tag.flags.has(TagFlags::CUT_ATTRIBUTES) || tag.attribute("type").is_some_and(is_hidden)
}
