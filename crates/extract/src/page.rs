//! The data extracted from a page.

use std::borrow::Cow;

use crate::Url;
use tagspan::{Encoding, Span};

use crate::base_url::{BaseUrl, resolve};
use crate::limits::Lost;
use crate::link::{Link, LinkKind};
use crate::references::References;

/// More than the bytes of a URL that one byte of a value becomes: in a path they are three, in a query of ISO-2022-JP up to
/// twelve.
const MAX_GROWTH: usize = 32;

/// The data extracted from a page.
///
/// ```
/// use tagspan_extract::{Page, Url, extract};
///
/// let url = Url::parse("https://example.com/news/").ok();
/// let html = "<html lang=en><title>News</title><meta name=robots content=noindex><p>Read <a href=1>this</a>.";
/// let page: Page = extract(html.as_bytes(), url.as_ref())?;
/// assert_eq!(page.title.as_deref(), Some("News"));
/// assert_eq!(page.lang.as_deref(), Some("en"));
/// assert_eq!(page.meta("robots"), Some("noindex"));
/// assert_eq!(page.text, "Read this.");
/// assert_eq!(page.url(&page.links[0]).unwrap().as_str(), "https://example.com/news/1");
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Page {
    /// The text of the first `<title>`, with white space stripped and collapsed as by `document.title`. `None` without
    /// such an element.
    pub title: Option<String>,
    /// The value of `lang` of `<html>`, else the language of the last `<meta http-equiv=content-language>` that has one, else
    /// that of the [HTTP header](crate::Extractor::http_header), if it is one.
    pub lang: Option<String>,
    /// The `href` of the first `<link rel=canonical>` that no limit has truncated, not resolved; or the URL with this relation in
    /// the [HTTP header](crate::Extractor::http_header), resolved.
    pub canonical: Option<String>,
    /// The `href` of the first `<base>` that has one, not resolved. [`Page::base_url`] is the resolved URL.
    pub base: Option<String>,
    /// The `<meta>` elements that have `content` and a name.
    pub metas: Vec<Meta>,
    /// The scripts of the type `application/ld+json`.
    pub json_ld: Vec<JsonLd>,
    /// The links, in the order of the source.
    pub links: Vec<Link>,
    /// The visible text.
    pub text: String,
    /// The encoding of the source, in which the queries of URLs are encoded.
    pub encoding: Option<&'static Encoding>,
    /// The data that limits left out.
    pub lost: Lost,
    pub(crate) base_url: BaseUrl,
    /// The directives of `X-Robots-Tag` for all robots.
    pub(crate) robots_of_header: Vec<String>,
    /// Whether the HTTP header names languages.
    pub(crate) has_languages: bool,
}

