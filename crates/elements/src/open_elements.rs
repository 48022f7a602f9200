//! The stack of open elements, and the rules by which tags close them.

use tagspan::Namespace;

use crate::element::{Element, Kind};
use crate::names::NameKey;

/// Gets notice of each element that closes, and has data for each open element.
///
/// ```
/// use tagspan_elements::{Closing, Observer, Open};
///
/// /// Counts the elements that closed.
/// #[derive(Default)]
/// struct Count(usize);
///
/// impl Observer for Count {
///     type Data = ();
///     fn closed(&mut self, _: Open<()>, _: Closing, _: &[Open<()>]) {
///         self.0 += 1;
///     }
/// }
/// ```
pub trait Observer {
    /// The observer's data for an open element.
    ///
    /// ```
    /// use tagspan_elements::Observer;
    ///
    /// let data: <() as Observer>::Data = ();
    /// assert_eq!(data, ());
    /// ```
    type Data;

    /// Takes an element that was closed, how it was, and the elements that are still open.
    ///
    /// ```
    /// use tagspan::Namespace;
    /// use tagspan_elements::{Closing, Element, NameKey, Observer, Open};
    ///
    /// let name = NameKey::new(b"p");
    /// let open = Open::new(b"p", name, Element::html(name), Namespace::Html, ());
    /// ().closed(open, Closing::EndTag, &[]);
    /// ```
    fn closed(&mut self, open: Open<Self::Data>, closing: Closing, rest: &[Open<Self::Data>]);
}

/// Takes note of nothing.
impl Observer for () {
    type Data = ();
    fn closed(&mut self, _: Open<()>, _: Closing, _: &[Open<()>]) {}
}

/// How an element was closed.
///
/// ```
/// use tagspan_elements::Closing;
///
/// assert_ne!(Closing::EndTag, Closing::Implied);
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// By the end of an element around it, by a start tag, or at the end of the page.
    Implied,
    /// By its own end tag.
    EndTag,
    /// Before a block in it, which the tree builder moves out of it.
    BeforeBlock,
}

/// An open element.
///
/// ```
/// use tagspan::Namespace;
/// use tagspan_elements::{Element, Kind, NameKey, Open};
///
/// let name = NameKey::new(b"tr");
/// let open = Open::new(b"tr", name, Element::html(name), Namespace::Html, "data");
/// assert_eq!((open.kind(), open.data), (Kind::Row, "data"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Open<D> {
    name: NameKey,
    /// Where its name starts among the long names, if it is one. Its length.
    long: u32,
    length: u32,
    /// Which entry of the list of active formatting elements it is. 0 if none.
    pub(crate) mark: u32,
    element: Element,
    namespace: Namespace,
    /// The observer's data.
    pub data: D,
}

impl<D> Open<D> {
    /// An element to be opened, with its name as written.
    ///
    /// ```
    /// use tagspan::Namespace;
    /// use tagspan_elements::{Element, NameKey, Open};
    ///
    /// let name = NameKey::new(b"DIV");
    /// assert!(Open::new(b"DIV", name, Element::html(name), Namespace::Html, ()).element().is_special());
    /// ```
    #[inline]
    pub fn new(raw_name: &[u8], name: NameKey, element: Element, namespace: Namespace, data: D) -> Self {
        let length = raw_name.len() as u32;
        Open { name, long: 0, length, mark: 0, element, namespace, data }
    }

    /// The rule that refers to it.
    ///
    /// ```
    /// use tagspan::Namespace;
    /// use tagspan_elements::{Element, Kind, NameKey, Open};
    ///
    /// let name = NameKey::new(b"p");
    /// assert_eq!(Open::new(b"p", name, Element::html(name), Namespace::Html, ()).kind(), Kind::P);
    /// ```
    #[inline]
    pub fn kind(&self) -> Kind {
        self.element.kind()
    }

