//! Tokens from a reader that blocks.

use std::io::{ErrorKind, Read};

use tagspan_core::{Error, LineColumn, Span, TextMode, Token};
use tagspan_input::EncodingDecision;

use super::buffer::{Buffer, DEFAULT_BUFFER_SIZE};
use super::error::{ReadError, is_passing};
use super::pump::{Progress, Pump, pump_methods};
use crate::tokenizer::Tokenizer;

/// The tokens of what a [`Read`] reads, lent one by one.
///
/// Dropping it, or leaving it at any token, loses nothing but what was read ahead; [`into_parts`](Self::into_parts) gives
/// that.
///
/// # Errors
///
/// A read that was interrupted is tried again. Any other error of the reader is given as [`ReadError::Read`], and the next
/// call reads again: so a reader that does not block may say `WouldBlock` at any time. An end right after another error
/// (but for a time-out) is not taken for the document's: it gives `None`, and [`finish_now`](Self::finish_now) then gives
/// what there is.
///
/// # Cost
///
/// One buffer of 64 KiB, or of [another size](Self::with_buffer_size), that is used for each chunk, and the tokenizer's memory.
/// Nothing is allocated per chunk or token. The reader needs no buffer of its own.
///
/// # Examples
///
/// ```
/// use tagspan::{ReadTokens, Tokenizer, Token};
///
/// # fn main() -> Result<(), tagspan::ReadError> {
/// let page = std::io::Cursor::new("<title>A page</title><p>text");
/// let mut tokens = ReadTokens::new(Tokenizer::new(), page);
/// let mut text = Vec::new();
/// while let Some(token) = tokens.next_token()? {
///     if let Token::Text(run) = token {
///         text.push(run.value().into_owned());
///     }
/// }
/// assert_eq!(text, ["A page", "text"]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct ReadTokens<R> {
    pump: Pump<Buffer>,
    reader: R,
}

impl<R: Read> ReadTokens<R> {
    /// Reads with a buffer of 64 KiB.
    ///
    /// ```
    /// let mut tokens = tagspan::ReadTokens::new(tagspan::Tokenizer::new(), &b"<p>"[..]);
    /// assert!(tokens.advance()?);
    /// # Ok::<(), tagspan::ReadError>(())
    /// ```
    pub fn new(tokenizer: Tokenizer, reader: R) -> Self {
        Self::with_buffer_size(DEFAULT_BUFFER_SIZE, tokenizer, reader)
    }

    /// Reads with a buffer of this many bytes, or of one.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::{ReadTokens, Tokenizer, Token};
    ///
    /// # fn main() -> Result<(), tagspan::ReadError> {
    /// let tokenizer = Tokenizer::builder().charset("utf-8").unwrap().build();
    /// let mut tokens = ReadTokens::with_buffer_size(2, tokenizer, &b"<p>"[..]);
    /// assert!(matches!(tokens.next_token()?, Some(Token::StartTag(tag)) if tag.is("p")));
    /// # Ok(())
    /// # }
    /// ```
    pub fn with_buffer_size(bytes: usize, tokenizer: Tokenizer, reader: R) -> Self {
        ReadTokens { pump: Pump::new(tokenizer, Buffer::new(bytes)), reader }
    }

