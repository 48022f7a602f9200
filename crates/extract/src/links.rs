//! Links of a page, from tokens.

use std::borrow::Cow;
use std::iter;
use std::sync::Arc;

use tagspan::{Span, Tag, Text};

use crate::anchor::Anchor;
use crate::limits::{PageLimits, floor_char_boundary};
use crate::link::{Link, LinkKind, Part, attribute_bytes, owned_bytes};
use crate::link_attribute::LinkAttribute;
use crate::page::Page;
use crate::refresh::redirect;
use crate::srcset::candidates;
use crate::url_attributes::{NO_ROW, UrlAttribute, row, url_attributes_in};

/// Which links there are beside those of the standard.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkOptions {
    pub(crate) attributes: Arc<[LinkAttribute]>,
}

/// Fills [`Page::links`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Links {
    anchor: Anchor,
    /// Bytes that the links take.
    bytes: usize,
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

/// The attributes that say something of the links of their tag, for [`Link::attributes`].
const BESIDE: [&str; 5] = ["alt", "as", "download", "hreflang", "type"];

impl<'a> Common<'a> {
    fn new(tag: Tag<'_>, page: &mut Page, limits: &'a PageLimits) -> Self {
        let mut common = Common { rel: None, attributes: Vec::new(), bytes: 0, first: None, limits };
        for attribute in tag.attributes() {
            let raw = attribute.raw_name();
            let is_named = |name: &&str| name.len() == raw.len() && raw.eq_ignore_ascii_case(name.as_bytes());
            let mut value = || cut(&attribute.value(), attribute.is_truncated(), page, limits).0;
            if is_named(&"rel") {
                common.rel = Some(value());
            } else if let Some(name) = BESIDE.into_iter().find(is_named) {
                // Most have one.
                common.attributes.reserve_exact(1);
                common.attributes.push((name, value()));
            }
        }
        common.bytes = common.rel.as_ref().map_or(0, String::len) + attribute_bytes(&common.attributes);
        common
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
        let others = &*options.attributes;
        let is_other = || others.iter().any(|other| other.is_of(tag, ""));
        let Some(row) = row(tag).or_else(|| is_other().then_some(NO_ROW)) else { return };
        let mut common = None;
        for found in url_attributes_in(tag, row, others) {
            let common = common.get_or_insert_with(|| Common::new(tag, page, limits));
            self.links_of(found, common, source_span, page);
        }
    }

    pub(crate) fn end_tag(&mut self, tag: Tag<'_>) {
        self.anchor.tag(tag);
    }

    pub(crate) fn text(&mut self, text: Text<'_>, page: &mut Page, limits: &PageLimits) {
        let room = limits.links.saturating_sub(self.bytes);
        self.bytes += self.anchor.text(text, page, limits, room);
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
        if found.kind == LinkKind::Attribute {
            let span = source_span(found.attribute.value_span());
            self.keep(&found, common, span, (&value, ""), is_truncated, page);
            return;
        }
        let (whole, is_as_written) = (found.attribute.value_span(), matches!(value, Cow::Borrowed(_)));
        let mut is_counted = false;
        parts(found.kind, &value, &mut |part| {
            // What follows the URL may be commas of a longer one.
            let is_cut = is_truncated && value[part.url.end..].bytes().all(|byte| byte == b',');
            is_counted |= is_cut;
            let span = source_span(if is_as_written { span_within(whole, &part) } else { whole });
            self.keep(&found, common, span, (&value[part.url], &value[part.descriptor]), is_cut, page);
        });
        page.lost.values += u64::from(is_truncated && !is_counted);
    }

    /// Keeps a link: its value, and what stands beside it.
    fn keep(
        &mut self,
        found: &UrlAttribute<'_>,
        common: &mut Common<'_>,
        span: Option<Span>,
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
        let names = owned_bytes([&found.element, &found.name]);
        let bytes = texts + names + common.bytes + size_of::<Link>();
        let all = self.bytes.saturating_add(bytes);
        if all > limits.links {
            page.lost.links += 1;
            return;
        }
        self.bytes = all;
        let (value, truncated) = cut(value, is_truncated, page, limits);
        let descriptor = (!descriptor.is_empty()).then(|| cut(descriptor, false, page, limits).0);
        if found.element == "a" && matches!(&*found.name, "href" | "xlink:href") {
            self.anchor.open(page.links.len());
        }
        let UrlAttribute { element, name: attribute, kind, .. } = found.clone();
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
fn parts(kind: LinkKind, value: &str, each: &mut dyn FnMut(Part)) {
    match kind {
        LinkKind::Attribute => each(Part { url: 0..value.len(), descriptor: 0..0 }),
        LinkKind::Ping => words(value).for_each(each),
        LinkKind::Srcset => candidates(value).for_each(each),
        LinkKind::Refresh => redirect(value).into_iter().for_each(each),
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
fn span_within(whole: Span, part: &Part) -> Span {
    Span { start: whole.start + part.url.start as u64, end: whole.start + part.url.end as u64 }
}

/// Copies a value, up to the limit, and returns whether it was truncated, here or by the tokenizer.
fn cut(value: &str, is_truncated: bool, page: &mut Page, limits: &PageLimits) -> (String, bool) {
    let end = floor_char_boundary(value, limits.value);
    let truncated = is_truncated || end < value.len();
    page.lost.values += u64::from(truncated);
    (value[..end].to_owned(), truncated)
}
