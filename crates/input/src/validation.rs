//! Ill-formed sequences of the source: counted, or a reason to stop.

use crate::pending::Pending;

/// The handling of ill-formed sequences of the source, besides decoding them as U+FFFD.
///
/// ```
/// use tagspan::{Tokenizer, Validation};
///
/// let mut tokenizer = Tokenizer::builder().validation(Validation::Count).build();
/// tokenizer.feed_last(b"<meta charset=utf-8>a\x80b\xE2\x82").for_each(|_| ())?;
/// assert_eq!(tokenizer.ill_formed().count(), 2);
/// assert_eq!(tokenizer.ill_formed().offsets(), [21, 23]);
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Validation {
    /// They are not looked for: UTF-8 is passed through without a check.
    #[default]
    Off,
    /// They are counted, as [`IllFormed`].
    Count,
    /// The first one ends the source with an error. All before it comes out first;
    /// the beginning of the sequence may have come with it, where a chunk ended there.
    Strict,
}

/// The ill-formed sequences found so far: each is decoded as one U+FFFD.
///
/// ```
/// assert_eq!(tagspan::Tokenizer::new().ill_formed().count(), 0);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IllFormed {
    pub(crate) count: u64,
    pub(crate) offsets: Vec<u64>,
}

impl IllFormed {
    /// How many offsets are kept.
    pub(crate) const LISTED: usize = 1024;

    /// The number of sequences.
    ///
    /// ```
    /// use tagspan::{Tokenizer, Validation};
    ///
    /// let mut tokenizer = Tokenizer::builder().charset("utf-8")?.validation(Validation::Count).build();
    /// tokenizer.feed_last(b"caf\xE9 \xE2\x82.").for_each(|_| ())?;
    /// assert_eq!(tokenizer.ill_formed().count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The offsets of the first 1,024 sequences: zero-based, in bytes of the source, in order.
    ///
    /// ```
    /// use tagspan::{Tokenizer, Validation};
    ///
    /// let mut tokenizer = Tokenizer::builder().charset("utf-8")?.validation(Validation::Count).build();
    /// tokenizer.feed_last(b"caf\xE9 \xE2\x82.").for_each(|_| ())?;
    /// assert_eq!(tokenizer.ill_formed().offsets(), [3, 5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn offsets(&self) -> &[u64] {
        &self.offsets
    }

    fn add(&mut self, offset: u64) {
        self.count += 1;
        if self.offsets.len() < IllFormed::LISTED {
            self.offsets.push(offset);
        }
    }
}

/// Finds ill-formed sequences, in UTF-8 by itself and in other encodings by what the decoder says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct Validator {
    pub(crate) mode: Validation,
    #[cfg_attr(feature = "serde", serde(with = "crate::checkpoint::form::Sequences"))]
    pub(crate) found: IllFormed,
    /// The beginning of a UTF-8 sequence that the bytes so far end with.
    #[cfg_attr(feature = "serde", serde(with = "crate::checkpoint::form::bytes"))]
    pub(crate) pending: Pending,
    /// The bytes of the source before this offset were checked. They may come again if a caller left a chunk.
    pub(crate) checked: u64,
}

impl Validator {
    pub(crate) fn reset(&mut self) {
        self.found.count = 0;
        self.found.offsets.clear();
        self.pending.clear();
        self.checked = 0;
    }

    pub(crate) fn is_on(&self) -> bool {
        self.mode != Validation::Off
    }

    /// The offset at which strict validation ends the source: the first that was found.
    pub(crate) const fn fault(&self) -> Option<u64> {
        match (self.mode, self.found.offsets.as_slice()) {
            (Validation::Strict, &[offset, ..]) => Some(offset),
            _ => None,
        }
    }

    /// An ill-formed sequence begins at this offset. Says whether to stop there.
    pub(crate) fn report(&mut self, offset: u64) -> bool {
        self.found.add(offset);
        self.mode == Validation::Strict
    }

    /// Looks at UTF-8 that begins at this offset of the source, `last` if it ends there. How many of the bytes may be
    /// passed on: all, unless the source is faulty before their end.
    pub(crate) fn check(&mut self, bytes: &[u8], offset: u64, last: bool) -> usize {
        let end = offset + bytes.len() as u64;
        if end < self.checked && (last || !bytes.is_empty()) {
            self.forget_from(offset);
        }
        let seen = self.checked.saturating_sub(offset).min(bytes.len() as u64) as usize;
        if self.fault().is_none() {
            // The pending bytes are the last that were checked, so they may be after the end.
            self.search(&bytes[seen..], offset + seen as u64, last && end >= self.checked);
        }
        self.checked = self.checked.max(end);
        match self.fault() {
            Some(fault) => fault.saturating_sub(offset).min(bytes.len() as u64) as usize,
            None => bytes.len(),
        }
    }

