//! The rules for foreign content (13.2.6.5), by the stack of open elements.
//!
//! The tokenizer has its own, smaller stack. Where they differ, it has read the text after the tag in the other way.

use tagspan::{Namespace, Tag};

use super::{Builder, Tree};
use crate::element::Kind;
use crate::names::{NameKey, NameTable};
use crate::open_elements::Name;

const ANNOTATION: NameKey = NameKey::new(b"annotation-xml");
const BR: NameKey = NameKey::new(b"br");
const MATH: NameKey = NameKey::new(b"math");
const P: NameKey = NameKey::new(b"p");
const SVG: NameKey = NameKey::new(b"svg");

/// The start tags that leave foreign content.
#[rustfmt::skip]
const LEAVING: &[(&[&str], bool)] = &[
    (&["b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed", "h1", "h2", "h3", "h4",
        "h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr", "ol", "p", "pre", "ruby", "s", "small",
        "span", "strong", "strike", "sub", "sup", "table", "tt", "u", "ul", "var"], true),
];

static LEAVES: NameTable<bool, 128> = NameTable::new(LEAVING, false);

/// Whether a start tag leaves foreign content.
fn leaves(tag: Tag<'_>, name: Name<'_>) -> bool {
    LEAVES.get(name.key)
        || tag.is("font") && ["color", "face", "size"].iter().any(|name| tag.attribute(name).is_some())
}

impl<B: Builder> Tree<B> {
    /// The namespace of the element of a start tag, and whether it is inserted without the rules of an insertion mode.
    #[inline]
    pub(super) fn namespace_of(&self, tag: Tag<'_>, name: Name<'_>) -> (Namespace, bool) {
        let top = self.open.stack.last();
        match top {
            Some(top) if top.is_foreign() => self.namespace_within(top.namespace(), tag, name),
            _ => (root(name), false),
        }
    }

    fn namespace_within(&self, around: Namespace, tag: Tag<'_>, name: Name<'_>) -> (Namespace, bool) {
        let Some(top) = self.open.stack.last() else { return (root(name), false) };
        let is_point = top.kind() == Kind::IntegrationPoint;
        let is_annotation = around == Namespace::MathMl && top.has_key(ANNOTATION);
        let is_glyph = tag.is("mglyph") || tag.is("malignmark");
        // Of the points in MathML, these are of text.
        let holds_html = is_point && !(around == Namespace::MathMl && !is_annotation && is_glyph);
        if holds_html || is_annotation && name.key == SVG {
            return (root(name), false);
        }
        if leaves(tag, name) { (Namespace::Html, false) } else { (around, true) }
    }

    /// Closes what an end tag closes in foreign content. Returns `false` if the rules of the insertion mode follow.
    #[cold]
    pub(super) fn ends_foreign(&mut self, name: Name<'_>) -> bool {
        if name.key == P || name.key == BR {
            self.open.leave_foreign();
            return false;
        }
        for place in (0..self.open.stack.len()).rev() {
            let open = &self.open.stack[place];
            if !open.is_foreign() {
                return false;
            }
            if self.open.is_named(open, name) {
                self.open.end_at(place);
                return true;
            }
        }
        false
    }
}

/// The namespace of an element in HTML.
#[inline]
fn root(name: Name<'_>) -> Namespace {
    match name.key {
        SVG => Namespace::Svg,
        MATH => Namespace::MathMl,
        _ => Namespace::Html,
    }
}
