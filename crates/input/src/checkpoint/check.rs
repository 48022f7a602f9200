//! Checks that a checkpoint is one that an input can have made.

use encoding_rs::UTF_8;

use super::{Decided, InputCheckpoint, Unfinished};
use crate::{
    decision::Confidence,
    options::EncodingOptions,
    prescan::is_utf_16,
    sniffer::Sniffer,
    source_map::{SavedMap, SourceMap},
    validation::{IllFormed, Validation, Validator},
};

/// No source is so long; sums of two such offsets and a chunk's length do not overflow.
const MAX_OFFSET: u64 = 1 << 62;

impl InputCheckpoint {
    /// Errs with the reason why no input is ever like this.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        check_options(&self.options)?;
        let Some(decided) = &self.decided else {
            let is_open = Sniffer::new(self.options.clone()).look(&self.kept, false).is_none();
            hold(&[(is_open, "the encoding of the kept bytes is missing")])?;
            return self.validator.check_state(self.kept.len() as u64);
        };
        decided.check()?;
        let is_mapped = self.source_offsets && decided.decision.encoding() != UTF_8;
        let has_map = decided.map.is_some();
        hold(&[(has_map == is_mapped, "the source map and the option for source offsets differ")])?;
        self.validator.check_state(decided.position)
    }
}

fn check_options(options: &EncodingOptions) -> Result<(), &'static str> {
    let domain = options.top_level_domain.as_deref();
    #[cfg(feature = "detect")]
    let (can_detect, usable) = (true, domain.and_then(crate::options::top_level_domain));
    #[cfg(not(feature = "detect"))]
    let (can_detect, usable) = (options.detect == 0 && domain.is_none(), None::<Box<str>>);
    let is_parent = options.parent.is_none_or(|encoding| !is_utf_16(encoding));
    hold(&[
        (is_parent, "UTF-16 cannot be the encoding of a parent document"),
        (can_detect, "detection needs the feature `detect`"),
        (usable.as_deref() == domain, "the top-level domain is not a lower-case label"),
    ])
}

impl Decided {
    fn check(&self) -> Result<(), &'static str> {
        let Decided { decision, finished, position, decoded, begun, piece_start, ref unfinished, .. } = *self;
        let (bytes, encoding) = (decision.bytes(), decision.encoding());
        let is_place =
            bytes.start <= bytes.end && bytes.end <= MAX_OFFSET && decision.looked_at() <= MAX_OFFSET;
        let is_unfinished = if encoding == UTF_8 {
            *unfinished == Unfinished::default()
        } else if finished {
            // Nothing can follow the end, so nothing is remembered.
            *unfinished == Unfinished { behind: unfinished.behind, ..Unfinished::default() }
        } else {
            unfinished.is_of(encoding)
        };
        hold(&[
            (position.max(decoded).max(piece_start) <= MAX_OFFSET, "an offset is too large"),
            (begun.0 <= decoded, "the decoder started after the text"),
            (begun.1 <= position, "the decoder started after the source"),
            (decision.confidence() != Confidence::Irrelevant, "the confidence is that of text"),
            (is_place, "the range of the encoding declaration is invalid"),
            (is_unfinished, "the decoder state does not fit the encoding"),
            (
                unfinished.behind <= position.saturating_sub(begun.1),
                "more bytes are unfinished than were read",
            ),
        ])?;
        self.map.as_ref().map_or(Ok(()), |map| self.check_map(map))
    }

    /// The text that may be asked for ends with what came out, and its source with what was read.
    fn check_map(&self, map: &SavedMap) -> Result<(), &'static str> {
        let encoding = self.decision.encoding();
        let source_end = map.source.saturating_add(map.bytes.len() as u64);
        let is_after = self.begun.1 <= map.source && map.text.len() as u64 <= self.decoded - self.begun.0;
        let is_pin = map.pin.is_none_or(|(_, source)| source <= map.source);
        hold(&[
            (encoding != UTF_8, "the source map and the option for source offsets differ"),
            (is_after, "the source map starts before the decoder"),
            (source_end <= self.position, "the source map ends after the bytes read"),
            (is_pin, "the saved position of the source map is after its start"),
        ])?;
        let restored = SourceMap::restore(map.clone(), encoding, self.decoded, self.begun.1);
        hold(&[(restored.save() == *map, "the source map and its decoder state differ")])
    }
}

impl Validator {
    /// The source before this offset was read.
    fn check_state(&self, position: u64) -> Result<(), &'static str> {
        let (count, offsets, pending) = (self.found.count(), self.found.offsets(), &*self.pending);
        // A caller that left a chunk is behind what was checked. What waits may be found yet.
        let end = position.max(self.checked).saturating_sub(pending.len() as u64);
        let listed = count.min(IllFormed::LISTED as u64);
        let is_before = offsets.last().is_none_or(|&offset| offset < end);
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
            (self.checked <= MAX_OFFSET, "an offset is too large"),
            (count <= end, "more ill-formed sequences were found than bytes were read"),
            (offsets.len() as u64 == listed, "the number of ill-formed sequences is wrong"),
            (offsets.is_sorted_by(|one, next| one < next), "the ill-formed sequences are not in order"),
            (is_before, "an ill-formed sequence is after the bytes read"),
            (is_beginning, "pending bytes of validation start no character"),
            (pending.len() as u64 <= self.checked, "more bytes are pending in validation than it has read"),
        ])
    }
}

/// The first of them that does not hold is the error.
fn hold(rules: &[(bool, &'static str)]) -> Result<(), &'static str> {
    rules.iter().find(|(holds, _)| !holds).map_or(Ok(()), |&(_, reason)| Err(reason))
}
