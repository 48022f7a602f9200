//! Objects of stores and files of web servers, by their URLs.

use std::io::{self, Read};
use std::path::Path;

pub(crate) use tagspan_remote::archive;
use tagspan_remote::{Object, is_url};
use tagspan_warc::{ArchiveFile, Storage};

use super::detect::is_start_of_archive;
use super::names::{is_called_archive, is_called_page};
use crate::report::{Failure, Report};

/// An object that was opened or listed.
#[derive(Clone, Debug)]
pub(crate) struct Remote {
    object: Object,
    is_archive: bool,
}

impl Remote {
    fn new(object: Object) -> Self {
        let reader = || object.reader(0..0).map_err(io::Error::from);
        let is_archive = is_called_archive(object.path()) || reader().is_ok_and(is_start_of_archive);
        Remote { object, is_archive }
    }

    pub(crate) fn path(&self) -> &Path {
        self.object.path()
    }

    pub(super) fn is_archive(&self) -> bool {
        self.is_archive
    }

    /// Its length, if the server tells it.
    pub(super) fn length(&self) -> Option<u64> {
        self.object.len()
    }

    pub(super) fn content_type(&self) -> Option<String> {
        self.object.content_type().map(str::to_owned)
    }

    pub(super) fn reader(&self) -> Result<Box<dyn Read>, Failure> {
        match self.object.reader(0..u64::MAX) {
            Ok(reader) => Ok(Box::new(reader)),
            Err(error) => Err(Failure::Lost(error.to_string())),
        }
    }

    /// The archive, if parts of it can be read.
    pub(crate) fn archive(&self) -> Option<ArchiveFile> {
        let is_in_parts = self.is_archive && self.object.has_ranges();
        is_in_parts.then(|| ArchiveFile::of(self.object.clone()))
    }
}

/// The objects of a URL; `None` if the path is no URL. What cannot be opened is reported.
pub(super) fn objects(path: &Path, report: &mut Report) -> Option<Vec<Remote>> {
    let url = path.to_str().filter(|url| is_url(url))?;
    // As of a folder.
    let is_wanted = |url: &str| is_called_archive(Path::new(url)) || is_called_page(Path::new(url));
    let objects = tagspan_remote::objects(url, is_wanted).unwrap_or_else(|error| {
        report.failure(error.url(), &Failure::Lost(error.to_string()));
        Vec::new()
    });
    Some(objects.into_iter().map(Remote::new).collect())
}
