//! The header and the trailer of gzip around a stream of deflate.
//!
//! `flate2` could read them, but makes its state again for each member then: 50 KiB, which the allocator takes from the system
//! and gives back each time, and for which threads wait.

use flate2::{Crc, Decompress, FlushDecompress, Status};
use memchr::memchr;

use crate::step::Step;

/// The first bytes of a member: the two of gzip, and deflate as its method.
pub(crate) const MAGIC: &[u8] = &[0x1F, 0x8B, 8];

/// Flags of the header: which of its parts are there. The upper three bits are reserved.
const HEADER_CHECK: u8 = 2;
const EXTRA: u8 = 4;
const NAME: u8 = 8;
const COMMENT: u8 = 16;
const RESERVED: u8 = 0xE0;

/// Whether the flags are those of a header that can be read.
pub(crate) fn has_known_flags(flags: u8) -> bool {
    flags & RESERVED == 0
}

/// The next part of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// The magic bytes, the flags, the time and the system.
    Fixed,
    ExtraLength,
    Extra(usize),
    Name,
    Comment,
    HeaderCheck,
    Data,
    Trailer,
}

/// The state of a member of gzip.
#[derive(Debug)]
pub(crate) struct Gzip {
    inflate: Decompress,
    part: Part,
    flags: u8,
    /// The first bytes of a part with a fixed length, and how many there are.
    bytes: [u8; 10],
    there: usize,
    /// That of the header, then that of the data.
    crc: Crc,
}

impl Gzip {
    pub(crate) fn new() -> Self {
        Gzip {
            inflate: Decompress::new(false),
            part: Part::Fixed,
            flags: 0,
            bytes: [0; 10],
            there: 0,
            crc: Crc::new(),
        }
    }

    /// Prepares for the next member.
    pub(crate) fn reset(&mut self) {
        self.inflate.reset(false);
        self.crc.reset();
        (self.part, self.there) = (Part::Fixed, 0);
    }

    /// Decompresses as much as fits.
    pub(crate) fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let mut step = Step::default();
        while self.part != Part::Data {
            let is_trailer = self.part == Part::Trailer;
            let Some(consumed) = self.frame(&input[step.consumed..]) else {
                return Step { corrupt: true, ..step };
            };
            step.consumed += consumed;
            if is_trailer && self.part != Part::Trailer {
                return Step { end: true, ..step };
            }
            if step.consumed == input.len() {
                return step;
            }
        }
        let (before_in, before_out) = (self.inflate.total_in(), self.inflate.total_out());
        let status = self.inflate.decompress(&input[step.consumed..], output, FlushDecompress::None);
        step.consumed += (self.inflate.total_in() - before_in) as usize;
        step.produced = (self.inflate.total_out() - before_out) as usize;
        step.corrupt = status.is_err();
        self.crc.update(&output[..step.produced]);
        if matches!(status, Ok(Status::StreamEnd)) {
            self.part = Part::Trailer;
            let Some(consumed) = self.frame(&input[step.consumed..]) else {
                return Step { corrupt: true, ..step };
            };
            step.consumed += consumed;
            step.end = self.part != Part::Trailer;
        }
        step
    }

    /// Reads what there is of the part, goes to the next one after its end, and returns how many bytes were read; `None` if
    /// they are not those of gzip. Behind the trailer the next part is a header.
    fn frame(&mut self, input: &[u8]) -> Option<usize> {
        // What the check at the end of the header is compared with.
        let header = self.crc.sum();
        let (count, next) = match self.part {
            Part::Fixed => {
                let count = self.fill(input, 10);
                let known = self.there.min(MAGIC.len());
                let flags = self.bytes[3];
                if self.bytes[..known] != MAGIC[..known] || self.there > 3 && !has_known_flags(flags) {
                    return None;
                }
                self.flags = flags;
                (count, (self.there == 10).then_some(Part::ExtraLength))
            }
            Part::ExtraLength if self.flags & EXTRA == 0 => (0, Some(Part::Name)),
            Part::ExtraLength => {
                let count = self.fill(input, 2);
                let length = u16::from_le_bytes([self.bytes[0], self.bytes[1]]);
                (count, (self.there == 2).then_some(Part::Extra(length.into())))
            }
            Part::Extra(left) => {
                let count = input.len().min(left);
                let next = if count == left { Part::Name } else { Part::Extra(left - count) };
                (count, Some(next))
            }
            Part::Name if self.flags & NAME == 0 => (0, Some(Part::Comment)),
            Part::Comment if self.flags & COMMENT == 0 => (0, Some(Part::HeaderCheck)),
            Part::Name | Part::Comment => {
                let next = if self.part == Part::Name { Part::Comment } else { Part::HeaderCheck };
                memchr(0, input).map_or((input.len(), None), |end| (end + 1, Some(next)))
            }
            Part::HeaderCheck if self.flags & HEADER_CHECK == 0 => (0, Some(Part::Data)),
            Part::HeaderCheck => {
                let count = self.fill(input, 2);
                if self.there == 2 && self.bytes[..2] != header.to_le_bytes()[..2] {
                    return None;
                }
                (count, (self.there == 2).then_some(Part::Data))
            }
            Part::Data => (0, None),
            Part::Trailer => {
                let count = self.fill(input, 8);
                let wanted = u64::from(self.crc.amount()) << 32 | u64::from(self.crc.sum());
                if self.there == 8 && self.bytes[..8] != wanted.to_le_bytes() {
                    return None;
                }
                (count, (self.there == 8).then_some(Part::Fixed))
            }
        };
        if !matches!(self.part, Part::HeaderCheck | Part::Trailer) {
            self.crc.update(&input[..count]);
        }
        if let Some(next) = next {
            self.there = 0;
            if next == Part::Data {
                self.crc.reset();
            }
            self.part = next;
        }
        Some(count)
    }

    /// Takes bytes of a part that has so many.
    fn fill(&mut self, input: &[u8], length: usize) -> usize {
        let count = input.len().min(length - self.there);
        self.bytes[self.there..self.there + count].copy_from_slice(&input[..count]);
        self.there += count;
        count
    }
}
