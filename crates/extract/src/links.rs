//! Links of a page, from tokens.

use std::borrow::Cow;
use std::iter;
use std::ops::Range;
use std::sync::Arc;

use tagspan::{Span, Tag, Text, Token};

use crate::anchor::Anchor;
use crate::limits::{PageLimits, floor_char_boundary};
use crate::link::{BESIDE, Link, LinkKind, Part, attribute_bytes, owned_bytes};
use crate::link_attribute::LinkAttribute;
use crate::page::Page;
use crate::refresh::redirect;
use crate::sheet::{Sheet, css_urls};
use crate::srcset::candidates;
use crate::url_attributes::{NO_ROW, UrlAttribute, row, url_attributes_in};

/// Which links there are beside those of the standard.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkOptions {
    pub(crate) attributes: Arc<[LinkAttribute]>,
    pub(crate) css: bool,
}

impl LinkOptions {
    /// Replaces the attributes, of which `style` is one for CSS.
    pub(crate) fn set(&mut self, attributes: impl IntoIterator<Item = LinkAttribute>, css: bool) {
        self.attributes = attributes.into_iter().chain(css.then(LinkAttribute::style)).collect();
        self.css = css;
    }
}

/// Fills [`Page::links`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Links {
    anchor: Anchor,
    /// The `style` element that is open.
    sheet: Option<Sheet>,
    /// Whether the tags are those of a document in `srcdoc`, in which no others are looked for.
    is_in_srcdoc: bool,
    /// Bytes that the links take.
    bytes: usize,
}

/// Where a URL was found.
struct Found<'a> {
    element: &'a Cow<'static, str>,
    name: &'a Cow<'static, str>,
    kind: LinkKind,
    span: Option<Span>,
}

/// The parts that the links of one tag share.
struct Common<'a> {
    rel: Option<String>,
    attributes: Vec<(&'static str, String)>,
    /// The bytes of both.
    bytes: usize,
    /// The first link, which has taken both, in [`Page::links`].
    first: Option<usize>,
    limits: &'a PageLimits,
}

impl<'a> Common<'a> {
    fn new(tag: Tag<'_>, page: &mut Page, limits: &'a PageLimits) -> Self {
        let mut common = Common::none(limits);
        for attribute in tag.attributes() {
            let value = || cut(&attribute.value(), attribute.is_truncated(), page, limits).0;
            common.add(attribute.raw_name(), value);
        }
        common.count();
        common
    }

    /// Keeps the value if the name says something of the links.
    #[inline]
    fn add(&mut self, raw: &[u8], value: impl FnOnce() -> String) {
        let is_named = |name: &&str| name.len() == raw.len() && raw.eq_ignore_ascii_case(name.as_bytes());
        if is_named(&"rel") {
            self.rel.get_or_insert_with(value);
        } else if let Some(name) = BESIDE.into_iter().find(is_named) {
            // Most have one.
            self.attributes.reserve_exact(1);
            self.attributes.push((name, value()));
        }
    }

    fn count(&mut self) {
        self.bytes = self.rel.as_ref().map_or(0, String::len) + attribute_bytes(&self.attributes);
    }

    fn none(limits: &'a PageLimits) -> Self {
        Common { rel: None, attributes: Vec::new(), bytes: 0, first: None, limits }
    }

    /// The parts for the next link.
    fn take(&mut self, links: &[Link]) -> (Option<String>, Vec<(&'static str, String)>) {
        if let Some(first) = self.first.and_then(|first| links.get(first)) {
            return (first.rel.clone(), first.attributes.clone());
        }
        self.first = Some(links.len());
        (self.rel.take(), std::mem::take(&mut self.attributes))
    }
}

impl Links {
    pub(crate) fn start_tag(
        &mut self,
        tag: Tag<'_>,
        source_span: &mut impl FnMut(Span) -> Option<Span>,
        page: &mut Page,
        limits: &PageLimits,
        options: &LinkOptions,
    ) {
        self.anchor.tag(tag);
        if options.css {
            self.end_sheet(page, limits);
            self.sheet = Sheet::new(tag);
        }
        let others = &*options.attributes;
        let is_other = || others.iter().any(|other| other.is_of(tag, ""));
        let Some(row) = row(tag).or_else(|| is_other().then_some(NO_ROW)) else { return };
        let mut common = None;
        for found in url_attributes_in(tag, row, others) {
            let common = common.get_or_insert_with(|| Common::new(tag, page, limits));
            self.links_of(found, common, source_span, page);
        }
        if row.0 == "iframe" && !self.is_in_srcdoc {
            self.srcdoc(tag, source_span, page, limits, options);
        }
    }

