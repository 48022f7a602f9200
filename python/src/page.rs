//! Functions on one page: its encoding, links and text, and escaping.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyRange, PySlice, PyString, PyTuple};
use tagspan::{EncodingOptions, Limits, Tokenizer, Tokens};
use tagspan_extract::{Extractor, Page, PageLimits};

use crate::arguments::{Detect, EncodingArguments, base_url, extractor, number};
use crate::errors::{Stop, check_signals, warn};
use crate::pickle::reduce;
use crate::source::Source;

/// The bytes that are read between two checks for signals.
const PIECE: usize = 1 << 20;

pub(crate) type DecisionState = (String, String, String, (u64, u64));

/// The decision about the encoding of a page.
#[pyclass(frozen, eq, hash, module = "tagspan")]
#[derive(Clone, PartialEq, Hash)]
pub(crate) struct EncodingDecision {
    /// The name by the Encoding Standard, such as `UTF-8` or `windows-1252`.
    #[pyo3(get)]
    encoding: String,
    /// The step that decided, such as `prescan` or `default`.
    #[pyo3(get)]
    source: String,
    /// `certain`, `tentative` or `irrelevant`, as the HTML Standard says.
    #[pyo3(get)]
    confidence: String,
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

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        reduce(py, "EncodingDecision", self.state())
    }
}

impl EncodingDecision {
    /// All of it, for a pickle.
    pub(crate) fn state(&self) -> DecisionState {
        (self.encoding.clone(), self.source.clone(), self.confidence.clone(), self.span)
    }

    pub(crate) fn of_state((encoding, source, confidence, span): DecisionState) -> Self {
        EncodingDecision { encoding, source, confidence, span }
    }
}

impl From<tagspan::EncodingDecision> for EncodingDecision {
    fn from(decision: tagspan::EncodingDecision) -> Self {
        EncodingDecision {
            encoding: decision.encoding().name().to_owned(),
            source: decision.source().as_str().to_owned(),
            confidence: decision.confidence().as_str().to_owned(),
            span: (decision.bytes().start, decision.bytes().end),
        }
    }
}

/// Find the encoding of a page as browsers do, from its bytes and the arguments.
///
/// content_type is that of the HTTP header; charset, a label from another source, overrides it. default is the encoding of a page
/// that declares none, or locale the language of the readers, which selects one. Without both, the encoding of such a page is
/// guessed from its content, and ASCII is UTF-8; with detect=False it is windows-1252, the default of browsers; with detect="any" the
/// guess may also be ISO-2022-JP, and UTF-16 without a byte order mark. detect_within is the number of first bytes in which the guess
/// looks for one beyond ASCII, by default 1 MiB.
///
/// All functions have these arguments, and so has the command line.
#[pyfunction]
#[pyo3(signature = (data, /, *, content_type=None, charset=None, default=None, locale=None, detect=Detect::Yes, detect_within=None))]
#[pyo3(
    text_signature = "(data, /, *, content_type=None, charset=None, default=None, locale=None, detect=True, detect_within=None)"
)]
pub(crate) fn sniff(
    data: &Bound<'_, PyAny>,
    content_type: Option<&str>,
    charset: Option<&str>,
    default: Option<&str>,
    locale: Option<&str>,
    detect: Detect,
    detect_within: Option<&Bound<'_, PyAny>>,
) -> PyResult<EncodingDecision> {
    let py = data.py();
    let source = Source::new(data)?;
    let encoding = EncodingArguments { content_type, charset, default, locale, detect, detect_within };
    let settings = encoding.options_of(py, &source)?;
    Ok(py.detach(|| tagspan::input::sniff(source.bytes(), &settings)).into())
}

