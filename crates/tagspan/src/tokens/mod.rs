//! The cursor that lends the tokens of one chunk.
//!
//! [`feed`] makes it and this module moves it; [`ask`] has what can be asked of it, [`chunk`] what it reads, and `shared` the tokens
//! that are kept.

mod ask;
mod chunk;
mod feed;
#[cfg(feature = "bytes")]
mod shared;

use std::ops::{ControlFlow, Deref, DerefMut};

use tagspan_core::scanner::{FastPathToken, Found, Scanner};
use tagspan_core::{Error, Token};

pub use self::chunk::Chunk;
pub(crate) use self::chunk::{Part, Parts};
use crate::tokenizer::{End, Tokenizer};

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
/// `C` is the chunk: `&[u8]`, or `bytes::Bytes` with the feature `bytes`, of which tokens can be [kept](Self::keep) without a copy.
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
pub struct Tokens<'t, C: Chunk> {
    pub(crate) tokenizer: Holder<'t>,
    pub(crate) chunk: C,
    progress: Progress<C>,
}

/// The tokenizer of a cursor: the caller's, or one of its own.
#[derive(Debug)]
pub(crate) enum Holder<'t> {
    Lent(&'t mut Tokenizer),
    Owned(Box<Tokenizer>),
}

impl Holder<'_> {
    /// The tokenizer itself. One that is lent is taken, and leaves a new one.
    pub(crate) fn into_inner(self) -> Tokenizer {
        match self {
            Holder::Lent(tokenizer) => std::mem::take(tokenizer),
            Holder::Owned(tokenizer) => *tokenizer,
        }
    }
}

impl Deref for Holder<'_> {
    type Target = Tokenizer;

    #[inline(always)]
    fn deref(&self) -> &Tokenizer {
        match self {
            Holder::Lent(tokenizer) => tokenizer,
            Holder::Owned(tokenizer) => tokenizer,
        }
    }
}

impl DerefMut for Holder<'_> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Tokenizer {
        match self {
            Holder::Lent(tokenizer) => tokenizer,
            Holder::Owned(tokenizer) => tokenizer,
        }
    }
}

/// How far a cursor is in its chunk.
#[derive(Debug)]
struct Progress<C: Chunk> {
    /// The part of the chunk that the fast path may scan next: [`Tokenizer::fast_path_rest`].
    rest: C::Part,
    /// The result of the last call. It is resolved against the bytes that were scanned, which stay in place until the next
    /// call.
    found: Option<Found>,
}

impl<C: Chunk> Progress<C> {
    /// Before the first token of the chunk.
    fn before(chunk: &C) -> Self {
        Progress { rest: chunk.part(0..0), found: None }
    }

    /// The next token of the chunk, if the fast path finds it.
    #[inline(always)]
    fn fast_path<'a>(&mut self, scanner: &mut Scanner, chunk: &'a C) -> Option<FastPathToken<'a>> {
        let token = scanner.fast_path(chunk.part_bytes(self.rest))?;
        self.found = Some(token.found());
        self.rest = chunk.part_after(self.rest, token.length());
        Some(token)
    }

    /// Moves to the next token where the fast path has found none in the chunk.
    #[inline(always)]
    fn advance(&mut self, tokenizer: &mut Tokenizer, chunk: &C) -> Result<(), Error> {
        self.found = None;
        let found = tokenizer.advance(chunk.bytes());
        self.look_up_bytes(tokenizer, chunk);
        self.found = found?;
        Ok(())
    }

    /// Looks up what the fast path may scan.
    #[inline(always)]
    fn look_up_bytes(&mut self, tokenizer: &Tokenizer, chunk: &C) {
        self.rest = chunk.part(tokenizer.fast_path_rest(chunk.bytes()));
    }
}

impl<'t, C: Chunk> Tokens<'t, C> {
    pub(crate) fn new(tokenizer: &'t mut Tokenizer, chunk: C, end: End) -> Self {
        tokenizer.start_feeding(chunk.bytes(), end);
        Self::started(Holder::Lent(tokenizer), chunk)
    }

    /// A cursor over a whole document, with a tokenizer of its own.
    pub(crate) fn of_document(mut tokenizer: Tokenizer, document: C) -> Self {
        tokenizer.start_feeding(document.bytes(), End::Complete);
        Self::started(Holder::Owned(Box::new(tokenizer)), document)
    }

    pub(crate) fn inserting(tokenizer: &'t mut Tokenizer, text: C) -> Self {
        tokenizer.start_inserting(text.bytes());
        Self::started(Holder::Lent(tokenizer), text)
    }

    /// The cursor of a tokenizer that has started on the chunk. It is made in one piece, so that it need not lie in memory.
    #[inline]
    fn started(tokenizer: Holder<'t>, chunk: C) -> Self {
        let rest = chunk.part(tokenizer.fast_path_rest(chunk.bytes()));
        Tokens { tokenizer, chunk, progress: Progress { rest, found: None } }
    }

