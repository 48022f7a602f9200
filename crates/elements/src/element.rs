//! The elements of HTML that a rule of tree construction refers to.

use tagspan::{Namespace, Tag};

use crate::names::{NameKey, NameTable};

/// The names that a rule of tree construction refers to.
///
/// ```
/// use tagspan_elements::{Element, Kind, NameKey};
///
/// assert_eq!(Element::html(NameKey::new(b"TD")).kind(), Kind::Cell);
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name to which no rule refers.
    Other,
    /// `address` and `div`, through which the search for an open list item continues.
    PlainBlock,
    /// Other blocks.
    Block,
    /// `listing` and `pre`.
    Preformatted,
    /// `plaintext`.
    Plaintext,
    /// `p`.
    P,
    /// `h1` to `h6`.
    Heading,
    /// `li`.
    ListItem,
    /// `dir` and `menu`, which end no search for an open list item.
    Menu,
    /// `dd` and `dt`.
    Definition,
    /// `ol` and `ul`, which keep list items apart.
    List,
    /// `details`.
    Details,
    /// `dialog`.
    Dialog,
    /// `summary`.
    Summary,
    /// `button`.
    Button,
    /// `form`.
    Form,
    /// `select`.
    Select,
    /// `input`.
    Input,
    /// `hr`.
    Rule,
    /// `option`.
    Option,
    /// `optgroup`.
    Optgroup,
    /// `rb`, `rp`, `rt` and `rtc`.
    Ruby,
    /// `table`.
    Table,
    /// `tbody`, `thead` and `tfoot`.
    Section,
    /// `tr`.
    Row,
    /// `td` and `th`.
    Cell,
    /// `caption`.
    Caption,
    /// `col` and `colgroup`.
    Colgroup,
    /// `a`, `b` and the other formatting elements, which end without the blocks that they hold.
    Formatting,
    /// An element that ended before what is open in it.
    Ended,
    /// `br`.
    LineBreak,
    /// `noscript`.
    NoScript,
    /// `applet`, `marquee` and `object`.
    Object,
    /// `template`.
    Template,
    /// `base`, `basefont`, `bgsound`, `link` and `meta`.
    Metadata,
    /// `noframes`, `script`, `style` and `title`, whose content is text, and whose place may be the head.
    HeadText,
    /// `iframe`, `noembed`, `textarea` and `xmp`, whose content is text.
    BodyText,
    /// `area`, `embed`, `image`, `img`, `keygen` and `wbr`.
    Inline,
    /// `param`, `source` and `track`.
    Parameter,
    /// `frame`.
    Frame,
    /// `frameset`.
    Frameset,
    /// `html`.
    Html,
    /// `head`.
    Head,
    /// `body`.
    Body,
    /// An element of SVG or MathML.
    Foreign,
    /// `text` of SVG.
    SvgText,
    /// An element of SVG or MathML that holds HTML.
    IntegrationPoint,
}

impl Kind {
    /// How many there are.
    pub(crate) const COUNT: usize = Kind::IntegrationPoint as usize + 1;
}

/// The part of an element in tree construction, by its name.
///
/// ```
/// use tagspan_elements::{Element, NameKey};
///
/// let section = Element::html(NameKey::new(b"section"));
/// assert!(section.closes_p() && section.is_special() && !section.is_void());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element {
    kind: Kind,
    flags: u8,
}

const VOID: u8 = 1;
const CLOSES_P: u8 = 2;
const SPECIAL: u8 = 4;
const SCOPE: u8 = 8 | SPECIAL;

impl Element {
    const fn new(kind: Kind, flags: u8) -> Self {
        Element { kind, flags }
    }

    const fn block(kind: Kind) -> Self {
        Element::new(kind, CLOSES_P | SPECIAL)
    }

    /// The element of HTML with this name.
    ///
    /// ```
    /// use tagspan_elements::{Element, NameKey};
    ///
    /// assert!(Element::html(NameKey::new(b"br")).is_void());
    /// ```
    #[inline]
    pub const fn html(name: NameKey) -> Self {
        BY_NAME.get(name)
    }

