//! The inflated bytes of members, and the search for the next member after damage.

use std::io::{self, Read};

use memchr::memmem;

use crate::Limits;
use crate::arc;
use crate::fields::{Fields, header_length};
use crate::gzip;
use crate::inflate::{Format, Inflater, ZSTD};
use crate::loss::{Error, GapReason};
use crate::source::Source;

/// The size of the output buffer: a chunk of a body is a slice of it.
const OUT: usize = 128 << 10;

const WARC: &[u8] = b"WARC/";

/// How much is searched at once for the start of a member.
const WINDOW: usize = 1 << 10;

/// The frame at the start of a file that holds the dictionary of all others, and the largest that is read.
const DICTIONARY: &[u8] = &[0x5D, 0x2A, 0x4D, 0x18];
const MAX_DICTIONARY: usize = 8 << 20;

/// How much is read once more in all, however often: so much, and four times what was read. It makes work linear.
const FREE_REWINDS: u64 = 16 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Between members.
    Closed,
    Open,
    /// All of the member is inflated.
    Ended,
    Damaged(GapReason),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opened {
    Member,
    /// The bytes from this offset on are no member.
    Garbage(u64),
    EndOfFile,
}

/// A place in the archive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    /// The start of the member; without compression the byte itself.
    pub(crate) member: u64,
    /// The inflated bytes of the member before it.
    pub(crate) inflated: u64,
    /// The last byte of the file that is known to be at the place or ahead of it. In a compressed member the exact byte is unknown.
    pub(crate) floor: u64,
}

/// The members of a file: those of gzip or zstd, or the file itself if it is not compressed.
///
/// Invariant: `at <= filled <= out.len()`; `out[at..filled]` is inflated and not consumed.
#[derive(Debug)]
pub(crate) struct Stream<R> {
    pub(crate) source: Source<R>,
    pub(crate) limits: Limits,
    pub(crate) state: State,
    /// That of the file, which is learnt before anything is read: members of other formats are not looked for.
    format: Option<Format>,
    /// Whether its records are those of ARC, which is learnt with the format.
    pub(crate) is_arc: bool,
    inflater: Inflater,
    /// They look at what follows while the other is in use. Hostile bytes may ask for each format in turn until one is learnt.
    probes: Vec<(Format, Inflater)>,
    dictionary: Vec<u8>,
    member: u64,
    total_in: u64,
    total_out: u64,
    /// The start of the member before, and what it inflated to, while bytes of it are left.
    before: (u64, u64),
    out: Vec<u8>,
    at: usize,
    filled: usize,
    /// The number of bytes that are not consumed and are known to hold no end of a header.
    pub(crate) without_end: usize,
    /// The offset from which `out` was filled.
    floor: u64,
    /// The offset after the input of all that was inflated. The source may be further: an inflater takes input long before it
    /// gives a byte, and the input may fail in between.
    fed: u64,
    /// The start of the zeros that are being skipped. It is kept because the input may fail within them.
    zeros: Option<u64>,
    rewound: u64,
    /// An offset at which no member continues the last one. It is kept because a member may end in many starts of headers, and
    /// each of them would inflate the next member again to find out.
    no_continuation: Option<u64>,
}

impl<R: Read> Stream<R> {
    pub(crate) fn new(reader: R) -> Self {
        let limits = Limits::default();
        Stream {
            source: Source::new(reader, limits.rewind + OUT),
            limits,
            state: State::Closed,
            format: None,
            is_arc: false,
            inflater: Inflater::Plain,
            probes: Vec::new(),
            dictionary: Vec::new(),
            member: 0,
            total_in: 0,
            total_out: 0,
            before: (0, 0),
            out: Vec::new(),
            at: 0,
            filled: 0,
            without_end: 0,
            floor: 0,
            fed: 0,
            zeros: None,
            rewound: 0,
            no_continuation: None,
        }
    }

