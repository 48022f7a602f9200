//! Describes the edit of one token: the second argument of a rewriter's callback.

use std::borrow::Borrow;

use tagspan_core::scanner::edited_tag;
use tagspan_core::{Span, TagEditor, TextMode, Token};
use tagspan_entities::escape_text;

use super::error::RewriteErrorKind;
use super::joins::has_references;

/// Describes what is written for one token: the second argument of the callback of a [`Rewriter`](crate::Rewriter).
///
/// A token is kept if the callback calls no method. The methods take markup, except
/// [`replace_text`](Self::replace_text): escape text by [`escape_text`](crate::escape_text). The callback does not get the
/// markup as tokens.
///
/// ```
/// use tagspan::{Rewriter, Token, escape_text};
///
/// let html = Rewriter::new(Vec::new()).read_from(&b"<h1>Title</h1><p>Text"[..], |token, edit| match token {
///     Token::StartTag(tag) if tag.is("p") => edit.before("<hr>"),
///     Token::EndTag(tag) if tag.is("h1") => edit.before(&escape_text(" & more")),
///     _ => {}
/// })?;
/// assert_eq!(html, b"<h1>Title &amp; more</h1><hr><p>Text");
/// # Ok::<(), tagspan::RewriteError>(())
/// ```
#[derive(Debug, Default)]
pub struct TokenEdit {
    /// Where the token lies in the source.
    pub(super) source: Option<Span>,
    pub(super) before: String,
    pub(super) action: Action,
    pub(super) after: String,
    /// The bytes of the tag that is [changed](Action::Change).
    changed: Vec<u8>,
    /// The text before the token that is held.
    pub(super) held: Option<Box<Held>>,
}

/// Text that is held: it is not written yet.
#[derive(Debug)]
pub(super) struct Held {
    /// The edit of the text.
    pub(super) edit: TokenEdit,
    /// Where it lies in the source.
    pub(super) source: Span,
    /// Where its first character ends in the source.
    pub(super) first_end: u64,
    /// Its bytes, in UTF-8.
    pub(super) raw: Vec<u8>,
    pub(super) mode: TextMode,
}

/// The text that replaces the token.
#[derive(Debug, Default)]
pub(super) enum Action {
    #[default]
    Keep,
    Replace(String),
    /// Escaped text, which is not for text without references.
    ReplaceText(String),
    /// Changes of the tag that has this span.
    Change {
        span: Span,
        changes: Vec<(Span, String)>,
    },
    /// Hold the text from this byte on, or all of it with the text that is held.
    Hold(Option<usize>),
    Refuse(RewriteErrorKind),
}

impl TokenEdit {
    /// Keeps the token with its bytes in the source, which is the default. Undoes
    /// [`remove`](Self::remove), [`replace`](Self::replace), [`replace_text`](Self::replace_text) and
    /// [`write_tag`](Self::write_tag).
    ///
    /// ```
    /// use tagspan::{Rewriter, Token};
    ///
    /// let html = Rewriter::new(Vec::new()).read_from(&b"<p>a<!--b-->"[..], |token, edit| match token {
    ///     Token::Comment(_) => edit.remove(),
    ///     _ => edit.keep(),
    /// })?;
    /// assert_eq!(html, b"<p>a");
    /// # Ok::<(), tagspan::RewriteError>(())
    /// ```
    pub fn keep(&mut self) {
        self.action = Action::Keep;
    }

    /// Removes the token. The content of an element consists of other tokens, which stay: remove the text of elements such as
    /// `<script>` and `<title>` with their tags, or it is read as markup.
    ///
    /// The text on both sides is [not joined](crate::Rewriter#text-stays-text), except where the tag decided how
    /// the text is read.
    ///
    /// ```
    /// use tagspan::{Rewriter, Token};
    ///
    /// let html = Rewriter::new(Vec::new()).read_from(&b"a<b>c</b>d"[..], |token, edit| {
    ///     if let Token::StartTag(_) | Token::EndTag(_) = token {
    ///         edit.remove();
    ///     }
    /// })?;
    /// assert_eq!(html, b"acd");
    /// # Ok::<(), tagspan::RewriteError>(())
    /// ```
    pub fn remove(&mut self) {
        self.action = Action::Replace(String::new());
    }

    /// Writes this markup instead of the token. For text, see [`replace_text`](Self::replace_text).
    ///
    /// ```
    /// use tagspan::{Rewriter, Token};
    ///
    /// let html = Rewriter::new(Vec::new()).read_from(&b"<p>one<!-- more -->two"[..], |token, edit| match token {
    ///     Token::Comment(comment) if comment.value().trim() == "more" => edit.replace("<hr>"),
    ///     _ => {}
    /// })?;
    /// assert_eq!(html, b"<p>one<hr>two");
    /// # Ok::<(), tagspan::RewriteError>(())
    /// ```
    pub fn replace(&mut self, html: &str) {
        self.action = Action::Replace(html.to_owned());
    }