    /// The next token; `None` at the end of the document, and from then on.
    ///
    /// # Errors
    ///
    /// See [`ReadError`]. An error of the tokenizer stays.
    ///
    /// ```
    /// let mut tokens = tagspan::ReadTokens::new(tagspan::Tokenizer::new(), &b"<p>"[..]);
    /// assert!(tokens.next_token()?.is_some_and(|token| token.raw() == b"<p>"));
    /// assert!(tokens.next_token()?.is_none());
    /// # Ok::<(), tagspan::ReadError>(())
    /// ```
    #[inline(always)]
    pub fn next_token(&mut self) -> Result<Option<Token<'_>>, ReadError> {
        if let Some(found) = self.pump.cursor.straight() {
            return Ok(Some(self.pump.cursor.resolve_straight(found)));
        }
        if self.pump.advance_elsewhere()? || self.go_on()? {
            return Ok(self.token());
        }
        Ok(None)
    }

    /// Moves to the next token, which [`token`](Self::token) then lends; `false` at the end of the document. For loops
    /// that look for a token and give it back.
    ///
    /// # Errors
    ///
    /// As [`next_token`](Self::next_token).
    ///
    /// # Examples
    ///
    /// ```
    /// use std::io::Read;
    /// use tagspan::{ReadError, ReadTokens, Tokenizer, Token};
    ///
    /// fn next_comment<R: Read>(tokens: &mut ReadTokens<R>) -> Result<Option<Token<'_>>, ReadError> {
    ///     while tokens.advance()? {
    ///         if matches!(tokens.token(), Some(Token::Comment(_))) {
    ///             return Ok(tokens.token());
    ///         }
    ///     }
    ///     Ok(None)
    /// }
    ///
    /// # fn main() -> Result<(), ReadError> {
    /// let mut tokens = ReadTokens::new(Tokenizer::new(), &b"text<p><!-- note -->"[..]);
    /// assert_eq!(next_comment(&mut tokens)?.unwrap().raw(), b"<!-- note -->");
    /// # Ok(())
    /// # }
    /// ```
    pub fn advance(&mut self) -> Result<bool, ReadError> {
        Ok(self.next_token()?.is_some())
    }

    /// Reads chunk after chunk until there is a token.
    #[inline(never)]
    fn go_on(&mut self) -> Result<bool, ReadError> {
        loop {
            match self.pump.go_on()? {
                Progress::Token => return Ok(true),
                Progress::End => return Ok(false),
                Progress::Wanting => self.read()?,
            }
        }
    }

    fn read(&mut self) -> Result<(), ReadError> {
        let read = loop {
            match self.reader.read(self.pump.cursor.chunk.memory()) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        match read {
            Ok(0) => self.pump.source_ended(),
            Ok(length) => {
                self.pump.cursor.chunk.filled(length);
                self.pump.feed();
            }
            Err(error) => {
                if !is_passing(&error) {
                    self.pump.source_failed();
                }
                return Err(error.into());
            }
        }
        Ok(())
    }

    /// The token that was taken last; `None` after an error, and at the end.
    ///
    /// ```
    /// let mut tokens = tagspan::ReadTokens::new(tagspan::Tokenizer::new(), &b"<p>"[..]);
    /// assert!(tokens.token().is_none() && tokens.advance()?);
    /// assert!(tokens.token().is_some_and(|token| token.raw() == b"<p>"));
    /// # Ok::<(), tagspan::ReadError>(())
    /// ```
    #[must_use]
    pub fn token(&self) -> Option<Token<'_>> {
        self.pump.cursor.token()
    }

    pump_methods!("let mut tokens = tagspan::ReadTokens::new(tagspan::Tokenizer::new(), &b\"<p>\"[..]);");

    /// The reader. What it has read already lies in the buffer.
    ///
    /// ```
    /// let tokens = tagspan::ReadTokens::new(tagspan::Tokenizer::new(), &b"<p>"[..]);
    /// assert_eq!(*tokens.reader(), b"<p>");
    /// ```
    pub fn reader(&self) -> &R {
        &self.reader
    }

    /// The tokenizer, the reader, and what was read and not tokenized: that has to be fed to the tokenizer next.
    ///
    /// # Examples
    ///
    /// A reader that can go back follows a declaration that came too late:
    ///
    /// ```
    /// use std::io::{Cursor, Seek};
    /// use tagspan::{ErrorKind, LateDeclarations, ReadError, ReadTokens, Tokenizer, Token};
    ///
    /// # fn main() -> Result<(), ReadError> {
    /// let page = [b"<p>\xC1<!--", &b"-".repeat(100_000)[..], b"--><meta charset=koi8-r>"].concat();
    /// let tokenizer = Tokenizer::builder().late_declarations(LateDeclarations::Follow).build();
    /// let mut tokens = ReadTokens::new(tokenizer, Cursor::new(page));
    /// let mut text = String::new();
    /// loop {
    ///     match tokens.next_token() {
    ///         Ok(Some(Token::Text(found))) => text += &found.value(),
    ///         Ok(Some(_)) => {}
    ///         Ok(None) => break,
    ///         Err(ReadError::Token(error)) if error.kind() == (ErrorKind::Restart { feed_again: true }) => {
    ///             text.clear();
    ///             let (tokenizer, mut page, _) = tokens.into_parts();
    ///             page.rewind()?;
    ///             tokens = ReadTokens::new(tokenizer, page);
    ///         }
    ///         Err(error) => return Err(error),
    ///     }
    /// }
    /// assert_eq!(text, "а");
    /// # Ok(())
    /// # }
    /// ```
    #[must_use = "what was read has to be fed next"]
    pub fn into_parts(self) -> (Tokenizer, R, Vec<u8>) {
        let (tokenizer, buffer) = self.pump.into_parts();
        (tokenizer, self.reader, buffer.into_vec())
    }
}