/// Reads a page; a long one in pieces, so that signals are handled. `each` takes the tokens of a piece, and whether it is the last.
pub(crate) fn for_each_piece(
    source: &Source,
    settings: EncodingOptions,
    mut each: impl FnMut(Tokens<'_, &[u8]>, bool) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let mut tokenizer = Tokenizer::builder().encoding_options(settings).source_offsets(true).build();
    let mut rest = source.bytes();
    while rest.len() > PIECE {
        let (piece, others) = rest.split_at(PIECE);
        each(tokenizer.feed(piece), false)?;
        check_signals()?;
        rest = others;
    }
    each(tokenizer.feed_last(rest), true)
}

fn read(source: &Source, settings: EncodingOptions, mut extractor: Extractor) -> Result<Page, Stop> {
    for_each_piece(source, settings, |tokens, _| Ok(extractor.read(tokens)?))?;
    Ok(extractor.finish())
}

/// The links of a page: a sequence whose items are made when they are requested.
#[pyclass(frozen, sequence, module = "tagspan")]
pub(crate) struct Links {
    items: Items,
    /// The number of links that limits left out.
    #[pyo3(get)]
    lost: u64,
}

enum Items {
    /// Not made yet.
    Page(Box<Page>),
    /// Those of a pickle.
    Made(Vec<Link>),
}

impl Links {
    pub(crate) fn of_state((links, lost): (Vec<Py<Link>>, u64)) -> Self {
        Links { items: Items::Made(links.iter().map(|link| link.get().clone()).collect()), lost }
    }

    fn length(&self) -> usize {
        match &self.items {
            Items::Page(page) => page.links.len(),
            Items::Made(links) => links.len(),
        }
    }

    fn link(&self, index: usize) -> Link {
        match &self.items {
            Items::Page(page) => Link::of(page, &page.links[index]),
            Items::Made(links) => links[index].clone(),
        }
    }
}

#[pymethods]
impl Links {
    /// The resolved URL of each link; None for values that are not URLs, and for relative ones without a URL of the page.
    fn urls<'py>(&self, py: Python<'py>) -> Vec<Option<Bound<'py, PyString>>> {
        match &self.items {
            Items::Page(page) => {
                page.links.iter().map(|link| Some(PyString::new(py, page.url(link)?.as_str()))).collect()
            }
            Items::Made(links) => {
                links.iter().map(|link| Some(PyString::new(py, link.url.as_deref()?))).collect()
            }
        }
    }

    fn __len__(&self) -> usize {
        self.length()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        item(index, self.length(), |index| self.link(index))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let links: Vec<Link> = (0..self.length()).map(|index| self.link(index)).collect();
        reduce(py, "Links", (links, self.lost))
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        iterate(slf)
    }

    fn __repr__(&self) -> String {
        format!("<tagspan.Links of {}>", self.length())
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
#[pyclass(frozen, eq, hash, get_all, module = "tagspan")]
#[derive(Clone, PartialEq, Hash)]
pub(crate) struct Link {
    /// The resolved URL; None for values that are not URLs, and for relative ones without a URL of the page.
    url: Option<String>,
    /// The decoded value, not resolved.
    value: String,
    /// The name of the element.
    element: String,
    /// The name of the attribute.
    attribute: String,
    /// The decoded value of `rel`.
    rel: Option<String>,
    /// The text of an `a`; None for other links, and without text.
    text: Option<String>,
    /// The range of the value in the bytes of the page: start and end.
    span: Option<(u64, u64)>,
    /// How the URL stands in the attribute, such as attribute, srcset or css.
    kind: String,
    /// What stands beside the URL, such as 2x in srcset.
    descriptor: Option<String>,
    /// Names and decoded values of alt, as, download, hreflang and type that the tag has.
    attributes: Vec<(String, String)>,
}

pub(crate) type LinkState = (
    Option<String>,
    String,
    String,
    String,
    Option<String>,
    Option<String>,
    Option<(u64, u64)>,
    String,
    Option<String>,
    Vec<(String, String)>,
);

impl Link {
    fn of(page: &Page, link: &tagspan_extract::Link) -> Self {
        Link {
            url: page.url(link).map(String::from),
            value: link.value.clone(),
            element: link.element.to_string(),
            attribute: link.attribute.to_string(),
            rel: link.rel.clone(),
            text: link.text.clone(),
            span: link.span.map(|span| (span.start, span.end)),
            kind: link.kind.as_str().to_owned(),
            descriptor: link.descriptor.clone(),
            attributes: link
                .attributes
                .iter()
                .map(|(name, value)| ((*name).to_owned(), value.clone()))
                .collect(),
        }
    }

    pub(crate) fn of_state(state: LinkState) -> Self {
        let (url, value, element, attribute, rel, text, span, kind, descriptor, attributes) = state;
        Link { url, value, element, attribute, rel, text, span, kind, descriptor, attributes }
    }
}

#[pymethods]
impl Link {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let Link { url, value, element, attribute, rel, text, span, kind, descriptor, attributes } = self;
        let state = (url, value, element, attribute, rel, text, span, kind, descriptor, attributes);
        reduce(py, "Link", state)
    }

    fn __repr__(&self) -> String {
        let url = self.url.as_ref().unwrap_or(&self.value);
        format!("<tagspan.Link {} {} {url:?}>", self.element, self.attribute)
    }
}

