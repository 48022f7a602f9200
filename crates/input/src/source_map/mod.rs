//! The map from offsets in the decoded text back to the source.
//!
//! A decoder says how many bytes it read and wrote, but not which of them belong together, and it may be far
//! ahead of the offset in question. A [`SourceMap`] keeps the source and the decoded text as far back as the caller
//! may ask, and a [`Follower`] reads them together: the rules of the Encoding Standard tell how many source bytes each
//! decoded character took. This takes no decoder table: a pair of bytes is mapped unless the decoded character is
//! U+FFFD.
//!
//! # Which bytes a character took
//!
//! The *source offset* of a decoded offset, which lies between two characters, is the end of the bytes that
//! the character before it took; the character after it takes bytes from there on. So spans that touch in the
//! decoded text touch in the source.
//!
//! - A well-formed sequence took its bytes. The four pairs of Big5 that decode to two characters belong to the
//!   first of them; the second took none.
//! - A U+FFFD took the bytes that the standard's decoder read for it and did not restore. `81 <` in Shift_JIS
//!   is one byte of error and a `<`; four bytes of gb18030 that are mapped to nothing are an error of four.
//! - An unfinished sequence at the end of the source is one U+FFFD, which took all of it.
//! - Bytes without output belong to the character after them: the escape sequences of ISO-2022-JP. If none
//!   comes they belong to nothing, as all but the first byte of a source in the encoding `replacement`.
//! - Two escape sequences of ISO-2022-JP in a row are an error: its U+FFFD took both. (The standard's decoder
//!   reports it once it has read the second, which is in force from then on.) A lead byte before an escape is an
//!   error of one byte; the escape belongs to what follows.
//!
//! At each such offset the decoder holds nothing back. All that it remembers there is what the follower does:
//! for ISO-2022-JP the character set and whether an escape came last, for all others nothing. So the source
//! from there on decodes to the text from there on, for ISO-2022-JP from that state. The source of a span
//! decodes to the span's text by itself, with one exception: `81 30 <` in gb18030 is U+FFFD, `0` and `<`, but
//! without the `<` that shows the error, `81 30` is an unfinished sequence and one U+FFFD (so is `81 30 81`).

mod double_byte;
mod follower;
mod iso_2022_jp;
mod saved;
mod single_byte;
#[cfg(test)]
mod tests;
mod utf_16;
mod utf_8;

use std::sync::{Mutex, MutexGuard, PoisonError};

use encoding_rs::{Encoding, REPLACEMENT, UTF_8};

use follower::Follower;
pub(crate) use saved::SavedMap;

/// Follows one source and its decoded text.
///
/// Offsets into the source and into the decoded text are in bytes, zero-based, and 64 bits wide: they may
/// begin anywhere, see [`start`](SourceMap::start).
///
/// # Cost
///
/// Nothing is walked until it is asked for or forgotten, and then from the nearest checkpoint; one is left
/// for each [`SourceMap::SPACING`] bytes of decoded text. So a query costs a walk over as many bytes at most,
/// but for the first that goes further than any before it. Queries whose offsets do not decrease cost one walk over
/// the text together. Memory: what was not forgotten, decoded and not, a checkpoint for each `SPACING`, and a
/// constant.
pub(crate) struct SourceMap {
    /// The source from `base` on.
    source: Vec<u8>,
    /// The decoded text from `base` on, whole characters.
    decoded: Vec<u8>,
    /// The byte after `source`, if a decoder may have seen it already.
    next: Option<u8>,
    /// Nothing from here on decodes to anything, nor is it kept.
    source_limit: u64,
    /// Where the buffers begin.
    base: Place,
    /// Saved results of walks. Behind a lock, so that a query takes `&self`.
    walked: Mutex<Walked>,
    /// The lowest decoded offset that may still be requested, though more is remembered.
    wanted: u64,
    /// An offset and its source, which are remembered whatever is forgotten.
    pin: Option<(u64, u64)>,
}

/// Saved results of walks.
struct Walked {
    /// Checkpoints after the base, in ascending order and no more than [`SourceMap::SPACING`] apart.
    checkpoints: Vec<Place>,
    /// Where the latest walk ended; before the base perhaps.
    cursor: Place,
}