    /// The source is ahead of what was consumed by what is inflated.
    pub(crate) fn set_limits(&mut self, limits: Limits) {
        self.source.rewind = limits.rewind.saturating_add(OUT);
        self.limits = limits;
    }

    fn failed(&self, error: io::Error) -> Error {
        Error::read(self.source.offset(), error)
    }

    /// Opens the member that starts here, if one does. Inflated bytes that are not consumed stay.
    pub(crate) fn open(&mut self) -> Result<Opened, Error> {
        let offset = self.source.offset();
        if let Some(start) = self.zeros {
            let is_padding = self.skip_zeros()?;
            self.zeros = None;
            return Ok(if is_padding { Opened::EndOfFile } else { Opened::Garbage(start) });
        }
        if self.source.ahead(8)?.is_empty() {
            return Ok(Opened::EndOfFile);
        }
        let is_known = self.learn()?;
        if !is_known || self.format_here()?.is_none() {
            if self.format == Some(Format::Gzip) && self.source.ahead(1)?[0] == 0 {
                self.zeros = Some(offset);
                return self.open();
            }
            return Ok(Opened::Garbage(offset));
        }
        self.inflater.reset().map_err(|error| self.failed(error))?;
        if self.at == self.filled {
            (self.at, self.filled, self.floor) = (0, 0, offset);
        }
        self.fed = offset;
        self.no_continuation = None;
        self.before = (self.member, self.total_out);
        (self.state, self.member, self.total_in, self.total_out) = (State::Open, offset, 0, 0);
        self.source.set_mark(offset);
        Ok(Opened::Member)
    }

    /// Skips zeros, and returns whether they reach to the end of the file: `gzip -t` accepts them after the last member.
    fn skip_zeros(&mut self) -> Result<bool, Error> {
        loop {
            self.source.set_mark(self.source.offset());
            let ahead = self.source.ahead(1)?;
            let zeros = ahead.iter().take_while(|&&byte| byte == 0).count();
            if zeros == 0 {
                return Ok(ahead.is_empty());
            }
            self.source.consume(zeros);
        }
    }

    /// Learns the format of the file, unless it is known, and returns whether it is. What starts here tells it, or else the
    /// bytes after it, as far as they can be kept. All readers of a file learn it from its start, so that none of them takes
    /// for a record what another one has in a member.
    pub(crate) fn learn(&mut self) -> Result<bool, Error> {
        if self.format.is_some() {
            return Ok(true);
        }
        let start = self.source.offset();
        self.source.set_mark(start);
        let found = self.find_format(start.saturating_add(self.source.rewind as u64));
        self.source.go_to(start);
        if let Some(format) = found? {
            self.inflater = Inflater::new(format, &self.dictionary).map_err(|error| self.failed(error))?;
            self.format = Some(format);
            self.probes.retain(|(of, _)| *of == format);
        }
        Ok(self.format.is_some())
    }

    /// The format of what starts here, unless that is damaged: then that of the first member after it that begins with a record.
    /// A record without compression tells it at once if another record, or the end of the file, is after it. Otherwise it may be
    /// one among compressed bytes, so it counts only if there is nothing else before `end`.
    fn find_format(&mut self, end: u64) -> Result<Option<Format>, Error> {
        if self.source.offset() == 0 && self.source.ahead(8)?.starts_with(DICTIONARY) {
            self.read_dictionary()?;
            return Ok(Some(Format::Zstd));
        }
        let start = self.source.ahead(arc::START.len())?;
        let (first, is_arc) = (starts(None, start), start.starts_with(arc::START));
        match first {
            Some(Format::Plain) => {
                self.is_arc = is_arc;
                return Ok(first);
            }
            Some(format) => {
                if let Some(sample) = self.sample(format)? {
                    self.is_arc = arc::START.starts_with(&sample) || sample.starts_with(arc::PAGE);
                    return Ok(first);
                }
            }
            None => {}
        }
        let (mut plain, mut budget) = (None, FREE_REWINDS as usize);
        while let Some(format) = self.next_candidate(end)? {
            // The first member of ARC describes the file; those of pages tell it too.
            self.is_arc = match format {
                Format::Plain => self.source.ahead(arc::PAGE.len())?.starts_with(arc::PAGE),
                _ => self.sample(format)?.is_some_and(|sample| arc::PAGE == &sample[..4]),
            };
            if self.is_start_of(format)? {
                if format != Format::Plain || self.is_followed(&mut budget)? {
                    return Ok(Some(format));
                }
                plain = plain.or(Some((format, self.is_arc)));
            }
            self.source.consume(1);
        }
        self.is_arc = plain.is_some_and(|(_, is_arc)| is_arc);
        Ok(plain.map(|(format, _)| format).or(first))
    }

