//! The attributes that hold URLs: one table, and the search for them in a tag.

use tagspan::{Attribute, Namespace, Tag};

/// The name of an element, and those of its attributes that hold a URL.
type Row = (&'static str, &'static [&'static str]);

/// The attributes of HTML elements that hold a URL, by the [index of attributes][index] of the standard.
///
/// The rows of the index whose value is a "valid URL" or a set of them, except `href` of `base`, `itemid` and `itemtype`.
/// Of the [obsolete features][obsolete]: `background`, `longdesc`, `lowsrc`, `manifest`, `profile`, and `src` of `bgsound`
/// and `frame`. The tree builder makes `image` an `img`.
///
/// [index]: https://html.spec.whatwg.org/multipage/indices.html#attributes-3
/// [obsolete]: https://html.spec.whatwg.org/multipage/obsolete.html#non-conforming-features
fn html(name: &[u8]) -> Option<Row> {
    Some(match name {
        b"a" => ("a", &["href", "ping"]),
        b"area" => ("area", &["href", "ping"]),
        b"audio" => ("audio", &["src"]),
        b"bgsound" => ("bgsound", &["src"]),
        b"blockquote" => ("blockquote", &["cite"]),
        b"body" => ("body", &["background"]),
        b"button" => ("button", &["formaction"]),
        b"del" => ("del", &["cite"]),
        b"embed" => ("embed", &["src"]),
        b"form" => ("form", &["action"]),
        b"frame" => ("frame", &["longdesc", "src"]),
        b"head" => ("head", &["profile"]),
        b"html" => ("html", &["manifest"]),
        b"iframe" => ("iframe", &["longdesc", "src"]),
        b"image" | b"img" => ("img", &["longdesc", "lowsrc", "src"]),
        b"input" => ("input", &["formaction", "src"]),
        b"ins" => ("ins", &["cite"]),
        b"link" => ("link", &["href"]),
        b"object" => ("object", &["data"]),
        b"q" => ("q", &["cite"]),
        b"script" => ("script", &["src"]),
        b"source" => ("source", &["src"]),
        b"table" => ("table", &["background"]),
        b"tbody" => ("tbody", &["background"]),
        b"td" => ("td", &["background"]),
        b"tfoot" => ("tfoot", &["background"]),
        b"th" => ("th", &["background"]),
        b"thead" => ("thead", &["background"]),
        b"tr" => ("tr", &["background"]),
        b"track" => ("track", &["src"]),
        b"video" => ("video", &["poster", "src"]),
        _ => return None,
    })
}

/// The elements of SVG that link to or load another document.
fn svg(name: &[u8]) -> Option<Row> {
    let element = match name {
        b"a" => "a",
        b"feimage" => "feImage",
        b"image" => "image",
        b"script" => "script",
        b"use" => "use",
        _ => return None,
    };
    Some((element, &["href", "xlink:href"]))
}

/// The longest name above.
const LONGEST: usize = "blockquote".len();

/// An attribute that holds a URL: [`url_attributes`].
///
/// ```
/// use tagspan::Token;
/// use tagspan_extract::{UrlAttribute, url_attributes};
///
/// let mut tokens = tagspan::tokenize("<VIDEO SRC=a.webm controls>");
/// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
/// let found: Vec<UrlAttribute<'_>> = url_attributes(tag).collect();
/// assert_eq!((found[0].element, found[0].name), ("video", "src"));
/// assert_eq!(found[0].attribute.value(), "a.webm");
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
    /// Whether the value is a list of URLs with white space between them, as that of `ping`.
    pub is_list: bool,
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
    let row = if tag.is_end() { None } else { row(tag) };
    let (element, names) = row.unwrap_or_default();
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
    Some(UrlAttribute { element, name, attribute, is_list: name == "ping" })
}

/// The row of a tag.
fn row(tag: Tag<'_>) -> Option<Row> {
    let raw = tag.raw_name();
    let mut buffer = [0; LONGEST];
    let name = buffer.get_mut(..raw.len())?;
    name.copy_from_slice(raw);
    name.make_ascii_lowercase();
    match tag.namespace() {
        Namespace::Html => html(name),
        Namespace::Svg => svg(name),
        _ => None,
    }
}
