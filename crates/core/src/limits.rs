//! Limits: the maximum size of each construct, and the action when it is exceeded.

use crate::error::LimitKind;

/// The action for a construct over its limit.
///
/// The result does not depend on the division into chunks. After the construct, the tokenizer continues as if there were no
/// limit: in the right state, with the right text mode. But of names and attributes that a limit truncates only the bytes that are kept
/// are known. Names that begin alike are taken for equal; what depends on the truncated bytes is marked as
/// [ambiguous](crate::Tag::is_ambiguous); and no end tag of a name that was truncated ends a text mode that
/// the program has set.
///
/// ```
/// use tagspan::{ErrorKind, LimitAction, Limits, Tokenizer};
///
/// let comment = format!("<!--{}-->", "x".repeat(40));
/// let tokenizer = |action| Tokenizer::builder().limits(Limits::new().comment(32, action)).build();
/// let error = tokenizer(LimitAction::Fail).feed_last(comment.as_bytes()).next_token().unwrap_err();
/// assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: 32, .. }));
/// let (mut truncating, mut skipping) = (tokenizer(LimitAction::Truncate), tokenizer(LimitAction::Skip));
/// assert!(truncating.feed_last(comment.as_bytes()).next_token()?.is_some_and(|token| token.missing_bytes() == 15));
/// assert!(skipping.feed_last(comment.as_bytes()).next_token()?.is_some_and(|token| token.missing_bytes() == 0));
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum LimitAction {
    /// The document fails with [`ErrorKind::LimitExceeded`](crate::ErrorKind::LimitExceeded).
    Fail,
    /// The token has the bytes within the limit, and says [how many bytes](crate::Token::missing_bytes) are missing.
    Truncate,
    /// The bytes come as [`Token::Dropped`](crate::Token::Dropped), in pieces, like text. So the tokenizer keeps nothing of
    /// the construct, and a program that copies its input loses nothing. Only the bytes of an
    /// [attribute value](Limits::attribute_value) are left out, as with `Truncate`.
    Skip,
}

/// The limit of each kind of construct, and the action for a construct over its limit.
///
/// A limit counts the bytes of the construct, regardless of the division into chunks. It bounds the memory of a tokenizer, which
/// keeps one unfinished construct at a time. Text has no limit, because it is never kept.
///
/// Limits with [`LimitAction::Truncate`] and [`LimitAction::Skip`] are at least [`Limits::MIN`] bytes. Offsets within a token
/// have 32 bits, so the highest limit is `u32::MAX - 1`, also if a higher one is set.
///
/// # Examples
///
/// ```
/// use tagspan::{LimitAction, Limits, Token, Tokenizer};
///
/// let limits = Limits::new().comment(64, LimitAction::Skip).attribute_value(40, LimitAction::Truncate);
/// let mut tokenizer = Tokenizer::builder().limits(limits).build();
/// let page = format!("<img src='data:{}' alt=dots><!--{}-->", "A".repeat(1000), "b".repeat(1000));
/// let mut tokens = tokenizer.feed_last(page.as_bytes());
///
/// let Some(Token::StartTag(image)) = tokens.next_token()? else { panic!() };
/// let source = image.attribute("src").unwrap();
/// assert_eq!((source.value().len(), source.missing_bytes()), (40, 965));
/// assert_eq!(image.attribute("alt").unwrap().value(), "dots");
///
/// let Some(Token::Dropped(comment)) = tokens.next_token()? else { panic!() };
/// assert_eq!((comment.reason().as_str(), comment.raw().len()), ("skipped-comment", 1007));
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "WrittenLimits", into = "WrittenLimits"))]
#[must_use]
pub struct Limits {
    /// One for each of [`KINDS`], in the order of [`LimitKind`].
    each: [Limit; KINDS.len()],
    /// Of the document, in bytes of the source.
    pub(crate) max_bytes: (u64, LimitAction),
}

