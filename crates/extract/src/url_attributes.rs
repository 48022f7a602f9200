//! The attributes that hold URLs: one table, and the search for them in a tag.

use tagspan::{Attribute, Namespace, Tag};

/// The attributes of HTML elements that hold a URL, by the [index of attributes][index] of the standard, sorted by element.
///
/// The rows of the index whose value is a "valid URL" or a set of them, except `href` of `base`, `itemid` and `itemtype`.
/// Of the [obsolete features][obsolete]: `background`, `longdesc`, `lowsrc`, `manifest`, `profile`, and `src` of `bgsound`
/// and `frame`. The tree builder makes `image` an `img`.
///
/// [index]: https://html.spec.whatwg.org/multipage/indices.html#attributes-3
/// [obsolete]: https://html.spec.whatwg.org/multipage/obsolete.html#non-conforming-features
const HTML: [Row; 32] = [
    ("a", "a", &["href", "ping"]),
    ("area", "area", &["href", "ping"]),
    ("audio", "audio", &["src"]),
    ("bgsound", "bgsound", &["src"]),
    ("blockquote", "blockquote", &["cite"]),
    ("body", "body", &["background"]),
    ("button", "button", &["formaction"]),
    ("del", "del", &["cite"]),
    ("embed", "embed", &["src"]),
    ("form", "form", &["action"]),
    ("frame", "frame", &["longdesc", "src"]),
    ("head", "head", &["profile"]),
    ("html", "html", &["manifest"]),
    ("iframe", "iframe", &["longdesc", "src"]),
    ("image", "img", &["longdesc", "lowsrc", "src"]),
    ("img", "img", &["longdesc", "lowsrc", "src"]),
    ("input", "input", &["formaction", "src"]),
    ("ins", "ins", &["cite"]),
    ("link", "link", &["href"]),
    ("object", "object", &["data"]),
    ("q", "q", &["cite"]),
    ("script", "script", &["src"]),
    ("source", "source", &["src"]),
    ("table", "table", &["background"]),
    ("tbody", "tbody", &["background"]),
    ("td", "td", &["background"]),
    ("tfoot", "tfoot", &["background"]),
    ("th", "th", &["background"]),
    ("thead", "thead", &["background"]),
    ("tr", "tr", &["background"]),
    ("track", "track", &["src"]),
    ("video", "video", &["poster", "src"]),
];

/// The elements of SVG that link to or load another document.
const SVG: [Row; 5] = [
    ("a", "a", &["href", "xlink:href"]),
    ("feimage", "feImage", &["href", "xlink:href"]),
    ("image", "image", &["href", "xlink:href"]),
    ("script", "script", &["href", "xlink:href"]),
    ("use", "use", &["href", "xlink:href"]),
];

/// The longest name in the tables.
const LONGEST: usize = "blockquote".len();

/// The name of a tag in lower case, the name of its element, and those of its attributes.
type Row = (&'static str, &'static str, &'static [&'static str]);

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
    let (_, element, names) = row(tag).unwrap_or(("", "", &[]));
    let attributes = (!names.is_empty()).then(|| tag.attributes());
    attributes.into_iter().flatten().filter_map(move |attribute| {
        let raw = attribute.raw_name();
        let name = names.iter().copied().find(|name| name.as_bytes().eq_ignore_ascii_case(raw))?;
        Some(UrlAttribute { element, name, attribute, is_list: name == "ping" })
    })
}

/// The row of a tag, which is no end tag.
fn row(tag: Tag<'_>) -> Option<Row> {
    let table: &[Row] = match tag.namespace() {
        Namespace::Html => &HTML,
        Namespace::Svg => &SVG,
        _ => &[],
    };
    let raw = tag.raw_name();
    let mut buffer = [0; LONGEST];
    let name = buffer.get_mut(..raw.len()).filter(|_| !tag.is_end())?;
    name.copy_from_slice(raw);
    name.make_ascii_lowercase();
    let found = table.binary_search_by(|(key, ..)| key.as_bytes().cmp(name)).ok()?;
    Some(table[found])
}

#[cfg(test)]
mod tests {
    use super::{HTML, LONGEST, SVG};

    #[test]
    fn tables_are_sorted_and_names_are_short() {
        for table in [&HTML[..], &SVG] {
            assert!(table.is_sorted_by(|(one, ..), (next, ..)| one < next));
            assert!(table.iter().all(|(name, ..)| name.len() <= LONGEST));
        }
    }
}
