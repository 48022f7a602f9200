//! Archives in a program without the feature `archives`: each is refused, with the command that adds the feature.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::part::Part;
use super::remote::Remote;
use super::source::{Opened, Records, Source};
use crate::feature::{Feature, Missing};
use crate::report::{Failure, Report};

const MISSING: Missing = Missing { what: "reading a WARC archive", feature: Feature::Archives };

/// An archive is refused as a whole.
pub(super) fn parts(path: &Path) -> Vec<Source> {
    vec![Source::Archive(path.to_owned())]
}

/// A program that reads no archives reads no URLs.
pub(super) fn parts_of_remote(_: &Remote) -> Option<Vec<Source>> {
    None
}

pub(super) fn each_page_of_part<W>(
    _: &Source,
    part: &Part,
    _: Records,
    _: &mut Report,
    _: W,
) -> io::Result<()> {
    match *part {}
}

/// Reports that the archive is refused, or that there is no such file.
pub(super) fn each_page_of_file<W>(
    source: &Source,
    path: &Path,
    _: Records,
    report: &mut Report,
    _: W,
) -> io::Result<()> {
    let failure = File::open(path).map_or_else(Failure::Read, |_| Failure::Missing(MISSING));
    report.failure(&source.name(), &failure);
    Ok(())
}

/// Reports that the archive is refused.
pub(super) fn each_page(
    source: &Source,
    _: Box<dyn Read>,
    _: Records,
    report: &mut Report,
    _: impl FnMut(Opened<'_>, &mut Report) -> io::Result<()>,
) -> io::Result<()> {
    report.failure(&source.name(), &Failure::Missing(MISSING));
    Ok(())
}
