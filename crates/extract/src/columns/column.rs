//! The columns that a table can have: their names, types and contents.

use std::fmt;
use std::str::FromStr;

/// The type of a column, or of a field of its list. Any value may be null.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shape {
    Text,
    Number,
    Flag,
    /// Microseconds since the start of 1970 in UTC.
    Time,
    Bytes,
    List(&'static [Field]),
}

/// A name and a type.
pub(super) type Field = (&'static str, Shape);

use Shape::{Bytes, Flag, List, Number, Text, Time};

/// Defines the columns. The text of each one is its documentation, the help of the command line and that of Python.
macro_rules! columns {
    ($($variant:ident, $name:literal, $shape:expr, $about:literal;)*) => {
        /// A column of a [`Table`](super::Table).
        ///
        /// Its name is that of [`as_str`](Self::as_str). Spans are in bytes of the source: the page as it was before decoding,
        /// without the encodings of HTTP. Any value may be null: it is not known, or there is none.
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
            $(#[doc = concat!("`", $name, "`: ", $about, ".")] $variant,)*
        }

        impl Column {
            /// All columns.
            ///
            /// ```
            /// use tagspan_extract::columns::Column;
            ///
            /// assert!(Column::ALL.iter().all(|column| column.as_str().parse() == Ok(*column)));
            /// ```
            pub const ALL: &'static [Column] = &[$(Column::$variant,)*];

            pub(super) const fn field(self) -> Field {
                match self {
                    $(Column::$variant => ($name, $shape),)*
                }
            }

            /// The content of the column, its unit and its source, in one sentence without its full stop.
            ///
            /// ```
            /// assert!(tagspan_extract::columns::Column::Title.about().starts_with("the text of the first `<title>`"));
            /// ```
            #[must_use]
            pub const fn about(self) -> &'static str {
                match self {
                    $(Column::$variant => $about,)*
                }
            }
        }
    };
}

columns! {
    File, "file", Text, "the file that the page was read from";
    RecordOffset, "record_offset", Number,
        "the byte of the archive at which the member starts that holds the record; without compression, the record";
    RecordLength, "record_length", Number,
        "the bytes of the archive from `record_offset` on that hold the record; null if its member holds other records too, or \
         is damaged";
    RecordId, "record_id", Text, "`WARC-Record-ID`, as it stands";
    Uri, "uri", Text, "the URL of the page: `WARC-Target-URI`, or that of the caller";
    Date, "date", Time, "`WARC-Date` in UTC; null if it is not a date";
    Ip, "ip", Text, "`WARC-IP-Address`";
    Status, "status", Number, "the status of the HTTP response";
    HttpHeaders, "http_headers", List(&[("name", Text), ("value", Text)]),
        "the fields of the HTTP response in their order; bytes that are not UTF-8 are U+FFFD";
    ContentType, "content_type", Text,
        "the declared type: the `Content-Type` of HTTP, or that of a record without HTTP; several are joined with commas";
    IdentifiedType, "identified_type", Text,
        "the type that the first bytes tell, if the body is left out because of it; otherwise `WARC-Identified-Payload-Type`";
    PayloadDigest, "payload_digest", Text, "`WARC-Payload-Digest`, as it stands";
    DigestOk, "digest_ok", Flag,
        "whether `payload_digest` is that of the payload, with its chunks or without; null if there is none, or if it is not of \
         SHA-1, SHA-256 or SHA-512";
    Payload, "payload", Bytes, "the bytes of the page without the encodings of HTTP, up to 16 MiB";
    Encoding, "encoding", Text, "the name of the encoding by the Encoding Standard";
    EncodingSource, "encoding_source", Text,
        "what decided the encoding: `byte-order-mark`, `override`, `transport`, `prescan`, `parent-document`, `likely`, `detection`, \
         `default` or `late-declaration`";
    Title, "title", Text, "the text of the first `<title>`, with white space collapsed";
    Lang, "lang", Text, "the language: that of `<html lang>`, of a pragma, or of `Content-Language`; that of a conversion is \
         `WARC-Identified-Content-Language`";
    Base, "base", Text, "the URL that links are resolved against";
    Canonical, "canonical", Text, "the resolved URL with the relation canonical, in the `Link` header or else in the first `<link>` with it";
    Robots, "robots", Text, "the directives of all `<meta name=robots>` and of `X-Robots-Tag` for all robots";
    Meta, "meta",
        List(&[("name", Text), ("property", Text), ("http_equiv", Text), ("content", Text)]),
        "each `<meta>` with a content and one of these names";
    Links, "links",
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
        "each URL of the page: resolved, or null if it is not a URL; the text of an `a`; the span and the value in the source; how \
         it stands there, such as `attribute`, `srcset` or `http-header`; what stands beside it, such as `2x`; attributes of its tag";
    JsonLd, "json_ld", List(&[("text", Text), ("start", Number), ("end", Number)]),
        "the script of each `application/ld+json`, and its span";
    Text, "text", Text, "the text that a browser shows; that of a conversion as it stands";
    Tokens, "tokens", List(&[("kind", Text), ("start", Number), ("end", Number)]),
        "the kind and the span of each token; runs of text that touch are one";
    Errors, "errors", List(&[("code", Text), ("offset", Number)]),
        "the code and the byte of each parse error of the HTML standard";
    Ambiguous, "ambiguous", Number, "how many tokens only a tree of the page can decide; they have the likelier reading";
    Truncated, "truncated", Text,
        "the code of why the page is truncated or left out, such as `cut`, `corrupt`, `http-encoding-damaged`, `not-html`; null \
         if it is whole";
    TruncatedMessage, "truncated_message", Text, "what `truncated` means, for people";
    Lost, "lost", List(&[("code", Text), ("count", Number), ("message", Text)]),
        "what limits left out of the row: the code of the limit, how many bytes or values, and what that means, for people; empty \
         for a whole row, unless values or markup are left out that no column has";
}

