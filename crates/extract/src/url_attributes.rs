//! The attributes that hold URLs: one table, and the search for them in a tag.

use tagspan::{Attribute, Namespace, Tag};

use crate::link::LinkKind;
use crate::names::{NameKey, NameTable};

/// The name of an element, and those of its attributes that hold a URL.
type Row = (&'static str, &'static [&'static str]);

/// The attributes of HTML elements that hold a URL, by the [index of attributes][index] of the standard.
///
/// The rows of the index whose value is a "valid URL" or a list of them, except `href` of `base`, `itemid` and `itemtype`;
/// and `content` of a `meta` that is a refresh.
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
], ("", &[]));

/// The elements of SVG that link to or load another document.
static SVG: NameTable<Row, 16> = NameTable::new(
    &[
        (&["a"], ("a", IN_SVG)),
        (&["feimage"], ("feImage", IN_SVG)),
        (&["image"], ("image", IN_SVG)),
        (&["script"], ("script", IN_SVG)),
        (&["use"], ("use", IN_SVG)),
    ],
    ("", &[]),
);

const IN_SVG: &[&str] = &["href", "xlink:href"];

/// An attribute that holds a URL: [`url_attributes`].
///
/// ```
/// use tagspan::Token;
/// use tagspan_extract::{LinkKind, UrlAttribute, url_attributes};
///
/// let mut tokens = tagspan::tokenize("<VIDEO SRC=a.webm controls>");
/// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
/// let found: Vec<UrlAttribute<'_>> = url_attributes(tag).collect();
/// assert_eq!((found[0].element, found[0].name), ("video", "src"));
/// assert_eq!((found[0].attribute.value(), found[0].kind), ("a.webm".into(), LinkKind::Attribute));
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct UrlAttribute<'a> {
    /// The name of the element, as in a tree.
    pub element: &'static str,
    /// The name of the attribute.
    pub name: &'static str,
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
    let (mut element, mut names) = row(tag);
    if element == "meta" && !is_refresh(tag) {
        (element, names) = ("", &[]);
    }
    // Of an element that is in no table no attribute is read.
    tag.attributes()
        .take_while(move |_| !names.is_empty())
        .filter_map(move |attribute| url_attribute(element, names, attribute))
}

fn url_attribute<'a>(
    element: &'static str,
    names: &[&'static str],
    attribute: Attribute<'a>,
) -> Option<UrlAttribute<'a>> {
    let raw = attribute.raw_name();
    let name = names.iter().copied().find(|name| name.as_bytes().eq_ignore_ascii_case(raw))?;
    let kind = match name {
        "ping" => LinkKind::Ping,
        "srcset" | "imagesrcset" => LinkKind::Srcset,
        "content" => LinkKind::Refresh,
        _ => LinkKind::Attribute,
    };
    Some(UrlAttribute { element, name, attribute, kind })
}

fn is_refresh(tag: Tag<'_>) -> bool {
    tag.attribute_value("http-equiv").is_some_and(|pragma| pragma.eq_ignore_ascii_case("refresh"))
}

/// The row of a tag, without attributes for most.
fn row(tag: Tag<'_>) -> Row {
    let key = NameKey::new(tag.raw_name());
    match tag.namespace() {
        _ if tag.is_end() => ("", &[]),
        Namespace::Html => HTML.get(key),
        Namespace::Svg => SVG.get(key),
        _ => ("", &[]),
    }
}
