//! A whole input as UTF-8, for the reference, which does not stream.

use tagspan::{ColumnUnit, DropReason, LimitAction, Limits, LineColumn, Token, TokenizerBuilder, Tokens};
use tagspan_core::scanner::LineCounter;
use tagspan_reference::{Edition, Event, EventKind, Options, tokenize};

use crate::driver::{Driver, Sink};
use crate::input_summary::InputSummary;
use crate::inputs::Opened;
use crate::report::Failure;

/// An input in memory.
#[derive(Debug, Default)]
pub(crate) struct Whole {
    /// Its UTF-8 form, ill-formed bytes as they are, without its byte order mark.
    pub(crate) bytes: Vec<u8>,
    /// The offset at which `bytes` begin: 3 after a byte order mark.
    pub(crate) origin: u64,
    pub(crate) summary: InputSummary,
}

impl Whole {
    /// Reads an input to its end.
    pub(crate) fn read(opened: Opened<'_>, driver: &mut Driver) -> Result<Self, Failure> {
        let mut whole = Whole::default();
        let (summary, result) = driver.run(opened, &mut whole);
        whole.summary = summary;
        result.map(|()| whole)
    }

    /// The settings of a stream for that: the reference takes tokens of any length, and reports its own errors.
    pub(crate) fn builder(builder: TokenizerBuilder) -> TokenizerBuilder {
        builder.limits(Limits::all(u32::MAX, LimitAction::Fail)).parse_errors(false)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.origin == 0 && self.bytes.is_empty()
    }

    /// The events of the reference. Without parse errors, text is joined, which they split.
    pub(crate) fn events(&self, options: &Options, errors: bool) -> Vec<Event> {
        let mut events = self.all_events(options);
        if !errors {
            events.retain(|event| !matches!(event.kind, EventKind::Error(_)));
            events.dedup_by(|event, before| {
                let (EventKind::Text(text), EventKind::Text(more)) = (&mut before.kind, &event.kind) else {
                    return false;
                };
                // Bytes that make no token may lie between.
                if before.span.end != event.span.start {
                    return false;
                }
                text.push_str(more);
                before.span.end = event.span.end;
                true
            });
        }
        events
    }

    /// A byte order mark is the decoder's in the living standard, and the tokenizer's in the drafts: for these it
    /// is put back.
    fn all_events(&self, options: &Options) -> Vec<Event> {
        let mark = match options.edition {
            Edition::Living | Edition::LivingProcessingInstructions => 0,
            _ => self.origin as usize,
        };
        if mark == 0 {
            return tokenize(&self.bytes, options);
        }
        let mut events = tokenize(&["\u{FEFF}".as_bytes(), &self.bytes].concat(), options);
        for event in &mut events {
            event.span = event.span.start - mark..event.span.end - mark;
        }
        events
    }

    /// Where lines and columns are counted from.
    pub(crate) fn locator(&self, unit: ColumnUnit) -> LineCounter {
        let mut locator = LineCounter::new(unit);
        locator.start_at(self.origin);
        locator
    }

    /// The line and column of an offset within the bytes or at their end.
    pub(crate) fn locate(&self, locator: &mut LineCounter, offset: u64) -> Option<LineColumn> {
        locator.locate(offset, self.origin, &self.bytes)
    }
}

impl Sink for Whole {
    /// The bytes of the tokens, one after the other, are those of the input.
    fn chunk(&mut self, mut tokens: Tokens<'_, &[u8]>) -> Result<(), Failure> {
        while let Some(token) = tokens.next_token()? {
            match token {
                Token::Dropped(dropped) if dropped.reason() == DropReason::ByteOrderMark => {
                    self.origin = dropped.span().end;
                }
                _ => self.bytes.extend_from_slice(token.raw()),
            }
        }
        Ok(())
    }

    fn pause(&mut self, _bytes: u64) -> Result<(), Failure> {
        Ok(())
    }
}
