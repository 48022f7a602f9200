//! Counts lines and columns across the pieces of the input.

use std::sync::{Mutex, MutexGuard, PoisonError};

use memchr::memchr2_iter;

use super::line_column::{ColumnUnit, LineColumn};
use super::scan::Scanner;
use crate::partial_character::{PartialCharacter, unfinished_tail};
use crate::steps::count;

/// Turns offsets into lines and columns, over the same pieces that a [`Scanner`] enters.
///
/// A place is exact or `None`. The places of the current piece are known, and those of the token that was unfinished when the
/// piece before it was [passed](Self::pass), but not those of bytes that a limit has left out of that token.
///
/// # Cost
///
/// Offsets that are asked for in ascending order cost time linear in the input, also if they are those of two interleaved
/// ascending sequences, such as tokens and parse errors. Any other offset may be counted from the start of the piece or of
/// the unfinished token. Memory: a copy of the unfinished token, as far as limits keep it.
///
/// # Examples
///
/// ```
/// use tagspan_core::ColumnUnit;
/// use tagspan_core::scanner::{LineCounter, Scanner};
///
/// let (mut scanner, mut lines) = (Scanner::default(), LineCounter::new(ColumnUnit::CodePoints));
/// let (mut offset, mut places) = (0, Vec::new());
/// for (piece, last) in [("caf\u{E9}\r\n<a hr", false), ("ef=x>b</a>", true)] {
///     let piece = piece.as_bytes();
///     let body = &piece[scanner.enter(piece, last)];
///     while scanner.scan(body, last)?.is_some() {
///         let place = lines.locate(scanner.token_start(), offset, piece);
///         places.push(place.unwrap().to_string());
///     }
///     lines.pass(offset, piece, &scanner);
///     offset += piece.len() as u64;
/// }
/// assert_eq!(places, ["1:1", "2:1", "2:11", "2:12"]);
/// # Ok::<(), tagspan_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct LineCounter {
    pub(crate) unit: ColumnUnit,
    /// The bytes from `start` to `passed`, without those that a limit has left out.
    pub(crate) kept: Vec<u8>,
    /// The place of the first kept byte: where the unfinished token starts.
    pub(crate) start: Count,
    /// Where bytes are missing in `kept`, in order.
    pub(crate) gaps: Vec<Gap>,
    /// The place that the tokenizer had reached in what was passed.
    pub(crate) passed: Count,
    /// The bytes behind it that were passed: a partial character.
    pub(crate) partial: PartialCharacter,
    /// The places of the last calls. Counting continues from the nearest.
    pub(crate) cached: Cached,
}

/// Two places, behind a lock so that asking takes `&self`.
#[derive(Debug)]
pub(crate) struct Cached(Mutex<[Count; 2]>);

impl Cached {
    fn get(&self) -> MutexGuard<'_, [Count; 2]> {
        // Nothing panics while it is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clone for Cached {
    fn clone(&self) -> Self {
        Cached(Mutex::new(*self.get()))
    }
}

/// How far the input is counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Count {
    pub(crate) offset: u64,
    pub(crate) place: LineColumn,
    /// Whether the byte before is a CR.
    pub(crate) after_cr: bool,
}

/// Bytes that a limit has left out of an unfinished token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gap {
    /// How many bytes are kept before them.
    pub(crate) kept: usize,
    /// Where they end.
    pub(crate) end: Count,
}

/// The bytes from `LineCounter::passed` to the end of the current chunk, divided between characters.
struct Ahead<'c> {
    start: u64,
    /// The character that straddles the chunks.
    partial: PartialCharacter,
    body: &'c [u8],
    /// What the end of the chunk leaves unfinished.
    tail: PartialCharacter,
}

impl<'c> Ahead<'c> {
    fn new(start: u64, mut partial: PartialCharacter, chunk: &'c [u8]) -> Self {
        let chunk = &chunk[partial.complete(chunk)..];
        if chunk.is_empty() && partial.is_unfinished() {
            return Ahead { start, partial: PartialCharacter::default(), body: &[], tail: partial };
        }
        let body = &chunk[..chunk.len() - unfinished_tail(chunk)];
        Ahead { start, partial, body, tail: PartialCharacter::tail_of(chunk) }
    }

