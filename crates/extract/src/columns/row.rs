//! Rows: what each column has of a page.

use crate::Url;
use tagspan::{EncodingDecision, Limits};

use super::column::Column;
use super::date;
use super::listed::{self, Listed};
use super::origin::Origin;
use super::selected::Selected;
use super::values::Values;
use crate::link::BESIDE;
use crate::references::References;
use crate::{Page, PageLimits};

/// The data of a row.
pub(super) struct Row<'a> {
    pub(super) columns: &'a [Column],
    pub(super) limits: &'a PageLimits,
    pub(super) origin: &'a Origin,
    pub(super) decision: Option<EncodingDecision>,
    pub(super) page: &'a Page,
    pub(super) listed: &'a Listed,
    pub(super) selected: Option<&'a Selected>,
    pub(super) payload: &'a [u8],
    pub(super) lost_payload: u64,
    pub(super) truncated: Option<(&'a str, &'a str)>,
}

impl Row<'_> {
    pub(super) fn append(&self, column: Column, values: &mut Values) {
        let Row { origin, page, .. } = self;
        match column {
            Column::File => values.text(origin.file.as_deref()),
            Column::RecordOffset => values.number(origin.record_offset),
            Column::RecordLength => values.number(origin.record_length),
            Column::RecordId => values.text(origin.record_id.as_deref()),
            Column::HttpHeaders => values.list(origin.http_headers.iter(), |(name, value), fields| {
                fields[0].text(Some(name));
                fields[1].text(Some(value));
            }),
            Column::ContentType => values.text(origin.content_type.as_deref()),
            Column::IdentifiedType => values.text(origin.identified_type.as_deref()),
            Column::PayloadDigest => values.text(origin.payload_digest.as_deref()),
            Column::DigestOk => values.flag(origin.digest_ok),
            Column::Payload => values.bytes(self.payload),
            Column::Uri => values.text(origin.uri.as_deref()),
            Column::Date => values.time(origin.date.as_deref().and_then(date::parse)),
            Column::Ip => values.text(origin.ip.as_deref()),
            Column::Status => values.number(origin.status.map(u64::from)),
            Column::Encoding => values.text(self.decision.map(|decision| decision.encoding().name())),
            Column::EncodingSource => values.text(self.decision.map(|decision| decision.source().as_str())),
            Column::Title => values.text(page.title.as_deref()),
            Column::Lang => values.text(page.lang.as_deref()),
            Column::Base => values.text(page.base_url().map(Url::as_str)),
            Column::Canonical => {
                let url = page.canonical.as_deref().and_then(|href| page.resolve(href));
                values.text(url.as_ref().map(Url::as_str));
            }
            Column::Robots => values.text(page.robots().as_deref()),
            Column::Meta => self.metas(values),
            Column::Links => self.links(values),
            Column::JsonLd => values.list(page.json_ld.iter(), |script, fields| {
                fields[0].text(Some(&script.text));
                span(script.span, &mut fields[1..]);
            }),
            Column::Text => values.text(Some(&page.text)),
            Column::Tokens => values.list(self.listed.tokens.iter(), |(kind, found), fields| {
                fields[0].text(Some(kind));
                span(Some(*found), &mut fields[1..]);
            }),
            Column::Errors => values.list(self.listed.errors.iter(), |(code, offset), fields| {
                fields[0].text(Some(code.as_str()));
                fields[1].number(Some(*offset));
            }),
            Column::Ambiguous => values.number(Some(self.listed.ambiguous)),
            Column::Truncated => values.text(self.truncated.map(|(code, _)| code)),
            Column::TruncatedMessage => values.text(self.truncated.map(|(_, message)| message)),
            Column::Lost => values.list(self.lost().into_iter(), |(code, count, message), fields| {
                fields[0].text(Some(code));
                fields[1].number(Some(count));
                fields[2].text(Some(&message));
            }),
        }
    }

    /// The data that limits left out of the selected columns: the code, the count, and a message. Bytes of markup may belong to any
    /// column.
    fn lost(&self) -> Vec<(&'static str, u64, String)> {
        let (lost, listed, limits) = (&self.page.lost, self.listed, self.limits);
        let has = |column| self.columns.contains(&column);
        let max_attributes = Limits::DEFAULT_ATTRIBUTES as usize;
        let has_metas = has(Column::Meta) || has(Column::Robots);
        let selected = self.selected.map_or(0, |selected| selected.lost);
        let all = [
            (has(Column::Title), "title", lost.title, "bytes of the title", limits.title, "bytes"),
            (true, "values", lost.values, "ends of values", limits.value, "bytes each"),
            (has_metas, "meta", lost.metas, "meta tags", limits.metas, "bytes for all"),
            (has(Column::Links), "links", lost.links, "links", limits.links, "bytes for all"),
            (has(Column::Links), "css", lost.css, "bytes of CSS", limits.css, "bytes for an element"),
            (
                has(Column::JsonLd),
                "json_ld",
                lost.json_ld,
                "bytes of JSON-LD",
                limits.json_ld,
                "bytes for all",
            ),
            (has(Column::Text), "text", lost.text, "bytes of text", limits.text, "bytes"),
            (true, "attributes", lost.attributes, "attributes", max_attributes, "for a tag"),
            (
                has(Column::Payload),
                "payload",
                self.lost_payload,
                "bytes of the page",
                limits.payload,
                "bytes",
            ),
            (has(Column::Tokens), "tokens", listed.lost_tokens, "tokens", listed::MAX, "tokens"),
            (has(Column::Errors), "errors", listed.lost_errors, "parse errors", listed::MAX, "errors"),
            (true, "selected", selected, "bytes of selected columns", limits.selected, "bytes for all"),
        ];
        let kept = all.into_iter().filter(|(is_selected, _, count, ..)| *is_selected && *count > 0);
        let kept = kept.map(|(_, code, count, what, limit, unit)| {
            (code, count, format!("{count} {what} are left out; the limit is {limit} {unit}"))
        });
        let markup = (lost.markup > 0).then(|| {
            let message = format!(
                "{} bytes of tags and character references are left out, beyond limits of the tokenizer",
                lost.markup
            );
            ("markup", lost.markup, message)
        });
        let deep = self.selected.map_or(0, Selected::too_deep);
        let deep = (deep > 0).then(|| {
            let message = format!("{deep} elements are not selected, as more than 512 are open around them");
            ("depth", deep, message)
        });
        kept.chain(markup).chain(deep).collect()
    }

    fn metas(&self, values: &mut Values) {
        values.list(self.page.metas.iter(), |meta, fields| {
            let texts = [&meta.name, &meta.property, &meta.http_equiv].map(Option::as_deref);
            for (field, text) in fields.iter_mut().zip(texts.into_iter().chain([Some(&*meta.content)])) {
                field.text(text);
            }
        });
    }

    fn links(&self, values: &mut Values) {
        let references = References::new(self.page.base_url(), self.page.encoding);
        values.list(self.page.links.iter(), |link, fields| {
            fields[0].text_with(|text| self.page.push_url(link, &references, text));
            let names =
                [&link.element, &link.attribute].map(|name| Some(&**name).filter(|name| !name.is_empty()));
            let texts = names.into_iter().chain([link.rel.as_deref(), link.text.as_deref()]);
            for (field, text) in fields[1..].iter_mut().zip(texts) {
                field.text(text);
            }
            span(link.span, &mut fields[5..]);
            let texts = [Some(&*link.value), Some(link.kind.as_str()), link.descriptor.as_deref()];
            let attributes = BESIDE.map(|name| link.attribute_value(name));
            for (field, text) in fields[7..].iter_mut().zip(texts.into_iter().chain(attributes)) {
                field.text(text);
            }
        });
    }
}

/// Appends the start and the end of a span.
fn span(span: Option<tagspan::Span>, fields: &mut [Values]) {
    fields[0].number(span.map(|span| span.start));
    fields[1].number(span.map(|span| span.end));
}
