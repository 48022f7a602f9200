//! Extraction from pages in memory, as a batch of columns.

use arrow_array::{Array, RecordBatch, RecordBatchIterator, StructArray, make_array};
use arrow_schema::DataType;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use tagspan::{EncodingOptions, UTF_8};
use tagspan_extract::columns::{Column, Origin, SelectedColumns, Table};

use crate::arguments::{Detect, EncodingArguments, columns as parse_columns, extractor, selected};
use crate::arrow::{Values, export_array, export_schema, export_stream, pack, unpack};
use crate::errors::{Stop, check_signals, error};
use crate::pickle::reduce;

/// The bytes of pages between two checks for signals.
const PIECE: usize = 1 << 20;

/// Rows: a record batch for Arrow, which takes it without a copy.
#[pyclass(frozen, module = "tagspan")]
pub(crate) struct Batch {
    pub(crate) batch: RecordBatch,
}

impl Batch {
    /// The batch of the names of the columns, and of their arrays.
    pub(crate) fn of_state((names, columns): (Vec<String>, Vec<Bound<'_, PyAny>>)) -> PyResult<Self> {
        let columns_of_pages: Vec<Column> = names.iter().map_while(|name| name.parse().ok()).collect();
        let selected = names[columns_of_pages.len()..].iter().map(|name| (name, "*"));
        let table = Table::new(&columns_of_pages).select(SelectedColumns::new(selected).map_err(of_state)?);
        let schema = table.schema();
        let arrays = schema.fields().iter().zip(&columns);
        let arrays = arrays.map(|(field, state)| Ok(make_array(unpack(state, field.data_type())?)));
        let arrays = arrays.collect::<PyResult<Vec<_>>>()?;
        Ok(Batch { batch: RecordBatch::try_new(schema, arrays).map_err(of_state)? })
    }
}

fn of_state(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("this is no pickle of a tagspan.Batch of this version: {error}"))
}

#[pymethods]
impl Batch {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.batch.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let columns = self.batch.columns().iter().map(|column| pack(py, &column.to_data()));
        let columns = columns.collect::<PyResult<Vec<_>>>()?;
        reduce(py, "Batch", (self.columns(), columns))
    }

    fn __repr__(&self) -> String {
        format!("<tagspan.Batch of {} rows: {}>", self.batch.num_rows(), self.columns().join(", "))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        export_schema(py, &DataType::Struct(self.batch.schema().fields().clone()))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let _ = requested_schema;
        export_array(py, &StructArray::from(self.batch.clone()).into_data())
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batches = [Ok(self.batch.clone())];
        export_stream(py, Box::new(RecordBatchIterator::new(batches, self.batch.schema())))
    }
}

/// Extract columns of pages in memory: a batch with a row for each page, in order.
///
/// pages is a sequence of pages, or an Arrow array of binary or text; None or null gives a row without content, whose
/// column truncated is set. urls and content_types, of the same length, are the URLs and the HTTP headers of the pages. select,
/// attributes and css are those of `warc`. The other arguments are those of `sniff`, for all pages: charset, and a content_type with a charset, override content_types.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
#[pyo3(signature = (pages, columns, *, urls=None, content_types=None, select=None, attributes=Vec::new(), css=false, content_type=None, charset=None, default=None, locale=None, detect=Detect::Yes, detect_within=None))]
#[pyo3(
    text_signature = "(pages, columns, *, urls=None, content_types=None, select=None, attributes=(), css=False, content_type=None, charset=None, default=None, locale=None, detect=True, detect_within=None)"
)]
pub(crate) fn extract(
    pages: &Bound<'_, PyAny>,
    columns: &Bound<'_, PyAny>,
    urls: Option<&Bound<'_, PyAny>>,
    content_types: Option<&Bound<'_, PyAny>>,
    select: Option<&Bound<'_, PyAny>>,
    attributes: Vec<String>,
    css: bool,
    content_type: Option<&str>,
    charset: Option<&str>,
    default: Option<&str>,
    locale: Option<&str>,
    detect: Detect,
    detect_within: Option<&Bound<'_, PyAny>>,
) -> PyResult<Batch> {
    let py = pages.py();
    let selected = selected(select)?;
    let columns = parse_columns(columns, selected.is_some())?;
    let mut table = Table::with_extractor(&columns, extractor(py, &attributes, css)?);
    if let Some(selected) = selected {
        table = table.select(selected);
    }
    let encoding = EncodingArguments { content_type, charset, default, locale, detect, detect_within };
    let known = encoding.options(py)?;
    let pages = Values::new(pages, "pages")?;
    let urls = urls.map(|urls| Values::new(urls, "urls")).transpose()?;
    let content_types = content_types.map(|types| Values::new(types, "content_types")).transpose()?;
    for (name, values) in [("urls", &urls), ("content_types", &content_types)] {
        let Some(found) = values.as_ref().map(Values::length) else { continue };
        let wanted = pages.length();
        if found != wanted {
            let message =
                format!("{name} has {found} values for {wanted} pages: pass one for each page, or None");
            return Err(error(py, "length", None, message));
        }
    }
    let batch = py.detach(|| read(table, &pages, urls.as_ref(), content_types.as_ref(), &known));
    Ok(Batch { batch: batch.map_err(|stop| stop.into_err(py))? })
}

fn read(
    mut table: Table,
    pages: &Values,
    urls: Option<&Values>,
    content_types: Option<&Values>,
    known: &EncodingOptions,
) -> Result<RecordBatch, Stop> {
    let mut tokenizer = table.tokenizer().build();
    let mut urls = urls.map(Values::iter);
    let mut content_types = content_types.map(Values::iter);
    let mut unchecked = 0;
    for page in pages.iter() {
        let mut origin = Origin::default();
        let url = urls.as_mut().and_then(|urls| urls.next().flatten());
        origin.uri = url.map(|(url, _)| String::from_utf8_lossy(url).into_owned());
        let content_type = content_types.as_mut().and_then(|types| types.next().flatten());
        origin.content_type = content_type.map(|(header, _)| String::from_utf8_lossy(header).into_owned());
        table.begin(origin);
        let Some((bytes, is_text)) = page else {
            table.end(Some(("no-page", "the value is null")));
            continue;
        };
        let mut encoding = known.clone();
        if is_text {
            encoding = EncodingOptions::new().override_encoding(UTF_8);
        } else if let Some((header, _)) = content_type {
            encoding = encoding.or_content_type(header);
        }
        tokenizer.reset_with(encoding);
        // Each row is there, so that rows are those of the pages.
        let mut pieces = bytes.chunks(PIECE);
        let read = loop {
            let Some(piece) = pieces.next() else { break table.read(tokenizer.finish()) };
            table.push_payload(piece);
            if let Err(error) = table.read(tokenizer.feed(piece)) {
                break Err(error);
            }
            unchecked += piece.len();
            if unchecked >= PIECE {
                check_signals()?;
                unchecked = 0;
            }
        };
        let failed = read.err().map(|error| (error.kind().as_str(), error.to_string()));
        table.end(failed.as_ref().map(|(code, message)| (*code, &**message)));
    }
    Ok(table.take().into())
}