    /// The three parts with their offsets.
    fn parts(&self) -> [(u64, &[u8]); 3] {
        let body = self.start.saturating_add(self.partial.bytes().len() as u64);
        let tail = body.saturating_add(self.body.len() as u64);
        [(self.start, self.partial.bytes()), (body, self.body), (tail, self.tail.bytes())]
    }

    fn end(&self) -> u64 {
        let [_, _, (tail, bytes)] = self.parts();
        tail.saturating_add(bytes.len() as u64)
    }

    /// The bytes between two offsets.
    fn between(&self, from: u64, to: u64) -> impl Iterator<Item = &[u8]> {
        self.parts().into_iter().map(move |(start, bytes)| {
            let index = |offset: u64| offset.saturating_sub(start).min(bytes.len() as u64) as usize;
            &bytes[index(from.min(to))..index(to)]
        })
    }
}

impl LineCounter {
    /// Creates a line counter that starts at offset 0, line 1, column 1.
    ///
    /// ```
    /// use tagspan_core::ColumnUnit;
    /// use tagspan_core::scanner::LineCounter;
    ///
    /// assert_eq!(LineCounter::new(ColumnUnit::Utf16).locate(0, 0, b"<p>").unwrap().to_string(), "1:1");
    /// ```
    pub fn new(unit: ColumnUnit) -> Self {
        let start = Count { offset: 0, place: LineColumn { line: 1, column: 1 }, after_cr: false };
        LineCounter::counting_from(unit, start, start)
    }

    pub(crate) fn counting_from(unit: ColumnUnit, start: Count, passed: Count) -> Self {
        LineCounter {
            unit,
            kept: Vec::new(),
            start,
            gaps: Vec::new(),
            passed,
            partial: PartialCharacter::default(),
            cached: Cached(Mutex::new([passed; 2])),
        }
    }

    /// Starts anew at line 1, column 1 and this offset, such as that after a byte order mark, which no column counts.
    ///
    /// ```
    /// use tagspan_core::ColumnUnit;
    /// use tagspan_core::scanner::LineCounter;
    ///
    /// let mut lines = LineCounter::new(ColumnUnit::Bytes);
    /// lines.start_at(3);
    /// assert_eq!(lines.locate(3, 3, b"<p>").unwrap().to_string(), "1:1");
    /// ```
    pub fn start_at(&mut self, offset: u64) {
        let mut kept = core::mem::take(&mut self.kept);
        kept.clear();
        kept.shrink_to(KEPT);
        let start = Count { offset, place: LineColumn { line: 1, column: 1 }, after_cr: false };
        *self = LineCounter { kept, ..LineCounter::counting_from(self.unit, start, start) };
    }

    /// Returns the line and column of `offset`. `chunk` is the piece that the scanner reads, all of it and not only its body,
    /// and begins at `start`.
    ///
    /// `None` if the place is not known, or the offset lies behind the end of the piece. An offset within a character has the
    /// place of the character. If the piece ends within a character, its end counts as the end of that character.
    ///
    /// # Complexity
    ///
    /// Linear in the distance from the nearest of the last two places asked for that lie before it.
    ///
    /// ```
    /// use tagspan_core::scanner::LineCounter;
    /// use tagspan_core::{ColumnUnit, LineColumn};
    ///
    /// let lines = LineCounter::new(ColumnUnit::CodePoints);
    /// let piece = "größe\r\n<p>".as_bytes();
    /// assert_eq!(lines.locate(12, 0, piece), Some(LineColumn::new(2, 4)));
    /// assert_eq!(lines.locate(9, 0, piece), Some(LineColumn::new(2, 1)));
    /// assert_eq!(lines.locate(13, 0, piece), None);
    /// ```
    pub fn locate(&self, offset: u64, start: u64, chunk: &[u8]) -> Option<LineColumn> {
        self.locate_complete(offset, u64::MAX, start, chunk)
    }

