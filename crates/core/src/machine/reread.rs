//! Reads the pending bytes of an unfinished token again, which sets every register as the first reading did.
//!
//! The bytes are read as one chunk body, in the state in which the token began, and the parse errors on the way are
//! discarded: the registers of error reporting say which of them the caller has had. The machine may have seen the byte behind
//! the pending bytes before it paused. It sees that byte again, and [`Machine::is_reported`] keeps it from reporting twice.
//!
//! A token of which a limit has discarded bytes cannot be read again. Its registers are written one by one.

use core::ops::ControlFlow::Break;

use super::Machine;
use super::event::{Event, Found};
use super::input::Input;
use super::registers::{ErrorReports, OverLimit, TextProgress};
use super::state::{State, TextPart};
use crate::error::LimitKind;
use crate::limits::LimitAction;
use crate::steps::count;

impl Machine {
    /// Whether all bytes of the unfinished token are pending.
    pub(crate) fn has_whole_token(&self) -> bool {
        self.limit.over == OverLimit::No && self.limit.kept == 0 && self.limit.missing_bytes == 0
    }

    /// The state in which the unfinished token began.
    pub(crate) fn state_at_token_start(&self) -> State {
        match self.text_part() {
            TextPart::All => self.state,
            TextPart::BeforeMark => self.state.text_state(self.reference.return_state),
            TextPart::Nothing => State::Data,
        }
    }

    /// Reads the pending bytes again. Returns whether they are the beginning of one token, and no more. If not, the machine is
    /// of no use.
    #[must_use]
    pub(crate) fn reread(&mut self) -> bool {
        self.state = self.state_at_token_start();
        self.text = TextProgress::default();
        self.limit.bound = u64::MAX;
        self.unread_tag = false;
        let pending = core::mem::take(&mut self.position.pending);
        if pending.is_empty() {
            return true;
        }
        count(pending.len());
        let unread = ErrorReports { searched_to: self.position.token_start, ..ErrorReports::default() };
        let reports = core::mem::replace(&mut self.errors, unread);
        (self.position.body_start, self.position.index) = (self.position.token_start, 0);
        let input = Input { bytes: &pending, last: false };
        let is_unfinished = loop {
            match self.step(input) {
                Break(Event::Limit(LimitKind::Attributes))
                    if self.options.limits.of(LimitKind::Attributes).action == LimitAction::Truncate =>
                {
                    // An error that comes first is discarded, and the state gets here once more.
                    self.apply_limit(input, LimitKind::Attributes);
                }
                // The machine may have paused at an error that comes before the action of a limit.
                Break(Event::More | Event::Limit(_)) => break self.position.index == pending.len(),
                Break(Event::Found(Found::Error(_))) | core::ops::ControlFlow::Continue(()) => {}
                Break(Event::Found(_) | Event::End) => break false,
            }
        };
        // All of them stay, in the memory that they have.
        (self.position.body_start, self.position.index) = (self.offset(), 0);
        self.position.pending = pending;
        self.end_chunk_body(Input { bytes: &[], last: false });
        self.errors = ErrorReports { candidate_free_to: 0, view_end: self.position.body_start, ..reports };
        is_unfinished
    }
}
