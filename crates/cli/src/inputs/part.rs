//! A part of an archive, which one core reads.

use std::path::Path;
#[cfg(feature = "archives")]
use {std::ops::Range, std::sync::Arc, tagspan_warc::ArchiveFile};

/// The records whose members start in a range of the archive's bytes.
#[cfg(feature = "archives")]
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(super) file: Arc<ArchiveFile>,
    pub(super) range: Range<u64>,
}

#[cfg(feature = "archives")]
impl Part {
    pub(crate) fn path(&self) -> &Path {
        self.file.path()
    }

    pub(super) fn length(&self) -> u64 {
        self.range.end - self.range.start
    }
}

/// There is none in a program that reads no archives.
#[cfg(not(feature = "archives"))]
#[derive(Clone, Debug)]
pub(crate) enum Part {}

#[cfg(not(feature = "archives"))]
impl Part {
    pub(crate) fn path(&self) -> &Path {
        match *self {}
    }

    pub(super) fn length(&self) -> u64 {
        match *self {}
    }
}
