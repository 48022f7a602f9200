//! The public tokenizer, whose work the pipeline does.

use tagspan_core::{Error, TextMode};
use tagspan_input::{Encoding, EncodingDecision, EncodingOptions, IllFormed};

use crate::checkpoint::Checkpoint;
use crate::late_meta::LateDeclaration;
use crate::pipeline::{Ending, Phase, Pipeline};
use crate::tokens::Tokens;

/// A streaming tokenizer for bytes of any encoding, taken from the byte order mark, a header, the document or a default.
///
/// Feed it chunks, take the tokens of each from the cursor, and declare the end with [`finish`](Self::finish).
///
/// Tokens of UTF-8 are slices of the caller's chunk. Other encodings are decoded piece by piece into one buffer of bounded
/// size, and tokens are slices of that buffer. Until the encoding is decided, chunks are kept, at most 1,024 bytes or
/// [another number](crate::EncodingOptions::prescan_bytes), and tokens are slices of the kept bytes. If no header tells the
/// encoding, make the first chunk at least as long.
///
/// # Memory
///
/// A tokenizer takes at most 1,856 bytes on 64-bit machines; put it in a box if it is moved often. It keeps its heap buffers
/// for the next document: the token that straddles chunks, the attributes of one tag, a buffer for encodings other than
/// UTF-8, and the bytes of the [replay limit](crate::TokenizerBuilder::replay_limit) while the encoding is tentative.
/// [`shrink_to_fit`](Self::shrink_to_fit) frees what is not needed.
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
    pub(crate) pipeline: Pipeline,
}

impl Tokenizer {
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
        Tokens::new(&mut self.pipeline, chunk, None)
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
    #[doc(alias = "end")]
    pub fn finish(&mut self) -> Tokens<'_, 'static> {
        Tokens::new(&mut self.pipeline, &[], Some(Ending::Complete))
    }

