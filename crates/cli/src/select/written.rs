//! The page as it is written, from the first element that is not printed yet.

use tagspan::{Span, Token};

/// The tokens from the first element on that waits. Positions count the bytes that were pushed.
#[derive(Debug, Default)]
pub(super) struct Written {
    bytes: Vec<u8>,
    /// The position of the first byte that is kept.
    start: u64,
    /// Where the last end tags of `body` and `html` end: more may follow in these elements, or white space that is not in them.
    after_body: u64,
    after_html: u64,
}

impl Written {
    pub(super) fn end(&self) -> u64 {
        self.start + self.bytes.len() as u64
    }

    /// Takes the next token.
    pub(super) fn push(&mut self, token: &Token<'_>) {
        self.bytes.extend_from_slice(token.raw());
        match token {
            Token::EndTag(tag) if tag.is("body") => self.after_body = self.end(),
            Token::EndTag(tag) if tag.is("html") => self.after_html = self.end(),
            _ => {}
        }
    }

    /// Where the end tag of an element ends, if it is not the current token.
    pub(super) fn after_end_tag(&self, name: &str) -> Option<u64> {
        match name {
            "body" => Some(self.after_body),
            "html" => Some(self.after_html),
            _ => None,
        }
    }

    pub(super) fn get(&self, span: Span) -> &[u8] {
        let place = |at: u64| (at.saturating_sub(self.start) as usize).min(self.bytes.len());
        &self.bytes[place(span.start)..place(span.end.max(span.start))]
    }

    /// Forgets all before a position, once that is more than half, and returns how many bytes it was.
    pub(super) fn forget(&mut self, before: u64) -> usize {
        let bytes = (before - self.start) as usize;
        if bytes <= self.bytes.len() / 2 {
            return 0;
        }
        self.bytes.drain(..bytes);
        self.start = before;
        bytes
    }

    pub(super) fn clear(&mut self) {
        *self = Written { bytes: std::mem::take(&mut self.bytes), ..Written::default() };
        self.bytes.clear();
    }
}