    /// Forgets what was found from this offset on, where the caller left a chunk. The rest does not come whole: other
    /// bytes may follow, or the end. No sequence continues at the offset, because callers leave chunks between characters.
    fn forget_from(&mut self, offset: u64) {
        let before = self.found.offsets.partition_point(|&found| found < offset);
        if before == IllFormed::LISTED {
            // It is not known how many of those that are not listed lie before the offset, so all stay counted.
            return;
        }
        self.found.offsets.truncate(before);
        self.found.count = before as u64;
        self.pending.clear();
        self.checked = offset;
    }

    fn search(&mut self, mut bytes: &[u8], mut offset: u64, last: bool) {
        while let (1.., Some((&byte, rest))) = (self.pending.len(), bytes.split_first()) {
            let mut sequence = [0; 4];
            let length = self.pending.len();
            sequence[..length].copy_from_slice(&self.pending);
            sequence[length] = byte;
            match std::str::from_utf8(&sequence[..=length]) {
                Ok(_) => self.pending.clear(),
                Err(error) if error.error_len().is_none() => self.pending.push(byte),
                // The byte is none of the sequence, and is looked at again.
                Err(_) => {
                    if self.report_pending(offset) {
                        return;
                    }
                    continue;
                }
            }
            bytes = rest;
            offset += 1;
        }
        while let Err(error) = std::str::from_utf8(bytes) {
            let start = error.valid_up_to();
            let Some(length) = error.error_len() else {
                bytes[start..].iter().for_each(|&byte| self.pending.push(byte));
                offset += bytes.len() as u64;
                break;
            };
            if self.report(offset + start as u64) {
                return;
            }
            bytes = &bytes[start + length..];
            offset += (start + length) as u64;
        }
        if last && !self.pending.is_empty() {
            self.report_pending(offset);
        }
    }

    /// The pending bytes, which end at this offset, are no beginning of anything.
    fn report_pending(&mut self, end: u64) -> bool {
        let offset = end - self.pending.len() as u64;
        self.pending.clear();
        self.report(offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The starts of the maximal subparts.
    fn oracle(bytes: &[u8]) -> Vec<u64> {
        let mut offset = 0;
        let mut found = Vec::new();
        for chunk in bytes.utf8_chunks() {
            offset += chunk.valid().len();
            if !chunk.invalid().is_empty() {
                found.push(offset as u64);
                offset += chunk.invalid().len();
            }
        }
        found
    }

    const SOURCES: [&[u8]; 8] = [
        b"",
        b"plain",
        "aé€😀z".as_bytes(),
        b"\x80\xC3\xC3\xA9\xE2\x82<\xE2\x82\xAC\xF0\x9F\x98",
        b"\xF0\x9F\x98\xF0\x9F\x98\x80\xF5\xC0\x80",
        b"\xE0\x80\xED\xA0\x80\xF4\x90\x80",
        b"a\xE2\x82",
        b"\xC3",
    ];

    #[test]
    fn counts_maximal_subparts_however_the_source_is_cut() {
        for source in SOURCES {
            for first in 0..=source.len() {
                for second in first..=source.len() {
                    let mut validator = Validator { mode: Validation::Count, ..Validator::default() };
                    for (start, end, last) in [(0, first, false), (first, second, false)]
                        .into_iter()
                        .chain([(second, source.len(), false), (source.len(), source.len(), true)])
                    {
                        let bytes = &source[start..end];
                        assert_eq!(validator.check(bytes, start as u64, last), bytes.len());
                        // What was looked at is not counted again.
                        assert_eq!(validator.check(bytes, start as u64, false), bytes.len());
                    }
                    assert_eq!(validator.found.offsets(), oracle(source), "{source:x?} {first} {second}");
                }
            }
        }
    }

    #[test]
    fn strict_stops_at_the_first() {
        for source in SOURCES {
            for cut in 0..=source.len() {
                let mut validator = Validator { mode: Validation::Strict, ..Validator::default() };
                let passed = validator.check(&source[..cut], 0, false)
                    + validator.check(&source[cut..], cut as u64, true);
                let fault = oracle(source).first().copied();
                assert_eq!(validator.fault(), fault, "{source:x?} {cut}");
                // The beginning of a sequence was passed on before its end was known.
                let least = fault.map_or(source.len(), |fault| fault as usize);
                assert!(passed >= least && passed <= least.max(cut), "{source:x?} {cut} {passed}");
            }
        }
    }

    #[test]
    fn the_list_is_bounded_and_the_count_is_not() {
        let mut validator = Validator { mode: Validation::Count, ..Validator::default() };
        validator.check(&[0x80; 2000], 0, true);
        assert_eq!((validator.found.count(), validator.found.offsets().len()), (2000, IllFormed::LISTED));
    }
}
