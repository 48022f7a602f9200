//! URLs in a program without the feature `remote`: each is refused, with the command that adds the feature.

use std::io::Read;
use std::path::Path;

use crate::feature::{Feature, Missing};
use crate::report::{Failure, Report};

const MISSING: Missing = Missing { what: "reading a URL", feature: Feature::Remote };

/// There is none in a program that reads no URLs.
#[derive(Clone, Debug)]
pub(crate) enum Remote {}

impl Remote {
    pub(crate) fn path(&self) -> &Path {
        match *self {}
    }

    pub(super) fn is_archive(&self) -> bool {
        match *self {}
    }

    pub(super) fn length(&self) -> Option<u64> {
        match *self {}
    }

    pub(super) fn content_type(&self) -> Option<String> {
        match *self {}
    }

    pub(super) fn reader(&self) -> Result<Box<dyn Read>, Failure> {
        match *self {}
    }

    #[cfg(feature = "archives")]
    pub(crate) fn archive(&self) -> Option<tagspan_warc::ArchiveFile> {
        match *self {}
    }
}

/// Opens the archive that an index calls by a name, below a folder if there is one. A URL is an error.
#[cfg(feature = "archives")]
pub(crate) fn archive(prefix: Option<&Path>, name: &str) -> std::io::Result<tagspan_warc::ArchiveFile> {
    let path = prefix.unwrap_or(Path::new("")).join(name);
    if is_url(&path) { Err(std::io::Error::other(MISSING)) } else { Ok(tagspan_warc::ArchiveFile::new(path)) }
}

fn is_url(path: &Path) -> bool {
    let name = path.to_string_lossy();
    let scheme = name.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    scheme.is_some_and(|scheme| matches!(&*scheme, "s3" | "s3a" | "gs" | "az" | "azure" | "http" | "https"))
}

/// No object of a URL, which is reported; `None` if the path is no URL.
pub(super) fn objects(path: &Path, report: &mut Report) -> Option<Vec<Remote>> {
    is_url(path).then(|| {
        report.failure(&super::display(path), &Failure::Missing(MISSING));
        Vec::new()
    })
}
