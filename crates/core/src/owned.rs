//! Tokens that own their bytes, for whoever keeps one beyond its chunk.

use std::fmt;

use crate::attributes::AttributeSpans;
use crate::dropped::{DropReason, Dropped};
use crate::machine::{DoctypeSpans, TokenRange};
use crate::parse_error::ParseError;
use crate::span::Span;
use crate::tag::{Tag, TagFlags};
use crate::token::{Comment, Cut, Doctype, ProcessingInstruction, Slice, Text, TextKind, Token};

/// A token that owns its bytes: it is `Send`, `Sync` and `'static` if `B` is.
///
/// [`Token::into_owned`] copies the bytes. Where they come in a shared buffer, such as `bytes::Bytes`, the cursors of the
/// crate `tagspan` make tokens that share it.
///
/// # Cost
///
/// To make one takes an allocation for the bytes if these are copied, and one more for the places of the attributes if
/// the token is a tag that has any, or if it is a DOCTYPE. The struct itself is 40 bytes and a `B`.
/// [`as_token`](Self::as_token) costs nothing; what that decodes costs what it costs of any token.
///
/// # Examples
///
/// The links of a page, for another thread:
///
/// ```
/// use tagspan_core::{OwnedToken, Token, Tokenizer};
///
/// let mut links: Vec<OwnedToken> = Vec::new();
/// let mut tokenizer = Tokenizer::new();
/// for chunk in ["<a href=/a?b&a", "mp;c>one</a><a href=d>two</a>"] {
///     let mut tokens = tokenizer.feed(chunk.as_bytes());
///     while let Some(token) = tokens.next_token()? {
///         if matches!(token, Token::StartTag(tag) if tag.is("a")) {
///             links.push(token.into_owned());
///         }
///     }
/// }
/// let reader = std::thread::spawn(move || {
///     let target = |link: &OwnedToken| match link.as_token() {
///         Token::StartTag(tag) => tag.attribute("href").map(|href| href.value().into_owned()),
///         _ => None,
///     };
///     links.iter().filter_map(target).collect::<Vec<_>>()
/// });
/// assert_eq!(reader.join().unwrap(), ["/a?b&c", "d"]);
/// # Ok::<(), tagspan_core::Error>(())
/// ```
#[derive(Clone)]
pub struct OwnedToken<B = Box<[u8]>> {
    bytes: B,
    shape: TokenShape,
}

/// All of a token but its bytes.
#[doc(hidden)]
#[derive(Clone)]
pub struct TokenShape {
    offset: u64,
    /// What is missing of a token that is no tag; tags know it with their attributes.
    cut: Cut,
    kind: Kind,
}

/// What a token of each kind holds besides its bytes and their offset.
#[derive(Clone)]
enum Kind {
    Doctype(Box<DoctypeSpans>),
    StartTag(TagShape),
    EndTag(TagShape),
    Comment { data: TokenRange, uncertain: bool },
    ProcessingInstruction { target: TokenRange, data: TokenRange },
    Text(TextKind),
    Error(ParseError),
    Dropped { reason: DropReason, uncertain: bool },
}

#[derive(Clone)]
struct TagShape {
    attributes: Box<[AttributeSpans]>,
    name_end: u32,
    flags: TagFlags,
}

impl TagShape {
    fn of(tag: Tag<'_>) -> (Slice<'_>, TagShape) {
        let Tag { slice, attributes, name_end, flags } = tag;
        (slice, TagShape { attributes: attributes.into(), name_end, flags })
    }

    fn tag<'a>(&'a self, slice: Slice<'a>) -> Tag<'a> {
        let TagShape { ref attributes, name_end, flags } = *self;
        Tag { slice, attributes, name_end, flags }
    }
}