    /// As [`locate`](Self::locate), but returns `None` at the end of a piece that ends within a character, unless `offset` is
    /// at most `taken`. `taken` is the scanner's [position](Scanner::position): bytes before it were read as they are.
    ///
    /// The place at such an end is not certain, because the next piece may complete the character.
    ///
    /// ```
    /// use tagspan_core::scanner::LineCounter;
    /// use tagspan_core::{ColumnUnit, LineColumn};
    ///
    /// let lines = LineCounter::new(ColumnUnit::CodePoints);
    /// assert_eq!(lines.locate_complete(1, 1, 0, b"a\xC3"), Some(LineColumn::new(1, 2)));
    /// assert_eq!(lines.locate_complete(2, 1, 0, b"a\xC3"), None);
    /// assert_eq!(lines.locate_complete(2, 2, 0, b"a\xC3"), Some(LineColumn::new(1, 3)));
    /// ```
    pub fn locate_complete(&self, offset: u64, taken: u64, start: u64, chunk: &[u8]) -> Option<LineColumn> {
        let ahead = self.ahead(start, chunk);
        let is_cut = offset == ahead.end() && !matches!(ahead.tail.bytes(), [] | [b'\r']);
        if is_cut && offset > taken { None } else { self.count_to(offset, &ahead).map(|found| found.place) }
    }

