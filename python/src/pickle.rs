//! Pickles of results: a function that restores them, and its arguments.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// What `__reduce__` of this class returns.
pub(crate) fn reduce<'py>(
    py: Python<'py>,
    class: &str,
    state: impl IntoPyObject<'py>,
) -> PyResult<Bound<'py, PyTuple>> {
    let restore = py.import("tagspan._tagspan")?.getattr("_restore")?;
    (restore, (class, state)).into_pyobject(py)
}
