//! Records, one after the other, with their blocks as slices and their losses as gaps.

use std::io::Read;

use crate::arc;
use crate::digest::Digest;
use crate::fields::{Fields, header_length};
use crate::loss::{Error, Gap, GapReason, Truncation};
use crate::stream::{Opened, Place, State, Stream, newlines};

/// The next item in the archive.
#[derive(Debug)]
pub(crate) enum Next {
    Record,
    Gap(Gap),
    End,
}

/// The reader of records.
#[derive(Debug)]
pub(crate) struct Records<R> {
    pub(crate) stream: Stream<R>,
    /// Where the record starts.
    pub(crate) place: Place,
    /// The place of the record while its header is being read. If the input fails then, the header may already continue in another
    /// member, from which the stream cannot tell where the record starts.
    started: Option<Place>,
    /// The bytes of the block that were not consumed; `None` once the block is over.
    remaining: Option<u64>,
    /// Why the block is no whole one.
    loss: Option<GapReason>,
    /// That of the bytes that are consumed, if one is wanted.
    pub(crate) digest: Option<Digest>,
    /// Why what follows is being searched for.
    gap: Option<GapReason>,
    /// Why the record is a gap although it is whole.
    pub(crate) refused: Option<GapReason>,
    pub(crate) is_over: bool,
    /// Records that start here or later are left to another reader, if it finds them.
    pub(crate) end: u64,
    /// The last member after `end` that the other reader finds.
    found: Option<u64>,
}

impl<R: Read> Records<R> {
    pub(crate) fn new(reader: R) -> Self {
        Records {
            stream: Stream::new(reader),
            place: Place::default(),
            started: None,
            remaining: None,
            loss: None,
            digest: None,
            gap: None,
            refused: None,
            is_over: false,
            end: u64::MAX,
            found: None,
        }
    }

    /// Goes to the next record, or after the next gap. What is left of the block is skipped.
    pub(crate) fn advance(&mut self, fields: &mut Fields) -> Result<Next, Error> {
        self.digest = None;
        while self.block(1)? > 0 {
            self.consume(usize::MAX);
        }
        if let Some(reason) = self.loss.take() {
            self.refused = None;
            self.begin_gap(reason, 0);
        }
        loop {
            if let Some(reason) = self.gap {
                self.stream.search(self.place)?;
                return Ok(Next::Gap(self.end_gap(reason)));
            }
            if let Some(reason) = self.refused.take() {
                return Ok(Next::Gap(self.end_gap(reason)));
            }
            if self.is_over {
                return Ok(Next::End);
            }
            match self.stream.state {
                State::Closed => self.open()?,
                _ => {
                    if self.start_record(fields)? {
                        return Ok(Next::Record);
                    }
                }
            }
        }
    }

    fn open(&mut self) -> Result<(), Error> {
        let offset = self.stream.source.offset();
        if offset >= self.end && self.stream.is_start()? {
            self.found = Some(offset);
        }
        match self.stream.open()? {
            Opened::Member => {}
            Opened::EndOfFile => self.is_over = true,
            Opened::Garbage(garbage) => {
                let frame = self.stream.empty_frame_before(garbage);
                let floor = frame.unwrap_or(garbage);
                self.place = Place { member: floor, inflated: 0, floor };
                self.gap = Some(GapReason::NotWarc);
                if frame.is_some() {
                    self.stream.go_back(self.place);
                }
            }
        }
        Ok(())
    }

    /// Reads the header of the next record, or makes a step towards one: over empty lines, to the next member, into a gap.
    fn start_record(&mut self, fields: &mut Fields) -> Result<bool, Error> {
        let bytes = self.stream.need(5)?;
        let newlines = newlines(bytes);
        let is_empty = bytes.is_empty();
        if newlines > 0 {
            self.stream.consume(newlines);
            return Ok(false);
        }
        self.place = self.started.take().unwrap_or_else(|| self.stream.place());
        self.stream.source.set_mark(self.place.floor);
        if is_empty {
            match self.stream.state {
                State::Damaged(reason) => self.begin_gap(reason, 0),
                _ => self.stream.close(),
            }
            return Ok(false);
        }
        self.started = Some(self.place);
        if self.starts_here() && self.is_of_next_part()? {
            self.is_over = true;
            return Ok(false);
        }
        self.need(5)?;
        let header =
            if self.starts_here() { self.read_header(fields)? } else { Err((GapReason::NotWarc, 0)) };
        self.started = None;
        match header {
            Ok(length) => self.remaining = Some(length),
            Err((reason, parsed)) => self.begin_gap(reason, parsed),
        }
        Ok(header.is_ok())
    }

