//! Many tokens a call, as numbers: for bindings of other languages, in which a call or an object for each token is slow.
//!
//! Programs in Rust want [`Tokens`](crate::Tokens). Names, values and text are decoded from the [records](TokenRecord) on request.

use std::ops::Range;

pub use tagspan_core::scanner::{AttributeRecord, TokenKind, TokenRecord};
use tagspan_core::scanner::{Found, Scanner};
use tagspan_core::{Error, ErrorKind, Span, TextMode, Token};

use crate::tokenizer::{End, Tokenizer};

/// A tokenizer whose tokens are taken in batches.
///
/// It is fed a chunk, and then lent the same chunk for each batch, until the chunk has no more.
///
/// A batch ends where the list of tokens is full or a list of attributes would be, at the end of the chunk, and where the
/// bytes of its tokens would move: at the end of the decoder's buffer, and after a token that straddled chunks.
///
/// ```
/// use tagspan::Tokenizer;
/// use tagspan::batches::{Batches, TokenKind, TokenRecord};
///
/// let mut batches = Batches::new(Tokenizer::utf8());
/// let (mut records, mut tags) = ([TokenRecord::EMPTY; 256], 0);
/// for (chunk, last) in [(&b"<p>one<b"[..], false), (b">two", true)] {
///     batches.feed(chunk, last);
///     loop {
///         let batch = batches.next(chunk, &mut records, None)?;
///         if batch.tokens == 0 {
///             break;
///         }
///         let is_tag = |record: &&TokenRecord| record.kind == TokenKind::StartTag as u8;
///         tags += records[..batch.tokens].iter().filter(is_tag).count();
///     }
/// }
/// assert_eq!(tags, 2);
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Batches {
    tokenizer: Tokenizer,
    /// A token that was found, and that the lists had no room for.
    waiting: Option<Found>,
    /// An error after the tokens of the last batch.
    failure: Option<Error>,
    number: u32,
}

/// What a call has written.
///
/// ```
/// use tagspan::Tokenizer;
/// use tagspan::batches::{AttributeRecord, Batch, Batches, TokenRecord};
///
/// let mut batches = Batches::new(Tokenizer::utf8());
/// batches.feed(b"<a id=i href=x>", true);
/// let (mut tokens, mut attributes) = ([TokenRecord::EMPTY; 8], [AttributeRecord::default(); 1]);
/// let batch = batches.next(b"<a id=i href=x>", &mut tokens, Some(&mut attributes))?;
/// assert_eq!(batch, Batch { tokens: 0, attributes: 0, needed: 2 });
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// The number of tokens. Zero means that the chunk has no more, unless attributes are `needed`.
    pub tokens: usize,
    /// The number of attributes.
    pub attributes: usize,
    /// The number of attributes of the next token, if that is more than the list has room for beside those written.
    pub needed: u32,
}

impl Batches {
    /// A tokenizer to be fed from now on.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    /// use tagspan::batches::Batches;
    ///
    /// assert_eq!(Batches::new(Tokenizer::utf8()).tokenizer().position(), 0);
    /// ```
    pub fn new(tokenizer: Tokenizer) -> Batches {
        Batches { tokenizer, ..Batches::default() }
    }

    /// Returns the tokenizer, to be asked.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    /// use tagspan::batches::Batches;
    ///
    /// assert!(Batches::new(Tokenizer::utf8()).tokenizer().encoding().is_some());
    /// ```
    pub fn tokenizer(&self) -> &Tokenizer {
        &self.tokenizer
    }

    /// Returns the number of the last batch, which its tokens have too.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    /// use tagspan::batches::Batches;
    ///
    /// assert_eq!(Batches::new(Tokenizer::utf8()).number(), 0);
    /// ```
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Prepares for another document, as [`Tokenizer::reset`]. The tokens of the last batch are no longer valid.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    /// use tagspan::batches::Batches;
    ///
    /// let mut batches = Batches::new(Tokenizer::utf8());
    /// batches.feed(b"<p>", true);
    /// batches.reset();
    /// batches.feed(b"<p>", true);
    /// ```
    pub fn reset(&mut self) {
        self.tokenizer.reset();
        self.invalidate();
    }

