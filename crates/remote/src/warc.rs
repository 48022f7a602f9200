//! Objects as the storage of archives.

use std::io;
use std::ops::Range;
use std::path::Path;

use tagspan_warc::{ReadSeek, Storage};

use crate::object::Object;

/// The bytes of a part: so many that its first request and its last one matter little.
const PART: u64 = 16 << 20;

impl Storage for Object {
    fn path(&self) -> &Path {
        Path::new(self.url())
    }

    fn length(&self) -> u64 {
        self.len().unwrap_or(0)
    }

    /// An object that changes is an error of its readers.
    fn reader(&self, range: Range<u64>) -> io::Result<Box<dyn ReadSeek>> {
        Ok(Box::new(Object::reader(self, range)?))
    }

    fn part_size(&self) -> u64 {
        if self.has_ranges() { PART } else { u64::MAX }
    }
}