    /// Keeps the links of the document in `srcdoc`, which has an anchor and a sheet of its own.
    fn srcdoc(
        &mut self,
        tag: Tag<'_>,
        source_span: &mut impl FnMut(Span) -> Option<Span>,
        page: &mut Page,
        limits: &PageLimits,
        options: &LinkOptions,
    ) {
        let Some(attribute) = tag.attribute("srcdoc") else { return };
        page.lost.values += u64::from(attribute.is_truncated());
        let (first, span) = (page.links.len(), source_span(attribute.value_span()));
        let span: &mut dyn FnMut(Span) -> Option<Span> = &mut |_| span;
        let mut inner = Links { bytes: self.bytes, is_in_srcdoc: true, ..Links::default() };
        let html = attribute.value();
        let mut tokens = tagspan::tokenize(&*html);
        // Without a limit that fails there is no error.
        while let Ok(Some(token)) = tokens.next_token() {
            match token {
                Token::StartTag(tag) => inner.start_tag(tag, &mut &mut *span, page, limits, options),
                Token::EndTag(tag) => inner.end_tag(tag, page, limits),
                Token::Text(text) => inner.text(text, &mut &mut *span, page, limits),
                _ => {}
            }
        }
        inner.end_sheet(page, limits);
        self.bytes = inner.bytes;
        page.links[first..].iter_mut().for_each(|link| link.kind = LinkKind::Srcdoc);
    }

    pub(crate) fn end_tag(&mut self, tag: Tag<'_>, page: &mut Page, limits: &PageLimits) {
        self.anchor.tag(tag);
        if self.sheet.is_some() {
            self.end_sheet(page, limits);
        }
    }

    /// Keeps the links of the `style` element that ends.
    pub(crate) fn end_sheet(&mut self, page: &mut Page, limits: &PageLimits) {
        let Some(sheet) = self.sheet.take() else { return };
        let mut common = Common::none(limits);
        page.lost.css += sheet.lost;
        sheet.urls(&mut |url, span, is_cut| {
            let found = Found { element: &"style".into(), name: &"".into(), kind: LinkKind::Css, span };
            self.keep(&found, &mut common, (url, ""), is_cut, page);
        });
    }

    pub(crate) fn text(
        &mut self,
        text: Text<'_>,
        source_span: &mut impl FnMut(Span) -> Option<Span>,
        page: &mut Page,
        limits: &PageLimits,
    ) {
        if let Some(sheet) = self.sheet.as_mut() {
            sheet.push(text, source_span(text.span()), page.encoding, limits.css);
        }
        let room = limits.links.saturating_sub(self.bytes);
        self.bytes += self.anchor.text(text, page, limits, room);
    }

    /// Keeps a link of a field of the HTTP header: its URL, what stands beside it, and its parameters.
    pub(crate) fn keep_of_header<'a>(
        &mut self,
        field: &'static str,
        texts: (&str, &str),
        parameters: impl Iterator<Item = (&'a str, &'a str)>,
        page: &mut Page,
        limits: &PageLimits,
    ) {
        let mut common = Common::none(limits);
        for (name, value) in parameters {
            common.add(name.as_bytes(), || cut(value, false, page, limits).0);
        }
        common.count();
        let found =
            Found { element: &"".into(), name: &field.into(), kind: LinkKind::HttpHeader, span: None };
        self.keep(&found, &mut common, texts, false, page);
    }

