//! Start and end tag tokens.

use std::borrow::Cow;
use std::ops::Range;

use super::attribute::{Attribute, AttributeIter};
use super::attributes::{AttributeSpans, all_missing_attributes, all_missing_bytes, split_truncated_values};
use super::name::name_is;
use super::slice::Slice;
use crate::context_element::Namespace;
use crate::span::Span;

/// A start or end tag.
///
/// # Examples
///
/// ```
/// use tagspan::{Token, Tokenizer};
///
/// let mut tokenizer = Tokenizer::new();
/// let mut tokens = tokenizer.feed_last(b"<A HREF='/?a&amp;b' hidden>");
/// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
/// assert!(tag.is("a"));
/// let href = tag.attribute("href").unwrap();
/// assert_eq!(href.raw_value(), b"/?a&amp;b");
/// assert_eq!(href.value(), "/?a&b");
/// let names: Vec<_> = tag.attributes().map(|attribute| attribute.name().into_owned()).collect();
/// assert_eq!(names, ["href", "hidden"]);
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Tag<'a> {
    pub(crate) slice: Slice<'a>,
    pub(crate) attributes: &'a [AttributeSpans],
    pub(crate) name_end: u32,
    pub(crate) flags: TagFlags,
}

/// Properties of a tag besides its parts, as a set of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TagFlags(u8);

impl TagFlags {
    pub(crate) const START: TagFlags = TagFlags(0);
    pub(crate) const END: TagFlags = TagFlags(1);
    pub(crate) const SELF_CLOSING: TagFlags = TagFlags(2);
    pub(crate) const AMBIGUOUS: TagFlags = TagFlags(4);
    /// A limit has removed bytes from it: [truncated values](split_truncated_values) follow its attributes.
    pub(crate) const TRUNCATED: TagFlags = TagFlags(8);
    /// The element is in the SVG namespace.
    pub(crate) const SVG: TagFlags = TagFlags(16);
    /// The element is in the MathML namespace.
    pub(crate) const MATHML: TagFlags = TagFlags(32);
    /// A limit has truncated the name. Only the feedback simulator reads this bit.
    pub(crate) const CUT_NAME: TagFlags = TagFlags(64);
    /// A limit may have removed attributes. Only the feedback simulator reads this bit.
    pub(crate) const CUT_ATTRIBUTES: TagFlags = TagFlags(128);

    #[inline(always)]
    pub(crate) fn and(self, flag: TagFlags, on: bool) -> TagFlags {
        TagFlags(self.0 | if on { flag.0 } else { 0 })
    }

    pub(crate) fn without(self, flag: TagFlags) -> TagFlags {
        TagFlags(self.0 & !flag.0)
    }

    /// That of an element in this namespace.
    pub(crate) fn within(self, namespace: Namespace) -> TagFlags {
        self.and(TagFlags::SVG, namespace == Namespace::Svg)
            .and(TagFlags::MATHML, namespace == Namespace::MathMl)
    }

    /// Whether it is that of a start or end tag in HTML with nothing to note.
    #[inline(always)]
    pub(crate) fn is_plain(self) -> bool {
        self.0 & !TagFlags::END.0 == 0
    }

    #[inline(always)]
    pub(crate) fn has(self, flag: TagFlags) -> bool {
        self.0 & flag.0 != 0
    }
}

