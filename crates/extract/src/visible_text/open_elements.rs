//! The open elements of the visible text: which end tag ends which, as far as tokens can tell.

use tagspan::Namespace;

use super::appearance::{Appearance, Content};
use super::elements::{Element, Kind};
use super::lists::List;
use crate::names::NameKey;

/// How many elements are known at a time. Browsers have the same limit.
const DEPTH: usize = 512;

/// An open element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    name: NameKey,
    pub(super) element: Element,
    is_foreign: bool,
    appearance: Appearance,
    /// Whether a table has a row before, or a row a cell, that separates what follows; or `details` a `summary`.
    pub(super) has_child: bool,
}

const A: NameKey = NameKey::new(b"a");
const NOBR: NameKey = NameKey::new(b"nobr");
const RP: NameKey = NameKey::new(b"rp");
const RT: NameKey = NameKey::new(b"rt");

/// The stack of open elements, to a depth. Elements above it are counted only.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenElements {
    stack: Vec<Open>,
    /// Elements above the depth.
    deeper: u64,
    /// How many of the stack hide their content.
    hidden: isize,
    /// Whether `visibility` is other than `visible` here.
    is_invisible: bool,
    /// Whether text is hidden here, by one or the other.
    hides_text: bool,
    /// How many of the stack preserve white space.
    preserving: usize,
    /// How many of the stack are of each kind, so that the stack is searched only for what is in it.
    kinds: KindCounts,
    /// Line breaks that closed elements ask for.
    breaks: u8,
    /// The lists of the stack, if their items get markers.
    pub(super) lists: Vec<List>,
}

/// A count for each kind.
#[derive(Clone, Debug)]
struct KindCounts([u16; Kind::COUNT]);

impl Default for KindCounts {
    fn default() -> Self {
        KindCounts([0; Kind::COUNT])
    }
}

impl OpenElements {
    /// Whether elements are rendered here, visible or not.
    pub(super) fn is_rendered(&self) -> bool {
        self.hidden == 0
    }

    /// Whether text is shown here.
    pub(super) fn is_shown(&self) -> bool {
        !self.hides_text
    }

    /// Whether an element is rendered that opens here.
    pub(super) fn renders(&self, appearance: Appearance) -> bool {
        match appearance.content {
            Content::Hidden => false,
            // The `details` around it hides its content.
            Content::Summary => self.hidden == 1,
            Content::Shown | Content::Skipped => self.hidden == 0,
        }
    }

    /// Whether an element is visible that opens here, if it is rendered.
    pub(super) fn is_visible(&self, appearance: Appearance) -> bool {
        appearance.visibility.unwrap_or(!self.is_invisible)
    }

    /// Whether a `summary` that opens here is that of the closed `details` around it.
    pub(super) fn takes_summary(&mut self) -> bool {
        let Some(top) = self.stack.last_mut().filter(|top| top.element.kind == Kind::Details) else {
            return false;
        };
        !std::mem::replace(&mut top.has_child, true) && top.appearance.content == Content::Skipped
    }

    /// Whether no element is open.
    pub(super) fn is_empty(&self) -> bool {
        self.stack.is_empty() && self.deeper == 0
    }

    /// Whether white space is preserved here.
    pub(super) fn preserves(&self) -> bool {
        self.preserving > 0
    }

    /// The line breaks that the elements ask for that were closed since the last call.
    pub(super) fn take_breaks(&mut self) -> u8 {
        std::mem::take(&mut self.breaks)
    }

    /// Whether text here is that of an element of SVG or MathML.
    pub(super) fn is_in_foreign(&self) -> bool {
        self.stack.last().is_some_and(is_left_by_html)
    }

    /// Whether text here is in SVG, but not in its `text`, so that it is not drawn.
    pub(super) fn is_undrawn(&self) -> bool {
        self.has(Kind::Foreign)
            && !self.has(Kind::SvgText)
            && self.deeper == 0
            && self.stack.last().is_some_and(|top| top.element.is_drawing())
    }

    /// Whether the innermost element is a row, as far as that is known.
    pub(super) fn is_in_row(&self) -> bool {
        self.deeper > 0 || self.stack.last().is_some_and(|open| open.element.kind == Kind::Row)
    }

    /// How many list items are open.
    pub(super) fn list_items(&self) -> u16 {
        self.kinds.0[Kind::ListItem as usize]
    }

