//! Columns of the pages that an index names: rows of an Arrow table, or of Python.

use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_schema::DataType;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use tagspan_extract::columns::{Loss, RecordRange, Scan};

use crate::arguments::{Detect, EncodingArguments, columns as parse_columns, extractor, selected};
use crate::arrow::arrays;
use crate::warc::{Batches, threads_of};

const ADVICE: &str = "index must be an Arrow table with the columns warc_filename, warc_record_offset and warc_record_length, or an \
                      iterable of dicts with these keys or of tuples of the three";

/// Read the records that an index names, and return columns of their pages as a stream of batches, in the order of the index.
///
/// index is an Arrow table, or a stream of batches, with the columns `warc_filename`, `warc_record_offset` and `warc_record_length`,
/// as Common Crawl's index has; or an iterable of dicts with these keys, or of tuples of the three. Other names are those of CDXJ,
/// `filename`, `offset` and `length`, and of `warc`, `file`, `record_offset` and `record_length`. prefix is the folder or the
/// URL that the file names start from.
///
/// columns and the other arguments are those of `warc`. The index is kept in memory. Records of one file that lie close are read at
/// once. A record that is not at its place, or is no page, is not an error: `lost` lists it.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
#[pyo3(signature = (index, columns, *, prefix=None, threads=None, conversions=false, select=None, attributes=Vec::new(), css=false, content_type=None, charset=None, default=None, locale=None, detect=Detect::Yes, detect_within=None))]
#[pyo3(
    text_signature = "(index, columns, *, prefix=None, threads=None, conversions=False, select=None, attributes=(), css=False, content_type=None, charset=None, default=None, locale=None, detect=True, detect_within=None)"
)]
pub(crate) fn records(
    index: &Bound<'_, PyAny>,
    columns: &Bound<'_, PyAny>,
    prefix: Option<PathBuf>,
    threads: Option<&Bound<'_, PyAny>>,
    conversions: bool,
    select: Option<&Bound<'_, PyAny>>,
    attributes: Vec<String>,
    css: bool,
    content_type: Option<&str>,
    charset: Option<&str>,
    default: Option<&str>,
    locale: Option<&str>,
    detect: Detect,
    detect_within: Option<&Bound<'_, PyAny>>,
) -> PyResult<Batches> {
    let py = index.py();
    let encoding = EncodingArguments { content_type, charset, default, locale, detect, detect_within };
    let selected = selected(select)?;
    let columns = parse_columns(columns, selected.is_some())?;
    let scan = Scan::new(&columns).encoding(encoding.options(py)?).conversions(conversions);
    let mut scan = threads_of(scan.extractor(extractor(py, &attributes, css)?), threads)?;
    if let Some(selected) = selected {
        scan = scan.select(selected);
    }
    let rows = match arrays(index)? {
        Some(arrays) => of_arrays(&arrays)?,
        None => of_rows(index)?,
    };
    let schema = scan.schema();
    let open = move |name: &str| Ok(tagspan_remote::archive(prefix.as_deref(), name)?);
    Ok(Batches::new(py.detach(|| scan.read_records(rows, open)), schema))
}

type Rows = Vec<Result<RecordRange, Loss>>;

/// The row of the index after these, some of whose values may be missing.
fn row(rows: &Rows, file: Option<&str>, place: [Option<u64>; 2]) -> Result<RecordRange, Loss> {
    let number = rows.len();
    match (file, place) {
        (Some(file), [Some(offset), Some(length)]) => {
            // Rows of one file follow each other, and share its name.
            let last = rows.last().and_then(|row| row.as_ref().ok()).map(|row| &row.file);
            let file = last.filter(|last| ***last == *file).map_or_else(|| file.into(), Arc::clone);
            Ok(RecordRange::new(file, offset, length))
        }
        _ => Err(Loss::of_index(
            "<index>",
            format!("row {number} of the index has no place: pass three values"),
        )),
    }
}

fn of_arrays(arrays: &[ArrayRef]) -> PyResult<Rows> {
    let mut rows = Vec::new();
    for array in arrays {
        let table: &StructArray = array.as_struct_opt().ok_or_else(|| PyTypeError::new_err(ADVICE))?;
        let column = |names: [&str; 3]| {
            let found = names.iter().find_map(|name| table.column_by_name(name));
            found.ok_or_else(|| {
                PyValueError::new_err(format!("the index has no column {}: {ADVICE}", names.join(" or ")))
            })
        };
        let [files, offsets, lengths] = RecordRange::COLUMNS;
        let (files, offsets, lengths) = (column(files)?, column(offsets)?, column(lengths)?);
        for at in 0..table.len() {
            let place = [number(offsets, at)?, number(lengths, at)?];
            rows.push(row(&rows, text(files, at)?, place));
        }
    }
    Ok(rows)
}

fn text(array: &ArrayRef, at: usize) -> PyResult<Option<&str>> {
    let text = match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(at),
        DataType::LargeUtf8 => array.as_string::<i64>().value(at),
        DataType::Utf8View => array.as_string_view().value(at),
        other => {
            return Err(PyTypeError::new_err(format!(
                "the file names of the index are {other}: cast them to text"
            )));
        }
    };
    Ok(array.is_valid(at).then_some(text))
}

/// A negative number is missing.
fn number(array: &ArrayRef, at: usize) -> PyResult<Option<u64>> {
    let number = match array.data_type() {
        DataType::Int32 => u64::try_from(array.as_primitive::<Int32Type>().value(at)).ok(),
        DataType::Int64 => u64::try_from(array.as_primitive::<Int64Type>().value(at)).ok(),
        DataType::UInt32 => Some(array.as_primitive::<UInt32Type>().value(at).into()),
        DataType::UInt64 => Some(array.as_primitive::<UInt64Type>().value(at)),
        other => {
            return Err(PyTypeError::new_err(format!("a place of the index is {other}: cast it to int64")));
        }
    };
    Ok(number.filter(|_| array.is_valid(at)))
}

fn of_rows(index: &Bound<'_, PyAny>) -> PyResult<Rows> {
    let mut rows = Vec::new();
    for value in index.try_iter().map_err(|_| PyTypeError::new_err(ADVICE))? {
        let value = value?;
        let [file, offset, length] = if let Ok(tuple) = value.cast::<PyTuple>() {
            let (file, offset, length) = tuple.extract().map_err(|_| PyTypeError::new_err(ADVICE))?;
            [Some(file), Some(offset), Some(length)]
        } else {
            let dict = value.cast::<PyDict>().map_err(|_| PyTypeError::new_err(ADVICE))?;
            let of = |names: [&str; 3]| names.iter().find_map(|name| dict.get_item(name).ok().flatten());
            RecordRange::COLUMNS.map(of)
        };
        let file: Option<String> = file.and_then(|file| file.extract().ok());
        rows.push(row(&rows, file.as_deref(), [offset, length].map(|value| whole(&value?))));
    }
    Ok(rows)
}

/// A number, which CDXJ has as text.
fn whole(value: &Bound<'_, PyAny>) -> Option<u64> {
    value.extract().ok().or_else(|| value.extract::<&str>().ok()?.parse().ok())
}
