//! The simulator's stack of open elements.

use super::names::{AT_ONCE, Class, Name, UNKNOWN_LENGTH};
use crate::context_element::Namespace;
use crate::steps::count;

/// How much of a long name is kept; longer ones that begin alike are taken for equal.
pub(crate) const NAME_KEPT: usize = 256;

/// The meaning of an element for its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum ElementKind {
    Html,
    /// A `template` whose insertion mode is still "in template".
    UndecidedTemplate,
    /// A `template` whose insertion mode is "in table".
    TemplateOfTable,
    /// A `template` whose insertion mode is "in table body".
    TemplateOfRows,
    /// A `template` whose insertion mode is "in row".
    TemplateOfCells,
    /// A `template` whose insertion mode is "in column group": nearly all is ignored there.
    Columns,
    Svg,
    /// An HTML integration point in svg.
    SvgPoint,
    MathMl,
    /// A MathML text integration point.
    MathMlPoint,
    AnnotationXml,
    /// An `annotation-xml` that is an HTML integration point.
    AnnotationPoint,
}

impl ElementKind {
    /// That of an SVG element.
    pub(super) fn svg(name: &Name<'_>) -> ElementKind {
        if name.class().has(Class::SVG_POINT) { ElementKind::SvgPoint } else { ElementKind::Svg }
    }

    /// That of a MathML element.
    pub(super) fn mathml(name: &Name<'_>, has_html_encoding: impl FnOnce() -> bool) -> ElementKind {
        if name.class().has(Class::MATHML_POINT) {
            ElementKind::MathMlPoint
        } else if !name.is("annotation-xml") {
            ElementKind::MathMl
        } else if has_html_encoding() {
            ElementKind::AnnotationPoint
        } else {
            ElementKind::AnnotationXml
        }
    }

    pub(crate) fn is_html(self) -> bool {
        matches!(self, ElementKind::Html | ElementKind::UndecidedTemplate | ElementKind::Columns)
            || self.is_table_template()
    }

    /// The namespace of the element.
    pub(super) fn namespace(self) -> Namespace {
        match self {
            ElementKind::Svg | ElementKind::SvgPoint => Namespace::Svg,
            ElementKind::MathMl
            | ElementKind::MathMlPoint
            | ElementKind::AnnotationXml
            | ElementKind::AnnotationPoint => Namespace::MathMl,
            _ => Namespace::Html,
        }
    }

    /// Whether a template stands for a table.
    pub(super) fn is_table_template(self) -> bool {
        matches!(
            self,
            ElementKind::TemplateOfTable | ElementKind::TemplateOfRows | ElementKind::TemplateOfCells
        )
    }

    /// Whether it is foreign and ends a scope.
    pub(super) fn ends_scope(self) -> bool {
        matches!(
            self,
            ElementKind::SvgPoint
                | ElementKind::MathMlPoint
                | ElementKind::AnnotationXml
                | ElementKind::AnnotationPoint
        )
    }

    /// Whether HTML elements and integration points end what a breakout tag closes here.
    pub(super) fn stops_breakout(self) -> bool {
        self.is_html()
            || matches!(self, ElementKind::SvgPoint | ElementKind::MathMlPoint | ElementKind::AnnotationPoint)
    }
}

/// An open element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) key: u128,
    /// That of its name in bytes, or [`UNKNOWN_LENGTH`].
    pub(crate) length: u32,
    pub(crate) class: Class,
    pub(crate) kind: ElementKind,
    /// Where in the memory for long names those of later elements begin.
    pub(crate) rest_end: u32,
}

impl Entry {
    /// Whether it is an HTML element of this name. For names that the rules know.
    pub(super) fn is_html(&self, name: &str) -> bool {
        self.kind.is_html() && self.key == super::names::key(name) && self.length as usize == name.len()
    }

    /// Whether it is an HTML element of this name, of which the first bytes are compared.
    pub(super) fn is_html_named(&self, name: &Name<'_>) -> bool {
        self.kind.is_html() && self.key == name.key && self.length == name.length
    }

    /// Whether all of its name is kept, and compared.
    pub(super) fn is_name_whole(&self) -> bool {
        self.length as usize <= AT_ONCE + NAME_KEPT
    }

    /// Whether it belongs to the "special" category.
    pub(super) fn is_special(&self) -> bool {
        if self.kind.is_html() { self.class.has(Class::SPECIAL) } else { self.kind.ends_scope() }
    }

    /// Whether it puts a marker into the list of active formatting elements.
    pub(super) fn is_marker(&self) -> bool {
        self.kind.is_html() && self.class.has(Class::MARKER)
    }

    /// Whether it ends the scope that most rules look into.
    pub(super) fn ends_scope(&self) -> bool {
        if self.kind.is_html() { self.class.has(Class::SCOPE) } else { self.kind.ends_scope() }
    }
}