    /// The format of the member that starts here. In a file of ARC without compression that is any record.
    fn format_here(&mut self) -> Result<Option<Format>, Error> {
        let is_plain_arc = self.is_plain() && self.is_arc;
        let ahead = self.source.ahead(arc::START.len())?;
        Ok(match is_plain_arc {
            true => arc::may_start(&ahead[..ahead.len().min(5)]).then_some(Format::Plain),
            false => starts(self.format, ahead),
        })
    }

    /// Whether a record may start with these first bytes, of which fewer than five are the last ones of the member.
    pub(crate) fn may_start(&self, bytes: &[u8]) -> bool {
        may_start(self.is_arc, bytes)
    }

    /// Whether the record that starts here without compression ends where another one starts, or with the file. Long headers are
    /// searched for up to `budget` bytes in all, which makes work linear.
    fn is_followed(&mut self, budget: &mut usize) -> Result<bool, Error> {
        let limit = self.limits.header.min(*budget).max(1 << 10);
        let (is_arc, bytes) = (self.is_arc, self.source.ahead(limit)?);
        let bytes = &bytes[..bytes.len().min(limit)];
        let lengths = if is_arc { arc::lengths(bytes) } else { lengths(bytes) };
        *budget = budget.saturating_sub(lengths.map_or(limit, |(length, _)| length));
        // The caller's limit may be as large as a number can be.
        let most = self.source.rewind.min(FREE_REWINDS as usize);
        let Some((length, content)) = lengths.filter(|&(_, content)| content < most) else {
            return Ok(false);
        };
        let end = length + content;
        let Some(behind) = self.source.ahead(end + 9)?.get(end..) else { return Ok(false) };
        let rest = &behind[newlines(behind)..];
        Ok(may_start(is_arc, &rest[..rest.len().min(WARC.len())]))
    }

    /// The dictionary of the frame that starts here, which may be compressed itself. One that is too long or cut is none;
    /// the members that need it are then damaged.
    fn read_dictionary(&mut self) -> Result<(), Error> {
        let ahead = self.source.ahead(8)?;
        let length =
            ahead.get(4..8).map_or(0, |bytes| u32::from_le_bytes(bytes.try_into().unwrap_or_default()));
        let end = 8 + (length as usize).min(MAX_DICTIONARY);
        let mut dictionary = self.source.ahead(end)?.get(8..end).unwrap_or_default().to_vec();
        if dictionary.starts_with(ZSTD) {
            let unpack = |packed: &[u8]| {
                let mut unpacked = Vec::new();
                let reader = zstd::stream::read::Decoder::new(packed)?;
                reader.take(MAX_DICTIONARY as u64).read_to_end(&mut unpacked)?;
                Ok::<_, io::Error>(unpacked)
            };
            dictionary = unpack(&dictionary).unwrap_or_default();
        }
        self.dictionary = dictionary;
        Ok(())
    }

    /// Forgets the member.
    pub(crate) fn close(&mut self) {
        (self.state, self.at, self.filled, self.without_end) = (State::Closed, 0, 0, 0);
    }