/// A place between two characters, in both streams.
#[derive(Clone, Copy, Debug)]
struct Place {
    decoded: u64,
    source: u64,
    /// In the state it has here.
    follower: Follower,
}

impl SourceMap {
    /// How many bytes of decoded text lie between two checkpoints, at most.
    pub(crate) const SPACING: u64 = 1024;

    /// Less than this is not worth moving the rest down.
    const FORGETS: u64 = 4096;

    /// Buffers larger than this are given back in part when they are nearly empty.
    const KEEPS: usize = 64 * 1024;

    /// A map of an empty source. Allocates nothing.
    pub(crate) fn new() -> SourceMap {
        let base = Place { decoded: 0, source: 0, follower: Follower::SingleByte };
        SourceMap {
            source: Vec::new(),
            decoded: Vec::new(),
            next: None,
            source_limit: u64::MAX,
            base,
            walked: Mutex::new(Walked { checkpoints: Vec::new(), cursor: base }),
            wanted: 0,
            pin: None,
        }
    }

    /// Starts over with a decoder of `encoding` in its first state, which reads on at the offset `source` and
    /// whose output begins at the offset `decoded`: 2 and 3 after the byte order mark of UTF-16.
    ///
    /// The buffers are kept unless they are large. UTF-8 is not for this map: there the offsets are the same,
    /// also within ill-formed sequences, which are not decoded.
    pub(crate) fn start(&mut self, encoding: &'static Encoding, decoded: u64, source: u64) {
        debug_assert_ne!(encoding, UTF_8, "UTF-8 is its own source");
        self.base = Place { decoded, source, follower: Follower::new(encoding) };
        let base = self.base;
        let walked = self.walked_mut();
        walked.cursor = base;
        walked.checkpoints.clear();
        (self.wanted, self.pin) = (decoded, None);
        self.next = None;
        self.source_limit = if encoding == REPLACEMENT { source.saturating_add(1) } else { u64::MAX };
        self.source.clear();
        self.decoded.clear();
        self.give_back();
    }

    /// A decoder has read `source` and written `decoded`, whole characters, which may lag behind what it read.
    ///
    /// `next` is the byte after `source` if the decoder was given it and left it, because its output was full;
    /// `None` if it read all that it was given. For gb18030 only: having seen that byte, the decoder may have
    /// written a U+FFFD that stands for one byte, while at the end of the source it would stand for two or three.
    ///
    /// Takes time in proportion to the two lengths.
    pub(crate) fn push(&mut self, source: &[u8], decoded: &[u8], next: Option<u8>) {
        let end = self.base.source + self.source.len() as u64;
        // What does not fit a `usize` is longer than the slice.
        let room = usize::try_from(self.source_limit.saturating_sub(end)).unwrap_or(usize::MAX);
        self.source.extend_from_slice(&source[..source.len().min(room)]);
        self.decoded.extend_from_slice(decoded);
        self.next = next;
    }

    /// Remembers the source of this offset.
    pub(crate) fn pin(&mut self, decoded: u64) {
        self.pin = self.source_offset(decoded).map(|source| (decoded, source));
    }

    /// Forgets decoded offsets below this one. The map may remember more.
    ///
    /// Takes constant time on average, but for walking what was never walked.
    pub(crate) fn forget_before(&mut self, decoded: u64) {
        self.wanted = decoded;
        let line = decoded.min(self.decoded_end());
        let forgotten = line.saturating_sub(self.base.decoded);
        // What is moved down was pushed after what is dropped, and is no longer: so each byte pays for its move once.
        if forgotten < SourceMap::FORGETS || forgotten < self.decoded_end() - line {
            return;
        }
        let line = self.base.decoded + self.floor(forgotten as usize) as u64;
        let place = self.walk_to(line);
        self.source.drain(..(place.source - self.base.source) as usize);
        self.decoded.drain(..(place.decoded - self.base.decoded) as usize);
        let checkpoints = &mut self.walked_mut().checkpoints;
        checkpoints.drain(..checkpoints.partition_point(|checkpoint| checkpoint.decoded <= line));
        self.base = place;
        self.give_back();
    }

