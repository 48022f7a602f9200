//! An attribute of a tag, and the iterator over attributes.

use std::borrow::Cow;
use std::iter::FusedIterator;

use tagspan_entities::Decode;

use super::attributes::{AttributeSpans, Quote, missing_bytes_around};
use super::character_reference::CharacterReference;
use super::ranges::TokenRange;
use super::slice::Slice;
use crate::span::Span;

/// The attributes of a tag: [`Tag::attributes`](crate::Tag::attributes).
///
/// ```
/// use tagspan::{AttributeIter, Token, tokenize};
///
/// let mut tokens = tokenize("<a href=x hidden>");
/// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
/// let mut attributes: AttributeIter<'_> = tag.attributes();
/// assert_eq!(attributes.next().unwrap().value(), "x");
/// assert_eq!(attributes.next().unwrap().name(), "hidden");
/// assert!(attributes.next().is_none());
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone)]
pub struct AttributeIter<'a> {
    pub(super) slice: Slice<'a>,
    pub(super) spans: std::slice::Iter<'a, AttributeSpans>,
    pub(super) all: &'a [AttributeSpans],
}

impl<'a> Iterator for AttributeIter<'a> {
    type Item = Attribute<'a>;

    #[inline]
    fn next(&mut self) -> Option<Attribute<'a>> {
        let spans = self.spans.find(|spans| !spans.duplicate)?;
        Some(Attribute { slice: self.slice, spans, all: self.all })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.spans.len()))
    }
}

impl FusedIterator for AttributeIter<'_> {}

/// An attribute of a tag.
///
/// # Examples
///
/// ```
/// use tagspan::{Quote, Token, Tokenizer};
///
/// let mut tokenizer = Tokenizer::new();
/// let mut tokens = tokenizer.feed_last(b"<p Title = \"a\">");
/// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
/// let title = tag.attribute("title").unwrap();
/// assert_eq!((title.raw_name(), title.raw_value()), (&b"Title"[..], &b"a"[..]));
/// assert_eq!(title.quote(), Quote::Double);
/// assert_eq!(title.name_span().range(), 3..8);
/// assert_eq!(title.value_span().range(), 12..13);
/// assert_eq!(title.quoted_value_span().range(), 11..14);
/// assert_eq!(title.span().range(), 3..14);
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Attribute<'a> {
    pub(super) slice: Slice<'a>,
    pub(crate) spans: &'a AttributeSpans,
    /// All attributes of the tag, and the data after them.
    pub(super) all: &'a [AttributeSpans],
}

impl PartialEq for Attribute<'_> {
    fn eq(&self, other: &Self) -> bool {
        (self.slice, self.spans, self.missing()) == (other.slice, other.spans, other.missing())
    }
}

impl Eq for Attribute<'_> {}

