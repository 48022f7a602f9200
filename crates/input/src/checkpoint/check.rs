//! Checks that a checkpoint that was read is one that an input can have made.

use encoding_rs::UTF_8;

use super::{InputCheckpoint, Unfinished};
use crate::{
    prescan::is_utf_16,
    sniffer::Sniffer,
    source_map::SourceMap,
    validation::{IllFormed, Validation, Validator},
};

/// No source is so long; sums of two such offsets and a chunk's length do not overflow.
const MOST: u64 = 1 << 62;

impl InputCheckpoint {
    /// Checks a checkpoint that was deserialized, which by itself checks little more than the types of the fields.
    ///
    /// [`Input::from_checkpoint`](crate::decoder::Input::from_checkpoint) may panic or give wrong text for one that
    /// was read and does not pass. Only with the feature `serde`.
    ///
    /// ```
    /// use tagspan_input::decoder::{Input, InputCheckpoint};
    ///
    /// let stored = serde_json::to_string(&Input::new().checkpoint())?;
    /// let read: InputCheckpoint = serde_json::from_str(&stored)?;
    /// assert_eq!(read.check(), Ok(()));
    /// let read: InputCheckpoint = serde_json::from_str(&stored.replace("\"finished\":false", "\"finished\":true"))?;
    /// assert_eq!(read.check(), Err("the input ended without an encoding"));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The reason why no input is ever like this.
    pub fn check(&self) -> Result<(), &'static str> {
        let kept = self.kept.len();
        let position = if self.again < kept { self.again as u64 } else { self.source };
        let offsets = [self.source, self.decoded, self.begun.0, self.begun.1, self.piece_start];
        let begun = position.saturating_sub(self.begun.1);
        self.check_options()?;
        hold(&[
            (offsets.iter().all(|&offset| offset <= MOST), "an offset is too large"),
            (self.source >= kept as u64, "more bytes are kept than were consumed"),
            (self.again <= kept, "more bytes were reread than are kept"),
            (self.again == kept || self.source == kept as u64, "bytes are reread after the next chunk"),
            (self.begun.0 <= self.decoded, "the decoder started after the text"),
            (self.begun.1 <= position, "the decoder started after the source"),
            (self.unfinished.behind <= begun, "more bytes are unfinished than were read"),
        ])?;
        self.check_decision()?;
        self.check_map(position)?;
        self.validator.check_state(position)
    }

    fn check_options(&self) -> Result<(), &'static str> {
        let domain = self.options.top_level_domain.as_deref();
        #[cfg(feature = "detect")]
        let (can_detect, usable) = (true, domain.and_then(crate::detection::top_level_domain));
        #[cfg(not(feature = "detect"))]
        let (can_detect, usable) = (self.options.detect == 0 && domain.is_none(), None::<Box<str>>);
        hold(&[
            (
                !self.options.parent.is_some_and(is_utf_16),
                "UTF-16 cannot be the encoding of a parent document",
            ),
            (can_detect, "detection needs the feature `detect`"),
            (usable.as_deref() == domain, "the top-level domain is not a lower-case label"),
        ])
    }

    /// The text that may be asked for ends with what came out, and its source with what was read.
    fn check_map(&self, position: u64) -> Result<(), &'static str> {
        let encoding = self.decision().map_or(UTF_8, |decision| decision.encoding());
        let is_mapped = encoding != UTF_8 && self.source_offsets;
        let Some(map) = &self.map else {
            return hold(&[(!is_mapped, "the source map of the decoded text is missing")]);
        };
        let text_end = map.decoded.saturating_add(map.text.len() as u64);
        let source_end = map.source.saturating_add(map.bytes.len() as u64);
        let is_after = self.begun.0 <= map.decoded && self.begun.1 <= map.source;
        let is_pin = map.pin.is_none_or(|(_, source)| source <= map.source);
        hold(&[
            (is_mapped, "there is a source map without the option for source offsets"),
            (text_end == self.decoded, "the source map does not end where the text ends"),
            (is_after, "the source map starts before the decoder"),
            (source_end <= position, "the source map ends after the bytes read"),
            (is_pin, "the saved position of the source map is after its start"),
        ])?;
        let kept = SourceMap::restore(map.clone(), encoding, self.begun.1).save();
        hold(&[(kept == *map, "the source map and its decoder state differ")])
    }

    fn check_decision(&self) -> Result<(), &'static str> {
        let Some(decision) = self.decision() else {
            let is_new =
                (self.decoded, self.begun) == (0, (0, 0)) && self.unfinished == Unfinished::default();
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
            let nothing = Unfinished { behind: self.unfinished.behind, ..Unfinished::default() };
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
            (self.checked <= MOST, "an offset is too large"),
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
