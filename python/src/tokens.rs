//! Sequences of tokens, a few bytes each, and the items that are made of them when they are requested.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use arrow_array::types::Int8Type;
use arrow_array::{Array, ArrayRef, DictionaryArray, Int8Array, Int64Array, StringArray, StructArray};
use arrow_buffer::ScalarBuffer;
use arrow_schema::{DataType, Field, Fields};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyTuple};
use tagspan::entities::{Decode, decode};
use tagspan::{ErrorCode, Namespace, Span, TextMode, Tokenizer};

use crate::arguments::{Detect, EncodingArguments};
use crate::arrow::{export_array, export_schema};
use crate::errors::{Stop, check_signals};
use crate::page::{DecisionState, EncodingDecision, item, iterate};
use crate::pickle::reduce;
use crate::source::Source;

/// The tokens between two checks for signals.
const TOKENS: usize = 1 << 16;

/// The names of kinds, which are those of the Rust crate and of the column `tokens`.
pub(crate) const KINDS: [&str; 8] =
    ["Doctype", "StartTag", "EndTag", "Comment", "ProcessingInstruction", "Text", "Dropped", "Error"];

/// The tokens of a page or a chunk.
#[pyclass(frozen, sequence, module = "tagspan")]
pub(crate) struct Tokens {
    kinds: ScalarBuffer<i8>,
    starts: ScalarBuffer<i64>,
    ends: ScalarBuffer<i64>,
    readings: Vec<Reading>,
    raws: Raws,
    /// Tokens that a limit has truncated: their bytes do not tell what they are.
    cut: Vec<(usize, Parts)>,
    encoding: Option<EncodingDecision>,
}

/// Kinds, starts, ends, readings, the bytes of the tokens and their ends, truncated tokens, and the encoding.
pub(crate) type TokensState = (
    Vec<i8>,
    Vec<i64>,
    Vec<i64>,
    Vec<u8>,
    Vec<u8>,
    Vec<usize>,
    Vec<(usize, Option<String>, Vec<(String, String)>, Option<String>, bool)>,
    Option<DecisionState>,
);

/// Where the bytes of the tokens are, in UTF-8.
enum Raws {
    /// In the source, at their spans.
    Source(Source),
    /// Here, one after the other: the ends of each.
    Copies(Vec<u8>, Vec<usize>),
}

impl Tokens {
    pub(crate) fn length(&self) -> usize {
        self.kinds.len()
    }