    /// The next bytes of the member: at least so many, unless it ends before.
    pub(crate) fn need(&mut self, least: usize) -> Result<&[u8], Error> {
        while self.filled - self.at < least && self.state == State::Open {
            if self.at == self.filled && self.filled > 0 {
                (self.at, self.filled, self.floor) = (0, 0, self.fed);
            }
            if self.out.len() - self.at < least {
                self.out.copy_within(self.at..self.filled, 0);
                (self.at, self.filled) = (0, self.filled - self.at);
                let size = self.out.len().max(OUT).max(least);
                self.out.resize(size, 0);
            }
            // More is read than is needed. Where that fails, what is there is given first.
            if let Err(error) = self.inflate() {
                if self.filled - self.at < least {
                    return Err(error);
                }
                // Input that would block is only asked again.
                self.source.failure = Some(error).filter(|error| !error.would_block());
            }
        }
        Ok(&self.out[self.at..self.filled])
    }

    /// Inflates until the buffer is full or the member is over.
    fn inflate(&mut self) -> Result<(), Error> {
        while self.state == State::Open && self.filled < self.out.len() {
            let input = self.source.ahead(1)?;
            let is_over = input.is_empty();
            // The end of the input may not be the end of what is inflated.
            let step = self.inflater.step(input, &mut self.out[self.filled..]);
            self.source.consume(step.consumed);
            self.filled += step.produced;
            self.total_in += step.consumed as u64;
            self.total_out += step.produced as u64;
            if step.produced > 0 {
                self.fed = self.source.offset();
            }
            if step.corrupt {
                self.state = State::Damaged(GapReason::Corrupt);
            } else if step.end {
                self.state = State::Ended;
            } else if step.consumed + step.produced == 0 {
                self.state = match (self.format, is_over) {
                    (Some(Format::Plain), _) => State::Ended,
                    (_, true) => State::Damaged(GapReason::Cut),
                    (_, false) => State::Damaged(GapReason::Corrupt),
                };
            } else if self.limits.is_bomb(self.total_in, self.total_out) {
                self.state = State::Damaged(GapReason::Bomb);
            }
        }
        Ok(())
    }

