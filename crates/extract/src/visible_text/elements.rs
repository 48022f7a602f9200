//! The rendering of the elements of HTML: blocks, cells and hidden elements.

use tagspan::{Namespace, Tag};
use tagspan_elements::{Element, Kind, NameKey, NameTable};

/// An element, and how it is rendered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rendered {
    pub(super) element: Element,
    flags: u8,
    /// Line breaks before and after it, at least.
    pub(super) breaks: u8,
}

/// White space in it is preserved.
const PRESERVES: u8 = 1;
/// Its content is not shown.
const HIDDEN: u8 = 2;
/// Text in it is drawn only where an element around it is `text` of SVG.
const DRAWING: u8 = 4;

impl Rendered {
    /// `tr`.
    pub(super) const ROW: Rendered = Rendered::html("tr", 0, 0);

    /// The element of HTML with this name.
    const fn html(name: &str, flags: u8, breaks: u8) -> Self {
        Rendered { element: Element::html(NameKey::new(name.as_bytes())), flags, breaks }
    }

    pub(super) fn kind(self) -> Kind {
        self.element.kind()
    }

    /// Whether it has list items.
    pub(super) fn is_list(&self) -> bool {
        matches!(self.kind(), Kind::List | Kind::Menu)
    }

    /// The element as a block, or in a line. The lines of some elements stay as they are: cells and rows have separators, and
    /// browsers make a block of the others, or nothing.
    pub(super) fn with_breaks(self, is_block: bool) -> Self {
        let breaks = match self.kind() {
            Kind::Row | Kind::Cell | Kind::LineBreak | Kind::Ruby => self.breaks,
            Kind::P | Kind::Option | Kind::Optgroup | Kind::Details | Kind::Dialog => self.breaks,
            _ => u8::from(is_block),
        };
        Rendered { breaks, ..self }
    }

    pub(super) fn is_drawing(self) -> bool {
        self.flags & DRAWING != 0
    }

    pub(super) fn preserves(self) -> bool {
        self.flags & PRESERVES != 0
    }

    pub(super) fn is_hidden(self) -> bool {
        self.flags & HIDDEN != 0
    }
}

/// The element of a tag, by its key.
#[inline]
pub(super) fn rendered(tag: Tag<'_>, key: NameKey) -> Rendered {
    if tag.namespace() == Namespace::Html { BY_NAME.get(key) } else { foreign(tag, Element::of(tag, key)) }
}

fn foreign(tag: Tag<'_>, element: Element) -> Rendered {
    let is = |names: &[&str]| names.iter().any(|name| tag.is(name));
    let is_svg = tag.namespace() == Namespace::Svg;
    let (flags, breaks) = match element.kind() {
        Kind::SvgText => (0, 1),
        Kind::IntegrationPoint if is(&["foreignobject"]) => (0, 1),
        // Integration points whose content is not drawn.
        Kind::IntegrationPoint if is_svg || is(&["annotation-xml"]) => (HIDDEN, 0),
        Kind::IntegrationPoint => (0, 0),
        _ if is_svg && is(&["defs", "metadata", "script", "style", "symbol"]) => (HIDDEN, 0),
        _ if is_svg => (DRAWING, 0),
        _ if is(&["annotation", "annotation-xml"]) => (HIDDEN, 0),
        _ => (0, 0),
    };
    Rendered { element, flags, breaks }
}

/// The elements of HTML that a rule or the layout refers to, by their names.
#[rustfmt::skip]
const HTML: &[(&[&str], Rendered)] = &[
    (&["address", "div"], Rendered::html("div", 0, 1)),
    (&["article", "aside", "blockquote", "center", "dl", "fieldset", "figcaption", "figure",
        "footer", "header", "hgroup", "main", "nav", "search", "section"], Rendered::html("section", 0, 1)),
    (&["details"], Rendered::html("details", 0, 1)),
    (&["summary"], Rendered::html("summary", 0, 1)),
    (&["dialog"], Rendered::html("dialog", 0, 1)),
    (&["ol", "ul"], Rendered::html("ul", 0, 1)),
    (&["dir", "menu"], Rendered::html("menu", 0, 1)),
    (&["form"], Rendered::html("form", 0, 1)),
    (&["p"], Rendered::html("p", 0, 2)),
    (&["h1", "h2", "h3", "h4", "h5", "h6"], Rendered::html("h1", 0, 1)),
    (&["li"], Rendered::html("li", 0, 1)),
    (&["dd", "dt"], Rendered::html("dd", 0, 1)),
    (&["listing", "pre"], Rendered::html("pre", PRESERVES, 1)),
    (&["plaintext"], Rendered::html("plaintext", PRESERVES, 1)),
    (&["xmp"], Rendered::html("xmp", PRESERVES, 1)),
    (&["legend"], Rendered::html("legend", 0, 1)),
    (&["option"], Rendered::html("option", 0, 1)),
    (&["optgroup"], Rendered::html("optgroup", 0, 1)),
    (&["table"], Rendered::html("table", 0, 1)),
    (&["caption"], Rendered::html("caption", 0, 1)),
    (&["tbody", "tfoot", "thead"], Rendered::html("tbody", 0, 0)),
    (&["tr"], Rendered::html("tr", 0, 0)),
    (&["td", "th"], Rendered::html("td", 0, 0)),
    (&["col"], Rendered::html("col", 0, 0)),
    (&["colgroup"], Rendered::html("colgroup", 0, 0)),
    (&["br"], Rendered::html("br", 0, 0)),
    (&["hr"], Rendered::html("hr", 0, 1)),
    (&["area", "embed", "image", "img", "keygen", "wbr"], Rendered::html("img", 0, 0)),
    (&["base", "basefont", "bgsound", "link", "meta"], Rendered::html("meta", 0, 0)),
    (&["param", "source", "track"], Rendered::html("param", 0, 0)),
    (&["frame"], Rendered::html("frame", 0, 0)),
    (&["input"], Rendered::html("input", 0, 0)),
    (&["button"], Rendered::html("button", 0, 0)),
    (&["a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"],
        Rendered::html("a", 0, 0)),
    (&["rb", "rt", "rtc"], Rendered::html("rb", 0, 0)),
    (&["rp"], Rendered::html("rp", HIDDEN, 0)),
    (&["applet", "marquee", "object"], Rendered::html("object", 0, 0)),
    (&["select"], Rendered::html("select", 0, 0)),
    (&["template"], Rendered::html("template", HIDDEN, 0)),
    (&["noframes", "script", "style", "title"], Rendered::html("title", HIDDEN, 0)),
    (&["iframe", "noembed", "textarea"], Rendered::html("iframe", HIDDEN, 0)),
    (&["audio", "canvas", "datalist", "meter", "progress", "video"], Rendered::html("audio", HIDDEN, 0)),
    (&["noscript"], Rendered::html("noscript", 0, 0)),
    (&["frameset"], Rendered::html("frameset", 0, 0)),
    (&["html"], Rendered::html("html", 0, 0)),
    (&["head"], Rendered::html("head", 0, 0)),
    (&["body"], Rendered::html("body", 0, 0)),
];

/// Those elements, and what all others are.
static BY_NAME: NameTable<Rendered, 512> = NameTable::new(HTML, Rendered::html("", 0, 0));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_of_a_row_are_of_its_kind() {
        for (names, rendered) in HTML {
            for name in *names {
                assert_eq!(Element::html(NameKey::new(name.as_bytes())), rendered.element, "{name}");
            }
        }
    }
}
