//! The cursor that lends the tokens of one chunk.

use std::ops::{ControlFlow, Deref, DerefMut};

use tagspan_core::{Error, LineColumn, Span, TextMode, Token};
use tagspan_input::EncodingDecision;

use crate::checkpoint::Checkpoint;
use crate::cursor::Cursor;
use crate::pipeline::{Ending, Pipeline};

/// The tokens of one chunk, lent one by one.
///
/// A token borrows from the cursor until the next one is requested, so the cursor is not an [`Iterator`]. Loop over
/// [`next_token`](Self::next_token), or pass a closure to [`for_each`](Self::for_each) or
/// [`try_for_each`](Self::try_for_each). To keep a token, take its [`span`](Token::span), its decoded parts or
/// [`into_owned`](Token::into_owned).
///
/// To ask the cursor something while a token is alive, such as [`locate`](Self::locate), [`advance`](Self::advance) and then borrow the
/// [`token`](Self::token): the methods that only read take `&self`.
///
/// If a cursor is dropped before its end, the next chunk is refused with
/// [`ErrorKind::ChunkNotTaken`](crate::ErrorKind::ChunkNotTaken), so that nothing is lost. To stop on purpose, call
/// [`into_remaining`](Self::into_remaining) and feed what it returns.
///
/// # Examples
///
/// ```
/// use tagspan::{Tokenizer, Token};
///
/// let mut tokenizer = Tokenizer::builder().charset("utf-8")?.build();
/// let mut tokens = tokenizer.feed(b"a<p>b<p>c");
/// while let Some(token) = tokens.next_token()? {
///     if matches!(token, Token::StartTag(_)) {
///         break;
///     }
/// }
/// assert_eq!(tokens.into_remaining(), b"b<p>c");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use = "the tokens of a chunk must be taken before the next is fed"]
pub struct Tokens<'t, 'c> {
    cursor: Cursor<Holder<'t>, &'c [u8], &'c [u8]>,
}

/// The pipeline of a cursor: that of the caller's tokenizer, or one of its own.
#[derive(Debug)]
enum Holder<'t> {
    Lent(&'t mut Pipeline),
    Owned(Box<Pipeline>),
}

impl Deref for Holder<'_> {
    type Target = Pipeline;

    #[inline(always)]
    fn deref(&self) -> &Pipeline {
        match self {
            Holder::Lent(pipeline) => pipeline,
            Holder::Owned(pipeline) => pipeline,
        }
    }
}

impl DerefMut for Holder<'_> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Pipeline {
        match self {
            Holder::Lent(pipeline) => pipeline,
            Holder::Owned(pipeline) => pipeline,
        }
    }
}

impl<'t, 'c> Tokens<'t, 'c> {
    pub(crate) fn new(pipeline: &'t mut Pipeline, chunk: &'c [u8], ending: Option<Ending>) -> Self {
        Self::start(Holder::Lent(pipeline), chunk, ending)
    }

    /// A cursor over a whole document, with a pipeline of its own.
    pub(crate) fn of_document(pipeline: Pipeline, document: &'c [u8]) -> Self {
        Self::start(Holder::Owned(Box::new(pipeline)), document, Some(Ending::Complete))
    }

    fn start(holder: Holder<'t>, chunk: &'c [u8], ending: Option<Ending>) -> Self {
        let mut cursor = Cursor::idle(holder, chunk);
        cursor.start(ending);
        Tokens { cursor }
    }

    pub(crate) fn inserting(pipeline: &'t mut Pipeline, text: &'c str) -> Self {
        let mut cursor = Cursor::idle(Holder::Lent(pipeline), text.as_bytes());
        cursor.start_inserting();
        Tokens { cursor }
    }