    /// Writes this text instead of the token, escaped. A reader of the output gets every character as it is here, except NUL,
    /// and except U+0080 to U+009F where the [encoding lacks them](crate::Rewriter#encoding).
    ///
    /// The rewriter fails if the token is text without references, such as that of `<script>` and `<style>`, which cannot be
    /// escaped, or the end tag after such text: [`RewriteErrorKind::RawText`](crate::RewriteErrorKind::RawText). Write the
    /// content of such an element by [`replace`](Self::replace), without its end tag.
    ///
    /// ```
    /// use tagspan::{Rewriter, TextMode, Token};
    ///
    /// let page = b"<p>a &lt; b</p><script>a < b</script>";
    /// let html = Rewriter::new(Vec::new()).read_from(&page[..], |token, edit| match token {
    ///     Token::Text(text) if text.mode() == TextMode::Data => edit.replace_text(&text.value().to_uppercase()),
    ///     _ => {}
    /// })?;
    /// assert_eq!(html, b"<p>A &lt; B</p><script>a < b</script>");
    /// # Ok::<(), tagspan::RewriteError>(())
    /// ```
    pub fn replace_text(&mut self, text: &str) {
        self.action = Action::ReplaceText(escape_text(text).into_owned());
    }

    /// Writes the edited tag. The bytes that the editor does not change are those of the source.
    ///
    /// The rewriter fails if the editor is that of another tag than the token, or has an invalid name.
    ///
    /// ```
    /// use tagspan::{Rewriter, Token};
    ///
    /// let html = Rewriter::new(Vec::new()).read_from(&b"<A  HREF=x>y</A>"[..], |token, edit| match token {
    ///     Token::StartTag(tag) if tag.is("a") => edit.write_tag(tag.edit().set_attribute("rel", "nofollow")),
    ///     _ => {}
    /// })?;
    /// assert_eq!(html, b"<A  HREF=x rel=\"nofollow\">y</A>");
    /// # Ok::<(), tagspan::RewriteError>(())
    /// ```
    pub fn write_tag<'a>(&mut self, editor: impl Borrow<TagEditor<'a>>) {
        let editor = editor.borrow();
        let tag = edited_tag(editor);
        self.action = match editor.changes() {
            Ok(changes) => {
                tag.raw().clone_into(&mut self.changed);
                Action::Change { span: tag.span(), changes }
            }
            Err(error) => Action::Refuse(RewriteErrorKind::InvalidName(error)),
        };
    }

    /// Writes this markup before the token, also if the token is removed or replaced. Several calls write in their order.
    ///
    /// ```
    /// use tagspan::{Rewriter, Token};
    ///
    /// let html = Rewriter::new(Vec::new()).read_from(&b"<head></head>"[..], |token, edit| match token {
    ///     Token::EndTag(tag) if tag.is("head") => edit.before("<script src=x></script>"),
    ///     _ => {}
    /// })?;
    /// assert_eq!(html, b"<head><script src=x></script></head>");
    /// # Ok::<(), tagspan::RewriteError>(())
    /// ```
    pub fn before(&mut self, html: &str) {
        self.before += html;
    }

    /// Writes this markup after the token, also if the token is removed or replaced. Several calls write in their order.
    ///
    /// ```
    /// use tagspan::{Rewriter, Token};
    ///
    /// let html = Rewriter::new(Vec::new()).read_from(&b"<head><title>"[..], |token, edit| match token {
    ///     Token::StartTag(tag) if tag.is("head") => edit.after("<base href=/>"),
    ///     _ => {}
    /// })?;
    /// assert_eq!(html, b"<head><base href=/><title>");
    /// # Ok::<(), tagspan::RewriteError>(())
    /// ```
    pub fn after(&mut self, html: &str) {
        self.after += html;
    }

    /// Holds this text back, with the text before it that is held: neither is written before the next token for which the callback
    /// does not call this. There [`held`](Self::held) edits them together, whole, though chunks divide the text. The caller keeps
    /// the text itself, and decides how much: the rewriter keeps all that is held.
    ///
    /// Only text can be held: the rewriter fails at another token.
    ///
    /// ```
    /// use tagspan::{Rewriter, Token, TokenEdit};
    ///
    /// let mut whole = String::new();
    /// let mut each = |token: Option<Token<'_>>, edit: &mut TokenEdit| {
    ///     if let Some(Token::Text(text)) = token {
    ///         whole += &text.value();
    ///         edit.hold();
    ///     } else if let Some(held) = edit.held() {
    ///         if whole.contains("Fisch") {
    ///             held.replace_text(&whole.replace("Fisch", "fish"));
    ///         }
    ///         whole.clear();
    ///     }
    /// };
    /// let mut rewriter = Rewriter::new(Vec::new());
    /// for chunk in ["<p>Fi", "sch &am", "p; chips<br>", "&lt;"] {
    ///     rewriter.write(chunk.as_bytes(), |token, edit| each(Some(token), edit))?;
    /// }
    /// let html = rewriter.finish_with(each)?;
    /// assert_eq!(html, b"<p>fish &amp; chips<br>&lt;");
    /// # Ok::<(), tagspan::RewriteError>(())
    /// ```
    pub fn hold(&mut self) {
        self.action = Action::Hold(None);
    }

    /// Holds this text back from this byte of it on, as [`hold`](Self::hold). What is held before is written.
    ///
    /// ```
    /// use tagspan::{Rewriter, Token};
    ///
    /// let html = Rewriter::new(Vec::new()).read_from(&b"<b>  a</b>"[..], |token, edit| {
    ///     if let Token::Text(text) = token {
    ///         edit.hold_from(text.raw().len() - text.raw().trim_ascii_start().len());
    ///     } else if let Some(held) = edit.held() {
    ///         held.before("(");
    ///         held.after(")");
    ///     }
    /// })?;
    /// assert_eq!(html, b"<b>  (a)</b>");
    /// # Ok::<(), tagspan::RewriteError>(())
    /// ```
    pub fn hold_from(&mut self, offset: usize) {
        self.action = Action::Hold(Some(offset));
    }

    /// The edit of the text before this token that is [held](Self::hold), if any is.
    ///
    /// ```
    /// use tagspan::{Rewriter, Token};
    ///
    /// let html = Rewriter::new(Vec::new()).read_from(&b"a<b>c</b>d"[..], |token, edit| match token {
    ///     Token::Text(_) => edit.hold(),
    ///     Token::EndTag(_) => edit.held().expect("the text is held").remove(),
    ///     _ => {}
    /// })?;
    /// assert_eq!(html, b"a<b></b>d");
    /// # Ok::<(), tagspan::RewriteError>(())
    /// ```
    pub fn held(&mut self) -> Option<&mut TokenEdit> {
        self.held.as_mut().map(|held| &mut held.edit)
    }

    /// Ends the rewriting before this token, for callbacks that can fail. The call of the rewriter fails with
    /// [`RewriteErrorKind::Stopped`](crate::RewriteErrorKind::Stopped), and the output is that of the tokens before.
    ///
    /// ```
    /// use tagspan::{RewriteErrorKind, Rewriter, Token};
    ///
    /// let mut output = Vec::new();
    /// let error = Rewriter::new(&mut output)
    ///     .read_from(&b"<p>text<script>"[..], |token, edit| match token {
    ///         Token::StartTag(tag) if tag.is("script") => edit.stop(),
    ///         _ => {}
    ///     })
    ///     .unwrap_err();
    /// assert!(matches!(error.kind(), RewriteErrorKind::Stopped));
    /// assert_eq!((&output[..], error.offset()), (&b"<p>text"[..], 7));
    /// ```
    pub fn stop(&mut self) {
        self.before.clear();
        self.action = Action::Refuse(RewriteErrorKind::Stopped);
    }

    /// Returns the span of the token in the source, in bytes. Spans of the token itself are those of the document as UTF-8.
    ///
    /// ```
    /// use tagspan::{Rewriter, Span, Token, Tokenizer};
    ///
    /// let page = b"\xC1\xC2<p>"; // "аб<p>" in KOI8-R
    /// let rewriter = Rewriter::with_builder(Vec::new(), Tokenizer::builder().charset("koi8-r")?);
    /// rewriter.read_from(&page[..], |token, edit| {
    ///     if let Token::StartTag(tag) = token {
    ///         assert_eq!(tag.span(), Span { start: 4, end: 7 });
    ///         assert_eq!(edit.source_span(), Some(Span { start: 2, end: 5 }));
    ///     }
    /// })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn source_span(&self) -> Option<Span> {
        self.source
    }

    /// Whether the token is kept, with nothing before and after it.
    pub(super) fn changes_nothing(&self) -> bool {
        matches!(self.action, Action::Keep)
            && self.before.is_empty()
            && self.after.is_empty()
            && self.held.is_none()
    }

    /// Refuses an action that is not one for the token that the callback got.
    ///
    /// `text_mode` is how text before the token is read.
    pub(super) fn check(&mut self, token: Token<'_>, text_mode: TextMode) {
        let error = match &self.action {
            Action::Change { span, .. } if (*span, &self.changed[..]) != (token.span(), token.raw()) => {
                RewriteErrorKind::OtherTag
            }
            Action::Hold(_) if !matches!(token, Token::Text(_)) => RewriteErrorKind::NoText,
            Action::ReplaceText(_) => {
                if has_references(text_mode) {
                    return;
                }
                RewriteErrorKind::RawText(text_mode)
            }
            _ => return,
        };
        self.action = Action::Refuse(error);
    }

    pub(super) fn clear(&mut self) {
        self.before.clear();
        self.after.clear();
        self.action = Action::Keep;
    }
}
