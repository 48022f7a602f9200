//! The payload of a page: chunks and content encodings undone where the header tells the truth.

use std::io::Read;

use httparse::{Status, parse_chunk_size};

use crate::counts::Counts;
use crate::fields::Fields;
use crate::gzip;
use crate::inflate::{Format, Inflater, ZSTD};
use crate::loss::{Error, Truncation};
use crate::records::Records;
use crate::step::Step;

/// The number of bytes that an encoded body is inflated to at once.
const OUT: usize = 64 << 10;

/// The longest line with the size of a chunk.
const LINE: usize = 4 << 10;

/// How much of a body tells whether it has the content encoding that its header names.
const SAMPLE: usize = 512;

/// How much of the block is searched for the chunks that hold the sample: enough for chunks of one byte.
const SAMPLE_CHUNKS: usize = 64 << 10;

/// The state of the chunks of HTTP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Chunks {
    /// The transfer is not chunked.
    #[default]
    Off,
    /// Before the size of a chunk, or before the line end of the chunk before it.
    Size,
    /// So many bytes of a chunk are left.
    Data(u64),
    /// Behind the last chunk.
    Over,
}

/// The next part of a body. A phase whose input fails is tried again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    /// Bytes of the body, or of a compressed stream of it.
    #[default]
    Data,
    /// The first bytes of another stream, after a compressed one, of which this many were read.
    Magic(usize),
    /// Bytes after the compressed streams.
    Trailer,
    /// The rest of the block, after a body that ended for this reason.
    Rest(Option<Truncation>),
    Over(Option<Truncation>),
}

/// The state of a body between chunks, whose memory is kept between pages.
#[derive(Debug, Default)]
pub(crate) struct Payload {
    phase: Phase,
    chunks: Chunks,
    /// The last one that was needed, for the next page.
    inflater: Option<(Format, Inflater)>,
    is_encoded: bool,
    buffer: Vec<u8>,
    /// Bytes of the block that the caller has.
    lent: usize,
    taken: u64,
    given: u64,
    announced: Option<u64>,
    declared: bool,
}

/// Where the next chunk of a body is.
enum Found {
    Block(usize),
    Buffer(usize),
    End,
}

impl Payload {
    /// Prepares for the body that starts here. A header that is not true is counted, and the bytes are taken as they are.
    pub(crate) fn start<R: Read>(
        &mut self,
        records: &mut Records<R>,
        record: &Fields,
        http: &Fields,
        counts: &mut Counts,
    ) -> Result<(), Error> {
        (self.phase, self.chunks, self.is_encoded) = (Phase::Data, Chunks::Off, false);
        (self.lent, self.taken, self.given) = (0, 0, 0);
        self.declared = record.get("WARC-Truncated").is_some();
        self.announced = http.number("Content-Length");
        let transfer = http.get("Transfer-Encoding").unwrap_or_default();
        if transfer.to_ascii_lowercase().ends_with(b"chunked") {
            let there = records.block(LINE)?;
            match parse_chunk_size(records.bytes(there)) {
                Ok(Status::Complete(_)) => (self.chunks, self.announced) = (Chunks::Size, None),
                _ if there == 0 => {}
                _ => counts.false_encodings += 1,
            }
        }
        if !self.start_encoding(records, http)? {
            counts.false_encodings += 1;
            // It may be the length of the compressed body.
            self.announced = None;
        }
        Ok(())
    }

    /// Finds out whether the body has the content encoding that its header names; `false` if it has not.
    fn start_encoding<R: Read>(&mut self, records: &mut Records<R>, http: &Fields) -> Result<bool, Error> {
        let label = http.get("Content-Encoding").unwrap_or_default().to_ascii_lowercase();
        let formats: &[Format] = match &label[..] {
            b"gzip" | b"x-gzip" => &[Format::Gzip],
            b"deflate" => &[Format::Zlib, Format::Deflate],
            b"br" => &[Format::Brotli],
            b"zstd" => &[Format::HttpZstd],
            b"" | b"identity" => return Ok(true),
            _ => &[],
        };
        let mut sample = [0; SAMPLE];
        let there = self.look_ahead(records, &mut sample)?;
        for &format in formats {
            let failed = |error| Error::read(records.place.member, error);
            let mut output = [0; 1 << 10];
            let inflater = self.inflater_of(format).map_err(failed)?;
            if inflater.begins(&sample[..there], &mut output) {
                inflater.reset().map_err(failed)?;
                self.is_encoded = there > 0;
                return Ok(true);
            }
        }
        Ok(there == 0)
    }

