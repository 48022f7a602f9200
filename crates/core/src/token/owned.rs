//! Tokens that own their bytes, to be kept after their chunk is gone.

mod payload;

use std::fmt;

pub use payload::{
    OwnedComment, OwnedDoctype, OwnedDropped, OwnedProcessingInstruction, OwnedTag, OwnedText,
};

use super::Token;
use crate::parse_error::ParseError;
use crate::span::Span;

/// A token that owns its bytes: it is `Send`, `Sync` and `'static` if `B` is.
///
/// The variants are those of [`Token`]. Each payload has the most used methods of its borrowed form, and lends that form
/// for all others, as [`OwnedTag::as_tag`] does.
///
/// [`Token::into_owned`] copies the bytes. Where they come in a shared buffer, such as `bytes::Bytes`, the cursors of the
/// crate `tagspan` make tokens that share it.
///
/// # Cost
///
/// Making one takes an allocation for the bytes if these are copied, and one more for the places of the attributes if
/// the token is a tag that has any, or if it is a DOCTYPE. The enum itself takes 40 bytes and a `B`. A clone shares all
/// but the `B`, so that the clone of an `OwnedToken<bytes::Bytes>` allocates nothing.
/// [`as_token`](Self::as_token) costs nothing; what that decodes costs what it costs of any token.
///
/// # Serialization
///
/// With the feature `serde`, this type, [`Token`] and their payloads implement `serde::Serialize`. All of them are written
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
///         if let OwnedToken::StartTag(tag) = link {
///             targets.extend(tag.attribute_value("href").map(|href| href.into_owned()));
///         }
///     }
///     targets
/// });
/// assert_eq!(reader.join().unwrap(), ["/a?b&c", "d"]);
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub enum OwnedToken<B = Box<[u8]>> {
    /// A DOCTYPE.
    Doctype(OwnedDoctype<B>),
    /// A start tag.
    StartTag(OwnedTag<B>),
    /// An end tag.
    EndTag(OwnedTag<B>),
    /// A comment, proper or bogus.
    Comment(OwnedComment<B>),
    /// A processing instruction; only when requested, otherwise it is a comment.
    ProcessingInstruction(OwnedProcessingInstruction<B>),
    /// A run of text. Adjacent runs belong together.
    Text(OwnedText<B>),
    /// A parse error, ahead of the token that it belongs to; only when requested.
    Error(ParseError),
    /// Bytes that make no token.
    Dropped(OwnedDropped<B>),
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
        with_bytes(without_bytes(self), self.raw().into())
    }
}

/// Copies all parts of a token but its bytes, so that the token can be dropped before its bytes are taken. [`with_bytes`]
/// makes a whole token of the result.
///
/// ```
/// use tagspan_core::scanner::{Scanner, with_bytes, without_bytes};
///
/// let mut scanner = Scanner::default();
/// let body = &b"<br>"[scanner.enter(b"<br>", true)];
/// let found = scanner.scan(body, true)?.unwrap();
/// let token = scanner.resolve(body, found);
/// let owned = with_bytes(without_bytes(token), token.raw().to_vec());
/// assert_eq!(owned.as_token(), token);
/// # Ok::<(), tagspan_core::Error>(())
/// ```
pub fn without_bytes(token: Token<'_>) -> OwnedToken<()> {
    match token {
        Token::Doctype(doctype) => OwnedToken::Doctype(OwnedDoctype::without_bytes(doctype)),
        Token::StartTag(tag) => OwnedToken::StartTag(OwnedTag::without_bytes(tag)),
        Token::EndTag(tag) => OwnedToken::EndTag(OwnedTag::without_bytes(tag)),
        Token::Comment(comment) => OwnedToken::Comment(OwnedComment::without_bytes(comment)),
        Token::ProcessingInstruction(instruction) => {
            OwnedToken::ProcessingInstruction(OwnedProcessingInstruction::without_bytes(instruction))
        }
        Token::Text(text) => OwnedToken::Text(OwnedText::without_bytes(text)),
        Token::Error(error) => OwnedToken::Error(error),
        Token::Dropped(dropped) => OwnedToken::Dropped(OwnedDropped::without_bytes(dropped)),
    }
}

