//! The rules for "in body" (13.2.6.4.7).

use super::{Ambiguity, Builder, FORM, Mode, Name, Quirks, Start, Step, Tree};
use crate::element::{Element, Kind};
use crate::names::NameKey;
use crate::open_elements::{Open, OpenElements};

impl<B: Builder> Tree<B> {
    pub(super) fn start_in_body(&mut self, start: &Start<'_>) -> Step {
        match start.kind() {
            Kind::Metadata | Kind::HeadText | Kind::Template => return self.start_in_head(start),
            Kind::Html | Kind::Body => {
                if start.kind() == Kind::Body {
                    self.frameset_ok = false;
                }
                if !self.open.has(Kind::Template) {
                    return self.late_attributes();
                }
            }
            Kind::Frameset => self.replace_body(start),
            Kind::Caption | Kind::Colgroup | Kind::Frame | Kind::Head => {}
            Kind::Section | Kind::Row | Kind::Cell => {}
            Kind::Form => self.start_form(start),
            Kind::Formatting => self.start_formatting(start),
            Kind::Table => {
                if self.quirks != Quirks::Yes {
                    self.open.close_p();
                }
                self.insert(start);
                self.frameset_ok = false;
                if self.open.deeper == 0 {
                    self.mode = Mode::InTable;
                }
            }
            _ => self.start_other(start),
        }
        Step::Done
    }

    fn start_other(&mut self, start: &Start<'_>) {
        // A tag of SVG or MathML closes nothing.
        let is_foreign = matches!(start.kind(), Kind::Foreign | Kind::SvgText | Kind::IntegrationPoint);
        if !is_foreign && !self.open.make_way_in_body(start.name.key, start.element) {
            return;
        }
        if is_foreign || self.reconstructs(start) {
            self.reconstruct();
        }
        self.frameset_ok &= !ends_frameset_ok(start);
        self.insert(start);
        if start.kind() == Kind::Object && self.open.deeper == 0 {
            self.push_marker();
        }
    }

    /// Whether the active formatting elements are reconstructed before an element.
    fn reconstructs(&self, start: &Start<'_>) -> bool {
        match start.kind() {
            Kind::Other | Kind::Button | Kind::Select | Kind::Option | Kind::Optgroup => true,
            Kind::Input | Kind::Inline | Kind::LineBreak | Kind::Object => true,
            Kind::NoScript => !self.scripting,
            // `xmp`.
            Kind::BodyText => start.element.closes_p(),
            _ => false,
        }
    }

    /// A form in a form is ignored.
    fn start_form(&mut self, start: &Start<'_>) {
        let in_template = self.open.has(Kind::Template);
        if self.has_form && !in_template {
            return;
        }
        self.open.close_p();
        self.insert(start);
        self.has_form |= !in_template;
    }

    fn end_form(&mut self, name: Name<'_>) {
        if self.open.has(Kind::Template) {
            self.open.end_named(name, Element::is_scope);
            return;
        }
        let form = |tree: &Self| tree.open.find(|open| open.kind() == Kind::Form, Element::is_scope);
        if !std::mem::take(&mut self.has_form) || form(self).is_none() {
            return;
        }
        self.open.close_implied(b"");
        match form(self) {
            Some(place) if place + 1 == self.open.stack.len() => self.open.end_at(place),
            // What is open in it stays open, and in it.
            Some(place) => self.open.end_early(place),
            None => {}
        }
    }

    /// A frameset replaces the body, as long as that shows nothing.
    fn replace_body(&mut self, start: &Start<'_>) {
        let has_body = self.open.stack.get(1).is_some_and(|open| open.kind() == Kind::Body);
        if self.frameset_ok && has_body {
            self.open.observer.ambiguous(Ambiguity::Frameset);
            self.open.truncate(1);
            self.insert(start);
            self.mode = Mode::InFrameset;
        }
    }

    pub(super) fn end_in_body(&mut self, name: Name<'_>, element: Element) -> Step {
        match element.kind() {
            Kind::Template => self.end_template(name),
            Kind::Body | Kind::Html => {
                let has_body = self.open.find(|open| open.kind() == Kind::Body, Element::is_scope).is_some();
                if has_body {
                    self.mode = Mode::AfterBody;
                    self.note_page_end(element);
                }
            }
            Kind::Form => self.end_form(name),
            Kind::P if self.open.has_p_in_button_scope().is_none() => self.insert_closed(b"p"),
            Kind::LineBreak => {
                self.reconstruct();
                self.insert_implied(b"br");
                self.frameset_ok = false;
            }
            Kind::Formatting => self.adoption_agency(name),
            Kind::Object => {
                let before = self.open.stack.len();
                self.open.end_in_body(name, element);
                if self.open.stack.len() < before {
                    self.clear_formatting();
                }
            }
            // "Any other end tag".
            Kind::NoScript | Kind::HeadText | Kind::BodyText | Kind::Plaintext | Kind::Table => {
                self.open.end_named(name, Element::is_special);
            }
            Kind::Caption | Kind::Colgroup | Kind::Section | Kind::Row | Kind::Cell => {
                self.open.end_named(name, Element::is_special);
            }
            _ if element.is_void() || element.is_root() => {}
            _ => self.open.end_in_body(name, element),
        }
        Step::Done
    }

    /// Tells of the end tag of `body` or `html`.
    pub(super) fn note_page_end(&mut self, element: Element) {
        let OpenElements { observer, stack, .. } = &mut self.open;
        if let Some(open) = stack.iter_mut().find(|open| open.kind() == element.kind()) {
            observer.page_ended(&mut open.data);
        }
    }

    /// Inserts an element without tags.
    fn insert_closed(&mut self, name: &'static [u8]) {
        self.insert_implied(name);
        let key = NameKey::new(name);
        if self.open.deeper > 0 {
            self.open.deeper -= 1;
        } else {
            self.open.close_top(|top: &Open<B::Data>| top.element() == Element::html(key));
        }
    }
}

/// Whether a frameset can no longer replace the body.
fn ends_frameset_ok(start: &Start<'_>) -> bool {
    match start.kind() {
        Kind::Preformatted | Kind::ListItem | Kind::Definition | Kind::Button | Kind::Object => true,
        Kind::Inline | Kind::LineBreak | Kind::Rule | Kind::Select => true,
        Kind::BodyText => !start.tag.is("noembed"),
        Kind::Input => !is_hidden(start),
        _ => false,
    }
}

/// Whether an `input` is hidden.
pub(super) fn is_hidden(start: &Start<'_>) -> bool {
    start.tag.attribute_value("type").is_some_and(|kind| kind.eq_ignore_ascii_case("hidden"))
}

/// The form in a table, which is closed at once.
impl<B: Builder> Tree<B> {
    pub(super) fn start_form_in_table(&mut self, start: &Start<'_>) {
        if self.has_form || self.open.has(Kind::Template) {
            return;
        }
        self.insert(start);
        self.has_form = true;
        if self.open.deeper > 0 {
            self.open.deeper -= 1;
        } else {
            self.open.close_top(|top: &Open<B::Data>| top.element() == Element::html(FORM));
        }
    }
}
