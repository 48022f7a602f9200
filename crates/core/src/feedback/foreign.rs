//! The rules for tags in foreign content, which is SVG or MathML (13.2.6.5, 12.2.6.5).

use super::names::{Class, Name};
use super::stack::ElementKind;
use super::{Ambiguity, Simulator};
use crate::context_element::Namespace;
use crate::steps::count;
use crate::text_mode::TextMode;
use crate::token::Tag;

impl Simulator {
    /// Whether a start tag goes by the rules for foreign content: the tree construction dispatcher (13.2.6, 12.2.6).
    pub(super) fn is_foreign(&self, name: &Name<'_>) -> bool {
        match self.stack.kind() {
            ElementKind::Svg | ElementKind::MathMl => true,
            ElementKind::MathMlPoint => name.is("mglyph") || name.is("malignmark"),
            ElementKind::AnnotationXml => !name.is("svg"),
            _ => false,
        }
    }

    pub(super) fn foreign_start_tag(
        &mut self,
        tag: &Tag<'_>,
        name: &Name<'_>,
        class: Class,
    ) -> (TextMode, Namespace) {
        let leaves = class.has(Class::BREAKOUT)
            || name.is("font") && ["color", "face", "size"].iter().any(|name| tag.attribute(name).is_some());
        if leaves {
            self.leave_foreign();
            return self.html_start_tag(tag, name, class);
        }
        if name.is("font") {
            self.note_cut_attributes(tag);
        }
        let namespace = self.stack.kind().namespace();
        self.open_foreign(tag, name);
        (TextMode::Data, namespace)
    }

    /// "Insert a foreign element".
    #[inline]
    pub(super) fn open_foreign(&mut self, tag: &Tag<'_>, name: &Name<'_>) {
        if tag.self_closing() {
            return;
        }
        let kind = match self.stack.kind() {
            ElementKind::Svg | ElementKind::SvgPoint => ElementKind::svg(name),
            _ => ElementKind::mathml(name, || has_html_encoding(tag)),
        };
        if matches!(kind, ElementKind::AnnotationXml | ElementKind::AnnotationPoint) {
            self.note_cut_attributes(tag);
        }
        self.push(name, kind);
    }

    /// Closes foreign elements up to an HTML element or an integration point.
    fn leave_foreign(&mut self) {
        self.overflow = 0;
        let mut length = self.stack.len();
        while length > 0 && !self.stack.get(length - 1).kind.stops_breakout() {
            length -= 1;
        }
        self.stack.truncate(length);
        if length > 0 && self.stack.kind() == ElementKind::AnnotationPoint {
            // Tree builders differ from the standard here.
            self.note_ambiguity(Ambiguity::Forever);
        }
        self.settle();
    }

    /// Gives the namespace of the element that it closes.
    pub(super) fn foreign_end_tag(&mut self, name: &Name<'_>) -> Namespace {
        if name.is("p") || name.is("br") {
            self.leave_foreign();
            if !self.stack.is_empty() {
                self.html_end_tag(name);
            }
            return Namespace::Html;
        }
        for index in (0..self.stack.len()).rev() {
            count(1);
            if self.stack.get(index).kind.is_html() {
                break;
            }
            let namespace = self.stack.get(index).kind.namespace();
            if index == 0 && self.stack.fixed {
                return namespace;
            }
            if self.has_name(index, name) {
                self.stack.truncate(index);
                return namespace;
            }
        }
        if matches!(self.ambiguity, Ambiguity::UntilBreakout(_)) {
            // It may close an element that may be open around those on the stack.
            self.ambiguity = Ambiguity::Forever;
        }
        self.html_end_tag(name);
        Namespace::Html
    }
}

/// Whether the `encoding` attribute of an `annotation-xml` element makes it an HTML integration point.
fn has_html_encoding(tag: &Tag<'_>) -> bool {
    tag.attribute("encoding").is_some_and(|encoding| {
        let value = encoding.value();
        value.eq_ignore_ascii_case("text/html") || value.eq_ignore_ascii_case("application/xhtml+xml")
    })
}
