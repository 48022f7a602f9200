//! Arguments that several functions have: encodings, URLs, columns.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use tagspan::{Encoding, EncodingOptions, UTF_8};
use tagspan_extract::columns::{Column, SelectedColumns};
use tagspan_extract::{Extractor, ExtractorBuilder, LinkAttribute, Url};

use crate::errors::error;
use crate::source::Source;

/// The arguments about the encoding that all functions have, with the names and the meaning of the command line.
#[derive(Clone, Copy)]
pub(crate) struct EncodingArguments<'a> {
    pub(crate) content_type: Option<&'a str>,
    pub(crate) charset: Option<&'a str>,
    pub(crate) default: Option<&'a str>,
    pub(crate) locale: Option<&'a str>,
    pub(crate) detect: Detect,
    pub(crate) detect_within: Option<&'a Bound<'a, PyAny>>,
}

/// Which encodings are guessed: `True`, `False` or `"any"`. As a default it is no literal, so signatures write out their text.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Detect {
    Yes,
    No,
    Any,
}

impl FromPyObject<'_, '_> for Detect {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        match value.extract::<bool>() {
            Ok(true) => Ok(Detect::Yes),
            Ok(false) => Ok(Detect::No),
            Err(_) if value.extract::<&str>().is_ok_and(|value| value == "any") => Ok(Detect::Any),
            Err(_) => {
                Err(PyValueError::new_err(format!("detect is {}: pass True, False or \"any\"", *value)))
            }
        }
    }
}

impl EncodingArguments<'_> {
    /// The options for pages of bytes.
    pub(crate) fn options(self, py: Python<'_>) -> PyResult<EncodingOptions> {
        // The caller's default is that of a page that declares none, which leaves nothing to guess.
        let mut options = match (self.default, self.locale) {
            (Some(_), Some(_)) => {
                let advice = "default and locale both select the encoding of pages that declare none: pass one of them";
                return Err(error(py, "default-and-locale", None, advice.to_owned()));
            }
            (Some(label), None) => EncodingOptions::new().default_encoding(encoding(py, label)?),
            (None, Some(tag)) => EncodingOptions::new().locale(tag),
            (None, None) if self.detect == Detect::No => EncodingOptions::new(),
            (None, None) => EncodingOptions::detecting().detect_any(self.detect == Detect::Any),
        };
        let is_default = self.default.or(self.locale).is_some();
        if is_default && (self.detect == Detect::Any || self.detect_within.is_some()) {
            let advice = "default and locale leave nothing to guess: pass them without detect=\"any\" and detect_within";
            return Err(error(py, "default-and-detect", None, advice.to_owned()));
        }
        if let Some(bytes) = self.detect_within {
            let advice = || format!("detect_within is {bytes}: pass a number of bytes, 0 or more");
            options = options.detect_within(number(bytes, advice)?);
        }
        if let Some(header) = self.content_type {
            options = options.content_type(header);
        }
        match self.charset {
            Some(label) => Ok(options.encoding(encoding(py, label)?)),
            None => Ok(options),
        }
    }

    /// The options for this page: the encoding of `str` is known.
    pub(crate) fn options_of(self, py: Python<'_>, source: &Source) -> PyResult<EncodingOptions> {
        let options = self.options(py)?;
        Ok(if source.is_text() { EncodingOptions::new().override_encoding(UTF_8) } else { options })
    }
}

/// The encoding of a label.
fn encoding(py: Python<'_>, label: &str) -> PyResult<&'static Encoding> {
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

/// An extractor with the settings of links that functions have as arguments.
pub(crate) fn extractor(py: Python<'_>, attributes: &[String], css: bool) -> PyResult<ExtractorBuilder> {
    let parsed: Result<Vec<LinkAttribute>, _> = attributes.iter().map(|name| name.parse()).collect();
    let parsed = parsed.map_err(|found| error(py, "attribute", None, found.to_string()))?;
    Ok(Extractor::builder().link_attributes(parsed).css(css))
}

/// Columns by their names: a sequence, or one string with commas. There may be none beside those of selectors.
pub(crate) fn columns(names: &Bound<'_, PyAny>, may_be_none: bool) -> PyResult<Vec<Column>> {
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
    if names.is_empty() && !may_be_none {
        let names: Vec<_> = Column::ALL.iter().map(|column| column.as_str()).collect();
        let names = names.join(", ");
        return Err(error(py, "no-column", None, format!("no column is selected: select some of {names}")));
    }
    let parsed: Result<Vec<Column>, _> = names.iter().map(|name| name.parse()).collect();
    parsed.map_err(|found| error(py, "unknown-column", None, found.to_string()))
}

/// Columns of selectors: a mapping from names. None without one.
pub(crate) fn selected(select: Option<&Bound<'_, PyAny>>) -> PyResult<Option<SelectedColumns>> {
    let Some(select) = select else { return Ok(None) };
    let advice =
        |_| PyTypeError::new_err("select must map names to selectors, such as {\"price\": \".price\"}");
    let items = select.call_method0("items").map_err(advice)?;
    let columns: Vec<(String, String)> = items
        .try_iter()
        .map_err(advice)?
        .map(|item| item?.extract().map_err(advice))
        .collect::<PyResult<_>>()?;
    let columns = SelectedColumns::new(columns);
    columns.map(Some).map_err(|found| error(select.py(), "selector", None, found.to_string()))
}

/// A whole number; one that is negative or too large is an error with this advice, as one out of its range is in Python itself.
pub(crate) fn number<'py, N>(value: &Bound<'py, PyAny>, advice: impl Fn() -> String) -> PyResult<N>
where
    N: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    value.extract().map_err(|error: PyErr| match error.is_instance_of::<PyOverflowError>(value.py()) {
        true => PyValueError::new_err(advice()),
        false => error,
    })
}