impl<'a> Attribute<'a> {
    /// The name as written in the input.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("<p Title='a &lt; b'>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// let attribute = tag.attribute("title").unwrap();
    /// assert_eq!(attribute.raw_name(), b"Title");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn raw_name(&self) -> &'a [u8] {
        self.slice.part(self.spans.name)
    }

    /// The name: ASCII lower case, U+FFFD for NUL and for each maximal ill-formed sequence.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("<p Title='a &lt; b'>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// let attribute = tag.attribute("title").unwrap();
    /// assert_eq!(attribute.name(), "title");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn name(&self) -> Cow<'a, str> {
        self.slice.name(self.spans.name)
    }

    /// The span of the name in the input.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("<p Title='a &lt; b'>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// let attribute = tag.attribute("title").unwrap();
    /// assert_eq!(attribute.name_span().range(), 3..8);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn name_span(&self) -> Span {
        let Span { start, end } = self.slice.part_span(self.spans.name);
        let (before, _) = self.missing();
        Span { start: start + before, end: end + before }
    }

    /// The value as written in the input, without quotes. Empty when there is none.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("<p Title='a &lt; b'>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// let attribute = tag.attribute("title").unwrap();
    /// assert_eq!(attribute.raw_value(), b"a &lt; b");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn raw_value(&self) -> &'a [u8] {
        self.slice.part(self.spans.value)
    }

    /// The value: references decoded by the rules for attributes, CRLF and CR as LF, U+FFFD for NUL and
    /// for each maximal ill-formed sequence. Borrowed when that changes nothing. Linear in the length.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("<p Title='a &lt; b'>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// let attribute = tag.attribute("title").unwrap();
    /// assert_eq!(attribute.value(), "a < b");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn value(&self) -> Cow<'a, str> {
        self.slice.decode(self.spans.value, Decode::ATTRIBUTE)
    }

    /// The character references of the value in their order. Linear in the length.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("<p Title='a &lt; b &ampc'>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// let references = tag.attribute("title").unwrap().references();
    /// // In an attribute value, `&ampc` stands for itself.
    /// assert_eq!(references.map(|reference| reference.span().range()).collect::<Vec<_>>(), [12..16]);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn references(&self) -> impl Iterator<Item = CharacterReference> + use<'a> {
        CharacterReference::find(self.raw_value(), self.value_span().start, Decode::ATTRIBUTE)
    }

    /// The span of the value in the input, without quotes; empty after the name when there is none.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("<p Title='a &lt; b'>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// let attribute = tag.attribute("title").unwrap();
    /// assert_eq!(attribute.value_span().range(), 10..18);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn value_span(&self) -> Span {
        self.value_with_missing(self.spans.value)
    }

    /// By how many bytes a limit has truncated the value: see [`Limits::attribute_value`](crate::Limits::attribute_value).
    ///
    /// ```
    /// use tagspan::{LimitAction, Limits, Token, Tokenizer};
    ///
    /// let limits = Limits::new().attribute_value(32, LimitAction::Truncate);
    /// let mut tokenizer = Tokenizer::builder().limits(limits).build();
    /// let page = format!("<a title='{}'>", "x".repeat(40));
    /// let mut tokens = tokenizer.feed_last(page.as_bytes());
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// let title = tag.attribute("title").unwrap();
    /// assert_eq!((title.value().len(), title.missing_bytes()), (32, 8));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn missing_bytes(&self) -> u64 {
        self.missing().1
    }

    /// Whether a [limit](crate::Limits) has left bytes out of the value.
    ///
    /// ```
    /// use tagspan::{LimitAction, Limits, Token, Tokenizer};
    ///
    /// let limits = Limits::new().attribute_value(32, LimitAction::Truncate);
    /// let mut tokenizer = Tokenizer::builder().limits(limits).build();
    /// let page = format!("<p id=a title={}>", "b".repeat(40));
    /// let mut tokens = tokenizer.feed_last(page.as_bytes());
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// let truncated: Vec<_> = tag.attributes().map(|attribute| attribute.is_truncated()).collect();
    /// assert_eq!(truncated, [false, true]);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn is_truncated(&self) -> bool {
        self.missing_bytes() > 0
    }

    /// The span of the value in the input, with its quotes if it has any.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("<p Title='a &lt; b'>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// let attribute = tag.attribute("title").unwrap();
    /// assert_eq!(attribute.quoted_value_span().range(), 9..19);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn quoted_value_span(&self) -> Span {
        let (start, end) = self.spans.value;
        let quote = self.spans.end() - end;
        self.value_with_missing((start - quote, end + quote))
    }

    /// The span of the whole attribute in the input, from its name to its value's end or closing quote.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("<p Title='a &lt; b'>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// let attribute = tag.attribute("title").unwrap();
    /// assert_eq!(attribute.span().range(), 3..19);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn span(&self) -> Span {
        Span { start: self.name_span().start, end: self.quoted_value_span().end }
    }

    /// How the value was written.
    ///
    /// ```
    /// use tagspan::{Quote, Token, tokenize};
    ///
    /// let mut tokens = tokenize("<p Title='a &lt; b'>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// let attribute = tag.attribute("title").unwrap();
    /// assert_eq!(attribute.quote(), Quote::Single);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn quote(&self) -> Quote {
        self.spans.quote
    }

    /// Whether an earlier attribute of the tag has this name, so that the specification drops this one.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("<p title=a TITLE=b>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// let duplicates: Vec<_> = tag.attributes_as_written().map(|it| it.is_duplicate()).collect();
    /// assert_eq!(duplicates, [false, true]);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn is_duplicate(&self) -> bool {
        self.spans.duplicate
    }

    #[inline]
    fn value_with_missing(&self, range: TokenRange) -> Span {
        let Span { start, end } = self.slice.part_span(range);
        let (before, within) = self.missing();
        Span { start: start + before, end: end + before + within }
    }

    /// How many bytes were removed from earlier values, and from this one.
    #[inline(always)]
    fn missing(&self) -> (u64, u64) {
        if self.spans.shifted { missing_bytes_around(self.all, self.spans) } else { (0, 0) }
    }
}
