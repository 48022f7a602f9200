//! The attributes that hold URLs: one table, and the search for them in a tag.

use std::borrow::Cow;

use tagspan::{Attribute, Namespace, Tag};

use crate::link::LinkKind;
use crate::link_attribute::LinkAttribute;
use tagspan_elements::{NameKey, NameTable};

/// The name of an element, and those of its attributes that hold a URL.
pub(crate) type Row = (&'static str, &'static [&'static str]);

/// The row of an element that is in no table.
pub(crate) const NO_ROW: Row = ("", &[]);

/// The attributes of HTML elements that hold a URL, by the [index of attributes][index] of the standard.
///
/// The rows of the index whose value is a "valid URL" or a list of them, except `href` of `base` and `itemtype`; and `content`
/// of a `meta` that is a refresh. `itemid` is of all elements: [`is_item`].
/// Of the [obsolete features][obsolete]: `background`, `longdesc`, `lowsrc`, `manifest`, `profile`, and `src` of `bgsound`
/// and `frame`. The tree builder makes `image` an `img`.
///
/// [index]: https://html.spec.whatwg.org/multipage/indices.html#attributes-3
/// [obsolete]: https://html.spec.whatwg.org/multipage/obsolete.html#non-conforming-features
#[rustfmt::skip]
static HTML: NameTable<Row, 128> = NameTable::new(&[
    (&["a"], ("a", &["href", "ping"])),
    (&["area"], ("area", &["href", "ping"])),
    (&["audio"], ("audio", &["src"])),
    (&["bgsound"], ("bgsound", &["src"])),
    (&["blockquote"], ("blockquote", &["cite"])),
    (&["body"], ("body", &["background"])),
    (&["button"], ("button", &["formaction"])),
    (&["del"], ("del", &["cite"])),
    (&["embed"], ("embed", &["src"])),
    (&["form"], ("form", &["action"])),
    (&["frame"], ("frame", &["longdesc", "src"])),
    (&["head"], ("head", &["profile"])),
    (&["html"], ("html", &["manifest"])),
    (&["iframe"], ("iframe", &["longdesc", "src"])),
    (&["image", "img"], ("img", &["longdesc", "lowsrc", "src", "srcset"])),
    (&["input"], ("input", &["formaction", "src"])),
    (&["ins"], ("ins", &["cite"])),
    (&["link"], ("link", &["href", "imagesrcset"])),
    (&["meta"], ("meta", &["content"])),
    (&["object"], ("object", &["data"])),
    (&["q"], ("q", &["cite"])),
    (&["script"], ("script", &["src"])),
    (&["source"], ("source", &["src", "srcset"])),
    (&["table"], ("table", &["background"])),
    (&["tbody"], ("tbody", &["background"])),
    (&["td"], ("td", &["background"])),
    (&["tfoot"], ("tfoot", &["background"])),
    (&["th"], ("th", &["background"])),
    (&["thead"], ("thead", &["background"])),
    (&["tr"], ("tr", &["background"])),
    (&["track"], ("track", &["src"])),
    (&["video"], ("video", &["poster", "src"])),
], NO_ROW);

/// The elements of SVG that link to or load another document, by [SVG 2] and, in the second half, by [SVG 1.1] alone.
///
/// `href` of `animate`, `animateMotion`, `animateTransform`, `discard` and `set` is left out: the target must be in the same
/// document.
///
/// [SVG 2]: https://svgwg.org/svg2-draft/linking.html#processingURL
/// [SVG 1.1]: https://www.w3.org/TR/SVG11/linking.html
#[rustfmt::skip]
static SVG: NameTable<Row, 64> = NameTable::new(&[
    (&["a"], ("a", IN_SVG)),
    (&["feimage"], ("feImage", IN_SVG)),
    (&["image"], ("image", IN_SVG)),
    (&["lineargradient"], ("linearGradient", IN_SVG)),
    (&["mpath"], ("mpath", IN_SVG)),
    (&["pattern"], ("pattern", IN_SVG)),
    (&["radialgradient"], ("radialGradient", IN_SVG)),
    (&["script"], ("script", IN_SVG)),
    (&["textpath"], ("textPath", IN_SVG)),
    (&["use"], ("use", IN_SVG)),

    (&["altglyph"], ("altGlyph", IN_SVG)),
    (&["color-profile"], ("color-profile", IN_SVG)),
    (&["cursor"], ("cursor", IN_SVG)),
    (&["filter"], ("filter", IN_SVG)),
    (&["font-face-uri"], ("font-face-uri", IN_SVG)),
    (&["glyphref"], ("glyphRef", IN_SVG)),
    (&["tref"], ("tref", IN_SVG)),
], NO_ROW);

const IN_SVG: &[&str] = &["href", "xlink:href"];

/// All elements of MathML, by [MathML 3](https://www.w3.org/TR/MathML3/chapter6.html#interf.link).
const MATHML: Row = ("", &["href"]);

/// An attribute that holds a URL: [`url_attributes`].
///
/// ```
/// use tagspan::Token;
/// use tagspan_extract::{LinkKind, UrlAttribute, url_attributes};
///
/// let mut tokens = tagspan::tokenize("<VIDEO SRC=a.webm controls>");
/// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
/// let found: Vec<UrlAttribute<'_>> = url_attributes(tag).collect();
/// assert_eq!((&*found[0].element, &*found[0].name), ("video", "src"));
/// assert_eq!((found[0].attribute.value(), found[0].kind), ("a.webm".into(), LinkKind::Attribute));
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct UrlAttribute<'a> {
    /// The name of the element: that in the table if it has one, such as `feImage`, otherwise in lower case.
    pub element: Cow<'static, str>,
    /// The name of the attribute.
    pub name: Cow<'static, str>,
    /// The attribute: its spans, its bytes as written, and its decoded value.
    pub attribute: Attribute<'a>,
    /// How URLs stand in the value.
    pub kind: LinkKind,
}

/// The attributes of a start tag that hold URLs, as written. Keeps and decodes nothing.
///
/// The [crate documentation](crate#links) lists the attributes.
///
/// ```
/// use tagspan::Token;
/// use tagspan_extract::url_attributes;
///
/// let mut links = Vec::new();
/// tagspan::tokenize("<a href=x title=y><img src=z>").for_each(|token| {
///     if let Token::StartTag(tag) = token {
///         links.extend(url_attributes(tag).map(|found| found.attribute.value().into_owned()));
///     }
/// })?;
/// assert_eq!(links, ["x", "z"]);
/// # Ok::<(), tagspan::Error>(())
/// ```
pub fn url_attributes<'a>(tag: Tag<'a>) -> impl Iterator<Item = UrlAttribute<'a>> + use<'a> {
    row(tag).into_iter().flat_map(move |row| url_attributes_in(tag, row, &[]))
}

