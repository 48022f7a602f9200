//! Tables: pages go in, and batches of rows come out.

use std::sync::Arc;

use tagspan::{EncodingDecision, EncodingOptions, Error, Tokenizer, TokenizerBuilder, Tokens};
use url::Url;

use super::batch::Batch;
use super::column::Column;
use super::listed::Listed;
use super::values::Values;
use crate::references::References;
use crate::{Extractor, Lost, Page, PageLimits};

/// The origin of a page: the values of its row in a [`Table`] that do not come from its content. Unknown values are null.
///
/// ```
/// use tagspan_extract::columns::Origin;
///
/// let mut origin = Origin::default();
/// origin.uri = Some("https://example.com/".into());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Origin {
    /// For [`Column::File`].
    pub file: Option<Arc<str>>,
    /// For [`Column::RecordOffset`].
    pub record_offset: Option<u64>,
    /// For [`Column::Uri`]; relative links are resolved against it.
    pub uri: Option<String>,
    /// The base URL of relative links if `uri` is not a URL.
    pub base_url: Option<Url>,
    /// For [`Column::Date`].
    pub date: Option<String>,
    /// For [`Column::Status`].
    pub status: Option<u16>,
}

/// Makes batches of rows, one row per page, of the selected columns.
///
/// Only the selected columns are extracted. A row is bounded by [`PageLimits`], and at most 1,048,576 tokens and as many errors
/// are listed. A batch is as large as its caller lets it become: see [`bytes`](Self::bytes).
///
/// ```
/// use tagspan_extract::columns::{Column, Origin, Table, Value};
///
/// let mut table = Table::new(&[Column::Title, Column::Lang]);
/// for html in ["<html lang=en><title>One</title>", "<title>Two</title>"] {
///     table.push(Origin::default(), html.as_bytes())?;
/// }
/// let batch = table.take();
/// assert_eq!(batch.len(), 2);
/// assert!(matches!(batch.iter().last().unwrap().get("title"), Some(Value::Text("Two"))));
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Debug)]
pub struct Table {
    /// All different, in the order of the batch.
    columns: Vec<Column>,
    /// The rows so far.
    pub(super) batch: Batch,
    tokenizer: Option<Tokenizer>,
    extractor: Extractor,
    listed: Listed,
    /// Of the page that is read.
    origin: Origin,
    decision: Option<EncodingDecision>,
}

impl Table {
    /// A table of these columns, in this order, with the default limits. A column that is named twice is added once.
    ///
    /// ```
    /// use tagspan_extract::columns::{Column, Table};
    ///
    /// let mut table = Table::new(&[Column::Title, Column::Title, Column::Links]);
    /// table.push(Default::default(), b"")?;
    /// assert!(table.take().iter().all(|row| row.iter().len() == 2));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[must_use]
    pub fn new(columns: &[Column]) -> Self {
        Table::with_limits(columns, PageLimits::default())
    }

    /// As [`new`](Self::new), with other limits.
    ///
    /// ```
    /// use tagspan_extract::PageLimits;
    /// use tagspan_extract::columns::{Column, Table};
    ///
    /// let mut limits = PageLimits::default();
    /// limits.text = 1 << 10;
    /// let table = Table::with_limits(&[Column::Text], limits);
    /// # let _ = table;
    /// ```
    #[must_use]
    pub fn with_limits(columns: &[Column], limits: PageLimits) -> Self {
        let mut unique: Vec<Column> = Vec::new();
        columns.iter().for_each(|column| unique.extend((!unique.contains(column)).then_some(*column)));
        let has = |column| unique.contains(&column);
        let (links, text, wants_tokens) = (has(Column::Links), has(Column::Text), has(Column::Tokens));
        Table {
            batch: Batch::new(&unique),
            columns: unique,
            tokenizer: None,
            extractor: Extractor::builder().limits(limits).links(links).text(text).build(),
            listed: Listed { wants_tokens, ..Listed::default() },
            origin: Origin::default(),
            decision: None,
        }
    }

