//! The tokenizer: a document's way from bytes to tokens.
//!
//! ```text
//! chunk --> input (sniffer, decoder) --> piece --> scanner --> tokens
//!             ^                            ^
//!             late declarations            inserted text
//! ```
//!
//! [`parts`] has its phase, its end and its late declarations, and [`life`] what begins and ends them; [`piece`] has the UTF-8 that is read now. [`pull`]
//! decodes the next piece and scans it. [`insertion`] puts text before the rest of the source, and [`late_meta`] replaces the
//! decoder. [`drive`], on top, is what a cursor calls.

mod drive;
mod insertion;
mod insertions;
mod late_meta;
mod life;
mod parts;
mod piece;
mod pull;

use tagspan_core::scanner::{LineCounter, Scanner};
use tagspan_core::{Error, TextMode};
use tagspan_input::decoder::Input;
use tagspan_input::{Encoding, EncodingDecision, EncodingOptions, IllFormed};

pub(crate) use self::insertions::{Insertions, SavedInsertions, SavedRest};
pub(crate) use self::parts::{End, LateMeta, Phase};
pub(crate) use self::piece::{Origin, Piece};
use crate::late_meta::{LateDeclaration, LateDeclarations};

/// A streaming tokenizer for bytes of any encoding, taken from the byte order mark, a header, the document or a default.
///
/// Feed it chunks, take the tokens of each from the cursor, and declare the end with [`finish`](Self::finish).
///
/// Tokens of UTF-8 are slices of the caller's chunk. Other encodings are decoded piece by piece into one buffer of bounded
/// size, and tokens are slices of that buffer, but for long runs of ASCII, which are not copied either. Until the encoding is decided, chunks are kept, at most 1,024 bytes or
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
#[derive(Clone, Debug)]
pub struct Tokenizer {
    pub(crate) input: Input,
    /// How much of the caller's chunk the decoder has consumed.
    pub(crate) consumed: usize,
    /// Whether the last step of the decoder needs another chunk, if all of this one is consumed.
    pub(crate) is_drained: bool,
    pub(crate) end: End,
    /// The bytes that the scanner reads: a piece of the source, or inserted text.
    pub(crate) piece: Option<Piece>,
    /// The offset of the UTF-8 that the next piece begins with.
    pub(crate) next_offset: u64,
    /// Whether a cursor was left before the scanner reported everything about its pending bytes.
    pub(crate) is_behind: bool,
    pub(crate) scanner: Scanner,
    /// Boxed, so that a tokenizer that counts no lines is no larger.
    pub(crate) locator: Option<Box<LineCounter>>,
    pub(crate) insertions: Insertions,
    pub(crate) meta: LateMeta,
    pub(crate) phase: Phase,
    /// Why it failed, once it has. It stands apart, so that the phase is one byte.
    pub(crate) failure: Error,
}

impl Tokenizer {
    /// Returns whether the source has more bytes than [`Limits::max_bytes`](crate::Limits::max_bytes)
    /// allows. The tokenizer ignores the rest, so the download can stop.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::{LimitAction, Limits, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().limits(Limits::new().max_bytes(6, LimitAction::Truncate)).build();
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
        self.input.reset();
        self.begin();
        (self.phase, self.end) = (Phase::Ready, End::Open);
        self.watch(self.meta.policy != LateDeclarations::Ignore);
        self.meta.found = None;
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
        self.input.reset_with(encoding);
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
        self.input.encoding_decision()
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
        self.meta.found.as_ref()
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
        self.input.ill_formed()
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
        self.scanner.position()
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
        self.scanner.text_mode()
    }

    /// Sets the text mode from here on, as [`Tokens::set_text_mode`](crate::Tokens::set_text_mode) does between the tokens of a chunk.
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
        self.scanner.set_text_mode(mode)
    }

    /// Sets whether `<![CDATA[` opens a CDATA section from here on, as [`Tokens::set_cdata`](crate::Tokens::set_cdata) does between the tokens of a
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
        self.scanner.set_cdata(allowed);
    }

    /// Returns the bytes that are decoded and not tokenized yet: UTF-8 in the tokenizer's memory. Empty for UTF-8 sources,
    /// except for the first bytes of a document.
    ///
    /// After a limit has failed, the [pending bytes](Self::pending_bytes), these bytes, and [`Tokens::remaining`](crate::Tokens::remaining) are all that
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
        match &self.piece {
            Some(piece) if piece.is_decoded() => {
                // The body ends before a CR or a partial character that ends the piece.
                piece.rest_from(self.consumed_of(piece, &[]), &self.input)
            }
            Some(Piece { origin: Origin::Chunk, .. }) => &[],
            _ => self.insertions.rest(&self.input),
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
        self.scanner.pending_bytes()
    }

    /// Returns how many bytes a [limit](crate::Limits) has left out of the token that is not complete.
    ///
    /// ```
    /// use tagspan::{LimitAction, Limits, Tokenizer};
    ///
    /// let limits = Limits::new().comment(10, LimitAction::Truncate);
    /// let mut tokenizer = Tokenizer::builder().utf8().limits(limits).build();
    /// tokenizer.feed(b"<!-- a longer comment").for_each(|_| ())?;
    /// assert_eq!(tokenizer.missing_bytes() + tokenizer.pending_bytes().0.len() as u64, 21);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn missing_bytes(&self) -> u64 {
        self.scanner.cut_so_far()
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
    /// assert!(tokenizer.allocated() > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn allocated(&self) -> usize {
        let locator =
            self.locator.as_deref().map_or(0, |locator| size_of::<LineCounter>() + locator.allocated());
        self.input.allocated() + self.scanner.allocated() + self.insertions.allocated() + locator
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
    /// A copy of the kept bytes. A source that is decoded allocates up to 16 KiB again with its next chunk.
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
        self.scanner.shrink();
        self.insertions.shrink();
        if let Some(locator) = &mut self.locator {
            locator.shrink();
        }
        let mut pieces = self.piece.iter().chain(&self.insertions.rest);
        if !pieces.any(|piece| piece.origin == Origin::Buffer) {
            self.input.shrink_to_fit();
        }
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
        self.input.consumed()
    }
}
