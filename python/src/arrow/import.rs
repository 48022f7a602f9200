//! Arrow arrays of other packages, from their capsules.
#![allow(unsafe_code)]

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::ArrayStreamReader;
use arrow_array::{Array, ArrayRef, make_array};
use arrow_data::ArrayData;
use arrow_schema::ArrowError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// The arrays of an object, or `None` if it is none of Arrow. They are validated: offsets, lengths and UTF-8.
pub(crate) fn arrays(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<ArrayRef>>> {
    let arrays: Vec<ArrayData> = if object.hasattr("__arrow_c_array__")? {
        let capsules = object.call_method0("__arrow_c_array__")?;
        let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) = capsules.extract()?;
        let schema = schema.pointer_checked(Some(c"arrow_schema"))?.cast::<FFI_ArrowSchema>();
        let array = array.pointer_checked(Some(c"arrow_array"))?.cast::<FFI_ArrowArray>();
        // SAFETY: A capsule of this name holds a valid `ArrowArray`, by the PyCapsule interface. It is moved out, and what
        // remains is marked as released, so it is released once.
        let array = unsafe { FFI_ArrowArray::from_raw(array.as_ptr()) };
        // SAFETY: A capsule of this name holds a valid `ArrowSchema`, which lives as long as the capsule: to the end of
        // this block. It describes the array, by the same interface.
        vec![unsafe { from_ffi(array, schema.as_ref()) }.map_err(refuse)?]
    } else if object.hasattr("__arrow_c_stream__")? {
        // It frees its stream when it goes away.
        let capsule = object.call_method0("__arrow_c_stream__")?.cast_into::<PyCapsule>()?;
        let stream = capsule.pointer_checked(Some(c"arrow_array_stream"))?;
        // SAFETY: A capsule of this name holds a valid `ArrowArrayStream`, by the PyCapsule interface. It is moved out, and
        // what remains is marked as released.
        let reader = unsafe { ArrayStreamReader::from_raw(stream.cast().as_ptr()) }.map_err(refuse)?;
        reader.map(|array| Ok(array?.to_data())).collect::<Result<_, _>>().map_err(refuse)?
    } else {
        return Ok(None);
    };
    for array in &arrays {
        array.validate_full().map_err(refuse)?;
    }
    // It panics for what is not valid, such as an array that was taken before.
    Ok(Some(arrays.into_iter().map(make_array).collect()))
}

fn refuse(error: ArrowError) -> PyErr {
    PyValueError::new_err(format!("the Arrow data cannot be imported: {error}"))
}
