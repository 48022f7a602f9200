//! Printing tokens line by line, adjacent text joined.

use std::borrow::Cow;
use std::io::{self, BufWriter, Write};

use tagspan::{Span, Token, Tokens};

use super::format::Format;
use crate::driver::Sink;
use crate::inputs::Source;
use crate::report::Failure;
use crate::shown::Shown;

/// The capacity that is kept for the next run of text.
const KEPT_TEXT: usize = 1 << 20;

/// Joins adjacent text and writes lines.
pub(super) struct Printer {
    out: BufWriter<Box<dyn Write>>,
    format: Box<dyn Format>,
    /// The run of text that may continue.
    text: String,
    text_span: Option<Span>,
    is_text_truncated: bool,
    line: String,
}

impl Printer {
    pub(super) fn new(out: Box<dyn Write>, format: Box<dyn Format>) -> Self {
        Printer {
            out: BufWriter::with_capacity(64 << 10, out),
            format,
            text: String::new(),
            text_span: None,
            is_text_truncated: false,
            line: String::new(),
        }
    }

    pub(super) fn begin(&mut self, source: &Source) -> io::Result<()> {
        self.format.begin(source, &mut self.line);
        self.write()?;
        self.out.flush()
    }

    /// Writes what is left of an input.
    pub(super) fn end(&mut self) -> io::Result<()> {
        self.end_text()?;
        self.out.flush()
    }

    fn end_text(&mut self) -> io::Result<()> {
        let Some(Span { start, end }) = self.text_span.take() else { return Ok(()) };
        let truncated = std::mem::take(&mut self.is_text_truncated);
        let text = Shown::Text { span: [start, end], data: Cow::Borrowed(&self.text), truncated };
        self.format.token(&text, &mut self.line);
        self.text.clear();
        self.text.shrink_to(KEPT_TEXT);
        self.write()
    }

    /// Writes a token that is whole.
    pub(super) fn print(&mut self, token: &Shown<'_>) -> io::Result<()> {
        self.end_text()?;
        self.format.token(token, &mut self.line);
        self.write()
    }

    fn write(&mut self) -> io::Result<()> {
        self.out.write_all(self.line.as_bytes())?;
        self.line.clear();
        self.line.shrink_to(KEPT_TEXT);
        Ok(())
    }

    fn take(&mut self, tokens: &mut Tokens<'_, &[u8]>) -> io::Result<()> {
        match tokens.token() {
            None => {}
            Some(Token::Text(text)) => {
                let span = text.span();
                self.text_span.get_or_insert(span).end = span.end;
                self.text += &text.value();
                self.is_text_truncated = text.is_truncated();
            }
            Some(Token::Error(error)) => {
                // With errors on, the tokenizer counts lines.
                let place = tokens.locate(error.offset());
                let shown = Shown::from(Token::Error(error));
                self.print(&place.map_or(shown.clone(), |place| shown.at(place)))?;
            }
            Some(token) => self.print(&token.into())?,
        }
        Ok(())
    }
}

impl Sink for Printer {
    fn chunk(&mut self, mut tokens: Tokens<'_, &[u8]>) -> Result<(), Failure> {
        while tokens.advance()? {
            self.take(&mut tokens).map_err(Failure::Write)?;
        }
        Ok(())
    }

    fn pause(&mut self, _bytes: u64) -> Result<(), Failure> {
        // The reader of a pipe gets all tokens so far before the next read blocks.
        self.out.flush().map_err(Failure::Write)
    }
}