    /// Its part in tree construction.
    ///
    /// ```
    /// use tagspan::Namespace;
    /// use tagspan_elements::{Element, NameKey, Open};
    ///
    /// let name = NameKey::new(b"p");
    /// assert!(Open::new(b"p", name, Element::html(name), Namespace::Html, ()).element().closes_p());
    /// ```
    #[inline]
    pub fn element(&self) -> Element {
        self.element
    }

    /// Whether it is of SVG or MathML, and does not hold HTML.
    ///
    /// ```
    /// use tagspan::Namespace;
    /// use tagspan_elements::{Element, NameKey, Open};
    ///
    /// let name = NameKey::new(b"p");
    /// assert!(!Open::new(b"p", name, Element::html(name), Namespace::Html, ()).is_left_by_html());
    /// ```
    #[inline]
    pub fn is_left_by_html(&self) -> bool {
        matches!(self.kind(), Kind::Foreign | Kind::SvgText)
    }

    /// Its namespace.
    ///
    /// ```
    /// use tagspan::Namespace;
    /// use tagspan_elements::{Element, NameKey, Open};
    ///
    /// let name = NameKey::new(b"p");
    /// let open = Open::new(b"p", name, Element::html(name), Namespace::Html, ());
    /// assert_eq!(open.namespace(), Namespace::Html);
    /// ```
    #[inline]
    pub fn namespace(&self) -> Namespace {
        self.namespace
    }

    #[inline]
    pub(crate) fn is_foreign(&self) -> bool {
        self.namespace != Namespace::Html
    }

    /// Whether its key is that of a name, which is short.
    #[inline]
    pub(crate) fn has_key(&self, name: NameKey) -> bool {
        self.name == name
    }
}

const A: NameKey = NameKey::new(b"a");
const NOBR: NameKey = NameKey::new(b"nobr");
const RP: NameKey = NameKey::new(b"rp");
const RT: NameKey = NameKey::new(b"rt");

/// A name as written, and its key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Name<'a> {
    pub(crate) raw: &'a [u8],
    pub(crate) key: NameKey,
}

/// The stack of open elements, to a depth. Elements above it are counted only.
///
/// [`make_way`](Self::make_way) and [`end`](Self::end) have the rules of the standard as far as the text of a page depends on
/// them. `html`, `head` and `body` are not on this stack, nor are elements without a start tag.
///
/// ```
/// use tagspan::{Token, tokenize};
/// use tagspan_elements::{Closing, Element, NameKey, Observer, Open, OpenElements};
///
/// #[derive(Default)]
/// struct Closed(Vec<&'static str>);
///
/// impl Observer for Closed {
///     type Data = &'static str;
///     fn closed(&mut self, open: Open<&'static str>, _: Closing, _: &[Open<&'static str>]) {
///         self.0.push(open.data);
///     }
/// }
///
/// let mut open = OpenElements::<Closed>::default();
/// tokenize("<ul><li>a<li>b</ul>").for_each(|token| match token {
///     Token::StartTag(tag) => {
///         let name = NameKey::new(tag.raw_name());
///         let element = Element::of(tag, name);
///         if open.make_way(tag.raw_name(), name, element, tag.namespace()) {
///             let data = if tag.is("li") { "li" } else { "other" };
///             open.push(tag.raw_name(), Open::new(tag.raw_name(), name, element, tag.namespace(), data));
///         }
///     }
///     Token::EndTag(tag) => {
///         let name = NameKey::new(tag.raw_name());
///         open.end(tag.raw_name(), name, Element::of(tag, name), tag.namespace());
///     }
///     _ => {}
/// })?;
/// assert_eq!(open.observer.0, ["li", "li", "other"]);
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct OpenElements<O: Observer> {
    /// Gets notice of each element that closes.
    pub observer: O,
    pub(crate) stack: Vec<Open<O::Data>>,
    /// How many elements are on the stack at most.
    pub(crate) depth: usize,
    /// Elements above the depth.
    pub(crate) deeper: u64,
    /// How many of the stack are of each kind, so that the stack is searched only for what is in it.
    kinds: [u32; Kind::COUNT],
    /// The names that their keys do not tell apart, in the order of the stack.
    long_names: Vec<u8>,
    /// The marks of elements that were closed.
    pub(crate) closed_marks: Vec<u32>,
}

