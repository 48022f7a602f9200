//! Open files of Python, whose methods `read` and `seek` threads call. The interpreter is held for these calls alone.

use std::fmt;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use tagspan_warc::ReadSeek;

/// The bytes that are asked of an open file at a time.
const PIECE: usize = 1 << 20;

/// The first bytes, which each reader of a part looks at.
const HEAD: usize = 256 << 10;

/// The bytes of a part.
const PART: u64 = 16 << 20;

/// An open file. It has one position for all of its readers.
pub(crate) struct OpenFile {
    file: Mutex<Py<PyAny>>,
}

impl OpenFile {
    pub(crate) fn new(file: Py<PyAny>) -> Self {
        OpenFile { file: Mutex::new(file) }
    }

    /// Bytes from an offset on, or from where the file stands. The lock is taken first, as the thread that has it waits for
    /// the interpreter.
    fn read(&self, offset: Option<u64>, length: usize) -> io::Result<PyBackedBytes> {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let read = |py: Python<'_>| {
            let file = file.bind(py);
            if let Some(offset) = offset {
                file.call_method1("seek", (offset,))?;
            }
            let piece = file.call_method1("read", (length,))?;
            let bytes =
                piece.cast_into::<PyBytes>().map_err(|_| PyTypeError::new_err("read() gave no bytes"))?;
            Ok::<_, PyErr>(PyBackedBytes::from(bytes))
        };
        let piece = Python::try_attach(|py| read(py).map_err(|error| io::Error::other(error.to_string())));
        piece.unwrap_or_else(|| Err(io::Error::other("the interpreter ends")))
    }
}

/// Reads an open file piece by piece.
pub(crate) struct Reader {
    file: Arc<OpenFile>,
    piece: Cursor<Option<PyBackedBytes>>,
    /// The offset of what is read next, in a file that is shared with other readers.
    position: Option<u64>,
    /// The length of that file, and its first bytes.
    known: (u64, Option<Arc<PyBackedBytes>>),
}

impl Reader {
    /// Reads from where the file stands to its end.
    pub(crate) fn here(file: Arc<OpenFile>) -> Self {
        Reader { file, piece: Cursor::new(None), position: None, known: (0, None) }
    }

    fn left(&self) -> &[u8] {
        let piece = self.piece.get_ref().as_deref().unwrap_or_default();
        piece.get(self.piece.position() as usize..).unwrap_or_default()
    }
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let head = self.known.1.as_deref().map(|head| &head[..]);
        let of_head = self.position.and_then(|position| head?.get(usize::try_from(position).ok()?..));
        if let Some(mut bytes) = of_head.filter(|bytes| !bytes.is_empty() && self.left().is_empty()) {
            let read = bytes.read(buffer)?;
            self.position = self.position.map(|position| position + read as u64);
            return Ok(read);
        }
        if self.left().is_empty() && !buffer.is_empty() {
            self.piece = Cursor::new(Some(self.file.read(self.position, PIECE)?));
        }
        let read = self.left().read(buffer)?;
        self.piece.set_position(self.piece.position() + read as u64);
        self.position = self.position.map(|position| position + read as u64);
        Ok(read)
    }
}

impl Seek for Reader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let position = match to {
            SeekFrom::Start(position) => Some(position),
            SeekFrom::Current(distance) => self.position.unwrap_or(0).checked_add_signed(distance),
            SeekFrom::End(distance) => self.known.0.checked_add_signed(distance),
        };
        let position = position.ok_or(io::ErrorKind::InvalidInput)?;
        if self.position != Some(position) {
            self.piece = Cursor::new(None);
            self.position = Some(position);
        }
        Ok(position)
    }
}

/// An open file of which parts are read.
pub(crate) struct Storage {
    name: PathBuf,
    file: Arc<OpenFile>,
    length: u64,
    head: Arc<PyBackedBytes>,
}

impl Storage {
    pub(crate) fn new(name: String, file: &Bound<'_, PyAny>) -> PyResult<Self> {
        // Some files return nothing from seek.
        file.call_method1("seek", (0, 2))?;
        let length = file.call_method0("tell")?.extract()?;
        file.call_method1("seek", (0,))?;
        let head = file.call_method1("read", (HEAD,))?.cast_into::<PyBytes>()?;
        let file = Arc::new(OpenFile::new(file.clone().unbind()));
        Ok(Storage { name: name.into(), file, length, head: Arc::new(head.into()) })
    }
}

impl tagspan_warc::Storage for Storage {
    fn path(&self) -> &Path {
        &self.name
    }

    fn length(&self) -> u64 {
        self.length
    }

    fn reader(&self, range: Range<u64>) -> io::Result<Box<dyn ReadSeek>> {
        let known = (self.length, Some(Arc::clone(&self.head)));
        Ok(Box::new(Reader {
            file: Arc::clone(&self.file),
            piece: Cursor::new(None),
            position: Some(range.start),
            known,
        }))
    }

    fn part_size(&self) -> u64 {
        PART
    }
}

impl fmt::Debug for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Storage").field("name", &self.name).finish_non_exhaustive()
    }
}
