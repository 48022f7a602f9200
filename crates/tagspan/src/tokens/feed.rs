//! The methods of a tokenizer that give a cursor: over a chunk, over the end, over inserted text.

use super::Tokens;
use crate::tokenizer::{End, Tokenizer};

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
    pub fn feed<'t, 'c>(&'t mut self, chunk: &'c [u8]) -> Tokens<'t, &'c [u8]> {
        Tokens::new(self, chunk, End::Open)
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
    pub fn finish<'c>(&mut self) -> Tokens<'_, &'c [u8]> {
        Tokens::new(self, &[], End::Complete)
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
    pub fn finish_truncated<'c>(&mut self) -> Tokens<'_, &'c [u8]> {
        Tokens::new(self, &[], End::Truncated)
    }

    /// Feeds a chunk that is also the last. For a document in memory, this one call is enough. A `&str` is read by
    /// [`tokenize`](crate::tokenize), or by a tokenizer of [`utf8`](Self::utf8): its bytes alone do not tell their encoding.
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
    pub fn feed_last<'t, 'c, B: AsRef<[u8]> + ?Sized>(&'t mut self, chunk: &'c B) -> Tokens<'t, &'c [u8]> {
        Tokens::new(self, chunk.as_ref(), End::Complete)
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
    pub fn insert<'t, 'c>(&'t mut self, text: &'c str) -> Tokens<'t, &'c [u8]> {
        Tokens::inserting(self, text.as_bytes())
    }
}
