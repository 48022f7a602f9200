//! Archives: each of their pages is an input of its own.

use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use tagspan_warc::{Archive, ArchiveFile, Counts, Item, Page, ReadSeek, Truncation};

use super::part::Part;
use super::remote::Remote;
use super::source::{Opened, Records, Source};
use crate::report::{Advised, Failure, Report};

/// The parts of an archive, for several cores.
pub(super) fn parts(path: &Path) -> Vec<Source> {
    parts_of(ArchiveFile::new(path))
}

/// The parts of an archive of another machine, unless its server gives no parts.
pub(super) fn parts_of_remote(remote: &Remote) -> Option<Vec<Source>> {
    remote.archive().map(parts_of)
}

fn parts_of(file: ArchiveFile) -> Vec<Source> {
    let file = Arc::new(file);
    let parts = file.parts(0..u64::MAX, file.part_size());
    parts.map(|range| Source::Part(Part { file: Arc::clone(&file), range })).collect()
}

/// As [`each_page`], for the pages of a part.
pub(super) fn each_page_of_part(
    source: &Source,
    part: &Part,
    records: Records,
    report: &mut Report,
    work: impl FnMut(Opened<'_>, &mut Report) -> io::Result<()>,
) -> io::Result<()> {
    read_part(source, part, report, |archive, report| pages(source, archive, records, report, work))
}

/// Reads a part of an archive, and reports if the archive cannot be opened or was changed.
pub(super) fn read_part(
    source: &Source,
    part: &Part,
    report: &mut Report,
    read: impl FnOnce(Archive<Box<dyn ReadSeek>>, &mut Report) -> io::Result<()>,
) -> io::Result<()> {
    let opened = part.file.open(part.range.clone()).and_then(|archive| archive.split(part.range.clone()));
    match opened {
        Ok(archive) => read(archive, report)?,
        Err(error) => {
            report.failure(&source.name(), &Failure::Read(error.into()));
            return Ok(());
        }
    }
    if part.file.was_changed() {
        let message =
            "the file was changed while it was read, so records may come from both versions: read it again";
        report.failure(&source.name(), &Failure::Lost(message.to_owned()));
    }
    Ok(())
}

/// As [`each_page`], for an archive in a file.
pub(super) fn each_page_of_file(
    source: &Source,
    path: &Path,
    records: Records,
    report: &mut Report,
    work: impl FnMut(Opened<'_>, &mut Report) -> io::Result<()>,
) -> io::Result<()> {
    each_page_of_part(source, &whole(path), records, report, work)
}

/// All of an archive as one part.
pub(super) fn whole(path: &Path) -> Part {
    let file = Arc::new(ArchiveFile::new(path));
    Part { range: 0..file.len().max(1), file }
}

/// Does the work for each page of an archive. Fails when the work does; what cannot be read is reported.
pub(super) fn each_page(
    source: &Source,
    reader: Box<dyn Read>,
    records: Records,
    report: &mut Report,
    work: impl FnMut(Opened<'_>, &mut Report) -> io::Result<()>,
) -> io::Result<()> {
    pages(source, Archive::new(reader), records, report, work)
}

fn pages<R: Read>(
    source: &Source,
    archive: Archive<R>,
    records: Records,
    report: &mut Report,
    mut work: impl FnMut(Opened<'_>, &mut Report) -> io::Result<()>,
) -> io::Result<()> {
    let name = source.name();
    let mut archive = archive.conversions(records == Records::PagesAndText);
    loop {
        match archive.next_item() {
            Ok(None) => {
                // A part without pages says nothing, but for the first one of a file.
                let is_first = !matches!(source, Source::Part(part) if part.range.start > 0);
                if let Some(note) = no_pages(archive.counts()).filter(|_| is_first) {
                    report.note(&name, note);
                }
                return Ok(());
            }
            Ok(Some(Item::Page(page))) => {
                let uri = page.uri().unwrap_or_default().to_owned();
                let record = Source::Record(Box::new(source.clone()), uri);
                let lossy = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
                let content_type = page.content_type().map(|value| lossy(&value));
                let text = page.text_encoding();
                // Of text, that of the record tells what that of HTTP tells of a page.
                let languages = page.record_field("WARC-Identified-Content-Language");
                let languages =
                    languages.filter(|_| text.is_some()).map(|value| (&b"Content-Language"[..], value));
                let http_header = page.http_fields().chain(languages);
                let http_header = http_header.map(|(name, value)| (lossy(name), value.to_vec())).collect();
                let mut reader = Payload { page, chunk: Vec::new(), at: 0 };
                work(
                    Opened { source: &record, reader: &mut reader, content_type, http_header, text },
                    report,
                )?;
            }
            Ok(Some(Item::Gap(gap))) => report.failure(&name, &Failure::Lost(gap.to_string())),
            Ok(Some(_)) => {}
            Err(error) => {
                report.failure(&name, &Failure::Lost(error.to_string()));
                return Ok(());
            }
        }
    }
}

/// The kind of an archive that has other records than pages.
pub(crate) fn no_pages(counts: &Counts) -> Option<&'static str> {
    match counts {
        Counts { pages: 1.., .. } => None,
        Counts { conversion: 1.., .. } => Some(
            "has no pages but the text that was made of them (`conversion`), as WET files do: read it with `tagspan text` or \
             `tagspan extract` and --conversions, or name the WARC file with the pages",
        ),
        Counts { metadata: 1.., response: 0, resource: 0, .. } => Some(
            "has no pages but metadata of them (`metadata`), as WAT files do: name the WARC file with the pages",
        ),
        _ => None,
    }
}

/// The bytes of a page. If the page is truncated, reading fails there.
struct Payload<'a, R> {
    page: Page<'a, R>,
    chunk: Vec<u8>,
    at: usize,
}

impl<R: Read> Read for Payload<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.chunk.len() {
            self.chunk.clear();
            self.at = 0;
            match self.page.body.next_chunk()? {
                Some(chunk) => self.chunk.extend_from_slice(chunk),
                None => {
                    return self.page.body.truncation().map_or(Ok(0), |truncation| {
                        let what = match truncation {
                            Truncation::NotHtml(_) | Truncation::UnknownEncoding => "is left out",
                            _ => "is truncated",
                        };
                        Err(io::Error::other(Advised(format!("{what}: {truncation}"))))
                    });
                }
            }
        }
        let read = (&self.chunk[self.at..]).read(buffer)?;
        self.at += read;
        Ok(read)
    }
}
