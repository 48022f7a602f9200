//! The tokenizer: feed chunks, take tokens, declare the end, reset.

mod builder;
mod cursor;
mod engine;
mod gaps;
mod line_column;
mod line_counter;
mod locator;
mod memory;

pub use builder::TokenizerBuilder;
pub use cursor::{Tokens, tokenize};
pub(crate) use engine::Phase;
pub use engine::{Engine, FastPathToken};
pub use line_column::{ColumnUnit, LineColumn};
pub use line_counter::LineCounter;
pub(crate) use line_counter::{Count, Gap};
pub use locator::Locator;

/// A resumable HTML tokenizer.
///
/// Feed it chunks, take the tokens of each from the cursor, declare the end with [`finish`](Self::finish).
/// The [crate's documentation](crate) has the streaming contract.
///
/// # Examples
///
/// ```
/// use tagspan_core::{Token, Tokenizer};
///
/// let mut tokenizer = Tokenizer::new();
/// let mut text = String::new();
/// for chunk in ["a <b", ">b</b> &a", "mp; c"] {
///     let mut tokens = tokenizer.feed(chunk.as_bytes());
///     while let Some(token) = tokens.next_token()? {
///         if let Token::Text(run) = token {
///             text += &run.value();
///         }
///     }
/// }
/// assert!(tokenizer.finish().next_token()?.is_none());
/// assert_eq!(text, "a b & c");
/// # Ok::<(), tagspan_core::Error>(())
/// ```
#[derive(Clone)]
pub struct Tokenizer {
    pub(crate) engine: Engine,
}

impl Default for Tokenizer {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Tokenizer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.engine.fmt(f)
    }
}

/// For proofs, which look into the engine.
impl AsRef<Engine> for Tokenizer {
    fn as_ref(&self) -> &Engine {
        &self.engine
    }
}

impl AsMut<Engine> for Tokenizer {
    fn as_mut(&mut self) -> &mut Engine {
        &mut self.engine
    }
}

impl From<Engine> for Tokenizer {
    fn from(engine: Engine) -> Self {
        Tokenizer { engine }
    }
}

impl From<Tokenizer> for Engine {
    fn from(tokenizer: Tokenizer) -> Self {
        tokenizer.engine
    }
}

impl Tokenizer {
    /// Creates a tokenizer with the default settings: those of [`builder`](Self::builder).
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// assert_eq!(Tokenizer::new().position(), 0);
    /// ```
    pub fn new() -> Self {
        Self::builder().build()
    }

