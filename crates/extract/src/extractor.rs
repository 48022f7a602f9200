//! The extractor: tokens go in, and a page comes out.

use tagspan::{
    DropReason, EncodingDecision, EncodingOptions, Error, ErrorKind, LimitKind, Span, Token, Tokenizer,
    Tokens,
};

use crate::Url;
use crate::base_url::BaseUrl;
use crate::http_header;
use crate::limits::{PageLimits, floor_char_boundary};
use crate::link_attribute::LinkAttribute;
use crate::links::{LinkOptions, Links};
use crate::metadata::Metadata;
use crate::page::Page;
use crate::visible_text::VisibleText;

/// Extracts links, text, title, language and metadata from a page in memory, in any encoding.
///
/// The encoding is found, or guessed if the page declares none: [`EncodingOptions::detecting`]. `base` is the URL of the page. To set more, build a [`Tokenizer`] and an
/// [`Extractor`].
///
/// # Errors
///
/// Those of the tokenizer, which has no limits that fail. Malformed HTML is no error.
///
/// ```
/// use tagspan_extract::{Url, extract};
///
/// let url = Url::parse("https://example.com/").ok();
/// let page = extract(b"\xEF\xBB\xBF<title>caf\xC3\xA9</title><a href=menu>Menu</a>", url.as_ref())?;
/// assert_eq!(page.title.as_deref(), Some("café"));
/// assert_eq!(page.url(&page.links[0]).unwrap().as_str(), "https://example.com/menu");
/// assert_eq!(page.text, "Menu");
/// # Ok::<(), tagspan::Error>(())
/// ```
pub fn extract(html: &[u8], base: Option<&Url>) -> Result<Page, Error> {
    let mut builder = Extractor::builder();
    if let Some(url) = base {
        builder = builder.base_url(url.clone());
    }
    let mut extractor = builder.build();
    let encoding = detecting();
    let mut tokenizer = Tokenizer::builder().encoding_options(encoding).source_offsets(true).build();
    extractor.read(tokenizer.feed_last(html))?;
    Ok(extractor.finish())
}

/// The options of a page of which nothing is known.
pub(crate) fn detecting() -> EncodingOptions {
    #[cfg(feature = "encodings")]
    return EncodingOptions::detecting();
    #[cfg(not(feature = "encodings"))]
    return EncodingOptions::new();
}

/// The settings of an [`Extractor`].
///
/// ```
/// use tagspan_extract::{Extractor, ExtractorBuilder};
///
/// let builder: ExtractorBuilder = Extractor::builder().text(false);
/// let mut extractor = builder.build();
/// extractor.read(tagspan::tokenize("<a href=x>text</a>"))?;
/// let page = extractor.finish();
/// assert_eq!((page.links.len(), page.text.as_str()), (1, ""));
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct ExtractorBuilder {
    base_url: Option<Url>,
    limits: PageLimits,
    links: bool,
    link_options: LinkOptions,
    text: bool,
    /// As it is before the first token.
    visible: VisibleText,
}

