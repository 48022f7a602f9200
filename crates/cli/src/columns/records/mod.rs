//! Indexes of records: tables with the file, the offset and the length of each, as CSV, JSON lines, CDXJ or Parquet.

mod csv;
mod json;
#[cfg(feature = "parquet")]
mod parquet;
mod row;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::bufread::MultiGzDecoder;
use tagspan_warc::ArchiveFile;

use crate::inputs::{GZIP, archive, display};
#[cfg(feature = "parquet")]
use crate::report::Advised;
use row::{LINE, Rows};

/// Opens an index; `-` is standard input. Its first bytes tell its format.
pub(super) fn rows(path: &Path) -> io::Result<Rows> {
    let is_stdin = path.as_os_str() == "-";
    let name: Arc<str> = if is_stdin { "standard input".into() } else { display(path).into() };
    let opened: Box<dyn Read + Send> =
        if is_stdin { Box::new(io::stdin()) } else { Box::new(File::open(path)?) };
    let mut reader: Box<dyn BufRead + Send> = Box::new(BufReader::new(opened));
    let start = start(&mut reader, 4)?;
    if start == *b"PAR1" {
        return table(path, &name, is_stdin);
    }
    reader = Box::new(Cursor::new(start.clone()).chain(reader));
    if start.starts_with(GZIP) {
        reader = Box::new(BufReader::new(MultiGzDecoder::new(reader)));
    }
    let mut first = Vec::new();
    reader.by_ref().take(LINE).read_until(b'\n', &mut first)?;
    let has_json = first.trim_ascii_start().starts_with(b"{") || first.windows(2).any(|two| two == b" {");
    let is_json = has_json || first.starts_with(b"!") || first.trim_ascii().is_empty();
    let reader = Cursor::new(first).chain(reader);
    if is_json { Ok(json::rows(reader, name)) } else { csv::rows(reader, name) }
}

/// The first bytes; fewer if there are not so many.
fn start(reader: &mut impl Read, count: u64) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    reader.take(count).read_to_end(&mut start)?;
    Ok(start)
}

#[cfg(feature = "parquet")]
fn table(path: &Path, name: &Arc<str>, is_stdin: bool) -> io::Result<Rows> {
    if is_stdin {
        let advice = "is Parquet, whose end comes first: name the file";
        return Err(io::Error::other(Advised(advice.to_owned())));
    }
    parquet::rows(File::open(path)?, Arc::clone(name))
}

#[cfg(not(feature = "parquet"))]
fn table(_: &Path, _: &Arc<str>, _: bool) -> io::Result<Rows> {
    use crate::feature::{Feature, Missing};
    Err(io::Error::other(Missing { what: "reading an index in Parquet", feature: Feature::Parquet }))
}

/// How the archives of an index are opened: below a folder or a URL, if there is one.
pub(super) fn opener(prefix: Option<PathBuf>) -> impl Fn(&str) -> io::Result<ArchiveFile> {
    move |name| Ok(archive(prefix.as_deref(), name)?)
}