/// Find the links of a page: all attributes that hold URLs, in order.
///
/// url is that of the page, which relative links are resolved against unless the page has a `<base href>`. attributes are others
/// that hold URLs, such as `img@data-src`, or `*@data-src` for any element. With css, the URLs of CSS in `style` elements and
/// attributes are links too. The other arguments are those of `sniff`. `lost` of the result is the number of links that limits left out.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
#[pyo3(signature = (data, /, url=None, *, attributes=Vec::new(), css=false, content_type=None, charset=None, default=None, locale=None, detect=Detect::Yes, detect_within=None))]
#[pyo3(
    text_signature = "(data, /, url=None, *, attributes=(), css=False, content_type=None, charset=None, default=None, locale=None, detect=True, detect_within=None)"
)]
pub(crate) fn links(
    data: &Bound<'_, PyAny>,
    url: Option<&str>,
    attributes: Vec<String>,
    css: bool,
    content_type: Option<&str>,
    charset: Option<&str>,
    default: Option<&str>,
    locale: Option<&str>,
    detect: Detect,
    detect_within: Option<&Bound<'_, PyAny>>,
) -> PyResult<Links> {
    let py = data.py();
    let source = Source::new(data)?;
    let encoding = EncodingArguments { content_type, charset, default, locale, detect, detect_within };
    let settings = encoding.options_of(py, &source)?;
    let mut extractor = extractor(py, &attributes, css)?.text(false);
    if let Some(url) = base_url(py, url)? {
        extractor = extractor.base_url(url);
    }
    let page = py.detach(|| read(&source, settings, extractor.build()));
    let page = page.map_err(|stop| stop.into_err(py))?;
    Ok(Links { lost: page.lost.links, items: Items::Page(Box::new(page)) })
}

/// The visible text of a page, as `innerText` gives it without style sheets.
///
/// limit is the number of bytes of UTF-8 that the text may have, by default 16 MiB. If bytes are left out, there or of markup that
/// is too long, the warning is a `TruncatedWarning`. The other arguments are those of `sniff`.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
#[pyo3(signature = (data, /, *, limit=None, content_type=None, charset=None, default=None, locale=None, detect=Detect::Yes, detect_within=None))]
#[pyo3(
    text_signature = "(data, /, *, limit=None, content_type=None, charset=None, default=None, locale=None, detect=True, detect_within=None)"
)]
pub(crate) fn text(
    data: &Bound<'_, PyAny>,
    limit: Option<&Bound<'_, PyAny>>,
    content_type: Option<&str>,
    charset: Option<&str>,
    default: Option<&str>,
    locale: Option<&str>,
    detect: Detect,
    detect_within: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let py = data.py();
    let source = Source::new(data)?;
    let encoding = EncodingArguments { content_type, charset, default, locale, detect, detect_within };
    let settings = encoding.options_of(py, &source)?;
    let mut limits = PageLimits::default();
    if let Some(limit) = limit {
        limits.text = number(limit, || format!("limit is {limit}: pass a number of bytes, 0 or more"))?;
    }
    let extractor = Extractor::builder().links(false).limits(limits).build();
    let page = py.detach(|| read(&source, settings, extractor)).map_err(|stop| stop.into_err(py))?;
    let attributes = format!("attributes after the first {} of a tag", Limits::DEFAULT_ATTRIBUTES);
    warn(py, page.lost.text, "bytes of text are left out: pass a higher limit")?;
    warn(py, page.lost.markup, "bytes of markup are left out: text may be missing")?;
    warn(py, page.lost.attributes, &format!("{attributes} are left out: text may be missing"))?;
    Ok(page.text)
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
