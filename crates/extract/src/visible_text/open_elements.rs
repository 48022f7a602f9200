//! The open elements of the visible text: what is shown in each, and which line breaks those ask for that close.

use tagspan::Tag;
use tagspan_elements::{Closing, Kind, NameKey, Observer, Open, OpenElements};

use super::appearance::{Appearance, Content};
use super::elements::Rendered;
use super::lists::List;

/// What is kept for an open element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    rendered: Rendered,
    appearance: Appearance,
    /// Whether a table has a row before, or a row a cell, that separates what follows; or `details` a `summary`.
    pub(super) has_child: bool,
}

/// Takes note of the elements that open and close.
#[derive(Clone, Debug, Default)]
pub(super) struct Display {
    /// How many open elements hide their content.
    hidden: isize,
    /// Whether `visibility` is other than `visible` here.
    is_invisible: bool,
    /// Whether text is hidden here, by one or the other.
    hides_text: bool,
    /// How many open elements preserve white space.
    preserving: usize,
    /// Line breaks that closed elements ask for.
    breaks: u8,
    /// The open lists, if their items get markers.
    pub(super) lists: Vec<List>,
}

/// The open elements.
#[derive(Clone, Debug, Default)]
pub(super) struct ShownElements {
    pub(super) open: OpenElements<Display>,
}

impl ShownElements {
    /// Whether elements are rendered here, visible or not.
    pub(super) fn is_rendered(&self) -> bool {
        self.open.observer.hidden == 0
    }

    /// Whether text is shown here.
    pub(super) fn is_shown(&self) -> bool {
        !self.open.observer.hides_text
    }

    /// Whether an element is rendered that opens here.
    pub(super) fn renders(&self, appearance: Appearance) -> bool {
        self.open.observer.renders(appearance)
    }

    /// Whether an element is visible that opens here, if it is rendered.
    pub(super) fn is_visible(&self, appearance: Appearance) -> bool {
        self.open.observer.is_visible(appearance)
    }

    /// Whether a `summary` that opens here is that of the closed `details` around it.
    pub(super) fn takes_summary(&mut self) -> bool {
        let Some(top) = self.open.last_mut().filter(|top| top.kind() == Kind::Details) else {
            return false;
        };
        let is_next = std::mem::replace(&mut top.data.has_child, true);
        !is_next && top.data.appearance.content == Content::Skipped
    }

    /// Whether white space is preserved here.
    pub(super) fn preserves(&self) -> bool {
        self.open.observer.preserving > 0
    }

    /// The line breaks that the elements ask for that were closed since the last call.
    pub(super) fn take_breaks(&mut self) -> u8 {
        std::mem::take(&mut self.open.observer.breaks)
    }

    /// Whether text here is that of an element of SVG or MathML.
    pub(super) fn is_in_foreign(&self) -> bool {
        self.open.as_slice().last().is_some_and(Open::is_left_by_html)
    }

    /// Whether text here is in SVG, but not in its `text`, so that it is not drawn.
    pub(super) fn is_undrawn(&self) -> bool {
        self.open.count(Kind::Foreign) > 0
            && self.open.count(Kind::SvgText) == 0
            && !self.open.is_deep()
            && self.open.as_slice().last().is_some_and(|top| top.data.rendered.is_drawing())
    }

    /// Whether the innermost element is a row, as far as that is known.
    pub(super) fn is_in_row(&self) -> bool {
        self.open.is_deep() || self.open.as_slice().last().is_some_and(|open| open.kind() == Kind::Row)
    }

    /// How many list items are open.
    pub(super) fn list_items(&self) -> u32 {
        self.open.count(Kind::ListItem)
    }

    /// Notes how the list counts that was just opened.
    pub(super) fn push_list(&mut self, list: List) {
        if !self.open.is_deep() {
            self.open.observer.lists.push(list);
        }
    }

    /// Opens the element of a tag.
    pub(super) fn push(&mut self, tag: Tag<'_>, name: NameKey, rendered: Rendered, appearance: Appearance) {
        let shown = Shown { rendered, appearance, has_child: false };
        let raw_name = tag.raw_name();
        let open = Open::new(raw_name, name, rendered.element, tag.namespace(), shown);
        if self.open.push(raw_name, open) {
            self.open.observer.enter(shown);
        }
    }

    /// Opens an element without a tag.
    pub(super) fn push_implied(&mut self, name: &[u8], rendered: Rendered) {
        let shown = Shown { rendered, appearance: Appearance::default(), has_child: false };
        let open = Open::new(name, NameKey::new(name), rendered.element, tagspan::Namespace::Html, shown);
        if self.open.push(name, open) {
            self.open.observer.enter(shown);
        }
    }

    /// Closes what an end tag closes. Returns whether there was an element that it closes.
    pub(super) fn end(&mut self, tag: Tag<'_>, name: NameKey, rendered: Rendered) -> bool {
        let is_deep = self.open.is_deep();
        let ended = self.open.end(tag.raw_name(), name, rendered.element, tag.namespace());
        if ended && is_deep && self.is_shown() {
            self.open.observer.note_breaks(rendered);
        }
        ended
    }
}

impl Display {
    fn renders(&self, appearance: Appearance) -> bool {
        match appearance.content {
            Content::Hidden => false,
            // The `details` around it hides its content.
            Content::Summary => self.hidden == 1,
            Content::Shown | Content::Skipped => self.hidden == 0,
        }
    }

    fn is_visible(&self, appearance: Appearance) -> bool {
        appearance.visibility.unwrap_or(!self.is_invisible)
    }

    /// Notes an element that opens.
    #[inline]
    fn enter(&mut self, shown: Shown) {
        self.preserving += usize::from(shown.rendered.preserves());
        if shown.appearance != Appearance::default() {
            self.enter_hidden(shown.appearance);
        }
    }

    /// Notes what is shown in an element that opens.
    #[cold]
    fn enter_hidden(&mut self, appearance: Appearance) {
        self.hidden += appearance.content.hides();
        self.is_invisible = !self.is_visible(appearance);
        self.hides_text = self.hidden != 0 || self.is_invisible;
    }

    /// Goes back to what is shown around an element that was closed.
    #[cold]
    fn leave(&mut self, appearance: Appearance, rest: &[Open<Shown>]) {
        self.hidden -= appearance.content.hides();
        if appearance.visibility.is_some() {
            let inherited = rest.iter().rev().find_map(|open| open.data.appearance.visibility);
            self.is_invisible = inherited == Some(false);
        }
        self.hides_text = self.hidden != 0 || self.is_invisible;
    }

    fn note_breaks(&mut self, rendered: Rendered) {
        self.breaks = self.breaks.max(rendered.breaks);
    }
}

impl Observer for Display {
    type Data = Shown;

    /// Counts an element that was closed.
    #[inline]
    fn closed(&mut self, open: Open<Shown>, closing: Closing, rest: &[Open<Shown>]) {
        let Shown { rendered, appearance, .. } = open.data;
        self.preserving -= usize::from(rendered.preserves());
        if rendered.is_list() {
            self.lists.pop();
        }
        // What a hidden element asks for is not seen.
        let is_shown = if appearance == Appearance::default() {
            !self.hides_text
        } else {
            self.leave(appearance, rest);
            self.renders(appearance) && self.is_visible(appearance)
        };
        if is_shown && closing != Closing::BeforeBlock {
            self.note_breaks(rendered);
        }
    }
}