impl ExtractorBuilder {
    /// Sets the URL of the page, which relative links are resolved against unless the page has a `<base href>`.
    ///
    /// ```
    /// use tagspan_extract::{Extractor, Url};
    ///
    /// let url = Url::parse("https://example.com/a").unwrap();
    /// let mut extractor = Extractor::builder().base_url(url).build();
    /// extractor.read(tagspan::tokenize("<a href=b>"))?;
    /// let page = extractor.finish();
    /// assert_eq!(page.url(&page.links[0]).unwrap().as_str(), "https://example.com/b");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn base_url(mut self, url: Url) -> Self {
        self.base_url = Some(url);
        self
    }

    /// Sets the limits of the data that is kept.
    ///
    /// ```
    /// use tagspan_extract::{Extractor, PageLimits};
    ///
    /// let mut limits = PageLimits::default();
    /// limits.links = 0;
    /// let mut extractor = Extractor::builder().limits(limits).build();
    /// extractor.read(tagspan::tokenize("<a href=b>"))?;
    /// assert_eq!(extractor.finish().lost.links, 1);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn limits(mut self, limits: PageLimits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets whether links are extracted; they are by default.
    ///
    /// ```
    /// use tagspan_extract::Extractor;
    ///
    /// let mut extractor = Extractor::builder().links(false).build();
    /// extractor.read(tagspan::tokenize("<a href=b>"))?;
    /// assert!(extractor.finish().links.is_empty());
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn links(mut self, on: bool) -> Self {
        self.links = on;
        self
    }

    /// Sets the attributes that hold URLs beside those of the standard; none at first.
    ///
    /// ```
    /// use tagspan_extract::Extractor;
    ///
    /// let attributes = ["img@data-src".parse()?, "*@data-href".parse()?];
    /// let mut extractor = Extractor::builder().link_attributes(attributes).build();
    /// extractor.read(tagspan::tokenize("<img src=a data-src=b><p data-href=c data-src=d>"))?;
    /// let page = extractor.finish();
    /// let values: Vec<_> = page.links.iter().map(|link| link.value.as_str()).collect();
    /// assert_eq!(values, ["a", "b", "c"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn link_attributes(mut self, attributes: impl IntoIterator<Item = LinkAttribute>) -> Self {
        self.link_options.set(attributes, self.link_options.css);
        self
    }

    /// Sets whether the URLs of CSS are links, which they are not by default: those of `url()` and `@import` in `style` attributes
    /// and in `style` elements, up to [`PageLimits::css`] bytes of one.
    ///
    /// ```
    /// use tagspan_extract::{Extractor, LinkKind};
    ///
    /// let mut extractor = Extractor::builder().css(true).build();
    /// extractor.read(tagspan::tokenize("<style>@import 'a.css';</style><p style='background: url(b.png)'>"))?;
    /// let page = extractor.finish();
    /// let found: Vec<_> = page.links.iter().map(|link| (&*link.element, &*link.value)).collect();
    /// assert_eq!(found, [("style", "a.css"), ("p", "b.png")]);
    /// assert_eq!(page.links[0].kind, LinkKind::Css);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn css(mut self, on: bool) -> Self {
        let attributes: Vec<_> = self.link_options.attributes.to_vec();
        let others = attributes.into_iter().filter(|attribute| *attribute != LinkAttribute::style());
        self.link_options.set(others, on);
        self
    }

    /// Sets whether the visible text is extracted; it is by default.
    ///
    /// ```
    /// use tagspan_extract::Extractor;
    ///
    /// let mut extractor = Extractor::builder().text(false).build();
    /// extractor.read(tagspan::tokenize("<title>A page</title><p>text"))?;
    /// let page = extractor.finish();
    /// assert_eq!((page.title.as_deref(), page.text.as_str()), (Some("A page"), ""));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn text(mut self, on: bool) -> Self {
        self.text = on;
        self
    }

    /// Sets whether the content of `noscript` is text: see [`VisibleText::noscript`].
    ///
    /// ```
    /// use tagspan_extract::Extractor;
    ///
    /// let mut extractor = Extractor::builder().noscript(true).build();
    /// extractor.read(tagspan::tokenize("<noscript>No scripts</noscript>"))?;
    /// assert_eq!(extractor.finish().text, "No scripts");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn noscript(mut self, shown: bool) -> Self {
        self.visible = self.visible.noscript(shown);
        self
    }

    /// Sets whether `style` attributes are read for the text: see [`VisibleText::style_attributes`].
    ///
    /// ```
    /// use tagspan_extract::Extractor;
    ///
    /// let mut extractor = Extractor::builder().style_attributes(false).build();
    /// extractor.read(tagspan::tokenize("<p style='display: none'>text"))?;
    /// assert_eq!(extractor.finish().text, "text");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn style_attributes(mut self, on: bool) -> Self {
        self.visible = self.visible.style_attributes(on);
        self
    }

    /// Sets whether list items have markers: see [`VisibleText::list_markers`].
    ///
    /// ```
    /// use tagspan_extract::Extractor;
    ///
    /// let mut extractor = Extractor::builder().list_markers(true).build();
    /// extractor.read(tagspan::tokenize("<ol><li>a<li>b</ol>"))?;
    /// assert_eq!(extractor.finish().text, "1. a\n2. b");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn list_markers(mut self, on: bool) -> Self {
        self.visible = self.visible.list_markers(on);
        self
    }

    /// Sets whether runs of separators of cells and rows become one: see [`VisibleText::collapse_tables`].
    ///
    /// ```
    /// use tagspan_extract::Extractor;
    ///
    /// let mut extractor = Extractor::builder().collapse_tables(true).build();
    /// extractor.read(tagspan::tokenize("<table><tr><td><td>a<tr><td><tr><td>b</table>"))?;
    /// assert_eq!(extractor.finish().text, "a\nb");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn collapse_tables(mut self, on: bool) -> Self {
        self.visible = self.visible.collapse_tables(on);
        self
    }

    /// Makes the extractor.
    ///
    /// ```
    /// use tagspan_extract::Extractor;
    ///
    /// let mut extractor = Extractor::builder().build();
    /// extractor.read(tagspan::tokenize("<p>text"))?;
    /// assert_eq!(extractor.finish().text, "text");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn build(self) -> Extractor {
        let page = Page { base_url: BaseUrl::new(self.base_url.clone()), ..Page::default() };
        let visible = self.visible.clone();
        Extractor {
            settings: self,
            page,
            metadata: Metadata::default(),
            visible,
            links: Links::default(),
            gap: None,
            http_header: Vec::new(),
        }
    }
}

