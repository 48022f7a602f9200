//! Bytes that Python passes: borrowed where they cannot change, copied where they can.

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyBufferError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyByteArray, PyBytes, PyString};

/// The bytes of a page.
pub(crate) enum Source {
    /// Of `bytes`, which never change.
    Bytes(PyBackedBytes),
    /// Of `str`, in UTF-8.
    Text(PyBackedStr),
    Copy(Vec<u8>),
}

impl Source {
    pub(crate) fn new(data: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = data.cast::<PyBytes>() {
            return Ok(Source::Bytes(bytes.clone().into()));
        }
        if let Ok(text) = data.cast::<PyString>() {
            return PyBackedStr::try_from(text.clone()).map(Source::Text);
        }
        if let Ok(array) = data.cast::<PyByteArray>() {
            // A copy: another thread may change the array.
            return Ok(Source::Bytes(array.clone().into()));
        }
        let buffer = PyBuffer::<u8>::get(data).map_err(|error| {
            let py = data.py();
            if error.is_instance_of::<PyTypeError>(py) || error.is_instance_of::<PyBufferError>(py) {
                let kind = data.get_type().name().map(|name| name.to_string()).unwrap_or_default();
                let advice =
                    "pass bytes, str, or a buffer of single bytes, such as a bytearray or memoryview";
                PyTypeError::new_err(format!("a page cannot be of the type {kind}: {advice}"))
            } else {
                error
            }
        })?;
        buffer.to_vec(data.py()).map(Source::Copy)
    }

    /// As [`new`](Self::new), without `str`, whose encoding would not be that of other chunks.
    pub(crate) fn bytes_only(data: &Bound<'_, PyAny>) -> PyResult<Self> {
        if data.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err(
                "a chunk must be bytes: encode the str, or pass a whole page to tokenize",
            ));
        }
        Source::new(data)
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Source::Bytes(bytes) => bytes,
            Source::Text(text) => text.as_bytes(),
            Source::Copy(bytes) => bytes,
        }
    }

    /// Whether the encoding is known: that of `str`.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self, Source::Text(_))
    }
}
