//! Tokens that own their bytes, to be kept after their chunk is gone.

use std::fmt;
use std::sync::Arc;

use super::Token;
use super::attributes::AttributeSpans;
use super::comment::Comment;
use super::doctype::{Doctype, DoctypeSpans};
use super::dropped::{DropReason, Dropped};
use super::processing_instruction::ProcessingInstruction;
use super::ranges::TokenRange;
use super::slice::{MissingBytes, Slice};
use super::tag::{Tag, TagFlags};
use super::text::{Text, TextKind};
use crate::parse_error::ParseError;
use crate::span::Span;

/// A token that owns its bytes: it is `Send`, `Sync` and `'static` if `B` is.
///
/// It lends the [`Token`] that it was made of, which has all methods: see [`as_token`](Self::as_token).
///
/// [`Token::into_owned`] copies the bytes. Where they come in a shared buffer, such as `bytes::Bytes`, the cursors of the
/// crate `tagspan` make tokens that share it.
///
/// # Cost
///
/// Making one takes an allocation for the bytes if these are copied, and one more for the places of the attributes if
/// the token is a tag that has any, or if it is a DOCTYPE. The struct itself takes 40 bytes and a `B`. A clone shares all
/// but the `B`, so that the clone of an `OwnedToken<bytes::Bytes>` allocates nothing.
/// [`as_token`](Self::as_token) costs nothing; what that decodes costs what it costs of any token.
///
/// # Serialization
///
/// With the feature `serde`, this type, [`Token`] and its payloads implement `serde::Serialize`. All of them are written
/// as one object, whose keys are those of the JSON lines that `tagspan tokens --format jsonl` prints:
///
/// | `kind` | further keys, in this order |
/// |---|---|
/// | `"Doctype"` | `span`, `name`, `public_id`, `system_id` (each a string or null), `force_quirks` |
/// | `"StartTag"`, `"EndTag"` | `span`, `name`, `attributes` (a list of objects with `name` and `value`), `self_closing` |
/// | `"Comment"`, `"Text"` | `span`, `data` |
/// | `"ProcessingInstruction"` | `span`, `target`, `data` |
/// | `"Error"` | `code`, `offset` |
/// | `"Dropped"` | `span`, `reason`, `data` (with U+FFFD for ill-formed bytes) |
///
/// A `span` is a list of two byte offsets: that of the first byte, and that after the last one. Names, values and data are
/// decoded. Three more keys are present only where they say something, last and in this order: `namespace` of a tag that is
/// not HTML (`"svg"` or `"math"`), `truncated`, which is `true` where the token [is truncated](crate::Token::is_truncated),
/// and `ambiguous`, which is `true` where it [is ambiguous](crate::Tag::is_ambiguous). The command line joins adjacent
/// text, and adds the keys `line` and `column` to errors, and `file` to all objects if it reads several files.
///
/// ```
/// # #[cfg(feature = "serde")] {
/// let mut tokens = tagspan::tokenize("<a href='/?a&amp;b' hidden>");
/// let token = tokens.next_token().unwrap().unwrap().into_owned();
/// assert_eq!(
///     serde_json::to_value(&token).unwrap(),
///     serde_json::json!({
///         "kind": "StartTag",
///         "span": [0, 27],
///         "name": "a",
///         "attributes": [{"name": "href", "value": "/?a&b"}, {"name": "hidden", "value": ""}],
///         "self_closing": false,
///     }),
/// );
/// # }
/// ```
///
/// # Examples
///
/// The links of a page, for another thread:
///
/// ```
/// use tagspan::{OwnedToken, Token, Tokenizer};
///
/// let mut links: Vec<OwnedToken> = Vec::new();
/// let mut tokenizer = Tokenizer::builder().encoding(tagspan::UTF_8).build();
/// for chunk in ["<a href=/a?b&a", "mp;c>one</a><a href=d>two</a>"] {
///     let mut tokens = tokenizer.feed(chunk.as_bytes());
///     while let Some(token) = tokens.next_token()? {
///         if matches!(token, Token::StartTag(tag) if tag.is("a")) {
///             links.push(token.into_owned());
///         }
///     }
/// }
/// let reader = std::thread::spawn(move || {
///     let mut targets = Vec::new();
///     for link in &links {
///         if let Token::StartTag(tag) = link.as_token() {
///             targets.extend(tag.attribute_value("href").map(|href| href.into_owned()));
///         }
///     }
///     targets
/// });
/// assert_eq!(reader.join().unwrap(), ["/a?b&c", "d"]);
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone)]
pub struct OwnedToken<B = Box<[u8]>> {
    bytes: B,
    offset: u64,
    missing: MissingBytes,
    parts: Parts,
}