    /// Returns the next token; `None` at the end of the chunk, and from then on.
    ///
    /// # Errors
    ///
    /// Misuse of the tokenizer, or a construct beyond a limit that fails: see [`Error`]. Every later call returns the same error.
    /// The exception is [`ErrorKind::Restart`](crate::ErrorKind::Restart), after which the document starts again.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last(b"<p>");
    /// assert!(tokens.next_token()?.is_some_and(|token| token.raw() == b"<p>"));
    /// assert!(tokens.next_token()?.is_none());
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline(always)]
    #[doc(alias = "next")]
    pub fn next_token(&mut self) -> Result<Option<Token<'_>>, Error> {
        self.cursor.next_token()
    }

    /// Moves to the next token, which [`token`](Self::token) then lends; `false` at the end of the chunk.
    ///
    /// # Errors
    ///
    /// As [`next_token`](Self::next_token).
    ///
    /// ```
    /// use tagspan::{Tokenizer, Token};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last(b"text<p>");
    /// let mut tags = 0;
    /// while tokens.advance()? {
    ///     tags += usize::from(matches!(tokens.token(), Some(Token::StartTag(_))));
    /// }
    /// assert_eq!(tags, 1);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn advance(&mut self) -> Result<bool, Error> {
        self.cursor.advance()
    }

    /// Returns the token to which the last call of [`advance`](Self::advance) or [`next_token`](Self::next_token) moved;
    /// `None` after an error.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last(b"<p>");
    /// assert!(tokens.token().is_none() && tokens.advance()?);
    /// assert!(tokens.token().is_some_and(|token| token.raw() == b"<p>"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn token(&self) -> Option<Token<'_>> {
        self.cursor.token()
    }

    /// Calls `each` for every token that is left in the chunk.
    ///
    /// # Errors
    ///
    /// As [`next_token`](Self::next_token).
    ///
    /// ```
    /// use tagspan::{Tokenizer, Token};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tags = Vec::new();
    /// tokenizer.feed_last(b"<p>one<br>two").for_each(|token| {
    ///     if let Token::StartTag(tag) = token {
    ///         tags.push(tag.name().into_owned());
    ///     }
    /// })?;
    /// assert_eq!(tags, ["p", "br"]);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn for_each(&mut self, each: impl FnMut(Token<'_>)) -> Result<(), Error> {
        self.cursor.for_each(each)
    }

    /// Calls `each` for the tokens that are left in the chunk until it breaks. The cursor continues after the token at which it
    /// broke.
    ///
    /// # Errors
    ///
    /// As [`next_token`](Self::next_token).
    ///
    /// ```
    /// use std::ops::{ControlFlow, Deref, DerefMut};
    /// use tagspan::{Tokenizer, Token};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let title = tokenizer.feed_last(b"<title>A page</title><body>").try_for_each(|token| match token {
    ///     Token::Text(text) => ControlFlow::Break(text.value().into_owned()),
    ///     _ => ControlFlow::Continue(()),
    /// })?;
    /// assert_eq!(title, ControlFlow::Break("A page".to_owned()));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn try_for_each<B>(
        &mut self,
        each: impl FnMut(Token<'_>) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, Error> {
        self.cursor.try_for_each(each)
    }

    /// Returns the part of the chunk that is not consumed yet, as [`into_remaining`](Self::into_remaining) does. Bytes that
    /// are decoded and not tokenized yet count as consumed; the tokenizer keeps them.
    ///
    /// ```
    /// use tagspan::{Tokenizer, UTF_8};
    ///
    /// let mut tokenizer = Tokenizer::builder().encoding(UTF_8).build();
    /// let mut tokens = tokenizer.feed(b"<p>text");
    /// tokens.next_token()?;
    /// assert_eq!(tokens.remaining(), b"text");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[must_use]
    pub fn remaining(&self) -> &'c [u8] {
        &self.cursor.chunk[self.cursor.taken()..]
    }

    /// Makes a checkpoint of the tokenizer between two tokens, as if the cursor had been left here by
    /// [`into_remaining`](Self::into_remaining). The tokenizer that continues from it must be fed what
    /// [remains](Self::remaining). `None` after an error.
    ///
    /// Costs a copy of what is kept: see [`Tokenizer::checkpoint`](crate::Tokenizer::checkpoint).
    ///
    /// ```
    /// use tagspan::{Tokenizer, Token};
    ///
    /// let mut tokenizer = Tokenizer::builder().charset("koi8-r")?.build();
    /// let mut tokens = tokenizer.feed(b"<p>\xC1<p>");
    /// assert!(matches!(tokens.next_token()?, Some(Token::StartTag(_))));
    /// let (checkpoint, rest) = (tokens.checkpoint().expect("no error"), tokens.remaining());
    /// let mut other = Tokenizer::from_checkpoint(checkpoint);
    /// assert!(matches!(other.feed(rest).next_token()?, Some(Token::Text(text)) if text.value() == "а"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        self.cursor.pipeline.checkpoint_within(self.cursor.chunk)
    }

    /// Returns whether all tokens of the chunk are taken. More may come although nothing [remains](Self::remaining).
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last(b"<p>");
    /// while tokens.next_token()?.is_some() {}
    /// assert!(tokens.is_exhausted());
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.cursor.pipeline.is_exhausted()
    }

    /// Leaves the chunk here and returns the part of it that must be fed next, even if it is empty, because tokens may still
    /// come. If this cursor declared the end of the input, declare it again. Text can be [inserted](crate::Tokenizer::insert)
    /// before what remains.
    ///
    /// ```
    /// use tagspan::{Tokenizer, UTF_8};
    ///
    /// let mut tokenizer = Tokenizer::builder().encoding(UTF_8).build();
    /// let mut tokens = tokenizer.feed(b"<head><body>");
    /// tokens.next_token()?;
    /// let rest = tokens.into_remaining();
    /// assert!(tokenizer.feed(rest).next_token()?.is_some_and(|token| token.raw() == b"<body>"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[must_use = "what remains must be fed next"]
    pub fn into_remaining(mut self) -> &'c [u8] {
        &self.cursor.chunk[self.cursor.leave()..]
    }

    /// Sets the text mode from here on, as a tree builder does after a start tag. Call it between that tag and the
    /// next token.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::ModeChangeWithinToken`](crate::ErrorKind::ModeChangeWithinToken) in the middle of a token, such as after a
    /// parse error within a tag. Nothing changes then, and the cursor continues.
    ///
    /// ```
    /// use tagspan::{Tokenizer, TextMode, Token};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last(b"<p><b>");
    /// tokens.next_token()?;
    /// tokens.set_text_mode(TextMode::Plaintext)?;
    /// assert!(matches!(tokens.next_token()?, Some(Token::Text(text)) if text.raw() == b"<b>"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn set_text_mode(&mut self, mode: TextMode) -> Result<(), Error> {
        self.cursor.pipeline.engine.set_text_mode(mode)
    }

    /// Returns the current text mode; `None` in the middle of a token, such as after a parse error within a tag.
    ///
    /// ```
    /// use tagspan::{Tokenizer, TextMode};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last(b"<textarea>");
    /// tokens.next_token()?;
    /// assert_eq!(tokens.text_mode(), Some(TextMode::Rcdata));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn text_mode(&self) -> Option<TextMode> {
        self.cursor.pipeline.engine.text_mode()
    }

    /// Returns whether `<![CDATA[` would open a CDATA section here.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last(b"<svg>");
    /// tokens.next_token()?;
    /// assert!(tokens.cdata());
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn cdata(&self) -> bool {
        self.cursor.pipeline.engine.cdata()
    }

    /// Sets whether `<![CDATA[` opens a CDATA section from here on. A tree builder knows it from its adjusted current node.
    ///
    /// ```
    /// use tagspan::{Tokenizer, Token};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last(b"<p><![CDATA[<g>]]>");
    /// tokens.next_token()?;
    /// tokens.set_cdata(true);
    /// assert!(matches!(tokens.next_token()?, Some(Token::Dropped(open)) if open.raw() == b"<![CDATA["));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn set_cdata(&mut self, allowed: bool) {
        self.cursor.pipeline.engine.set_cdata(allowed);
    }

    /// Converts a span of the decoded text, such as that of a token, into one of the source: zero-based, half-open, in bytes
    /// that were fed. For UTF-8 it is the same, unless the source has changed its encoding on the way.
    ///
    /// For other encodings, [`TokenizerBuilder::source_offsets`](crate::TokenizerBuilder::source_offsets) must be on. Then all
    /// parts of the current token are known, and all text after it that is decoded. Source bytes that are no text, such as the
    /// escapes of ISO-2022-JP, belong to the character after them. `None` if the span is not known, if a bound lies within a
    /// character, or if the span holds [inserted](crate::Tokenizer::insert) text. Of a token from which a limit has left bytes
    /// out, only the span of the whole token is known.
    ///
    /// Takes time in proportion to the distance from the span of the last call, and at most that of a kibibyte before it.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::{Tokenizer, Token};
    ///
    /// let source = b"\x93\xFA\x96\x7B<a href=x>"; // "日本<a href=x>" in Shift_JIS
    /// let mut tokenizer = Tokenizer::builder().charset("shift_jis")?.source_offsets(true).build();
    /// let mut tokens = tokenizer.feed_last(source);
    /// while let Some(token) = tokens.next_token()? {
    ///     if let Token::StartTag(tag) = token {
    ///         let span = tag.span();
    ///         assert_eq!((span.start, span.end), (6, 16));
    ///         let span = tokens.source_span(span).unwrap();
    ///         assert_eq!(&source[span.start as usize..span.end as usize], b"<a href=x>");
    ///     }
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn source_span(&self, span: Span) -> Option<Span> {
        self.cursor.source_span(span)
    }

    /// Returns the encoding and what decided it, once it is decided:
    /// [`Tokenizer::encoding_decision`](crate::Tokenizer::encoding_decision).
    ///
    /// ```
    /// use tagspan::{Bom, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last(b"\xEF\xBB\xBF<p>");
    /// tokens.next_token()?;
    /// assert!(tokens.encoding_decision().is_some_and(|decision| decision.bom() == Some(Bom::Utf8)));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn encoding_decision(&self) -> Option<EncodingDecision> {
        self.cursor.pipeline.encoding_decision()
    }

    /// Returns the offset of the next byte of UTF-8 to be read.
    ///
    /// ```
    /// use tagspan::{Tokenizer, UTF_8};
    ///
    /// let mut tokenizer = Tokenizer::builder().encoding(UTF_8).build();
    /// let mut tokens = tokenizer.feed(b"<p>text");
    /// tokens.next_token()?;
    /// assert_eq!(tokens.position(), 3);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn position(&self) -> u64 {
        self.cursor.pipeline.engine.position()
    }

    /// Returns the line and column of an offset: of the current token or parse error, of a part of the token, or of the text
    /// after it.
    ///
    /// The place is exact for every offset from the start of the current token, or from the offset of the current parse
    /// error, up to the end of what was decoded. It does not depend on how the input is divided into chunks, on pauses
    /// or on checkpoints. Offsets are those of the decoded UTF-8, [inserted text](crate::Tokenizer::insert) included. A byte
    /// order mark has no column. An offset within a character has the place of the character.
    ///
    /// `None`
    ///
    /// * unless [`TokenizerBuilder::locate`](crate::TokenizerBuilder::locate) asked for lines;
    /// * for offsets before the current token or parse error, and after the decoded text;
    /// * for bytes that a [limit](crate::Limits) has left out of the current token. Its other bytes have their places, also
    ///   those after a truncated value. The exception is a tag that is skipped after one of its values was truncated: only
    ///   its first byte has a place;
    /// * after a character that straddles the end of the chunk.
    ///
    /// When no token is left in the chunk, the current token is the one that is unfinished.
    ///
    /// # Complexity
    ///
    /// Linear in the input, for all calls together, if the offsets of tokens ascend, and those of parse errors do. Each
    /// call also takes time in proportion to the logarithm of the number of truncated values in the current token. Any
    /// other offset may be counted from the start of the token or chunk.
    ///
    /// ```
    /// use tagspan::{ColumnUnit, Tokenizer, Token};
    ///
    /// // The tag straddles chunks and lines.
    /// let mut tokenizer = Tokenizer::builder().charset("utf-8")?.locate(ColumnUnit::CodePoints).build();
    /// tokenizer.feed(b"one\n<a href=x\n").for_each(|_| ())?;
    /// let mut tokens = tokenizer.feed_last(b"title=y>z");
    /// while tokens.advance()? {
    ///     let Some(Token::StartTag(tag)) = tokens.token() else { continue };
    ///     // The token is lent by `&self`, so that the cursor can be asked while it is in use.
    ///     assert_eq!(tokens.locate(tag.span().start).unwrap().to_string(), "2:1");
    ///     let title = tag.attribute("title").unwrap();
    ///     assert_eq!(tokens.locate(title.name_span().start).unwrap().to_string(), "3:1");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn locate(&self, offset: u64) -> Option<LineColumn> {
        self.cursor.locate(offset)
    }
}
