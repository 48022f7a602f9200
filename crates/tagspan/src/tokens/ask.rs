//! The questions to a cursor between two tokens, and the settings that change there.

use tagspan_core::{Error, LineColumn, Span, TextMode};
use tagspan_input::{Encoding, EncodingDecision};

use super::{Chunk, Tokens};
use crate::checkpoint::Checkpoint;

impl<C: Chunk> Tokens<'_, C> {
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
    pub fn remaining(&self) -> C
    where
        C: Clone,
    {
        let mut rest = self.chunk.clone();
        rest.skip(self.taken());
        rest
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
    /// let mut other = Tokenizer::from_checkpoint(checkpoint)?;
    /// assert!(matches!(other.feed(rest).next_token()?, Some(Token::Text(text)) if text.value() == "а"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        self.tokenizer.checkpoint_within(self.chunk.bytes())
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
        self.tokenizer.is_exhausted()
    }

    /// Leaves the chunk here and returns the part of it that must be fed next, even if it is empty, because tokens may still
    /// come. If this cursor declared the end of the input, declare it again. Text can be [inserted](crate::Tokenizer::insert)
    /// before what remains. Bytes that complete a character of the chunk before do not remain, even if no token was taken.
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
    pub fn into_remaining(mut self) -> C {
        let taken = self.leave();
        self.chunk.skip(taken);
        self.chunk
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
        self.tokenizer.scanner.set_text_mode(mode)
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
        self.tokenizer.scanner.text_mode()
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
        self.tokenizer.scanner.cdata()
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
        self.tokenizer.scanner.set_cdata(allowed);
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
        self.tokenizer.source_span(span)
    }

    /// Returns the encoding, once it is decided.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("<p>");
    /// tokens.next_token()?;
    /// assert_eq!(tokens.encoding(), Some(tagspan::UTF_8));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn encoding(&self) -> Option<&'static Encoding> {
        self.tokenizer.encoding()
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
        self.tokenizer.encoding_decision()
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
        self.tokenizer.scanner.position()
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
        self.tokenizer.locate(self.chunk.bytes(), self.progress.found, offset)
    }
}