/// The attributes of a tag that has this row, and these others.
#[inline]
pub(crate) fn url_attributes_in<'a>(
    tag: Tag<'a>,
    row: Row,
    others: &'a [LinkAttribute],
) -> impl Iterator<Item = UrlAttribute<'a>> + use<'a> {
    tag.attributes().filter_map(move |attribute| url_attribute(tag, row, others, attribute))
}

#[inline]
fn url_attribute<'a>(
    tag: Tag<'a>,
    row: Row,
    others: &[LinkAttribute],
    attribute: Attribute<'a>,
) -> Option<UrlAttribute<'a>> {
    let (element, names) = row;
    let raw = attribute.raw_name();
    let is_named = |name: &str| name.len() == raw.len() && name.as_bytes().eq_ignore_ascii_case(raw);
    let name = match names.iter().copied().find(|name| is_named(name)) {
        Some(name) => name,
        None if is_named(ITEM_ID) && is_item(tag) => ITEM_ID,
        None if others.is_empty() => return None,
        None => return other(tag, element, others, attribute),
    };
    if tag.namespace() == Namespace::Svg && element != "a" && is_fragment(attribute.raw_value()) {
        return None;
    }
    Some(UrlAttribute { element: name_of(tag, element), name: name.into(), attribute, kind: kind(name) })
}

/// An attribute that is none of the standard.
fn other<'a>(
    tag: Tag<'a>,
    element: &'static str,
    others: &[LinkAttribute],
    attribute: Attribute<'a>,
) -> Option<UrlAttribute<'a>> {
    let is_it = |other: &&LinkAttribute| {
        other.attribute().as_bytes().eq_ignore_ascii_case(attribute.raw_name()) && other.is_of(tag, element)
    };
    let other = others.iter().find(is_it)?;
    let (element, name) = (name_of(tag, element), other.attribute().to_owned().into());
    Some(UrlAttribute { element, name, attribute, kind: other.kind() })
}

/// The name of the element, which is that of a table or of the tag.
fn name_of(tag: Tag<'_>, listed: &'static str) -> Cow<'static, str> {
    if listed.is_empty() { tag.name().into_owned().into() } else { listed.into() }
}

fn kind(name: &str) -> LinkKind {
    match name {
        "ping" => LinkKind::Ping,
        "srcset" | "imagesrcset" => LinkKind::Srcset,
        "content" => LinkKind::Refresh,
        _ => LinkKind::Attribute,
    }
}

/// Whether a URL leads into the page itself.
fn is_fragment(raw_value: &[u8]) -> bool {
    raw_value.trim_ascii_start().starts_with(b"#")
}

fn is_refresh(tag: Tag<'_>) -> bool {
    tag.attribute_value("http-equiv").is_some_and(|pragma| pragma.eq_ignore_ascii_case("refresh"))
}

const ITEM_ID: &str = "itemid";

/// Whether the tag is that of an [item] with a type, so that its `itemid` is a URL.
///
/// [item]: https://html.spec.whatwg.org/multipage/microdata.html#attr-itemid
fn is_item(tag: Tag<'_>) -> bool {
    tag.attribute("itemscope").is_some()
        && tag.attribute_value("itemtype").is_some_and(|types| !types.trim_ascii().is_empty())
        && tag.namespace() == Namespace::Html
}

/// The row of a tag that may hold URLs, which most do not.
#[inline]
pub(crate) fn row(tag: Tag<'_>) -> Option<Row> {
    if tag.is_end() {
        return None;
    }
    let key = NameKey::new(tag.raw_name());
    let row = match tag.namespace() {
        Namespace::Html => HTML.get(key),
        Namespace::Svg => SVG.get(key),
        Namespace::MathMl => MATHML,
    };
    if !row.1.is_empty() && (row.0 != "meta" || is_refresh(tag)) {
        return Some(row);
    }
    // An item has three attributes at least.
    let may_be_item = tag.attributes_as_written().len() >= 3 && tag.attribute(ITEM_ID).is_some();
    may_be_item.then_some((row.0, &[]))
}