/// The fields of a token of its kind. What a token borrows is shared here, so that a clone allocates nothing.
#[derive(Clone)]
enum Parts {
    Doctype(Arc<DoctypeSpans>),
    /// Without attributes there is no list of them.
    Tag {
        attributes: Option<Arc<[AttributeSpans]>>,
        name_end: u32,
        flags: TagFlags,
    },
    Comment {
        data: TokenRange,
        ambiguous: bool,
    },
    ProcessingInstruction {
        target: TokenRange,
        data: TokenRange,
    },
    Text {
        kind: TextKind,
        truncated: bool,
    },
    Error(ParseError),
    Dropped {
        reason: DropReason,
        ambiguous: bool,
    },
}

impl Token<'_> {
    /// Copies the bytes of the token, and where its parts lie in them, into a token that borrows nothing.
    ///
    /// Takes up to two allocations: see [`OwnedToken`].
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().encoding(tagspan::UTF_8).build();
    /// let mut tokens = tokenizer.feed(b"<p id=one>text");
    /// let first = tokens.next_token()?.unwrap().into_owned();
    /// // The cursor continues, and the token stays.
    /// assert!(tokens.next_token()?.is_some());
    /// assert_eq!(first.raw(), b"<p id=one>");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[must_use]
    #[doc(alias = "to_owned")]
    #[doc(alias = "into_static")]
    pub fn into_owned(self) -> OwnedToken {
        OwnedToken::new(self, self.raw().into())
    }
}

impl<B> OwnedToken<B> {
    /// Keeps a token whose bytes are `bytes`: for those who have them in a buffer that can be shared. An error has none.
    ///
    /// If the bytes are others than the token's, the owned token is wrong, and its methods may panic.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tagspan::OwnedToken;
    ///
    /// let mut tokens = tagspan::tokenize("<br>text");
    /// let token = tokens.next_token()?.unwrap();
    /// let shared: OwnedToken<Arc<[u8]>> = OwnedToken::new(token, token.raw().into());
    /// assert_eq!(shared.as_token(), token);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn new(token: Token<'_>, bytes: B) -> Self {
        let parts = match token {
            Token::Doctype(Doctype { spans, .. }) => Parts::Doctype(Arc::new(*spans)),
            Token::StartTag(tag) | Token::EndTag(tag) => {
                let Tag { attributes, name_end, flags, .. } = tag;
                let attributes = if attributes.is_empty() { None } else { Some(attributes.into()) };
                Parts::Tag { attributes, name_end, flags }
            }
            Token::Comment(Comment { data, ambiguous, .. }) => Parts::Comment { data, ambiguous },
            Token::ProcessingInstruction(ProcessingInstruction { target, data, .. }) => {
                Parts::ProcessingInstruction { target, data }
            }
            Token::Text(Text { kind, truncated, .. }) => Parts::Text { kind, truncated },
            Token::Error(error) => Parts::Error(error),
            Token::Dropped(Dropped { reason, ambiguous, .. }) => Parts::Dropped { reason, ambiguous },
        };
        OwnedToken { bytes, offset: token.slice().offset, missing: token.missing(), parts }
    }

    /// Returns the same token with its bytes in another buffer.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("<br>text");
    /// let token = tokens.next_token()?.unwrap().into_owned();
    /// assert_eq!(token.clone().with_bytes(b"<br>".to_vec()), token);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn with_bytes<C>(self, bytes: C) -> OwnedToken<C> {
        let OwnedToken { offset, missing, parts, .. } = self;
        OwnedToken { bytes, offset, missing, parts }
    }

    /// The buffer that holds the token's bytes, which is empty for a parse error.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("<br>text");
    /// let token = tokens.next_token()?.unwrap().into_owned();
    /// assert_eq!(**token.bytes(), *b"<br>");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn bytes(&self) -> &B {
        &self.bytes
    }
}

