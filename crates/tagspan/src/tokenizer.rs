//! Bytes of some encoding to tokens: the decoder and the tokenizer, joined piece by piece.

use tagspan_core::unstable::{Engine, LineCounter};
use tagspan_core::{Error, ErrorKind, LimitAction, TextMode};
use tagspan_input::unstable::Input;
use tagspan_input::{Encoding, EncodingDecision, EncodingOptions, IllFormed};

use crate::builder::TokenizerBuilder;
use crate::insertion::Insertions;
use crate::late::{Due, LateDeclaration, LateDeclarations};
use crate::reading::{Body, Current};
use crate::tokens::Tokens;

/// A streaming tokenizer for bytes of any encoding: the one that a byte order mark, a header, the document itself or a
/// default tells.
///
/// Feed it chunks, take the tokens of each from the cursor, and declare the end with [`finish`](Self::finish).
///
/// UTF-8 flows through untouched: tokens are slices of the caller's chunk. Other encodings are decoded piece by piece into
/// one buffer of bounded size, and tokens are slices of that buffer. While the encoding is not decided, chunks are kept, at
/// most 1,024 bytes unless [more are asked for](crate::EncodingOptions::prescan_bytes), and tokens are slices of what is
/// kept: if no header tells the encoding, let the first chunk be at least as long.
///
/// # Memory
///
/// A tokenizer takes at most 1,856 bytes on 64-bit machines; put it in a box if it is moved often. On the heap it keeps
/// what it has needed so far, also for the next document: the token that straddles chunks, the attributes of one tag, a
/// buffer for encodings other than UTF-8, and the bytes of the [replay limit](TokenizerBuilder::replay_limit) while the
/// encoding is tentative. [`shrink_to_fit`](Self::shrink_to_fit) gives back what is not needed.
///
/// # Examples
///
/// ```
/// use tagspan::{Tokenizer, Token};
///
/// let mut tokenizer = Tokenizer::new();
/// // UTF-16, little-endian, as its byte order mark says.
/// let mut tokens = tokenizer.feed_last(b"\xFF\xFE<\0p\0>\0");
/// assert!(matches!(tokens.next_token()?, Some(Token::Dropped(bom)) if bom.raw().len() == 3));
/// assert!(matches!(tokens.next_token()?, Some(Token::StartTag(tag)) if tag.is("p")));
/// assert!(tokens.next_token()?.is_none());
/// assert_eq!(tokenizer.encoding().unwrap().name(), "UTF-16LE");
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Debug)]
pub struct Tokenizer {
    pub(crate) input: Input,
    pub(crate) engine: Engine,
    /// In a box, so that streams without one are no larger.
    pub(crate) locator: Option<Box<LineCounter>>,
    /// The piece being tokenized.
    pub(crate) current: Option<Current>,
    /// That of the current piece.
    pub(crate) body: Body,
    /// How much of the caller's chunk the decoder has consumed.
    pub(crate) consumed: usize,
    /// How the end of the source was declared. It holds until the decoder has got there, or the cursor is left before.
    ///
    /// INVARIANT between chunks: there is one if the decoder has ended.
    pub(crate) ending: Option<Ending>,
    /// Whether a cursor was left before the tokenizer said all that it could about the bytes that it carries.
    pub(crate) is_behind: bool,
    /// Offset of the UTF-8 that the next piece begins with.
    pub(crate) decoded: u64,
    pub(crate) phase: Phase,
    pub(crate) insertions: Insertions,
    pub(crate) late_declarations: LateDeclarations,
    /// How much of the source is kept for reading it again.
    pub(crate) replay_limit: usize,
    /// Whether a declaration may still change the encoding, so that tags are looked at; also while a change is due.
    pub(crate) watching: bool,
    pub(crate) due: Option<Due>,
    pub(crate) late: Option<LateDeclaration>,
    /// How many bytes of the source are read, and what happens if there are more.
    pub(crate) budget: Budget,
}

/// How the end of a source was declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// All of it has come.
    Complete,
    /// More was to come.
    Truncated,
    /// More has come than may be read.
    Full,
}

/// How much of a source is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    pub(crate) bytes: u64,
    pub(crate) action: LimitAction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// All that was fed is taken.
    Ready,
    /// A cursor is at work, or was left.
    Feeding,
    /// A cursor is at work in inserted text, or was left there.
    Inserting,
    Ended,
    /// As much was read as may be, and the rest is left alone.
    Full,
    Failed,
}

