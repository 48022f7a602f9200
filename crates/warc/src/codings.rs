//! The codings of an HTTP body, undone one over the other.

use std::io::Read;

use crate::counts::Counts;
use crate::fields::Fields;
use crate::gzip;
use crate::inflate::{Format, Inflater, ZSTD};
use crate::loss::{Error, Truncation};
use crate::media;
use crate::records::Records;
use crate::transfer::Transfer;

/// The number of bytes that a body is inflated to at once.
const OUT: usize = 64 << 10;

/// The bytes of a body that show whether it has a coding.
const SAMPLE: usize = 512;

/// The codings of one body that are undone, as many as curl undoes. Each takes memory.
const MAX: usize = 5;

/// The formats that a coding may have; none for a coding that cannot be undone.
pub(crate) type Coding = &'static [Format];

/// Appends the codings that a header names, the outermost first, without chunks. Returns whether the transfer is chunked.
///
/// RFC 9110, section 8.4, and RFC 9112, section 7: lists name codings in the order in which they were applied, and several lines
/// are one list. Transfer codings are applied after all content codings.
pub(crate) fn of_header(http: &Fields, codings: &mut Vec<Coding>) -> bool {
    let mut is_chunked = false;
    for name in ["Content-Encoding", "Transfer-Encoding"] {
        for label in http.all(name).flat_map(|value| value.split(|byte| *byte == b',')) {
            codings.push(match &label.trim_ascii().to_ascii_lowercase()[..] {
                b"" | b"identity" => continue,
                b"chunked" if name == "Transfer-Encoding" => {
                    is_chunked = true;
                    continue;
                }
                b"gzip" | b"x-gzip" => &[Format::Gzip],
                b"deflate" => &[Format::Zlib, Format::Deflate],
                b"br" => &[Format::Brotli],
                b"zstd" => &[Format::HttpZstd],
                _ => &[],
            });
        }
    }
    codings.reverse();
    is_chunked
}

/// Whether a body has the coding that its header names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Undone,
    /// It has none, or another one that is undone.
    False,
    /// What there is cannot be undone.
    Unknown,
}

/// The next part of a coding. A phase whose input fails is tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Bytes of a compressed stream.
    Data,
    /// The first bytes of another stream, of which this many were read.
    Magic(usize),
    /// Bytes after the compressed streams.
    Trailer,
    Over(Option<Truncation>),
}

/// A coding that is being undone.
///
/// Invariant: `at <= filled <= buffer.len()`.
#[derive(Debug)]
struct Layer {
    format: Format,
    inflater: Inflater,
    phase: Phase,
    buffer: Vec<u8>,
    at: usize,
    filled: usize,
    given: u64,
}

/// The block of a record, and the codings that are undone over it. Their memory is kept for the next body.
#[derive(Debug, Default)]
pub(crate) struct Codings {
    pub(crate) transfer: Transfer,
    layers: Vec<Layer>,
    /// How many of the layers are in use: the outermost coding is the first.
    depth: usize,
}

impl Codings {
    /// Prepares for the next body.
    pub(crate) fn reset(&mut self) {
        (self.transfer, self.depth) = (Transfer::default(), 0);
    }

    pub(crate) fn are_none(&self) -> bool {
        self.depth == 0
    }

    /// How many of the next bytes are there: at least so many, unless the body ends before. None at the end, or why it
    /// ends there.
    pub(crate) fn ready<R: Read>(
        &mut self,
        records: &mut Records<R>,
        counts: &mut Counts,
        least: usize,
    ) -> Result<Result<usize, Truncation>, Error> {
        self.ready_of(records, counts, self.depth, least)
    }

    /// As `ready`, of what so many layers give.
    fn ready_of<R: Read>(
        &mut self,
        records: &mut Records<R>,
        counts: &mut Counts,
        depth: usize,
        least: usize,
    ) -> Result<Result<usize, Truncation>, Error> {
        let Some(index) = depth.checked_sub(1) else {
            return Ok(self.transfer.ready(records, least)?.ok_or(Truncation::Encoding));
        };
        loop {
            let layer = &mut self.layers[index];
            let there = layer.filled - layer.at;
            match layer.phase {
                _ if there >= least.min(OUT) => return Ok(Ok(there)),
                Phase::Over(Some(end)) if there == 0 => return Ok(Err(end)),
                Phase::Over(_) => return Ok(Ok(there)),
                Phase::Data => {
                    layer.buffer.copy_within(layer.at..layer.filled, 0);
                    (layer.at, layer.filled) = (0, there);
                    self.inflate(records, counts, index)?;
                }
                Phase::Magic(matched) => self.find_stream(records, counts, index, matched)?,
                Phase::Trailer => self.skip_trailer(records, counts, index)?,
            }
        }
    }

