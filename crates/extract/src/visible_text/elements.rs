//! The rendering of the elements of HTML: blocks, cells, hidden elements, and elements that close others.

use tagspan::Namespace;

use crate::names::{NameKey, NameTable};

/// The names that a rule of tree construction, or the layout, refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Other,
    /// `address` and `div`, through which the search for an open list item continues.
    PlainBlock,
    P,
    Heading,
    ListItem,
    /// `dir` and `menu`, whose items have no numbers, and which end no search for an open list item.
    Menu,
    /// `dd` and `dt`.
    Definition,
    /// `ol` and `ul`, which keep list items apart.
    List,
    Details,
    Dialog,
    Summary,
    Button,
    Form,
    Select,
    Input,
    /// `hr`.
    Rule,
    Option,
    Optgroup,
    /// `rb`, `rp`, `rt` and `rtc`.
    Ruby,
    Table,
    /// `tbody`, `thead` and `tfoot`.
    Section,
    Row,
    Cell,
    Caption,
    Colgroup,
    /// `a`, `b` and the other formatting elements, which end without the blocks that they hold.
    Formatting,
    /// A `form` or `a` that ended before what is open in it.
    Ended,
    LineBreak,
    NoScript,
    /// `html`, `head` and `body`, which end with the document.
    Root,
    /// An element of SVG or MathML.
    Foreign,
    /// `text` of SVG.
    SvgText,
    /// An element of SVG or MathML that holds HTML.
    IntegrationPoint,
}

impl Kind {
    /// How many there are.
    pub(super) const COUNT: usize = Kind::IntegrationPoint as usize + 1;
}

/// The properties of an element by its name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    pub(super) kind: Kind,
    flags: u8,
    /// Line breaks before and after it, at least.
    pub(super) breaks: u8,
}

/// It has no content and no end tag.
const VOID: u8 = 1;
/// Its start tag closes a `p`.
const CLOSES_P: u8 = 2;
/// White space in it is preserved.
const PRESERVES: u8 = 4;
/// Its content is not shown.
const HIDDEN: u8 = 8;
/// The standard's category "special": end tags of ordinary elements do not reach through it.
const SPECIAL: u8 = 16;
/// It ends the standard's "scope": end tags of blocks do not reach through it. It is special too.
const SCOPE: u8 = 32 | SPECIAL;
/// Text in it is drawn only where an element around it is `text` of SVG.
const DRAWING: u8 = 64;

impl Element {
    /// Whether it has list items.
    pub(super) fn is_list(&self) -> bool {
        matches!(self.kind, Kind::List | Kind::Menu)
    }

    const fn new(kind: Kind, flags: u8, breaks: u8) -> Self {
        Element { kind, flags, breaks }
    }

    const fn block(kind: Kind) -> Self {
        Element::new(kind, CLOSES_P | SPECIAL, 1)
    }

    /// `annotation-xml` whose encoding is HTML.
    pub(super) const fn html_annotation() -> Self {
        Element::new(Kind::IntegrationPoint, SCOPE | HIDDEN, 0)
    }

    const fn hidden() -> Self {
        Element::new(Kind::Other, HIDDEN | SPECIAL, 0)
    }

    /// An element that is off the standard's stack of open elements. What is open in it stays in it.
    pub(super) const fn ended(self) -> Self {
        Element::new(Kind::Ended, 0, self.breaks)
    }

    /// The element as a block, or in a line. The lines of some elements stay as they are: cells and rows have separators, and
    /// browsers make a block of the others, or nothing.
    pub(super) fn with_breaks(self, is_block: bool) -> Self {
        let breaks = match self.kind {
            Kind::Row | Kind::Cell | Kind::LineBreak | Kind::Ruby => self.breaks,
            Kind::P | Kind::Option | Kind::Optgroup | Kind::Details | Kind::Dialog => self.breaks,
            _ => u8::from(is_block),
        };
        Element { breaks, ..self }
    }

    pub(super) fn is_drawing(self) -> bool {
        self.flags & DRAWING != 0
    }

    pub(super) fn is_void(self) -> bool {
        self.flags & VOID != 0
    }

    pub(super) fn closes_p(self) -> bool {
        self.flags & CLOSES_P != 0
    }

    pub(super) fn preserves(self) -> bool {
        self.flags & PRESERVES != 0
    }

    pub(super) fn is_hidden(self) -> bool {
        self.flags & HIDDEN != 0
    }

    pub(super) fn is_special(self) -> bool {
        self.flags & SPECIAL != 0
    }

    pub(super) fn is_scope(self) -> bool {
        self.flags & SCOPE == SCOPE
    }
}

/// The longest name of SVG and MathML below.
const LONGEST: usize = "annotation-xml".len();

/// The element of a name, as written and as a key.
pub(super) fn element(namespace: Namespace, raw_name: &[u8], key: NameKey) -> Element {
    if namespace == Namespace::Html {
        return BY_NAME.get(key);
    }
    let mut buffer = [0; LONGEST];
    let name: &[u8] = match buffer.get_mut(..raw_name.len()) {
        Some(name) => {
            name.copy_from_slice(raw_name);
            name.make_ascii_lowercase();
            name
        }
        None => b"",
    };
    if namespace == Namespace::Svg { svg(name) } else { math(name) }
}