impl Token<'_> {
    /// The same token with bytes of its own: a copy of these, and of where its parts lie.
    ///
    /// Takes up to two allocations: see [`OwnedToken`].
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed(b"<p id=one>text");
    /// let first = tokens.next_token()?.unwrap().into_owned();
    /// // The cursor goes on, and the token stays.
    /// assert!(tokens.next_token()?.is_some());
    /// assert_eq!(first.raw(), b"<p id=one>");
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    #[must_use]
    pub fn into_owned(self) -> OwnedToken {
        self.with_bytes(self.raw().into())
    }

    /// The same token with other bytes, which must be equal to [`raw`](Self::raw).
    #[doc(hidden)]
    pub fn with_bytes<B: AsRef<[u8]>>(self, bytes: B) -> OwnedToken<B> {
        debug_assert_eq!(bytes.as_ref(), self.raw());
        self.shape().with_bytes(bytes)
    }

    /// The token without its bytes, for who has to let go of it to get at them.
    #[doc(hidden)]
    pub fn shape(self) -> TokenShape {
        // Each struct is taken apart in full, so that no new field of it is forgotten here.
        let (slice, cut, kind) = match self {
            Token::Doctype(Doctype { slice, spans, cut }) => (slice, cut, Kind::Doctype(Box::new(*spans))),
            Token::StartTag(tag) => {
                let (slice, shape) = TagShape::of(tag);
                (slice, Cut::NONE, Kind::StartTag(shape))
            }
            Token::EndTag(tag) => {
                let (slice, shape) = TagShape::of(tag);
                (slice, Cut::NONE, Kind::EndTag(shape))
            }
            Token::Comment(Comment { slice, data, uncertain, cut }) => {
                (slice, cut, Kind::Comment { data, uncertain })
            }
            Token::ProcessingInstruction(ProcessingInstruction { slice, target, data, cut }) => {
                (slice, cut, Kind::ProcessingInstruction { target, data })
            }
            Token::Text(Text { slice, kind, truncated }) => (slice, Cut::new(0, truncated), Kind::Text(kind)),
            Token::Error(error) => {
                return TokenShape { offset: error.offset, cut: Cut::NONE, kind: Kind::Error(error) };
            }
            Token::Dropped(Dropped { slice, reason, uncertain, cut }) => {
                (slice, cut, Kind::Dropped { reason, uncertain })
            }
        };
        TokenShape { offset: slice.offset, cut, kind }
    }
}

impl TokenShape {
    /// The token again; the bytes must be equal to those that it had.
    #[doc(hidden)]
    pub fn with_bytes<B>(self, bytes: B) -> OwnedToken<B> {
        OwnedToken { bytes, shape: self }
    }
}

impl<B: AsRef<[u8]>> OwnedToken<B> {
    /// The token, equal to that of which this was made.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut tokens = tagspan_core::tokenize("<!-- note -->");
    /// let token = tokens.next_token()?.unwrap();
    /// assert_eq!(token.into_owned().as_token(), token);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn as_token(&self) -> Token<'_> {
        let TokenShape { offset, cut, ref kind } = self.shape;
        let from = self.bytes.as_ref();
        let slice = Slice { from, length: from.len(), offset };
        match *kind {
            Kind::Doctype(ref spans) => Token::Doctype(Doctype { slice, spans, cut }),
            Kind::StartTag(ref tag) => Token::StartTag(tag.tag(slice)),
            Kind::EndTag(ref tag) => Token::EndTag(tag.tag(slice)),
            Kind::Comment { data, uncertain } => Token::Comment(Comment { slice, data, uncertain, cut }),
            Kind::ProcessingInstruction { target, data } => {
                Token::ProcessingInstruction(ProcessingInstruction { slice, target, data, cut })
            }
            Kind::Text(kind) => Token::Text(Text { slice, kind, truncated: cut.is_any() }),
            Kind::Error(error) => Token::Error(error),
            Kind::Dropped { reason, uncertain } => Token::Dropped(Dropped { slice, reason, uncertain, cut }),
        }
    }

    /// The bytes of the input that the token is made of: [`Token::raw`].
    ///
    /// ```
    /// let mut tokens = tagspan_core::tokenize("<br>text");
    /// let token = tokens.next_token()?.unwrap().into_owned();
    /// assert_eq!(token.raw(), b"<br>");
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn raw(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// Where the token lies in the input: [`Token::span`].
    ///
    /// ```
    /// let mut tokens = tagspan_core::tokenize("<br>text");
    /// let token = tokens.next_token()?.unwrap().into_owned();
    /// assert_eq!(token.span().range(), 0..4);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn span(&self) -> Span {
        self.as_token().span()
    }
}

