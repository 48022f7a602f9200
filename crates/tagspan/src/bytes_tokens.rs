//! The cursor over the tokens of a shared chunk, which can be kept without a copy.

use std::ops::ControlFlow;

use bytes::Bytes;
use tagspan_core::{Error, LineColumn, OwnedToken, Token};

use crate::cursor::{Cursor, Part};
use crate::pipeline::{Ending, Pipeline};
use crate::tokenizer::Tokenizer;

/// The tokens of one chunk of [`Bytes`], lent one by one as [`Tokens`](crate::Tokens) does, or
/// [kept](Self::keep).
///
/// # Cost
///
/// Tokens that are not kept allocate nothing. A token in a chunk of UTF-8 is kept without a copy: see [`keep`](Self::keep).
///
/// # Examples
///
/// ```
/// use bytes::Bytes;
/// use tagspan::{OwnedTag, OwnedToken, Token, Tokenizer};
///
/// let mut tokenizer = Tokenizer::builder().charset("utf-8")?.build();
/// let mut images: Vec<OwnedTag<Bytes>> = Vec::new();
/// for chunk in ["<p>text<img src=", "a><img src=b>"] {
///     let mut tokens = tokenizer.feed_bytes(Bytes::from_static(chunk.as_bytes()));
///     while let Some(token) = tokens.next_token()? {
///         if matches!(token, Token::StartTag(tag) if tag.is("img"))
///             && let Some(OwnedToken::StartTag(tag)) = tokens.keep()
///         {
///             images.push(tag);
///         }
///     }
/// }
/// assert!(tokenizer.finish().next_token()?.is_none());
/// std::thread::spawn(move || {
///     let sources: Vec<_> = images.iter().filter_map(|tag| tag.attribute_value("src")).collect();
///     assert_eq!(sources, ["a", "b"]);
/// })
/// .join()
/// .unwrap();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use = "the tokens of a chunk must be taken before the next is fed"]
pub struct BytesTokens<'t> {
    cursor: Cursor<&'t mut Pipeline, Bytes, Part>,
}

impl Tokenizer {
    /// Feeds the next chunk: as [`feed`](Self::feed), with a cursor whose tokens can be [kept](BytesTokens::keep) as
    /// slices of the chunk. Chunks of both kinds may follow one another.
    ///
    /// # Errors
    ///
    /// As [`feed`](Self::feed).
    ///
    /// # Examples
    ///
    /// ```
    /// use bytes::Bytes;
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().charset("utf-8")?.build();
    /// let chunk = Bytes::from_static(b"<p>");
    /// let mut tokens = tokenizer.feed_bytes(chunk.clone());
    /// assert!(tokens.advance()?);
    /// let tag = tokens.keep().unwrap();
    /// // The same memory.
    /// assert_eq!(tag.raw().as_ptr(), chunk.as_ptr());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn feed_bytes(&mut self, chunk: Bytes) -> BytesTokens<'_> {
        BytesTokens::new(&mut self.pipeline, chunk, None)
    }

    /// Feeds a chunk that is also the last, and may be empty: as [`feed_last`](Self::feed_last), with a cursor whose tokens
    /// can be [kept](BytesTokens::keep).
    ///
    /// # Errors
    ///
    /// As [`feed`](Self::feed).
    ///
    /// # Examples
    ///
    /// ```
    /// use bytes::Bytes;
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last_bytes(Bytes::from_static(b"<title>A page"));
    /// let mut kept = Vec::new();
    /// while tokens.advance()? {
    ///     kept.extend(tokens.keep());
    /// }
    /// assert_eq!(kept.len(), 2);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn feed_last_bytes(&mut self, chunk: Bytes) -> BytesTokens<'_> {
        BytesTokens::new(&mut self.pipeline, chunk, Some(Ending::Complete))
    }
}

impl<'t> BytesTokens<'t> {
    fn new(pipeline: &'t mut Pipeline, chunk: Bytes, ending: Option<Ending>) -> Self {
        let mut cursor = Cursor::idle(pipeline, chunk);
        cursor.start(ending);
        BytesTokens { cursor }
    }

