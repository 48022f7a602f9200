//! Title, language, base URL, metadata and JSON-LD, from tokens.

use tagspan::{Namespace, Span, Tag, Text};

use crate::limits::{PageLimits, floor_char_boundary, push_within};
use crate::link::has_keyword;
use crate::page::{JsonLd, Meta, Page};
use crate::words::Words;

/// The element that the next text belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Reading {
    #[default]
    Nothing,
    Title,
    JsonLd,
    /// A JSON-LD script for which there is no room.
    LostJsonLd,
}

/// Fills the fields of a page, except links and text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Metadata {
    reading: Reading,
    /// Templates that are open: their content is not in the document.
    templates: u64,
    /// Whether the language is that of `<html>`, which no pragma changes.
    has_lang: bool,
    /// Those of the title.
    words: Words,
    /// Bytes that [`Page::metas`] takes.
    metas: usize,
    /// Bytes that [`Page::json_ld`] takes.
    json_ld: usize,
}

impl Metadata {
    pub(crate) fn start_tag(&mut self, tag: Tag<'_>, page: &mut Page, limits: &PageLimits) {
        self.reading = Reading::Nothing;
        // Most tags have other names than those below.
        if !matches!(tag.raw_name().len(), 4 | 5 | 6 | 8) || tag.namespace() != Namespace::Html {
            return;
        }
        if tag.is("template") {
            self.templates += 1;
        } else if self.templates > 0 {
            // Nothing in a template is in the document.
        } else if tag.is("html") {
            self.html(tag, page, limits);
        } else if tag.is("base") {
            base(tag, page, limits);
        } else if tag.is("link") {
            if tag.attribute_value("rel").is_some_and(|rel| has_keyword(&rel, "canonical")) {
                let is_cut = keep_first(&mut page.canonical, tag, "href", limits, &mut page.lost.values);
                if is_cut {
                    page.canonical = None;
                }
            }
        } else if tag.is("meta") {
            self.meta(tag, page, limits);
        } else if tag.is("title") {
            if page.title.is_none() {
                page.title = Some(String::new());
                self.reading = Reading::Title;
            }
        } else if tag.is("script") && is_json_ld(tag) {
            self.script(page, limits);
        }
    }

    pub(crate) fn end_tag(&mut self, tag: Tag<'_>) {
        self.reading = Reading::Nothing;
        if tag.is("template") && tag.namespace() == Namespace::Html {
            self.templates = self.templates.saturating_sub(1);
        }
    }

    pub(crate) fn text(
        &mut self,
        text: Text<'_>,
        source_span: &mut impl FnMut(Span) -> Option<Span>,
        page: &mut Page,
        limits: &PageLimits,
    ) {
        match self.reading {
            Reading::Nothing => {}
            Reading::Title => {
                let title = page.title.get_or_insert_default();
                self.words.push(title, &text.value(), limits.title, &mut page.lost.title);
            }
            Reading::JsonLd => self.json_ld(text, source_span(text.span()), page, limits),
            Reading::LostJsonLd => page.lost.json_ld += text.value().len() as u64,
        }
    }

    fn html(&mut self, tag: Tag<'_>, page: &mut Page, limits: &PageLimits) {
        if !self.has_lang && tag.attribute("lang").is_some() {
            self.has_lang = true;
            page.lang = None;
            keep_first(&mut page.lang, tag, "lang", limits, &mut page.lost.values);
        }
    }

    /// Takes the standard's [pragma-set default language](https://html.spec.whatwg.org/multipage/semantics.html#pragma-set-default-language):
    /// the first word of a content without commas.
    fn pragma_language(&self, content: &str, page: &mut Page, limits: &PageLimits) {
        let word = content.split_ascii_whitespace().next().filter(|_| !content.contains(','));
        if let Some(word) = word.filter(|_| !self.has_lang) {
            let end = floor_char_boundary(word, limits.value);
            page.lost.values += u64::from(end < word.len());
            page.lang = Some(word[..end].to_owned());
        }
    }