/// The open elements from the first one that matters; HTML content that surrounds it is not known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stack {
    pub(crate) entries: Vec<Entry>,
    /// The ends of names that are longer than an entry's key.
    pub(crate) rests: Vec<u8>,
    /// Whether the first element is the context element of a fragment, which is never closed.
    pub(crate) fixed: bool,
    /// How many elements are known at most.
    pub(crate) max: usize,
}

impl Stack {
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.rests.clear();
        self.fixed = false;
    }

    /// Gives back what holds nothing now.
    pub(crate) fn shrink(&mut self) {
        self.entries.shrink_to_fit();
        self.rests.shrink_to_fit();
    }

    /// The bytes of heap that they take.
    pub(crate) fn allocated(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>() + self.rests.capacity()
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(super) fn is_full(&self) -> bool {
        self.entries.len() >= self.max
    }

    pub(crate) fn top(&self) -> Option<&Entry> {
        self.entries.last()
    }

    /// The kind of the innermost element; HTML if none is known.
    pub(super) fn kind(&self) -> ElementKind {
        self.top().map_or(ElementKind::Html, |entry| entry.kind)
    }

    pub(super) fn set_kind(&mut self, kind: ElementKind) {
        if let Some(entry) = self.entries.last_mut() {
            entry.kind = kind;
        }
    }

    pub(super) fn get(&self, index: usize) -> &Entry {
        &self.entries[index]
    }

    /// INVARIANT: not on a full stack.
    pub(crate) fn push(&mut self, name: &Name<'_>, kind: ElementKind) {
        debug_assert!(!self.is_full());
        if !name.rest().is_empty() {
            self.rests.extend_from_slice(kept_of(name));
        }
        self.entries.push(Entry {
            key: name.key,
            length: name.length,
            class: name.class(),
            kind,
            rest_end: self.rests.len() as u32,
        });
    }

    /// Closes the elements from this index on, but not a context element.
    pub(super) fn truncate(&mut self, length: usize) {
        let length = length.max(usize::from(self.fixed));
        if length < self.entries.len() {
            self.entries.truncate(length);
            self.rests.truncate(self.top().map_or(0, |entry| entry.rest_end as usize));
        }
    }

    /// Closes one element that others are in.
    pub(super) fn remove(&mut self, index: usize) {
        let removed = self.entries.remove(index);
        let start = if index == 0 { 0 } else { self.entries[index - 1].rest_end };
        let gone = removed.rest_end - start;
        self.rests.drain(start as usize..removed.rest_end as usize);
        self.entries[index..].iter_mut().for_each(|entry| entry.rest_end -= gone);
    }

    /// Whether the element has this name, in whichever namespace. A name that was truncated is taken for each
    /// name that begins alike.
    pub(super) fn has_name(&self, index: usize, name: &Name<'_>) -> bool {
        let entry = &self.entries[index];
        let entry_is_cut = entry.length == UNKNOWN_LENGTH;
        let may_be_as_long = entry.length == name.length || entry_is_cut || name.is_cut();
        if entry.key != name.key || !may_be_as_long {
            return false;
        }
        let start = if index == 0 { 0 } else { self.entries[index - 1].rest_end as usize };
        let (kept, rest) = (&self.rests[start..entry.rest_end as usize], kept_of(name));
        let known = kept.len().min(rest.len());
        count(known);
        (known == kept.len() || name.is_cut())
            && (known == rest.len() || entry_is_cut)
            && kept[..known].eq_ignore_ascii_case(&rest[..known])
    }

    /// Whether a `template` of HTML is open.
    pub(super) fn has_template(&self) -> bool {
        self.entries.iter().any(|entry| entry.is_html("template"))
    }

    /// Whether the innermost element is a foreign one of this name, all of which is compared, and may be closed.
    pub(crate) fn top_is_foreign_named(&self, name: &Name<'_>) -> bool {
        let is_it =
            |entry: &Entry| entry.key == name.key && entry.length == name.length && !entry.kind.is_html();
        self.top().is_some_and(is_it) && self.len() > usize::from(self.fixed) && name.rest().is_empty()
    }

    /// The index of the innermost element for which `wanted` says so, unless one comes first for which `stop` does, and
    /// then that.
    pub(super) fn find(&self, wanted: impl Fn(&Entry) -> bool, stop: impl Fn(&Entry) -> bool) -> ScopeSearch {
        for (index, entry) in self.entries.iter().enumerate().rev() {
            count(1);
            if wanted(entry) {
                return ScopeSearch::At(index);
            }
            if stop(entry) {
                return ScopeSearch::Stopped(index);
            }
        }
        ScopeSearch::Outside
    }
}

/// The stored part of a name besides its key.
fn kept_of<'a>(name: &Name<'a>) -> &'a [u8] {
    let rest = name.rest();
    &rest[..rest.len().min(NAME_KEPT)]
}

/// Where a search among the open elements ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScopeSearch {
    At(usize),
    /// At an element that ends the search.
    Stopped(usize),
    /// Whether it is further out is not known.
    Outside,
}