impl Default for Tokenizer {
    fn default() -> Self {
        Self::new()
    }
}

impl Tokenizer {
    /// Creates a tokenizer with the default settings: those of [`builder`](Self::builder).
    ///
    /// As in a browser, a document that declares no encoding is read as windows-1252. For documents that are known to be
    /// UTF-8, set [`TokenizerBuilder::default_encoding`] or [`TokenizerBuilder::encoding`].
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// assert!(Tokenizer::new().encoding_decision().is_none());
    /// ```
    pub fn new() -> Self {
        Self::builder().build()
    }

    /// Returns a builder to choose other settings.
    ///
    /// ```
    /// use tagspan::{Tokenizer, Token};
    ///
    /// let mut tokenizer = Tokenizer::builder().parse_errors(true).build();
    /// assert!(matches!(tokenizer.feed_last(b"</>").next_token()?, Some(Token::Error(_))));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn builder() -> TokenizerBuilder {
        TokenizerBuilder::default()
    }

    pub(crate) fn new_with(
        input: Input,
        engine: Engine,
        locator: Option<LineCounter>,
        late_declarations: LateDeclarations,
        replay_limit: usize,
        budget: Budget,
    ) -> Self {
        let mut tokenizer = Tokenizer {
            input,
            engine,
            locator: locator.map(Box::new),
            current: None,
            body: Body::NONE,
            consumed: 0,
            ending: None,
            is_behind: false,
            decoded: 0,
            phase: Phase::Ready,
            insertions: Insertions::default(),
            late_declarations,
            replay_limit,
            watching: false,
            due: None,
            late: None,
            budget,
        };
        tokenizer.watch(late_declarations != LateDeclarations::Ignore);
        tokenizer
    }

    /// Feeds the next chunk and returns the cursor over its tokens. The chunk may be empty and may end anywhere, also within a
    /// character.
    ///
    /// # Errors
    ///
    /// Misuse is the first result of the cursor: the cursor before was left within its chunk, the input has ended, or an
    /// earlier call failed.
    ///
    /// ```
    /// use tagspan::{Tokenizer, Token};
    ///
    /// let mut tokenizer = Tokenizer::builder().charset("windows-1252")?.build();
    /// assert!(tokenizer.feed(b"<h1 title=caf").next_token()?.is_none());
    /// let mut tokens = tokenizer.feed(b"\xE9>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// assert_eq!(tag.attribute("title").unwrap().value(), "café");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn feed<'t, 'c>(&'t mut self, chunk: &'c [u8]) -> Tokens<'t, 'c> {
        Tokens::new(self, chunk, None)
    }

    /// Declares the end of the input and returns the cursor over the tokens that it completes.
    ///
    /// # Errors
    ///
    /// As [`feed`](Self::feed).
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// // Without a declaration the end settles the encoding.
    /// assert!(tokenizer.feed(b"<p>").next_token()?.is_none());
    /// let mut tail = tokenizer.finish();
    /// assert!(tail.next_token()?.is_some_and(|token| token.raw() == b"<p>"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn finish(&mut self) -> Tokens<'_, 'static> {
        Tokens::new(self, &[], Some(Ending::Complete))
    }

    /// Declares the end of what is read, although the document goes on: for a body that was aborted, or is longer than the
    /// caller reads. As [`finish`](Self::finish), but the last token [is truncated](crate::Token::is_truncated).
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
    /// use tagspan::{Tokenizer, Token};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// tokenizer.feed(b"<p>See the <a href='/one'>first of th").for_each(|_| ())?;
    /// // The connection broke.
    /// let mut cut = false;
    /// tokenizer.finish_truncated().for_each(|token| cut |= token.is_truncated())?;
    /// assert!(cut);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn finish_truncated(&mut self) -> Tokens<'_, 'static> {
        Tokens::new(self, &[], Some(Ending::Truncated))
    }

    /// Returns whether the source has more bytes than [`TokenizerBuilder::max_bytes`] allows. The tokenizer takes no more of
    /// them, so their download can stop.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::{LimitAction, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().max_bytes(6, LimitAction::Truncate).build();
    /// let mut text = String::new();
    /// for chunk in ["<p>one<p>", "two", "three"] {
    ///     let mut tokens = tokenizer.feed(chunk.as_bytes());
    ///     while let Some(token) = tokens.next_token()? {
    ///         text += std::str::from_utf8(token.raw()).unwrap();
    ///     }
    ///     if tokenizer.is_full() {
    ///         break;
    ///     }
    /// }
    /// assert_eq!(text, "<p>one");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn is_full(&self) -> bool {
        self.phase == Phase::Full
    }

    /// Feeds a chunk that is also the last. For a document in memory, this one call is enough. A `&str` is read by
    /// [`tokenize`](crate::tokenize), or with [`TokenizerBuilder::encoding`] set to UTF-8: its bytes alone do not tell their
    /// encoding.
    ///
    /// # Errors
    ///
    /// As [`feed`](Self::feed).
    ///
    /// ```
    /// use tagspan::{Tokenizer, Token};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last(b"<meta charset=koi8-r>\xC1");
    /// tokens.next_token()?;
    /// assert!(matches!(tokens.next_token()?, Some(Token::Text(text)) if text.value() == "а"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn feed_last<'t, 'c>(&'t mut self, chunk: &'c [u8]) -> Tokens<'t, 'c> {
        Tokens::new(self, chunk, Some(Ending::Complete))
    }

    /// Makes the tokenizer ready for another document with the same settings, including what it was told about the encoding,
    /// such as the last header. Its buffers are kept. If each document has a header of its own, call
    /// [`reset_with`](Self::reset_with).
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// for (page, name) in [(&b"\xFE\xFF\0a"[..], "UTF-16BE"), (b"a", "windows-1252")] {
    ///     tokenizer.feed_last(page).for_each(|_| ())?;
    ///     assert_eq!(tokenizer.encoding().unwrap().name(), name);
    ///     tokenizer.reset();
    /// }
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn reset(&mut self) {
        self.input.reset();
        self.begin();
        (self.phase, self.ending) = (Phase::Ready, None);
        self.watch(self.late_declarations != LateDeclarations::Ignore);
        self.late = None;
    }

    /// Makes the tokenizer ready for another document of which something else is known about the encoding. The options
    /// replace all that the builder was told about encodings, including the default encoding. Other settings and the buffers
    /// stay.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::{EncodingOptions, Tokenizer, UTF_8};
    ///
    /// let every = EncodingOptions::new().default_encoding(UTF_8);
    /// let mut tokenizer = Tokenizer::new();
    /// for (content_type, name) in [("text/html; charset=koi8-r", "KOI8-R"), ("text/html", "UTF-8")] {
    ///     tokenizer.reset_with(every.clone().content_type(content_type));
    ///     tokenizer.feed_last(b"<p>").for_each(|_| ())?;
    ///     assert_eq!(tokenizer.encoding().unwrap().name(), name);
    /// }
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn reset_with(&mut self, encoding: EncodingOptions) {
        self.input.reset_with(encoding);
        self.reset();
    }

    /// Everything behind the decoder is before the first byte.
    pub(crate) fn begin(&mut self) {
        self.engine.reset();
        if let Some(locator) = &mut self.locator {
            locator.start_at(0);
        }
        self.current = None;
        self.decoded = 0;
        self.insertions.clear();
        self.due = None;
    }

    /// Chooses whether declarations are looked for.
    pub(crate) fn watch(&mut self, on: bool) {
        self.watching = on;
        self.engine.watch_meta(on);
    }

    /// The encoding of the document; `None` while the bytes so far do not decide it.
    /// [`encoding_decision`](Self::encoding_decision) also says what decided it, and how sure that is.
    ///
    /// ```
    /// use tagspan::{Tokenizer, UTF_8};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// tokenizer.feed_last(b"<meta charset=utf-8>").for_each(|_| ())?;
    /// assert_eq!(tokenizer.encoding(), Some(UTF_8));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn encoding(&self) -> Option<&'static Encoding> {
        self.encoding_decision().map(|decision| decision.encoding())
    }

    /// Returns the encoding, what decided it and how sure that is; `None` while the bytes so far do not decide it.
    ///
    /// A later declaration may confirm or change it: see [`LateDeclarations`].
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// tokenizer.feed(b"<meta char").for_each(|_| ())?;
    /// assert!(tokenizer.encoding_decision().is_none());
    /// tokenizer.feed(b"set=utf-8>").for_each(|_| ())?;
    /// assert!(tokenizer.encoding().is_some_and(|it| it.name() == "UTF-8"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn encoding_decision(&self) -> Option<EncodingDecision> {
        self.input.encoding_decision()
    }

    /// Returns the declaration that came while the encoding was tentative, and what it did.
    ///
    /// ```
    /// use tagspan::{Tokenizer, UTF_8};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// assert!(tokenizer.late_declaration().is_none());
    /// tokenizer.feed_last(b"<meta charset=utf-8>").for_each(|_| ())?;
    /// assert!(tokenizer.late_declaration().is_some_and(|late| late.encoding == UTF_8));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn late_declaration(&self) -> Option<&LateDeclaration> {
        self.late.as_ref()
    }

    /// Returns the ill-formed sequences of the source, if [`TokenizerBuilder::validation`] counts them. They are counted as far
    /// as the source is decoded, which may be a piece ahead of the tokens.
    ///
    /// ```
    /// use tagspan::{Tokenizer, Validation};
    ///
    /// let mut tokenizer = Tokenizer::builder().charset("utf-8")?.validation(Validation::Count).build();
    /// tokenizer.feed_last(b"<p>caf\xE9</p>").for_each(|_| ())?;
    /// assert_eq!((tokenizer.ill_formed().count(), tokenizer.ill_formed().offsets()), (1, &[6][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ill_formed(&self) -> &IllFormed {
        self.input.ill_formed()
    }

    /// Returns the offset of the next byte of UTF-8 that is looked at.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().charset("windows-1252")?.build();
    /// tokenizer.feed_last(b"caf\xE9").for_each(|_| ())?;
    /// assert_eq!(tokenizer.position(), "café".len() as u64);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(&self) -> u64 {
        self.engine.position()
    }

    /// How the text from here on is read; `None` in the middle of a token.
    ///
    /// ```
    /// use tagspan::{TextMode, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// tokenizer.feed(&b"<title>".repeat(200)).for_each(|_| ())?;
    /// assert_eq!(tokenizer.text_mode(), Some(TextMode::Rcdata));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[must_use]
    pub fn text_mode(&self) -> Option<TextMode> {
        self.engine.text_mode()
    }

    /// Sets how the text from here on is read, as [`Tokens::set_text_mode`] does between the tokens of a chunk.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::ModeChangeWithinToken`](crate::ErrorKind::ModeChangeWithinToken) in the middle of a token. Nothing
    /// changes then.
    ///
    /// ```
    /// use tagspan::{TextMode, Token, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// tokenizer.set_text_mode(TextMode::Plaintext)?;
    /// let mut tokens = tokenizer.feed_last(b"<b>");
    /// assert!(matches!(tokens.next_token()?, Some(Token::Text(text)) if text.raw() == b"<b>"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn set_text_mode(&mut self, mode: TextMode) -> Result<(), Error> {
        self.engine.set_text_mode(mode)
    }

    /// Sets whether `<![CDATA[` opens a CDATA section from here on, as [`Tokens::set_cdata`] does between the tokens of a
    /// chunk.
    ///
    /// ```
    /// use tagspan::{Tokenizer, Token};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// tokenizer.set_cdata(true);
    /// let mut tokens = tokenizer.feed_last(b"<![CDATA[<g>]]>");
    /// assert!(matches!(tokens.next_token()?, Some(Token::Dropped(open)) if open.raw() == b"<![CDATA["));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn set_cdata(&mut self, allowed: bool) {
        self.engine.set_cdata(allowed);
    }

    /// Returns what is decoded and not tokenized yet: bytes of UTF-8 in the tokenizer's own memory. Empty for UTF-8 sources,
    /// except for the first bytes of a document.
    ///
    /// After a limit has failed, the [pending bytes](Self::pending_bytes), these bytes, and [`Tokens::remaining`] are all that
    /// was not returned.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().charset("windows-1252")?.max_token_bytes(8).build();
    /// let mut tokens = tokenizer.feed_last(b"<p title='far too long'>\xE9");
    /// assert!(tokens.next_token().is_err() && tokens.remaining().is_empty());
    /// let rest = [tokenizer.pending_bytes().0, tokenizer.decoded_rest()].concat();
    /// assert_eq!(rest, "<p title='far too long'>é".as_bytes());
    /// # Ok::<(), tagspan::UnknownLabel>(())
    /// ```
    pub fn decoded_rest(&self) -> &[u8] {
        match (&self.current, self.body) {
            (None, _) => self.insertions.rest(&self.input),
            (_, Body::Chunk { .. }) => &[],
            _ => {
                let body = self.body(&[]);
                &body[self.engine.consumed(body)..]
            }
        }
    }

    /// Returns the bytes of UTF-8 that are kept for an incomplete token: those of the token, then those of a partial
    /// character.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().charset("utf-8")?.build();
    /// tokenizer.feed(b"<p>text<a hr").for_each(|_| ())?;
    /// assert_eq!(tokenizer.pending_bytes().0, b"<a hr");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pending_bytes(&self) -> (&[u8], &[u8]) {
        self.engine.pending_bytes()
    }
}

