//! Elements of a page by CSS selector.

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyTuple};
use tagspan::{EncodingOptions, Span, Token, Tokens};
use tagspan_select::{Entered, Event, Left, SelectError, Selection, Selectors, TextWithin};

use crate::arguments::{Detect, EncodingArguments, number};
use crate::errors::{Stop, error, warn};
use crate::page::for_each_piece;
use crate::pickle::reduce;
use crate::source::Source;

/// The bytes that the texts of all elements have together, unless the caller passes a limit.
const MAX_TEXT: usize = 64 << 20;

/// An element that a selector matches.
#[pyclass(frozen, eq, hash, module = "tagspan")]
#[derive(Clone, PartialEq, Hash)]
pub(crate) struct Element {
    /// The name in lower case.
    #[pyo3(get)]
    name: String,
    attributes: Vec<(String, String)>,
    /// All text in the element, as textContent has it.
    #[pyo3(get)]
    text: String,
    /// The range of the start tag in the bytes of the page; None for an element without one, such as a tbody that is implied.
    #[pyo3(get)]
    start_tag: Option<(u64, u64)>,
    /// The range of the content: from the end of the start tag to the start of the end tag, or of what implies it.
    #[pyo3(get)]
    content: Option<(u64, u64)>,
    /// The range of the element with its tags.
    #[pyo3(get)]
    span: Option<(u64, u64)>,
    /// Why the tree of a browser may differ, such as foster-parented or misnested; None if it does not.
    #[pyo3(get)]
    ambiguity: Option<String>,
}

pub(crate) type ElementState = (
    String,
    Vec<(String, String)>,
    String,
    Option<(u64, u64)>,
    Option<(u64, u64)>,
    Option<(u64, u64)>,
    Option<String>,
);

impl Element {
    fn new(entered: &Entered<'_>) -> Self {
        let attributes = entered.tag.into_iter().flat_map(|tag| tag.attributes());
        Element {
            name: entered.name.to_owned(),
            attributes: attributes.map(|it| (it.name().into_owned(), it.value().into_owned())).collect(),
            text: String::new(),
            start_tag: pair(entered.start_tag),
            content: None,
            span: None,
            ambiguity: None,
        }
    }

    pub(crate) fn of_state(state: ElementState) -> Self {
        let (name, attributes, text, start_tag, content, span, ambiguity) = state;
        Element { name, attributes, text, start_tag, content, span, ambiguity }
    }
}

fn pair(span: Option<Span>) -> Option<(u64, u64)> {
    span.map(|span| (span.start, span.end))
}

#[pymethods]
impl Element {
    /// The decoded attributes of the start tag. The first of several with the same name counts.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.attributes.iter().map(|(name, value)| (name, value)).into_py_dict(py)
    }

    /// The decoded value of an attribute, by its name in lower case; None without it.
    fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(found, _)| found == name).map(|(_, value)| &**value)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let Element { name, attributes, text, start_tag, content, span, ambiguity } = self;
        reduce(py, "Element", (name, attributes, text, start_tag, content, span, ambiguity))
    }

    fn __repr__(&self) -> String {
        let span = self.span.map(|(start, end)| format!(" {start}..{end}")).unwrap_or_default();
        format!("<tagspan.Element {}{span}>", self.name)
    }
}

/// The elements of a page, and what limits left out.
struct Found {
    selection: Selection,
    elements: Vec<Element>,
    /// The bytes that texts may still have.
    room: usize,
    lost_text: u64,
    /// Start tags that are truncated, whether a selector matches or not.
    truncated: u64,
}

impl Found {
    /// Takes the tokens of a piece of the page.
    fn read(&mut self, mut tokens: Tokens<'_, &[u8]>, is_last: bool) -> Result<(), SelectError> {
        let Found { selection, elements, room, lost_text, truncated } = self;
        let mut each = |event: Event<'_>| match event {
            Event::Entered(entered) => elements.push(Element::new(&entered)),
            Event::Text(within) => add_text(elements, &within, room, lost_text),
            Event::Left(left) => leave(&mut elements[left.element as usize], &left),
        };
        while tokens.advance()? {
            let Some(token) = tokens.token() else { continue };
            if let Token::StartTag(tag) = token {
                *truncated += u64::from(tag.is_truncated());
            }
            selection.push(token, |span| tokens.source_span(span), &mut each)?;
        }
        if is_last {
            selection.finish(|span| tokens.source_span(span), each);
        }
        Ok(())
    }

    /// Warns of what is left out.
    fn warn(&self, py: Python<'_>) -> PyResult<()> {
        let deep = self.selection.too_deep();
        warn(py, self.lost_text, "bytes of the texts of elements are left out: pass a higher limit")?;
        warn(
            py,
            deep,
            "elements are left out, as more than 512 are open around them: read the page with a tree builder",
        )?;
        warn(py, self.truncated, "start tags are truncated: elements and attributes may be missing")
    }
}