    /// The source offset of a decoded offset: where the bytes that the character before it took end.
    ///
    /// `None` if the offset is forgotten, beyond what was pushed, or within a character.
    pub(crate) fn source_offset(&self, decoded: u64) -> Option<u64> {
        if let Some((_, source)) = self.pin.filter(|&(pinned, _)| pinned == decoded) {
            return Some(source);
        }
        let index = usize::try_from(decoded.checked_sub(self.base.decoded)?).ok()?;
        if index > self.decoded.len() || self.floor(index) != index {
            return None;
        }
        Some(self.walk_to(decoded).source)
    }

    /// Bytes of heap memory in use.
    pub(crate) fn allocated(&self) -> usize {
        let checkpoints = self.walked().checkpoints.capacity();
        self.source.capacity() + self.decoded.capacity() + checkpoints * size_of::<Place>()
    }

    /// Gives back the memory that holds nothing.
    pub(crate) fn shrink(&mut self) {
        self.source.shrink_to_fit();
        self.decoded.shrink_to_fit();
        self.walked_mut().checkpoints.shrink_to_fit();
    }

    fn walked(&self) -> MutexGuard<'_, Walked> {
        // Nothing panics while it is held, and no walk leaves it half done.
        self.walked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn walked_mut(&mut self) -> &mut Walked {
        self.walked.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// The offset after all decoded text so far.
    fn decoded_end(&self) -> u64 {
        self.base.decoded + self.decoded.len() as u64
    }

    /// The start of the character that `index` lies in, if it lies in one.
    fn floor(&self, mut index: usize) -> usize {
        while index > 0 && self.decoded.get(index).is_some_and(|&byte| utf_8::continues(byte)) {
            index -= 1;
        }
        index
    }

    /// Walks to a decoded offset that is not before the base, not beyond the end, and between two characters.
    fn walk_to(&self, target: u64) -> Place {
        let walked = &mut *self.walked();
        let mut place = self.nearest(walked, target);
        while place.decoded < target {
            // A checkpoint is due here, or up to three bytes before: characters are not split.
            let due = walked.checkpoints.last().unwrap_or(&self.base).decoded + SourceMap::SPACING;
            if place.decoded + 3 >= due {
                walked.checkpoints.push(place);
                continue;
            }
            let start = (place.decoded - self.base.decoded) as usize;
            let stop = self.floor((target.min(due) - self.base.decoded) as usize);
            let source = &self.source[(place.source - self.base.source) as usize..];
            place.source += place.follower.walk(source, self.next, &self.decoded[start..stop]) as u64;
            place.decoded += (stop - start) as u64;
        }
        walked.cursor = place;
        place
    }

    /// A known place not after the target, and no checkpoint's distance before it if the target was ever walked to.
    fn nearest(&self, walked: &Walked, target: u64) -> Place {
        let &Walked { ref checkpoints, cursor } = walked;
        // Queries in order continue at the end of the one before.
        if (self.base.decoded..=target).contains(&cursor.decoded)
            && target - cursor.decoded < SourceMap::SPACING
        {
            return cursor;
        }
        let before = checkpoints.partition_point(|checkpoint| checkpoint.decoded <= target);
        let checkpoint = before.checked_sub(1).map_or(self.base, |last| checkpoints[last]);
        // Beyond the last checkpoint.
        if (checkpoint.decoded..=target).contains(&cursor.decoded) { cursor } else { checkpoint }
    }

    /// Returns memory that a large piece of text needed and that nothing needs now.
    fn give_back(&mut self) {
        for buffer in [&mut self.source, &mut self.decoded] {
            if buffer.capacity() > SourceMap::KEEPS && buffer.len() <= buffer.capacity() / 4 {
                buffer.shrink_to(SourceMap::KEEPS.max(2 * buffer.len()));
            }
        }
        let keeps = SourceMap::KEEPS / SourceMap::SPACING as usize;
        let checkpoints = &mut self.walked_mut().checkpoints;
        if checkpoints.capacity() > keeps && checkpoints.len() <= checkpoints.capacity() / 4 {
            checkpoints.shrink_to(keeps.max(2 * checkpoints.len()));
        }
    }
}