    /// The element that a tag stands for.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    /// use tagspan_elements::{Element, Kind, NameKey};
    ///
    /// let mut kinds = Vec::new();
    /// tokenize("<title></title><svg><title>").for_each(|token| {
    ///     if let Token::StartTag(tag) = token {
    ///         kinds.push(Element::of(tag, NameKey::new(tag.raw_name())).kind());
    ///     }
    /// })?;
    /// assert_eq!(kinds, [Kind::HeadText, Kind::Foreign, Kind::IntegrationPoint]);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn of(tag: Tag<'_>, name: NameKey) -> Self {
        Element::within(tag.namespace(), tag, name)
    }

    /// The same, in a namespace that need not be that of the tag.
    #[inline]
    pub(crate) fn within(namespace: Namespace, tag: Tag<'_>, name: NameKey) -> Self {
        if namespace == Namespace::Html { Element::html(name) } else { Element::foreign(namespace, tag) }
    }

    fn foreign(namespace: Namespace, tag: Tag<'_>) -> Self {
        let is = |names: &[&str]| names.iter().any(|name| tag.is(name));
        let is_point = match namespace {
            Namespace::Svg => is(&["foreignobject", "desc", "title"]),
            _ => is(TEXT_POINTS) || is_html_annotation(tag),
        };
        if is_point {
            Element::new(Kind::IntegrationPoint, SCOPE)
        } else if namespace == Namespace::Svg && tag.is("text") {
            Element::new(Kind::SvgText, 0)
        } else {
            Element::new(Kind::Foreign, 0)
        }
    }

    /// The element once it is off the standard's stack of open elements. What is open in it stays in it.
    pub(crate) const fn ended() -> Self {
        Element::new(Kind::Ended, 0)
    }

    /// The rule that refers to it.
    ///
    /// ```
    /// use tagspan_elements::{Element, Kind, NameKey};
    ///
    /// assert_eq!(Element::html(NameKey::new(b"h3")).kind(), Kind::Heading);
    /// ```
    #[inline]
    pub const fn kind(self) -> Kind {
        self.kind
    }

    /// Whether it has no content and no end tag.
    ///
    /// ```
    /// use tagspan_elements::{Element, NameKey};
    ///
    /// assert!(Element::html(NameKey::new(b"img")).is_void());
    /// ```
    #[inline]
    pub const fn is_void(self) -> bool {
        self.flags & VOID != 0
    }

    /// Whether its start tag closes a `p`.
    ///
    /// ```
    /// use tagspan_elements::{Element, NameKey};
    ///
    /// assert!(Element::html(NameKey::new(b"ul")).closes_p());
    /// ```
    #[inline]
    pub const fn closes_p(self) -> bool {
        self.flags & CLOSES_P != 0
    }

    /// Whether it is of the standard's category "special": end tags of ordinary elements do not reach through it.
    ///
    /// ```
    /// use tagspan_elements::{Element, NameKey};
    ///
    /// assert!(!Element::html(NameKey::new(b"span")).is_special());
    /// ```
    #[inline]
    pub const fn is_special(self) -> bool {
        self.flags & SPECIAL != 0
    }

    /// Whether it ends the standard's "scope": end tags of blocks do not reach through it.
    ///
    /// ```
    /// use tagspan_elements::{Element, NameKey};
    ///
    /// assert!(Element::html(NameKey::new(b"td")).is_scope());
    /// ```
    #[inline]
    pub const fn is_scope(self) -> bool {
        self.flags & SCOPE == SCOPE
    }

    /// Whether it is `html`, `head`, `body` or `frameset`.
    ///
    /// ```
    /// use tagspan_elements::{Element, NameKey};
    ///
    /// assert!(Element::html(NameKey::new(b"body")).is_root());
    /// ```
    #[inline]
    pub const fn is_root(self) -> bool {
        matches!(self.kind, Kind::Frameset | Kind::Html | Kind::Head | Kind::Body)
    }

    /// A template, whose content end tags do not leave, or an integration point.
    pub(crate) fn is_template_or_foreign(self) -> bool {
        matches!(self.kind, Kind::Template | Kind::IntegrationPoint)
    }
}

/// The MathML text integration points.
const TEXT_POINTS: &[&str] = &["mi", "mo", "mn", "ms", "mtext"];

