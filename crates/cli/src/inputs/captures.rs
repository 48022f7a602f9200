//! The records of archives that an index has.

use std::io::{self, Read};

use tagspan_warc::{Archive, Capture, Indexed};

use super::archive::{read_part, whole};
use super::detect::Content;
use super::source::Source;
use crate::report::{Failure, Report};

impl Source {
    /// Does the work for each record that an index has. Fails when the work does; what cannot be read is reported.
    pub(crate) fn each_capture(
        &self,
        report: &mut Report,
        work: impl FnMut(Capture, &mut Report) -> io::Result<()>,
    ) -> io::Result<()> {
        let part = match self {
            Source::Part(part) => Some(part.clone()),
            Source::Archive(path) => Some(whole(path)),
            _ => None,
        };
        if let Some(part) = part {
            return read_part(self, &part, report, |archive, report| captures(self, archive, report, work));
        }
        match self.open() {
            Ok(Content::Archive(reader)) => captures(self, Archive::new(reader), report, work),
            Ok(Content::Page(_)) => {
                let message = "is no WARC archive: name archives, or folders of them";
                report.failure(&self.name(), &Failure::Lost(message.to_owned()));
                Ok(())
            }
            Err(failure) => {
                report.failure(&self.name(), &failure);
                Ok(())
            }
        }
    }
}

fn captures<R: Read>(
    source: &Source,
    mut archive: Archive<R>,
    report: &mut Report,
    mut work: impl FnMut(Capture, &mut Report) -> io::Result<()>,
) -> io::Result<()> {
    loop {
        match archive.next_capture() {
            Ok(None) => return Ok(()),
            Ok(Some(Indexed::Capture(capture))) => work(capture, report)?,
            Ok(Some(Indexed::Gap(gap))) => report.failure(&source.name(), &Failure::Lost(gap.to_string())),
            Ok(Some(_)) => {}
            Err(error) => {
                report.failure(&source.name(), &Failure::Lost(error.to_string()));
                return Ok(());
            }
        }
    }
}