impl Tokenizer {
    /// A cursor begins. Misuse is the first thing that it will say.
    pub(crate) fn start_feeding(&mut self, chunk: &[u8], ending: Option<Ending>) {
        let has_ended = self.input.is_finished();
        // The end that the decoder got to stays, but its caller may declare it otherwise.
        match self.ending {
            Some(Ending::Full) if has_ended => {}
            Some(_) if has_ended => self.ending = ending.or(self.ending),
            _ => self.ending = ending,
        }
        match self.phase {
            Phase::Ready if has_ended && self.ending != Some(Ending::Full) && !chunk.is_empty() => {
                self.fail(ErrorKind::FedAfterEnd)
            }
            Phase::Ready => self.phase = if self.end_insertions() { Phase::Feeding } else { Phase::Failed },
            Phase::Feeding | Phase::Inserting => self.fail(ErrorKind::ChunkNotTaken),
            Phase::Ended => self.fail(ErrorKind::FedAfterEnd),
            Phase::Full => {}
            Phase::Failed => self.fail(ErrorKind::FedAfterError),
        }
        self.consumed = 0;
        // A piece is still here only if it is in the decoder's memory and an earlier cursor was left in it.
        self.body = self.current.as_ref().map_or(Body::NONE, Body::of);
        if has_ended {
            self.mark_end();
        }
    }