    /// Notes how the list counts that was just opened.
    pub(super) fn push_list(&mut self, list: List) {
        if self.deeper == 0 {
            self.lists.push(list);
        }
    }

    /// Whether an element of this kind is open.
    fn has(&self, kind: Kind) -> bool {
        self.kinds.0[kind as usize] > 0
    }

    /// The nearest open row or table.
    pub(super) fn nearest(&mut self, kind: Kind) -> Option<&mut Open> {
        self.stack.iter_mut().rev().find(|open| open.element.kind == kind)
    }

    /// Opens an element.
    pub(super) fn push(
        &mut self,
        name: NameKey,
        element: Element,
        namespace: Namespace,
        appearance: Appearance,
    ) {
        if self.stack.len() == DEPTH {
            self.deeper += 1;
            return;
        }
        if appearance != Appearance::default() {
            self.enter(appearance);
        }
        self.preserving += usize::from(element.preserves());
        self.kinds.0[element.kind as usize] += 1;
        let is_foreign = namespace != Namespace::Html;
        self.stack.push(Open { name, element, is_foreign, appearance, has_child: false });
    }

    /// Closes what a start tag closes before its element opens. `false` if the tag is ignored.
    pub(super) fn make_way(&mut self, name: NameKey, element: Element, namespace: Namespace) -> bool {
        if self.deeper > 0 || namespace != Namespace::Html {
            return true;
        }
        self.leave_foreign();
        // A form in a form is ignored.
        if element.kind == Kind::Form && self.has(Kind::Form) {
            return false;
        }
        if element.closes_p() && element.kind != Kind::Table {
            self.close_p();
        }
        match element.kind {
            Kind::Heading => self.close_top(|top| top.element.kind == Kind::Heading),
            Kind::ListItem => self.close_item(Kind::ListItem),
            Kind::Definition => self.close_item(Kind::Definition),
            Kind::Button => self.close_to(|open| open.element.kind == Kind::Button, Element::is_scope),
            // A select in a select ends it, and is ignored.
            Kind::Select => return !self.close_select(),
            Kind::Input => {
                self.close_select();
            }
            Kind::Rule if self.is_in_scope(b"select") => self.close_implied(b""),
            Kind::Option if self.is_in_scope(b"select") => self.close_implied(b"optgroup"),
            Kind::Optgroup if self.is_in_scope(b"select") => self.close_implied(b""),
            Kind::Option | Kind::Optgroup => self.close_top(|top| top.element.kind == Kind::Option),
            Kind::Ruby if self.is_in_scope(b"ruby") => {
                let is_text = name == RP || name == RT;
                self.close_implied(if is_text { b"rtc" } else { b"" });
            }
            Kind::Table => self.make_way_for_table(),
            Kind::Row => return self.clear_back_to(&[Kind::Section, Kind::Table]),
            Kind::Cell => return self.clear_back_to(&[Kind::Row, Kind::Section, Kind::Table]),
            Kind::Section | Kind::Caption | Kind::Colgroup => return self.clear_back_to(&[Kind::Table]),
            // An `a` in an `a`, and a `nobr` in a `nobr`, end the first; an `a` also one that is not in scope.
            Kind::Formatting if name == A || name == NOBR => {
                self.end_formatting(name);
                if name == A && self.has(Kind::Formatting) {
                    self.end_around(|open| !open.is_foreign && open.name == name, is_marker);
                }
            }
            _ => {}
        }
        true
    }

    /// Closes what an end tag closes. Returns whether there was an element that it closes.
    pub(super) fn end(&mut self, name: NameKey, element: Element, namespace: Namespace) -> bool {
        if element.is_void() || element.kind == Kind::Root {
            return false;
        }
        if self.deeper > 0 {
            self.deeper -= 1;
            if self.is_shown() {
                self.note_breaks(element);
            }
            return true;
        }
        let before = self.stack.len();
        if namespace != Namespace::Html {
            self.close_to(|open| open.is_foreign && open.name == name, |_| false);
            return self.stack.len() < before;
        }
        let same = |open: &Open| !open.is_foreign && open.name == name;
        match element.kind {
            Kind::Formatting => self.end_formatting(name),
            // What is open in a form stays open.
            Kind::Form if self.is_in_scope(b"form") => {
                self.close_implied(b"");
                self.end_around(same, Element::is_scope);
            }
            Kind::P => self.close_p(),
            Kind::Heading => self.close_to(|open| open.element.kind == Kind::Heading, Element::is_scope),
            Kind::ListItem => self.close_to(same, |over| over.is_scope() || over.kind == Kind::List),
            Kind::Table | Kind::Section | Kind::Row | Kind::Cell | Kind::Caption | Kind::Colgroup => {
                self.close_to(same, |over| over.kind == Kind::Table || is_template_or_foreign(over));
            }
            Kind::NoScript => self.close_to(same, |_| false),
            _ if element.is_scope() && element.is_hidden() => self.close_to(same, |_| false),
            _ if element.is_special() || element.closes_p() => self.close_to(same, Element::is_scope),
            _ => self.close_to(same, Element::is_special),
        }
        self.stack.len() < before
    }

