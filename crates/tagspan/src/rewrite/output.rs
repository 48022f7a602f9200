//! Writes edited tokens, and text that was held.

use std::io::Write;

use tagspan_core::{Span, TextMode, Token};

use super::copier::Copier;
use super::encode::TextEncoder;
use super::error::RewriteErrorKind;
use super::joins::{Joins, ends_with_end_tag_open, first_character, first_length, has_references};
use super::token_edit::{Action, Held, TokenEdit};

/// The output while an edited token is written.
pub(super) struct Output<'r, W> {
    pub(super) copier: &'r mut Copier<W>,
    pub(super) joins: &'r mut Joins,
    pub(super) encoder: TextEncoder,
    pub(super) chunk: &'r [u8],
    /// How text after the token is read.
    pub(super) text_mode: TextMode,
}

impl<W: Write> Output<'_, W> {
    /// Writes an edited token, and the source before it. Most tokens are not edited, and their loop is faster without this.
    #[inline(never)]
    pub(super) fn write(
        mut self,
        edit: &mut TokenEdit,
        token: Token<'_>,
        source_span: impl Fn(Span) -> Option<Span>,
    ) -> Result<(), RewriteErrorKind> {
        // Tokens and their parts begin and end between characters, so each has a span in the source.
        let source_span = |span| source_span(span).ok_or(RewriteErrorKind::OtherTag);
        let source = source_span(token.span())?;
        self.copier.set_encoding(self.encoder);
        let action = std::mem::take(&mut edit.action);
        if let (Action::Hold(None), "", Some(held)) = (&action, &*edit.before, &mut edit.held) {
            held.source.end = source.end;
            held.raw.extend_from_slice(token.raw());
            return Ok(());
        }
        if let Some(held) = edit.held.take() {
            self.write_held(*held)?;
        }
        self.insert_at(source.start, &edit.before)?;
        // The source before a tag that is changed is copied with the first bytes of the tag.
        if !matches!(action, Action::Change { .. }) {
            self.copy_to(source.start)?;
        }
        match action {
            Action::Hold(offset) => {
                let (raw, start) = (token.raw(), token.span().start);
                let (before, raw) = raw.split_at(offset.unwrap_or_default().min(raw.len()));
                let place = |length: usize| source_span(Span { start, end: start + length as u64 });
                let source_start = place(before.len())?.end;
                if !before.is_empty() {
                    self.separate(before, place(first_length(before))?.end)?;
                    self.joins.copied_text(before);
                    self.copy_to(source_start)?;
                }
                edit.held = Some(Box::new(Held {
                    edit: TokenEdit::default(),
                    source: Span { start: source_start, end: source.end },
                    first_end: place(before.len() + first_length(raw))?.end,
                    raw: raw.to_vec(),
                    mode: self.text_mode,
                }));
                return Ok(());
            }
            Action::Keep => {
                if self.joins.may_change(self.copier.may_begin_mark())
                    && let Token::Text(text) = token
                {
                    let Span { start, .. } = text.span();
                    let end = start + first_length(text.raw()) as u64;
                    self.separate(text.raw(), source_span(Span { start, end })?.end)?;
                }
                self.joins.copied(token, self.text_mode);
                if !edit.after.is_empty() && ends_with_end_tag_open(token) {
                    // Any character after it begins a comment.
                    let Span { end, .. } = token.span();
                    self.replace(source_span(Span { start: end - 2, end: end - 1 })?, "&lt;")?;
                }
            }
            Action::Replace(html) | Action::ReplaceText(html) => {
                // Markup is taken for that of a tag like the token. Without it, the tag is missing in the output.
                let is_like = !matches!(token, Token::Text(_)) && html.contains('<');
                self.write_instead(&html, source.end, is_like.then_some(self.text_mode))?;
            }
            Action::Change { changes, .. } => {
                for (span, text) in changes {
                    self.replace(source_span(span)?, &text)?;
                }
                self.joins.copied(token, self.text_mode);
            }
            Action::Refuse(error) => return Err(error),
        }
        self.insert_at(source.end, &edit.after)
    }

    /// Writes text that was held, and the source before it.
    pub(super) fn write_held(&mut self, held: Held) -> Result<(), RewriteErrorKind> {
        let Held { edit, source, first_end, raw, mode } = held;
        self.copier.set_encoding(self.encoder);
        self.copy_to(source.start)?;
        self.insert(&edit.before)?;
        match edit.action {
            Action::Keep | Action::Hold(_) => {
                self.separate(&raw, first_end)?;
                self.joins.copied_text(&raw);
            }
            Action::ReplaceText(_) if !has_references(mode) => return Err(RewriteErrorKind::RawText(mode)),
            Action::Replace(html) | Action::ReplaceText(html) => {
                self.write_instead(&html, source.end, None)?;
            }
            Action::Change { .. } => return Err(RewriteErrorKind::OtherTag),
            Action::Refuse(error) => return Err(error),
        }
        self.copy_to(source.end)?;
        self.insert(&edit.after)
    }

    /// Writes markup instead of the source up to an offset. `mode` is how text after it is read, if the markup changes that.
    fn write_instead(
        &mut self,
        html: &str,
        end: u64,
        mode: Option<TextMode>,
    ) -> Result<(), RewriteErrorKind> {
        self.insert(html)?;
        self.copier.skip_to(end, self.chunk);
        self.joins.replaced(mode);
        Ok(())
    }

    /// Writes a reference for the first character of the text that is copied next if it would join with what is before it.
    /// `end` is where that character ends in the source.
    fn separate(&mut self, text: &[u8], end: u64) -> Result<(), RewriteErrorKind> {
        let begins_mark = self.copier.may_begin_mark()
            && self.copier.begins_mark(&self.copier.next(end, self.chunk).concat());
        match self.joins.instead(text, begins_mark) {
            Some(reference) => self.replace(Span { start: self.copier.done(), end }, &reference),
            None => Ok(()),
        }
    }

    fn copy_to(&mut self, end: u64) -> Result<(), RewriteErrorKind> {
        self.copier.copy_to(end, self.chunk).map_err(RewriteErrorKind::Write)
    }

    /// Writes this instead of a part of the token.
    fn replace(&mut self, part: Span, html: &str) -> Result<(), RewriteErrorKind> {
        self.copy_to(part.start)?;
        self.copier.insert(html, self.encoder).map_err(RewriteErrorKind::Write)?;
        self.copier.skip_to(part.end, self.chunk);
        Ok(())
    }

    /// Writes text or markup at an offset of the source, which is copied up to there.
    fn insert_at(&mut self, offset: u64, html: &str) -> Result<(), RewriteErrorKind> {
        if html.is_empty() {
            return Ok(());
        }
        self.copy_to(offset)?;
        self.insert(html)
    }

    /// Writes text or markup between tokens.
    pub(super) fn insert(&mut self, html: &str) -> Result<(), RewriteErrorKind> {
        if html.is_empty() {
            return Ok(());
        }
        let copier = &mut self.copier;
        let begins_mark = copier.may_begin_mark()
            && first_character(html.as_bytes())
                .is_some_and(|(_, length)| copier.begins_mark(&self.encoder.encode(&html[..length])));
        let result = match self.joins.reference(html, begins_mark) {
            Some(reference) => {
                copier.insert(&(reference + &html[first_length(html.as_bytes())..]), self.encoder)
            }
            None => copier.insert(html, self.encoder),
        };
        self.joins.inserted(html);
        result.map_err(RewriteErrorKind::Write)
    }
}
