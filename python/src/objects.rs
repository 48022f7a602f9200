//! Archives of object stores and web servers, by their URLs.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;

use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use tagspan_extract::columns::{Input, Stream};
use tagspan_remote::{Error, ErrorKind, Object, is_url};
use tagspan_warc::ArchiveFile;

use crate::errors::PATIENCE;

const ENOENT: i32 = 2;
const EIO: i32 = 5;
const EACCES: i32 = 13;

/// The objects of a URL, in order; `None` for the path of a file.
pub(crate) fn objects(py: Python<'_>, url: &str) -> PyResult<Option<Vec<Object>>> {
    if !is_url(url) {
        return Ok(None);
    }
    let (send, mut found) = channel();
    let url = url.to_owned();
    // A thread of its own, as Ctrl-C must end the wait for a server.
    thread::spawn(move || send.send(tagspan_remote::objects(&url, is_called_archive)));
    loop {
        let received;
        (received, found) = py.detach(move || (found.recv_timeout(PATIENCE), found));
        match received {
            Ok(objects) => return objects.map(Some).map_err(|error| to_python(py, &error)),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err(
                    "the thread that asks the server has panicked: report it",
                ));
            }
        }
    }
}

fn is_called_archive(url: &str) -> bool {
    let url = url.to_ascii_lowercase();
    [".warc", ".warc.gz", ".warc.zst"].iter().any(|end| url.ends_with(end))
}

/// The archive of an object, in parts if its server gives them.
pub(crate) fn input(object: Object) -> Input {
    if object.has_ranges() {
        return Input::Archive(ArchiveFile::of(object));
    }
    let name = object.url().to_owned();
    let open = move || Ok(Stream::Archive(Box::new(object.reader(0..u64::MAX)?)));
    Input::Stream(name, Box::new(open))
}

/// An `OSError`, such as `FileNotFoundError`, with the URL as its file.
fn to_python(py: Python<'_>, error: &Error) -> PyErr {
    let code = match error.kind() {
        ErrorKind::NotFound => ENOENT,
        ErrorKind::Denied => EACCES,
        _ => EIO,
    };
    let raised = PyOSError::new_err((code, error.to_string(), error.url().to_owned()));
    // The name of the kind, as other errors of this package have it.
    let _ = raised.value(py).setattr("code", error.kind().as_str());
    raised
}

/// An object in a version that is known, so that tasks of Spark read the same one: another is an error of its readers.
#[pyclass(frozen, module = "tagspan._tagspan")]
pub(crate) struct _Object(pub(crate) Object);

#[pymethods]
impl _Object {
    #[new]
    fn new(py: Python<'_>, url: &str, length: u64, etag: &str) -> PyResult<Self> {
        let object = py.detach(|| Object::at_version(url, length, etag));
        object.map(_Object).map_err(|error| to_python(py, &error))
    }
}

/// URLs, what rows call them, and the lengths and ETags of what they name.
type Versions = Vec<(String, String, Option<u64>, Option<String>)>;

/// The URLs of the archives that one stands for, with their names in rows, their lengths in bytes and ETags; None for the path of a file. A
/// length is None where the server gives no parts.
#[pyfunction]
pub(crate) fn _objects(py: Python<'_>, url: &str) -> PyResult<Option<Versions>> {
    let Some(objects) = objects(py, url)? else { return Ok(None) };
    // The URL of a web server may have a secret, which its name in rows has not.
    let is_of_server = url.get(..4).is_some_and(|scheme| scheme.eq_ignore_ascii_case("http"));
    let version = |object: &Object| {
        let name = object.url().to_owned();
        let url = if is_of_server { url.to_owned() } else { name.clone() };
        (url, name, object.len().filter(|_| object.has_ranges()), object.etag().map(str::to_owned))
    };
    Ok(Some(objects.iter().map(version).collect()))
}
