//! The edit of one token, as the callback of a rewriter describes it.

use std::borrow::Borrow;

use tagspan_core::unstable::edited_tag;
use tagspan_core::{Span, TagEditor, Token};

use super::error::RewriteErrorKind;

/// Describes what is written for one token: the second argument of the callback of a [`Rewriter`](crate::Rewriter).
///
/// A token is kept if the callback calls no method. The strings that these methods take are markup: use
/// [`escape_text`](crate::escape_text) for plain text. The callback does not get them as tokens.
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
    pub(super) before: String,
    pub(super) action: Action,
    pub(super) after: String,
}

/// What is written instead of the token.
#[derive(Debug, Default)]
pub(super) enum Action {
    #[default]
    Keep,
    Replace(String),
    /// Changes of the tag that has this span and these bytes.
    Change {
        span: Span,
        raw: Vec<u8>,
        changes: Vec<(Span, String)>,
    },
    Refuse(RewriteErrorKind),
}

impl TokenEdit {
    /// Keeps the token with its bytes in the source, which is the default. Undoes
    /// [`remove`](Self::remove), [`replace`](Self::replace) and [`write_tag`](Self::write_tag).
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

    /// Removes the token. The content of an element consists of other tokens, which stay.
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

    /// Writes this markup instead of the token.
    ///
    /// ```
    /// use tagspan::{Rewriter, Token, escape_text};
    ///
    /// let html = Rewriter::new(Vec::new()).read_from(&b"<p>a &lt; b"[..], |token, edit| {
    ///     if let Token::Text(text) = token {
    ///         edit.replace(&escape_text(&text.value().to_uppercase()));
    ///     }
    /// })?;
    /// assert_eq!(html, b"<p>A &lt; B");
    /// # Ok::<(), tagspan::RewriteError>(())
    /// ```
    pub fn replace(&mut self, html: &str) {
        self.action = Action::Replace(html.to_owned());
    }

    /// Writes the tag as the editor has it, which must be the editor of this token. The bytes that it does not change are
    /// those of the source.
    ///
    /// If the editor has refused a name, the rewriter fails.
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
            Ok(changes) => Action::Change { span: tag.span(), raw: tag.raw().to_vec(), changes },
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

    /// Whether the output gets the token and nothing else.
    pub(super) fn changes_nothing(&self) -> bool {
        matches!(self.action, Action::Keep) && self.before.is_empty() && self.after.is_empty()
    }

    /// Refuses an action that is not one for the token that the callback got.
    pub(super) fn check(&mut self, token: Token<'_>) {
        if let Action::Change { span, raw, .. } = &self.action
            && (*span, &raw[..]) != (token.span(), token.raw())
        {
            self.action = Action::Refuse(RewriteErrorKind::OtherTag);
        }
    }

    pub(super) fn clear(&mut self) {
        self.before.clear();
        self.after.clear();
        self.action = Action::Keep;
    }
}