impl<B: AsRef<[u8]>> OwnedToken<B> {
    /// Lends the token, equal to that of which this was made.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::Token;
    ///
    /// let mut tokens = tagspan::tokenize("<a href=/>");
    /// let owned = tokens.next_token()?.unwrap().into_owned();
    /// let Token::StartTag(tag) = owned.as_token() else { panic!() };
    /// assert_eq!(tag.attribute_value("href").unwrap(), "/");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn as_token(&self) -> Token<'_> {
        let from = self.bytes.as_ref();
        let slice = Slice { from, length: from.len(), offset: self.offset };
        let missing = self.missing;
        // Each struct is made in full, so that the compiler finds the fields that are forgotten here.
        match self.parts {
            Parts::Doctype(ref spans) => Token::Doctype(Doctype { slice, spans, missing }),
            Parts::Tag { ref attributes, name_end, flags } => {
                let attributes = attributes.as_deref().unwrap_or_default();
                let tag = Tag { slice, attributes, name_end, flags };
                if tag.is_end() { Token::EndTag(tag) } else { Token::StartTag(tag) }
            }
            Parts::Comment { data, ambiguous } => Token::Comment(Comment { slice, data, ambiguous, missing }),
            Parts::ProcessingInstruction { target, data } => {
                Token::ProcessingInstruction(ProcessingInstruction { slice, target, data, missing })
            }
            Parts::Text { kind, truncated } => Token::Text(Text { slice, kind, truncated }),
            Parts::Error(error) => Token::Error(error),
            Parts::Dropped { reason, ambiguous } => {
                Token::Dropped(Dropped { slice, reason, ambiguous, missing })
            }
        }
    }

    /// The bytes of the input that the token is made of: [`Token::raw`].
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("<br>text");
    /// let token = tokens.next_token()?.unwrap().into_owned();
    /// assert_eq!(token.raw(), b"<br>");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn raw(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// The span of the token in the input: [`Token::span`].
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("<br>text");
    /// let token = tokens.next_token()?.unwrap().into_owned();
    /// assert_eq!(token.span().range(), 0..4);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn span(&self) -> Span {
        self.as_token().span()
    }
}

/// Compares the borrowed tokens.
impl<A: AsRef<[u8]>, B: AsRef<[u8]>> PartialEq<OwnedToken<B>> for OwnedToken<A> {
    fn eq(&self, other: &OwnedToken<B>) -> bool {
        self.as_token() == other.as_token()
    }
}

impl<B: AsRef<[u8]>> Eq for OwnedToken<B> {}

/// Writes what the borrowed token writes.
impl<B: AsRef<[u8]>> fmt::Debug for OwnedToken<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_token().fmt(f)
    }
}

