//! Checks an input as it is read: diagnostics wait until the text after them is there.

use std::collections::VecDeque;
use std::io;

use tagspan::{DropReason, Span, Token, Tokens};
use tagspan_check::{Checker, Diagnostic};

use super::window::{MAX_AFTER, Window};
use crate::driver::Sink;
use crate::escape::excerpt;
use crate::report::Failure;

/// Takes diagnostics, with the text around them.
pub(super) trait Take {
    /// Whether the diagnostic is of interest.
    fn wants(&self, diagnostic: &Diagnostic) -> bool;

    /// Fails when the output takes no more.
    fn take(&mut self, diagnostic: &Diagnostic, window: &Window) -> io::Result<()>;

    /// Called before a read that may block.
    fn flush(&mut self) -> io::Result<()>;
}

/// The diagnostics of one input.
pub(super) struct Stream<'a, T> {
    to: &'a mut T,
    checker: Checker,
    window: Window,
    waiting: VecDeque<Diagnostic>,
}

/// How many diagnostics wait. Those of a token that is not there yet are more only if it has so many, and come without their text.
const MAX_WAITING: usize = 8192;

impl<'a, T: Take> Stream<'a, T> {
    pub(super) fn new(checker: Checker, to: &'a mut T) -> Self {
        Stream { to, checker, window: Window::default(), waiting: VecDeque::new() }
    }

    /// Gives what waits at the end of the input.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.give_all()?;
        self.to.flush()
    }

    fn pass(&mut self, token: &Token<'_>, tokens: &Tokens<'_, &[u8]>) -> io::Result<()> {
        match token {
            Token::Error(_) => {}
            Token::Dropped(mark) if mark.reason() == DropReason::ByteOrderMark => {
                self.window.begin(mark.span().end);
            }
            token if token.missing_bytes() > 0 => {
                // What is left begins as the token does. After that, what stands where is not known.
                self.window.push(excerpt(token.raw(), MAX_AFTER));
                self.give_all()?;
                self.window.skip_to(token.span().end);
            }
            token => self.window.push(token.raw()),
        }
        let (to, waiting) = (&*self.to, &mut self.waiting);
        self.checker.pass(token, tokens, &mut |diagnostic| {
            if to.wants(&diagnostic) {
                waiting.push_back(diagnostic);
            }
        });
        while self.waiting.len() > MAX_WAITING {
            self.give()?;
        }
        Ok(())
    }

    /// Gives those that have the text that is shown after them.
    fn give_ready(&mut self) -> io::Result<()> {
        while let Some(diagnostic) = self.waiting.front()
            && !spans(diagnostic).any(|span| self.window.awaits_more(span))
        {
            self.give()?;
        }
        Ok(())
    }

    fn give_all(&mut self) -> io::Result<()> {
        while !self.waiting.is_empty() {
            self.give()?;
        }
        Ok(())
    }

    fn give(&mut self) -> io::Result<()> {
        let Some(diagnostic) = self.waiting.pop_front() else { return Ok(()) };
        self.to.take(&diagnostic, &self.window)
    }
}

/// The places that are shown.
fn spans(diagnostic: &Diagnostic) -> impl Iterator<Item = Span> {
    let related = diagnostic.related().iter().map(|related| related.place().text);
    std::iter::once(diagnostic.place().text).chain(related)
}

impl<T: Take> Sink for Stream<'_, T> {
    fn chunk(&mut self, mut tokens: Tokens<'_, &[u8]>) -> Result<(), Failure> {
        while tokens.advance()? {
            if let Some(token) = tokens.token() {
                self.pass(&token, &tokens).map_err(Failure::Write)?;
            }
        }
        self.give_ready().map_err(Failure::Write)?;
        self.window.trim(self.waiting.iter().flat_map(spans), self.checker.open_spans());
        Ok(())
    }

    fn pause(&mut self, _bytes: u64) -> Result<(), Failure> {
        self.to.flush().map_err(Failure::Write)
    }
}
