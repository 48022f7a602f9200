//! Rewrites documents: a callback changes tokens, and all other bytes are copied from the source.

mod copier;
mod encode;
mod error;
mod joins;
mod output;
mod shifts;
mod token_edit;

use std::io::{self, Read, Write};

use tagspan_core::scanner::without_truncation;
use tagspan_core::{DropReason, LimitAction, Limits, Span, TextMode, Token};
use tagspan_input::EncodingDecision;

use crate::builder::TokenizerBuilder;
use crate::late_meta::LateDeclarations;
use crate::tokenizer::End;
use crate::tokenizer::Tokenizer;
use crate::tokens::Tokens;
use copier::Copier;
use encode::TextEncoder;
use joins::Joins;
use output::Output;
use token_edit::Action;

pub use error::{RewriteError, RewriteErrorKind};
pub use token_edit::TokenEdit;

/// Rewrites a document of any encoding while it is read: a callback gets each token and decides what is written for it.
///
/// Documents come from any [`Read`] ([`read_from`](Self::read_from)), or chunk by chunk ([`write`](Self::write) and
/// [`finish`](Self::finish)), as in asynchronous code. The output is any [`Write`]. An output for which a call is
/// expensive, such as a file, should be a [`BufWriter`](std::io::BufWriter).
///
/// # Guarantee
///
/// The rewriter copies every source byte that the callback does not change, in every encoding, including the byte order
/// mark and ill-formed sequences. So a document that the callback does not change comes out byte for byte.
///
/// In a tag that the callback [edits](TokenEdit::write_tag), the rewriter copies all bytes that
/// [`TagEditor`](crate::TagEditor) does not change.
///
/// In ISO-2022-JP, the rewriter adds escape sequences where source and inserted text meet in different character sets.
///
/// # Encoding
///
/// The callback reads and writes UTF-8. The rewriter writes inserted text in the encoding of the source, with decimal
/// references for the characters that the encoding lacks. A reference stands for its character in text and in attribute
/// values, but not in names, comments, `<script>` and `<style>`. The control characters U+0080 to U+009F have no references,
/// and become U+FFFD where the encoding lacks them.
///
/// While the encoding is a guess, and after a declaration that contradicts it, the rewriter writes every inserted character
/// outside ASCII as a reference, except in UTF-16. Such text is right in every encoding in which the output may be read. An
/// encoding is a guess unless the builder, a byte order mark or a declaration tells it. If you know the encoding, set it
/// by [`TokenizerBuilder::encoding`] or [`TokenizerBuilder::content_type`].
///
/// Do not change the declaration of the encoding in the document: the rewriter does not convert.
///
/// # What the callback gets
///
/// The callback gets all tokens except the byte order mark. Text comes in pieces, which end where a chunk ends, so a word may
/// be in two tokens.
///
/// Text is read as browsers do that have no scripting: the content of `<noscript>` is markup. Under
/// [`TokenizerBuilder::scripting`] it is text without references, as in browsers.
///
/// If the document ends within a tag, the tag is [`Token::Dropped`], with [`DropReason::UnfinishedTag`]. Remove it if
/// something is written after it, by [`TokenEdit::after`] or after the document, as this would become a part of the tag. In
/// the same way, what follows an unfinished comment or DOCTYPE becomes a part of it.
///
/// # Text stays text
///
/// Edits join text that had a token between, and pieces of text. Where the text before would make markup, a character
/// reference or one line break of two, the first character of what follows becomes a reference. So does a character that
/// would begin the output with a byte order mark.
///
/// This is so where text has references and is read as in the source:
///
/// * What is inserted in text without references, such as that of `<script>`, is written as it is given.
/// * Tags decide how the text after them is read: those of `<script>`, `<style>`, `<title>`, `<textarea>`, `<xmp>`, `<iframe>`,
///   `<noembed>`, `<noframes>` and `<plaintext>`, all in `<svg>`, `<math>` and `<template>`, and those before a `<frameset>`. So
///   do the marks of a CDATA section, which are [`Token::Dropped`]. If you remove or write one, do so with the whole element or
///   section.
/// * A tree builder ignores a line feed right after `<pre>`, `<listing>` and `<textarea>`, also if an edit brings it there.
///
/// ```
/// use tagspan::{Rewriter, Token};
///
/// let html = Rewriter::new(Vec::new()).read_from(&b"&<i>lt; <<i>b>"[..], |token, edit| {
///     if let Token::StartTag(_) = token {
///         edit.remove();
///     }
/// })?;
/// assert_eq!(html, b"&&#108;t; <&#98;>");
/// # Ok::<(), tagspan::RewriteError>(())
/// ```
///
/// # Limits
///
/// The rewriter fails at a construct of more than 16 MiB, and at a tag of more than 100,000 attributes. So the callback sees
/// every tag that ends whole before it is written:
///
/// ```
/// use tagspan::{ErrorKind, RewriteErrorKind, Rewriter};
///
/// let page = format!("text<p{} onclick=attack()>", " a".repeat(100_000));
/// let error = Rewriter::new(Vec::new()).read_from(page.as_bytes(), |_, _| {}).unwrap_err();
/// assert!(matches!(error.kind(), RewriteErrorKind::Token(error) if error.kind().as_str() == "limit-exceeded"));
/// assert_eq!(error.offset(), 4);
/// ```
///
/// [`TokenizerBuilder::limits`] sets other limits. Under [`LimitAction::Skip`] the callback gets the bytes of a construct over
/// its limit in pieces that are [`Token::Dropped`], and the rewriter copies those that the callback does not remove:
///
/// ```
/// use tagspan::{DropReason, LimitAction, LimitKind, Limits, Rewriter, Token, Tokenizer};
///
/// let limits = Limits::new().attributes(2, LimitAction::Skip).comment(32, LimitAction::Skip);
/// let rewriter = Rewriter::with_builder(Vec::new(), Tokenizer::builder().limits(limits));
/// let page = format!("<p a b><p a b onclick=attack()><!--{}-->text", "x".repeat(32));
/// let html = rewriter.read_from(page.as_bytes(), |token, edit| match token {
///     Token::Dropped(part) if part.reason() == DropReason::Skipped(LimitKind::Tag) => edit.remove(),
///     _ => {}
/// })?;
/// assert_eq!(html, format!("<p a b><!--{}-->text", "x".repeat(32)).as_bytes());
/// # Ok::<(), tagspan::RewriteError>(())
/// ```
///
/// # Ill-formed sources
///
/// In an encoding of more than one byte, an ill-formed sequence may form a character with the bytes that follow it in the
/// output, where the callback inserts text or removes what is between them. It never does with inserted markup that begins with
/// `<`. If UTF-16 ends with half a code unit, do not insert text after the last token.
///
/// # Memory
///
/// The rewriter takes the memory of the [tokenizer](Tokenizer#memory), and keeps the source bytes of the unfinished token and the text
/// that is [held](TokenEdit::hold).
///
/// # Examples
///
/// ```
/// use tagspan::{Rewriter, Token};
///
/// // The page declares windows-1251.
/// let page = b"<meta charset=windows-1251><A HREF=/a>\xCC\xE8\xF0</A><!-- note -->\xFF";
/// let rewriter = Rewriter::new(Vec::new());
/// let output = rewriter.read_from(&page[..], |token, edit| match token {
///     Token::StartTag(tag) if tag.is("a") => edit.write_tag(tag.edit().set_attribute("title", "Мир ☮")),
///     Token::Comment(_) => edit.remove(),
///     _ => {}
/// })?;
/// assert_eq!(
///     output,
///     b"<meta charset=windows-1251><A HREF=/a title=\"\xCC\xE8\xF0 &#9774;\">\xCC\xE8\xF0</A>\xFF"
/// );
/// # Ok::<(), tagspan::RewriteError>(())
/// ```
///
/// Chunk by chunk: the output is taken out after each chunk.
///
/// ```
/// use tagspan::{Rewriter, Token, TokenEdit};
///
/// fn without_comments(token: Token<'_>, edit: &mut TokenEdit) {
///     if let Token::Comment(_) = token {
///         edit.remove();
///     }
/// }
///
/// let mut rewriter = Rewriter::with_builder(Vec::new(), tagspan::Tokenizer::builder().charset("utf-8")?);
/// let mut sent = Vec::new();
/// for chunk in ["<p>one<!-- two", " three -->four"] {
///     rewriter.write(chunk.as_bytes(), without_comments)?;
///     sent.push(std::mem::take(rewriter.output_mut()));
/// }
/// sent.push(rewriter.finish(without_comments)?);
/// assert_eq!(sent, [&b"<p>one"[..], b"four", b""]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[doc(alias = "HtmlRewriter")]
pub struct Rewriter<W> {
    tokenizer: Box<Tokenizer>,
    copier: Copier<W>,
    joins: Joins,
    edit: TokenEdit,
    /// How text before the next token is read.
    text_mode: TextMode,
    has_failed: bool,
}

