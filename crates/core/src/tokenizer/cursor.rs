//! The cursor that lends the tokens of one chunk.

use core::ops::{ControlFlow, Deref, DerefMut, Range};

use super::engine::Engine;
use crate::error::Error;
use crate::machine::Found;
use crate::text_mode::TextMode;
use crate::token::Token;

/// The tokens of one chunk, lent one by one.
///
/// Dropping a cursor before its end loses nothing silently: the next chunk is refused with
/// [`ErrorKind::ChunkNotTaken`](crate::ErrorKind::ChunkNotTaken). To stop on purpose, call
/// [`into_remaining`](Self::into_remaining) and feed what it gives later.
///
/// # Examples
///
/// Stop at a token, and continue from there:
///
/// ```
/// use tagspan_core::{Token, Tokenizer};
///
/// let mut tokenizer = Tokenizer::new();
/// let mut tokens = tokenizer.feed(b"a<p>b<p>c");
/// while let Some(token) = tokens.next_token()? {
///     if matches!(token, Token::StartTag(_)) {
///         break;
///     }
/// }
/// let rest = tokens.into_remaining();
/// assert_eq!(rest, b"b<p>c");
/// let mut tokens = tokenizer.feed(rest);
/// assert!(matches!(tokens.next_token()?, Some(Token::Text(text)) if text.span().start == 4));
/// # Ok::<(), tagspan_core::Error>(())
/// ```
#[derive(Debug)]
#[must_use = "the tokens of a chunk must be taken before the next is fed"]
pub struct Tokens<'t, 'c> {
    pub(crate) tokenizer: Holder<'t>,
    chunk: &'c [u8],
    /// The part of the chunk that is scanned: all but the parts of characters at its ends.
    pub(crate) body: &'c [u8],
    /// Where in the chunk that begins.
    body_start: usize,
    /// [`Engine::fast_path_rest`]
    fast_path_rest: &'c [u8],
    current: Option<Found>,
}

/// The tokenizer of a cursor: the caller's, or one of its own.
#[derive(Debug)]
pub(crate) enum Holder<'t> {
    Lent(&'t mut Engine),
    Owned(Box<Engine>),
}

impl Deref for Holder<'_> {
    type Target = Engine;

    #[inline(always)]
    fn deref(&self) -> &Engine {
        match self {
            Holder::Lent(tokenizer) => tokenizer,
            Holder::Owned(tokenizer) => tokenizer,
        }
    }
}

impl DerefMut for Holder<'_> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Engine {
        match self {
            Holder::Lent(tokenizer) => tokenizer,
            Holder::Owned(tokenizer) => tokenizer,
        }
    }
}

/// The tokens of a whole document: a `&[u8]` or `&str` of UTF-8, with the default settings.
///
/// A byte order mark in front is text here, as it is in the standard once the input is decoded; for bytes
/// from outside there is a decoder in front, in the crate `tagspan`.
///
/// For other settings, and for many documents with one set of buffers, there is
/// [`Tokenizer::feed_last`](crate::Tokenizer::feed_last).
///
/// # Examples
///
/// ```
/// use tagspan_core::Token;
///
/// let mut tokens = tagspan_core::tokenize("<p>one<p>two");
/// let mut text = Vec::new();
/// while let Some(token) = tokens.next_token()? {
///     if let Token::Text(run) = token {
///         text.push(run.value().into_owned());
///     }
/// }
/// assert_eq!(text, ["one", "two"]);
/// # Ok::<(), tagspan_core::Error>(())
/// ```
pub fn tokenize<'c, H: AsRef<[u8]> + ?Sized>(html: &'c H) -> Tokens<'static, 'c> {
    Tokens::start(Holder::Owned(Box::default()), html.as_ref(), true)
}

impl<'t, 'c> Tokens<'t, 'c> {
    pub(crate) fn new(tokenizer: &'t mut Engine, chunk: &'c [u8], last: bool) -> Self {
        Self::start(Holder::Lent(tokenizer), chunk, last)
    }

    fn start(mut tokenizer: Holder<'t>, chunk: &'c [u8], last: bool) -> Self {
        let Range { start: body_start, end } = tokenizer.begin(chunk, last);
        let body = &chunk[body_start..end];
        let fast_path_rest = tokenizer.fast_path_rest(body);
        Tokens { tokenizer, chunk, body, body_start, fast_path_rest, current: None }
    }

    /// What this declares to be the end is none.
    pub(crate) fn ending_early(mut self) -> Self {
        self.tokenizer.end_early(true);
        self
    }

