//! The errors of one input, and the lines in which they stand.

use std::ops::Range;

use tagspan::{DropReason, ErrorCode, LineColumn, Span, Token, Tokens};

use crate::driver::Sink;
use crate::escape::{is_boundary, push_visible};
use crate::report::Failure;

/// A parse error, and where it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) code: ErrorCode,
    /// Its offset in the bytes of the input.
    pub(super) source: u64,
    /// One-based; columns are code points.
    pub(super) place: LineColumn,
    /// Its offset in the text.
    offset: u64,
}

/// The errors of an input, and its text, from which their lines are taken.
#[derive(Debug, Default)]
pub(super) struct Errors {
    pub(super) found: Vec<Found>,
    /// The input in UTF-8, without a byte order mark.
    text: Vec<u8>,
    /// The length of the byte order mark.
    mark: u64,
}

/// How many characters of a line are shown on either side of an error.
const AROUND: usize = 60;

impl Errors {
    /// The line of an error, truncated and escaped, and where in it the character is that the error is about.
    pub(super) fn line(&self, error: &Found) -> (String, Range<usize>) {
        let text = &self.text;
        let at = usize::try_from(error.offset.saturating_sub(self.mark))
            .map_or(text.len(), |at| at.min(text.len()));
        // No more is looked at than what may be shown: a line may be the whole input, and full of errors.
        let (nearby_start, nearby_end) =
            (at.saturating_sub(4 * AROUND + 4), text.len().min(at + 4 * AROUND + 4));
        let ends_line = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let start = text[nearby_start..at]
            .iter()
            .rposition(ends_line)
            .map_or(nearby_start, |end| nearby_start + end + 1);
        let end = text[at..nearby_end].iter().position(ends_line).map_or(nearby_end, |length| at + length);
        let boundaries = |range: Range<usize>| range.filter(|&at| is_boundary(text, at));
        let before = boundaries(start..at).rev().take(AROUND).last().unwrap_or(at);
        let next = boundaries(at + 1..end).next().unwrap_or(end);
        let after = boundaries(next..end + 1).take(AROUND + 1).last().unwrap_or(end);
        let mut line = String::new();
        let mut add = |bytes: &[u8]| {
            push_visible(&mut line, bytes);
            line.len()
        };
        if before > start {
            add("…".as_bytes());
        }
        let from = add(&text[before..at]);
        let to = add(&text[at..next]);
        add(&text[next..after]);
        if after < end {
            add("…".as_bytes());
        }
        (line, from..to)
    }
}

impl Sink for Errors {
    fn chunk(&mut self, mut tokens: Tokens<'_, &[u8]>) -> Result<(), Failure> {
        while tokens.advance()? {
            match tokens.token() {
                Some(Token::Error(error)) => {
                    let offset = error.offset();
                    let source = tokens.source_span(Span { start: offset, end: offset });
                    let place = tokens.locate(offset).unwrap_or(LineColumn::new(0, 0));
                    let source = source.map_or(offset, |span| span.start);
                    self.found.push(Found { code: error.code(), source, place, offset });
                }
                Some(Token::Dropped(dropped)) if dropped.reason() == DropReason::ByteOrderMark => {
                    self.mark = dropped.span().end;
                }
                Some(token) => self.text.extend_from_slice(token.raw()),
                None => {}
            }
        }
        Ok(())
    }

    fn pause(&mut self, _bytes: u64) -> Result<(), Failure> {
        Ok(())
    }
}