    /// Feeds a chunk, which may be the last. Misuse is the first result of [`next`](Self::next).
    ///
    /// ```
    /// use tagspan::Tokenizer;
    /// use tagspan::batches::{Batches, TokenRecord};
    ///
    /// let (mut batches, mut tokens) = (Batches::new(Tokenizer::utf8()), [TokenRecord::EMPTY; 8]);
    /// batches.feed(b"<p>text", true);
    /// assert_eq!(batches.next(b"<p>text", &mut tokens, None)?.tokens, 2);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn feed(&mut self, chunk: &[u8], last: bool) {
        self.invalidate();
        self.tokenizer.start_feeding(chunk, if last { End::Complete } else { End::Open });
    }

    /// Declares the end of what is read of a longer source, as
    /// [`Tokenizer::finish_truncated`](crate::Tokenizer::finish_truncated). The last tokens are those of an empty chunk.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    /// use tagspan::batches::{Batches, TokenRecord};
    ///
    /// let (mut batches, mut tokens) = (Batches::new(Tokenizer::utf8()), [TokenRecord::EMPTY; 8]);
    /// batches.feed(b"<!--", false);
    /// assert_eq!(batches.next(b"<!--", &mut tokens, None)?.tokens, 0);
    /// batches.finish_truncated();
    /// assert_eq!(batches.next(b"", &mut tokens, None)?.tokens, 1);
    /// assert_eq!(tokens[0].flags, TokenRecord::TRUNCATED);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn finish_truncated(&mut self) {
        self.invalidate();
        self.tokenizer.start_feeding(&[], End::Truncated);
    }

    /// Sets how the text after the last token of the last batch is read, as
    /// [`Tokenizer::set_text_mode`](crate::Tokenizer::set_text_mode): what a tree builder does after a start tag. It takes the
    /// tokens one by one, in batches of one.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::ModeChangeWithinToken`] in the middle of a token, and before a token for whose attributes the list had no
    /// room. Nothing changes then.
    ///
    /// ```
    /// use tagspan::batches::{Batches, TokenRecord};
    /// use tagspan::{Feedback, TextMode, Tokenizer};
    ///
    /// let tokenizer = Tokenizer::builder().utf8().feedback(Feedback::None).build();
    /// let (mut batches, mut tokens) = (Batches::new(tokenizer), [TokenRecord::EMPTY; 1]);
    /// batches.feed(b"<note>a<b></note>", true);
    /// batches.next(b"<note>a<b></note>", &mut tokens, None)?;
    /// batches.set_text_mode(TextMode::Rawtext)?;
    /// batches.next(b"<note>a<b></note>", &mut tokens, None)?;
    /// assert_eq!((tokens[0].start, tokens[0].end), (6, 10));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn set_text_mode(&mut self, mode: TextMode) -> Result<(), Error> {
        match self.waiting {
            Some(_) => Err(Error::new(ErrorKind::ModeChangeWithinToken, self.tokenizer.position())),
            None => self.tokenizer.set_text_mode(mode),
        }
    }

    /// Sets whether `<![CDATA[` opens a CDATA section from here on, as
    /// [`Tokenizer::set_cdata`](crate::Tokenizer::set_cdata).
    ///
    /// ```
    /// use tagspan::batches::{Batches, TokenKind, TokenRecord};
    /// use tagspan::{Feedback, Tokenizer};
    ///
    /// let tokenizer = Tokenizer::builder().utf8().feedback(Feedback::None).build();
    /// let (mut batches, mut tokens) = (Batches::new(tokenizer), [TokenRecord::EMPTY; 1]);
    /// batches.set_cdata(true);
    /// batches.feed(b"<![CDATA[", true);
    /// batches.next(b"<![CDATA[", &mut tokens, None)?;
    /// assert_eq!(tokens[0].kind, TokenKind::Dropped as u8);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn set_cdata(&mut self, allowed: bool) {
        self.tokenizer.set_cdata(allowed);
    }

    fn invalidate(&mut self) {
        (self.waiting, self.failure) = (None, None);
        self.number = self.number.wrapping_add(1);
    }

    /// Writes the next tokens of the chunk, and their attributes if a list for them is given. `chunk` is the one that was fed.
    ///
    /// # Errors
    ///
    /// As [`Tokens::next_token`](crate::Tokens::next_token), after the tokens before.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    /// use tagspan::batches::{Batches, TokenKind, TokenRecord};
    ///
    /// let (mut batches, mut tokens) = (Batches::new(Tokenizer::utf8()), [TokenRecord::EMPTY; 1]);
    /// batches.feed(b"<p>text", true);
    /// for kind in [TokenKind::StartTag, TokenKind::Text] {
    ///     assert_eq!(batches.next(b"<p>text", &mut tokens, None)?.tokens, 1);
    ///     assert_eq!(tokens[0].kind, kind as u8);
    /// }
    /// assert_eq!(batches.next(b"<p>text", &mut tokens, None)?.tokens, 0);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn next(
        &mut self,
        chunk: &[u8],
        tokens: &mut [TokenRecord],
        attributes: Option<&mut [AttributeRecord]>,
    ) -> Result<Batch, Error> {
        self.number = self.number.wrapping_add(1);
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let lists = Lists { tokens, attributes, batch: Batch::default(), number: self.number };
        let Batches { tokenizer, waiting, .. } = self;
        let (batch, failure) = fill(tokenizer, waiting, chunk, lists);
        // It is `None` here, and not written again: that would be waited for at the end of each batch.
        if let Some(error) = failure {
            if batch.tokens == 0 {
                return Err(error);
            }
            self.failure = failure;
        }
        Ok(batch)
    }

    /// Converts a span of a token of the last batch, or of one of its parts, into one of the source, as
    /// [`Tokens::source_span`](crate::Tokens::source_span).
    ///
    /// ```
    /// use tagspan::{Span, Tokenizer};
    /// use tagspan::batches::{Batches, TokenRecord};
    ///
    /// let source = b"\x93\xFA\x96\x7B<p>"; // "日本<p>" in Shift_JIS
    /// let tokenizer = Tokenizer::builder().charset("shift_jis")?.source_offsets(true).build();
    /// let (mut batches, mut tokens) = (Batches::new(tokenizer), [TokenRecord::EMPTY; 8]);
    /// batches.feed(source, true);
    /// assert_eq!(batches.next(source, &mut tokens, None)?.tokens, 2);
    /// let span = Span { start: tokens[1].start, end: tokens[1].end };
    /// assert_eq!((span.start, batches.source_span(span).unwrap().start), (6, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn source_span(&self, span: Span) -> Option<Span> {
        self.tokenizer.source_span(span)
    }
}