    /// Whether a record may start with the next five bytes.
    fn starts_here(&self) -> bool {
        self.stream.bytes().get(..5).is_some_and(|bytes| self.stream.may_start(bytes))
    }

    /// Whether the record here is left to another reader. A record that the other reader would not find is read here, so that
    /// one of the two has it.
    fn is_of_next_part(&mut self) -> Result<bool, Error> {
        let Place { member, inflated, .. } = self.place;
        if member < self.end || inflated > 0 {
            return Ok(false);
        }
        if self.stream.is_plain() { self.stream.is_record() } else { Ok(self.found == Some(member)) }
    }

    /// Prepares the search for what follows the record, which may fail and be tried again. `parsed` bytes of the record were
    /// parsed and not consumed.
    fn begin_gap(&mut self, reason: GapReason, parsed: usize) {
        self.gap = Some(reason);
        if self.stream.must_go_back(self.place) {
            self.stream.go_back(self.place);
        } else {
            self.stream.enter_lost(parsed);
        }
    }

    fn end_gap(&mut self, reason: GapReason) -> Gap {
        self.gap = None;
        Gap { range: self.place.floor..self.stream.ceiling(), reason }
    }

    /// Reads the header of the record that starts here, and returns the length of the block, or why there is none and how
    /// many bytes were parsed for it.
    fn read_header(&mut self, fields: &mut Fields) -> Result<Result<u64, (GapReason, usize)>, Error> {
        let Some(length) = self.header_length()? else {
            let reason = match self.stream.state {
                _ if self.is_header_too_large() => GapReason::HeaderTooLarge,
                State::Damaged(reason) => reason,
                _ => GapReason::BadHeader,
            };
            return Ok(Err((reason, 0)));
        };
        let header = &self.stream.bytes()[..length];
        if !(if self.stream.is_arc { arc::parse(header, fields) } else { fields.parse(header) }) {
            return Ok(Err((GapReason::BadHeader, length)));
        }
        let Some(content) = fields.number("Content-Length") else {
            return Ok(Err((GapReason::NoLength, length)));
        };
        self.stream.consume(length);
        Ok(Ok(content))
    }

    /// The length of the header that starts here, of a record or within its block; `None` if it is too long or has no end. Members
    /// are opened one at a time and only until it is whole: where a record starts is known in two members at most.
    pub(crate) fn header_length(&mut self) -> Result<Option<usize>, Error> {
        let (mut last, limit) = (0, self.stream.limits.header);
        loop {
            let there = if self.remaining.is_some() { self.block(last + 1)? } else { self.need(last + 1)? };
            let count = there.min(limit);
            let length = match self.remaining {
                None if self.stream.is_arc => {
                    let start = self.stream.without_end.min(count);
                    memchr::memchr(b'\n', &self.bytes(count)[start..]).map(|end| start + end + 1)
                }
                _ => header_length(self.bytes(count), self.stream.without_end),
            };
            if length.is_some() {
                return Ok(length);
            }
            self.stream.without_end = self.stream.without_end.max(count);
            if there >= limit || there == last {
                return Ok(None);
            }
            last = there;
        }
    }

    /// Whether a header without a length is too long.
    pub(crate) fn is_header_too_large(&self) -> bool {
        self.stream.without_end >= self.stream.limits.header
    }

    /// As `Stream::need`, over the ends of members that continue.
    fn need(&mut self, least: usize) -> Result<usize, Error> {
        loop {
            let there = self.stream.need(least)?.len();
            if there >= least || !self.stream.open_continuation()? {
                return Ok(there);
            }
        }
    }

