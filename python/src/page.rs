//! Functions on one page: its encoding, links and text, and escaping.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyRange, PySlice, PyString};
use tagspan::{EncodingOptions, Tokenizer};
use tagspan_extract::{Extractor, Page, Url};

use crate::arguments::{base_url, encoding, encoding_options};
use crate::errors::{Stop, check_signals};
use crate::source::Source;

/// The bytes that are read between two checks for signals.
const PIECE: usize = 1 << 20;

/// The decision about the encoding of a page.
#[pyclass(frozen, eq, hash, module = "tagspan")]
#[derive(PartialEq, Hash)]
pub(crate) struct EncodingDecision {
    /// The name by the Encoding Standard, such as `UTF-8` or `windows-1252`.
    #[pyo3(get)]
    encoding: &'static str,
    /// The step that decided, such as `prescan` or `default`.
    #[pyo3(get)]
    source: &'static str,
    /// `certain`, `tentative` or `irrelevant`, as the HTML Standard says.
    #[pyo3(get)]
    confidence: &'static str,
    /// The range of the bytes that decided: a byte order mark or a declaration; empty if none did.
    #[pyo3(get)]
    span: (u64, u64),
}

#[pymethods]
impl EncodingDecision {
    fn __repr__(&self) -> String {
        let EncodingDecision { encoding, source, confidence, .. } = self;
        format!("EncodingDecision(encoding='{encoding}', source='{source}', confidence='{confidence}')")
    }
}

impl From<tagspan::EncodingDecision> for EncodingDecision {
    fn from(decision: tagspan::EncodingDecision) -> Self {
        EncodingDecision {
            encoding: decision.encoding().name(),
            source: decision.source().as_str(),
            confidence: decision.confidence().as_str(),
            span: (decision.bytes().start, decision.bytes().end),
        }
    }
}

/// Find the encoding of a page as browsers do, from its bytes and the arguments.
///
/// content_type is that of the HTTP header, charset a label from another source, default the encoding if the page declares
/// none, and locale the language of the readers, which selects a default. With detect, the encoding is guessed from the
/// content if the page declares none.
#[pyfunction]
#[pyo3(signature = (data, /, *, content_type=None, charset=None, default=None, locale=None, detect=false))]
pub(crate) fn sniff(
    data: &Bound<'_, PyAny>,
    content_type: Option<&str>,
    charset: Option<&str>,
    default: Option<&str>,
    locale: Option<&str>,
    detect: bool,
) -> PyResult<EncodingDecision> {
    let py = data.py();
    let source = Source::new(data)?;
    let mut settings = encoding_options(py, &source, content_type, charset)?;
    if let Some(locale) = locale {
        settings = settings.locale(locale);
    }
    if let Some(label) = default {
        settings = settings.default_encoding(encoding(py, label)?);
    }
    if detect {
        settings = settings.detect(EncodingOptions::DETECTION_BYTES);
    }
    Ok(py.detach(|| tagspan::input::sniff(source.bytes(), &settings)).into())
}

/// Reads a page; a long one in pieces, so that signals are handled.
fn read(source: &Source, settings: EncodingOptions, mut extractor: Extractor) -> Result<Page, Stop> {
    let mut tokenizer = Tokenizer::builder().encoding_options(settings).source_offsets(true).build();
    let mut pieces = source.bytes().chunks(PIECE).peekable();
    while let Some(piece) = pieces.next() {
        if pieces.peek().is_none() {
            extractor.read(tokenizer.feed_last(piece))?;
        } else {
            extractor.read(tokenizer.feed(piece))?;
            check_signals()?;
        }
    }
    Ok(extractor.finish())
}

/// The links of a page: a sequence whose items are made when they are requested.
#[pyclass(frozen, sequence, module = "tagspan")]
pub(crate) struct Links {
    page: Page,
}

#[pymethods]
impl Links {
    /// The number of links that limits left out.
    #[getter]
    fn lost(&self) -> u64 {
        self.page.lost.links
    }

    /// The resolved URL of each link; None for values that are not URLs, and for relative ones without a URL of the page.
    fn urls<'py>(&self, py: Python<'py>) -> Vec<Option<Bound<'py, PyString>>> {
        let url = |link| self.page.url(link).map(|url| PyString::new(py, url.as_str()));
        self.page.links.iter().map(url).collect()
    }

    fn __len__(&self) -> usize {
        self.page.links.len()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let link = |index: usize| {
            let link = self.page.links[index].clone();
            Link { url: self.page.url(&link), link }
        };
        item(index, self.page.links.len(), link)
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        iterate(slf)
    }

    fn __repr__(&self) -> String {
        format!("<tagspan.Links of {}>", self.page.links.len())
    }
}