/// The kinds that have a limit here, in the order of checkpoints.
pub(crate) const KINDS: [LimitKind; 8] = [
    LimitKind::Tag,
    LimitKind::AttributeValue,
    LimitKind::Attributes,
    LimitKind::Comment,
    LimitKind::Doctype,
    LimitKind::ProcessingInstruction,
    LimitKind::CharacterReference,
    LimitKind::OpenElements,
];

/// The default number of open elements that the feedback simulator knows. Real pages have some dozen in svg.
const DEPTH: u16 = 256;

/// The limit of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct Limit {
    pub(crate) max: u32,
    pub(crate) action: LimitAction,
}

impl Limit {
    const NONE: Limit = Limit { max: MAX, action: LimitAction::Fail };

    /// A limit within the bounds of its kind.
    const fn new(kind: LimitKind, max: u32, action: LimitAction) -> Limit {
        use LimitKind::{Attributes, Comment, Doctype, OpenElements, ProcessingInstruction};
        let (least, most) = match (kind, action) {
            (Attributes, _) => (0, u32::MAX),
            (OpenElements, _) => (1, u16::MAX as u32),
            // Every construct of the kind is skipped.
            (Comment | Doctype | ProcessingInstruction, LimitAction::Skip) if max == 0 => (0, 0),
            (_, LimitAction::Fail) => (0, MAX),
            (_, LimitAction::Truncate | LimitAction::Skip) => (Limits::MIN, MAX),
        };
        let max = if max < least { least } else { max };
        Limit { max: if max > most { most } else { max }, action }
    }

    /// Whether every construct of the kind is skipped.
    pub(crate) fn is_none(self) -> bool {
        self.max == 0 && self.action == LimitAction::Skip
    }

    /// The length from which on a construct is over the limit. A shorter one is read whole, also if all of its kind are
    /// skipped.
    pub(crate) fn bound(self) -> u64 {
        u64::from(if self.is_none() { Limits::MIN } else { self.max }) + 1
    }
}

/// Offsets within a token have 32 bits, and one more than the limit must be one.
const MAX: u32 = u32::MAX - 1;

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}

impl Limits {
    /// The lowest limit with [`LimitAction::Truncate`] or [`LimitAction::Skip`], in bytes. The bytes that are kept must tell
    /// what the construct is, such as the name of a tag that is followed by raw text.
    ///
    /// ```
    /// use tagspan::{LimitAction, Limits};
    ///
    /// let limits = Limits::new().comment(1, LimitAction::Truncate);
    /// assert_eq!(limits, Limits::new().comment(Limits::MIN, LimitAction::Truncate));
    /// ```
    pub const MIN: u32 = 32;

    /// The default limit of the number of attributes in a tag, for messages about those that it leaves out.
    ///
    /// ```
    /// use tagspan::{LimitAction, Limits};
    ///
    /// let limits = Limits::new().attributes(Limits::DEFAULT_ATTRIBUTES, LimitAction::Truncate);
    /// assert_eq!(limits, Limits::default());
    /// ```
    pub const DEFAULT_ATTRIBUTES: u32 = 10_000;