impl Page {
    /// The URL that relative links are resolved against: that of the first `<base href>`, else that of the caller.
    ///
    /// ```
    /// use tagspan_extract::{Url, extract};
    ///
    /// let url = Url::parse("https://example.com/a/b").ok();
    /// let page = extract(b"<base href=/c/><base href=/d/>", url.as_ref())?;
    /// assert_eq!(page.base_url().unwrap().as_str(), "https://example.com/c/");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn base_url(&self) -> Option<&Url> {
        self.base_url.url()
    }

    /// Resolves a link. `None` if it is not a URL, if a limit has truncated it, or if it is relative and there is no base URL.
    ///
    /// ```
    /// use tagspan_extract::extract;
    ///
    /// let page = extract(b"<a href='HTTP://example.com'><a href=/about>", None)?;
    /// let urls: Vec<_> = page.links.iter().map(|link| page.url(link)).collect();
    /// assert_eq!(urls[0].as_ref().unwrap().as_str(), "http://example.com/");
    /// assert!(urls[1].is_none());
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn url(&self, link: &Link) -> Option<Url> {
        let (base, encoding) = self.context(link.kind);
        if link.truncated { None } else { resolve(base, &link.value, encoding) }
    }

    /// The URLs of all links, in their order, as [`url`](Self::url) resolves each. Faster than that: most need no parser.
    ///
    /// ```
    /// use tagspan_extract::{Url, extract};
    ///
    /// let url = Url::parse("https://example.com/a/b").ok();
    /// let page = extract(b"<a href=c><a href='http://['>", url.as_ref())?;
    /// assert_eq!(page.urls().collect::<Vec<_>>(), [Some("https://example.com/a/c".to_owned()), None]);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn urls(&self) -> impl Iterator<Item = Option<String>> {
        let references = References::new(self.base_url(), self.encoding);
        self.links.iter().map(move |link| {
            let mut url = String::new();
            self.push_url(link, &references, &mut url).then_some(url)
        })
    }

    /// Appends the URL of a link; the references are those of the page. Returns `false` if it has none.
    pub(crate) fn push_url(&self, link: &Link, references: &References<'_>, out: &mut String) -> bool {
        match link.kind {
            _ if link.truncated => false,
            LinkKind::HttpHeader | LinkKind::Srcdoc => {
                let (base, encoding) = self.context(link.kind);
                References::new(base, encoding).push_url(&link.value, out)
            }
            _ => references.push_url(&link.value, out),
        }
    }

    /// The base URL and the encoding of the queries of links of this kind.
    pub(crate) fn context(&self, kind: LinkKind) -> (Option<&Url>, Option<&'static Encoding>) {
        match kind {
            LinkKind::HttpHeader => (self.base_url.of_header(), None),
            // Such a document is in UTF-8.
            LinkKind::Srcdoc => (self.base_url(), None),
            _ => (self.base_url(), self.encoding),
        }
    }

    /// Resolves a value of the HTTP header.
    pub(crate) fn resolve_in_header(&self, value: &str) -> Option<Url> {
        let (base, encoding) = self.context(LinkKind::HttpHeader);
        resolve(base, value, encoding)
    }

    /// Resolves any value of the page, such as [`canonical`](Self::canonical), as [`url`](Self::url) resolves a link.
    ///
    /// ```
    /// use tagspan_extract::{Url, extract};
    ///
    /// let url = Url::parse("https://example.com/news?id=1").ok();
    /// let page = extract(b"<link rel=canonical href=/news>", url.as_ref())?;
    /// let canonical = page.canonical.as_deref().and_then(|href| page.resolve(href));
    /// assert_eq!(canonical.unwrap().as_str(), "https://example.com/news");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn resolve(&self, value: &str) -> Option<Url> {
        resolve(self.base_url(), value, self.encoding)
    }

    /// The content of the first `<meta>` with this `name` or `property`, in any ASCII case.
    ///
    /// ```
    /// use tagspan_extract::extract;
    ///
    /// let page = extract(b"<meta name=Description content='A page'><meta property=og:type content=article>", None)?;
    /// assert_eq!(page.meta("description"), Some("A page"));
    /// assert_eq!(page.meta("og:type"), Some("article"));
    /// assert_eq!(page.meta("robots"), None);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn meta(&self, name: &str) -> Option<&str> {
        let is =
            |found: &Option<String>| found.as_deref().is_some_and(|found| found.eq_ignore_ascii_case(name));
        let meta = self.metas.iter().find(|meta| is(&meta.name) || is(&meta.property))?;
        Some(&meta.content)
    }

    /// The directives of `X-Robots-Tag` for all robots, and the contents of all `<meta name=robots>`, joined with commas, as
    /// crawlers add them up. `None` without any.
    ///
    /// ```
    /// use tagspan_extract::extract;
    ///
    /// let page = extract(b"<meta name=robots content=index><meta name=Robots content='noindex,nofollow'>", None)?;
    /// assert_eq!(page.robots().as_deref(), Some("index, noindex,nofollow"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn robots(&self) -> Option<Cow<'_, str>> {
        let is_robots =
            |meta: &&Meta| meta.name.as_ref().is_some_and(|name| name.eq_ignore_ascii_case("robots"));
        let of_header = self.robots_of_header.iter().map(String::as_str);
        let mut contents =
            of_header.chain(self.metas.iter().filter(is_robots).map(|meta| meta.content.as_str()));
        let first = Cow::Borrowed(contents.next()?);
        Some(contents.filter(|content| !content.is_empty()).fold(first, |all, content| {
            let comma = if all.is_empty() { "" } else { ", " };
            all + comma + content
        }))
    }

    /// Leaves out the links from the first one on that exceeds the limit with its value and its URL. Each URL may have the whole base in it,
    /// which the end of the page decides.
    pub(crate) fn limit_urls(&mut self, limit: usize) {
        let bases = [self.base_url(), self.base_url.of_header()];
        let base = bases.into_iter().flatten().map(|url| url.as_str().len()).max().unwrap_or(0);
        let longest =
            |link: &Link| link.bytes(MAX_GROWTH.saturating_mul(link.value.len()).saturating_add(base));
        // Most pages are far below the limit, so that nothing has to be resolved.
        if self.links.iter().map(longest).fold(0, usize::saturating_add) <= limit {
            return;
        }
        let mut all: usize = 0;
        let fits = |link: &&Link| {
            let url = self.url(link);
            all = all.saturating_add(link.bytes(url.map_or(0, |url| url.as_str().len())));
            all <= limit
        };
        let kept = self.links.iter().take_while(fits).count();
        self.lost.links += (self.links.len() - kept) as u64;
        self.links.truncate(kept);
    }
}

/// A `<meta>` element that has `content` and at least one name.
///
/// ```
/// use tagspan_extract::{Meta, extract};
///
/// let page = extract(b"<meta http-equiv=refresh content='5; url=/next'>", None)?;
/// let meta: &Meta = &page.metas[0];
/// assert_eq!(meta.http_equiv.as_deref(), Some("refresh"));
/// assert_eq!(meta.content, "5; url=/next");
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Meta {
    /// The value of `name`, such as `description`.
    pub name: Option<String>,
    /// The value of `property`, such as `og:title`.
    pub property: Option<String>,
    /// The value of `http-equiv`, such as `refresh`.
    pub http_equiv: Option<String>,
    /// The value of `content`.
    pub content: String,
}

/// A script of the type `application/ld+json`.
///
/// ```
/// use tagspan_extract::{JsonLd, extract};
///
/// let page = extract(br#"<script type="application/ld+json">{"@type": "Article"}</script>"#, None)?;
/// let script: &JsonLd = &page.json_ld[0];
/// assert_eq!(script.text, r#"{"@type": "Article"}"#);
/// assert!(script.span.is_some_and(|span| span.start == 35));
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct JsonLd {
    /// Where the text stands in the source, in bytes. `None` for an empty script, and as with [`Link::span`].
    pub span: Option<Span>,
    /// The text, which is not parsed.
    pub text: String,
    /// Whether a limit has truncated the text.
    pub truncated: bool,
}