/// Writes what the borrowed token writes.
#[cfg(feature = "serde")]
impl<B: AsRef<[u8]>> serde::Serialize for OwnedToken<B> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_token().serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scanner::{Options, Scanner};

    const PAGE: &str = "<!DOCTYPE html PUBLIC 'p' 's'><p a=1 b='&amp;' c>t\r\n&lt;</p x><!--é--><?t d?></><![CDATA[x]]>\
                        <pre>\n</pre><svg><![CDATA[y]]></svg><title>&amp;</title><script>&</script><br/><a b";

    fn reporting(errors: bool) -> Options {
        Options { parse_errors: errors, processing_instructions: errors, ..Options::default() }
    }

    /// The page in two pieces, divided at `at`.
    fn each(options: Options, at: usize, mut see: impl FnMut(Token<'_>)) {
        let mut scanner = Scanner::with_options(options);
        let (first, second) = PAGE.as_bytes().split_at(at);
        for (piece, last) in [(first, false), (second, true)] {
            let body = &piece[scanner.enter(piece, last)];
            while let Some(found) = scanner.scan(body, last).unwrap() {
                see(scanner.resolve(body, found));
            }
        }
    }

    /// The decoded form of a token, which reads beyond its bytes where there are any.
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
        for errors in [false, true] {
            for at in (0..=PAGE.len()).filter(|&at| PAGE.is_char_boundary(at)) {
                let mut all = Vec::new();
                each(reporting(errors), at, |token| {
                    let owned = token.into_owned();
                    assert_eq!(owned.as_token(), token);
                    assert_eq!(format!("{owned:?}"), format!("{token:?}"));
                    assert_eq!((owned.raw(), owned.span()), (token.raw(), token.span()));
                    all.push(owned);
                });
                let mut kept = all.into_iter();
                each(reporting(errors), at, |token| {
                    let kept = kept.next().unwrap();
                    assert_eq!(kept.as_token(), token);
                    assert_eq!(decoded(kept.as_token()), decoded(token));
                    assert_eq!(&kept.bytes()[..], token.raw());
                });
                assert_eq!(kept.next(), None);
            }
        }
    }

    /// The tokens of the page, divided at `at`, with the state of the tokenizer after each, and the number of buffers that
    /// were taken.
    fn steps(mut tokenizer: Scanner, at: usize, take: bool) -> (Vec<(OwnedToken, String)>, usize) {
        let (first, second) = PAGE.as_bytes().split_at(at);
        let (mut steps, mut taken) = (Vec::new(), 0);
        for (chunk, last) in [(first, false), (second, true)] {
            let body = &chunk[tokenizer.enter(chunk, last)];
            loop {
                let rest = tokenizer.fast_path_rest(body);
                let Some(found) = tokenizer
                    .fast_path(rest)
                    .map_or_else(|| tokenizer.scan(body, last), |token| Ok(Some(token.found())))
                    .unwrap()
                else {
                    break;
                };
                let token = tokenizer.resolve(body, found).into_owned();
                if take && let Some(buffer) = tokenizer.take_buffer(found) {
                    assert_eq!(buffer, token.raw());
                    assert_eq!(tokenizer.take_buffer(found), None);
                    taken += 1;
                }
                let (consumed, position) = (tokenizer.consumed(), tokenizer.position());
                let state = (consumed, position, tokenizer.text_mode(), tokenizer.pending_bytes());
                steps.push((token, format!("{state:?}")));
            }
        }
        (steps, taken)
    }

    /// The buffer of a token that straddles chunks changes hands, and nothing else is different.
    #[test]
    fn buffers_are_taken() {
        for errors in [false, true] {
            let build = || Scanner::with_options(Options { parse_errors: errors, ..Options::default() });
            let mut taken = 0;
            for at in 0..=PAGE.len() {
                let (found, count) = steps(build(), at, true);
                assert_eq!(found, steps(build(), at, false).0, "missing at {at}");
                taken += count;
            }
            assert!(taken > PAGE.len() / 2, "{taken}");
        }
    }

    /// The memory of a long token is not kept for a short one.
    #[test]
    fn a_buffer_that_is_mostly_empty_stays() {
        let mut tokenizer = Scanner::default();
        let long = format!("<p title='{}'>", "x".repeat(1000));
        for (tag, is_taken) in [("<i>", true), (&long, true), ("<i>", true), (&long, false), ("<i>", false)] {
            let (first, second) = tag.as_bytes().split_at(tag.len() - 1);
            let body = &first[tokenizer.enter(first, false)];
            while tokenizer.scan(body, false).unwrap().is_some() {}
            let body = &second[tokenizer.enter(second, false)];
            let found = tokenizer.scan(body, false).unwrap().unwrap();
            let is_long = tag.len() > 3;
            // The second long one stays, so that there is memory for it in which the short one is found.
            let taken = if is_long && !is_taken { None } else { tokenizer.take_buffer(found) };
            assert_eq!(taken.is_some(), is_taken, "{}", tag.len());
            assert!(tokenizer.scan(body, false).unwrap().is_none());
        }
    }

    #[test]
    fn is_for_other_threads() {
        fn is_send_and_static<T: Send + Sync + 'static>() {}
        is_send_and_static::<OwnedToken>();
        is_send_and_static::<OwnedToken<std::sync::Arc<[u8]>>>();
        assert_eq!(size_of::<OwnedToken<()>>(), 40);
        assert_eq!(size_of::<OwnedToken>(), 56);
    }
}