impl<B> OwnedToken<B> {
    /// What holds the token's bytes.
    ///
    /// ```
    /// let mut tokens = tagspan_core::tokenize("<br>text");
    /// let token = tokens.next_token()?.unwrap().into_owned();
    /// assert_eq!(**token.bytes(), *b"<br>");
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn bytes(&self) -> &B {
        &self.bytes
    }

    /// The token's bytes alone.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut tokens = tagspan_core::tokenize("text<p>");
    /// let text = tokens.next_token()?.unwrap().into_owned();
    /// assert_eq!(text.into_bytes().into_vec(), b"text");
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn into_bytes(self) -> B {
        self.bytes
    }
}

/// As the tokens.
impl<A: AsRef<[u8]>, B: AsRef<[u8]>> PartialEq<OwnedToken<B>> for OwnedToken<A> {
    fn eq(&self, other: &OwnedToken<B>) -> bool {
        self.as_token() == other.as_token()
    }
}

impl<B: AsRef<[u8]>> Eq for OwnedToken<B> {}

/// As the token.
impl<B: AsRef<[u8]>> fmt::Debug for OwnedToken<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_token().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tokenizer;
    use crate::engine::Engine;

    const PAGE: &str = "<!DOCTYPE html PUBLIC 'p' 's'><p a=1 b='&amp;' c>t\r\n&lt;</p x><!--é--><?t d?></><![CDATA[x]]>\
                        <pre>\n</pre><svg><![CDATA[y]]></svg><title>&amp;</title><script>&</script><br/><a b";

    /// The tokens of the page, cut at `at`.
    fn owned(builder: crate::TokenizerBuilder, at: usize) -> Vec<OwnedToken> {
        let mut tokenizer = builder.build();
        let (first, second) = PAGE.as_bytes().split_at(at);
        let mut all = Vec::new();
        for (chunk, last) in [(first, false), (second, true)] {
            let mut tokens = if last { tokenizer.feed_last(chunk) } else { tokenizer.feed(chunk) };
            while let Some(token) = tokens.next_token().unwrap() {
                let owned = token.into_owned();
                assert_eq!(owned.as_token(), token);
                assert_eq!(format!("{owned:?}"), format!("{token:?}"));
                assert_eq!((owned.raw(), owned.span()), (token.raw(), token.span()));
                all.push(owned);
            }
        }
        all
    }

    /// What a token decodes to, which reads beyond its bytes where there are any.
    fn decoded(token: Token<'_>) -> String {
        match token {
            Token::Text(text) => format!("{} {}", text.value(), text.has_ignored_newline()),
            Token::StartTag(tag) | Token::EndTag(tag) => format!("{} {:?}", tag.name(), tag.attributes()),
            Token::Comment(comment) => comment.value().into_owned(),
            Token::ProcessingInstruction(it) => format!("{} {}", it.target(), it.value()),
            Token::Doctype(it) => format!("{:?} {:?} {:?}", it.name(), it.public_id(), it.system_id()),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn every_kind_of_token_survives_its_chunk() {
        for (errors, instructions) in [(false, false), (true, true)] {
            let builder = Tokenizer::builder().parse_errors(errors).processing_instructions(instructions);
            for at in (0..=PAGE.len()).filter(|&at| PAGE.is_char_boundary(at)) {
                let mut tokenizer = builder.clone().build();
                let (first, second) = PAGE.as_bytes().split_at(at);
                let mut kept = owned(builder.clone(), at).into_iter();
                for (chunk, last) in [(first, false), (second, true)] {
                    let mut tokens = if last { tokenizer.feed_last(chunk) } else { tokenizer.feed(chunk) };
                    while let Some(token) = tokens.next_token().unwrap() {
                        let kept = kept.next().unwrap();
                        assert_eq!(kept.as_token(), token);
                        assert_eq!(decoded(kept.as_token()), decoded(token));
                        assert_eq!(&*kept.into_bytes(), token.raw());
                    }
                }
                assert_eq!(kept.next(), None);
            }
        }
    }

    /// The tokens of the page, cut at `at`, with what the tokenizer says after each; and how often the carry was handed
    /// over.
    fn steps(mut tokenizer: Engine, at: usize, take: bool) -> (Vec<(OwnedToken, String)>, usize) {
        let (first, second) = PAGE.as_bytes().split_at(at);
        let (mut steps, mut taken) = (Vec::new(), 0);
        for (chunk, last) in [(first, false), (second, true)] {
            let body = &chunk[tokenizer.begin(chunk, last)];
            loop {
                let straight = tokenizer.straight(body).or_else(|| tokenizer.straight_carefully(body));
                let Some(found) = straight.map_or_else(|| tokenizer.scan(body), |it| Ok(Some(it))).unwrap()
                else {
                    break;
                };
                let token = tokenizer.resolve(body, found).into_owned();
                if take && let Some(carry) = tokenizer.take_carry(found) {
                    assert_eq!(carry, token.raw());
                    assert_eq!(tokenizer.take_carry(found), None);
                    taken += 1;
                }
                let (consumed, position) = (tokenizer.consumed(body), tokenizer.position());
                let state = (consumed, position, tokenizer.text_mode(), tokenizer.pending_bytes());
                steps.push((token, format!("{state:?}")));
            }
        }
        (steps, taken)
    }

    /// The buffer of a token that straddles chunks changes hands, and nothing else is different.
    #[test]
    fn the_carry_is_handed_over() {
        for errors in [false, true] {
            let build = || Engine::from(Tokenizer::builder().parse_errors(errors).build());
            let mut taken = 0;
            for at in 0..=PAGE.len() {
                let (found, count) = steps(build(), at, true);
                assert_eq!(found, steps(build(), at, false).0, "cut at {at}");
                taken += count;
            }
            assert!(taken > PAGE.len() / 2, "{taken}");
        }
    }

    /// The memory of a long token is not kept for a short one.
    #[test]
    fn a_carry_that_is_mostly_empty_stays() {
        let mut tokenizer = Engine::default();
        let long = format!("<p title='{}'>", "x".repeat(1000));
        for (tag, is_taken) in [("<i>", true), (&long, true), ("<i>", true), (&long, false), ("<i>", false)] {
            let (first, second) = tag.as_bytes().split_at(tag.len() - 1);
            let body = &first[tokenizer.begin(first, false)];
            while tokenizer.scan(body).unwrap().is_some() {}
            let body = &second[tokenizer.begin(second, false)];
            let found = tokenizer.scan(body).unwrap().unwrap();
            let is_long = tag.len() > 3;
            // The second long one stays, so that there is memory for it in which the short one is found.
            let taken = if is_long && !is_taken { None } else { tokenizer.take_carry(found) };
            assert_eq!(taken.is_some(), is_taken, "{}", tag.len());
            assert!(tokenizer.scan(body).unwrap().is_none());
        }
    }

    #[test]
    fn is_for_other_threads() {
        fn is_send_and_static<T: Send + Sync + 'static>() {}
        is_send_and_static::<OwnedToken>();
        is_send_and_static::<OwnedToken<std::sync::Arc<[u8]>>>();
        assert_eq!(size_of::<OwnedToken<()>>(), 48);
        assert_eq!(size_of::<OwnedToken>(), 64);
    }
}