    /// Copies the first bytes of the payload, over the ends of chunks, without consuming them, and returns how many there are.
    fn look_ahead<R: Read>(
        &self,
        records: &mut Records<R>,
        sample: &mut [u8; SAMPLE],
    ) -> Result<usize, Error> {
        if self.chunks == Chunks::Off {
            let there = records.block(SAMPLE)?.min(SAMPLE);
            sample[..there].copy_from_slice(records.bytes(there));
            return Ok(there);
        }
        let mut least = LINE;
        loop {
            let there = records.block(least)?;
            let (copied, is_all) = copy_chunks(records.bytes(there), sample);
            if is_all || there < least || least >= SAMPLE_CHUNKS {
                return Ok(copied);
            }
            least *= 2;
        }
    }

    /// An inflater at the start of a stream.
    fn inflater_of(&mut self, format: Format) -> std::io::Result<&mut Inflater> {
        match &mut self.inflater {
            Some((last, inflater)) if *last == format => inflater.reset()?,
            _ => self.inflater = Some((format, Inflater::new(format, &[])?)),
        }
        match &mut self.inflater {
            Some((_, inflater)) => Ok(inflater),
            None => Err(std::io::ErrorKind::OutOfMemory.into()),
        }
    }

    /// How many bytes of the block are the next ones of the payload: none at its end, `None` where chunks are damaged.
    fn transfer<R: Read>(&mut self, records: &mut Records<R>, least: usize) -> Result<Option<usize>, Error> {
        loop {
            match self.chunks {
                Chunks::Off => return Ok(Some(records.block(least)?)),
                Chunks::Over => return Ok(Some(0)),
                Chunks::Data(0) => {
                    let there = records.block(2)?;
                    if records.bytes(there).starts_with(b"\r\n") {
                        records.consume(2);
                    }
                    self.chunks = Chunks::Size;
                }
                Chunks::Data(left) => {
                    let left = usize::try_from(left).unwrap_or(usize::MAX);
                    return Ok(match records.block(least.min(left))? {
                        0 => None,
                        there => Some(there.min(left)),
                    });
                }
                Chunks::Size => {
                    let there = records.block(LINE)?;
                    let line = records.bytes(there.min(LINE));
                    let Ok(Status::Complete((length, size))) = parse_chunk_size(line) else {
                        return Ok(None);
                    };
                    records.consume(length);
                    self.chunks = if size == 0 { Chunks::Over } else { Chunks::Data(size) };
                }
            }
        }
    }

    /// Consumes bytes that `transfer` has counted.
    fn take<R: Read>(&mut self, records: &mut Records<R>, count: usize) {
        records.consume(count);
        self.taken += count as u64;
        if let Chunks::Data(left) = &mut self.chunks {
            *left -= (count as u64).min(*left);
        }
    }

    fn advance<R: Read>(&mut self, records: &mut Records<R>, counts: &mut Counts) -> Result<Found, Error> {
        let lent = std::mem::take(&mut self.lent);
        self.take(records, lent);
        loop {
            match self.phase {
                Phase::Data => {
                    if let Some(found) = self.read_data(records)? {
                        return Ok(found);
                    }
                }
                Phase::Magic(matched) => self.find_stream(records, counts, matched)?,
                Phase::Trailer => self.skip_trailer(records, counts)?,
                Phase::Rest(cause) => self.finish(records, counts, cause)?,
                Phase::Over(_) => return Ok(Found::End),
            }
        }
    }