/// The limits if the caller sets none: those of [`Limits::lossless`], at which the document fails.
const LIMITS: Limits = Limits::all(16 << 20, LimitAction::Fail).attributes(100_000, LimitAction::Fail);

/// How much [`Rewriter::read_from`] reads at a time.
const BUFFER: usize = 64 * 1024;

impl<W: Write> Rewriter<W> {
    /// Creates a rewriter that writes to this output, and finds the encoding as [`Tokenizer::new`] does.
    ///
    /// ```
    /// use tagspan::Rewriter;
    ///
    /// let page = b"\xFF\xFE<\0p\0>\0";
    /// assert_eq!(Rewriter::new(Vec::new()).read_from(&page[..], |_, _| {})?, page);
    /// # Ok::<(), tagspan::RewriteError>(())
    /// ```
    pub fn new(output: W) -> Self {
        Self::with_builder(output, Tokenizer::builder())
    }

    /// Creates a rewriter with other settings than the defaults, such as the encoding or the [limits](Self#limits).
    ///
    /// The rewriter overrides the settings on which its [guarantee](Self#guarantee) depends:
    ///
    /// * [`limits`](TokenizerBuilder::limits): [`LimitAction::Truncate`] is [`LimitAction::Fail`]. So is [`LimitAction::Skip`] for attribute values and for the document.
    /// * [`late_declarations`](TokenizerBuilder::late_declarations): [`LateDeclarations::Report`], under which the
    ///   document is not read again after a part was written.
    /// * [`source_offsets`](TokenizerBuilder::source_offsets): on.
    /// * [`parse_errors`](TokenizerBuilder::parse_errors): off.
    ///
    /// ```
    /// use tagspan::{Rewriter, TextMode, Token, Tokenizer};
    ///
    /// let builder = Tokenizer::builder().content_type("text/html; charset=koi8-r");
    /// let html = Rewriter::with_builder(Vec::new(), builder).read_from(&b"<p>\xC1"[..], |token, edit| match token {
    ///     Token::Text(text) if text.mode() == TextMode::Data => edit.replace_text(&text.value().to_uppercase()),
    ///     _ => {}
    /// })?;
    /// assert_eq!(html, b"<p>\xE1");
    /// # Ok::<(), tagspan::RewriteError>(())
    /// ```
    pub fn with_builder(output: W, builder: TokenizerBuilder) -> Self {
        let limits = builder.limits.unwrap_or(LIMITS);
        let tokenizer = builder
            .limits(without_truncation(limits))
            .late_declarations(LateDeclarations::Report)
            .source_offsets(true)
            .parse_errors(false)
            .build();
        let text_mode = tokenizer.text_mode().unwrap_or(TextMode::Data);
        Rewriter {
            text_mode,
            tokenizer: Box::new(tokenizer),
            copier: Copier::new(output),
            joins: Joins::new(text_mode),
            edit: TokenEdit::default(),
            has_failed: false,
        }
    }

