//! The exception of the module, and checks for signals during long calls.

use std::ffi::CString;
use std::fmt;
use std::time::Duration;

use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use tagspan::ErrorKind;

pyo3::create_exception!(
    tagspan,
    Error,
    PyValueError,
    "What cannot be done, with what to do about it.\n\n`code` is a name that does not change; `offset` is the byte of the input, \
     or None."
);

pyo3::create_exception!(
    tagspan,
    TruncatedWarning,
    PyUserWarning,
    "A limit left bytes of a page out of a result.\n\nTo have it as an exception: \
     `warnings.simplefilter(\"error\", tagspan.TruncatedWarning)`."
);

/// An exception with its code and offset.
pub(crate) fn error(py: Python<'_>, code: &str, offset: Option<u64>, message: String) -> PyErr {
    let error = Error::new_err(message);
    let value = error.value(py);
    match value.setattr("code", code).and_then(|()| value.setattr("offset", offset)) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// The exception of an error of the tokenizer.
pub(crate) fn of_tokenizer(py: Python<'_>, found: tagspan::Error) -> PyErr {
    let offset = found.offset();
    // The advice of the crate names methods that Python does not have.
    let message = match found.kind() {
        ErrorKind::FedAfterEnd => format!("the page ended at byte {offset}: make a Tokenizer for each page"),
        ErrorKind::ChunkNotTaken | ErrorKind::FedAfterError => {
            format!("an earlier call stopped at byte {offset}: feed the whole page to a new Tokenizer")
        }
        _ => found.to_string(),
    };
    error(py, found.kind().as_str(), Some(offset), message)
}

/// Warns that a limit left out so many of something, if any.
pub(crate) fn warn(py: Python<'_>, lost: u64, of: &str) -> PyResult<()> {
    if lost == 0 {
        return Ok(());
    }
    let message = CString::new(format!("{lost} {of}"))?;
    PyErr::warn(py, &py.get_type::<TruncatedWarning>(), &message, 1)
}

/// The error that ends a loop without the interpreter.
pub(crate) enum Stop {
    Tokenizer(tagspan::Error),
    Python(PyErr),
}

impl Stop {
    pub(crate) fn into_err(self, py: Python<'_>) -> PyErr {
        match self {
            Stop::Tokenizer(error) => of_tokenizer(py, error),
            Stop::Python(error) => error,
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Tokenizer(error) => error.fmt(f),
            Stop::Python(error) => error.fmt(f),
        }
    }
}

impl From<tagspan::Error> for Stop {
    fn from(error: tagspan::Error) -> Self {
        Stop::Tokenizer(error)
    }
}

/// How long signals wait.
pub(crate) const PATIENCE: Duration = Duration::from_millis(100);

/// Runs the handlers of signals, such as that of Ctrl-C. For threads that are detached from the interpreter.
pub(crate) fn check_signals() -> Result<(), Stop> {
    // An interpreter that shuts down handles no signals.
    Python::try_attach(|py| py.check_signals()).unwrap_or(Ok(())).map_err(Stop::Python)
}