/// Adds text to all elements around it, up to the limit.
fn add_text(elements: &mut [Element], within: &TextWithin<'_>, room: &mut usize, lost: &mut u64) {
    for &element in within.elements {
        let kept = prefix(within.text, *room);
        elements[element as usize].text += kept;
        *room -= kept.len();
        if kept.len() < within.text.len() {
            *lost += (within.text.len() - kept.len()) as u64;
            // Texts end at the first character that is left out.
            *room = 0;
        }
    }
}

/// As many whole characters as these bytes have room for.
fn prefix(text: &str, room: usize) -> &str {
    if text.len() <= room {
        return text;
    }
    let end = (0..=room).rev().find(|&end| text.is_char_boundary(end)).unwrap_or_default();
    &text[..end]
}

fn leave(element: &mut Element, left: &Left<'_>) {
    (element.content, element.span) = (pair(left.content), pair(left.span));
    element.ambiguity = left.ambiguity.map(|why| why.as_str().to_owned());
}

/// Reads a page.
fn read(source: &Source, settings: EncodingOptions, found: &mut Found) -> Result<(), Stop> {
    for_each_piece(source, settings, |tokens, is_last| {
        found.read(tokens, is_last).map_err(|error| match error {
            SelectError::Token(error) => error.into(),
            error => Stop::Python(pyo3::exceptions::PyRuntimeError::new_err(error.to_string())),
        })
    })
}

/// Find the elements of a page that a CSS selector matches, in the order of their start tags, without a tree.
///
/// A selector such as `article a[href]` or `h1, h2` may have types, classes, ids, attributes, the combinators, `:is()`, `:where()`,
/// `:not()`, `:root`, `:first-child`, `:first-of-type`, `:nth-child()` and `:nth-of-type()`. One that depends on what follows the
/// start tag, such as `:last-child` or `:has()`, is an `Error` with the reason.
///
/// The elements are those of a browser, which `ambiguity` has exceptions to. limit is the number of bytes of UTF-8 that the texts of
/// all elements may have together, by default 64 MiB. If text is left out, or elements that more than 512 are open around, the
/// warning is a `TruncatedWarning`. Spans are in bytes of the page; a str counts as UTF-8. The other arguments are those of `sniff`.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
#[pyo3(signature = (data, selector, /, *, limit=None, content_type=None, charset=None, default=None, locale=None, detect=Detect::Yes, detect_within=None))]
#[pyo3(
    text_signature = "(data, selector, /, *, limit=None, content_type=None, charset=None, default=None, locale=None, detect=True, detect_within=None)"
)]
pub(crate) fn select(
    data: &Bound<'_, PyAny>,
    selector: &str,
    limit: Option<&Bound<'_, PyAny>>,
    content_type: Option<&str>,
    charset: Option<&str>,
    default: Option<&str>,
    locale: Option<&str>,
    detect: Detect,
    detect_within: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<Element>> {
    let py = data.py();
    let source = Source::new(data)?;
    let encoding = EncodingArguments { content_type, charset, default, locale, detect, detect_within };
    let settings = encoding.options_of(py, &source)?;
    let selectors =
        Selectors::new([selector]).map_err(|found| error(py, "selector", None, found.to_string()))?;
    let room = match limit {
        Some(limit) => number(limit, || format!("limit is {limit}: pass a number of bytes, 0 or more"))?,
        None => MAX_TEXT,
    };
    let selection = Selection::new(&selectors);
    let mut found = Found { selection, elements: Vec::new(), room, lost_text: 0, truncated: 0 };
    py.detach(|| read(&source, settings, &mut found)).map_err(|stop| stop.into_err(py))?;
    found.warn(py)?;
    Ok(found.elements)
}