    /// Rewrites all of the input, flushes the output and returns it.
    ///
    /// # Errors
    ///
    /// See [`RewriteErrorKind`]. A read that was interrupted is tried again.
    ///
    /// ```
    /// use tagspan::{Rewriter, Token};
    ///
    /// let mut images = 0;
    /// let output = Rewriter::new(Vec::new()).read_from(&b"<p><img src=a><img src=b>"[..], |token, edit| match token {
    ///     Token::StartTag(tag) if tag.is("img") => {
    ///         images += 1;
    ///         edit.write_tag(tag.edit().set_attribute("id", &format!("image-{images}")));
    ///     }
    ///     _ => {}
    /// })?;
    /// assert_eq!(output, b"<p><img src=a id=\"image-1\"><img src=b id=\"image-2\">");
    /// # Ok::<(), tagspan::RewriteError>(())
    /// ```
    pub fn read_from(
        self,
        input: impl Read,
        mut rewrite: impl FnMut(Token<'_>, &mut TokenEdit),
    ) -> Result<W, RewriteError> {
        self.read_from_with(input, |token, edit| {
            if let Some(token) = token {
                rewrite(token, edit);
            }
        })
    }

    /// As [`read_from`](Self::read_from), and calls the callback once more at the end, as [`finish_with`](Self::finish_with).
    ///
    /// # Errors
    ///
    /// See [`RewriteErrorKind`].
    ///
    /// ```
    /// let html = tagspan::Rewriter::new(Vec::new()).read_from_with(&b"<p>a"[..], |token, edit| {
    ///     if token.is_none() {
    ///         edit.before("<footer>b</footer>");
    ///     }
    /// })?;
    /// assert_eq!(html, b"<p>a<footer>b</footer>");
    /// # Ok::<(), tagspan::RewriteError>(())
    /// ```
    pub fn read_from_with(
        mut self,
        mut input: impl Read,
        mut rewrite: impl FnMut(Option<Token<'_>>, &mut TokenEdit),
    ) -> Result<W, RewriteError> {
        let mut buffer = vec![0; BUFFER];
        loop {
            match input.read(&mut buffer) {
                Ok(0) => return self.finish_with(rewrite),
                // A reader that is wrong may claim more than there is room for.
                Ok(length) => {
                    self.write(&buffer[..length.min(BUFFER)], |token, edit| rewrite(Some(token), edit))?
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    return Err(RewriteError::new(RewriteErrorKind::Read(error), self.copier.done()));
                }
            }
        }
    }

    /// Rewrites the next chunk, which may end anywhere. A token that it does not complete is written later.
    ///
    /// # Errors
    ///
    /// See [`RewriteErrorKind`]. After an error every call fails.
    ///
    /// ```
    /// use tagspan::{Rewriter, Tokenizer, UTF_8};
    ///
    /// let mut rewriter = Rewriter::with_builder(Vec::new(), Tokenizer::builder().encoding(UTF_8));
    /// rewriter.write(b"text<a hr", |_, _| {})?;
    /// assert_eq!(rewriter.output(), b"text");
    /// rewriter.write(b"ef=x>", |_, _| {})?;
    /// assert_eq!(rewriter.output(), b"text<a href=x>");
    /// # Ok::<(), tagspan::RewriteError>(())
    /// ```
    pub fn write(
        &mut self,
        chunk: &[u8],
        rewrite: impl FnMut(Token<'_>, &mut TokenEdit),
    ) -> Result<(), RewriteError> {
        self.pass(chunk, End::Open, rewrite)
    }

    /// Ends the document: rewrites the rest of it, flushes the output and returns it.
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write).
    ///
    /// ```
    /// use tagspan::{Rewriter, Token};
    ///
    /// let mut rewriter = Rewriter::new(Vec::new());
    /// let unclosed = |token: Token<'_>, edit: &mut tagspan::TokenEdit| {
    ///     if let Token::Comment(_) = token {
    ///         edit.remove();
    ///     }
    /// };
    /// rewriter.write(b"text<!-- not closed", unclosed)?;
    /// assert_eq!(rewriter.finish(unclosed)?, b"text");
    /// # Ok::<(), tagspan::RewriteError>(())
    /// ```
    pub fn finish(self, mut rewrite: impl FnMut(Token<'_>, &mut TokenEdit)) -> Result<W, RewriteError> {
        self.finish_with(|token, edit| {
            if let Some(token) = token {
                rewrite(token, edit);
            }
        })
    }

    /// As [`finish`](Self::finish), and calls the callback once more, without a token, for what is written
    /// [before](TokenEdit::before) the end of the output.
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write).
    ///
    /// ```
    /// let mut rewriter = tagspan::Rewriter::new(Vec::new());
    /// rewriter.write(b"<p>a &am", |_, _| {})?;
    /// let html = rewriter.finish_with(|token, edit| {
    ///     if token.is_none() {
    ///         edit.before("p;<footer>b</footer>");
    ///     }
    /// })?;
    /// assert_eq!(html, b"<p>a &am&#112;;<footer>b</footer>");
    /// # Ok::<(), tagspan::RewriteError>(())
    /// ```
    pub fn finish_with(
        mut self,
        mut rewrite: impl FnMut(Option<Token<'_>>, &mut TokenEdit),
    ) -> Result<W, RewriteError> {
        self.pass(&[], End::Complete, |token, edit| rewrite(Some(token), edit))?;
        self.edit.source = None;
        rewrite(None, &mut self.edit);
        let done = self.copier.done();
        self.write_end().map_err(|kind| RewriteError::new(kind, done))?;
        self.copier.finish().map_err(|error| RewriteError::new(RewriteErrorKind::Write(error), done))
    }

    /// Writes what the callback has written at the end.
    fn write_end(&mut self) -> Result<(), RewriteErrorKind> {
        let action = std::mem::take(&mut self.edit.action);
        let html = std::mem::take(&mut self.edit.before) + &self.edit.after;
        let held = self.edit.held.take();
        if html.is_empty() && held.is_none() && matches!(action, Action::Keep) {
            return Ok(());
        }
        let encoder = TextEncoder::of(&self.tokenizer).ok_or(RewriteErrorKind::OtherTag)?;
        let Rewriter { copier, joins, text_mode, .. } = self;
        let mut output = Output { copier, joins, encoder, chunk: &[], text_mode: *text_mode };
        if let Some(held) = held {
            output.write_held(*held)?;
        }
        if let Action::Refuse(error) = action {
            return Err(error);
        }
        output.insert(&html)
    }

    /// The output that was written so far.
    ///
    /// ```
    /// assert!(tagspan::Rewriter::new(Vec::new()).output().is_empty());
    /// ```
    pub fn output(&self) -> &W {
        &self.copier.output
    }

    /// The output, to take finished bytes out, or to write other bytes between two chunks.
    ///
    /// ```
    /// let mut rewriter = tagspan::Rewriter::new(Vec::new());
    /// rewriter.output_mut().extend_from_slice(b"HTTP/1.1 200 OK\r\n\r\n");
    /// assert_eq!(rewriter.read_from(&b"<p>"[..], |_, _| {})?, b"HTTP/1.1 200 OK\r\n\r\n<p>");
    /// # Ok::<(), tagspan::RewriteError>(())
    /// ```
    pub fn output_mut(&mut self) -> &mut W {
        &mut self.copier.output
    }

    /// The encoding of source and output, once it is decided: [`Tokenizer::encoding_decision`].
    ///
    /// ```
    /// let mut rewriter = tagspan::Rewriter::new(Vec::new());
    /// rewriter.write(b"<meta charset=gbk>", |_, _| {})?;
    /// assert!(rewriter.encoding_decision().is_some_and(|decision| decision.encoding().name() == "GBK"));
    /// # Ok::<(), tagspan::RewriteError>(())
    /// ```
    pub fn encoding_decision(&self) -> Option<EncodingDecision> {
        self.tokenizer.encoding_decision()
    }

    fn pass(
        &mut self,
        chunk: &[u8],
        ending: End,
        rewrite: impl FnMut(Token<'_>, &mut TokenEdit),
    ) -> Result<(), RewriteError> {
        let result = if self.has_failed {
            Err(RewriteErrorKind::AfterError)
        } else {
            self.rewrite(chunk, ending, rewrite)
        };
        // `rewrite` has set it, too, because a callback that panics leaves the cursor within the chunk.
        self.has_failed = result.is_err();
        result.map_err(|kind| RewriteError::new(kind, self.copier.done()))
    }

    fn rewrite(
        &mut self,
        chunk: &[u8],
        ending: End,
        mut rewrite: impl FnMut(Token<'_>, &mut TokenEdit),
    ) -> Result<(), RewriteErrorKind> {
        self.has_failed = true;
        let Rewriter { tokenizer, copier, joins, edit, text_mode, .. } = self;
        let mut cursor = Tokens::new(tokenizer, chunk, ending);
        let (mut end, mut is_utf_8) = (None, None);
        let result = loop {
            let (token, tokenizer) = match cursor.next_in_tokenizer() {
                Ok(Some(next)) => next,
                Ok(None) => break Ok(()),
                Err(error) => break Err(error.into()),
            };
            let span = token.span();
            end = Some(span.end);
            if matches!(token, Token::Dropped(dropped) if dropped.reason() == DropReason::ByteOrderMark) {
                joins.copied(token, *text_mode);
                continue;
            }
            // In UTF-8, spans in the source are those of the document.
            let is_utf_8 = *is_utf_8.get_or_insert_with(|| is_in_utf_8(tokenizer));
            let source_span = |span| if is_utf_8 { Some(span) } else { tokenizer.source_span(span) };
            debug_assert_eq!(source_span(span), tokenizer.source_span(span));
            edit.source = source_span(span);
            rewrite(token, edit);
            let copies = edit.changes_nothing() && !joins.may_change(copier.may_begin_mark());
            if !copies {
                edit.check(token, *text_mode);
            }
            // Text does not change how what follows is read.
            if !matches!(token, Token::Text(_)) {
                *text_mode = tokenizer.scanner.text_mode().unwrap_or(*text_mode);
            }
            debug_assert!(tokenizer.scanner.text_mode().is_none_or(|mode| mode == *text_mode));
            if copies {
                joins.copied(token, *text_mode);
            } else {
                let encoder = TextEncoder::of(tokenizer).ok_or(RewriteErrorKind::OtherTag)?;
                Output { copier, joins, encoder, chunk, text_mode: *text_mode }.write(
                    edit,
                    token,
                    source_span,
                )?;
                edit.clear();
            }
        };
        if let Some(offset) = end
            && let Some(place) = cursor.source_span(Span { start: offset, end: offset })
            && let Some(encoder) = TextEncoder::of(&cursor.tokenizer)
        {
            copier.set_encoding(encoder);
            let end = edit.held.as_ref().map_or(place.end, |held| held.source.start);
            copier.copy_to(end, chunk).map_err(RewriteErrorKind::Write)?;
        }
        copier.leave_chunk(chunk);
        result
    }
}

fn is_in_utf_8(tokenizer: &Tokenizer) -> bool {
    tokenizer.encoding_decision().is_some_and(|decision| decision.encoding().name() == "UTF-8")
}
