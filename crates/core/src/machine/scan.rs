//! The loop over the states, from one event to the next and from one chunk to the next.

use core::ops::ControlFlow::Break;

use super::Machine;
use super::event::{Event, Found, Step};
use super::input::Input;
use super::state::{State, TextPart};
use crate::error::LimitKind;
use crate::steps::count;

impl Machine {
    /// Runs until there is an event. After [`Event::More`] all of `input` is consumed, and the next call
    /// must bring the bytes that follow it; after any other event the next call must bring the same
    /// `input` again.
    pub(crate) fn scan(&mut self, input: Input<'_>) -> Event {
        self.discard_emitted();
        if self.tree.is_too_deep {
            return Event::Limit(LimitKind::OpenElements);
        }
        loop {
            // Pending bytes that turn out to be text are emitted at once, so that the text after it
            // is a slice of the chunk body again.
            if !self.position.pending.is_empty() && self.text_part() == TextPart::All {
                self.sync_pending(input);
                let event = self.text_event(self.unfinished());
                return self.simulated(event);
            }
            let before = self.position.index;
            let view = self.view(input);
            let step = self.step(view);
            count(1 + self.position.index.saturating_sub(before));
            if let Break(event) = step {
                match event {
                    Event::Limit(construct) => match self.apply_limit(input, construct) {
                        Some(event) => return self.simulated(event),
                        None => continue,
                    },
                    // Where the view ends, and the error of the input stream there was reported.
                    Event::More if view.bytes.len() < input.bytes.len() => {
                        self.note_searched();
                        continue;
                    }
                    Event::More => self.end_chunk_body(input),
                    Event::Found(Found::Error(_)) => {}
                    Event::Found(_) if !self.position.pending.is_empty() => self.sync_pending(input),
                    _ => {}
                }
                return self.simulated(event);
            }
        }
    }

    /// Ends the chunk body at the position. What is unfinished becomes pending, and the next chunk body must begin with the
    /// byte at the position.
    pub(crate) fn pause(&mut self, input: Input<'_>) {
        self.discard_emitted();
        self.end_chunk_body(Input { bytes: &input.bytes[..self.position.index], last: false });
    }

    /// Moves past the bytes that the last event emitted.
    pub(crate) fn discard_emitted(&mut self) {
        let emitted = core::mem::take(&mut self.position.emitted);
        self.position.token_start += emitted;
        if emitted > 0 {
            self.reset_over_limit();
        }
        self.text.mark = self.text.mark.saturating_sub(emitted);
        if emitted > 0 && !self.position.pending.is_empty() {
            let pending = self.position.pending.len().min(usize::try_from(emitted).unwrap_or(usize::MAX));
            self.position.pending.drain(..pending);
            count(self.position.pending.len());
        }
    }

    /// Moves to the next chunk body. What is unfinished becomes pending.
    pub(crate) fn end_chunk_body(&mut self, input: Input<'_>) {
        self.keep_reference_name(input);
        self.sync_pending(input);
        self.last_start_tag.keep(input.bytes);
        self.position.body_start += input.bytes.len() as u64;
        self.errors.view_end = self.position.body_start;
        self.errors.candidate_free_to = 0;
        self.position.index = 0;
        self.text.references_done = 0;
        self.text.measured_end = 0;
    }

    /// Appends the bytes of this chunk body up to the position to the pending bytes.
    pub(crate) fn sync_pending(&mut self, input: Input<'_>) {
        self.discard_unkept();
        let from = self.position.token_start + self.position.pending.len() as u64;
        let here = self.position.body_start + self.position.index as u64;
        if from < here {
            let added = &input.bytes[(from - self.position.body_start) as usize..self.position.index];
            count(added.len());
            self.position.pending.extend_from_slice(added);
        }
    }

    /// Ends a state for lack of bytes. First it emits what it can: the text that is certain, then the errors of the input
    /// stream in what becomes pending.
    pub(crate) fn more(&mut self, input: Input<'_>) -> Step {
        match self.text_part() {
            TextPart::All => self.flush_text()?,
            TextPart::BeforeMark => self.flush_before_mark()?,
            TextPart::Nothing => {}
        }
        self.input_errors_before(input, self.offset())?;
        self.check_limit()?;
        // If the keyword does not match after all, the error comes where it was due.
        let keyword = if self.state == State::AfterDoctypeName { self.keyword.matched } else { 0 };
        self.flush_skipped_before(self.offset() - u64::from(keyword))?;
        Break(Event::More)
    }
}