    /// The bytes that are there.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.out[self.at..self.filled]
    }

    pub(crate) fn consume(&mut self, count: usize) {
        self.at = (self.at + count).min(self.filled);
        self.without_end = self.without_end.saturating_sub(count);
    }

    /// Consumes the first byte of what is no record, as a record may start after it. Consumes all that was parsed there once
    /// too much was parsed again.
    pub(crate) fn enter_lost(&mut self, parsed: usize) {
        let count = if self.may_repeat(parsed as u64) { 1 } else { parsed.max(1) };
        self.consume(count);
    }

    /// Where the next byte is.
    pub(crate) fn place(&self) -> Place {
        let left = (self.filled - self.at) as u64;
        let (member, inflated) = match left.checked_sub(self.total_out) {
            // These bytes are of the member before.
            Some(carried) if carried > 0 => (self.before.0, self.before.1.saturating_sub(carried).max(1)),
            _ => (self.member, self.total_out - left),
        };
        match self.format {
            Some(Format::Plain) => {
                let byte = member + inflated;
                Place { member: byte, inflated: 0, floor: byte }
            }
            _ => Place { member, inflated, floor: self.floor },
        }
    }

    /// The end of what was read for the bytes before the next one.
    pub(crate) fn ceiling(&self) -> u64 {
        if self.is_plain() && self.state != State::Closed {
            self.place().member
        } else {
            self.source.offset()
        }
    }

    pub(crate) fn is_plain(&self) -> bool {
        self.format == Some(Format::Plain)
    }

    /// Whether a damaged record at this place is searched again from behind its start, and not from where its reading stopped.
    pub(crate) fn must_go_back(&self, place: Place) -> bool {
        self.is_plain() && self.place() != place
    }

    /// Opens the next member if it continues with what this one began: archives may be compressed in blocks. One that begins
    /// with `WARC/` does not.
    pub(crate) fn open_continuation(&mut self) -> Result<bool, Error> {
        if self.state != State::Ended || self.is_plain() {
            return Ok(false);
        }
        let offset = self.source.offset();
        if self.no_continuation == Some(offset) {
            return Ok(false);
        }
        let goes_on = match starts(self.format, self.source.ahead(8)?) {
            Some(format) => {
                self.sample(format)?.is_some_and(|sample| !self.may_start(&sample))
                    && self.open()? == Opened::Member
            }
            None => false,
        };
        if !goes_on {
            self.no_continuation = Some(offset);
        }
        Ok(goes_on)
    }

    /// The first inflated bytes of what starts here in a format of compression; `None` if they are damaged. It is read byte by byte:
    /// input that may fail is asked for no more than they take, and the answer does not depend on how much is there.
    fn sample(&mut self, format: Format) -> Result<Option<[u8; 5]>, Error> {
        let most = match format {
            // A gzip header with a file name, and the codes of the first block.
            Format::Gzip => 4 << 10,
            // A block inflates as a whole.
            _ => 130 << 10,
        };
        let offset = self.source.offset();
        let probe = probe(&mut self.probes, format, &self.dictionary);
        let probe = probe.map_err(|error| Error::read(offset, error))?;
        let (mut used, mut filled, mut sample) = (0, 0, [0; 5]);
        while used < most && filled < sample.len() {
            let Some(byte) = self.source.ahead(used + 1)?.get(used..=used) else { break };
            let step = probe.step(byte, &mut sample[filled..]);
            if step.corrupt {
                return Ok(None);
            }
            if step.end || step.consumed + step.produced == 0 {
                break;
            }
            (used, filled) = (used + step.consumed, filled + step.produced);
        }
        Ok(Some(sample))
    }

    /// Goes back to search from behind the start of a damaged record: for any record in a file without compression, else for the
    /// next member.
    pub(crate) fn go_back(&mut self, place: Place) {
        let is_plain = self.is_plain();
        let (here, offset) = if is_plain {
            (self.place().member, place.floor + 1)
        } else {
            (self.source.offset(), place.floor.max(self.member + 1))
        };
        let may = self.may_repeat(here.saturating_sub(self.source.nearest(offset)));
        let offset = if may { offset } else { here.max(offset) };
        if is_plain {
            // Filling the buffer again for each small record would copy 128 KiB each time.
            let start = self.member + self.total_out - self.filled as u64;
            if let Some(at) = offset.checked_sub(start) {
                (self.at, self.without_end) = (self.filled.min(at as usize), 0);
                return;
            }
        }
        self.source.go_to(offset);
        self.close();
        if is_plain {
            self.enter_plain();
        }
    }

    /// The start of a frame of zstd that held no data and ended at this offset. Such a frame has no checksum: if bytes of it are
    /// lost, it takes the first bytes of the next one, and what follows looks like garbage.
    pub(crate) fn empty_frame_before(&self, end: u64) -> Option<u64> {
        let is_empty = self.format == Some(Format::Zstd) && self.total_in > 0 && self.total_out == 0;
        (is_empty && self.member + self.total_in == end).then_some(self.member)
    }

    /// Returns whether this many bytes may be read again, and charges them.
    fn may_repeat(&mut self, count: u64) -> bool {
        let may = self.rewound + count <= FREE_REWINDS + 4 * self.source.offset();
        self.rewound += if may { count } else { 0 };
        may
    }

    /// Reads a file without compression from here on, wherever in a record that is.
    pub(crate) fn enter_plain(&mut self) {
        (self.state, self.member, self.total_in, self.total_out) = (State::Open, self.source.offset(), 0, 0);
    }

    /// Goes to the first record that starts here or later, for a reader that starts within a file; after `end` it may stop anywhere.
    pub(crate) fn skip_to_start(&mut self, end: u64) -> Result<(), Error> {
        if self.is_plain() {
            self.enter_plain();
            return self.find_record(end);
        }
        self.find_member(end)
    }

    /// Goes to the next record, or to the end of the file: within the member, else in the members after it.
    pub(crate) fn search(&mut self, lost: Place) -> Result<(), Error> {
        if self.state != State::Closed {
            self.find_record(u64::MAX)?;
            if !matches!(self.state, State::Damaged(_)) || self.at < self.filled {
                return Ok(());
            }
            self.go_back(lost);
        }
        while !self.learn()? {
            // No record starts there.
            self.source.consume(self.source.rewind);
            if self.source.ahead(1)?.is_empty() {
                return Ok(());
            }
        }
        self.find_member(u64::MAX)
    }

    /// Stops where the next member starts that proves to hold a record, or after `end`, or at the end of the file.
    fn find_member(&mut self, end: u64) -> Result<(), Error> {
        self.source.set_mark(self.source.offset());
        while let Some(format) = self.next_candidate(end)? {
            if self.is_start_of(format)? {
                return Ok(());
            }
            self.source.consume(1);
            self.source.set_mark(self.source.offset());
        }
        Ok(())
    }

    /// Goes to the next bytes that may start a member, and returns its format; `None` after `end`, or at the end of the file.
    fn next_candidate(&mut self, end: u64) -> Result<Option<Format>, Error> {
        while self.source.offset() < end {
            let ahead = self.source.ahead(WINDOW)?;
            // All that is ahead would be searched for the other patterns again, each time that one is found.
            let ahead = &ahead[..ahead.len().min(WINDOW)];
            let is_last = ahead.len() < WINDOW;
            // All of a pattern but its last byte may stand at the end.
            let behind = if is_last { ahead.len() } else { ahead.len() - (WARC.len() - 1) };
            let found = candidate(self.format, self.is_arc, ahead);
            self.source.consume(found.map_or(behind, |(at, _)| at));
            if found.is_some() || is_last {
                return Ok(found.map(|(_, format)| format));
            }
        }
        Ok(None)
    }

    /// Whether `find_member` stops here. The bytes from here on and the format of the file decide, so that all readers agree.
    pub(crate) fn is_start(&mut self) -> Result<bool, Error> {
        self.format_here()?.map_or(Ok(false), |format| self.is_start_of(format))
    }

    fn is_start_of(&mut self, format: Format) -> Result<bool, Error> {
        Ok(match format {
            Format::Plain => {
                let is_arc = self.is_arc;
                is_record(is_arc, self.source.ahead(arc::LINE)?)
            }
            _ => self.sample(format)?.is_some_and(|sample| self.may_start(&sample)),
        })
    }

    /// Whether `find_record` stops here.
    pub(crate) fn is_record(&mut self) -> Result<bool, Error> {
        let is_arc = self.is_arc;
        Ok(is_record(is_arc, self.need(arc::LINE)?))
    }

    /// Stops at the next record within the member, or at the end of the member; without compression, after `end` too.
    fn find_record(&mut self, end: u64) -> Result<(), Error> {
        loop {
            if self.is_plain() && self.place().member >= end {
                return Ok(());
            }
            let start = if self.is_arc { arc::PAGE } else { WARC };
            let bytes = self.need(1 << 10)?;
            let last = bytes.len() < 1 << 10;
            let (skip, found) = match memmem::find(bytes, start) {
                Some(at) => (at, true),
                None if last => (bytes.len(), false),
                None => (bytes.len() - (WARC.len() - 1), false),
            };
            self.consume(skip);
            if !found {
                if last {
                    return Ok(());
                }
                continue;
            }
            if self.is_record()? {
                return Ok(());
            }
            self.consume(1);
        }
    }
}