/// Extracts a [`Page`] from tokens, in one pass.
///
/// It takes the tokens of any chunks and any encoding. What it keeps is bounded by [`PageLimits`]. A program that wants
/// results before the end of the page takes them from [`page_mut`](Self::page_mut).
///
/// ```
/// use tagspan::Tokenizer;
/// use tagspan_extract::{Extractor, Url};
///
/// let url = Url::parse("https://example.com/shop/").unwrap();
/// let mut extractor = Extractor::builder().base_url(url).build();
/// let header = "text/html; charset=windows-1252";
/// let mut tokenizer = Tokenizer::builder().content_type(header).source_offsets(true).build();
/// for chunk in [&b"<title>Caf\xE9</title><a href='?"[..], b"q=caf\xE9'>Search"] {
///     extractor.read(tokenizer.feed(chunk))?;
/// }
/// extractor.read(tokenizer.finish())?;
/// let page = extractor.finish();
/// assert_eq!(page.title.as_deref(), Some("Café"));
/// assert_eq!(page.text, "Search");
/// assert_eq!(page.links[0].value, "?q=café");
/// // As in browsers, the query is in the encoding of the page.
/// assert_eq!(page.url(&page.links[0]).unwrap().as_str(), "https://example.com/shop/?q=caf%E9");
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Extractor {
    settings: ExtractorBuilder,
    page: Page,
    metadata: Metadata,
    visible: VisibleText,
    links: Links,
    /// The length of the text ahead of what a limit left out.
    gap: Option<usize>,
    /// The fields that were taken, for a restart.
    http_header: Vec<http_header::HeaderField>,
}

impl Default for Extractor {
    fn default() -> Self {
        Self::new()
    }
}

