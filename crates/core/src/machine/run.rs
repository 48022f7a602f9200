//! Runs: skips the bytes that mean nothing to a state.

use core::ops::ControlFlow::{self, Continue};

use memchr::{memchr, memchr2};

use super::Machine;
use super::event::Event;
use super::input::{Input, Next};
use crate::bytes::may_begin_input_error;
use crate::error::LimitKind;
use crate::kernels::find_error_candidate;
use crate::steps::count;

/// Where a run ends.
///
/// Most states can skip over what only an error report is interested in: NUL, and `&` in places where it
/// is left to decoding. So each run has two sets: the bytes that decide, and those that matter besides
/// when errors are wanted.
pub(crate) struct Stops {
    decide: [u8; 2],
    reporting: [bool; 256],
    /// What the kernel looks for among the bytes of `reporting`, besides NUL and the errors of the input stream.
    markup: [u8; 2],
    /// The text may hold character references.
    references: bool,
}

const fn set(mut table: [bool; 256], bytes: &[u8]) -> [bool; 256] {
    let mut index = 0;
    while index < bytes.len() {
        table[bytes[index] as usize] = true;
        index += 1;
    }
    table
}

impl Stops {
    /// `decide` twice the same byte for one alone. `reporting` is NUL, nothing, or where `decide` is one byte alone,
    /// another byte and NUL.
    pub(crate) const fn new(decide: [u8; 2], reporting: &[u8]) -> Self {
        let markup = match *reporting {
            [] | [0] => decide,
            [other, 0] if decide[0] == decide[1] => [decide[0], other],
            _ => panic!("the kernel looks for two bytes besides NUL"),
        };
        let reporting = set(set([false; 256], &decide), reporting);
        Stops { decide, reporting, markup, references: false }
    }

    const fn with_references(mut self) -> Self {
        self.references = true;
        self
    }

    /// With the bytes that may begin an error of the input stream, for text, which is cut at them.
    const fn of_text(mut self) -> Self {
        let mut byte = 0;
        while byte < 256 {
            if may_begin_input_error(byte as u8) {
                self.reporting[byte] = true;
            }
            byte += 1;
        }
        self
    }

    /// The first byte from `start` on that matters where errors are wanted, or the end. What the kernel stops at is
    /// more than these sets hold.
    fn find_reporting(&self, bytes: &[u8], start: usize) -> usize {
        let mut at = start;
        loop {
            at = find_error_candidate(bytes, at..bytes.len(), self.markup);
            match bytes.get(at) {
                Some(&byte) if !self.reporting[usize::from(byte)] => at += 1,
                _ => return at,
            }
        }
    }

    pub(crate) const DATA: Stops = Stops::new(*b"<<", b"&\0").of_text().with_references();
    pub(crate) const RAWTEXT: Stops = Stops::new(*b"<<", b"\0").of_text();
    pub(crate) const PLAINTEXT: Stops = Stops::new(*b"\0\0", b"").of_text();
    pub(crate) const ESCAPED: Stops = Stops::new(*b"-<", b"\0").of_text();
    pub(crate) const CDATA: Stops = Stops::new(*b"]]", b"").of_text();
    pub(crate) const DOUBLE_QUOTED: Stops = Stops::new(*b"\"\"", b"&\0");
    pub(crate) const SINGLE_QUOTED: Stops = Stops::new(*b"''", b"&\0");
    pub(crate) const COMMENT: Stops = Stops::new(*b"--", b"<\0");
    pub(crate) const BOGUS: Stops = Stops::new(*b">>", b"\0");
    pub(crate) const INSTRUCTION: Stops = Stops::new(*b"?>", b"");
    pub(crate) const DOUBLE_QUOTED_ID: Stops = Stops::new(*b"\">", b"\0");
    pub(crate) const SINGLE_QUOTED_ID: Stops = Stops::new(*b"'>", b"\0");
}

impl Machine {
    /// Moves the position to the next byte of the set, or to the end of the chunk body.
    pub(crate) fn run(&mut self, input: Input<'_>, stops: &'static Stops) -> Next {
        let rest = &input.bytes[self.position.index..];
        if self.reports() {
            self.position.index = stops.find_reporting(input.bytes, self.position.index);
            return input.at(self.position.index);
        }
        let found = if stops.decide[0] == stops.decide[1] {
            memchr(stops.decide[0], rest)
        } else {
            memchr2(stops.decide[0], stops.decide[1], rest)
        };
        self.position.index += found.unwrap_or(rest.len());
        input.at(self.position.index)
    }

    /// [`run`](Self::run) over text: with errors wanted, text is cut before a character that is an error
    /// of the input stream, and the error is reported there.
    pub(crate) fn run_text(&mut self, input: Input<'_>, stops: &'static Stops) -> ControlFlow<Event, Next> {
        loop {
            let next = match stops.references && !self.reports() {
                true => self.run_measuring_references(input, stops),
                false => self.run(input, stops),
            };
            match next {
                Next::Byte(byte) if self.reports() && may_begin_input_error(byte) => {
                    if self.has_input_error_here(input) {
                        self.flush_text()?;
                        self.input_error_here(input)?;
                    }
                    self.position.index += 1;
                }
                _ => return Continue(next),
            }
        }
    }

    /// [`run`](Self::run), which passes over references: no text within the limit holds one beyond it. In
    /// longer text it stops at each, so that they are measured, as they are where chunks end.
    fn run_measuring_references(&mut self, input: Input<'_>, stops: &'static Stops) -> Next {
        let start = self.position.index;
        if start >= self.text.measured_end {
            let next = self.run(input, stops);
            if self.unfinished() < self.bound_of(LimitKind::CharacterReference) {
                return next;
            }
            self.text.measured_end = self.position.index;
        }
        let reference = memchr(b'&', &input.bytes[start..self.text.measured_end]);
        count(reference.unwrap_or(self.text.measured_end - start));
        self.position.index = reference.map_or(self.text.measured_end, |index| start + index);
        input.at(self.position.index)
    }
}

/// Where a character reference begins that the end of `text` may have cut: an `&` that only letters,
/// digits and `#` follow.
pub(crate) fn unfinished_reference(text: &[u8]) -> Option<usize> {
    let tail = text.iter().rposition(|&byte| !(byte.is_ascii_alphanumeric() || byte == b'#'));
    count(text.len() - tail.unwrap_or(0));
    let tail = tail?;
    (text[tail] == b'&').then_some(tail)
}