    /// The next token; `None` when the chunk is used up, and from then on.
    ///
    /// # Errors
    ///
    /// Misuse of the tokenizer, or a construct beyond its limit: see [`Error`]. From then on every call
    /// says so again.
    ///
    /// ```
    /// let mut tokens = tagspan_core::tokenize("<p>");
    /// assert!(tokens.next_token()?.is_some_and(|token| token.raw() == b"<p>"));
    /// assert!(tokens.next_token()?.is_none());
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    #[inline(always)]
    pub fn next_token(&mut self) -> Result<Option<Token<'_>>, Error> {
        let body = self.body;
        debug_assert!([0, self.tokenizer.fast_path_rest(body).len()].contains(&self.fast_path_rest.len()));
        if let Some(token) = self.tokenizer.fast_path(self.fast_path_rest) {
            (self.current, self.fast_path_rest) = (Some(token.found()), token.rest());
            return Ok(Some(self.tokenizer.resolve_fast_path(token)));
        }
        if let Some(token) = self.tokenizer.fast_path_reporting(self.fast_path_rest) {
            (self.current, self.fast_path_rest) = (Some(token.found()), token.rest());
            return Ok(Some(self.tokenizer.resolve_fast_path_reporting(token)));
        }
        self.current = None;
        let found = self.tokenizer.scan(body);
        self.fast_path_rest = self.tokenizer.fast_path_rest(body);
        self.current = found?;
        Ok(self.current.map(|found| self.tokenizer.resolve(body, found)))
    }

    /// Moves to the next token, which [`token`](Self::token) then lends; `false` when the chunk is used
    /// up. For loops that look for a token and give it back.
    ///
    /// # Errors
    ///
    /// As [`next_token`](Self::next_token).
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan_core::{Error, Token, Tokens, Tokenizer};
    ///
    /// fn next_start_tag<'a>(tokens: &'a mut Tokens<'_, '_>) -> Result<Option<Token<'a>>, Error> {
    ///     while tokens.advance()? {
    ///         if matches!(tokens.token(), Some(Token::StartTag(_))) {
    ///             return Ok(tokens.token());
    ///         }
    ///     }
    ///     Ok(None)
    /// }
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last(b"text<!-- --><p>");
    /// assert_eq!(next_start_tag(&mut tokens)?.unwrap().raw(), b"<p>");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn advance(&mut self) -> Result<bool, Error> {
        Ok(self.next_token()?.is_some())
    }

    /// The token that the last call of [`advance`](Self::advance) or [`next_token`](Self::next_token)
    /// moved to, or at which [`try_for_each`](Self::try_for_each) broke; `None` after an error.
    ///
    /// ```
    /// let mut tokens = tagspan_core::tokenize("<p>text");
    /// assert!(tokens.advance()?);
    /// assert!(tokens.token().is_some_and(|token| token.raw() == b"<p>"));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    #[must_use]
    pub fn token(&self) -> Option<Token<'_>> {
        self.current.map(|found| self.tokenizer.resolve(self.body, found))
    }

    /// Calls `each` for every token that is left in the chunk.
    ///
    /// # Errors
    ///
    /// As [`next_token`](Self::next_token).
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan_core::{Token, Tokenizer};
    ///
    /// let mut tags = 0;
    /// let mut tokenizer = Tokenizer::new();
    /// tokenizer.feed_last(b"<p>one<p>two").for_each(|token| {
    ///     tags += usize::from(matches!(token, Token::StartTag(_)));
    /// })?;
    /// assert_eq!(tags, 2);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn for_each(&mut self, mut each: impl FnMut(Token<'_>)) -> Result<(), Error> {
        let flow = self.try_for_each(|token| {
            each(token);
            ControlFlow::<()>::Continue(())
        })?;
        debug_assert!(flow.is_continue());
        Ok(())
    }

    /// Calls `each` for the tokens that are left in the chunk until it breaks. The cursor continues after
    /// the token at which it broke.
    ///
    /// # Errors
    ///
    /// As [`next_token`](Self::next_token).
    ///
    /// # Examples
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tagspan_core::{Token, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last(b"<title>A page</title><body>");
    /// let title = tokens.try_for_each(|token| match token {
    ///     Token::Text(text) => ControlFlow::Break(text.value().into_owned()),
    ///     _ => ControlFlow::Continue(()),
    /// })?;
    /// assert_eq!(title, ControlFlow::Break("A page".to_owned()));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn try_for_each<B>(
        &mut self,
        mut each: impl FnMut(Token<'_>) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, Error> {
        while let Some(token) = self.next_token()? {
            let flow = each(token);
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Returns the part of the chunk that is not consumed yet, as [`into_remaining`](Self::into_remaining) does: the bytes
    /// after the current token. In the middle of a token, such as after a parse error, the bytes that were read of it count
    /// as consumed. After a failure, the bytes that are neither returned nor [pending](crate::Tokenizer::pending_bytes).
    ///
    /// ```
    /// let mut tokens = tagspan_core::tokenize("<p>text");
    /// tokens.next_token()?;
    /// assert_eq!(tokens.remaining(), b"text");
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    #[must_use]
    pub fn remaining(&self) -> &'c [u8] {
        let chunk = self.chunk;
        let consumed = self.tokenizer.consumed(self.body);
        // The parts of a character at the chunk's end are consumed with the last token.
        if consumed == self.body.len() && self.tokenizer.is_exhausted() {
            &[]
        } else {
            &chunk[self.body_start + consumed..]
        }
    }

    /// Whether all tokens of the chunk are taken. Tokens may still come when nothing
    /// [remains](Self::remaining): those that the end of the chunk, or of the input, completes.
    ///
    /// ```
    /// let mut tokens = tagspan_core::tokenize("<p>");
    /// tokens.next_token()?;
    /// assert!(!tokens.is_exhausted());
    /// tokens.next_token()?;
    /// assert!(tokens.is_exhausted());
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.tokenizer.is_exhausted()
    }

    /// Leaves the chunk here, and gives the part of it that must be fed next: empty or not, for tokens may
    /// still come. If this cursor declared the end of the input, that is withdrawn; declare it again.
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed(b"<head><body>");
    /// tokens.next_token()?;
    /// let rest = tokens.into_remaining();
    /// assert_eq!(rest, b"<body>");
    /// assert!(tokenizer.feed(rest).next_token()?.is_some_and(|token| token.raw() == b"<body>"));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    #[must_use = "what remains must be fed next"]
    pub fn into_remaining(mut self) -> &'c [u8] {
        let remaining = self.remaining();
        self.tokenizer.pause(self.body);
        remaining
    }

    /// Chooses how the text from here on is read: what a tree builder does after a start tag. Call it
    /// right after that tag was taken and before the next token is.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::ModeChangeWithinToken`](crate::ErrorKind::ModeChangeWithinToken) in the middle of a
    /// token, such as after a parse error within a tag. Nothing changes then, and the cursor continues.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan_core::{Feedback, TextMode, Token, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().feedback(Feedback::None).build();
    /// let mut tokens = tokenizer.feed_last(b"<note>a<b></note>");
    /// assert!(matches!(tokens.next_token()?, Some(Token::StartTag(_))));
    /// tokens.set_text_mode(TextMode::Rawtext)?;
    /// assert!(matches!(tokens.next_token()?, Some(Token::Text(text)) if text.raw() == b"a<b>"));
    /// assert!(matches!(tokens.next_token()?, Some(Token::EndTag(tag)) if tag.is("note")));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn set_text_mode(&mut self, mode: TextMode) -> Result<(), Error> {
        self.tokenizer.set_text_mode(mode)
    }

    /// How the text from here on is read; `None` in the middle of a token, such as after a parse error within a tag.
    ///
    /// ```
    /// use tagspan_core::{TextMode, Token, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last(b"<title>a<b></title>");
    /// tokens.next_token()?;
    /// assert_eq!(tokens.text_mode(), Some(TextMode::Rcdata));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn text_mode(&self) -> Option<TextMode> {
        self.tokenizer.text_mode()
    }

    /// Chooses whether `<![CDATA[` opens a CDATA section from here on: what a tree builder knows from its adjusted current
    /// node. With [`Feedback::Simulated`](crate::Feedback::Simulated) it is for sections beyond those that the context knows.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan_core::{Feedback, Token, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().feedback(Feedback::None).build();
    /// let mut tokens = tokenizer.feed_last(b"<svg><![CDATA[<g>]]></svg>");
    /// assert!(matches!(tokens.next_token()?, Some(Token::StartTag(_))));
    /// tokens.set_cdata(true);
    /// assert!(matches!(tokens.next_token()?, Some(Token::Dropped(open)) if open.raw() == b"<![CDATA["));
    /// assert!(matches!(tokens.next_token()?, Some(Token::Text(text)) if text.value() == "<g>"));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn set_cdata(&mut self, allowed: bool) {
        self.tokenizer.set_cdata(allowed);
    }

    /// Whether `<![CDATA[` would open a CDATA section here.
    ///
    /// ```
    /// let mut tokens = tagspan_core::tokenize("<svg>");
    /// assert!(!tokens.cdata());
    /// tokens.next_token()?;
    /// assert!(tokens.cdata());
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn cdata(&self) -> bool {
        self.tokenizer.cdata()
    }

    /// The offset of the next byte to be looked at.
    ///
    /// ```
    /// let mut tokens = tagspan_core::tokenize("<p>text");
    /// tokens.next_token()?;
    /// assert_eq!(tokens.position(), 3);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn position(&self) -> u64 {
        self.tokenizer.position()
    }
}
