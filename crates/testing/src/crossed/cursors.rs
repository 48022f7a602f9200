//! The trait [`Cursor`], by which the driver moves cursors over slices and over shared chunks.

use bytes::Bytes;
use tagspan::{Error, LineColumn, Span, TextMode, Token, Tokens};

use crate::trace::ensure;

/// Why a cursor gave no token.
#[derive(Debug)]
pub(super) enum Failure {
    Token(Error),
    /// The source has failed, as configured.
    Source,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Token(error)
    }
}

/// A cursor over tokens, which may be an adapter.
pub(super) trait Cursor {
    fn advance(&mut self) -> Result<bool, Failure>;
    fn token(&self) -> Option<Token<'_>>;
    fn source_span(&self, _span: Span) -> Option<Span> {
        None
    }
    fn locate(&self, _offset: u64) -> Option<LineColumn> {
        None
    }
    fn set_text_mode(&mut self, mode: TextMode) -> Result<(), Error>;
    fn set_cdata(&mut self, allowed: bool);
    /// Keeps the token, where the cursor can, and compares.
    fn keep(&mut self) -> Result<(), String> {
        Ok(())
    }
}

/// The methods that have the same name in all cursors; the last two belong to the tokenizer of an adapter.
macro_rules! controls {
    ($($tokenizer_mut:tt)*) => {
        fn token(&self) -> Option<tagspan::Token<'_>> {
            self.token()
        }
        fn source_span(&self, span: tagspan::Span) -> Option<tagspan::Span> {
            self.source_span(span)
        }
        fn locate(&self, offset: u64) -> Option<tagspan::LineColumn> {
            self.locate(offset)
        }
        fn set_text_mode(&mut self, mode: tagspan::TextMode) -> Result<(), tagspan::Error> {
            self$($tokenizer_mut)*.set_text_mode(mode)
        }
        fn set_cdata(&mut self, allowed: bool) {
            self$($tokenizer_mut)*.set_cdata(allowed);
        }
    };
}
pub(super) use controls;

impl Cursor for Tokens<'_, &[u8]> {
    controls!();

    fn advance(&mut self) -> Result<bool, Failure> {
        Ok(self.advance()?)
    }
}

impl Cursor for Tokens<'_, Bytes> {
    controls!();

    fn advance(&mut self) -> Result<bool, Failure> {
        Ok(self.advance()?)
    }

    fn keep(&mut self) -> Result<(), String> {
        let found = self.token().map(|token| format!("{token:?} {:?}", token.raw()));
        let kept = self.keep().map(|kept| format!("{:?} {:?}", kept.as_token(), kept.raw()));
        ensure!(found == kept, "kept {kept:?} and not {found:?}");
        Ok(())
    }
}
