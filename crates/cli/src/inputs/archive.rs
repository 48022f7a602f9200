//! Inputs that are opened one after the other: the pages of an archive are inputs of their own.

use std::io::{self, Read};
use std::ops::Range;

use tagspan_warc::{Archive, ArchiveFile, Item, Page};

use super::detect::Content;
use super::source::{Opened, Source};
use crate::report::{Advised, Failure, Report};

impl Source {
    /// Opens it and does the work; for an archive, for each of its pages. Fails when the work does; what cannot be read is
    /// reported.
    pub(crate) fn each(
        &self,
        report: &mut Report,
        mut work: impl FnMut(Opened<'_>, &mut Report) -> io::Result<()>,
    ) -> io::Result<()> {
        match self {
            Source::Part(file, range) => return self.each_of_file(file, Some(range), report, work),
            Source::Archive(path) => return self.each_of_file(&ArchiveFile::new(path), None, report, work),
            _ => {}
        }
        match self.open() {
            Ok(Content::Page(mut reader)) => {
                work(Opened { source: self, reader: &mut *reader, content_type: None }, report)
            }
            Ok(Content::Archive(reader)) => self.each_page(Archive::new(reader), report, work),
            Err(failure) => {
                report.failure(&self.name(), &failure);
                Ok(())
            }
        }
    }

    /// Does the work for each page of an archive in a file, or of a part of it.
    fn each_of_file(
        &self,
        file: &ArchiveFile,
        part: Option<&Range<u64>>,
        report: &mut Report,
        work: impl FnMut(Opened<'_>, &mut Report) -> io::Result<()>,
    ) -> io::Result<()> {
        let opened = Archive::open(file.path()).and_then(|archive| match part {
            Some(range) => archive.split(range.clone()),
            None => Ok(archive),
        });
        match opened {
            Ok(archive) => self.each_page(archive, report, work)?,
            Err(error) => {
                report.failure(&self.name(), &Failure::Read(error.into()));
                return Ok(());
            }
        }
        if file.was_changed() {
            let message = "the file was changed while it was read, so pages may be of both: read it again";
            report.failure(&self.name(), &Failure::Lost(message.to_owned()));
        }
        Ok(())
    }

    /// Does the work for each page of the archive that was opened. Fails when the work does.
    fn each_page<R: Read>(
        &self,
        mut archive: Archive<R>,
        report: &mut Report,
        mut work: impl FnMut(Opened<'_>, &mut Report) -> io::Result<()>,
    ) -> io::Result<()> {
        let name = self.name();
        loop {
            match archive.next_item() {
                Ok(None) => return Ok(()),
                Ok(Some(Item::Page(page))) => {
                    let uri = page.uri().unwrap_or_default().to_owned();
                    let record = Source::Record(Box::new(self.clone()), uri);
                    let content_type = content_type(&page);
                    let mut reader = Payload { page, chunk: Vec::new(), at: 0 };
                    work(Opened { source: &record, reader: &mut reader, content_type }, report)?;
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
}

/// The media type of the page itself: that of a record with an HTTP header is `application/http`.
fn content_type<R: Read>(page: &Page<'_, R>) -> Option<String> {
    let of_record = || page.record_field("Content-Type").filter(|_| page.status().is_none());
    let value = page.http_field("Content-Type").or_else(of_record)?;
    Some(String::from_utf8_lossy(value).into_owned())
}

/// The bytes of a page. Where the page lacks its end, reading fails there.
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
                        Err(io::Error::other(Advised(format!("lacks its end: {truncation}"))))
                    });
                }
            }
        }
        let read = (&self.chunk[self.at..]).read(buffer)?;
        self.at += read;
        Ok(read)
    }
}
