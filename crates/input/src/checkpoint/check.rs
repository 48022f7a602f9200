//! Checks that a checkpoint that was read is one that an input can have made.

use encoding_rs::UTF_8;

use super::{CheckpointError, InputCheckpoint};
use crate::{
    sniffer::Sniffer,
    source_map::SourceMap,
    validation::{IllFormed, Validation, Validator},
};

/// No source is so long; sums of two such offsets and a chunk's length do not overflow.
const MOST: u64 = 1 << 62;

impl InputCheckpoint {
    /// Errs if no input is ever like this.
    pub(super) fn check(&self) -> Result<(), CheckpointError> {
        let (kept, position) = (self.kept.len() as u64, self.position());
        let offsets = [self.source, self.decoded, self.begun.0, self.begun.1, self.piece_start];
        let rules = [
            (offsets.iter().all(|&offset| offset <= MOST), "an offset is too large"),
            (self.source >= kept, "more bytes are kept than were consumed"),
            (self.again <= self.kept.len(), "more bytes were reread than are kept"),
            (self.again == self.kept.len() || self.source == kept, "bytes are reread after the next chunk"),
            (self.begun.0 <= self.decoded, "the decoder started after the text"),
            (self.begun.1 <= position, "the decoder started after the source"),
            (
                self.unfinished.behind <= position - self.begun.1.min(position),
                "more bytes are unfinished than were read",
            ),
        ];
        hold(&rules)?;
        self.check_decision()?;
        self.check_map(position)?;
        self.validator.check_state(position)
    }

    /// The text that may be asked for ends with what came out, and its source with what was read.
    fn check_map(&self, position: u64) -> Result<(), CheckpointError> {
        let is_decoded = self.decision.is_some_and(|decision| decision.encoding() != UTF_8);
        let Some(map) = &self.map else {
            return hold(&[(
                !(is_decoded && self.source_offsets),
                "the source map of the decoded text is missing",
            )]);
        };
        let text_end = map.decoded.saturating_add(map.text.len() as u64);
        let source_end = map.source.saturating_add(map.bytes.len() as u64);
        let encoding = self.decision.map(|decision| decision.encoding()).unwrap_or(UTF_8);
        hold(&[
            (
                is_decoded && self.source_offsets,
                "there is a source map without the option for source offsets",
            ),
            (text_end == self.decoded, "the source map does not end where the text ends"),
            (
                self.begun.0 <= map.decoded && self.begun.1 <= map.source,
                "the source map starts before the decoder",
            ),
            (source_end <= position, "the source map ends after the bytes read"),
            (
                map.pin.is_none_or(|(_, source)| source <= map.source),
                "the saved position of the source map is after its start",
            ),
        ])?;
        let kept = SourceMap::restore(map.clone(), encoding, self.begun.1).save();
        hold(&[(kept == *map, "the source map and its decoder state differ")])
    }

    fn check_decision(&self) -> Result<(), CheckpointError> {
        let Some(decision) = self.decision else {
            let is_new = (self.decoded, self.begun) == (0, (0, 0)) && self.unfinished == Default::default();
            let is_open = Sniffer::new(self.options.clone()).look(&self.kept, false).is_none();
            return hold(&[
                (!self.finished, "the input ended without an encoding"),
                (is_new, "text was decoded before the encoding was chosen"),
                (self.source == self.kept.len() as u64, "bytes that decide the encoding are missing"),
                (self.again == self.kept.len(), "bytes are reread before the encoding was chosen"),
                (is_open, "the encoding of the kept bytes is missing"),
            ]);
        };
        let bytes = decision.bytes();
        let is_place = bytes.start <= bytes.end && bytes.end <= MOST && decision.looked_at() <= MOST;
        // Nothing can follow the end, so nothing is remembered.
        let is_unfinished = if self.finished || decision.encoding() == UTF_8 {
            let nothing = super::Unfinished { behind: self.unfinished.behind, ..Default::default() };
            self.unfinished == nothing && (decision.encoding() != UTF_8 || nothing.behind == 0)
        } else {
            self.unfinished.is_of(decision.encoding())
        };
        hold(&[
            (is_place, "the range of the encoding declaration is invalid"),
            (is_unfinished, "the decoder state does not fit the encoding"),
        ])
    }
}

impl Validator {
    fn check_state(&self, position: u64) -> Result<(), CheckpointError> {
        // A caller that left a chunk is behind what was checked. What waits may be found yet.
        let end = position.max(self.checked).saturating_sub(self.pending.len() as u64);
        let (count, offsets) = (self.found.count(), self.found.offsets());
        let listed = count.min(IllFormed::LISTED as u64);
        let pending = self.pending.as_slice();
        let is_beginning = match std::str::from_utf8(pending) {
            Ok(_) => pending.is_empty(),
            Err(error) => error.valid_up_to() == 0 && error.error_len().is_none(),
        };
        let is_of_mode = match self.mode {
            Validation::Off => count == 0 && self.checked == 0 && pending.is_empty(),
            Validation::Count => true,
            Validation::Strict => count <= 1,
        };
        hold(&[
            (is_of_mode, "more ill-formed sequences were found than the validation mode allows"),
            (self.checked <= MOST, "an offset is too large"),
            (count <= end, "more ill-formed sequences were found than bytes were read"),
            (offsets.len() as u64 == listed, "the number of ill-formed sequences is wrong"),
            (offsets.is_sorted_by(|one, next| one < next), "the ill-formed sequences are not in order"),
            (
                offsets.last().is_none_or(|&offset| offset < end),
                "an ill-formed sequence is after the bytes read",
            ),
            (is_beginning, "pending bytes of validation start no character"),
            (pending.len() as u64 <= self.checked, "more bytes are pending in validation than it has read"),
        ])
    }
}

/// The first of them that does not hold is the error.
fn hold(rules: &[(bool, &'static str)]) -> Result<(), CheckpointError> {
    match rules.iter().find(|(holds, _)| !holds) {
        Some(&(_, what)) => Err(CheckpointError::Invalid(what)),
        None => Ok(()),
    }
}