    /// Moves to the next piece: counts the bytes of this one that the scanner has read, and keeps those of the unfinished
    /// token. It is to be called when the piece, which begins at `chunk_offset`, is used up or was [left](Scanner::leave).
    ///
    /// # Complexity
    ///
    /// Linear in the length of the piece.
    ///
    /// ```
    /// use tagspan_core::ColumnUnit;
    /// use tagspan_core::scanner::{LineCounter, Scanner};
    ///
    /// let (mut scanner, mut lines) = (Scanner::default(), LineCounter::new(ColumnUnit::Bytes));
    /// let body = &b"one\ntwo<p"[scanner.enter(b"one\ntwo<p", false)];
    /// while scanner.scan(body, false)?.is_some() {}
    /// lines.pass(0, b"one\ntwo<p", &scanner);
    /// // The tag is not complete; the text is.
    /// assert_eq!(lines.locate(7, 9, b">").unwrap().to_string(), "2:4");
    /// assert_eq!(lines.locate(6, 9, b">"), None);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn pass(&mut self, chunk_offset: u64, chunk: &[u8], tokenizer: &Scanner) {
        let ahead = self.ahead(chunk_offset, chunk);
        let passed = self.count_to(tokenizer.position(), &ahead).unwrap_or(self.passed);
        let from = self.begin_kept(tokenizer.token_start(), &ahead).unwrap_or_else(|| {
            (self.start, self.gaps) = (passed, Vec::new());
            self.kept.clear();
            passed.offset
        });
        let from = self.leave_out(from, tokenizer, &ahead);
        self.keep(ahead.between(from, passed.offset));
        self.passed = passed;
        self.partial = PartialCharacter::of(tokenizer.pending_bytes().1).unwrap_or_default();
        // Other bytes may be inserted there.
        for cached in self.cached.get().iter_mut().filter(|cached| cached.offset > passed.offset) {
            *cached = passed;
        }
    }

    /// Returns the number of bytes of heap that the line counter uses: all buffers at their capacity.
    ///
    /// ```
    /// use tagspan_core::ColumnUnit;
    /// use tagspan_core::scanner::{LineCounter, Scanner};
    ///
    /// let (mut scanner, mut lines) = (Scanner::default(), LineCounter::new(ColumnUnit::Bytes));
    /// let body = &b"<p title="[scanner.enter(b"<p title=", false)];
    /// assert_eq!(scanner.scan(body, false)?, None);
    /// lines.pass(0, b"<p title=", &scanner);
    /// assert!(lines.allocated() >= 9);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn allocated(&self) -> usize {
        self.kept.capacity() + self.gaps.capacity() * size_of::<Gap>()
    }

    /// Releases the memory of the buffers that holds nothing now. What is kept of the unfinished token stays.
    ///
    /// ```
    /// use tagspan_core::ColumnUnit;
    /// use tagspan_core::scanner::{LineCounter, Scanner};
    ///
    /// let (mut scanner, mut lines) = (Scanner::default(), LineCounter::new(ColumnUnit::Bytes));
    /// let body = &b"<p title="[scanner.enter(b"<p title=", false)];
    /// assert_eq!(scanner.scan(body, false)?, None);
    /// lines.pass(0, b"<p title=", &scanner);
    /// lines.shrink();
    /// assert_eq!(lines.allocated(), 9);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn shrink(&mut self) {
        self.kept.shrink_to_fit();
        self.gaps.shrink_to_fit();
    }

    /// Drops the kept bytes before the start of the token that is unfinished now. Gives the offset from which on its
    /// bytes are to be kept, or `None` if the place of its start is not known.
    fn begin_kept(&mut self, start: u64, ahead: &Ahead<'_>) -> Option<u64> {
        if start != self.start.offset {
            let start_count = self.count_to(start, ahead)?;
            let dropped = match self.passed.offset.checked_sub(start) {
                Some(kept) => self.kept.len().saturating_sub(kept as usize),
                None => self.kept.len(),
            };
            count(self.kept.len());
            self.kept.drain(..dropped);
            self.gaps.clear();
            self.start = start_count;
        }
        Some(self.passed.offset.max(start))
    }

    /// Leaves out what a limit has left out of the unfinished token since the last call. Gives the offset from which on
    /// bytes are still to be kept, as `from` was before.
    fn leave_out(&mut self, mut from: u64, tokenizer: &Scanner, ahead: &Ahead<'_>) -> u64 {
        let mut index = self.gaps.len().saturating_sub(1);
        while let Some(gap) = tokenizer.gap(index) {
            if self.gaps.get(index).is_none_or(|known| known.end.offset != gap.end) {
                let Some(end) = self.count_to(gap.end, ahead) else { break };
                self.keep(ahead.between(from, gap.start));
                self.kept.truncate(gap.kept);
                self.gaps.truncate(index);
                self.gaps.push(Gap { kept: gap.kept.min(self.kept.len()), end });
                from = end.offset.max(self.passed.offset);
            }
            index += 1;
        }
        from
    }

    /// Adds bytes of the unfinished token.
    fn keep<'b>(&mut self, parts: impl Iterator<Item = &'b [u8]>) {
        for bytes in parts {
            count(bytes.len());
            self.kept.extend_from_slice(bytes);
        }
    }

    /// The bytes of the chunk that were not passed, with the partial character before them.
    fn ahead<'c>(&self, chunk_offset: u64, chunk: &'c [u8]) -> Ahead<'c> {
        let next = self.passed.offset.saturating_add(self.partial.bytes().len() as u64);
        let skipped = next.saturating_sub(chunk_offset).min(chunk.len() as u64) as usize;
        Ahead::new(self.passed.offset, self.partial, &chunk[skipped..])
    }

    fn count_to(&self, offset: u64, ahead: &Ahead<'_>) -> Option<Count> {
        if offset > ahead.end() {
            return None;
        }
        if offset < self.passed.offset {
            return self.count_in_kept(offset);
        }
        let mut found = self.nearest(self.passed, offset);
        let [partial, body, tail] = ahead.parts();
        for (start, bytes) in [partial, body] {
            found.advance(start, bytes, offset, self.unit);
        }
        self.cache(found);
        found.advance(tail.0, tail.1, offset, self.unit);
        Some(found)
    }

    fn count_in_kept(&self, offset: u64) -> Option<Count> {
        let next = self.gaps.partition_point(|gap| {
            count(1);
            gap.end.offset <= offset
        });
        let (start, from) = match next.checked_sub(1).map(|gap| &self.gaps[gap]) {
            Some(gap) => (gap.end, gap.kept),
            None => (self.start, 0),
        };
        let to = self.gaps.get(next).map_or(self.kept.len(), |gap| gap.kept);
        let kept = self.kept.get(from..to)?;
        if offset.checked_sub(start.offset)? >= kept.len() as u64 {
            return None;
        }
        let mut found = self.nearest(start, offset);
        found.advance(start.offset, kept, offset, self.unit);
        self.cache(found);
        Some(found)
    }

    /// The last of the cached places from `start` to `offset`, or else `start`.
    fn nearest(&self, start: Count, offset: u64) -> Count {
        let cached = self.cached.get().into_iter();
        let cached = cached.filter(|cached| (start.offset..=offset).contains(&cached.offset));
        cached.max_by_key(|cached| cached.offset).unwrap_or(start)
    }

    /// Takes the place of the cached one before it, which it was counted from, so that two ascending sequences of offsets
    /// have one each.
    fn cache(&self, found: Count) {
        let [one, other] = &mut *self.cached.get();
        let rank = |cached: &Count| (cached.offset <= found.offset, cached.offset);
        *(if rank(one) >= rank(other) { one } else { other }) = found;
    }
}

/// How much memory for an unfinished token is kept for the next document.
const KEPT: usize = 256 << 10;