impl<O: Observer + Default> Default for OpenElements<O> {
    fn default() -> Self {
        OpenElements::new(O::default())
    }
}

impl<O: Observer> OpenElements<O> {
    /// The depth of browsers.
    ///
    /// ```
    /// assert_eq!(tagspan_elements::OpenElements::<()>::DEPTH, 512);
    /// ```
    pub const DEPTH: usize = 512;

    /// A stack without elements.
    ///
    /// ```
    /// let open = tagspan_elements::OpenElements::new(());
    /// assert!(open.is_empty() && !open.is_deep());
    /// ```
    pub fn new(observer: O) -> Self {
        OpenElements {
            observer,
            stack: Vec::new(),
            depth: Self::DEPTH,
            deeper: 0,
            kinds: [0; Kind::COUNT],
            long_names: Vec::new(),
            closed_marks: Vec::new(),
        }
    }

    /// The open elements, the innermost last.
    ///
    /// ```
    /// assert!(tagspan_elements::OpenElements::new(()).as_slice().is_empty());
    /// ```
    #[inline]
    pub fn as_slice(&self) -> &[Open<O::Data>] {
        &self.stack
    }

    /// The innermost element.
    ///
    /// ```
    /// assert!(tagspan_elements::OpenElements::new(()).last_mut().is_none());
    /// ```
    #[inline]
    pub fn last_mut(&mut self) -> Option<&mut Open<O::Data>> {
        self.stack.last_mut()
    }