    /// The first bytes, of those that `ready` has counted.
    pub(crate) fn bytes<'a, R: Read>(&'a self, records: &'a Records<R>, count: usize) -> &'a [u8] {
        bytes_of(&self.layers[..self.depth], records, count)
    }

    pub(crate) fn consume<R: Read>(&mut self, records: &mut Records<R>, count: usize) {
        self.consume_of(records, self.depth, count);
    }

    fn consume_of<R: Read>(&mut self, records: &mut Records<R>, depth: usize, count: usize) {
        match depth.checked_sub(1) {
            None => self.transfer.consume(records, count),
            Some(index) => self.layers[index].at += count,
        }
    }

    /// A step of a coding.
    fn inflate<R: Read>(
        &mut self,
        records: &mut Records<R>,
        counts: &mut Counts,
        index: usize,
    ) -> Result<(), Error> {
        let there = self.ready_of(records, counts, index, 1)?;
        let (below, above) = self.layers.split_at_mut(index);
        let layer = &mut above[0];
        // The end of the input may not be the end of what is inflated.
        let input = bytes_of(below, records, there.unwrap_or(0));
        let step = layer.inflater.step(input, &mut layer.buffer[layer.filled..]);
        layer.filled += step.produced;
        layer.given += step.produced as u64;
        let given = layer.given;
        self.consume_of(records, index, step.consumed);
        self.layers[index].phase = if records.stream.limits.is_bomb(self.transfer.taken, given) {
            Phase::Over(Some(Truncation::Bomb))
        } else if step.end {
            Phase::Magic(0)
        } else if step.corrupt || step.consumed + step.produced == 0 {
            Phase::Over(Some(there.err().unwrap_or(Truncation::Encoding)))
        } else {
            Phase::Data
        };
        Ok(())
    }

    /// Looks whether another stream follows a compressed one. A chunk of HTTP may end within the first bytes of that stream, so
    /// they are consumed as they come.
    fn find_stream<R: Read>(
        &mut self,
        records: &mut Records<R>,
        counts: &mut Counts,
        index: usize,
        matched: usize,
    ) -> Result<(), Error> {
        let magic = magic(self.layers[index].format);
        let there = self.ready_of(records, counts, index, 1)?.unwrap_or(0);
        let bytes = bytes_of(&self.layers[..index], records, there).iter().zip(&magic[matched..]);
        let count = bytes.take_while(|(byte, wanted)| byte == wanted).count();
        self.consume_of(records, index, count);
        let (matched, layer) = (matched + count, &mut self.layers[index]);
        layer.phase = if count > 0 && matched == magic.len() {
            let again = layer.inflater.reset().map(|()| layer.inflater.begins(magic, &mut [0]));
            again.map_err(|error| Error::read(records.place.member, error))?;
            Phase::Data
        } else if count > 0 {
            Phase::Magic(matched)
        } else {
            counts.trailing_bytes += matched as u64;
            Phase::Trailer
        };
        Ok(())
    }

    /// Skips bytes after the compressed streams, which are no part of the body, and counts them.
    fn skip_trailer<R: Read>(
        &mut self,
        records: &mut Records<R>,
        counts: &mut Counts,
        index: usize,
    ) -> Result<(), Error> {
        let end = loop {
            match self.ready_of(records, counts, index, 1)? {
                Ok(0) => break None,
                Ok(there) => {
                    counts.trailing_bytes += there as u64;
                    self.consume_of(records, index, there);
                }
                Err(end) => break Some(end),
            }
        };
        // What is damaged after a whole stream is damage of the stream only in a coding around it.
        self.layers[index].phase = Phase::Over(end.filter(|_| index > 0));
        Ok(())
    }

    /// Copies the first bytes, without consuming them, and returns how many there are.
    pub(crate) fn look_ahead<R: Read>(
        &mut self,
        records: &mut Records<R>,
        counts: &mut Counts,
        sample: &mut [u8],
    ) -> Result<usize, Error> {
        if self.are_none() {
            return self.transfer.look_ahead(records, sample);
        }
        let there = self.ready(records, counts, sample.len())?.unwrap_or(0).min(sample.len());
        sample[..there].copy_from_slice(self.bytes(records, there));
        Ok(there)
    }