impl Count {
    /// Counts the characters of `bytes`, which begin at the offset `start`, that end at or before the offset `to`.
    fn advance(&mut self, start: u64, bytes: &[u8], to: u64, unit: ColumnUnit) {
        let Some(from) = self.offset.checked_sub(start).filter(|&from| from < bytes.len() as u64) else {
            return;
        };
        // As much as tells where the character at the end ends.
        let end = to.saturating_sub(start).saturating_add(3).min(bytes.len() as u64);
        let mut bytes = &bytes[from as usize..(end as usize).max(from as usize)];
        count(bytes.len());
        bytes = &bytes[self.advance_lines(self.until(to, bytes))..];
        while !bytes.is_empty() {
            let ascii = ascii_length(self.until(to, bytes));
            self.pass(ascii as u64, ascii as u64);
            let (next, rest) = bytes[ascii..].split_at(block_length(&bytes[ascii..]));
            if !self.advance_characters(next, to, unit) {
                return;
            }
            bytes = rest;
        }
    }

    /// The bytes of `bytes`, which begin at the offset, that lie before `to`.
    fn until<'b>(&self, to: u64, bytes: &'b [u8]) -> &'b [u8] {
        &bytes[..to.saturating_sub(self.offset).min(bytes.len() as u64) as usize]
    }

    /// Counts the lines that end in `bytes`, whatever their characters. Returns the length that they have.
    fn advance_lines(&mut self, bytes: &[u8]) -> usize {
        let mut length = 0;
        for at in memchr2_iter(b'\r', b'\n', bytes) {
            // Between two line ends that touch, nothing has reset it.
            let is_second = bytes[at] == b'\n' && at == length && self.after_cr;
            if !is_second {
                self.place = LineColumn { line: self.place.line.saturating_add(1), column: 1 };
            }
            self.after_cr = bytes[at] == b'\r';
            length = at + 1;
        }
        self.offset = self.offset.saturating_add(length as u64);
        length
    }

    /// Counts the characters of `bytes` that end at or before `to`, where no line ends. Returns whether these are all.
    fn advance_characters(&mut self, bytes: &[u8], to: u64, unit: ColumnUnit) -> bool {
        for part in bytes.utf8_chunks() {
            let (valid, length) = (part.valid(), part.invalid().len() as u64);
            let ended = self.until(to, valid.as_bytes()).len();
            let ended = (0..=ended).rev().find(|&end| valid.is_char_boundary(end)).unwrap_or_default();
            self.pass(ended as u64, units(&valid.as_bytes()[..ended], unit));
            if ended < valid.len() {
                return false;
            }
            if self.end_within(length, to).is_none() {
                return false;
            }
            self.pass(length, if unit == ColumnUnit::Bytes { length } else { length.min(1) });
        }
        true
    }

    /// Where the next `length` bytes end, unless that lies behind `to` or behind the highest offset.
    fn end_within(&self, length: u64, to: u64) -> Option<u64> {
        self.offset.checked_add(length).filter(|&end| end <= to)
    }

    /// Counts so many bytes within a line.
    fn pass(&mut self, bytes: u64, units: u64) {
        self.offset = self.offset.saturating_add(bytes);
        self.after_cr &= bytes == 0;
        self.place.column = self.place.column.saturating_add(units);
    }
}

/// How many units the characters of well-formed text have.
fn units(text: &[u8], unit: ColumnUnit) -> u64 {
    // The bytes that begin characters, and of those the ones of four bytes, which UTF-16 has as two units.
    let starting = || text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
    let of_four = || text.iter().filter(|&&byte| byte >= 0xF0).count();
    match unit {
        ColumnUnit::Bytes => text.len() as u64,
        ColumnUnit::CodePoints => starting() as u64,
        ColumnUnit::Utf16 => (starting() + of_four()) as u64,
    }
}

/// The length of the ASCII at the start, as far as whole blocks tell.
fn ascii_length(bytes: &[u8]) -> usize {
    let blocks = bytes.chunks(BLOCK).take_while(|block| block.is_ascii());
    blocks.map(<[u8]>::len).sum()
}

/// The length of some blocks at the start that end between characters.
fn block_length(bytes: &[u8]) -> usize {
    let block = &bytes[..bytes.len().min(8 * BLOCK)];
    if block.len() == bytes.len() {
        return block.len();
    }
    // No character, and nothing that is ill-formed, goes on over a byte that begins one.
    block.iter().rposition(|byte| byte & 0xC0 != 0x80).filter(|&at| at > 0).unwrap_or(bytes.len())
}

const BLOCK: usize = 64;