/// Adds the bytes to a token of [`without_bytes`]. They must be equal to [those](Token::raw) of the original token; otherwise
/// the methods of the result panic or return wrong values.
///
/// ```
/// use std::sync::Arc;
/// use tagspan_core::OwnedToken;
/// use tagspan_core::scanner::{Scanner, with_bytes, without_bytes};
///
/// let mut scanner = Scanner::default();
/// let body = &b"<br>"[scanner.enter(b"<br>", true)];
/// let found = scanner.scan(body, true)?.unwrap();
/// let token = scanner.resolve(body, found);
/// let owned: OwnedToken<Arc<[u8]>> = with_bytes(without_bytes(token), Arc::from(token.raw()));
/// assert_eq!(owned.raw(), b"<br>");
/// # Ok::<(), tagspan_core::Error>(())
/// ```
pub fn with_bytes<B>(token: OwnedToken<()>, bytes: B) -> OwnedToken<B> {
    match token {
        OwnedToken::Doctype(doctype) => OwnedToken::Doctype(doctype.with_bytes(bytes)),
        OwnedToken::StartTag(tag) => OwnedToken::StartTag(tag.with_bytes(bytes)),
        OwnedToken::EndTag(tag) => OwnedToken::EndTag(tag.with_bytes(bytes)),
        OwnedToken::Comment(comment) => OwnedToken::Comment(comment.with_bytes(bytes)),
        OwnedToken::ProcessingInstruction(instruction) => {
            OwnedToken::ProcessingInstruction(instruction.with_bytes(bytes))
        }
        OwnedToken::Text(text) => OwnedToken::Text(text.with_bytes(bytes)),
        OwnedToken::Error(error) => OwnedToken::Error(error),
        OwnedToken::Dropped(dropped) => OwnedToken::Dropped(dropped.with_bytes(bytes)),
    }
}

impl<B: AsRef<[u8]>> OwnedToken<B> {
    /// Lends the token, equal to that of which this was made.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("<!-- note -->");
    /// let token = tokens.next_token()?.unwrap();
    /// assert_eq!(token.into_owned().as_token(), token);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn as_token(&self) -> Token<'_> {
        match self {
            OwnedToken::Doctype(doctype) => Token::Doctype(doctype.as_doctype()),
            OwnedToken::StartTag(tag) => Token::StartTag(tag.as_tag()),
            OwnedToken::EndTag(tag) => Token::EndTag(tag.as_tag()),
            OwnedToken::Comment(comment) => Token::Comment(comment.as_comment()),
            OwnedToken::ProcessingInstruction(instruction) => {
                Token::ProcessingInstruction(instruction.as_processing_instruction())
            }
            OwnedToken::Text(text) => Token::Text(text.as_text()),
            OwnedToken::Error(error) => Token::Error(*error),
            OwnedToken::Dropped(dropped) => Token::Dropped(dropped.as_dropped()),
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
        self.bytes().map_or(&[], B::as_ref)
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

impl<B> OwnedToken<B> {
    /// The buffer that holds the token's bytes. `None` for a parse error, which has none.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("<br>text");
    /// let token = tokens.next_token()?.unwrap().into_owned();
    /// assert_eq!(**token.bytes().unwrap(), *b"<br>");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn bytes(&self) -> Option<&B> {
        match self {
            OwnedToken::Doctype(doctype) => Some(doctype.bytes()),
            OwnedToken::StartTag(tag) | OwnedToken::EndTag(tag) => Some(tag.bytes()),
            OwnedToken::Comment(comment) => Some(comment.bytes()),
            OwnedToken::ProcessingInstruction(instruction) => Some(instruction.bytes()),
            OwnedToken::Text(text) => Some(text.bytes()),
            OwnedToken::Error(_) => None,
            OwnedToken::Dropped(dropped) => Some(dropped.bytes()),
        }
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
                    assert_eq!(kept.bytes().is_none(), matches!(token, Token::Error(_)));
                    assert_eq!(kept.bytes().map_or(&[][..], |bytes| &bytes[..]), token.raw());
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
                let common = tokenizer.fast_path(rest).or_else(|| tokenizer.fast_path_reporting(rest));
                let Some(found) = common
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