    /// The next bytes of the body; `None` if the phase has no more. Nothing after them is read, since they would be lost if
    /// that failed.
    fn read_data<R: Read>(&mut self, records: &mut Records<R>) -> Result<Option<Found>, Error> {
        let limits = records.stream.limits;
        let left = usize::try_from(limits.body - self.given).unwrap_or(usize::MAX);
        let there = self.transfer(records, 1)?;
        let end = match there {
            None => Phase::Rest(Some(Truncation::Encoding)),
            Some(0) if !self.is_encoded => Phase::Rest(None),
            Some(_) if left == 0 => Phase::Rest(Some(Truncation::Limit)),
            Some(there) if !self.is_encoded => {
                self.lent = there.min(left);
                self.given += self.lent as u64;
                return Ok(Some(Found::Block(self.lent)));
            }
            Some(there) => {
                let step = self.inflate(records, there, left);
                self.take(records, step.consumed);
                self.given += step.produced as u64;
                if limits.is_bomb(self.taken, self.given) {
                    self.phase = Phase::Rest(Some(Truncation::Bomb));
                } else if step.end {
                    self.phase = Phase::Magic(0);
                } else if step.corrupt || step.consumed + step.produced == 0 {
                    self.phase = Phase::Rest(Some(Truncation::Encoding));
                }
                return Ok((step.produced > 0).then_some(Found::Buffer(step.produced)));
            }
        };
        self.phase = end;
        Ok(None)
    }

    /// A step of the content encoding over the bytes that are there. Without an encoding it does nothing.
    fn inflate<R: Read>(&mut self, records: &Records<R>, there: usize, left: usize) -> Step {
        self.buffer.resize(OUT, 0);
        self.inflater.as_mut().map_or_else(Step::default, |(_, inflater)| {
            inflater.step(records.bytes(there), &mut self.buffer[..left.min(OUT)])
        })
    }

    /// Looks whether another stream follows a compressed one. A chunk of HTTP may end within the first bytes of that stream, so
    /// they are consumed as they come.
    fn find_stream<R: Read>(
        &mut self,
        records: &mut Records<R>,
        counts: &mut Counts,
        matched: usize,
    ) -> Result<(), Error> {
        let magic = match &self.inflater {
            Some((Format::Gzip, _)) => gzip::MAGIC,
            Some((Format::HttpZstd, _)) => ZSTD,
            _ => &[],
        };
        let there = self.transfer(records, 1)?.unwrap_or(0);
        let bytes = records.bytes(there).iter().zip(&magic[matched..]);
        let count = bytes.take_while(|(byte, wanted)| byte == wanted).count();
        self.take(records, count);
        let matched = matched + count;
        self.phase = match &mut self.inflater {
            Some((_, inflater)) if count > 0 && matched == magic.len() => {
                let again = inflater.reset().map(|()| inflater.begins(magic, &mut [0]));
                again.map_err(|error| Error::read(records.place.member, error))?;
                Phase::Data
            }
            _ if count > 0 => Phase::Magic(matched),
            _ => {
                counts.trailing_bytes += matched as u64;
                Phase::Trailer
            }
        };
        Ok(())
    }

    /// Skips bytes after the compressed streams, which are no part of the body, and counts them.
    fn skip_trailer<R: Read>(&mut self, records: &mut Records<R>, counts: &mut Counts) -> Result<(), Error> {
        while let Some(there @ 1..) = self.transfer(records, 1)? {
            counts.trailing_bytes += there as u64;
            self.take(records, there);
        }
        (self.chunks, self.phase) = (Chunks::Over, Phase::Rest(None));
        Ok(())
    }

    /// Reads the block to its end, unless a limit was reached, since only there it shows whether it is whole.
    fn finish<R: Read>(
        &mut self,
        records: &mut Records<R>,
        counts: &mut Counts,
        cause: Option<Truncation>,
    ) -> Result<(), Error> {
        let is_limit = matches!(cause, Some(Truncation::Limit | Truncation::Bomb));
        while !is_limit && records.block(1)? > 0 {
            records.consume(usize::MAX);
        }
        let short =
            self.chunks == Chunks::Off && self.announced.is_some_and(|announced| announced > self.taken);
        let end = match records.truncation() {
            Some(damage) if !is_limit => Some(damage),
            _ => cause
                .or(self.declared.then_some(Truncation::Declared))
                .or(short.then_some(Truncation::ShortHttp)),
        };
        counts.truncated += u64::from(end.is_some());
        self.phase = Phase::Over(end);
        Ok(())
    }
}