    /// Closes all open elements down to one, and that one too, unless a boundary lies between.
    fn close_to(&mut self, is_it: impl Fn(&Open) -> bool, is_boundary: impl Fn(Element) -> bool) {
        for place in (0..self.stack.len()).rev() {
            let open = &self.stack[place];
            if is_it(open) {
                self.truncate(place);
                return;
            }
            if is_boundary(open.element) {
                return;
            }
        }
    }

    /// Ends an element around what is open in it, unless a boundary lies between.
    fn end_around(&mut self, is_it: impl Fn(&Open) -> bool, is_boundary: impl Fn(Element) -> bool) {
        let nearest = self.stack.iter_mut().rfind(|open| is_it(open) || is_boundary(open.element));
        if let Some(open) = nearest.filter(|open| is_it(open)) {
            // Without its name, it is no longer found.
            self.kinds.0[open.element.kind as usize] -= 1;
            (open.name, open.element) = (NameKey::NONE, open.element.ended());
            self.kinds.0[open.element.kind as usize] += 1;
            self.close_ended();
        }
    }

    fn close_top(&mut self, is_it: impl Fn(&Open) -> bool) {
        if self.stack.last().is_some_and(is_it) {
            self.truncate(self.stack.len() - 1);
        }
    }

    /// Generates implied end tags, but for elements of one name.
    fn close_implied(&mut self, kept: &[u8]) {
        let kept = NameKey::new(kept);
        let closes = |top: &Open| {
            let kind = top.element.kind;
            top.name != kept
                && matches!(
                    kind,
                    Kind::P | Kind::ListItem | Kind::Definition | Kind::Option | Kind::Optgroup | Kind::Ruby
                )
        };
        while self.stack.last().is_some_and(closes) {
            self.truncate(self.stack.len() - 1);
        }
    }

    /// Whether an HTML element of this name is in scope.
    fn is_in_scope(&self, name: &[u8]) -> bool {
        let name = NameKey::new(name);
        let is_it = |open: &Open| !open.is_foreign && open.name == name;
        self.stack.iter().rev().find(|open| is_it(open) || open.element.is_scope()).is_some_and(is_it)
    }

    /// Closes a select that is in scope. Returns whether there was one.
    fn close_select(&mut self) -> bool {
        if !self.has(Kind::Select) {
            return false;
        }
        let before = self.stack.len();
        self.close_to(|open| open.element.kind == Kind::Select, Element::is_scope);
        self.stack.len() < before
    }

    fn close_p(&mut self) {
        if !self.has(Kind::P) {
            return;
        }
        self.close_to(
            |open| open.element.kind == Kind::P,
            |over| over.is_scope() || over.kind == Kind::Button,
        );
    }

    /// Closes a list item or definition, unless a special element other than `address`, `div` and `p` lies between.
    fn close_item(&mut self, kind: Kind) {
        if !self.has(kind) {
            return;
        }
        self.close_to(
            |open| open.element.kind == kind,
            |over| over.is_special() && !matches!(over.kind, Kind::PlainBlock | Kind::P),
        );
    }

    /// A table directly in a table ends it. One in a cell or caption is nested.
    fn make_way_for_table(&mut self) {
        self.close_p();
        self.close_to(
            |open| open.element.kind == Kind::Table,
            |over| matches!(over.kind, Kind::Cell | Kind::Caption) || is_template_or_foreign(over),
        );
    }