    /// A cursor that has still to [`start`](Self::start).
    pub(crate) fn idle(tokenizer: Holder<'t>, chunk: C) -> Self {
        let progress = Progress::before(&chunk);
        Tokens { tokenizer, chunk, progress }
    }

    /// Starts on the chunk. Misuse is the first result.
    pub(crate) fn start(&mut self, end: End) {
        self.tokenizer.start_feeding(self.chunk.bytes(), end);
        self.progress = Progress::before(&self.chunk);
        self.progress.look_up_bytes(&self.tokenizer, &self.chunk);
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
        Ok(self.next_in_tokenizer()?.map(|(token, _)| token))
    }

    /// The next token, with the tokenizer, which knows places and the encoding.
    #[inline(always)]
    pub(crate) fn next_in_tokenizer(&mut self) -> Result<Option<(Token<'_>, &Tokenizer)>, Error> {
        let Tokens { tokenizer, chunk, progress } = self;
        let chunk = &*chunk;
        debug_assert!(
            [0, tokenizer.fast_path_rest(chunk.bytes()).len()]
                .contains(&chunk.part_bytes(progress.rest).len())
        );
        if let Some(token) = progress.fast_path(&mut tokenizer.scanner, chunk) {
            let tokenizer: &Tokenizer = tokenizer;
            return Ok(Some((tokenizer.scanner.resolve_fast_path(token), tokenizer)));
        }
        progress.advance(tokenizer, chunk)?;
        let tokenizer: &Tokenizer = tokenizer;
        Ok(progress.found.map(|found| (resolve(tokenizer, chunk.bytes(), found), tokenizer)))
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
        Ok(self.next_token()?.is_some())
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
        self.progress.found.map(|found| resolve(&self.tokenizer, self.chunk.bytes(), found))
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
    #[inline(always)]
    pub fn for_each(&mut self, mut each: impl FnMut(Token<'_>)) -> Result<(), Error> {
        let flow = self.try_for_each(|token| {
            each(token);
            ControlFlow::<()>::Continue(())
        })?;
        debug_assert!(flow.is_continue());
        Ok(())
    }

    /// Calls `each` for the tokens that are left in the chunk until it breaks. The cursor continues after the token at which it
    /// broke.
    ///
    /// # Errors
    ///
    /// As [`next_token`](Self::next_token).
    ///
    /// ```
    /// use std::ops::ControlFlow;
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
    #[inline(always)]
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
}

/// For the adapters, which stop before they ask their source for the next chunk.
impl<C: Chunk> Tokens<'_, C> {
    /// The next token, if the fast path finds it. Adapters have to stop here, before they ask their source.
    #[inline(always)]
    pub(crate) fn fast_path(&mut self) -> Option<Found> {
        let Tokens { tokenizer, chunk, progress } = self;
        Some(progress.fast_path(&mut tokenizer.scanner, chunk)?.found())
    }

    /// The token that [`fast_path`](Self::fast_path) found, which is resolved with less work than any other.
    #[inline(always)]
    pub(crate) fn resolve_fast_path(&self, found: Found) -> Token<'_> {
        self.tokenizer.scanner.resolve_fast_path_in(self.tokenizer.body(self.chunk.bytes()), found)
    }

    /// Moves to the next token where the fast path has found none.
    #[inline(always)]
    pub(crate) fn advance_after_fast_path(&mut self) -> Result<(), Error> {
        let Tokens { tokenizer, chunk, progress } = self;
        progress.advance(tokenizer, chunk)
    }

    pub(crate) fn has_token(&self) -> bool {
        self.progress.found.is_some()
    }

    /// Drops a chunk that is used up.
    pub(crate) fn release(&mut self, clear: impl FnOnce(&mut C)) {
        clear(&mut self.chunk);
        self.progress = Progress::before(&self.chunk);
    }

    /// Leaves the chunk and returns how much of it was taken. There is no current token then.
    pub(crate) fn leave(&mut self) -> usize {
        let chunk = self.chunk.bytes();
        let taken = chunk.len() - self.tokenizer.pause(chunk).len();
        self.progress = Progress::before(&self.chunk);
        taken
    }

    /// How much of the chunk is consumed.
    pub(crate) fn taken(&self) -> usize {
        self.tokenizer.taken(self.chunk.bytes())
    }
}

/// A token of any kind. It takes no cursor, so that the fields of that stay in registers.
#[inline(never)]
fn resolve<'a>(tokenizer: &'a Tokenizer, chunk: &'a [u8], found: Found) -> Token<'a> {
    tokenizer.scanner.resolve(tokenizer.body(chunk), found)
}
