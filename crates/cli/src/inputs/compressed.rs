//! Compressed inputs: gzip and zstd are found by their first bytes, and read as what they hold.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::mem;

use flate2::bufread::GzDecoder;

pub(crate) const GZIP: &[u8] = b"\x1F\x8B";
pub(super) const ZSTD: &[u8] = b"\x28\xB5\x2F\xFD";

/// The content of an input, read and inflated chunk by chunk. Nothing is read before the first call, as a read from a pipe may
/// wait.
pub(super) enum Inflated<'a> {
    Unknown(Option<Box<dyn Read + 'a>>),
    Known(Box<dyn Read + 'a>),
}

impl<'a> Inflated<'a> {
    pub(super) fn new(reader: Box<dyn Read + 'a>) -> Self {
        Inflated::Unknown(Some(reader))
    }
}

impl Read for Inflated<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self {
                Inflated::Known(reader) => return reader.read(buffer),
                Inflated::Unknown(reader) => match reader.take() {
                    Some(reader) => *self = Inflated::Known(inflate(reader)?),
                    // The first bytes could not be read.
                    None => return Ok(0),
                },
            }
        }
    }
}

/// Reads the first bytes, no more of them than tell whether they are one of these.
pub(super) fn read_start(reader: &mut impl Read, wanted: &[&[u8]]) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    while wanted.iter().any(|magic| magic.len() > start.len() && magic.starts_with(&start)) {
        let mut byte = [0];
        match reader.read(&mut byte) {
            Ok(0) => break,
            Ok(_) => start.push(byte[0]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(start)
}

/// Whether the first bytes are those of gzip or zstd.
pub(crate) fn is_compressed(mut reader: impl Read) -> bool {
    read_start(&mut reader, &[GZIP, ZSTD]).is_ok_and(|start| start == GZIP || start == ZSTD)
}

fn inflate<'a>(mut reader: Box<dyn Read + 'a>) -> io::Result<Box<dyn Read + 'a>> {
    let start = read_start(&mut reader, &[GZIP, ZSTD])?;
    let (is_gzip, is_zstd) = (start == GZIP, start == ZSTD);
    let whole = Cursor::new(start).chain(reader);
    Ok(match (is_gzip, is_zstd) {
        (true, _) => Box::new(Members::new(Box::new(BufReader::new(whole)))),
        (_, true) => inflate_zstd(whole)?,
        _ => Box::new(whole),
    })
}

#[cfg(feature = "archives")]
fn inflate_zstd<'a>(reader: impl Read + 'a) -> io::Result<Box<dyn Read + 'a>> {
    Ok(Box::new(Explained { reader: zstd::Decoder::new(reader)?, format: "zstd" }))
}

#[cfg(not(feature = "archives"))]
fn inflate_zstd<'a>(_: impl Read + 'a) -> io::Result<Box<dyn Read + 'a>> {
    use crate::feature::{Feature, Missing};
    Err(io::Error::other(Missing { what: "reading zstd data", feature: Feature::Archives }))
}

/// The members of gzip, one after the other, and the zeros that may follow the last one: `gzip -t` accepts them too.
struct Members<'a> {
    member: Explained<GzDecoder<Box<dyn BufRead + 'a>>>,
    /// Whether the last member was read.
    is_over: bool,
}

impl<'a> Members<'a> {
    fn new(reader: Box<dyn BufRead + 'a>) -> Self {
        Members { member: Explained { reader: GzDecoder::new(reader), format: "gzip" }, is_over: false }
    }

    /// Goes on to the next member, or to the end.
    fn advance(&mut self) -> io::Result<()> {
        let decoder = &mut self.member.reader;
        match first_byte(decoder.get_mut())? {
            // To make a decoder takes longer than to inflate a short member.
            Some(byte) if byte == GZIP[0] => {
                let reader = mem::replace(decoder.get_mut(), Box::new(io::empty()));
                decoder.reset(reader);
                return Ok(());
            }
            _ => self.is_over = true,
        }
        skip_zeros(decoder.get_mut())
    }
}

impl Read for Members<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !self.is_over {
            let read = self.member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            self.advance()?;
        }
        Ok(0)
    }
}

/// The next byte, which stays to be read; `None` at the end.
fn first_byte(reader: &mut impl BufRead) -> io::Result<Option<u8>> {
    loop {
        match reader.fill_buf() {
            Ok(bytes) => return Ok(bytes.first().copied()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Reads zeros to the end. Fails at any other byte.
fn skip_zeros(reader: &mut impl BufRead) -> io::Result<()> {
    while first_byte(reader)?.is_some() {
        let bytes = reader.fill_buf()?;
        if bytes.iter().any(|&byte| byte != 0) {
            return Err(garbage());
        }
        let count = bytes.len();
        reader.consume(count);
    }
    Ok(())
}

fn garbage() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        "its gzip data is complete, but the bytes after it are not gzip",
    )
}

/// A decompressor whose errors say what is wrong with the input.
struct Explained<R> {
    reader: R,
    format: &'static str,
}

impl<R: Read> Read for Explained<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer).map_err(|error| match error.kind() {
            // An error of the input itself.
            _ if error.raw_os_error().is_some() => error,
            io::ErrorKind::Interrupted => error,
            io::ErrorKind::UnexpectedEof => {
                let message = format!("its {} data is truncated", self.format);
                io::Error::new(io::ErrorKind::UnexpectedEof, message)
            }
            _ => {
                let message = format!("its {} data is damaged ({error})", self.format);
                io::Error::new(io::ErrorKind::InvalidData, message)
            }
        })
    }
}
