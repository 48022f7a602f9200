//! The tokens and parse errors of one page, and what only a tree can decide, for their columns.

use tagspan::{ErrorCode, Span, Token};

/// The tokens of a page that are kept at most, and likewise its errors: with them, a row takes at most 32 MiB.
pub(super) const MAX: usize = 1 << 20;

/// The tokens and errors so far.
#[derive(Debug, Default)]
pub(super) struct Listed {
    pub(super) wants_tokens: bool,
    pub(super) tokens: Vec<(&'static str, Span)>,
    pub(super) errors: Vec<(ErrorCode, u64)>,
    /// The tokens and the errors that were left out.
    pub(super) lost_tokens: u64,
    pub(super) lost_errors: u64,
    /// The tokens that only a tree can decide.
    pub(super) ambiguous: u64,
}

impl Listed {
    pub(super) fn clear(&mut self) {
        self.tokens.clear();
        self.errors.clear();
        (self.lost_tokens, self.lost_errors, self.ambiguous) = (0, 0, 0);
    }

    /// Takes a token of the cursor. Without a span in the source, that in UTF-8 is taken.
    pub(super) fn push(&mut self, token: Token<'_>, source_span: &dyn Fn(Span) -> Option<Span>) {
        self.ambiguous += u64::from(is_ambiguous(&token));
        let is_error = matches!(token, Token::Error(_));
        if !is_error && !self.wants_tokens {
            return;
        }
        let span = source_span(token.span()).unwrap_or(token.span());
        if let Token::Error(error) = token {
            match self.errors.len() {
                MAX => self.lost_errors += 1,
                _ => self.errors.push((error.code(), span.start)),
            }
            return;
        }
        let kind = kind(&token);
        let is_full = self.tokens.len() == MAX;
        match self.tokens.last_mut() {
            // A run of text ends with each chunk, which is no property of the page.
            Some((last, before)) if *last == "Text" && kind == "Text" && before.end == span.start => {
                before.end = span.end;
            }
            _ if is_full => self.lost_tokens += 1,
            _ => self.tokens.push((kind, span)),
        }
    }
}

fn is_ambiguous(token: &Token<'_>) -> bool {
    match token {
        Token::StartTag(tag) => tag.is_ambiguous(),
        Token::Comment(comment) => comment.is_ambiguous(),
        Token::Dropped(dropped) => dropped.is_ambiguous(),
        _ => false,
    }
}

/// The name of the variant.
fn kind(token: &Token<'_>) -> &'static str {
    match token {
        Token::Doctype(_) => "Doctype",
        Token::StartTag(_) => "StartTag",
        Token::EndTag(_) => "EndTag",
        Token::Comment(_) => "Comment",
        Token::ProcessingInstruction(_) => "ProcessingInstruction",
        Token::Text(_) => "Text",
        Token::Dropped(_) => "Dropped",
        _ => "Other",
    }
}
