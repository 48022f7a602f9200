//! How much of a page is kept, and what was left out.

use tagspan::{Span, Tag};

/// The limits of the data that an [`Extractor`](crate::Extractor) keeps, in bytes.
///
/// A limit that is reached changes nothing else: what is left out is counted in [`Lost`]. Beside this, the text of one token
/// is kept.
///
/// ```
/// use tagspan_extract::{Extractor, PageLimits};
///
/// let mut limits = PageLimits::default();
/// limits.text = 10;
/// let mut extractor = Extractor::builder().limits(limits).build();
/// extractor.read(tagspan::tokenize("<p>much more than ten bytes"))?;
/// let page = extractor.finish();
/// assert_eq!((page.text.as_str(), page.lost.text), ("much more ", 14));
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PageLimits {
    /// The title: 16 KiB.
    pub title: usize,
    /// One value: the language, a URL, a `rel`: 16 KiB. A longer value, such as an image in a `data:` URL, is
    /// truncated. A URL that was truncated is not resolved.
    pub value: usize,
    /// All links together, with the memory of the records themselves: 16 MiB. [`Extractor::finish`](crate::Extractor::finish)
    /// counts them again with their resolved URLs, and leaves out those after the limit.
    pub links: usize,
    /// All `<meta>` records together, with the memory of the records themselves: 1 MiB.
    pub metas: usize,
    /// The bodies of all JSON-LD scripts together, with the memory of the records themselves: 4 MiB.
    pub json_ld: usize,
    /// The text of a `style` element, if [URLs of CSS](crate::ExtractorBuilder::css) are extracted: 4 MiB.
    pub css: usize,
    /// The visible text: 16 MiB.
    pub text: usize,
    /// The bytes of the page in [`Column::Payload`](crate::columns::Column::Payload): 16 MiB.
    pub payload: usize,
    /// The values of all [selected columns](crate::columns::SelectedColumns) together: 16 MiB.
    pub selected: usize,
}

impl Default for PageLimits {
    fn default() -> Self {
        PageLimits {
            title: 16 << 10,
            value: 16 << 10,
            links: 16 << 20,
            metas: 1 << 20,
            json_ld: 4 << 20,
            css: 4 << 20,
            text: 16 << 20,
            payload: 16 << 20,
            selected: 16 << 20,
        }
    }
}

/// The data that [limits](PageLimits), and those of the tokenizer, left out of a page.
///
/// ```
/// use tagspan_extract::{Lost, extract};
///
/// let page = extract(b"<a href=x>", None)?;
/// assert_eq!(page.lost, Lost::default());
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lost {
    /// Bytes of the title.
    pub title: u64,
    /// Truncated values: languages, URLs and `rel`s.
    pub values: u64,
    /// Links.
    pub links: u64,
    /// `<meta>` records.
    pub metas: u64,
    /// Bytes of JSON-LD scripts.
    pub json_ld: u64,
    /// Bytes of `style` elements, in which URLs were not searched.
    pub css: u64,
    /// Bytes of visible text.
    pub text: u64,
    /// Bytes of tags and character references that a [limit of the tokenizer](tagspan::Limits) left out or skipped.
    pub markup: u64,
    /// Attributes of start tags that have more than [`Limits::attributes`](tagspan::Limits::attributes) allows.
    pub attributes: u64,
    /// Where the first such tag is.
    pub attributes_of: Option<Span>,
}

impl Lost {
    /// Adds what is missing of a tag.
    #[cold]
    pub(crate) fn add_tag(&mut self, tag: Tag<'_>, source_span: impl FnOnce(Span) -> Option<Span>) {
        self.markup += tag.missing_bytes();
        let missing = tag.missing_attributes();
        if missing > 0 && self.attributes == 0 {
            self.attributes_of = source_span(tag.span());
        }
        self.attributes += missing;
    }
}

/// Appends as much of `text` as fits, in whole characters, and counts the bytes that are left out. Text after a gap is
/// left out too.
pub(crate) fn push_within(kept: &mut String, text: &str, limit: usize, lost: &mut u64) {
    let room = if *lost > 0 { 0 } else { limit.saturating_sub(kept.len()) };
    let end = floor_char_boundary(text, room);
    kept.push_str(&text[..end]);
    *lost += (text.len() - end) as u64;
}

/// The end of the whole characters within a number of bytes.
pub(crate) fn floor_char_boundary(text: &str, bytes: usize) -> usize {
    (0..=bytes.min(text.len())).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0)
}