impl Extractor {
    /// Extracts everything, without a base URL, within the default limits.
    ///
    /// ```
    /// use tagspan_extract::Extractor;
    ///
    /// let mut extractor = Extractor::new();
    /// extractor.read(tagspan::tokenize("<html lang=fr><p>Bonjour"))?;
    /// let page = extractor.finish();
    /// assert_eq!((page.lang.as_deref(), page.text.as_str()), (Some("fr"), "Bonjour"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::builder().build()
    }

    /// Returns a builder with the settings of [`new`](Self::new).
    ///
    /// ```
    /// use tagspan_extract::Extractor;
    ///
    /// let mut extractor = Extractor::builder().links(false).text(false).build();
    /// extractor.read(tagspan::tokenize("<title>Only this</title>"))?;
    /// assert_eq!(extractor.finish().title.as_deref(), Some("Only this"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn builder() -> ExtractorBuilder {
        ExtractorBuilder {
            base_url: None,
            limits: PageLimits::default(),
            links: true,
            link_options: LinkOptions::default(),
            text: true,
            visible: VisibleText::new(),
        }
    }

    /// Takes all tokens of a cursor. At a [restart](tagspan::LateDeclarations::Follow) it starts again with the document.
    ///
    /// # Errors
    ///
    /// Those of the tokenizer. What was extracted before stays.
    /// [`ErrorKind::Restart`] is returned only if the document must be fed again; the extractor is ready for that.
    ///
    /// ```
    /// use tagspan_extract::Extractor;
    ///
    /// let mut extractor = Extractor::new();
    /// extractor.read(tagspan::tokenize("<p>one"))?;
    /// extractor.read(tagspan::tokenize(" two"))?;
    /// assert_eq!(extractor.finish().text, "one two");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn read(&mut self, tokens: Tokens<'_, &[u8]>) -> Result<(), Error> {
        self.read_with(tokens, &mut None, |_, _| {})
    }

    /// As [`read`](Self::read). Keeps how the encoding was decided, and passes on each token with what finds spans in the
    /// source; no token at a restart.
    pub(crate) fn read_with(
        &mut self,
        mut tokens: Tokens<'_, &[u8]>,
        decision: &mut Option<EncodingDecision>,
        mut each: impl FnMut(Option<Token<'_>>, &dyn Fn(Span) -> Option<Span>),
    ) -> Result<(), Error> {
        loop {
            let more = tokens.advance();
            *decision = tokens.encoding_decision();
            self.page.encoding = decision.map(|decision| decision.encoding());
            match more {
                Ok(true) => {
                    let Some(token) = tokens.token() else { continue };
                    self.push(token, |span| tokens.source_span(span));
                    each(Some(token), &|span| tokens.source_span(span));
                }
                Ok(false) => return Ok(()),
                Err(error) => match error.kind() {
                    ErrorKind::Restart { feed_again } => {
                        self.restart();
                        each(None, &|_| None);
                        if feed_again {
                            return Err(error);
                        }
                    }
                    _ => return Err(error),
                },
            }
        }
    }

    /// Takes one token, for programs that read tokens themselves or from an adapter. For `source_span`, pass the method of this
    /// name of the cursor or adapter. If the page is in UTF-8, pass `Some`.
    ///
    /// [`Page::encoding`] is not known then: set it in [`page_mut`](Self::page_mut) if the page is not in UTF-8.
    ///
    /// ```
    /// use tagspan::ReadTokens;
    /// use tagspan_extract::Extractor;
    ///
    /// let mut extractor = Extractor::new();
    /// let mut tokens = ReadTokens::new(&b"<h1>From</h1> a reader"[..]);
    /// while tokens.advance()? {
    ///     if let Some(token) = tokens.token() {
    ///         extractor.push(token, |span| tokens.source_span(span));
    ///     }
    /// }
    /// assert_eq!(extractor.finish().text, "From\na reader");
    /// # Ok::<(), tagspan::ReadError>(())
    /// ```
    pub fn push(&mut self, token: Token<'_>, mut source_span: impl FnMut(Span) -> Option<Span>) {
        let limits = &self.settings.limits;
        match token {
            Token::StartTag(tag) => {
                self.metadata.start_tag(tag, &mut self.page, limits);
                if tag.is_truncated() {
                    self.page.lost.add_tag(tag, &mut source_span);
                }
                if self.settings.links {
                    let options = &self.settings.link_options;
                    self.links.start_tag(tag, &mut source_span, &mut self.page, limits, options);
                }
            }
            Token::EndTag(tag) => {
                self.metadata.end_tag(tag);
                self.links.end_tag(tag, &mut self.page, limits);
            }
            Token::Text(text) => {
                self.metadata.text(text, &mut source_span, &mut self.page, limits);
                self.links.text(text, &mut source_span, &mut self.page, limits);
            }
            Token::Dropped(dropped) => {
                if let DropReason::Skipped(LimitKind::Tag | LimitKind::CharacterReference) = dropped.reason()
                {
                    self.page.lost.markup += dropped.raw().len() as u64;
                }
                return;
            }
            _ => return,
        }
        if self.settings.text {
            let before = self.page.text.len();
            self.visible.push(token, &mut self.page.text);
            self.limit_text(before);
        }
    }

    /// Takes a field of the HTTP header of the page, before its first token: `Link`, `Location`, `Content-Location` and `Refresh`
    /// are [links](crate::LinkKind::HttpHeader), which are resolved against the URL of the caller; `X-Robots-Tag` adds to
    /// [`Page::robots`]; `Content-Language` is the [language](Page::lang) of a page that has none. Others say nothing here. The fields are kept until
    /// the page ends.
    ///
    /// ```
    /// use tagspan_extract::{Extractor, Url};
    ///
    /// let mut extractor = Extractor::builder().base_url(Url::parse("https://a.example/b/").unwrap()).build();
    /// extractor.http_header("Link", b"<c>; rel=next");
    /// extractor.read(tagspan::tokenize("<base href=/d/>"))?;
    /// let page = extractor.finish();
    /// assert_eq!(page.links[0].rel.as_deref(), Some("next"));
    /// assert_eq!(page.url(&page.links[0]).unwrap().as_str(), "https://a.example/b/c");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn http_header(&mut self, name: &str, value: &[u8]) {
        if let Some(field) = http_header::field(name, value) {
            self.take_field(&field);
            self.http_header.push(field);
        }
    }

    fn take_field(&mut self, field: &http_header::HeaderField) {
        let links = self.settings.links.then_some(&mut self.links);
        http_header::take(field, links, &mut self.page, &self.settings.limits);
    }

    /// The data extracted so far.
    ///
    /// ```
    /// use tagspan_extract::Extractor;
    ///
    /// let mut extractor = Extractor::new();
    /// extractor.read(tagspan::tokenize("<title>First</title>"))?;
    /// assert_eq!(extractor.page().title.as_deref(), Some("First"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[must_use]
    pub fn page(&self) -> &Page {
        &self.page
    }

    /// The data extracted so far, for programs that take results before the end: a limit counts the data that is kept. Take all
    /// of the text, all links, all metas, or all scripts.
    ///
    /// Links that are taken before the first `<base href>` are resolved without it.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    /// use tagspan_extract::Extractor;
    ///
    /// let (mut extractor, mut tokenizer) = (Extractor::new(), Tokenizer::new());
    /// let (mut links, mut text) = (0, String::new());
    /// for chunk in ["<p>one<a href=", "x>two", "</a><a href=y>three"] {
    ///     extractor.read(tokenizer.feed(chunk.as_bytes()))?;
    ///     links += extractor.page_mut().links.drain(..).count();
    ///     text += &std::mem::take(&mut extractor.page_mut().text);
    /// }
    /// extractor.read(tokenizer.finish())?;
    /// links += extractor.page_mut().links.len();
    /// text += &extractor.finish().text;
    /// assert_eq!((links, text.as_str()), (2, "onetwothree"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn page_mut(&mut self) -> &mut Page {
        &mut self.page
    }

    /// Returns the page, and starts again for the next one with the same settings. Links whose URLs would exceed
    /// [`PageLimits::links`] are left out.
    ///
    /// ```
    /// use tagspan_extract::Extractor;
    ///
    /// let mut extractor = Extractor::new();
    /// let titles = ["<title>One</title>", "<title>Two</title>"].map(|html| {
    ///     extractor.read(tagspan::tokenize(html)).unwrap();
    ///     extractor.finish().title.unwrap()
    /// });
    /// assert_eq!(titles, ["One", "Two"]);
    /// ```
    pub fn finish(&mut self) -> Page {
        self.links.end_sheet(&mut self.page, &self.settings.limits);
        let mut page = self.start_again();
        page.limit_urls(self.settings.limits.links);
        page
    }

    /// Starts again with the same page.
    fn restart(&mut self) {
        let fields = std::mem::take(&mut self.http_header);
        self.start_again();
        fields.iter().for_each(|field| self.take_field(field));
        self.http_header = fields;
    }

    /// Returns what was extracted so far, as it is.
    fn start_again(&mut self) -> Page {
        std::mem::replace(self, self.settings.clone().build()).page
    }

    /// Starts again with a page of this URL, and the same settings otherwise. The data extracted so far is dropped.
    ///
    /// ```
    /// use tagspan_extract::{Extractor, Url};
    ///
    /// let mut extractor = Extractor::new();
    /// for host in ["https://a.example", "https://b.example"] {
    ///     extractor.reset_with(Url::parse(host).ok());
    ///     extractor.read(tagspan::tokenize("<a href=c>"))?;
    ///     let page = extractor.page();
    ///     assert_eq!(page.url(&page.links[0]).unwrap().as_str(), format!("{host}/c"));
    /// }
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn reset_with(&mut self, base_url: Option<Url>) {
        self.settings.base_url = base_url;
        let page = self.start_again();
        self.reuse(page);
    }

    /// Takes the memory of a page that was read, so that the next one does not grow its own.
    pub(crate) fn reuse(&mut self, page: Page) {
        let Page { mut links, mut text, .. } = page;
        links.clear();
        text.clear();
        (self.page.links, self.page.text) = (links, text);
    }

    pub(crate) fn limits(&self) -> &PageLimits {
        &self.settings.limits
    }

    /// Takes off what the last token appended beyond the limit. Text after a gap is left out until the caller has taken that
    /// before it.
    fn limit_text(&mut self, before: usize) {
        let text = &mut self.page.text;
        if text.len() == before {
            return;
        }
        self.gap = self.gap.filter(|&gap| before >= gap);
        let limit = if self.gap.is_some() { 0 } else { self.settings.limits.text };
        if text.len() > limit.max(before) {
            let end = before + floor_char_boundary(&text[before..], limit.saturating_sub(before));
            self.page.lost.text += (text.len() - end) as u64;
            self.gap = Some(end);
            text.truncate(end);
        }
    }
}