    pub(crate) fn kind(&self, index: usize) -> &'static str {
        KINDS[self.kinds[index] as usize]
    }

    pub(crate) fn span(&self, index: usize) -> (i64, i64) {
        (self.starts[index], self.ends[index])
    }

    pub(crate) fn reading(&self, index: usize) -> Reading {
        self.readings[index]
    }

    /// The bytes of a token, in UTF-8. Those of an error are empty.
    pub(crate) fn raw(&self, index: usize) -> &[u8] {
        match &self.raws {
            Raws::Source(_) if self.kind(index) == "Error" => &[],
            Raws::Source(source) => &source.bytes()[self.starts[index] as usize..self.ends[index] as usize],
            Raws::Copies(bytes, ends) => {
                &bytes[index.checked_sub(1).map_or(0, |before| ends[before])..ends[index]]
            }
        }
    }

    /// The tokens of a range, with copies of their bytes.
    fn state<'py>(&self, py: Python<'py>, range: Range<usize>) -> PyResult<Bound<'py, PyTuple>> {
        let (mut raws, mut ends, mut readings) = (Vec::new(), Vec::new(), Vec::new());
        for index in range.clone() {
            raws.extend_from_slice(self.raw(index));
            ends.push(raws.len());
            readings.extend(self.readings[index].state());
        }
        let cut = self.cut.iter().filter(|(index, _)| range.contains(index));
        let cut = cut.map(|(index, parts)| {
            let Parts { name, attributes, text, self_closing } = parts;
            (index - range.start, name, attributes, text, self_closing)
        });
        let cut: Vec<_> = cut.collect();
        let state = (
            self.kinds[range.clone()].to_vec(),
            self.starts[range.clone()].to_vec(),
            self.ends[range].to_vec(),
            PyBytes::new(py, &readings),
            PyBytes::new(py, &raws),
            ends,
            cut,
            self.encoding.as_ref().map(EncodingDecision::state),
        );
        reduce(py, "Tokens", state)
    }

    /// `None` for what is no state.
    pub(crate) fn of_state(state: TokensState) -> Option<Self> {
        let (kinds, starts, ends, readings, raws, raw_ends, cut, encoding) = state;
        let are_kinds = kinds.iter().all(|kind| usize::try_from(*kind).is_ok_and(|kind| kind < KINDS.len()));
        let lengths = [starts.len(), ends.len(), raw_ends.len(), readings.len() / 3];
        let are_ends = raw_ends.is_sorted() && raw_ends.last().is_none_or(|end| *end == raws.len());
        if !are_kinds || !are_ends || lengths != [kinds.len(); 4] {
            return None;
        }
        let parts = |(index, name, attributes, text, self_closing)| {
            (index, Parts { name, attributes, text, self_closing })
        };
        Some(Tokens {
            kinds: kinds.into(),
            starts: starts.into(),
            ends: ends.into(),
            readings: readings.chunks(3).map(Reading::of_state).collect::<Option<_>>()?,
            raws: Raws::Copies(raws, raw_ends),
            cut: cut.into_iter().map(parts).collect(),
            encoding: encoding.map(EncodingDecision::of_state),
        })
    }

    /// The token that a limit has truncated.
    pub(crate) fn cut(&self, index: usize) -> Option<&Parts> {
        let found = self.cut.binary_search_by_key(&index, |(index, _)| *index).ok()?;
        Some(&self.cut[found].1)
    }

    fn fields() -> Fields {
        let kind = DataType::Dictionary(DataType::Int8.into(), DataType::Utf8.into());
        [("kind", kind), ("start", DataType::Int64), ("end", DataType::Int64)]
            .map(|(name, data_type)| Field::new(name, data_type, false))
            .into_iter()
            .collect()
    }

    /// A struct of `kind`, `start` and `end`, without a copy.
    fn array(&self) -> StructArray {
        let names = Arc::new(StringArray::from(KINDS.to_vec()));
        let kinds = DictionaryArray::<Int8Type>::new(Int8Array::new(self.kinds.clone(), None), names);
        let spans = [&self.starts, &self.ends]
            .map(|values| Arc::new(Int64Array::new(values.clone(), None)) as ArrayRef);
        let [starts, ends] = spans;
        StructArray::new(Self::fields(), vec![Arc::new(kinds), starts, ends], None)
    }
}

/// Collects tokens without the interpreter.
pub(crate) struct Collector<'a> {
    /// The page, if the bytes of tokens may be its own.
    page: Option<&'a [u8]>,
    kinds: Vec<i8>,
    starts: Vec<i64>,
    ends: Vec<i64>,
    readings: Vec<Reading>,
    copies: Option<(Vec<u8>, Vec<usize>)>,
    cut: Vec<(usize, Parts)>,
    encoding: Option<tagspan::EncodingDecision>,
}

impl<'a> Collector<'a> {
    /// With a whole page, whose bytes are not copied if they are UTF-8.
    pub(crate) fn new(page: Option<&'a [u8]>) -> Self {
        let copies = page.is_none().then(Default::default);
        Collector {
            page,
            kinds: Vec::new(),
            starts: Vec::new(),
            ends: Vec::new(),
            readings: Vec::new(),
            copies,
            cut: Vec::new(),
            encoding: None,
        }
    }