    /// Begins to undo a coding if the body has it, or the one that its first bytes tell.
    ///
    /// A body may have been decoded although the header still names the coding, or have another one. Text has none. For other
    /// bytes a magic number outweighs a sample that cannot be decoded, as the sample may be damaged.
    pub(crate) fn undo<R: Read>(
        &mut self,
        records: &mut Records<R>,
        counts: &mut Counts,
        coding: Coding,
    ) -> Result<Outcome, Error> {
        let mut sample = [0; SAMPLE];
        let there = self.look_ahead(records, counts, &mut sample)?;
        let sample = &sample[..there];
        if there == 0 {
            return Ok(Outcome::Undone);
        }
        let by_magic = by_magic(sample);
        if self.depth == MAX {
            return Ok(if media::is_text(sample) { Outcome::False } else { Outcome::Unknown });
        }
        let failed = |error| Error::read(records.place.member, error);
        for format in by_magic.into_iter().chain(coding.iter().copied()) {
            if self.begins(format, sample, &mut [0; SAMPLE * 2]).map_err(failed)?.is_some() {
                return self.enter(format, coding).map_err(failed);
            }
        }
        if let Some(format) = by_magic {
            return self.enter(format, coding).map_err(failed);
        }
        // What is compressed by a coding that cannot be undone has a signature too.
        let signature = media::of_signature(sample).filter(|found| *found != "application/x-compress");
        let is_other = signature.is_some() || media::is_text(sample);
        Ok(if is_other { Outcome::False } else { Outcome::Unknown })
    }

    /// Begins to undo the first of these codings that is possible, over first bytes that are damaged. `false` if none is.
    pub(crate) fn undo_damaged(&mut self, place: u64, codings: &[Coding]) -> Result<bool, Error> {
        let mut formats = codings.iter().copied().flatten().copied();
        // The first bytes of the others are not there.
        let Some(format) =
            formats.clone().find(|format| magic(*format).is_empty()).or_else(|| formats.next())
        else {
            return Ok(false);
        };
        let entered = self.depth < MAX;
        if entered {
            self.enter(format, &[]).map_err(|error| Error::read(place, error))?;
        }
        Ok(entered)
    }

    /// Begins to undo a coding that no header names, if the first bytes are those of text in a compressed stream.
    pub(crate) fn undo_unnamed<R: Read>(
        &mut self,
        records: &mut Records<R>,
        counts: &mut Counts,
    ) -> Result<Outcome, Error> {
        let (mut sample, mut output) = ([0; SAMPLE], [0; SAMPLE * 2]);
        let there = self.look_ahead(records, counts, &mut sample)?;
        let failed = |error| Error::read(records.place.member, error);
        let Some(format) = by_magic(&sample[..there]).filter(|_| self.depth < MAX) else {
            return Ok(Outcome::Undone);
        };
        match self.begins(format, &sample[..there], &mut output).map_err(failed)? {
            Some(count) if media::is_text(&output[..count]) => self.enter(format, &[]).map_err(failed),
            _ => Ok(Outcome::Undone),
        }
    }

    /// The number of bytes that a stream of this format begins with; `None` if the sample is none.
    fn begins(&mut self, format: Format, sample: &[u8], output: &mut [u8]) -> std::io::Result<Option<usize>> {
        Ok(self.layer(format)?.inflater.begins(sample, output))
    }

    /// The layer over those in use, at the start of a stream.
    fn layer(&mut self, format: Format) -> std::io::Result<&mut Layer> {
        match self.layers.get_mut(self.depth) {
            Some(layer) if layer.format == format => layer.inflater.reset()?,
            Some(layer) => (layer.format, layer.inflater) = (format, Inflater::new(format, &[])?),
            None => self.layers.push(Layer {
                format,
                inflater: Inflater::new(format, &[])?,
                phase: Phase::Data,
                buffer: vec![0; OUT],
                at: 0,
                filled: 0,
                given: 0,
            }),
        }
        Ok(&mut self.layers[self.depth])
    }

    fn enter(&mut self, format: Format, named: Coding) -> std::io::Result<Outcome> {
        let layer = self.layer(format)?;
        (layer.phase, layer.at, layer.filled, layer.given) = (Phase::Data, 0, 0, 0);
        self.depth += 1;
        Ok(if named.contains(&format) { Outcome::Undone } else { Outcome::False })
    }
}

/// The next bytes that these layers give, over the block of a record.
fn bytes_of<'a, R: Read>(layers: &'a [Layer], records: &'a Records<R>, count: usize) -> &'a [u8] {
    match layers.last() {
        Some(layer) => &layer.buffer[layer.at..layer.filled.min(layer.at + count)],
        None => records.bytes(count),
    }
}

/// The format whose first bytes these are.
fn by_magic(bytes: &[u8]) -> Option<Format> {
    [Format::Gzip, Format::HttpZstd].into_iter().find(|format| bytes.starts_with(magic(*format)))
}

/// The first bytes of each stream of a format; of some formats they are any.
fn magic(format: Format) -> &'static [u8] {
    match format {
        Format::Gzip => gzip::MAGIC,
        Format::HttpZstd => ZSTD,
        _ => &[],
    }
}