    /// Whether lines or source spans are asked for.
    #[cfg(feature = "bytes")]
    pub(crate) fn tells_places(&self) -> bool {
        self.locator.is_some() || self.input.maps_source()
    }

    /// Lets the last token say that the source ends before its time, if it does.
    pub(crate) fn mark_end(&mut self) {
        self.engine.end_early(matches!(self.ending, Some(Ending::Truncated | Ending::Full)));
    }

    /// Whether all that was fed is taken.
    pub(crate) fn is_exhausted(&self) -> bool {
        matches!(self.phase, Phase::Ready | Phase::Ended | Phase::Full)
    }

    fn fail(&mut self, kind: ErrorKind) {
        self.engine.refuse(kind);
        self.give_up();
    }

    /// Misuse, which the tokenizer tells.
    pub(crate) fn give_up(&mut self) {
        self.phase = Phase::Failed;
        // They may be of another chunk.
        self.current = None;
        self.due = None;
    }

    /// Nobody asks for the source of what is neither carried nor still to come.
    pub(crate) fn forget_source(&mut self) {
        let start = self.insertions.decoded(self.engine.unfinished_start());
        if self.engine.cut_so_far() > 0 {
            // What a limit has cut may be long: the source of what is kept of such a token is not told.
            let (token, character) = self.engine.pending_bytes();
            let carried = (token.len() + character.len()) as u64;
            self.input.pin(start);
            self.input.forget_before(self.insertions.decoded(self.decoded - carried));
        } else {
            self.input.forget_before(start);
        }
    }

    /// Offsets begin after the mark, and no column counts it. False if text was inserted before it: then there is no
    /// place for it, as a token may have begun.
    pub(crate) fn skip_byte_order_mark(&mut self) -> bool {
        if self.decoded > 0 {
            self.insertions.leave_out_byte_order_mark();
            return false;
        }
        self.decoded = tagspan_input::unstable::DECODED_BOM_LEN as u64;
        self.engine.skip_offset(self.decoded);
        if let Some(locator) = &mut self.locator {
            locator.start_at(self.decoded);
        }
        true
    }
}