fn svg(name: &[u8]) -> Element {
    match name {
        b"foreignobject" => Element::new(Kind::IntegrationPoint, SCOPE, 1),
        // Integration points whose content is not drawn.
        b"desc" | b"title" => Element::new(Kind::IntegrationPoint, SCOPE | HIDDEN, 0),
        b"defs" | b"metadata" | b"script" | b"style" | b"symbol" => Element::new(Kind::Foreign, HIDDEN, 0),
        b"text" => Element::new(Kind::SvgText, 0, 1),
        _ => Element::new(Kind::Foreign, DRAWING, 0),
    }
}

fn math(name: &[u8]) -> Element {
    match name {
        b"mi" | b"mo" | b"mn" | b"ms" | b"mtext" => Element::new(Kind::IntegrationPoint, SCOPE, 0),
        b"annotation" | b"annotation-xml" => Element::new(Kind::Foreign, HIDDEN, 0),
        _ => Element::new(Kind::Foreign, 0, 0),
    }
}

/// The elements of HTML that a rule refers to, by their names.
#[rustfmt::skip]
const HTML: &[(&[&str], Element)] = &[
    (&["address", "div"], Element::block(Kind::PlainBlock)),
    (&["article", "aside", "blockquote", "center", "dl", "fieldset", "figcaption", "figure",
        "footer", "header", "hgroup", "main", "nav", "search", "section"], Element::block(Kind::Other)),
    (&["details"], Element::block(Kind::Details)),
    (&["summary"], Element::block(Kind::Summary)),
    (&["dialog"], Element::new(Kind::Dialog, CLOSES_P, 1)),
    (&["ol", "ul"], Element::block(Kind::List)),
    (&["dir", "menu"], Element::block(Kind::Menu)),
    (&["form"], Element::block(Kind::Form)),
    (&["p"], Element::new(Kind::P, CLOSES_P | SPECIAL, 2)),
    (&["h1", "h2", "h3", "h4", "h5", "h6"], Element::block(Kind::Heading)),
    (&["li"], Element::block(Kind::ListItem)),
    (&["dd", "dt"], Element::block(Kind::Definition)),
    (&["listing", "plaintext", "pre", "xmp"], Element::new(Kind::Other, CLOSES_P | SPECIAL | PRESERVES, 1)),
    (&["legend"], Element::new(Kind::Other, 0, 1)),
    (&["option"], Element::new(Kind::Option, 0, 1)),
    (&["optgroup"], Element::new(Kind::Optgroup, 0, 1)),
    (&["table"], Element::new(Kind::Table, CLOSES_P | SCOPE, 1)),
    (&["caption"], Element::new(Kind::Caption, SCOPE, 1)),
    (&["tbody", "tfoot", "thead"], Element::new(Kind::Section, SPECIAL, 0)),
    (&["tr"], Element::new(Kind::Row, SPECIAL, 0)),
    (&["td", "th"], Element::new(Kind::Cell, SCOPE, 0)),
    (&["col"], Element::new(Kind::Colgroup, VOID, 0)),
    (&["colgroup"], Element::new(Kind::Colgroup, SPECIAL, 0)),
    (&["br"], Element::new(Kind::LineBreak, VOID, 0)),
    (&["hr"], Element::new(Kind::Rule, VOID | CLOSES_P, 1)),
    (&["area", "base", "basefont", "bgsound", "embed", "frame", "image", "img", "keygen", "link", "meta", "param",
        "source", "track", "wbr"], Element::new(Kind::Other, VOID, 0)),
    (&["input"], Element::new(Kind::Input, VOID, 0)),
    (&["button"], Element::new(Kind::Button, SPECIAL, 0)),
    (&["a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"], Element::new(Kind::Formatting, 0, 0)),
    (&["rb", "rt", "rtc"], Element::new(Kind::Ruby, 0, 0)),
    (&["rp"], Element::new(Kind::Ruby, HIDDEN, 0)),
    (&["applet", "marquee", "object"], Element::new(Kind::Other, SCOPE, 0)),
    (&["select"], Element::new(Kind::Select, SCOPE, 0)),
    (&["template"], Element::new(Kind::Other, SCOPE | HIDDEN, 0)),
    (&["iframe", "noembed", "noframes", "script", "style", "textarea", "title"], Element::hidden()),
    (&["audio", "canvas", "datalist", "meter", "progress", "video"], Element::new(Kind::Other, HIDDEN, 0)),
    (&["noscript"], Element::new(Kind::NoScript, SPECIAL, 0)),
    (&["body", "frameset", "head", "html"], Element::new(Kind::Root, 0, 0)),
];

/// Those elements, and what all others are.
static BY_NAME: NameTable<Element, 512> = NameTable::new(HTML, Element::new(Kind::Other, 0, 0));