impl<'a> Tag<'a> {
    /// The bytes as written in the input, from `<` to `>`.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("<BR />");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// assert_eq!(tag.raw(), b"<BR />");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn raw(&self) -> &'a [u8] {
        self.slice.raw()
    }

    /// The span of the tag in the input.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("<br/>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// assert_eq!(tag.span().range(), 0..5);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn span(&self) -> Span {
        let Span { start, end } = self.slice.span();
        Span { start, end: end + self.missing_bytes() }
    }

    /// The number of bytes that a limit has left out of [`raw`](Self::raw), as
    /// [`LimitAction::Truncate`](crate::LimitAction::Truncate) has it, or as
    /// [`LimitAction::Skip`](crate::LimitAction::Skip) has it for the values of attributes.
    ///
    /// ```
    /// use tagspan::{LimitAction, Limits, Token, Tokenizer};
    ///
    /// let limits = Limits::new().attribute_value(32, LimitAction::Truncate);
    /// let mut tokenizer = Tokenizer::builder().limits(limits).build();
    /// let page = format!("<a title='{}'>", "x".repeat(40));
    /// let mut tokens = tokenizer.feed_last(page.as_bytes());
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// assert_eq!((tag.raw().len(), tag.missing_bytes()), (page.len() - 8, 8));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn missing_bytes(&self) -> u64 {
        if self.is_truncated() { all_missing_bytes(self.attributes) } else { 0 }
    }

    /// The number of attributes that [`Limits::attributes`](crate::Limits::attributes) has left out. Their bytes are in
    /// [`raw`](Self::raw), unless another limit has left those out.
    ///
    /// ```
    /// use tagspan::{LimitAction, Limits, Token, Tokenizer};
    ///
    /// let limits = Limits::new().attributes(1, LimitAction::Truncate);
    /// let mut tokenizer = Tokenizer::builder().limits(limits).build();
    /// let mut tokens = tokenizer.feed_last(b"<a b c d=e>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// assert_eq!((tag.attributes().count(), tag.missing_attributes()), (1, 2));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn missing_attributes(&self) -> u64 {
        if self.is_truncated() { all_missing_attributes(self.attributes) } else { 0 }
    }

    /// Whether a limit has left out bytes or attributes of this tag. Its values may be whole nevertheless: see
    /// [`Attribute::missing_bytes`].
    ///
    /// ```
    /// use tagspan::{LimitAction, Limits, Token, Tokenizer};
    ///
    /// let limits = Limits::new().attributes(1, LimitAction::Truncate);
    /// let mut tokenizer = Tokenizer::builder().limits(limits).build();
    /// let mut tokens = tokenizer.feed_last(b"<a b c>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// assert!(tag.is_truncated() && tag.missing_bytes() == 0);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn is_truncated(&self) -> bool {
        self.flags.has(TagFlags::TRUNCATED)
    }

    /// The name as written in the input.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("<BR />");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// assert_eq!(tag.raw_name(), b"BR");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn raw_name(&self) -> &'a [u8] {
        self.slice.part(self.name_range())
    }

    /// The span of the name in the input.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("</h1>");
    /// let Some(Token::EndTag(tag)) = tokens.next_token()? else { panic!() };
    /// assert_eq!(tag.name_span().range(), 2..4);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn name_span(&self) -> Span {
        self.slice.part_span(self.name_range())
    }

    /// The tag name: ASCII lower case, U+FFFD for NUL and for each maximal ill-formed sequence. Borrowed when
    /// that changes nothing. Linear in the length.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("<H1>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// assert_eq!(tag.name(), "h1");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn name(&self) -> Cow<'a, str> {
        self.slice.name(self.name_range())
    }

    /// Whether the tag name is `name`, in any ASCII case. Decodes nothing.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("<IMG src=a>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// assert!(tag.is("img") && !tag.is("image"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn is(&self, name: &str) -> bool {
        name_is(self.raw_name(), name)
    }

    /// The self-closing flag: the tag ends in `/>`, and the `/` is not a part of an unquoted value.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("<br/>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// assert!(tag.self_closing());
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn self_closing(&self) -> bool {
        self.flags.has(TagFlags::SELF_CLOSING)
    }

    /// The namespace of the element that a start tag makes, or that an end tag closes (HTML if it closes none), by the
    /// rules of tree construction (13.2.6, 12.2.6 in the text that this crate follows): the `<title>` of a page is in
    /// the HTML namespace, that of a drawing in the SVG namespace.
    ///
    /// [`Feedback::Simulated`](crate::Feedback::Simulated) answers it. Where only a tree knows which elements are open,
    /// it is the likelier namespace. With other [`Feedback`](crate::Feedback) it is always [`Namespace::Html`].
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::{Namespace, Token};
    ///
    /// let mut tokens = tagspan::tokenize("<title>Page</title><svg><title>Icon</title></svg>");
    /// let mut titles = Vec::new();
    /// while let Some(token) = tokens.next_token()? {
    ///     if let Token::StartTag(tag) = token
    ///         && tag.is("title")
    ///     {
    ///         titles.push(tag.namespace());
    ///     }
    /// }
    /// assert_eq!(titles, [Namespace::Html, Namespace::Svg]);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn namespace(&self) -> Namespace {
        if self.flags.has(TagFlags::SVG) {
            Namespace::Svg
        } else if self.flags.has(TagFlags::MATHML) {
            Namespace::MathMl
        } else {
            Namespace::Html
        }
    }

    /// Whether the text mode that follows this start tag is a guess, because a tree is needed to know it: see
    /// [`Feedback::Simulated`](crate::Feedback::Simulated). Never for end tags.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// // Whether the frames replace the body depends on all text before.
    /// let mut tokens = tokenize("text<frameset><title>");
    /// while let Some(token) = tokens.next_token()? {
    ///     if let Token::StartTag(tag) = token {
    ///         assert_eq!(tag.is_ambiguous(), tag.is("title"));
    ///     }
    /// }
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn is_ambiguous(&self) -> bool {
        self.flags.has(TagFlags::AMBIGUOUS)
    }

    /// The attributes in their order. Of several with one name only the first is an attribute.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("<a b c=1 B=2>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// let values: Vec<_> = tag.attributes().map(|attribute| attribute.value()).collect();
    /// assert_eq!(values, ["", "1"]);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn attributes(&self) -> AttributeIter<'a> {
        AttributeIter { slice: self.slice, spans: self.attribute_spans().iter(), all: self.attributes }
    }

    /// All attributes as written, those included whose name an earlier one has.
    ///
    /// ```
    /// use tagspan::{Token, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last(b"<a b=1 c B=2>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// let written: Vec<_> =
    ///     tag.attributes_as_written().map(|it| (it.raw_name(), it.is_duplicate())).collect();
    /// assert_eq!(written, [(&b"b"[..], false), (b"c", false), (b"B", true)]);
    /// assert_eq!(tag.attributes().count(), 2);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn attributes_as_written(&self) -> impl ExactSizeIterator<Item = Attribute<'a>> + use<'a> {
        let Tag { slice, attributes: all, .. } = *self;
        self.attribute_spans().iter().map(move |spans| Attribute { slice, spans, all })
    }

    /// The decoded value of the attribute with this name: of the first one, as in a tree. `None` if there is none;
    /// the empty string if it has no value. The name may be in any ASCII case. Linear in the number of attributes.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::Token;
    ///
    /// let mut tokens = tagspan::tokenize("<a HREF='/?a&amp;b' download>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// assert_eq!(tag.attribute_value("href").as_deref(), Some("/?a&b"));
    /// assert_eq!(tag.attribute_value("download").as_deref(), Some(""));
    /// assert_eq!(tag.attribute_value("title"), None);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    #[doc(alias = "get_attribute")]
    pub fn attribute_value(&self, name: &str) -> Option<Cow<'a, str>> {
        self.attribute(name).map(|attribute| attribute.value())
    }

    /// The attribute of this name, in any ASCII case. Linear in the number of attributes.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("<a HREF=/>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// assert_eq!(tag.attribute("href").unwrap().value(), "/");
    /// assert!(tag.attribute("title").is_none());
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn attribute(&self, name: &str) -> Option<Attribute<'a>> {
        self.attributes_as_written().find(|attribute| name_is(attribute.raw_name(), name))
    }

    /// The attributes, without the data after them.
    #[inline]
    pub(crate) fn attribute_spans(&self) -> &'a [AttributeSpans] {
        if self.is_truncated() { split_truncated_values(self.attributes).0 } else { self.attributes }
    }

    #[inline]
    pub(crate) fn name_range(&self) -> (u32, u32) {
        (if self.is_end() { 2 } else { 1 }, self.name_end)
    }

    /// Whether this is an end tag. Both [`Token::StartTag`](crate::Token::StartTag) and
    /// [`Token::EndTag`](crate::Token::EndTag) hold a `Tag`.
    ///
    /// ```
    /// use tagspan::Token;
    ///
    /// let mut tokens = tagspan::tokenize("</p>");
    /// assert!(matches!(tokens.next_token()?, Some(Token::EndTag(tag)) if tag.is_end()));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn is_end(&self) -> bool {
        self.flags.has(TagFlags::END)
    }

    /// The tag's bytes, with those that follow them in memory, and where its name stands.
    pub(crate) fn name_within(&self) -> (&'a [u8], Range<usize>) {
        let (start, end) = self.name_range();
        (self.slice.from, start as usize..end as usize)
    }
}