    /// The default limits, which suit a crawler: no page fails, and a hostile page costs some megabytes. Tokens over a
    /// limit, which are rare in honest pages, are truncated and say so.
    ///
    /// | | limit | over it | because |
    /// |---|---|---|---|
    /// | [`tag`](Self::tag) | 16 MiB | truncate | all attributes together; those within are whole |
    /// | [`attribute_value`](Self::attribute_value) | 4 MiB | truncate | `data:` images are below it, addresses by far |
    /// | [`attributes`](Self::attributes) | 10,000 | truncate | each takes up to sixty bytes more than its own |
    /// | [`comment`](Self::comment) | 4 MiB | truncate | some pages have whole applications in comments |
    /// | [`doctype`](Self::doctype) | 64 KiB | truncate | the longest public identifier has some hundred bytes |
    /// | [`processing_instruction`](Self::processing_instruction) | 4 MiB | truncate | by default it is a comment |
    /// | [`character_reference`](Self::character_reference) | 64 KiB | skip | pages do not write so many zeros |
    /// | [`open_elements`](Self::open_elements) | 256 | ambiguous | each end tag may look through all of them |
    ///
    /// To copy the input, use [`lossless`](Self::lossless), under which no byte is lost.
    ///
    /// ```
    /// use tagspan::{LimitAction, Limits};
    ///
    /// let limits = Limits::new().doctype(64 << 10, LimitAction::Truncate);
    /// assert_eq!(limits, Limits::new());
    /// assert_eq!(limits, Limits::default());
    /// ```
    pub const fn new() -> Self {
        Limits { each: [Limit::NONE; KINDS.len()], max_bytes: (u64::MAX, LimitAction::Truncate) }
            .tag(16 << 20, LimitAction::Truncate)
            .attribute_value(4 << 20, LimitAction::Truncate)
            .attributes(Limits::DEFAULT_ATTRIBUTES, LimitAction::Truncate)
            .comment(4 << 20, LimitAction::Truncate)
            .doctype(64 << 10, LimitAction::Truncate)
            .processing_instruction(4 << 20, LimitAction::Truncate)
            .character_reference(64 << 10, LimitAction::Skip)
            .open_elements(DEPTH, LimitAction::Truncate)
    }

    /// Limits under which every byte of the input is in a token, for programs that copy their input: those of
    /// [`all`](Self::all) with 16 MiB and [`LimitAction::Skip`], and 100,000 [attributes](Self::attributes) for a tag.
    ///
    /// A construct over its limit is skipped: its bytes come as [`Token::Dropped`](crate::Token::Dropped). A program that
    /// looks for dangerous tags, such as a sanitizer, must not copy these, because it does not see the tag in them.
    ///
    /// Memory: at most 32 MiB for the bytes of an unfinished construct, as the buffer doubles, and 8 MiB for the attributes
    /// of a tag.
    ///
    /// ```
    /// use tagspan::{Limits, Tokenizer};
    ///
    /// let page = format!("<img src='data:{}'>", "A".repeat(20 << 20));
    /// let mut tokenizer = Tokenizer::builder().limits(Limits::lossless()).build();
    /// let mut copy = Vec::new();
    /// for chunk in page.as_bytes().chunks(1 << 16) {
    ///     tokenizer.feed(chunk).for_each(|token| copy.extend_from_slice(token.raw()))?;
    /// }
    /// assert!(copy == page.as_bytes());
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub const fn lossless() -> Self {
        Limits::all(16 << 20, LimitAction::Skip).attributes(100_000, LimitAction::Skip)
    }

    /// One limit in bytes for every kind of construct, at most `u32::MAX - 1`, to which higher limits are lowered.
    /// Attribute values and the number of attributes have no limit but that of their tag. The number of open elements is
    /// that of [`new`](Self::new).
    ///
    /// ```
    /// use tagspan::{LimitAction, Limits, Tokenizer};
    ///
    /// let limits = Limits::all(1 << 20, LimitAction::Skip);
    /// let mut tokenizer = Tokenizer::builder().limits(limits).build();
    /// tokenizer.feed_last(b"<p>").for_each(|token| assert_eq!(token.raw(), b"<p>"))?;
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub const fn all(bytes: u32, action: LimitAction) -> Self {
        Limits { each: [Limit::new(LimitKind::Tag, bytes, action); KINDS.len()], ..Limits::new() }
            .with(LimitKind::AttributeValue, Limit::NONE)
            .with(LimitKind::Attributes, Limit::NONE)
            .open_elements(DEPTH, LimitAction::Truncate)
    }