/// The item at an index, which counts from the end if it is negative, or the list of those in a slice.
pub(crate) fn item<'py, T: IntoPyObject<'py>>(
    index: &Bound<'py, PyAny>,
    length: usize,
    make: impl Fn(usize) -> T,
) -> PyResult<Bound<'py, PyAny>> {
    let py = index.py();
    if let Ok(slice) = index.cast::<PySlice>() {
        let indices = slice.indices(length.try_into()?)?;
        let nth = |nth: usize| make((indices.start + nth as isize * indices.step) as usize);
        return Ok(PyList::new(py, (0..indices.slicelength).map(nth))?.into_any());
    }
    let index: isize = index.extract()?;
    let found = if index < 0 { length.checked_sub(index.unsigned_abs()) } else { Some(index.unsigned_abs()) };
    let found =
        found.filter(|index| *index < length).ok_or_else(|| PyIndexError::new_err("index out of range"))?;
    make(found).into_bound_py_any(py)
}

/// An iterator of the items of a sequence.
pub(crate) fn iterate<'py>(sequence: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = sequence.py();
    let indices = PyRange::new(py, 0, sequence.len()?.try_into()?)?;
    py.import("builtins")?.call_method1("map", (sequence.getattr("__getitem__")?, indices))
}

/// An attribute that holds a URL.
#[pyclass(frozen, eq, hash, module = "tagspan")]
#[derive(PartialEq, Hash)]
pub(crate) struct Link {
    link: tagspan_extract::Link,
    url: Option<Url>,
}

#[pymethods]
impl Link {
    /// The resolved URL; None for values that are not URLs, and for relative ones without a URL of the page.
    #[getter]
    fn url(&self) -> Option<&str> {
        self.url.as_ref().map(Url::as_str)
    }

    /// The decoded value, not resolved.
    #[getter]
    fn value(&self) -> &str {
        &self.link.value
    }

    /// The name of the element.
    #[getter]
    fn element(&self) -> &str {
        self.link.element
    }

    /// The name of the attribute.
    #[getter]
    fn attribute(&self) -> &str {
        self.link.attribute
    }

    /// The decoded value of `rel`.
    #[getter]
    fn rel(&self) -> Option<&str> {
        self.link.rel.as_deref()
    }

    /// The text of an `a`; None for other links, and without text.
    #[getter]
    fn text(&self) -> Option<&str> {
        self.link.text.as_deref()
    }

    /// The range of the value in the bytes of the page: start and end.
    #[getter]
    fn span(&self) -> Option<(u64, u64)> {
        self.link.span.map(|span| (span.start, span.end))
    }

    fn __repr__(&self) -> String {
        let url = self.url().unwrap_or(&self.link.value);
        format!("<tagspan.Link {} {} {url:?}>", self.link.element, self.link.attribute)
    }
}

/// Find the links of a page: all attributes that hold URLs, in order.
///
/// url is that of the page, which relative links are resolved against unless the page has a `<base href>`.
#[pyfunction]
#[pyo3(signature = (data, /, url=None, *, content_type=None, charset=None))]
pub(crate) fn links(
    data: &Bound<'_, PyAny>,
    url: Option<&str>,
    content_type: Option<&str>,
    charset: Option<&str>,
) -> PyResult<Links> {
    let py = data.py();
    let source = Source::new(data)?;
    let settings = encoding_options(py, &source, content_type, charset)?;
    let mut extractor = Extractor::builder().text(false);
    if let Some(url) = base_url(py, url)? {
        extractor = extractor.base_url(url);
    }
    let page = py.detach(|| read(&source, settings, extractor.build()));
    Ok(Links { page: page.map_err(|stop| stop.into_err(py))? })
}

/// The visible text of a page, as `innerText` gives it without style sheets.
#[pyfunction]
#[pyo3(signature = (data, /, *, content_type=None, charset=None))]
pub(crate) fn text(
    data: &Bound<'_, PyAny>,
    content_type: Option<&str>,
    charset: Option<&str>,
) -> PyResult<String> {
    let py = data.py();
    let source = Source::new(data)?;
    let settings = encoding_options(py, &source, content_type, charset)?;
    let extractor = Extractor::builder().links(false).build();
    let page = py.detach(|| read(&source, settings, extractor));
    Ok(page.map_err(|stop| stop.into_err(py))?.text)
}

/// Escape text for a page, so that it is parsed as text; with attribute, as a value in double quotes.
#[pyfunction]
#[pyo3(signature = (text, /, *, attribute=false))]
pub(crate) fn escape<'py>(text: &Bound<'py, PyString>, attribute: bool) -> PyResult<Bound<'py, PyString>> {
    let value = text.to_str()?;
    let escape = if attribute { tagspan::escape_attribute } else { tagspan::escape_text };
    let escaped = text.py().detach(|| escape(value));
    // What has nothing to escape is returned as it is.
    Ok(match escaped {
        std::borrow::Cow::Borrowed(_) => text.clone(),
        std::borrow::Cow::Owned(escaped) => PyString::new(text.py(), &escaped),
    })
}