    /// Keeps the links of an attribute.
    fn links_of(
        &mut self,
        found: UrlAttribute<'_>,
        common: &mut Common<'_>,
        source_span: &mut impl FnMut(Span) -> Option<Span>,
        page: &mut Page,
    ) {
        let value = found.attribute.value();
        let is_truncated = found.attribute.is_truncated();
        let place = Found { element: &found.element, name: &found.name, kind: found.kind, span: None };
        if found.kind == LinkKind::Attribute {
            let span = source_span(found.attribute.value_span());
            self.keep(&Found { span, ..place }, common, (&value, ""), is_truncated, page);
            return;
        }
        let (whole, is_as_written) = (found.attribute.value_span(), matches!(value, Cow::Borrowed(_)));
        let mut is_counted = false;
        parts(found.kind, &value, &mut |url, descriptor, range| {
            // What follows the URL may be commas of a longer one.
            let is_cut = is_truncated && value[range.end..].bytes().all(|byte| byte == b',');
            is_counted |= is_cut;
            let span = source_span(if is_as_written { span_within(whole, &range) } else { whole });
            self.keep(&Found { span, ..place }, common, (url, descriptor), is_cut, page);
        });
        page.lost.values += u64::from(is_truncated && !is_counted);
    }

    /// Keeps a link: its value, and what stands beside it.
    fn keep(
        &mut self,
        found: &Found<'_>,
        common: &mut Common<'_>,
        (value, descriptor): (&str, &str),
        is_truncated: bool,
        page: &mut Page,
    ) {
        if page.links.is_empty() {
            self.bytes = 0;
            self.anchor.close();
        }
        let limits = common.limits;
        let texts = [value, descriptor].map(|text| text.len().min(limits.value)).iter().sum::<usize>();
        let names = owned_bytes([found.element, found.name]);
        let bytes = texts + names + common.bytes + size_of::<Link>();
        let all = self.bytes.saturating_add(bytes);
        if all > limits.links {
            page.lost.links += 1;
            return;
        }
        self.bytes = all;
        let (value, truncated) = cut(value, is_truncated, page, limits);
        let descriptor = (!descriptor.is_empty()).then(|| cut(descriptor, false, page, limits).0);
        if found.element == "a" && matches!(&**found.name, "href" | "xlink:href") {
            self.anchor.open(page.links.len());
        }
        let (element, attribute) = (found.element.clone(), found.name.clone());
        let (kind, span) = (found.kind, found.span);
        let (rel, attributes) = common.take(&page.links);
        page.links.push(Link {
            element,
            attribute,
            kind,
            span,
            value,
            descriptor,
            rel,
            attributes,
            text: None,
            truncated,
        });
    }
}

/// Passes on the URLs in a value, in their order.
fn parts(kind: LinkKind, value: &str, each: &mut dyn FnMut(&str, &str, Range<usize>)) {
    let mut pass = |part: Part| each(&value[part.url.clone()], &value[part.descriptor], part.url);
    match kind {
        LinkKind::Attribute | LinkKind::HttpHeader | LinkKind::Srcdoc => {
            pass(Part { url: 0..value.len(), descriptor: 0..0 })
        }
        LinkKind::Ping => words(value).for_each(pass),
        LinkKind::Srcset => candidates(value).for_each(pass),
        LinkKind::Refresh => redirect(value).into_iter().for_each(pass),
        LinkKind::Css => css_urls(value, &mut |url, range| each(url, "", range)),
    }
}

/// The words between white space.
fn words(value: &str) -> impl Iterator<Item = Part> + use<'_> {
    let mut rest = value;
    iter::from_fn(move || {
        rest = rest.trim_ascii_start();
        let start = value.len() - rest.len();
        let end = rest.find(|character: char| character.is_ascii_whitespace()).unwrap_or(rest.len());
        rest = &rest[end..];
        (end > 0).then(|| Part { url: start..start + end, descriptor: 0..0 })
    })
}

/// The span of a part of a value, where the value is written as it reads.
fn span_within(whole: Span, part: &Range<usize>) -> Span {
    Span { start: whole.start + part.start as u64, end: whole.start + part.end as u64 }
}

/// Copies a value, up to the limit, and returns whether it was truncated, here or by the tokenizer.
fn cut(value: &str, is_truncated: bool, page: &mut Page, limits: &PageLimits) -> (String, bool) {
    let end = floor_char_boundary(value, limits.value);
    let truncated = is_truncated || end < value.len();
    page.lost.values += u64::from(truncated);
    (value[..end].to_owned(), truncated)
}