    /// Returns a builder to choose other settings.
    ///
    /// ```
    /// use tagspan_core::{Token, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().parse_errors(true).build();
    /// assert!(matches!(tokenizer.feed_last(b"</>").next_token()?, Some(Token::Error(_))));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn builder() -> TokenizerBuilder {
        TokenizerBuilder::default()
    }

    /// Feeds the next chunk of the input and gives the cursor over its tokens. The chunk may be empty and
    /// may end anywhere.
    ///
    /// # Errors
    ///
    /// Misuse (a cursor before was left halfway, the input has ended, an earlier call failed) is the
    /// first thing that the cursor says.
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// assert!(tokenizer.feed(b"<ti").next_token()?.is_none());
    /// let mut tokens = tokenizer.feed(b"tle>");
    /// assert!(tokens.next_token()?.is_some_and(|token| token.raw() == b"<title>"));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn feed<'t, 'c>(&'t mut self, chunk: &'c [u8]) -> Tokens<'t, 'c> {
        Tokens::new(&mut self.engine, chunk, false)
    }

    /// Declares the end of the input and gives the cursor over the tokens that it completes.
    ///
    /// # Errors
    ///
    /// As [`feed`](Self::feed).
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// assert!(tokenizer.feed(b"<!-- to the end").next_token()?.is_none());
    /// let mut tail = tokenizer.finish();
    /// assert!(tail.next_token()?.is_some_and(|token| token.raw() == b"<!-- to the end"));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn finish(&mut self) -> Tokens<'_, 'static> {
        Tokens::new(&mut self.engine, &[], true)
    }

    /// Declares the end of what is read of a longer document: for a body that was aborted, or is longer than the caller
    /// reads. As [`finish`](Self::finish), but the last token [is truncated](crate::Token::is_truncated).
    ///
    /// The last token is an unfinished comment or DOCTYPE, the dropped bytes of an unfinished tag, or text, which is empty if
    /// all of it was returned before.
    ///
    /// # Errors
    ///
    /// As [`feed`](Self::feed).
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan_core::{Token, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed(b"<p>The end is ne");
    /// while let Some(token) = tokens.next_token()? {
    ///     assert!(!token.is_truncated());
    /// }
    /// let mut tail = tokenizer.finish_truncated();
    /// assert!(matches!(tail.next_token()?, Some(Token::Text(text)) if text.is_truncated()));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn finish_truncated(&mut self) -> Tokens<'_, 'static> {
        let tokens = self.finish();
        tokens.ending_early()
    }

    /// Feeds a chunk that is also the last: for a whole `&[u8]` or `&str`, this one call does it all.
    ///
    /// # Errors
    ///
    /// As [`feed`](Self::feed).
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// let mut count = 0;
    /// Tokenizer::new().feed_last(b"<p>one<p>two").for_each(|_| count += 1)?;
    /// assert_eq!(count, 4);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn feed_last<'t, 'c, H: AsRef<[u8]> + ?Sized>(&'t mut self, html: &'c H) -> Tokens<'t, 'c> {
        Tokens::new(&mut self.engine, html.as_ref(), true)
    }

    /// Makes the tokenizer ready for another document with the same settings. Its buffers are kept, except those of an
    /// oversized token (of more than 256 KiB, or with more than a thousand attributes), so that nothing is allocated after the
    /// first documents.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// for page in ["<p>one", "<p>two"] {
    ///     let mut count = 0;
    ///     tokenizer.feed_last(page).for_each(|_| count += 1)?;
    ///     assert_eq!(count, 2);
    ///     tokenizer.reset();
    /// }
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn reset(&mut self) {
        self.engine.reset();
    }

    /// Returns the offset of the next byte that is looked at.
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// tokenizer.feed(b"<p>text").for_each(|_| {})?;
    /// assert_eq!(tokenizer.position(), 7);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn position(&self) -> u64 {
        self.engine.position()
    }

    /// Returns the bytes that are kept for an incomplete token: those of the token, then those of a partial character.
    ///
    /// With the tokens so far and what is left of the chunk they make up the input.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed("<p title='é".as_bytes());
    /// assert!(tokens.next_token()?.is_none());
    /// assert_eq!(tokenizer.pending_bytes(), ("<p title='é".as_bytes(), &b""[..]));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn pending_bytes(&self) -> (&[u8], &[u8]) {
        self.engine.pending_bytes()
    }

    /// Gives back the memory that holds nothing now, such as the attributes of the last tag and room for tokens that
    /// straddle chunks. For a connection that goes idle; what comes next has to allocate again. Nothing else changes.
    ///
    /// Costs a copy of what is kept.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let page = format!("<p title='{}'><b c", "long ".repeat(1000));
    /// for chunk in page.as_bytes().chunks(100) {
    ///     tokenizer.feed(chunk).for_each(|_| {})?;
    /// }
    /// assert!(tokenizer.allocated() > 5000);
    /// tokenizer.shrink_to_fit();
    /// assert!(tokenizer.allocated() < 100);
    /// assert_eq!(tokenizer.pending_bytes().0, b"<b c");
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn shrink_to_fit(&mut self) {
        self.engine.shrink();
    }

    /// The bytes of heap that it takes now: all its buffers at their capacity, that of hash tables estimated. A tokenizer
    /// takes less than 800 bytes besides.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// assert_eq!(tokenizer.allocated(), 0);
    /// tokenizer.feed(b"<p title='a'>text").for_each(|_| {})?;
    /// assert!(tokenizer.allocated() > 0);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn allocated(&self) -> usize {
        self.engine.allocated()
    }
}

impl TokenizerBuilder {
    /// The tokenizer. It allocates when a token first straddles two chunks or has attributes, not here.
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().scripting(true).build();
    /// assert!(tokenizer.feed_last(b"<p>").next_token()?.is_some());
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn build(self) -> Tokenizer {
        Engine::with_options(self.options).into()
    }
}