    fn meta(&mut self, tag: Tag<'_>, page: &mut Page, limits: &PageLimits) {
        let Some(content) = tag.attribute_value("content") else { return };
        let [name, property, http_equiv] =
            ["name", "property", "http-equiv"].map(|name| tag.attribute_value(name));
        if http_equiv.as_ref().is_some_and(|pragma| pragma.eq_ignore_ascii_case("content-language")) {
            self.pragma_language(&content, page, limits);
        }
        let names = [&name, &property, &http_equiv];
        if names.iter().all(|name| name.is_none()) {
            return;
        }
        if page.metas.is_empty() {
            self.metas = 0;
        }
        let bytes = content.len() + names.iter().copied().flatten().map(|name| name.len()).sum::<usize>();
        let all = self.metas.saturating_add(bytes + size_of::<Meta>());
        if all > limits.metas {
            page.lost.metas += 1;
            return;
        }
        self.metas = all;
        let [name, property, http_equiv] =
            [name, property, http_equiv].map(|name| name.map(|name| name.into_owned()));
        page.metas.push(Meta { name, property, http_equiv, content: content.into_owned() });
    }

    fn script(&mut self, page: &mut Page, limits: &PageLimits) {
        if page.json_ld.is_empty() {
            self.json_ld = 0;
        }
        let all = self.json_ld.saturating_add(size_of::<JsonLd>());
        self.reading = if all > limits.json_ld { Reading::LostJsonLd } else { Reading::JsonLd };
        if self.reading == Reading::JsonLd {
            self.json_ld = all;
            page.json_ld.push(JsonLd::default());
        }
    }

    fn json_ld(&mut self, text: Text<'_>, span: Option<Span>, page: &mut Page, limits: &PageLimits) {
        let Some(script) = page.json_ld.last_mut() else {
            // The caller has taken the record before its end.
            page.lost.json_ld += text.value().len() as u64;
            return;
        };
        if let Some(span) = span {
            script.span.get_or_insert(span).end = span.end;
        }
        let (before, room) = (script.text.len(), limits.json_ld.saturating_sub(self.json_ld));
        let mut lost = u64::from(script.truncated);
        push_within(&mut script.text, &text.value(), before + room, &mut lost);
        self.json_ld += script.text.len() - before;
        page.lost.json_ld += lost - u64::from(script.truncated);
        script.truncated = lost > 0;
    }
}

/// Takes the `href` of the first `<base>` that has one.
fn base(tag: Tag<'_>, page: &mut Page, limits: &PageLimits) {
    if page.base.is_some() {
        return;
    }
    let is_cut = keep_first(&mut page.base, tag, "href", limits, &mut page.lost.values);
    if let Some(href) = page.base.as_deref().filter(|_| !is_cut) {
        page.base_url.set(href, page.encoding);
    }
}

/// Keeps the value of an attribute unless there is one already, up to the limit. Returns whether the value is truncated.
fn keep_first(
    kept: &mut Option<String>,
    tag: Tag<'_>,
    name: &str,
    limits: &PageLimits,
    lost_values: &mut u64,
) -> bool {
    if kept.is_some() {
        return false;
    }
    let Some(attribute) = tag.attribute(name) else { return false };
    let mut value = attribute.value().into_owned();
    let end = floor_char_boundary(&value, limits.value);
    let is_cut = end < value.len() || attribute.is_truncated();
    *lost_values += u64::from(is_cut);
    value.truncate(end);
    *kept = Some(value);
    is_cut
}

/// Whether the type of a script is the MIME type of JSON-LD, with parameters or without.
fn is_json_ld(tag: Tag<'_>) -> bool {
    tag.attribute_value("type").is_some_and(|kind| {
        let essence = kind.split(';').next().unwrap_or_default();
        essence.trim_ascii().eq_ignore_ascii_case("application/ld+json")
    })
}
