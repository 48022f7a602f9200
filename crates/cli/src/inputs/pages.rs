//! Inputs that are opened one after the other: the pages of an archive are inputs of their own.

use std::io;

use super::archive;
use super::detect::Content;
use super::source::{Opened, Records, Source};
use crate::report::Report;

impl Source {
    /// The parts of an archive, for several cores; any other input is one.
    pub(crate) fn parts(&self) -> Vec<Source> {
        match self {
            Source::Archive(path) => archive::parts(path),
            Source::Remote(remote) => archive::parts_of_remote(remote).unwrap_or_else(|| vec![self.clone()]),
            _ => vec![self.clone()],
        }
    }

    /// Opens it and does the work; for an archive, for each of its pages. Fails when the work does; what cannot be read is
    /// reported.
    pub(crate) fn each(
        &self,
        records: Records,
        report: &mut Report,
        mut work: impl FnMut(Opened<'_>, &mut Report) -> io::Result<()>,
    ) -> io::Result<()> {
        match self {
            Source::Part(part) => return archive::each_page_of_part(self, part, records, report, work),
            Source::Archive(path) => return archive::each_page_of_file(self, path, records, report, work),
            _ => {}
        }
        match self.open() {
            Ok(Content::Page(mut reader)) => {
                let content_type = match self {
                    Source::Remote(remote) => remote.content_type(),
                    _ => None,
                };
                work(Opened { source: self, content_type, ..Opened::unnamed(&mut *reader) }, report)
            }
            Ok(Content::Archive(reader)) => archive::each_page(self, reader, records, report, work),
            Err(failure) => {
                report.failure(&self.name(), &failure);
                Ok(())
            }
        }
    }
}