/// The lists of a caller, and how far they are filled.
struct Lists<'a> {
    tokens: &'a mut [TokenRecord],
    attributes: Option<&'a mut [AttributeRecord]>,
    batch: Batch,
    number: u32,
}

impl Lists<'_> {
    /// Adds the tokens of the fast path, as far as they have room. The result is one whose attributes have none.
    // The record is at hand before the token is found. So each common kind has a code path of its own to the end of the record,
    // and is not branched on a second time.
    #[inline(always)]
    fn add_fast_path(&mut self, scanner: &mut Scanner, mut rest: &[u8]) -> Option<Found> {
        while let Some(record) = self.tokens.get_mut(self.batch.tokens) {
            let token = scanner.fast_path(rest)?;
            rest = token.rest();
            let (attributes, first) = (self.attributes.as_deref_mut(), self.batch.attributes);
            let written = record.write(scanner.resolve_fast_path(token), attributes, first, self.number);
            if !self.count(written) {
                return Some(token.found());
            }
        }
        None
    }

    /// Adds a token, if its attributes have room. The list of tokens is not full.
    fn add(&mut self, token: Token<'_>) -> bool {
        let (attributes, first) = (self.attributes.as_deref_mut(), self.batch.attributes);
        let written = self.tokens[self.batch.tokens].write(token, attributes, first, self.number);
        self.count(written)
    }

    #[inline(always)]
    fn count(&mut self, written: Result<u32, u32>) -> bool {
        match written {
            Ok(attributes) => {
                self.batch.tokens += 1;
                if self.attributes.is_some() {
                    self.batch.attributes += attributes as usize;
                }
                true
            }
            Err(needed) => {
                self.batch.needed = needed;
                false
            }
        }
    }

    fn are_full(&self) -> bool {
        self.batch.tokens == self.tokens.len()
    }
}

/// Fills the lists, and returns how far, with the error at which it stopped.
// The lists are passed by value, so that what counts them stays in registers.
fn fill(
    tokenizer: &mut Tokenizer,
    waiting: &mut Option<Found>,
    chunk: &[u8],
    mut lists: Lists<'_>,
) -> (Batch, Option<Error>) {
    // Whether the next step of the decoder moves the bytes of a token, or forgets where they come from.
    let mut stays = false;
    let mut next = waiting.take();
    while !lists.are_full() {
        if next.is_none() {
            let rest = &chunk[tokenizer.fast_path_rest(chunk)];
            next = lists.add_fast_path(&mut tokenizer.scanner, rest);
            if next.is_some() || lists.are_full() {
                break;
            }
        }
        let found = match next.take() {
            Some(found) => found,
            None => {
                stays |= tokenizer.maps_source() && lists.batch.tokens > 0;
                let found = if stays { tokenizer.advance_in_piece(chunk) } else { tokenizer.advance(chunk) };
                match found {
                    Ok(Some(found)) => found,
                    Ok(None) => break,
                    Err(error) => return (lists.batch, Some(error)),
                }
            }
        };
        let token = tokenizer.scanner.resolve(tokenizer.body(chunk), found);
        let place = tokenizer.place(chunk, token);
        if !lists.add(token) {
            next = Some(found);
            break;
        }
        match place {
            Place::Moves => break,
            place => stays |= place == Place::Decoded,
        }
    }
    *waiting = next;
    (lists.batch, None)
}

/// Where the bytes of a token lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// In the caller's chunk, or in memory that never changes.
    Chunk,
    /// In the piece that was decoded last, until the decoder takes another step.
    Decoded,
    /// In a buffer of the scanner, until the next token.
    Moves,
}

impl Tokenizer {
    fn place(&self, chunk: &[u8], token: Token<'_>) -> Place {
        let raw = token.raw().as_ptr_range();
        let lies_in = |bytes: &[u8]| {
            let Range { start, end } = bytes.as_ptr_range();
            start <= raw.start && raw.end <= end
        };
        if matches!(token, Token::Error(_)) {
            Place::Chunk
        } else if token.missing_bytes() > 0 {
            // Of such a token parts of the source are not known, as long as it is the last.
            Place::Moves
        } else if lies_in(chunk) {
            Place::Chunk
        } else if self.piece.as_ref().is_some_and(|piece| piece.is_decoded() && lies_in(self.body(chunk))) {
            Place::Decoded
        } else {
            Place::Moves
        }
    }
}