/// Copies the data of chunks into the sample. Returns its length, and `false` if more bytes of the block could add to it.
fn copy_chunks(mut bytes: &[u8], sample: &mut [u8]) -> (usize, bool) {
    let mut copied = 0;
    while copied < sample.len() {
        let (length, size) = match parse_chunk_size(bytes) {
            Ok(Status::Complete((length, size))) if size > 0 => (length, size),
            Ok(Status::Partial) => return (copied, false),
            _ => break,
        };
        let (size, data) = (usize::try_from(size).unwrap_or(usize::MAX), &bytes[length..]);
        let count = data.len().min(size).min(sample.len() - copied);
        sample[copied..copied + count].copy_from_slice(&data[..count]);
        copied += count;
        // A line end in part would be taken for a damaged size.
        match data.get(size..) {
            Some(rest @ [_, _, ..]) => bytes = rest.strip_prefix(b"\r\n").unwrap_or(rest),
            _ => return (copied, copied == sample.len()),
        }
    }
    (copied, true)
}

/// The body of a page, in chunks, without the encodings of HTTP.
///
/// ```
/// use tagspan_warc::{Archive, Item, Truncation};
///
/// let record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\n<p>cut";
/// let mut archive = Archive::new(&record[..]);
/// let Some(Item::Page(mut page)) = archive.next_item()? else { panic!() };
/// assert_eq!(page.body.next_chunk()?, Some(&b"<p>cut"[..]));
/// assert_eq!(page.body.next_chunk()?, None);
/// assert!(matches!(page.body.truncation(), Some(Truncation::Gap(_))));
/// # Ok::<(), tagspan_warc::Error>(())
/// ```
#[derive(Debug)]
pub struct Body<'a, R> {
    pub(crate) records: &'a mut Records<R>,
    pub(crate) payload: &'a mut Payload,
    pub(crate) counts: &'a mut Counts,
}

impl<R: Read> Body<'_, R> {
    /// The next bytes, of at most 128 KiB; `None` at the end. They are a slice of what the archive inflated, unless HTTP
    /// has encoded them too.
    ///
    /// # Errors
    ///
    /// If the input cannot be read. Damage is no error: the body [ends](Self::truncation) there.
    ///
    /// ```
    /// # use tagspan_warc::{Archive, Item};
    /// # let record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>";
    /// # let mut archive = Archive::new(&record[..]);
    /// # let Some(Item::Page(mut page)) = archive.next_item()? else { panic!() };
    /// let mut length = 0;
    /// while let Some(chunk) = page.body.next_chunk()? {
    ///     length += chunk.len();
    /// }
    /// assert_eq!(length, 3);
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    pub fn next_chunk(&mut self) -> Result<Option<&[u8]>, Error> {
        Ok(match self.payload.advance(self.records, self.counts)? {
            Found::Block(count) => Some(self.records.bytes(count)),
            Found::Buffer(count) => Some(&self.payload.buffer[..count]),
            Found::End => None,
        })
    }

    /// The reason why the body is truncated: `None` if it is complete, or was not yet read to its end.
    ///
    /// ```
    /// # use tagspan_warc::{Archive, Item};
    /// # let record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>";
    /// # let mut archive = Archive::new(&record[..]);
    /// # let Some(Item::Page(mut page)) = archive.next_item()? else { panic!() };
    /// while page.body.next_chunk()?.is_some() {}
    /// assert_eq!(page.body.truncation(), None);
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    pub fn truncation(&self) -> Option<Truncation> {
        match self.payload.phase {
            Phase::Over(end) => end,
            _ => None,
        }
    }
}