    pub(crate) fn read(&mut self, mut tokens: tagspan::Tokens<'_, &[u8]>) -> Result<(), Stop> {
        loop {
            for _ in 0..TOKENS {
                if !tokens.advance()? {
                    self.encoding = tokens.encoding_decision();
                    return Ok(());
                }
                let Some(token) = tokens.token() else { continue };
                let span = tokens.source_span(token.span()).unwrap_or(token.span());
                self.push(token, span);
            }
            check_signals()?;
        }
    }

    fn push(&mut self, token: tagspan::Token<'_>, span: Span) {
        let raw = token.raw();
        if let (None, Some(page)) = (&self.copies, self.page) {
            let start = (raw.as_ptr() as usize).wrapping_sub(page.as_ptr() as usize);
            let is_there = start as u64 == span.start && raw.len() as u64 == span.end - span.start;
            if !is_there && !raw.is_empty() {
                self.copy(page);
            }
        }
        let (kind, reading) = match token {
            tagspan::Token::Doctype(_) => (0, Reading::default()),
            tagspan::Token::StartTag(tag) => (1, Reading::of_tag(tag)),
            tagspan::Token::EndTag(tag) => (2, Reading::of_tag(tag)),
            tagspan::Token::Comment(_) => (3, Reading::default()),
            tagspan::Token::ProcessingInstruction(_) => (4, Reading::default()),
            tagspan::Token::Text(text) => (5, Reading { mode: text.mode(), ..Reading::default() }),
            tagspan::Token::Dropped(_) => (6, Reading::default()),
            tagspan::Token::Error(error) => (7, Reading { error: Some(error.code()), ..Reading::default() }),
            // A kind that this module does not know.
            _ => (6, Reading::default()),
        };
        let last = self.kinds.len().wrapping_sub(1);
        if kind == 5 && self.is_text(last, span.start, reading) {
            self.ends[last] = span.end as i64;
            if let Some((bytes, ends)) = &mut self.copies {
                bytes.extend_from_slice(raw);
                ends[last] = bytes.len();
            }
            return;
        }
        if token.is_truncated() {
            self.cut.push((self.kinds.len(), Parts::of(token)));
        }
        if let Some((bytes, ends)) = &mut self.copies {
            bytes.extend_from_slice(raw);
            ends.push(bytes.len());
        }
        self.kinds.push(kind);
        self.starts.push(span.start as i64);
        self.ends.push(span.end as i64);
        self.readings.push(reading);
    }

    /// Whether a token is text that ends here: where a run of text is divided is no property of the page.
    fn is_text(&self, index: usize, end: u64, reading: Reading) -> bool {
        self.kinds.get(index) == Some(&5)
            && self.ends[index] == end as i64
            && self.readings[index].mode == reading.mode
    }

    /// Copies the bytes of the tokens so far, which are those of the page.
    fn copy(&mut self, page: &[u8]) {
        let mut copies = (Vec::new(), Vec::new());
        for (start, end) in self.starts.iter().zip(&self.ends) {
            copies.0.extend_from_slice(&page[*start as usize..*end as usize]);
            copies.1.push(copies.0.len());
        }
        self.copies = Some(copies);
    }

    /// The data of [`Tokens`], besides the source.
    pub(crate) fn finish(self) -> Collected {
        Collected {
            kinds: self.kinds.into(),
            starts: self.starts.into(),
            ends: self.ends.into(),
            readings: self.readings,
            copies: self.copies,
            cut: self.cut,
            encoding: self.encoding,
        }
    }
}

/// Tokens that do not borrow their page.
pub(crate) struct Collected {
    kinds: ScalarBuffer<i8>,
    starts: ScalarBuffer<i64>,
    ends: ScalarBuffer<i64>,
    readings: Vec<Reading>,
    copies: Option<(Vec<u8>, Vec<usize>)>,
    cut: Vec<(usize, Parts)>,
    encoding: Option<tagspan::EncodingDecision>,
}

impl Collected {
    pub(crate) fn with(self, source: Source) -> Tokens {
        let Collected { kinds, starts, ends, readings, copies, cut, encoding } = self;
        let raws = copies.map_or(Raws::Source(source), |(bytes, ends)| Raws::Copies(bytes, ends));
        Tokens { kinds, starts, ends, readings, raws, cut, encoding: encoding.map(Into::into) }
    }
}