impl Column {
    /// The name of the column.
    ///
    /// ```
    /// assert_eq!(tagspan_extract::columns::Column::JsonLd.as_str(), "json_ld");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.field().0
    }

    /// The type of the column: `text`, `number`, `boolean`, `timestamp`, `bytes`, or `list`.
    ///
    /// ```
    /// assert_eq!(tagspan_extract::columns::Column::Date.type_name(), "timestamp");
    /// ```
    #[must_use]
    pub const fn type_name(self) -> &'static str {
        match self.field().1 {
            Text => "text",
            Number => "number",
            Flag => "boolean",
            Time => "timestamp",
            Bytes => "bytes",
            List(_) => "list",
        }
    }

    /// The names of the fields of a list; none for other columns.
    ///
    /// ```
    /// let fields: Vec<_> = tagspan_extract::columns::Column::JsonLd.fields().collect();
    /// assert_eq!(fields, ["text", "start", "end"]);
    /// ```
    pub fn fields(self) -> impl ExactSizeIterator<Item = &'static str> {
        let fields: &[Field] = if let List(fields) = self.field().1 { fields } else { &[] };
        fields.iter().map(|(name, _)| *name)
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
        let found = Column::ALL.iter().copied().find(|column| column.as_str() == name);
        found.ok_or_else(|| UnknownColumn(name.to_owned()))
    }
}

/// The error for a name that no [`Column`] has.
///
/// ```
/// use tagspan_extract::columns::Column;
///
/// let error = "titel".parse::<Column>().unwrap_err();
/// assert!(error.to_string().starts_with("unknown column \"titel\": select some of file, record_offset"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownColumn(String);

impl fmt::Display for UnknownColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown column {:?}: select some of ", self.0)?;
        // Not `join` of the array: its sum of all lengths, each checked, takes LLVM two minutes to optimise.
        Column::ALL.iter().enumerate().try_for_each(|(index, column)| {
            f.write_str(if index == 0 { "" } else { ", " })?;
            f.write_str(column.as_str())
        })
    }
}

impl std::error::Error for UnknownColumn {}