    /// Whether no element is open.
    ///
    /// ```
    /// assert!(tagspan_elements::OpenElements::new(()).is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.stack.is_empty() && self.deeper == 0
    }

    /// Whether elements above the depth are open.
    ///
    /// ```
    /// assert!(!tagspan_elements::OpenElements::new(()).is_deep());
    /// ```
    #[inline]
    pub fn is_deep(&self) -> bool {
        self.deeper > 0
    }

    /// How many elements of this kind are open.
    ///
    /// ```
    /// let open = tagspan_elements::OpenElements::new(());
    /// assert_eq!(open.count(tagspan_elements::Kind::ListItem), 0);
    /// ```
    #[inline]
    pub fn count(&self, kind: Kind) -> u32 {
        self.kinds[kind as usize]
    }

    /// Whether an element of this kind is open.
    #[inline]
    pub(crate) fn has(&self, kind: Kind) -> bool {
        self.count(kind) > 0
    }

    /// The nearest open element of this kind.
    ///
    /// ```
    /// let mut open = tagspan_elements::OpenElements::new(());
    /// assert!(open.nearest(tagspan_elements::Kind::Table).is_none());
    /// ```
    pub fn nearest(&mut self, kind: Kind) -> Option<&mut Open<O::Data>> {
        self.stack.iter_mut().rev().find(|open| open.kind() == kind)
    }

    /// Opens an element. Returns whether it is on the stack, which it is not above the depth.
    ///
    /// ```
    /// use tagspan::Namespace;
    /// use tagspan_elements::{Element, NameKey, Open};
    /// let mut open = tagspan_elements::OpenElements::new(());
    /// let name = NameKey::new(b"p");
    /// assert!(open.push(b"p", Open::new(b"p", name, Element::html(name), Namespace::Html, ())));
    /// assert_eq!(open.as_slice().len(), 1);
    /// ```
    #[inline]
    pub fn push(&mut self, raw_name: &[u8], open: Open<O::Data>) -> bool {
        if self.stack.len() >= self.depth {
            self.deeper += 1;
            return false;
        }
        self.insert(self.stack.len(), raw_name, open);
        true
    }

    /// Puts an element on the stack, below what is open from a place on.
    #[inline]
    pub(crate) fn insert(&mut self, place: usize, raw_name: &[u8], mut open: Open<O::Data>) {
        self.kinds[open.kind() as usize] += 1;
        if raw_name.len() > NameKey::EXACT {
            open.long = self.long_names.len() as u32;
            self.long_names.extend_from_slice(raw_name);
        }
        self.stack.insert(place, open);
    }

    /// Takes an element off the stack, without a word to the observer.
    pub(crate) fn take(&mut self, place: usize) -> Open<O::Data> {
        let open = self.stack.remove(place);
        self.kinds[open.kind() as usize] -= 1;
        if open.length as usize > NameKey::EXACT && place == self.stack.len() {
            self.long_names.truncate(open.long as usize);
        }
        open
    }

    /// Whether an open element has a name.
    #[inline]
    pub(crate) fn is_named(&self, open: &Open<O::Data>, name: Name<'_>) -> bool {
        open.name == name.key
            && open.length as usize == name.raw.len()
            && (name.raw.len() <= NameKey::EXACT
                || self.long_names[open.long as usize..][..name.raw.len()].eq_ignore_ascii_case(name.raw))
    }

    /// Whether an open element is of HTML and has a name.
    #[inline]
    pub(crate) fn is_html_named(&self, open: &Open<O::Data>, name: Name<'_>) -> bool {
        !open.is_foreign() && self.is_named(open, name)
    }

    /// Closes what a start tag closes before its element opens. `false` if the tag is ignored.
    ///
    /// ```
    /// use tagspan::Namespace;
    /// use tagspan_elements::{Element, NameKey, Open};
    /// let mut open = tagspan_elements::OpenElements::new(());
    /// let name = NameKey::new(b"p");
    /// for _ in 0..2 {
    ///     assert!(open.make_way(b"p", name, Element::html(name), Namespace::Html));
    ///     open.push(b"p", Open::new(b"p", name, Element::html(name), Namespace::Html, ()));
    /// }
    /// assert_eq!(open.as_slice().len(), 1);
    /// ```
    pub fn make_way(&mut self, raw: &[u8], key: NameKey, element: Element, namespace: Namespace) -> bool {
        if self.deeper > 0 || namespace != Namespace::Html {
            return true;
        }
        self.leave_foreign();
        // A form in a form is ignored.
        if element.kind() == Kind::Form && self.has(Kind::Form) {
            return false;
        }
        match element.kind() {
            Kind::Table => self.make_way_for_table(),
            Kind::Row => return self.clear_back_to(&[Kind::Section, Kind::Table]),
            Kind::Cell => return self.clear_back_to(&[Kind::Row, Kind::Section, Kind::Table]),
            Kind::Section | Kind::Caption | Kind::Colgroup => return self.clear_back_to(&[Kind::Table]),
            // An `a` in an `a`, and a `nobr` in a `nobr`, end the first; an `a` also one that is not in scope.
            Kind::Formatting if key == A || key == NOBR => {
                let name = Name { raw, key };
                self.end_formatting(name);
                if key == A && self.has(Kind::Formatting) {
                    self.end_around(name, is_marker);
                }
            }
            _ => return self.make_way_in_body(key, element),
        }
        true
    }

    /// Closes what a start tag closes by the rules for "in body", but for tables and formatting elements. `false` if the tag is
    /// ignored.
    #[inline]
    pub(crate) fn make_way_in_body(&mut self, key: NameKey, element: Element) -> bool {
        if element.closes_p() {
            self.close_p();
        }
        match element.kind() {
            Kind::Heading => self.close_top(|top| top.kind() == Kind::Heading),
            Kind::ListItem => self.close_item(Kind::ListItem),
            Kind::Definition => self.close_item(Kind::Definition),
            Kind::Button => self.close_to(|open| open.kind() == Kind::Button, Element::is_scope),
            // A select in a select ends it, and is ignored.
            Kind::Select => return !self.close_select(),
            Kind::Input => {
                self.close_select();
            }
            Kind::Rule if self.is_in_scope(b"select") => self.close_implied(b""),
            Kind::Option if self.is_in_scope(b"select") => self.close_implied(b"optgroup"),
            Kind::Optgroup if self.is_in_scope(b"select") => self.close_implied(b""),
            Kind::Option | Kind::Optgroup => self.close_top(|top| top.kind() == Kind::Option),
            Kind::Ruby if self.is_in_scope(b"ruby") => {
                let is_text = key == RP || key == RT;
                self.close_implied(if is_text { b"rtc" } else { b"" });
            }
            _ => {}
        }
        true
    }

    /// Closes what an end tag closes. Returns whether there was an element that it closes.
    ///
    /// ```
    /// use tagspan::Namespace;
    /// use tagspan_elements::{Element, NameKey};
    /// let mut open = tagspan_elements::OpenElements::new(());
    /// let name = NameKey::new(b"p");
    /// assert!(!open.end(b"p", name, Element::html(name), Namespace::Html));
    /// ```
    pub fn end(&mut self, raw: &[u8], key: NameKey, element: Element, namespace: Namespace) -> bool {
        if element.is_void() || element.is_root() {
            return false;
        }
        if self.deeper > 0 {
            self.deeper -= 1;
            return true;
        }
        let (name, before) = (Name { raw, key }, self.stack.len());
        if namespace != Namespace::Html {
            self.end_foreign(name);
            return self.stack.len() < before;
        }
        match element.kind() {
            Kind::Formatting => self.end_formatting(name),
            // What is open in a form stays open.
            Kind::Form if self.is_in_scope(b"form") => {
                self.close_implied(b"");
                self.end_around(name, Element::is_scope);
            }
            Kind::Table | Kind::Section | Kind::Row | Kind::Cell | Kind::Caption | Kind::Colgroup => {
                self.end_named(name, |over| over.kind() == Kind::Table || over.is_template_or_foreign());
            }
            Kind::NoScript | Kind::Template => self.end_named(name, |_| false),
            _ => self.end_in_body(name, element),
        }
        self.stack.len() < before
    }

    /// Closes what an end tag of SVG or MathML closes.
    pub(crate) fn end_foreign(&mut self, name: Name<'_>) {
        let place = self.stack.iter().rposition(|open| open.is_foreign() && self.is_named(open, name));
        if let Some(place) = place {
            self.end_at(place);
        }
    }

    /// Closes what an end tag closes by the rules for "in body", but for tables, forms and formatting elements.
    #[inline]
    pub(crate) fn end_in_body(&mut self, name: Name<'_>, element: Element) {
        match element.kind() {
            Kind::P => self
                .end_to(|open| open.kind() == Kind::P, |over| over.is_scope() || over.kind() == Kind::Button),
            Kind::Heading => self.end_to(|open| open.kind() == Kind::Heading, Element::is_scope),
            Kind::ListItem => self.end_named(name, |over| over.is_scope() || over.kind() == Kind::List),
            _ if element.is_special() || element.closes_p() => self.end_named(name, Element::is_scope),
            _ => self.end_named(name, Element::is_special),
        }
    }

    /// The nearest open element that is searched for, unless a boundary lies between.
    #[inline]
    pub(crate) fn find(
        &self,
        is_it: impl Fn(&Open<O::Data>) -> bool,
        is_boundary: impl Fn(Element) -> bool,
    ) -> Option<usize> {
        for place in (0..self.stack.len()).rev() {
            let open = &self.stack[place];
            if is_it(open) {
                return Some(place);
            }
            if is_boundary(open.element) {
                return None;
            }
        }
        None
    }

    /// Closes all open elements down to one, and that one too, unless a boundary lies between.
    fn close_to(&mut self, is_it: impl Fn(&Open<O::Data>) -> bool, is_boundary: impl Fn(Element) -> bool) {
        if let Some(place) = self.find(is_it, is_boundary) {
            self.truncate(place);
        }
    }

    /// The same by the end tag of that element.
    fn end_to(&mut self, is_it: impl Fn(&Open<O::Data>) -> bool, is_boundary: impl Fn(Element) -> bool) {
        if let Some(place) = self.find(is_it, is_boundary) {
            self.end_at(place);
        }
    }

    /// The same for the nearest HTML element of a name.
    #[inline]
    pub(crate) fn end_named(&mut self, name: Name<'_>, is_boundary: impl Fn(Element) -> bool) {
        if let Some(place) = self.find(|open| self.is_html_named(open, name), is_boundary) {
            self.end_at(place);
        }
    }

    /// Ends an element around what is open in it, unless a boundary lies between.
    fn end_around(&mut self, name: Name<'_>, is_boundary: impl Fn(Element) -> bool) {
        if let Some(place) = self.find(|open| self.is_html_named(open, name), is_boundary) {
            self.end_early(place);
        }
    }

    /// Ends an element around what is open in it. It is closed once nothing is open in it.
    pub(crate) fn end_early(&mut self, place: usize) {
        let open = &mut self.stack[place];
        self.kinds[open.kind() as usize] -= 1;
        // Without its name, it is no longer found.
        (open.name, open.element, open.mark) = (NameKey::NONE, Element::ended(), 0);
        self.kinds[open.kind() as usize] += 1;
        self.close_ended();
    }

    pub(crate) fn close_top(&mut self, is_it: impl Fn(&Open<O::Data>) -> bool) {
        if self.stack.last().is_some_and(is_it) {
            self.truncate(self.stack.len() - 1);
        }
    }

    /// Generates implied end tags, but for elements of one name.
    pub(crate) fn close_implied(&mut self, kept: &[u8]) {
        let kept = NameKey::new(kept);
        let closes = |top: &Open<O::Data>| {
            top.name != kept
                && matches!(
                    top.kind(),
                    Kind::P | Kind::ListItem | Kind::Definition | Kind::Option | Kind::Optgroup | Kind::Ruby
                )
        };
        while self.stack.last().is_some_and(closes) {
            self.truncate(self.stack.len() - 1);
        }
    }

    /// Whether an HTML element of this name, which is short, is in scope.
    pub(crate) fn is_in_scope(&self, name: &[u8]) -> bool {
        let name = NameKey::new(name);
        let is_it = |open: &Open<O::Data>| !open.is_foreign() && open.name == name;
        self.find(is_it, Element::is_scope).is_some()
    }

    /// Closes a select that is in scope. Returns whether there was one.
    fn close_select(&mut self) -> bool {
        if !self.has(Kind::Select) {
            return false;
        }
        let before = self.stack.len();
        self.close_to(|open| open.kind() == Kind::Select, Element::is_scope);
        self.stack.len() < before
    }

    pub(crate) fn has_p_in_button_scope(&self) -> Option<usize> {
        if !self.has(Kind::P) {
            return None;
        }
        self.find(|open| open.kind() == Kind::P, |over| over.is_scope() || over.kind() == Kind::Button)
    }

    pub(crate) fn close_p(&mut self) {
        if let Some(place) = self.has_p_in_button_scope() {
            self.truncate(place);
        }
    }

    /// Closes a list item or definition, unless a special element other than `address`, `div` and `p` lies between.
    fn close_item(&mut self, kind: Kind) {
        if !self.has(kind) {
            return;
        }
        self.close_to(
            |open| open.kind() == kind,
            |over| over.is_special() && !matches!(over.kind(), Kind::PlainBlock | Kind::P),
        );
    }

    /// A table directly in a table ends it. One in a cell or caption is nested.
    fn make_way_for_table(&mut self) {
        self.close_p();
        self.close_to(
            |open| open.kind() == Kind::Table,
            |over| matches!(over.kind(), Kind::Cell | Kind::Caption) || over.is_template_or_foreign(),
        );
    }

    /// Closes all elements above the nearest one of these kinds. `false` if there is none, which is where the tree
    /// builder ignores the tag.
    fn clear_back_to(&mut self, kinds: &[Kind]) -> bool {
        for place in (0..self.stack.len()).rev() {
            let element = self.stack[place].element;
            if kinds.contains(&element.kind()) {
                self.truncate(place + 1);
                return true;
            }
            if element.is_template_or_foreign() {
                // In a template, a row needs no table.
                return element.kind() == Kind::Template;
            }
        }
        false
    }

    /// An HTML start tag ends the foreign elements above the last integration point.
    #[inline]
    pub(crate) fn leave_foreign(&mut self) {
        if self.stack.last().is_some_and(Open::is_left_by_html) {
            let kept = self.stack.iter().rposition(|open| !open.is_left_by_html());
            self.truncate(kept.map_or(0, |place| place + 1));
        } else if self.has(Kind::Ended) {
            self.close_ended();
        }
    }

    /// Ends the nearest formatting element of a name, as the standard's adoption agency does: special and formatting elements
    /// in it stay open.
    fn end_formatting(&mut self, name: Name<'_>) {
        // An element of SVG may have the name too.
        if !self.has(Kind::Formatting) && !self.has(Kind::Foreign) {
            return;
        }
        let found = self.find(|open| open.name == name.key, Element::is_scope);
        let Some(found) = found else { return };
        // Ended elements around it close with it, since the tree builder does not put the block into them.
        let is_open = |open: &Open<O::Data>| open.kind() != Kind::Ended;
        let first = self.stack[..found].iter().rposition(is_open).map_or(0, |place| place + 1);
        let mut has_block = false;
        for place in (first..self.stack.len()).rev() {
            let element = self.stack[place].element;
            if element.is_special() {
                has_block = true;
            } else if place <= found || element.kind() != Kind::Formatting {
                // The tree builder moves the block out of this element, which ends before the block.
                let removed = self.take(place);
                let closing = if has_block { Closing::BeforeBlock } else { Closing::Implied };
                self.observer.closed(removed, closing, &self.stack);
            }
        }
    }

    /// Closes all elements from a place on.
    pub(crate) fn truncate(&mut self, length: usize) {
        while self.stack.len() > length {
            self.close_last(Closing::Implied);
        }
        if self.has(Kind::Ended) {
            self.close_ended();
        }
    }

    /// Closes all elements from a place on, the lowest of them by its end tag.
    pub(crate) fn end_at(&mut self, place: usize) {
        while self.stack.len() > place + 1 {
            self.close_last(Closing::Implied);
        }
        self.close_last(Closing::EndTag);
        if self.has(Kind::Ended) {
            self.close_ended();
        }
    }

    #[inline]
    fn close_last(&mut self, closing: Closing) {
        let Some(open) = self.stack.pop() else { return };
        self.kinds[open.kind() as usize] -= 1;
        if open.length as usize > NameKey::EXACT {
            self.long_names.truncate(open.long as usize);
        }
        if open.mark != 0 {
            self.closed_marks.push(open.mark);
        }
        self.observer.closed(open, closing, &self.stack);
    }

    /// Closes elements that ended before, now that nothing is open in them.
    #[cold]
    pub(crate) fn close_ended(&mut self) {
        while self.stack.last().is_some_and(|top| top.kind() == Kind::Ended) {
            self.close_last(Closing::Implied);
        }
    }
}

/// An element that has a marker in the standard's list of active formatting elements.
fn is_marker(element: Element) -> bool {
    element.is_scope() && !matches!(element.kind(), Kind::Table | Kind::Select | Kind::IntegrationPoint)
}