#[pymethods]
impl Tokens {
    /// The decision about the encoding; None while too few bytes are known.
    #[getter]
    fn encoding(&self) -> Option<EncodingDecision> {
        self.encoding.clone()
    }

    fn __len__(&self) -> usize {
        self.length()
    }

    fn __getitem__<'py>(slf: &Bound<'py, Self>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let token = |index| Token { tokens: slf.clone().unbind(), index };
        item(index, slf.get().length(), token)
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        iterate(slf)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.state(py, 0..self.length())
    }

    fn __repr__(&self) -> String {
        format!("<tagspan.Tokens of {}>", self.length())
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        export_schema(py, &DataType::Struct(Self::fields()))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let _ = requested_schema;
        export_array(py, &self.array().into_data())
    }
}

/// Tokenize a page, in any encoding.
///
/// The tokens are a sequence, and a struct array of kind, start and end for Arrow. Spans are in bytes of the page; a str
/// counts as UTF-8. With errors, the parse errors are among the tokens. The arguments about the encoding are those of `sniff`.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
#[pyo3(signature = (data, /, *, content_type=None, charset=None, default=None, locale=None, detect=Detect::Yes, detect_within=None, errors=false))]
#[pyo3(
    text_signature = "(data, /, *, content_type=None, charset=None, default=None, locale=None, detect=True, detect_within=None, errors=False)"
)]
pub(crate) fn tokenize(
    data: &Bound<'_, PyAny>,
    content_type: Option<&str>,
    charset: Option<&str>,
    default: Option<&str>,
    locale: Option<&str>,
    detect: Detect,
    detect_within: Option<&Bound<'_, PyAny>>,
    errors: bool,
) -> PyResult<Tokens> {
    let py = data.py();
    let source = Source::new(data)?;
    let encoding = EncodingArguments { content_type, charset, default, locale, detect, detect_within };
    let settings = encoding.options_of(py, &source)?;
    let collected = py.detach(|| {
        let builder = Tokenizer::builder().encoding_options(settings).source_offsets(true);
        let mut tokenizer = builder.parse_errors(errors).build();
        let mut collector = Collector::new(Some(source.bytes()));
        collector.read(tokenizer.feed_last(source.bytes()))?;
        Ok(collector.finish())
    });
    Ok(collected.map_err(|stop: Stop| stop.into_err(py))?.with(source))
}

/// The properties of a tag that its bytes do not determine.
impl Reading {
    fn of_tag(tag: tagspan::Tag<'_>) -> Self {
        Reading { namespace: tag.namespace(), ..Reading::default() }
    }
}

impl Default for Reading {
    fn default() -> Self {
        Reading { mode: TextMode::Data, namespace: Namespace::Html, error: None }
    }
}

/// The properties of a token that its bytes do not determine.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Reading {
    /// How a text was read.
    pub(crate) mode: TextMode,
    /// That of a tag.
    pub(crate) namespace: Namespace,
    /// That of an error.
    pub(crate) error: Option<ErrorCode>,
}

impl Reading {
    const NAMESPACES: [Namespace; 3] = [Namespace::Html, Namespace::Svg, Namespace::MathMl];

    /// The positions in these lists, and one more than that in the list of errors, for a pickle.
    fn state(self) -> [u8; 3] {
        let place = |found: Option<usize>| found.map_or(0, |place| place as u8);
        [
            place(TextMode::ALL.iter().position(|mode| *mode == self.mode)),
            place(Self::NAMESPACES.iter().position(|namespace| *namespace == self.namespace)),
            place(ErrorCode::ALL.iter().position(|code| Some(*code) == self.error).map(|place| place + 1)),
        ]
    }

