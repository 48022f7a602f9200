//! Tables: pages go in, and batches of rows come out.

use std::sync::Arc;

#[cfg(doc)]
use tagspan::EncodingOptions;
use tagspan::{EncodingDecision, Error, Tokenizer, TokenizerBuilder, Tokens};

use super::batch::Batch;
use super::column::Column;
use super::listed::Listed;
use super::origin::Origin;
use super::row::Row;
use super::selected::{Selected, SelectedColumns};
use super::values::Values;
use crate::extractor::detecting;
use crate::{Extractor, ExtractorBuilder, PageLimits, Url};

/// Makes batches of rows, one row per page, of the selected columns.
///
/// Only the selected columns are extracted. A row is bounded by [`PageLimits`], and by 1,048,576 tokens and as many errors. A batch is as large as its caller lets it become: see [`bytes`](Self::bytes).
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
    selected: Option<Selected>,
    /// The bytes of the page, if they are wanted, and how many of them are left out.
    payload: Vec<u8>,
    lost_payload: u64,
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
        Table::with_extractor(columns, Extractor::builder().limits(limits))
    }

    /// As [`new`](Self::new), with other settings of the extractor. The columns decide whether links and text are extracted, and
    /// the [`Origin`] has the URL of the page.
    ///
    /// ```
    /// use tagspan_extract::Extractor;
    /// use tagspan_extract::columns::{Column, Origin, Table, Value};
    ///
    /// let mut table = Table::with_extractor(&[Column::Text], Extractor::builder().noscript(true));
    /// table.push(Origin::default(), b"<noscript>text</noscript>")?;
    /// assert!(matches!(table.take().iter().last().unwrap().get("text"), Some(Value::Text("text"))));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[must_use]
    pub fn with_extractor(columns: &[Column], extractor: ExtractorBuilder) -> Self {
        let mut unique: Vec<Column> = Vec::new();
        columns.iter().for_each(|column| unique.extend((!unique.contains(column)).then_some(*column)));
        let has = |column| unique.contains(&column);
        let (links, text, wants_tokens) = (has(Column::Links), has(Column::Text), has(Column::Tokens));
        Table {
            batch: Batch::new(&unique, Arc::default()),
            columns: unique,
            tokenizer: None,
            extractor: extractor.links(links).text(text).build(),
            listed: Listed { wants_tokens, ..Listed::default() },
            selected: None,
            payload: Vec::new(),
            lost_payload: 0,
            origin: Origin::default(),
            decision: None,
        }
    }

    /// Adds columns of selectors, after the others.
    ///
    /// ```
    /// use tagspan_extract::columns::{Column, SelectedColumns, Table};
    ///
    /// let mut table = Table::new(&[Column::Title]).select(SelectedColumns::new([("h1", "h1")])?);
    /// table.push(Default::default(), b"<h1>Here</h1>")?;
    /// assert!(table.take().iter().all(|row| row.iter().map(|(name, _)| name).eq(["title", "h1"])));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn select(mut self, columns: SelectedColumns) -> Self {
        let selected = Selected::new(columns, self.extractor.limits().selected);
        self.batch = Batch::new(&self.columns, Arc::clone(selected.names()));
        self.selected = Some(selected);
        self
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
        let encoding = detecting();
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
        self.push_payload(html);
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
        for (name, value) in &origin.http_headers {
            self.extractor.http_header(name, value.as_bytes());
        }
        self.listed.clear();
        self.selected.iter_mut().for_each(Selected::clear);
        self.payload.clear();
        (self.origin, self.decision, self.lost_payload) = (origin, None, 0);
    }

    /// The origin of the page that is read, for values that are known at its end only.
    ///
    /// ```
    /// # use tagspan_extract::columns::{Column, Origin, Table, Value};
    /// let mut table = Table::new(&[Column::RecordLength]);
    /// table.begin(Origin::default());
    /// table.origin_mut().record_length = Some(100);
    /// table.end(None);
    /// assert!(table.take().iter().all(|row| matches!(row.get("record_length"), Some(Value::Number(100)))));
    /// ```
    pub fn origin_mut(&mut self) -> &mut Origin {
        &mut self.origin
    }

    /// Takes a chunk for [`Column::Payload`], which is empty without. [`push`](Self::push) does this itself.
    ///
    /// ```
    /// # use tagspan_extract::columns::{Column, Origin, Table, Value};
    /// let mut table = Table::new(&[Column::Payload]);
    /// table.begin(Origin::default());
    /// table.push_payload(b"<p>");
    /// table.end(None);
    /// assert!(table.take().iter().all(|row| matches!(row.get("payload"), Some(Value::Bytes(b"<p>")))));
    /// ```
    pub fn push_payload(&mut self, chunk: &[u8]) {
        if self.columns.contains(&Column::Payload) {
            let room = self.extractor.limits().payload.saturating_sub(self.payload.len());
            self.payload.extend_from_slice(&chunk[..chunk.len().min(room)]);
            self.lost_payload += chunk.len().saturating_sub(room) as u64;
        }
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
        let wants_all =
            [Column::Tokens, Column::Errors, Column::Ambiguous].iter().any(|of| self.columns.contains(of));
        let (listed, decision) = (&mut self.listed, &mut self.decision);
        if !wants_all && self.selected.is_none() {
            return self.extractor.read_with(tokens, decision, |_, _| {});
        }
        let mut selected = self.selected.as_mut();
        self.extractor.read_with(tokens, decision, |token, source_span| match token {
            Some(token) => {
                if wants_all {
                    listed.push(token, source_span);
                }
                selected.iter_mut().for_each(|selected| selected.push(token, source_span));
            }
            None => {
                listed.clear();
                selected.iter_mut().for_each(|selected| selected.clear());
            }
        })
    }

    /// Whether a column has anything of the HTTP header, so that its fields need not be copied for others.
    #[cfg(feature = "warc")]
    pub(super) fn wants_http_headers(&self) -> bool {
        use Column::{Canonical, HttpHeaders, Lang, Links, Lost, Robots};
        [Canonical, HttpHeaders, Lang, Links, Lost, Robots].iter().any(|column| self.columns.contains(column))
    }

    /// Takes the tokens of a chunk of a page that is text and not HTML: none of them is markup or a parse error.
    #[cfg(feature = "warc")]
    pub(super) fn read_text(&mut self, tokens: Tokens<'_, &[u8]>) -> Result<(), Error> {
        self.extractor.read_with(tokens, &mut self.decision, |_, _| {})
    }

    /// Sets the language of a page that is text, if it is one.
    #[cfg(feature = "warc")]
    pub(super) fn set_language(&mut self, languages: &[u8]) {
        self.extractor.http_header("Content-Language", languages);
    }

    /// Ends the page and adds its row. `truncated` is the code and the message of why the page is truncated, if it is.
    ///
    /// ```
    /// # use tagspan_extract::columns::{Column, Origin, Table};
    /// let mut table = Table::new(&[Column::Truncated]);
    /// table.begin(Origin::default());
    /// table.end(Some(("closed", "the connection was closed")));
    /// assert_eq!(table.rows(), 1);
    /// ```
    pub fn end(&mut self, truncated: Option<(&str, &str)>) {
        let page = self.extractor.finish();
        let row = Row {
            columns: &self.columns,
            limits: self.extractor.limits(),
            origin: &self.origin,
            decision: self.decision,
            page: &page,
            listed: &self.listed,
            selected: self.selected.as_ref(),
            payload: &self.payload,
            lost_payload: self.lost_payload,
            truncated,
        };
        let (values, selected) = self.batch.values.split_at_mut(self.columns.len());
        self.columns.iter().zip(values).for_each(|(column, values)| row.append(*column, values));
        let found = self.selected.iter().flat_map(|selected| selected.values.iter());
        found.zip(selected).for_each(|(value, values)| values.text(value));
        self.batch.rows += 1;
        self.extractor.reuse(page);
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
        self.batch.values.iter().map(Values::size).sum()
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
        let empty = Batch::new(&self.columns, Arc::clone(&self.batch.selected));
        std::mem::replace(&mut self.batch, empty)
    }
}