/// Whether an element of MathML holds HTML by its encoding.
fn is_html_annotation(tag: Tag<'_>) -> bool {
    let is_html = |encoding: &str| {
        ["text/html", "application/xhtml+xml"].iter().any(|kind| kind.eq_ignore_ascii_case(encoding))
    };
    tag.is("annotation-xml") && tag.attribute_value("encoding").is_some_and(|encoding| is_html(&encoding))
}

/// The elements of HTML that a rule refers to, by their names.
#[rustfmt::skip]
const HTML: &[(&[&str], Element)] = &[
    (&["address", "div"], Element::block(Kind::PlainBlock)),
    (&["article", "aside", "blockquote", "center", "dl", "fieldset", "figcaption", "figure",
        "footer", "header", "hgroup", "main", "nav", "search", "section"], Element::block(Kind::Block)),
    (&["details"], Element::block(Kind::Details)),
    (&["summary"], Element::block(Kind::Summary)),
    (&["dialog"], Element::new(Kind::Dialog, CLOSES_P)),
    (&["ol", "ul"], Element::block(Kind::List)),
    (&["dir", "menu"], Element::block(Kind::Menu)),
    (&["form"], Element::block(Kind::Form)),
    (&["p"], Element::block(Kind::P)),
    (&["h1", "h2", "h3", "h4", "h5", "h6"], Element::block(Kind::Heading)),
    (&["li"], Element::block(Kind::ListItem)),
    (&["dd", "dt"], Element::block(Kind::Definition)),
    (&["listing", "pre"], Element::block(Kind::Preformatted)),
    (&["plaintext"], Element::block(Kind::Plaintext)),
    (&["xmp"], Element::block(Kind::BodyText)),
    (&["option"], Element::new(Kind::Option, 0)),
    (&["optgroup"], Element::new(Kind::Optgroup, 0)),
    (&["table"], Element::new(Kind::Table, CLOSES_P | SCOPE)),
    (&["caption"], Element::new(Kind::Caption, SCOPE)),
    (&["tbody", "tfoot", "thead"], Element::new(Kind::Section, SPECIAL)),
    (&["tr"], Element::new(Kind::Row, SPECIAL)),
    (&["td", "th"], Element::new(Kind::Cell, SCOPE)),
    (&["col"], Element::new(Kind::Colgroup, VOID)),
    (&["colgroup"], Element::new(Kind::Colgroup, SPECIAL)),
    (&["br"], Element::new(Kind::LineBreak, VOID)),
    (&["hr"], Element::new(Kind::Rule, VOID | CLOSES_P)),
    (&["area", "embed", "image", "img", "keygen", "wbr"], Element::new(Kind::Inline, VOID)),
    (&["base", "basefont", "bgsound", "link", "meta"], Element::new(Kind::Metadata, VOID)),
    (&["param", "source", "track"], Element::new(Kind::Parameter, VOID)),
    (&["frame"], Element::new(Kind::Frame, VOID)),
    (&["input"], Element::new(Kind::Input, VOID)),
    (&["button"], Element::new(Kind::Button, SPECIAL)),
    (&["a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"],
        Element::new(Kind::Formatting, 0)),
    (&["rb", "rp", "rt", "rtc"], Element::new(Kind::Ruby, 0)),
    (&["applet", "marquee", "object"], Element::new(Kind::Object, SCOPE)),
    (&["select"], Element::new(Kind::Select, SCOPE)),
    (&["template"], Element::new(Kind::Template, SCOPE)),
    (&["noframes", "script", "style", "title"], Element::new(Kind::HeadText, SPECIAL)),
    (&["iframe", "noembed", "textarea"], Element::new(Kind::BodyText, SPECIAL)),
    (&["noscript"], Element::new(Kind::NoScript, SPECIAL)),
    (&["frameset"], Element::new(Kind::Frameset, 0)),
    (&["html"], Element::new(Kind::Html, 0)),
    (&["head"], Element::new(Kind::Head, 0)),
    (&["body"], Element::new(Kind::Body, 0)),
];

/// Those elements, and what all others are.
static BY_NAME: NameTable<Element, 512> = NameTable::new(HTML, Element::new(Kind::Other, 0));