    fn of_state(state: &[u8]) -> Option<Self> {
        let &[mode, namespace, error] = state else { return None };
        Some(Reading {
            mode: *TextMode::ALL.get(usize::from(mode))?,
            namespace: *Self::NAMESPACES.get(usize::from(namespace))?,
            error: match usize::from(error).checked_sub(1) {
                Some(place) => Some(*ErrorCode::ALL.get(place)?),
                None => None,
            },
        })
    }
}

// A byte tells the place of an error.
const _: () = assert!(ErrorCode::ALL.len() < 255);

/// What a token is whose bytes do not tell it.
#[derive(Clone)]
pub(crate) struct Parts {
    name: Option<String>,
    attributes: Vec<(String, String)>,
    text: Option<String>,
    self_closing: bool,
}

impl Parts {
    fn of(token: tagspan::Token<'_>) -> Self {
        let (attributes, self_closing) = match token {
            tagspan::Token::StartTag(tag) | tagspan::Token::EndTag(tag) => {
                let owned = |attribute: tagspan::Attribute<'_>| {
                    (attribute.name().into_owned(), attribute.value().into_owned())
                };
                (tag.attributes().map(owned).collect(), tag.self_closing())
            }
            _ => (Vec::new(), false),
        };
        Parts { name: name(token), attributes, text: text(token), self_closing }
    }
}

fn name(token: tagspan::Token<'_>) -> Option<String> {
    match token {
        tagspan::Token::StartTag(tag) | tagspan::Token::EndTag(tag) => Some(tag.name().into_owned()),
        tagspan::Token::Doctype(doctype) => doctype.name().map(Cow::into_owned),
        tagspan::Token::ProcessingInstruction(found) => Some(found.target().into_owned()),
        _ => None,
    }
}

/// That of a comment or a processing instruction: how a text is decoded depends on more than the token.
fn text(token: tagspan::Token<'_>) -> Option<String> {
    match token {
        tagspan::Token::Comment(comment) => Some(comment.value().into_owned()),
        tagspan::Token::ProcessingInstruction(found) => Some(found.value().into_owned()),
        _ => None,
    }
}

/// A token of HTML.
#[pyclass(frozen, eq, hash, module = "tagspan")]
pub(crate) struct Token {
    pub(crate) tokens: Py<Tokens>,
    pub(crate) index: usize,
}

impl PartialEq for Token {
    fn eq(&self, other: &Self) -> bool {
        self.parts() == other.parts()
    }
}

impl Hash for Token {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.parts().hash(state);
    }
}

impl Token {
    pub(crate) fn of_state((tokens,): (Py<Tokens>,)) -> Self {
        Token { tokens, index: 0 }
    }

    /// All that decides what a token is. A truncated tag may end in bytes that it lacks.
    fn parts(&self) -> impl Hash + PartialEq + '_ {
        let (tokens, index) = (self.tokens.get(), self.index);
        let cut = tokens.cut(index).map(|parts| parts.self_closing);
        (tokens.kind(index), tokens.span(index), tokens.raw(index), tokens.reading(index), cut)
    }

    /// Reads a token that no limit has truncated again: its bytes alone are the same token.
    fn with<T>(&self, read: impl FnOnce(tagspan::Token<'_>) -> T) -> Option<T> {
        let tokens = self.tokens.get();
        let kind = tokens.kind(self.index);
        let raw = tokens.raw(self.index);
        match kind {
            "Error" | "Dropped" | "Text" => None,
            "ProcessingInstruction" => {
                let mut tokenizer = Tokenizer::builder().processing_instructions(true).build();
                tokenizer.feed_last(raw).next_token().ok().flatten().map(read)
            }
            _ => tagspan::tokenize(raw).next_token().ok().flatten().map(read),
        }
    }

    fn cut(&self) -> Option<&Parts> {
        self.tokens.get().cut(self.index)
    }

    fn tag<T>(&self, read: impl FnOnce(tagspan::Tag<'_>) -> T) -> Option<T> {
        let read = |token: tagspan::Token<'_>| match token {
            tagspan::Token::StartTag(tag) | tagspan::Token::EndTag(tag) => Some(read(tag)),
            _ => None,
        };
        self.with(read).flatten()
    }
}