    /// How many bytes of the block there are: at least so many, unless it ends before.
    pub(crate) fn block(&mut self, least: usize) -> Result<usize, Error> {
        let Some(remaining) = self.remaining else { return Ok(0) };
        let wanted = least.min(usize::try_from(remaining).unwrap_or(usize::MAX));
        let there = if wanted == 0 { 0 } else { self.need(wanted)? };
        if there == 0 {
            self.end_block(remaining)?;
        }
        Ok(there.min(usize::try_from(remaining).unwrap_or(usize::MAX)))
    }

    /// The first bytes of the block, of those that `block` has counted.
    pub(crate) fn bytes(&self, count: usize) -> &[u8] {
        let bytes = self.stream.bytes();
        &bytes[..bytes.len().min(count)]
    }

    /// Consumes bytes of the block, all that are there at most.
    pub(crate) fn consume(&mut self, count: usize) {
        let Some(remaining) = &mut self.remaining else { return };
        let count =
            self.stream.bytes().len().min(count).min(usize::try_from(*remaining).unwrap_or(usize::MAX));
        *remaining -= count as u64;
        if let Some(digest) = &mut self.digest {
            digest.push(&self.stream.bytes()[..count]);
        }
        self.stream.consume(count);
    }

    /// These first bytes of the block are data within chunks.
    pub(crate) fn hash_data(&mut self, count: usize) {
        let bytes = self.stream.bytes();
        if let Some(digest) = &mut self.digest {
            digest.push_data(&bytes[..bytes.len().min(count)]);
        }
    }

    /// The bytes of the file from the start of the record to that of the next, once its block is over; `None` if its member
    /// holds other records, or is damaged.
    pub(crate) fn record_length(&self) -> Option<u64> {
        let Place { member, inflated, .. } = self.place;
        if self.remaining.is_some() || self.loss.is_some() || inflated > 0 {
            return None;
        }
        let is_end = self.stream.state == State::Ended && self.stream.bytes().is_empty();
        (is_end || self.stream.is_plain()).then(|| self.stream.ceiling() - member)
    }

    /// The byte of the file after the block, before any of the block is consumed; `None` with compression.
    pub(crate) fn plain_end(&self) -> Option<u64> {
        let is_plain = self.stream.is_plain();
        self.remaining.filter(|_| is_plain).map(|length| self.stream.place().member.saturating_add(length))
    }

    /// Looks whether the block ends where it should. One byte more than all empty lines is requested, so that a member of
    /// one record is inflated to its checksum. Where there are not two of them, all that decides is requested: how much is there
    /// depends on the input.
    fn end_block(&mut self, missing: u64) -> Result<(), Error> {
        /// The bytes of more line ends than a writer puts after a record.
        const LINES: usize = 1 << 10;
        let mut least = 5;
        let (there, lines, has_lines) = loop {
            let bytes = self.stream.need(least)?;
            let (there, lines) = (bytes.len(), newlines(&bytes[..bytes.len().min(LINES)]));
            // With both empty lines the length is right, whatever follows.
            let has_lines = bytes.starts_with(b"\r\n\r\n");
            let is_decided = there >= lines + 5 || has_lines && there > lines;
            if is_decided || there < least || lines == LINES {
                break (there, lines, has_lines);
            }
            least = lines + 5;
        };
        let next = &self.stream.bytes()[lines..there.min(lines + 5)];
        let is_end = has_lines || self.stream.may_start(next);
        self.loss = match self.stream.state {
            State::Damaged(reason) if there < 5 || there == lines => Some(reason),
            _ if missing > 0 => Some(GapReason::Short),
            _ if is_end => None,
            _ => Some(GapReason::WrongLength),
        };
        if is_end {
            self.stream.consume(lines);
        }
        self.remaining = None;
        Ok(())
    }

    /// Why the block that is over was no whole one.
    pub(crate) fn truncation(&self) -> Option<Truncation> {
        self.loss.map(Truncation::Gap)
    }
}