    /// Sets the limit of a start or end tag, from `<` to `>`: at least [`Limits::MIN`] bytes unless it fails. Bytes that the
    /// limit of [attribute values](Self::attribute_value) leaves out do not count.
    ///
    /// A truncated tag has the attributes that end within the limit. A skipped tag still counts for the text mode and the
    /// [feedback simulator](crate::Feedback::Simulated), by its name, without attributes.
    ///
    /// ```
    /// use tagspan::{LimitAction, Limits, Token, Tokenizer};
    ///
    /// let limits = Limits::new().tag(32, LimitAction::Truncate);
    /// let mut tokenizer = Tokenizer::builder().limits(limits).build();
    /// let mut tokens = tokenizer.feed_last(b"<a id=1 class='one' href='https://example.com/'>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// assert_eq!(tag.raw(), b"<a id=1 class='one' href='https:");
    /// assert_eq!((tag.attributes().count(), tag.missing_bytes()), (2, 16));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub const fn tag(self, bytes: u32, action: LimitAction) -> Self {
        self.set(LimitKind::Tag, bytes, action)
    }

    /// Sets the limit of an attribute value, without its quotes: at least [`Limits::MIN`] bytes unless it fails.
    ///
    /// A truncated value ends before a character or a character reference that the limit would divide. A skipped value is
    /// empty. In both cases the rest of the tag is whole, the bytes are lost, and the attribute
    /// [says so](crate::Attribute::missing_bytes).
    ///
    /// ```
    /// use tagspan::{LimitAction, Limits, Token, Tokenizer};
    ///
    /// let limits = Limits::new().attribute_value(32, LimitAction::Skip);
    /// let mut tokenizer = Tokenizer::builder().limits(limits).build();
    /// let page = format!("<img src='data:{}' alt=dots>", "A".repeat(100));
    /// let mut tokens = tokenizer.feed_last(page.as_bytes());
    /// let Some(Token::StartTag(image)) = tokens.next_token()? else { panic!() };
    /// let source = image.attribute("src").unwrap();
    /// assert_eq!((&*source.value(), source.missing_bytes()), ("", 105));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub const fn attribute_value(self, bytes: u32, action: LimitAction) -> Self {
        self.set(LimitKind::AttributeValue, bytes, action)
    }

    /// Sets the limit of the number of attributes in a tag, duplicates included. [`Limits::MIN`] does not apply.
    ///
    /// A truncated tag has the first attributes, and all its bytes. A skipped tag is dropped, as with [`tag`](Self::tag).
    ///
    /// ```
    /// use tagspan::{LimitAction, Limits, Token, Tokenizer};
    ///
    /// let limits = Limits::new().attributes(2, LimitAction::Truncate);
    /// let mut tokenizer = Tokenizer::builder().limits(limits).build();
    /// let mut tokens = tokenizer.feed_last(b"<a b c d=1 e>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// assert_eq!((tag.attributes().count(), tag.is_truncated()), (2, true));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub const fn attributes(self, count: u32, action: LimitAction) -> Self {
        self.set(LimitKind::Attributes, count, action)
    }

    /// Sets the limit of a comment, proper or bogus, from `<` to `>`: at least [`Limits::MIN`] bytes unless it fails, or 0
    /// with [`LimitAction::Skip`] to skip all comments.
    ///
    /// ```
    /// use tagspan::{LimitAction, Limits, Token, Tokenizer};
    ///
    /// let limits = Limits::new().comment(32, LimitAction::Truncate);
    /// let mut tokenizer = Tokenizer::builder().limits(limits).build();
    /// let mut tokens = tokenizer.feed_last(b"<!-- a comment of more than thirty-two bytes -->");
    /// let Some(Token::Comment(comment)) = tokens.next_token()? else { panic!() };
    /// assert_eq!((&*comment.value(), comment.missing_bytes()), (" a comment of more than thir", 16));
    ///
    /// let limits = Limits::new().comment(0, LimitAction::Skip);
    /// let mut tokenizer = Tokenizer::builder().limits(limits).build();
    /// assert!(matches!(tokenizer.feed_last(b"<!---->").next_token()?, Some(Token::Dropped(_))));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub const fn comment(self, bytes: u32, action: LimitAction) -> Self {
        self.set(LimitKind::Comment, bytes, action)
    }

    /// Sets the limit of a DOCTYPE, from `<` to `>`: at least [`Limits::MIN`] bytes unless it fails, or 0 with
    /// [`LimitAction::Skip`] to skip all DOCTYPEs.
    ///
    /// ```
    /// use tagspan::{ErrorKind, LimitAction, Limits, Tokenizer};
    ///
    /// let limits = Limits::new().doctype(64, LimitAction::Fail);
    /// let mut tokenizer = Tokenizer::builder().limits(limits).build();
    /// let page = format!("<!DOCTYPE html {}>", "x".repeat(64));
    /// let error = tokenizer.feed_last(page.as_bytes()).next_token().unwrap_err();
    /// assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: 64, .. }));
    /// ```
    pub const fn doctype(self, bytes: u32, action: LimitAction) -> Self {
        self.set(LimitKind::Doctype, bytes, action)
    }

    /// Sets the limit of a processing instruction, from `<` to `>`: at least [`Limits::MIN`] bytes unless it fails, or 0 with
    /// [`LimitAction::Skip`] to skip all of them. They are read on
    /// request only.
    ///
    /// ```
    /// use tagspan::{LimitAction, Limits, Token, Tokenizer};
    ///
    /// let limits = Limits::new().processing_instruction(32, LimitAction::Skip);
    /// let mut tokenizer = Tokenizer::builder().processing_instructions(true).limits(limits).build();
    /// let mut tokens = tokenizer.feed_last(b"<?php echo 'more than thirty-two bytes' ?>");
    /// assert!(matches!(tokens.next_token()?, Some(Token::Dropped(_))));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub const fn processing_instruction(self, bytes: u32, action: LimitAction) -> Self {
        self.set(LimitKind::ProcessingInstruction, bytes, action)
    }

    /// Sets the limit of a numeric character reference in text, from `&` to its `;` or its last digit: at least
    /// [`Limits::MIN`] bytes unless it fails, because no named reference is longer. In an attribute, a reference counts as a
    /// part of the value.
    ///
    /// [`LimitAction::Truncate`] does what [`LimitAction::Skip`] does, because a part of a reference has no meaning. Text that
    /// is longer than this limit is searched for references, so a low limit makes text slower to read.
    ///
    /// ```
    /// use tagspan::{LimitAction, Limits, Token, Tokenizer};
    ///
    /// let limits = Limits::new().character_reference(64, LimitAction::Skip);
    /// let mut tokenizer = Tokenizer::builder().limits(limits).build();
    /// let page = format!("a&#{}65;b", "0".repeat(100));
    /// let mut text = String::new();
    /// tokenizer.feed_last(page.as_bytes()).for_each(|token| {
    ///     if let Token::Text(run) = token {
    ///         text += &run.value();
    ///     }
    /// })?;
    /// assert_eq!(text, "ab");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub const fn character_reference(self, bytes: u32, action: LimitAction) -> Self {
        self.set(LimitKind::CharacterReference, bytes, action)
    }

    /// Sets the limit of the number of open elements that the [feedback simulator](crate::Feedback::Simulated) knows in svg,
    /// math and templates, which is at least one. It knows none elsewhere.
    ///
    /// Over the limit, tokens that depend on these elements are [ambiguous](crate::Tag::is_ambiguous). With
    /// [`LimitAction::Fail`] the document fails after the start tag of the element that is one too many. An element takes some
    /// forty bytes, and the bytes of its name from the seventeenth on.
    ///
    /// ```
    /// use tagspan::{ErrorKind, LimitAction, Limits, Tokenizer};
    ///
    /// let limits = Limits::new().open_elements(3, LimitAction::Fail);
    /// let mut tokenizer = Tokenizer::builder().limits(limits).build();
    /// let error = tokenizer.feed_last(b"<svg><g><g><g><g>").for_each(|_| ()).unwrap_err();
    /// assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: 3, .. }));
    /// assert_eq!(error.offset(), 14);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub const fn open_elements(self, elements: u16, action: LimitAction) -> Self {
        self.set(LimitKind::OpenElements, elements as u32, action)
    }

    /// Sets how many bytes of the source are read, whatever their encoding. No limit by default.
    ///
    /// The source ends at the limit like a truncated body. The last token [says so](crate::Token::is_truncated),
    /// further chunks have no tokens and remain, and `Tokenizer::is_full` is true. With
    /// [`LimitAction::Fail`] a longer source is [`ErrorKind::LimitExceeded`](crate::ErrorKind::LimitExceeded), at an offset in
    /// the source. [`LimitAction::Skip`] does what [`LimitAction::Truncate`] does.
    ///
    /// ```
    /// use tagspan::{LimitAction, Limits, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().limits(Limits::new().max_bytes(8, LimitAction::Truncate)).build();
    /// let mut raw = Vec::new();
    /// tokenizer.feed_last(b"<p>text and more").for_each(|token| raw.extend_from_slice(token.raw()))?;
    /// assert_eq!((&raw[..], tokenizer.is_full()), (&b"<p>text "[..], true));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub const fn max_bytes(mut self, bytes: u64, action: LimitAction) -> Self {
        self.max_bytes = (bytes, action);
        self
    }

    /// The same limits for a program that copies its input: it fails where it would see only a part of what it copies.
    pub(crate) fn without_truncation(mut self) -> Self {
        for kind in KINDS.into_iter().filter(|&kind| kind != LimitKind::OpenElements) {
            let limit = &mut self.each[kind as usize];
            if limit.action == LimitAction::Truncate || kind == LimitKind::AttributeValue {
                limit.action = LimitAction::Fail;
            }
        }
        self.max_bytes.1 = LimitAction::Fail;
        self
    }

    /// The same limits for a program that must see every tag: those that would be skipped are truncated.
    pub(crate) fn without_skipped_tags(mut self) -> Self {
        for kind in [LimitKind::Tag, LimitKind::Attributes] {
            let limit = &mut self.each[kind as usize];
            if limit.action == LimitAction::Skip {
                limit.action = LimitAction::Truncate;
            }
        }
        self
    }

    const fn set(self, kind: LimitKind, max: u32, action: LimitAction) -> Self {
        self.with(kind, Limit::new(kind, max, action))
    }

    /// With another limit of one of [`KINDS`].
    pub(crate) const fn with(mut self, construct: LimitKind, limit: Limit) -> Self {
        self.each[construct as usize] = limit;
        self
    }

    pub(crate) const fn of(&self, construct: LimitKind) -> Limit {
        match construct {
            LimitKind::Document => Limit::NONE,
            _ => self.each[construct as usize],
        }
    }

    /// Whether a caller can set these limits.
    #[cfg(feature = "serde")]
    pub(crate) fn are_within_bounds(&self) -> bool {
        KINDS.into_iter().all(|kind| {
            let limit = self.of(kind);
            limit == Limit::new(kind, limit.max, limit.action)
        })
    }
}

/// The written form of [`Limits`], of which a caller cannot make every value.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenLimits {
    each: [Limit; KINDS.len()],
    /// `None` is no limit: readers of JSON with floating numbers could not read the highest of 64 bits.
    max_bytes: (Option<u64>, LimitAction),
}

#[cfg(feature = "serde")]
impl From<Limits> for WrittenLimits {
    fn from(Limits { each, max_bytes: (max, action) }: Limits) -> WrittenLimits {
        WrittenLimits { each, max_bytes: ((max != u64::MAX).then_some(max), action) }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<WrittenLimits> for Limits {
    type Error = &'static str;

    fn try_from(written: WrittenLimits) -> Result<Limits, &'static str> {
        let WrittenLimits { each, max_bytes: (max, action) } = written;
        let limits = Limits { each, max_bytes: (max.unwrap_or(u64::MAX), action) };
        if limits.are_within_bounds() { Ok(limits) } else { Err("a limit is out of range") }
    }
}