/// The probe of a format, at the start of a stream.
fn probe<'a>(
    probes: &'a mut Vec<(Format, Inflater)>,
    format: Format,
    dictionary: &[u8],
) -> io::Result<&'a mut Inflater> {
    let at = match probes.iter().position(|(of, _)| *of == format) {
        Some(at) => at,
        None => {
            probes.push((format, Inflater::new(format, dictionary)?));
            probes.len() - 1
        }
    };
    let (_, probe) = &mut probes[at];
    probe.reset()?;
    Ok(probe)
}

/// The format of the member that starts with these bytes; one that is known already is the only one looked for.
fn starts(known: Option<Format>, bytes: &[u8]) -> Option<Format> {
    // `5? 2A 4D 18` is a frame of zstd that holds no data.
    let gzip =
        bytes.starts_with(gzip::MAGIC) && bytes.get(3).is_none_or(|&flags| gzip::has_known_flags(flags));
    let zstd =
        bytes.starts_with(ZSTD) || bytes.get(1..4) == Some(&DICTIONARY[1..]) && bytes[0] & 0xF0 == 0x50;
    let plain = bytes.starts_with(WARC) || bytes.starts_with(arc::START);
    let found = [(gzip, Format::Gzip), (zstd, Format::Zstd), (plain, Format::Plain)];
    found
        .into_iter()
        .find(|&(found, format)| found && known.is_none_or(|known| known == format))
        .map(|it| it.1)
}

