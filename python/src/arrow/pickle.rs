//! Arrow data as objects of Python that can be pickled: lengths, bytes and lists of them.

use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer};
use arrow_data::ArrayData;
use arrow_schema::DataType;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyTuple};

/// Length, offset, the bits of the values that are not null, buffers, and the arrays below.
type State<'py> = (usize, usize, Option<PyBackedBytes>, Vec<PyBackedBytes>, Vec<Bound<'py, PyAny>>);

pub(crate) fn pack<'py>(py: Python<'py>, data: &ArrayData) -> PyResult<Bound<'py, PyTuple>> {
    let bits = data.nulls().map(|nulls| PyBytes::new(py, &nulls.inner().sliced()));
    let buffers: Vec<_> = data.buffers().iter().map(|buffer| PyBytes::new(py, buffer)).collect();
    let children = data.child_data().iter().map(|child| pack(py, child)).collect::<PyResult<Vec<_>>>()?;
    (data.len(), data.offset(), bits, buffers, children).into_pyobject(py)
}

/// The data of this type, which is validated.
pub(crate) fn unpack(state: &Bound<'_, PyAny>, data_type: &DataType) -> PyResult<ArrayData> {
    let (length, offset, bits, buffers, children): State<'_> = state.extract()?;
    let types: Vec<&DataType> = match data_type {
        DataType::List(field) | DataType::LargeList(field) => vec![field.data_type()],
        DataType::Struct(fields) => fields.iter().map(|field| field.data_type()).collect(),
        _ => Vec::new(),
    };
    let children = children.iter().zip(types).map(|(child, data_type)| unpack(child, data_type));
    let is_short = |bits: &PyBackedBytes| bits.len() < length.div_ceil(8);
    if bits.as_ref().is_some_and(is_short) {
        return Err(PyValueError::new_err("Arrow data of a pickle has too few bits"));
    }
    let nulls = bits.map(|bits| NullBuffer::new(BooleanBuffer::new(Buffer::from(&bits[..]), 0, length)));
    ArrayData::builder(data_type.clone())
        .len(length)
        .offset(offset)
        .nulls(nulls)
        .buffers(buffers.iter().map(|buffer| Buffer::from(&buffer[..])).collect())
        .child_data(children.collect::<PyResult<_>>()?)
        .build()
        .map_err(|error| PyValueError::new_err(error.to_string()))
}
