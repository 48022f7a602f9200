//! The columns that a table can have: their names and types.

use std::fmt;
use std::str::FromStr;

/// A column of a [`Table`](super::Table).
///
/// Its name is that of [`as_str`](Self::as_str). Spans are in bytes of the source: the page as it was before decoding, without
/// the encodings of HTTP.
///
/// ```
/// use tagspan_extract::columns::Column;
///
/// let columns: Result<Vec<Column>, _> = "uri,title,links".split(',').map(str::parse).collect();
/// assert_eq!(columns?, [Column::Uri, Column::Title, Column::Links]);
/// # Ok::<(), tagspan_extract::columns::UnknownColumn>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Column {
    /// `file`: the file that the page was read from.
    File,
    /// `record_offset`: the byte of the archive at which the member starts that holds the record.
    RecordOffset,
    /// `uri`: the URL of the page.
    Uri,
    /// `date`: `WARC-Date`, as it stands.
    Date,
    /// `status`: that of HTTP.
    Status,
    /// `encoding`: the name by the Encoding Standard.
    Encoding,
    /// `encoding_source`: how the encoding was decided, by [`EncodingSource::as_str`](tagspan::EncodingSource::as_str).
    EncodingSource,
    /// `title`: [`Page::title`](crate::Page::title).
    Title,
    /// `lang`: [`Page::lang`](crate::Page::lang).
    Lang,
    /// `base`: the URL that links are resolved against, [`Page::base_url`](crate::Page::base_url).
    Base,
    /// `canonical`: [`Page::canonical`](crate::Page::canonical), resolved.
    Canonical,
    /// `robots`: [`Page::robots`](crate::Page::robots).
    Robots,
    /// `meta`: a list of `name`, `property`, `http_equiv` and `content`: [`Page::metas`](crate::Page::metas).
    Meta,
    /// `links`: a list of `url` (resolved; null for what is no URL), `element`, `attribute`, `rel`, `text` (that of an `a`),
    /// `start` and `end` (the span of the value), `value` (as it stands, decoded), `kind` (that of
    /// [`LinkKind::as_str`](crate::LinkKind::as_str)), `descriptor` (that of a candidate in `srcset`, the seconds of a
    /// refresh), and `alt`, `as`, `download`, `hreflang` and `type` (those of the tag): [`Page::links`](crate::Page::links).
    Links,
    /// `json_ld`: a list of `text`, `start` and `end`: [`Page::json_ld`](crate::Page::json_ld).
    JsonLd,
    /// `text`: the visible text, [`Page::text`](crate::Page::text).
    Text,
    /// `tokens`: a list of `kind`, `start` and `end`. Runs of text that touch are one.
    Tokens,
    /// `errors`: a list of `code` and `offset`: the parse errors.
    Errors,
    /// `truncated`: why the page is truncated; null if it is not.
    Truncated,
    /// `lost`: what [limits](crate::PageLimits) left out of the columns of the row: links, values and bytes. Zero for a whole
    /// row, unless a value or bytes of markup are left out that no column has.
    Lost,
}

/// The type of a column, or of a field of its list. Any value may be null.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shape {
    Text,
    Number,
    List(&'static [Field]),
}

/// A name and a type.
pub(super) type Field = (&'static str, Shape);

use Shape::{List, Number, Text};

impl Column {
    /// All columns.
    ///
    /// ```
    /// use tagspan_extract::columns::Column;
    ///
    /// assert!(Column::ALL.iter().all(|column| column.as_str().parse() == Ok(*column)));
    /// ```
    pub const ALL: [Column; 20] = [
        Column::File,
        Column::RecordOffset,
        Column::Uri,
        Column::Date,
        Column::Status,
        Column::Encoding,
        Column::EncodingSource,
        Column::Title,
        Column::Lang,
        Column::Base,
        Column::Canonical,
        Column::Robots,
        Column::Meta,
        Column::Links,
        Column::JsonLd,
        Column::Text,
        Column::Tokens,
        Column::Errors,
        Column::Truncated,
        Column::Lost,
    ];

    /// The name of the column.
    ///
    /// ```
    /// assert_eq!(tagspan_extract::columns::Column::JsonLd.as_str(), "json_ld");
    /// ```
    pub const fn as_str(self) -> &'static str {
        self.field().0
    }

    pub(super) const fn field(self) -> Field {
        match self {
            Column::File => ("file", Text),
            Column::RecordOffset => ("record_offset", Number),
            Column::Uri => ("uri", Text),
            Column::Date => ("date", Text),
            Column::Status => ("status", Number),
            Column::Encoding => ("encoding", Text),
            Column::EncodingSource => ("encoding_source", Text),
            Column::Title => ("title", Text),
            Column::Lang => ("lang", Text),
            Column::Base => ("base", Text),
            Column::Canonical => ("canonical", Text),
            Column::Robots => ("robots", Text),
            Column::Meta => {
                ("meta", List(&[("name", Text), ("property", Text), ("http_equiv", Text), ("content", Text)]))
            }
            Column::Links => (
                "links",
                List(&[
                    ("url", Text),
                    ("element", Text),
                    ("attribute", Text),
                    ("rel", Text),
                    ("text", Text),
                    ("start", Number),
                    ("end", Number),
                    ("value", Text),
                    ("kind", Text),
                    ("descriptor", Text),
                    ("alt", Text),
                    ("as", Text),
                    ("download", Text),
                    ("hreflang", Text),
                    ("type", Text),
                ]),
            ),
            Column::JsonLd => ("json_ld", List(&[("text", Text), ("start", Number), ("end", Number)])),
            Column::Text => ("text", Text),
            Column::Tokens => ("tokens", List(&[("kind", Text), ("start", Number), ("end", Number)])),
            Column::Errors => ("errors", List(&[("code", Text), ("offset", Number)])),
            Column::Truncated => ("truncated", Text),
            Column::Lost => ("lost", Number),
        }
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Column {
    type Err = UnknownColumn;

    fn from_str(name: &str) -> Result<Self, UnknownColumn> {
        let found = Column::ALL.into_iter().find(|column| column.as_str() == name);
        found.ok_or_else(|| UnknownColumn(name.to_owned()))
    }
}

/// The error for a name that no [`Column`] has.
///
/// ```
/// use tagspan_extract::columns::Column;
///
/// let error = "titel".parse::<Column>().unwrap_err();
/// assert!(error.to_string().starts_with("unknown column \"titel\": select some of file, record_offset, uri"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownColumn(String);

impl fmt::Display for UnknownColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown column {:?}: select some of ", self.0)?;
        // Not `join` of the array: its sum of 20 lengths, each checked, takes LLVM two minutes to optimise.
        Column::ALL.iter().enumerate().try_for_each(|(index, column)| {
            f.write_str(if index == 0 { "" } else { ", " })?;
            f.write_str(column.as_str())
        })
    }
}

impl std::error::Error for UnknownColumn {}
