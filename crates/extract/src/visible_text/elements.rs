//! The rendering of the elements of HTML: blocks, cells, hidden elements, and elements that close others.

use tagspan::Namespace;

/// The names that a rule of tree construction, or the layout, refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Other,
    /// `address` and `div`, through which the search for an open list item continues.
    PlainBlock,
    P,
    Heading,
    ListItem,
    /// `dd` and `dt`.
    Definition,
    /// `ol` and `ul`, which keep list items apart.
    List,
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
    /// An element of SVG or MathML that holds HTML.
    IntegrationPoint,
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

impl Element {
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

/// The longest name below.
const LONGEST: usize = "annotation-xml".len();

/// The element of a name as written.
pub(super) fn element(namespace: Namespace, raw_name: &[u8]) -> Element {
    let mut buffer = [0; LONGEST];
    let name: &[u8] = match buffer.get_mut(..raw_name.len()) {
        Some(name) => {
            name.copy_from_slice(raw_name);
            name.make_ascii_lowercase();
            name
        }
        None => b"",
    };
    match namespace {
        Namespace::Svg => svg(name),
        Namespace::MathMl => math(name),
        Namespace::Html => html(name),
    }
}

fn svg(name: &[u8]) -> Element {
    match name {
        b"foreignobject" => Element::new(Kind::IntegrationPoint, SCOPE, 1),
        // Integration points whose content is not drawn.
        b"desc" | b"title" => Element::new(Kind::IntegrationPoint, SCOPE | HIDDEN, 0),
        b"defs" | b"metadata" | b"script" | b"style" | b"symbol" => Element::new(Kind::Foreign, HIDDEN, 0),
        _ => Element::new(Kind::Foreign, 0, 0),
    }
}

fn math(name: &[u8]) -> Element {
    match name {
        b"mi" | b"mo" | b"mn" | b"ms" | b"mtext" => Element::new(Kind::IntegrationPoint, SCOPE, 0),
        b"annotation" | b"annotation-xml" => Element::new(Kind::Foreign, HIDDEN, 0),
        _ => Element::new(Kind::Foreign, 0, 0),
    }
}

#[rustfmt::skip]
fn html(name: &[u8]) -> Element {
    match name {
        b"address" | b"div" => Element::block(Kind::PlainBlock),
        b"article" | b"aside" | b"blockquote" | b"center" | b"details" | b"dir" | b"dl" | b"fieldset"
        | b"figcaption" | b"figure" | b"footer" | b"header" | b"hgroup" | b"main" | b"menu" | b"nav" | b"search"
        | b"section" | b"summary" => Element::block(Kind::Other),
        b"dialog" => Element::new(Kind::Other, CLOSES_P, 1),
        b"ol" | b"ul" => Element::block(Kind::List),
        b"form" => Element::block(Kind::Form),
        b"p" => Element::new(Kind::P, CLOSES_P | SPECIAL, 2),
        b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" => Element::block(Kind::Heading),
        b"li" => Element::block(Kind::ListItem),
        b"dd" | b"dt" => Element::block(Kind::Definition),
        b"listing" | b"plaintext" | b"pre" | b"xmp" => Element::new(Kind::Other, CLOSES_P | SPECIAL | PRESERVES, 1),
        b"legend" => Element::new(Kind::Other, 0, 1),
        b"option" => Element::new(Kind::Option, 0, 1),
        b"optgroup" => Element::new(Kind::Optgroup, 0, 1),
        b"table" => Element::new(Kind::Table, CLOSES_P | SCOPE, 1),
        b"caption" => Element::new(Kind::Caption, SCOPE, 1),
        b"tbody" | b"tfoot" | b"thead" => Element::new(Kind::Section, SPECIAL, 0),
        b"tr" => Element::new(Kind::Row, SPECIAL, 0),
        b"td" | b"th" => Element::new(Kind::Cell, SCOPE, 0),
        b"col" => Element::new(Kind::Colgroup, VOID, 0),
        b"colgroup" => Element::new(Kind::Colgroup, SPECIAL, 0),
        b"br" => Element::new(Kind::LineBreak, VOID, 0),
        b"hr" => Element::new(Kind::Rule, VOID | CLOSES_P, 1),
        b"area" | b"base" | b"basefont" | b"bgsound" | b"embed" | b"frame" | b"image" | b"img"
        | b"keygen" | b"link" | b"meta" | b"param" | b"source" | b"track" | b"wbr" =>
            Element::new(Kind::Other, VOID, 0),
        b"input" => Element::new(Kind::Input, VOID, 0),
        b"button" => Element::new(Kind::Button, SPECIAL, 0),
        b"a" | b"b" | b"big" | b"code" | b"em" | b"font" | b"i" | b"nobr" | b"s" | b"small" | b"strike" | b"strong"
        | b"tt" | b"u" => Element::new(Kind::Formatting, 0, 0),
        b"rb" | b"rt" | b"rtc" => Element::new(Kind::Ruby, 0, 0),
        b"rp" => Element::new(Kind::Ruby, HIDDEN, 0),
        b"applet" | b"marquee" | b"object" => Element::new(Kind::Other, SCOPE, 0),
        b"select" => Element::new(Kind::Select, SCOPE, 0),
        b"template" => Element::new(Kind::Other, SCOPE | HIDDEN, 0),
        b"iframe" | b"noembed" | b"noframes" | b"script" | b"style" | b"textarea" | b"title" => Element::hidden(),
        b"audio" | b"canvas" | b"datalist" | b"meter" | b"progress" | b"video" => Element::new(Kind::Other, HIDDEN, 0),
        b"noscript" => Element::new(Kind::NoScript, SPECIAL, 0),
        b"body" | b"frameset" | b"head" | b"html" => Element::new(Kind::Root, 0, 0),
        _ => Element::new(Kind::Other, 0, 0),
    }
}
