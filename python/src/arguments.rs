//! Arguments that several functions have: encodings, URLs, columns.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use tagspan::{Encoding, EncodingOptions, UTF_8};
use tagspan_extract::Url;
use tagspan_extract::columns::Column;

use crate::errors::error;
use crate::source::Source;

/// The caller's options for the encoding of a page.
pub(crate) fn encoding_options(
    py: Python<'_>,
    source: &Source,
    content_type: Option<&str>,
    charset: Option<&str>,
) -> PyResult<EncodingOptions> {
    if source.is_text() {
        return Ok(EncodingOptions::new().override_encoding(UTF_8));
    }
    options(py, content_type, charset)
}

/// As [`encoding_options`], before there is a page.
pub(crate) fn options(
    py: Python<'_>,
    content_type: Option<&str>,
    charset: Option<&str>,
) -> PyResult<EncodingOptions> {
    let mut options = EncodingOptions::detecting();
    if let Some(header) = content_type {
        options = options.content_type(header);
    }
    match charset {
        Some(label) => Ok(options.encoding(encoding(py, label)?)),
        None => Ok(options),
    }
}

/// The encoding of a label.
pub(crate) fn encoding(py: Python<'_>, label: &str) -> PyResult<&'static Encoding> {
    Encoding::for_label(label.as_bytes()).ok_or_else(|| {
        let advice = "pass a label of the Encoding Standard, such as utf-8, windows-1252 or shift_jis";
        error(py, "unknown-encoding", None, format!("unknown encoding {label:?}: {advice}"))
    })
}

/// The URL of a page; one that is none is an error, so that links are not left unresolved without a word.
pub(crate) fn base_url(py: Python<'_>, url: Option<&str>) -> PyResult<Option<Url>> {
    url.map(Url::parse).transpose().map_err(|found| {
        let url = url.unwrap_or_default();
        error(py, "url", None, format!("{url:?} is not a URL ({found}): pass an absolute URL, or None"))
    })
}

/// Columns by their names: a sequence, or one string with commas.
pub(crate) fn columns(names: &Bound<'_, PyAny>) -> PyResult<Vec<Column>> {
    let py = names.py();
    let names: Vec<String> = if let Ok(joined) = names.cast::<PyString>() {
        joined.to_str()?.split(',').map(|name| name.trim().to_owned()).collect()
    } else {
        let advice = |_| PyTypeError::new_err("columns must be a sequence of names, or a string with commas");
        names
            .try_iter()
            .map_err(advice)?
            .map(|name| name?.extract().map_err(advice))
            .collect::<PyResult<_>>()?
    };
    if names.is_empty() {
        let names: Vec<_> = Column::ALL.iter().map(|column| column.as_str()).collect();
        let names = names.join(", ");
        return Err(error(py, "no-column", None, format!("no column is selected: select some of {names}")));
    }
    let parsed: Result<Vec<Column>, _> = names.iter().map(|name| name.parse()).collect();
    parsed.map_err(|found| error(py, "unknown-column", None, found.to_string()))
}
