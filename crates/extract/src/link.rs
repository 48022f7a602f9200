//! Links, and how they stand in attributes.

use std::borrow::Cow;
use std::ops::Range;

use tagspan::Span;

/// How the URL of a [`Link`] stands in its attribute.
///
/// ```
/// use tagspan_extract::{LinkKind, extract};
///
/// let page = extract(b"<img src=a.png srcset='a.png 1x, b.png 2x'>", None)?;
/// let kinds: Vec<_> = page.links.iter().map(|link| (link.kind, link.value.as_str())).collect();
/// let expected = [(LinkKind::Attribute, "a.png"), (LinkKind::Srcset, "a.png"), (LinkKind::Srcset, "b.png")];
/// assert_eq!(kinds, expected);
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LinkKind {
    /// `attribute`: it is the value of the attribute.
    Attribute,
    /// `ping`: it is one of the URLs of `ping`, which have white space between them.
    Ping,
    /// `srcset`: it is that of a candidate in `srcset` or `imagesrcset`.
    Srcset,
    /// `refresh`: `<meta http-equiv=refresh>` leads there.
    Refresh,
    /// `http-header`: it stands in the HTTP header, see [`Extractor::http_header`](crate::Extractor::http_header).
    HttpHeader,
    /// `srcdoc`: it is a link of the document in the attribute `srcdoc` of an `iframe`.
    Srcdoc,
    /// `css`: it is in `url()` or after `@import`, in a `style` attribute or the text of a `style` element.
    Css,
}

impl LinkKind {
    /// The name of the kind, in columns and on the command line.
    ///
    /// ```
    /// assert_eq!(tagspan_extract::LinkKind::Srcset.as_str(), "srcset");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            LinkKind::Attribute => "attribute",
            LinkKind::Ping => "ping",
            LinkKind::Srcset => "srcset",
            LinkKind::Refresh => "refresh",
            LinkKind::HttpHeader => "http-header",
            LinkKind::Srcdoc => "srcdoc",
            LinkKind::Css => "css",
        }
    }
}

/// The attributes that say something of the links of their tag, for [`Link::attributes`]. The column of links has a field for each.
pub(crate) const BESIDE: [&str; 5] = ["alt", "as", "download", "hreflang", "type"];

/// A URL in a value, and what stands beside it: two ranges of the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) url: Range<usize>,
    pub(crate) descriptor: Range<usize>,
}

/// A URL of a page, in an attribute or in the HTTP header, as an owned value.
///
/// ```
/// use tagspan_extract::{Link, extract};
///
/// let html = b"<p><A rel='nofollow' HREF='/?a&amp;b'>";
/// let page = extract(html, None)?;
/// let link: &Link = &page.links[0];
/// assert_eq!((&*link.element, &*link.attribute), ("a", "href"));
/// assert_eq!(link.value, "/?a&b");
/// assert_eq!(link.rel.as_deref(), Some("nofollow"));
/// let span = link.span.unwrap();
/// assert_eq!(&html[span.start as usize..span.end as usize], b"/?a&amp;b");
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Link {
    /// The name of the element, in lower case, but as in a tree if it is one of SVG that the standard has links in; empty for a URL in
    /// the HTTP header.
    pub element: Cow<'static, str>,
    /// The name of the attribute, or that of the field of the HTTP header, in lower case; empty for a URL in the text of a
    /// `style` element.
    pub attribute: Cow<'static, str>,
    /// How the value was found in the attribute.
    pub kind: LinkKind,
    /// Where the value stands in the source, in bytes, without its quotes. If it is a part of the attribute, as in `srcset`, and
    /// the attribute is not written as it reads, because of character references for example, the whole attribute; likewise for a link of a document in `srcdoc`. `None` if
    /// the source is not UTF-8 and [`TokenizerBuilder::source_offsets`](tagspan::TokenizerBuilder::source_offsets) is off.
    pub span: Option<Span>,
    /// The URL as it stands, decoded: the value of the attribute with its white space, or the part of it that is the URL.
    pub value: String,
    /// What stands beside the URL: the descriptors of a candidate in `srcset`, such as `2x` or `480w`, and the seconds of a
    /// refresh, such as `5`. `None` for other links, and where there is nothing.
    pub descriptor: Option<String>,
    /// The decoded value of `rel`, of the tag or of the `Link` header.
    pub rel: Option<String>,
    /// Other attributes of the tag, or parameters of the `Link` header, that describe the link: `alt`, `as`, `download`, `hreflang` and `type`, decoded, in the order of the tag.
    /// [`attribute_value`](Self::attribute_value) has one of them.
    pub attributes: Vec<(&'static str, String)>,
    /// The text between an `a` and its end tag, or the next `a`, with white space stripped and collapsed; tags that break
    /// lines separate words. Raw text, such as that of scripts, styles and `textarea`, is left out. Up to
    /// [`PageLimits::value`](crate::PageLimits::value) bytes. `None` for other links, and where there is no text.
    pub text: Option<String>,
    /// Whether a limit has truncated the value.
    pub truncated: bool,
}

impl Link {
    /// Whether `rel` has this keyword, in any ASCII case.
    ///
    /// ```
    /// use tagspan_extract::extract;
    ///
    /// let page = extract(b"<link rel='shortcut ICON' href=/favicon.ico>", None)?;
    /// assert!(page.links[0].has_rel("icon") && !page.links[0].has_rel("short"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn has_rel(&self, keyword: &str) -> bool {
        self.rel.as_deref().is_some_and(|rel| has_keyword(rel, keyword))
    }

    /// The value of an attribute in [`attributes`](Self::attributes); empty for one without a value.
    ///
    /// ```
    /// use tagspan_extract::extract;
    ///
    /// let page = extract(b"<link rel=preload AS=font href=f.woff2><a href=f.pdf download>", None)?;
    /// assert_eq!(page.links[0].attribute_value("as"), Some("font"));
    /// assert_eq!(page.links[1].attribute_value("download"), Some(""));
    /// assert_eq!(page.links[1].attribute_value("hreflang"), None);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn attribute_value(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        attributes.find(|(found, _)| *found == name).map(|(_, value)| &**value)
    }

    /// The bytes that the link takes with a URL of this length.
    pub(crate) fn bytes(&self, url: usize) -> usize {
        let texts = [&self.descriptor, &self.rel, &self.text];
        let texts: usize = texts.iter().copied().flatten().map(String::len).sum();
        let names = owned_bytes([&self.element, &self.attribute]);
        let attributes = attribute_bytes(&self.attributes);
        (size_of::<Link>() + self.value.len() + texts + names + attributes).saturating_add(url)
    }
}

/// The bytes of names that are not those of the tables.
pub(crate) fn owned_bytes(names: [&Cow<'static, str>; 2]) -> usize {
    names.iter().filter(|name| matches!(name, Cow::Owned(_))).map(|name| name.len()).sum()
}

/// The bytes of attributes, with the memory of the records themselves.
pub(crate) fn attribute_bytes(attributes: &[(&'static str, String)]) -> usize {
    size_of_val(attributes) + attributes.iter().map(|(_, value)| value.len()).sum::<usize>()
}

/// Whether a list of keywords has this one, in any ASCII case.
pub(crate) fn has_keyword(list: &str, keyword: &str) -> bool {
    list.split_ascii_whitespace().any(|found| found.eq_ignore_ascii_case(keyword))
}