    /// Returns the next token; `None` at the end of the chunk, and from then on.
    ///
    /// # Errors
    ///
    /// As [`Tokens::next_token`](crate::Tokens::next_token).
    ///
    /// ```
    /// use bytes::Bytes;
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last_bytes(Bytes::from_static(b"<p>text"));
    /// assert!(tokens.next_token()?.is_some_and(|token| token.raw() == b"<p>"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline(always)]
    pub fn next_token(&mut self) -> Result<Option<Token<'_>>, Error> {
        self.cursor.next_token()
    }

    /// Moves to the next token, which [`token`](Self::token) then lends and [`keep`](Self::keep) takes out; `false` at the end
    /// of the chunk.
    ///
    /// # Errors
    ///
    /// As [`next_token`](Self::next_token).
    ///
    /// ```
    /// use bytes::Bytes;
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last_bytes(Bytes::from_static(b"<p>text"));
    /// assert!(tokens.advance()? && tokens.advance()? && !tokens.advance()?);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn advance(&mut self) -> Result<bool, Error> {
        self.cursor.advance()
    }

    /// Takes the current token out of the cursor, with its bytes: `Send`, `Sync` and `'static`. `None` where
    /// [`token`](Self::token) is `None`, and after it was taken out.
    ///
    /// # Cost
    ///
    /// A token in a chunk of UTF-8 is a slice of it: nothing is copied, and the chunk's memory is kept as long as the token. A
    /// token that straddles chunks takes the buffer with it in which it was joined, unless most of the buffer is empty or
    /// lines are [counted](crate::TokenizerBuilder::locate). Copied are tokens of other encodings, tokens of the first bytes
    /// that were kept until the encoding was decided, and characters that straddle chunks.
    ///
    /// A slice takes an allocation if it is a tag with attributes or a DOCTYPE, and the chunk takes one when it is shared for
    /// the first time. A token that is copied or straddles chunks takes one more for its bytes. After a buffer was taken, the
    /// next token that straddles chunks allocates another.
    ///
    /// # Examples
    ///
    /// ```
    /// use bytes::Bytes;
    /// use tagspan::{OwnedToken, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last_bytes(Bytes::from_static(b"<a href=/>text"));
    /// assert!(tokens.advance()?);
    /// let Some(OwnedToken::StartTag(link)) = tokens.keep() else { panic!() };
    /// assert!(tokens.token().is_none() && tokens.keep().is_none());
    /// assert_eq!(link.attribute_value("href").unwrap(), "/");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn keep(&mut self) -> Option<OwnedToken<Bytes>> {
        self.cursor.keep()
    }

    /// Returns the current token; `None` after an error, at the end, and after it was kept.
    ///
    /// ```
    /// use bytes::Bytes;
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last_bytes(Bytes::from_static(b"<p>text"));
    /// assert!(tokens.token().is_none() && tokens.advance()?);
    /// assert!(tokens.token().is_some_and(|token| token.raw() == b"<p>"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[must_use]
    pub fn token(&self) -> Option<Token<'_>> {
        self.cursor.token()
    }

    /// Sets how the text from here on is read: as [`Tokens::set_text_mode`].
    ///
    /// # Errors
    ///
    /// [`ErrorKind::ModeChangeWithinToken`](crate::ErrorKind::ModeChangeWithinToken) in the middle of a token.
    ///
    /// [`Tokens::set_text_mode`]: crate::Tokens::set_text_mode
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::new();
    /// let mut tokens = tokenizer.feed_bytes(bytes::Bytes::from_static(b"<p>"));
    /// assert!(tokens.set_text_mode(tagspan::TextMode::Rcdata).is_ok());
    /// ```
    pub fn set_text_mode(&mut self, mode: tagspan_core::TextMode) -> Result<(), tagspan_core::Error> {
        self.cursor.pipeline.engine.set_text_mode(mode)
    }

    /// Returns how the text from here on is read: as [`Tokens::text_mode`](crate::Tokens::text_mode).
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::new();
    /// let tokens = tokenizer.feed_bytes(bytes::Bytes::from_static(b"<p>"));
    /// assert_eq!(tokens.text_mode(), Some(tagspan::TextMode::Data));
    /// ```
    pub fn text_mode(&self) -> Option<tagspan_core::TextMode> {
        self.cursor.pipeline.engine.text_mode()
    }

    /// Sets whether `<![CDATA[` opens a CDATA section from here on: as
    /// [`Tokens::set_cdata`](crate::Tokens::set_cdata).
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last_bytes(bytes::Bytes::from_static(b"<![CDATA[<g>]]>"));
    /// tokens.set_cdata(true);
    /// assert!(tokens.next_token()?.is_some_and(|token| token.raw() == b"<![CDATA["));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn set_cdata(&mut self, allowed: bool) {
        self.cursor.pipeline.engine.set_cdata(allowed);
    }

    /// Converts a span of the decoded text into one of the source: as
    /// [`Tokens::source_span`](crate::Tokens::source_span).
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::new();
    /// let tokens = tokenizer.feed_bytes(bytes::Bytes::from_static(b"<p>"));
    /// // Nothing was read yet.
    /// assert_eq!(tokens.source_span(tagspan::Span { start: 0, end: 1 }), None);
    /// ```
    pub fn source_span(&self, span: tagspan_core::Span) -> Option<tagspan_core::Span> {
        self.cursor.source_span(span)
    }

    /// Returns the encoding, once it is decided: [`Tokenizer::encoding_decision`](crate::Tokenizer::encoding_decision).
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::new();
    /// let tokens = tokenizer.feed_bytes(bytes::Bytes::from_static(b"<p>"));
    /// assert!(tokens.encoding_decision().is_none());
    /// ```
    pub fn encoding_decision(&self) -> Option<tagspan_input::EncodingDecision> {
        self.cursor.pipeline.encoding_decision()
    }

    /// Returns the offset of the next byte of UTF-8 to be read.
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::new();
    /// let tokens = tokenizer.feed_bytes(bytes::Bytes::from_static(b"<p>"));
    /// assert_eq!(tokens.position(), 0);
    /// ```
    pub fn position(&self) -> u64 {
        self.cursor.pipeline.engine.position()
    }

    /// Returns the line and column of an offset from the start of the current token or parse error on: exact or `None`,
    /// as [`Tokens::locate`](crate::Tokens::locate). A token that was [kept](Self::keep) is still the current
    /// one.
    ///
    /// ```
    /// use bytes::Bytes;
    /// use tagspan::{ColumnUnit, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().locate(ColumnUnit::Bytes).build();
    /// let mut tokens = tokenizer.feed_last_bytes(Bytes::from_static(b"<p>"));
    /// while tokens.advance()? {}
    /// assert_eq!(tokens.locate(3).unwrap().to_string(), "1:4");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn locate(&self, offset: u64) -> Option<LineColumn> {
        self.cursor.locate(offset)
    }

    /// Calls `each` for every token that is left in the chunk: as [`Tokens::for_each`](crate::Tokens::for_each).
    ///
    /// # Errors
    ///
    /// As [`next_token`](Self::next_token) and [`set_text_mode`](Self::set_text_mode).
    ///
    /// ```
    /// use bytes::Bytes;
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last_bytes(Bytes::from_static(b"<p>text"));
    /// let mut count = 0;
    /// tokens.for_each(|_| count += 1)?;
    /// assert_eq!(count, 2);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn for_each(&mut self, each: impl FnMut(Token<'_>)) -> Result<(), Error> {
        self.cursor.for_each(each)
    }

    /// Calls `each` for the tokens that are left in the chunk until it breaks: as
    /// [`Tokens::try_for_each`](crate::Tokens::try_for_each). The token at which it broke can be [kept](Self::keep).
    ///
    /// # Errors
    ///
    /// As [`next_token`](Self::next_token) and [`set_text_mode`](Self::set_text_mode).
    ///
    /// # Examples
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use bytes::Bytes;
    /// use tagspan::{Tokenizer, Token};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last_bytes(Bytes::from_static(b"<p>text<p>"));
    /// let flow = tokens.try_for_each(|token| match token {
    ///     Token::Text(_) => ControlFlow::Break(()),
    ///     _ => ControlFlow::Continue(()),
    /// })?;
    /// assert!(flow.is_break());
    /// assert_eq!(tokens.keep().unwrap().raw(), b"text");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn try_for_each<B>(
        &mut self,
        each: impl FnMut(Token<'_>) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, Error> {
        self.cursor.try_for_each(each)
    }

    /// Returns the part of the chunk that is not consumed yet: as [`Tokens::remaining`](crate::Tokens::remaining).
    ///
    /// ```
    /// use bytes::Bytes;
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last_bytes(Bytes::from_static(b"<p>text"));
    /// while tokens.advance()? {}
    /// assert!(tokens.remaining().is_empty());
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[must_use]
    pub fn remaining(&self) -> &[u8] {
        &self.cursor.chunk[self.cursor.taken()..]
    }

    /// Returns whether all tokens of the chunk are taken. More may come although nothing [remains](Self::remaining).
    ///
    /// ```
    /// use bytes::Bytes;
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last_bytes(Bytes::from_static(b"<p>text"));
    /// assert!(!tokens.is_exhausted());
    /// while tokens.advance()? {}
    /// assert!(tokens.is_exhausted());
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.cursor.pipeline.is_exhausted()
    }

    /// Leaves the chunk here and returns the part of it that must be fed next: as
    /// [`Tokens::into_remaining`](crate::Tokens::into_remaining). Nothing is copied.
    ///
    /// # Examples
    ///
    /// ```
    /// use bytes::Bytes;
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().charset("utf-8")?.build();
    /// let mut tokens = tokenizer.feed_last_bytes(Bytes::from_static(b"<p>text"));
    /// assert!(tokens.advance()?);
    /// let rest = tokens.into_remaining();
    /// assert_eq!(rest, "text");
    /// assert!(tokenizer.feed_last_bytes(rest).advance()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use = "what remains must be fed next"]
    pub fn into_remaining(mut self) -> Bytes {
        let taken = self.cursor.leave();
        self.cursor.chunk.split_off(taken)
    }
}