    /// Closes all elements above the nearest one of these kinds. `false` if there is none, which is where the tree
    /// builder ignores the tag.
    fn clear_back_to(&mut self, kinds: &[Kind]) -> bool {
        for place in (0..self.stack.len()).rev() {
            let element = self.stack[place].element;
            if kinds.contains(&element.kind) {
                self.truncate(place + 1);
                return true;
            }
            if is_template_or_foreign(element) {
                // In a template, a row needs no table.
                return element.is_hidden();
            }
        }
        false
    }

    /// An HTML start tag ends the foreign elements above the last integration point.
    fn leave_foreign(&mut self) {
        let kept = self.stack.iter().rposition(|open| !is_left_by_html(open)).map_or(0, |place| place + 1);
        self.truncate(kept);
    }

    /// Ends the nearest formatting element of a name, as the standard's adoption agency does: special and formatting elements
    /// in it stay open.
    fn end_formatting(&mut self, name: NameKey) {
        // An element of SVG may have the name too.
        if !self.has(Kind::Formatting) && !self.has(Kind::Foreign) {
            return;
        }
        let nearest = self.stack.iter().rposition(|open| open.name == name || open.element.is_scope());
        let Some(found) = nearest.filter(|&place| self.stack[place].name == name) else { return };
        // Ended elements around it close with it, since the tree builder does not put the block into them.
        let is_open = |open: &Open| open.element.kind != Kind::Ended;
        let first = self.stack[..found].iter().rposition(is_open).map_or(0, |place| place + 1);
        let mut has_block = false;
        for place in (first..self.stack.len()).rev() {
            let element = &mut self.stack[place].element;
            if element.is_special() {
                has_block = true;
            } else if place <= found || element.kind != Kind::Formatting {
                // The tree builder moves the block out of this element, which ends before the block.
                element.breaks = if has_block { 0 } else { element.breaks };
                let removed = self.stack.remove(place);
                self.closed(removed);
            }
        }
    }

    fn truncate(&mut self, length: usize) {
        while self.stack.len() > length {
            let Some(open) = self.stack.pop() else { return };
            self.closed(open);
        }
        if self.has(Kind::Ended) {
            self.close_ended();
        }
    }

    /// Closes elements that ended before, now that nothing is open in them.
    #[cold]
    fn close_ended(&mut self) {
        while let Some(open) = self.stack.pop_if(|top| top.element.kind == Kind::Ended) {
            self.closed(open);
        }
    }

    /// Counts an element that was closed.
    fn closed(&mut self, open: Open) {
        self.preserving -= usize::from(open.element.preserves());
        self.kinds.0[open.element.kind as usize] -= 1;
        if open.element.is_list() {
            self.lists.pop();
        }
        // What a hidden element asks for is not seen.
        let is_shown = if open.appearance == Appearance::default() {
            self.is_shown()
        } else {
            self.leave(open.appearance);
            self.renders(open.appearance) && self.is_visible(open.appearance)
        };
        if is_shown {
            self.note_breaks(open.element);
        }
    }

    /// Notes what is shown in an element that opens.
    #[cold]
    fn enter(&mut self, appearance: Appearance) {
        self.hidden += appearance.content.hides();
        self.is_invisible = !self.is_visible(appearance);
        self.hides_text = self.hidden != 0 || self.is_invisible;
    }

    /// Goes back to what is shown around an element that was closed.
    #[cold]
    fn leave(&mut self, appearance: Appearance) {
        self.hidden -= appearance.content.hides();
        if appearance.visibility.is_some() {
            let inherited = self.stack.iter().rev().find_map(|open| open.appearance.visibility);
            self.is_invisible = inherited == Some(false);
        }
        self.hides_text = self.hidden != 0 || self.is_invisible;
    }

    fn note_breaks(&mut self, element: Element) {
        self.breaks = self.breaks.max(element.breaks);
    }
}

/// An element of SVG or MathML that does not hold HTML.
fn is_left_by_html(open: &Open) -> bool {
    open.is_foreign && matches!(open.element.kind, Kind::Foreign | Kind::SvgText)
}

/// An element that has a marker in the standard's list of active formatting elements.
fn is_marker(element: Element) -> bool {
    element.is_scope() && !matches!(element.kind, Kind::Table | Kind::Select | Kind::IntegrationPoint)
}

/// A template, whose content end tags do not leave, or an integration point.
fn is_template_or_foreign(element: Element) -> bool {
    element.kind == Kind::IntegrationPoint || element.is_scope() && element.is_hidden()
}
