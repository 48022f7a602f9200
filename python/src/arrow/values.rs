//! Columns of bytes or text that Python passes: sequences, and arrays of Arrow.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, new_null_array};
use arrow_schema::DataType;
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};

use super::import::arrays;
use crate::source::Source;

/// Values in order, some of which may be missing.
pub(crate) enum Values {
    Sources(Vec<Option<Source>>),
    Arrays(Vec<ArrayRef>),
}

impl Values {
    /// Takes an Arrow array of binary or text, or any iterable. `name` is that of the argument.
    pub(crate) fn new(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let is_one = object.is_instance_of::<PyBytes>()
            || object.is_instance_of::<PyString>()
            || object.is_instance_of::<PyByteArray>()
            || object.is_instance_of::<PyMemoryView>();
        if is_one {
            return Err(PyTypeError::new_err(format!(
                "{name} must have one value for each row: pass a list of them"
            )));
        }
        if let Some(mut arrays) = arrays(object)? {
            for array in arrays.iter_mut().filter(|array| *array.data_type() == DataType::Null) {
                *array = new_null_array(&DataType::Binary, array.len());
            }
            if let Some(other) = arrays.iter().find(|array| !is_binary(array.data_type())) {
                let kind = other.data_type();
                return Err(PyTypeError::new_err(format!(
                    "{name} must be binary or text, not {kind}: cast it"
                )));
            }
            return Ok(Values::Arrays(arrays));
        }
        let mut sources = Vec::new();
        for value in object.try_iter()? {
            let value = value?;
            sources.try_reserve(1).map_err(|_| PyMemoryError::new_err(()))?;
            sources.push(if value.is_none() { None } else { Some(Source::new(&value)?) });
        }
        Ok(Values::Sources(sources))
    }

    pub(crate) fn length(&self) -> usize {
        match self {
            Values::Sources(sources) => sources.len(),
            Values::Arrays(arrays) => arrays.iter().map(|array| array.len()).sum(),
        }
    }

    /// The bytes of each value, and whether they are of a `str`.
    pub(crate) fn iter(&self) -> Box<dyn Iterator<Item = Option<(&[u8], bool)>> + '_> {
        match self {
            Values::Sources(sources) => Box::new(
                sources.iter().map(|source| source.as_ref().map(|source| (source.bytes(), source.is_text()))),
            ),
            Values::Arrays(arrays) => Box::new(arrays.iter().flat_map(|array| {
                let is_text =
                    matches!(array.data_type(), DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View);
                (0..array.len()).map(move |row| array.is_valid(row).then(|| (value(array, row), is_text)))
            })),
        }
    }
}

fn is_binary(data_type: &DataType) -> bool {
    use DataType::{Binary, BinaryView, LargeBinary, LargeUtf8, Utf8, Utf8View};
    matches!(data_type, Binary | LargeBinary | BinaryView | Utf8 | LargeUtf8 | Utf8View)
}

/// The bytes of a row. The types are those of [`is_binary`].
fn value(array: &ArrayRef, row: usize) -> &[u8] {
    match array.data_type() {
        DataType::Binary => array.as_binary::<i32>().value(row),
        DataType::LargeBinary => array.as_binary::<i64>().value(row),
        DataType::BinaryView => array.as_binary_view().value(row),
        DataType::Utf8 => array.as_string::<i32>().value(row).as_bytes(),
        DataType::LargeUtf8 => array.as_string::<i64>().value(row).as_bytes(),
        _ => array.as_string_view().value(row).as_bytes(),
    }
}