    /// Settings of a tokenizer with all that the columns need: spans in the source, and parse errors for [`Column::Errors`].
    ///
    /// ```
    /// use tagspan_extract::columns::{Column, Origin, Table};
    ///
    /// let mut table = Table::new(&[Column::Errors]);
    /// let mut tokenizer = table.tokenizer().charset("koi8-r")?.build();
    /// table.begin(Origin::default());
    /// table.read(tokenizer.feed(b"<p"))?;
    /// table.read(tokenizer.finish())?;
    /// table.end(None);
    /// assert_eq!(table.take().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tokenizer(&self) -> TokenizerBuilder {
        let errors = self.columns.contains(&Column::Errors);
        let encoding = EncodingOptions::detecting();
        Tokenizer::builder().encoding_options(encoding).source_offsets(true).parse_errors(errors)
    }

    /// Adds a page in memory, whose encoding is found, or guessed if it declares none: [`EncodingOptions::detecting`].
    ///
    /// # Errors
    ///
    /// Those of the tokenizer, which has no limits that fail. There is no row then.
    ///
    /// ```
    /// use tagspan_extract::columns::{Column, Origin, Table};
    ///
    /// let mut table = Table::new(&[Column::Encoding]);
    /// table.push(Origin::default(), b"<meta charset=koi8-r>")?;
    /// assert_eq!(table.rows(), 1);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn push(&mut self, origin: Origin, html: &[u8]) -> Result<(), Error> {
        let mut tokenizer = self.tokenizer.take().unwrap_or_else(|| self.tokenizer().build());
        tokenizer.reset();
        self.begin(origin);
        let read = self.read(tokenizer.feed_last(html));
        self.tokenizer = Some(tokenizer);
        read?;
        self.end(None);
        Ok(())
    }

    /// Begins a page. A page that is not ended gives no row.
    ///
    /// ```
    /// # use tagspan_extract::columns::{Column, Origin, Table};
    /// let mut table = Table::new(&[Column::Title]);
    /// table.begin(Origin::default());
    /// table.read(tagspan::tokenize("<title>A page</title>"))?;
    /// table.end(None);
    /// assert_eq!(table.rows(), 1);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn begin(&mut self, origin: Origin) {
        let url = origin.uri.as_deref().and_then(|uri| Url::parse(uri).ok());
        self.extractor.reset_with(url.or_else(|| origin.base_url.clone()));
        self.listed.clear();
        (self.origin, self.decision) = (origin, None);
    }

    /// Takes the tokens of a chunk.
    ///
    /// # Errors
    ///
    /// Those of the tokenizer, as by [`Extractor::read`].
    ///
    /// ```
    /// # use tagspan_extract::columns::{Column, Origin, Table};
    /// let mut table = Table::new(&[Column::Text]);
    /// let mut tokenizer = table.tokenizer().build();
    /// table.begin(Origin::default());
    /// for chunk in ["<p>in", " pieces"] {
    ///     table.read(tokenizer.feed(chunk.as_bytes()))?;
    /// }
    /// table.read(tokenizer.finish())?;
    /// table.end(None);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn read(&mut self, tokens: Tokens<'_, &[u8]>) -> Result<(), Error> {
        let (listed, decision) = (&mut self.listed, &mut self.decision);
        if listed.wants_tokens || self.columns.contains(&Column::Errors) {
            self.extractor.read_with(tokens, decision, |token, source_span| match token {
                Some(token) => listed.push(token, source_span),
                None => listed.clear(),
            })
        } else {
            self.extractor.read_with(tokens, decision, |_, _| {})
        }
    }

    /// Ends the page and adds its row. `truncated` is the reason if the page is truncated.
    ///
    /// ```
    /// # use tagspan_extract::columns::{Column, Origin, Table};
    /// let mut table = Table::new(&[Column::Truncated]);
    /// table.begin(Origin::default());
    /// table.end(Some("the connection was closed"));
    /// assert_eq!(table.rows(), 1);
    /// ```
    pub fn end(&mut self, truncated: Option<&str>) {
        let page = self.extractor.finish();
        let row = Row {
            origin: &self.origin,
            decision: self.decision,
            page: &page,
            listed: &self.listed,
            truncated,
            lost: self.lost(&page.lost),
        };
        let values = self.batch.values.iter_mut();
        self.columns.iter().zip(values).for_each(|(column, values)| row.append(*column, values));
        self.batch.rows += 1;
        self.extractor.reuse(page);
    }

    /// The data that was left out of the selected columns. Bytes of markup may belong to any column.
    fn lost(&self, lost: &Lost) -> u64 {
        let has = |wanted| self.columns.contains(&wanted);
        let of = |column| match column {
            Column::Title => lost.title,
            Column::Meta => lost.metas,
            Column::Robots if !has(Column::Meta) => lost.metas,
            Column::Links => lost.links,
            Column::JsonLd => lost.json_ld,
            Column::Text => lost.text,
            _ => 0,
        };
        let columns: u64 = self.columns.iter().map(|column| of(*column)).sum();
        columns + lost.values + lost.markup + lost.attributes + self.listed.lost
    }

    /// The rows so far.
    ///
    /// ```
    /// # use tagspan_extract::columns::{Column, Table};
    /// assert_eq!(Table::new(&[Column::Title]).rows(), 0);
    /// ```
    #[must_use]
    pub fn rows(&self) -> usize {
        self.batch.rows
    }

    /// The approximate size of the rows so far, in bytes, to end a batch before it is too large.
    ///
    /// ```
    /// # use tagspan_extract::columns::{Column, Origin, Table};
    /// let mut table = Table::new(&[Column::Title]);
    /// table.push(Origin::default(), b"<title>Ten bytes.</title>")?;
    /// assert!(table.bytes() >= 10);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.batch.values.iter().map(Values::bytes).sum()
    }

    /// Takes the rows so far.
    ///
    /// ```
    /// # use tagspan_extract::columns::{Column, Origin, Table};
    /// let mut table = Table::new(&[Column::Title]);
    /// table.push(Origin::default(), b"")?;
    /// assert_eq!(table.take().len(), 1);
    /// assert_eq!(table.take().len(), 0);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn take(&mut self) -> Batch {
        let empty = Batch::new(&self.columns);
        std::mem::replace(&mut self.batch, empty)
    }
}

/// The data of a row.
struct Row<'a> {
    origin: &'a Origin,
    decision: Option<EncodingDecision>,
    page: &'a Page,
    listed: &'a Listed,
    truncated: Option<&'a str>,
    lost: u64,
}

impl Row<'_> {
    fn append(&self, column: Column, values: &mut Values) {
        let Row { origin, page, .. } = self;
        match column {
            Column::File => values.text(origin.file.as_deref()),
            Column::RecordOffset => values.number(origin.record_offset),
            Column::Uri => values.text(origin.uri.as_deref()),
            Column::Date => values.text(origin.date.as_deref()),
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
            Column::Truncated => values.text(self.truncated),
            Column::Lost => values.number(Some(self.lost)),
        }
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
            fields[0].text_with(|text| !link.truncated && references.push_url(&link.value, text));
            let texts = [Some(link.element), Some(link.attribute), link.rel.as_deref(), link.text.as_deref()];
            for (field, text) in fields[1..].iter_mut().zip(texts) {
                field.text(text);
            }
            span(link.span, &mut fields[5..]);
            let texts = [Some(&*link.value), Some(link.kind.as_str()), link.descriptor.as_deref()];
            for (field, text) in fields[7..].iter_mut().zip(texts) {
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
