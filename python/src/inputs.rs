//! The archives that a caller passes: paths, URLs, bytes and open files.

use std::fs;
use std::io::{self, Cursor};
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};
use tagspan_extract::columns::{Input, Stream};
use tagspan_warc::ArchiveFile;

use crate::file::{self, OpenFile};
use crate::objects::{_Object, input, objects};
use crate::source::Source;

const ADVICE: &str = "archives must be a path, a URL, bytes or an open file, or a sequence of them";

/// The archives of an argument, in order.
pub(crate) fn inputs(archives: &Bound<'_, PyAny>) -> PyResult<Vec<Input>> {
    let mut inputs = Vec::new();
    if !add(archives, &mut inputs)? {
        for archive in archives.try_iter().map_err(|_| PyTypeError::new_err(ADVICE))? {
            if !add(&archive?, &mut inputs)? {
                return Err(PyTypeError::new_err(ADVICE));
            }
        }
    }
    Ok(inputs)
}

/// Adds the archives of one value; false for another type.
fn add(archive: &Bound<'_, PyAny>, inputs: &mut Vec<Input>) -> PyResult<bool> {
    let py = archive.py();
    if archive.is_instance_of::<PyBytes>()
        || archive.is_instance_of::<PyByteArray>()
        || archive.is_instance_of::<PyMemoryView>()
    {
        let reader = Cursor::new(Bytes(Source::new(archive)?));
        let open = move || Ok(Stream::Archive(Box::new(reader)));
        inputs.push(Input::Stream("<bytes>".to_owned(), Box::new(open)));
    } else if let Some(objects) = of_url(archive)? {
        inputs.extend(objects);
    } else if archive.is_instance_of::<PyString>() || archive.hasattr("__fspath__")? {
        let paths: Vec<PathBuf> =
            py.import("tagspan._paths")?.call_method1("archives", (archive,))?.extract()?;
        for path in &paths {
            check(py, path)?;
        }
        inputs.extend(paths.into_iter().map(Input::archive));
    } else if archive.hasattr("read")? {
        let (name, file) = (check_file(archive)?, Arc::new(OpenFile::new(archive.clone().unbind())));
        let open = move || Ok(Stream::Archive(Box::new(file::Reader::here(file))));
        inputs.push(Input::Stream(name, Box::new(open)));
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// Bytes of Python that a thread reads.
struct Bytes(Source);

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self.0.bytes()
    }
}

/// The archives of a URL; `None` for another value.
fn of_url(archive: &Bound<'_, PyAny>) -> PyResult<Option<Vec<Input>>> {
    if let Ok(object) = archive.cast::<_Object>() {
        return Ok(Some(vec![input(object.get().0.clone())]));
    }
    let Ok(url) = archive.cast::<PyString>() else { return Ok(None) };
    // What is no UTF-8 is a path.
    let Ok(url) = url.to_str() else { return Ok(None) };
    Ok(objects(archive.py(), url)?.map(|objects| objects.into_iter().map(input).collect()))
}

/// An archive of which a part is read: as [`inputs`], but an open file that can seek is one too.
pub(crate) fn input_of_part(archive: &Bound<'_, PyAny>) -> PyResult<Vec<Input>> {
    let is_file =
        !archive.is_instance_of::<PyMemoryView>() && archive.hasattr("read")? && archive.hasattr("seek")?;
    // Pipes and sockets have the method too.
    let can_seek =
        || archive.getattr_opt("seekable")?.map_or(Ok(true), |seekable| seekable.call0()?.is_truthy());
    if !is_file || !can_seek()? {
        return inputs(archive);
    }
    let storage = file::Storage::new(check_file(archive)?, archive)?;
    Ok(vec![Input::Archive(ArchiveFile::of(storage))])
}

/// The name of an open file. What is known to fail later is an error.
fn check_file(file: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = file.py();
    if file.is_instance(&py.import("io")?.getattr("TextIOBase")?)? {
        return Err(PyTypeError::new_err("the file is open for text: open it with the mode \"rb\""));
    }
    if file.getattr("closed").is_ok_and(|closed| closed.is_truthy().unwrap_or(false)) {
        return Err(PyValueError::new_err("the file is closed: warc reads it while batches are taken"));
    }
    let name = file.getattr("name").and_then(|name| name.extract());
    Ok(name.unwrap_or_else(|_| "<file>".to_owned()))
}

/// Checks that a file can be opened: a later failure is a loss.
fn check(py: Python<'_>, path: &PathBuf) -> PyResult<()> {
    let opened = py.detach(|| {
        let metadata = fs::metadata(path)?;
        if metadata.is_dir() {
            return Err(io::Error::from_raw_os_error(EISDIR));
        }
        // To open a pipe is to wait for its writer.
        let is_file = metadata.is_file();
        if is_file {
            fs::File::open(path)?;
        }
        Ok(is_file)
    });
    match opened {
        Ok(true) => Ok(()),
        Ok(false) => {
            let path = path.display();
            Err(PyValueError::new_err(format!("{path} is read in parts: write it to a regular file")))
        }
        Err(error) => Err(match error.raw_os_error() {
            // With these arguments the exception is a FileNotFoundError and such, with the name of the file.
            Some(code) => PyOSError::new_err((code, reason(&error), path.clone().into_os_string())),
            None => error.into(),
        }),
    }
}

const EISDIR: i32 = 21;

/// The system's error message, without the number.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}