    /// Declares the end of what is read of a longer document: for a body that was aborted, or is longer than the
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
        Tokens::new(&mut self.pipeline, &[], Some(Ending::Truncated))
    }

    /// Returns whether the source has more bytes than [`TokenizerBuilder::max_bytes`](crate::TokenizerBuilder::max_bytes)
    /// allows. The tokenizer ignores the rest, so the download can stop.
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
        self.pipeline.phase == Phase::Full
    }

    /// Feeds a chunk that is also the last. For a document in memory, this one call is enough. A `&str` is read by
    /// [`tokenize`](crate::tokenize), or with [`TokenizerBuilder::encoding`](crate::TokenizerBuilder::encoding) set to
    /// UTF-8: its bytes alone do not tell their encoding.
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
        Tokens::new(&mut self.pipeline, chunk, Some(Ending::Complete))
    }

    /// Prepares the tokenizer for another document with the same settings, including those of the encoding, such as the last
    /// header. Its buffers are kept. If each document has a header of its own, call
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
        self.pipeline.reset();
    }

    /// Prepares the tokenizer for another document with other settings of the encoding. The options replace all settings of
    /// the encoding, including the default encoding. Other settings and the buffers stay.
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
        self.pipeline.source.input.reset_with(encoding);
        self.reset();
    }

    /// Returns the encoding of the document; `None` while the bytes so far do not decide it.
    /// [`encoding_decision`](Self::encoding_decision) also tells what decided it, and with which confidence.
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

    /// Returns the encoding, the step that decided it and its confidence; `None` while the bytes so far do not decide it.
    ///
    /// A later declaration may confirm or change it: see [`LateDeclarations`](crate::LateDeclarations).
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
        self.pipeline.encoding_decision()
    }

    /// Returns the declaration that was found while the encoding was tentative, and its effect.
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
        self.pipeline.meta.found.as_ref()
    }

    /// Returns the ill-formed sequences of the source, if
    /// [`TokenizerBuilder::validation`](crate::TokenizerBuilder::validation) counts them. The count may be a piece ahead of
    /// the tokens.
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
        self.pipeline.source.input.ill_formed()
    }

    /// Returns the offset of the next byte of UTF-8 to be read.
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
        self.pipeline.engine.position()
    }

    /// Returns the current text mode; `None` in the middle of a token.
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
        self.pipeline.engine.text_mode()
    }

    /// Sets the text mode from here on, as [`Tokens::set_text_mode`] does between the tokens of a chunk.
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
        self.pipeline.engine.set_text_mode(mode)
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
        self.pipeline.engine.set_cdata(allowed);
    }

    /// Returns the bytes that are decoded and not tokenized yet: UTF-8 in the tokenizer's memory. Empty for UTF-8 sources,
    /// except for the first bytes of a document.
    ///
    /// After a limit has failed, the [pending bytes](Self::pending_bytes), these bytes, and [`Tokens::remaining`] are all that
    /// was not returned.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::{LimitAction, Limits, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().charset("windows-1252")?.limits(Limits::all(8, LimitAction::Fail)).build();
    /// let mut tokens = tokenizer.feed_last(b"<p title='far too long'>\xE9");
    /// assert!(tokens.next_token().is_err() && tokens.remaining().is_empty());
    /// let rest = [tokenizer.pending_bytes().0, tokenizer.decoded_rest()].concat();
    /// assert_eq!(rest, "<p title='far too long'>é".as_bytes());
    /// # Ok::<(), tagspan::UnknownLabel>(())
    /// ```
    pub fn decoded_rest(&self) -> &[u8] {
        self.pipeline.decoded_rest()
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
        self.pipeline.engine.pending_bytes()
    }

    /// Returns the bytes of heap in use: the capacity of all buffers, with an estimate for hash tables. The tokenizer itself
    /// takes `size_of::<Tokenizer>()` bytes more, and [`Memory`](Tokenizer#memory) lists the buffers.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().charset("windows-1251")?.build();
    /// assert_eq!(tokenizer.allocated(), 0);
    /// tokenizer.feed(b"<p>\xCC\xE8\xF0").for_each(|_| ())?;
    /// // A decoder has a buffer.
    /// assert!(tokenizer.allocated() > 10_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn allocated(&self) -> usize {
        self.pipeline.allocated()
    }

    /// Frees unused memory: the decoder's buffer, and buffers for tags and for tokens that cross chunks.
    /// Meant for a connection that waits for its next chunk, which then allocates again. Nothing else changes, and no byte is
    /// lost.
    ///
    /// Kept are an [unfinished token](Self::pending_bytes), and the part of the source that may be read again: the first bytes
    /// until the encoding is decided, and those of the [replay limit](crate::TokenizerBuilder::replay_limit) until it is
    /// certain. The decoder's buffer stays while it holds [decoded bytes](Self::decoded_rest), so call this when all tokens of
    /// a chunk were taken.
    ///
    /// # Cost
    ///
    /// A copy of the kept bytes. A source that is decoded allocates 16 KiB again with its next chunk.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().charset("windows-1251")?.build();
    /// tokenizer.feed(b"<p title=a>\xCC\xE8\xF0<a hr").for_each(|_| ())?;
    /// tokenizer.shrink_to_fit();
    /// assert!(tokenizer.allocated() < 100);
    /// assert_eq!(tokenizer.pending_bytes().0, b"<a hr");
    /// assert!(tokenizer.feed(b"ef=/>").next_token()?.is_some_and(|token| token.raw() == b"<a href=/>"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shrink_to_fit(&mut self) {
        self.pipeline.shrink_to_fit();
    }

    /// Inserts text at the insertion point and returns the cursor over its tokens, as `document.write` does while a script
    /// runs. Then continue with what remained of the chunk.
    ///
    /// The text is a part of the input: the tokens are those of the input with all insertions at their places. An unfinished
    /// token of the source continues in the text, and one of the text (`<b cl`, `<!--`) continues in the source. The text is
    /// UTF-8 in every document. It is not sniffed or decoded, and a U+FEFF at its start is text.
    ///
    /// HTML Standard, section 13.2.3.5 (12.2.3.5), *Preprocessing the input stream*, the insertion point.
    ///
    /// # The insertion point
    ///
    /// It is after everything that the tokenizer has read: at the offset [`position`](Self::position) plus the length of the
    /// second part of [`pending_bytes`](Self::pending_bytes), which is rarely more than 0. To insert after a token, leave its
    /// cursor by [`into_remaining`](crate::Tokens::into_remaining). That is exact after tags, comments, DOCTYPEs and dropped
    /// bytes. Text that was returned is complete: the inserted text does not continue a reference or a CR at its end. The same
    /// holds for tokens that only the end of the input completes. After a parse error the insertion point lies within a token,
    /// and the error stays reported.
    ///
    /// At the end of a chunk the insertion point is after all bytes of the chunk:
    ///
    /// * An unfinished token, such as half a tag, continues in the inserted text.
    /// * A CR that waits for an LF is one newline with an LF at the start of the text, as newlines are normalized in the whole
    ///   input. So is a CR at the end of the text with an LF that follows.
    /// * A UTF-8 sequence that the end of the chunk divides is ill-formed, and so is the rest of it after the text. Characters
    ///   of other encodings stay in the decoder and follow the text.
    /// * Bytes that are kept until the encoding is decided follow the text. A byte order mark among them counts, but has no
    ///   token and no offset if the text was inserted before the first byte.
    ///
    /// # Insertions within insertions
    ///
    /// An inserted script may insert text too. Leave the cursor over the text after the script by [`Tokens::into_remaining`],
    /// insert the text of the script, then insert what remained of the first text, and then feed what remained of the chunk.
    ///
    /// # Offsets
    ///
    /// Inserted bytes count like those of the input: all offsets, spans, lines and columns are those of the input with all
    /// insertions at their places. [`source_span`](crate::Tokens::source_span) subtracts them: it knows spans between
    /// insertions, but none that hold inserted text. The last 1,024 places are remembered; spans before them are not known.
    ///
    /// [Late declarations](crate::LateDeclarations) are looked for in the source only: a `<meta>` that holds inserted text
    /// declares nothing. A [restart](crate::LateDeclarations::Follow) removes all inserted text, and the caller inserts it
    /// again.
    ///
    /// # Errors
    ///
    /// Misuse is the first result of the cursor: an earlier cursor was left within its chunk, the input has ended, or an earlier
    /// call failed. If this cursor is left within the text, or fails, the next one reports it.
    ///
    /// # Cost
    ///
    /// Nothing is copied, unless [`locate`](crate::TokenizerBuilder::locate) is on: then each call copies its text.
    ///
    /// # Examples
    ///
    /// Two levels deep. The page's script writes a script and half a tag; the script that it wrote writes `<i>`.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tagspan::{Tokenizer, Token};
    ///
    /// let mut seen = Vec::new();
    /// // Takes a token, and breaks after a script.
    /// let mut see = |token: Token<'_>| {
    ///     seen.push(String::from_utf8_lossy(token.raw()).into_owned());
    ///     match token {
    ///         Token::EndTag(tag) if tag.is("script") => ControlFlow::Break(()),
    ///         _ => ControlFlow::Continue(()),
    ///     }
    /// };
    /// let mut tokenizer = Tokenizer::builder().charset("windows-1252")?.build();
    ///
    /// let mut page = tokenizer.feed_last(b"<script>1</script>ass=caf\xE9>end");
    /// assert!(page.try_for_each(|token| see(token))?.is_break());
    /// let rest_of_page = page.into_remaining();
    ///
    /// let written = "<script>2</script>and<b cl";
    /// let mut tokens = tokenizer.insert(written);
    /// assert!(tokens.try_for_each(|token| see(token))?.is_break());
    /// let rest_of_written = &written[written.len() - tokens.into_remaining().len()..];
    ///
    /// assert!(tokenizer.insert("<i>").try_for_each(|token| see(token))?.is_continue());
    /// assert!(tokenizer.insert(rest_of_written).try_for_each(|token| see(token))?.is_continue());
    /// assert!(tokenizer.feed_last(rest_of_page).try_for_each(|token| see(token))?.is_continue());
    ///
    /// assert_eq!(
    ///     seen,
    ///     [
    ///         "<script>", "1", "</script>", // of the page
    ///         "<script>", "2", "</script>", // written by 1
    ///         "<i>", // written by 2
    ///         "and", // written by 1
    ///         "<b class=café>", // written by 1 as far as `cl`
    ///         "end"
    ///     ]
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn insert<'t, 'c>(&'t mut self, text: &'c str) -> Tokens<'t, 'c> {
        Tokens::inserting(&mut self.pipeline, text)
    }

    /// Makes a checkpoint, from which a tokenizer in another process can continue: see [`Checkpoint`].
    ///
    /// There is one whenever a chunk may be fed, and after the end: when all tokens of the last chunk were taken, or its cursor
    /// was left by [`into_remaining`](crate::Tokens::into_remaining). `None` if a cursor was dropped within its chunk or within
    /// inserted text, and after an error.
    ///
    /// Costs a copy of the kept bytes.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// tokenizer.feed(b"<title>On").for_each(|_| ())?;
    /// let mut other = Tokenizer::from_checkpoint(tokenizer.checkpoint().expect("all is taken"));
    /// for tokenizer in [&mut tokenizer, &mut other] {
    ///     let mut text = String::new();
    ///     tokenizer.feed_last(b"e</title>").for_each(|token| text += &String::from_utf8_lossy(token.raw()))?;
    ///     assert!(text.ends_with("e</title>"));
    /// }
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        self.pipeline.checkpoint()
    }

    /// Continues from a checkpoint. The source must be fed from [`source_position`](Self::source_position) on.
    ///
    /// [`Checkpoint`] has an example.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let checkpoint = Tokenizer::new().checkpoint().expect("nothing was fed");
    /// assert_eq!(Tokenizer::from_checkpoint(checkpoint).position(), 0);
    /// ```
    #[doc(alias = "resume")]
    pub fn from_checkpoint(checkpoint: Checkpoint) -> Tokenizer {
        Tokenizer { pipeline: Pipeline::from_checkpoint(checkpoint) }
    }

    /// Returns the offset in the source of the next byte to be fed. Bytes that the tokenizer keeps count as fed. For UTF-8 it is
    /// [`position`](Self::position) plus the length of a partial character.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().charset("utf-16le")?.build();
    /// tokenizer.feed(b"<\0p\0>").for_each(|_| ())?;
    /// assert_eq!(tokenizer.source_position(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn source_position(&self) -> u64 {
        self.pipeline.source.input.consumed()
    }
}