/// Where the next member may start, and its format.
fn candidate(known: Option<Format>, is_arc: bool, bytes: &[u8]) -> Option<(usize, Format)> {
    if known == Some(Format::Plain) && is_arc {
        return Some((memmem::find(bytes, arc::PAGE)?, Format::Plain));
    }
    let page = if known.is_none() { memmem::find(bytes, arc::PAGE_BEHIND) } else { None };
    [(gzip::MAGIC, Format::Gzip), (ZSTD, Format::Zstd), (WARC, Format::Plain)]
        .into_iter()
        .filter(|&(_, format)| known.is_none_or(|known| known == format))
        .filter_map(|(pattern, format)| Some((memmem::find(bytes, pattern)?, format)))
        .chain(page.map(|at| (at + 1, Format::Plain)))
        .min_by_key(|&(at, _)| at)
}

/// The lengths of the header and of the block of the record of WARC that starts here; `None` if they cannot be read.
fn lengths(bytes: &[u8]) -> Option<(usize, usize)> {
    let (length, mut fields) = (header_length(bytes, 0)?, Fields::default());
    let content = fields.parse(&bytes[..length]).then(|| fields.number("Content-Length"))??;
    Some((length, usize::try_from(content).ok()?))
}

/// How many bytes of line ends there are at the start.
pub(crate) fn newlines(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count()
}

/// Whether a record may start with these first bytes, of which fewer than five are the last ones.
fn may_start(is_arc: bool, bytes: &[u8]) -> bool {
    if is_arc { arc::may_start(bytes) } else { WARC.starts_with(&bytes[..bytes.len().min(WARC.len())]) }
}

/// Whether a record starts here. That of WARC has a line with the version, then a field that records have: a page may hold the former.
fn is_record(is_arc: bool, bytes: &[u8]) -> bool {
    if is_arc {
        return arc::is_record(bytes);
    }
    let Some(rest) = bytes.strip_prefix(WARC) else { return false };
    let Some(end) = rest.iter().take(16).position(|&byte| byte == b'\n') else { return false };
    let version = rest[..end].trim_ascii_end();
    let has_prefix = |prefix: &[u8]| {
        rest[end + 1..].get(..prefix.len()).is_some_and(|field| field.eq_ignore_ascii_case(prefix))
    };
    !version.is_empty()
        && version.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')
        && (has_prefix(b"WARC-") || has_prefix(b"Content-"))
}
