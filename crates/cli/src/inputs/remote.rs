//! Objects of stores and files of web servers, by their URLs.

use std::io::{self, Read};
use std::path::Path;

use tagspan_remote::{Object, is_url, list};
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
    let objects = match list(url) {
        Ok(None) => Object::open(url).map(|object| vec![object]),
        Ok(Some(mut objects)) => {
            // As of a folder, what is below a prefix counts if it is called a page or an archive.
            let is_pattern = !url.ends_with('/') && url.matches('/').count() > 2;
            objects.retain(|object| {
                is_pattern || is_called_archive(object.path()) || is_called_page(object.path())
            });
            if objects.is_empty() {
                let message = "no page or archive has such a URL: check it, and the pattern if it has one";
                report.failure(url, &Failure::Lost(message.to_owned()));
            }
            Ok(objects)
        }
        Err(error) => Err(error),
    };
    let objects = objects.unwrap_or_else(|error| {
        report.failure(error.url(), &Failure::Lost(error.to_string()));
        Vec::new()
    });
    Some(objects.into_iter().map(Remote::new).collect())
}