#[pymethods]
impl Token {
    /// Doctype, StartTag, EndTag, Comment, ProcessingInstruction, Text, Dropped or Error.
    #[getter]
    fn kind(&self) -> &'static str {
        self.tokens.get().kind(self.index)
    }

    /// The range of the token in the bytes of the page: start and end.
    #[getter]
    fn span(&self) -> (i64, i64) {
        self.tokens.get().span(self.index)
    }

    /// The bytes of the token, in UTF-8.
    #[getter]
    fn raw<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.tokens.get().raw(self.index))
    }

    /// The name of a tag, in lower case; of a doctype; the target of a processing instruction; the code of an error.
    #[getter]
    fn name(&self) -> Option<String> {
        if let Some(code) = self.tokens.get().reading(self.index).error {
            return Some(code.as_str().to_owned());
        }
        match self.cut() {
            Some(parts) => parts.name.clone(),
            None => self.with(name).flatten(),
        }
    }

    /// The attributes of a tag, decoded. The first of several with the same name counts.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let attributes = PyDict::new(py);
        if let Some(parts) = self.cut() {
            parts.attributes.iter().try_for_each(|(name, value)| attributes.set_item(name, value))?;
            return Ok(attributes);
        }
        let filled = self.tag(|tag| {
            tag.attributes()
                .try_for_each(|attribute| attributes.set_item(attribute.name(), attribute.value()))
        });
        filled.unwrap_or(Ok(()))?;
        Ok(attributes)
    }

    /// The decoded value of an attribute; None without it.
    fn attribute(&self, name: &str) -> Option<String> {
        match self.cut() {
            Some(parts) => {
                let found = parts.attributes.iter().find(|(found, _)| found == name);
                found.map(|(_, value)| value.clone())
            }
            None => self.tag(|tag| tag.attribute_value(name).map(Cow::into_owned)).flatten(),
        }
    }

    /// The decoded text of a text, a comment or a processing instruction.
    #[getter]
    fn text(&self) -> Option<String> {
        let tokens = self.tokens.get();
        if self.kind() == "Text" {
            let how = match tokens.reading(self.index).mode {
                TextMode::Data => Decode::DATA,
                TextMode::Rcdata => Decode::RCDATA,
                TextMode::CdataSection => Decode::CDATA,
                TextMode::Rawtext | TextMode::ScriptData | TextMode::Plaintext => Decode::RAWTEXT,
            };
            return Some(decode(tokens.raw(self.index), how).into_owned());
        }
        match self.cut() {
            Some(parts) => parts.text.clone(),
            None => self.with(text).flatten(),
        }
    }

    /// Whether a tag ends with `/>`.
    #[getter]
    fn self_closing(&self) -> bool {
        match self.cut() {
            Some(parts) => parts.self_closing,
            None => self.tag(|tag| tag.self_closing()).unwrap_or(false),
        }
    }

    /// html, svg or math: the namespace of the element of a tag, as far as it is known without a tree.
    #[getter]
    fn namespace(&self) -> Option<&'static str> {
        let is_tag = matches!(self.kind(), "StartTag" | "EndTag");
        is_tag.then(|| self.tokens.get().reading(self.index).namespace.as_str())
    }

    /// Whether a limit has left bytes out.
    #[getter]
    fn truncated(&self) -> bool {
        self.cut().is_some()
    }

    /// Without the other tokens of the page.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (restore, arguments): (Bound<'py, PyAny>, Bound<'py, PyTuple>) =
            self.tokens.get().state(py, self.index..self.index + 1)?.extract()?;
        reduce(py, "Token", (restore.call1(arguments)?,))
    }

    fn __repr__(&self) -> String {
        let (start, end) = self.span();
        let name = self.name().map(|name| format!(" {name}")).unwrap_or_default();
        format!("<tagspan.Token {}{name} {start}..{end}>", self.kind())
    }
}
