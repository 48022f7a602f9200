//! Results from the state that their pickles have.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::columns::Batch;
use crate::page::{EncodingDecision, Link, Links};
use crate::select::Element;
use crate::tokens::{Token, Tokens};
use crate::warc::Loss;

/// Restore a result of which a pickle was made, by the same version of the package.
#[pyfunction]
#[pyo3(signature = (class, state, /))]
pub(crate) fn _restore<'py>(class: &str, state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = state.py();
    let other = || PyValueError::new_err(format!("this is no pickle of a tagspan.{class} of this version"));
    Ok(match class {
        "Batch" => Bound::new(py, Batch::of_state(state.extract()?)?)?.into_any(),
        "Element" => Bound::new(py, Element::of_state(state.extract()?))?.into_any(),
        "EncodingDecision" => Bound::new(py, EncodingDecision::of_state(state.extract()?))?.into_any(),
        "Link" => Bound::new(py, Link::of_state(state.extract()?))?.into_any(),
        "Links" => Bound::new(py, Links::of_state(state.extract()?))?.into_any(),
        "Loss" => Bound::new(py, Loss::of_state(state.extract()?))?.into_any(),
        "Token" => Bound::new(py, Token::of_state(state.extract()?))?.into_any(),
        "Tokens" => {
            let tokens = Tokens::of_state(state.extract()?).ok_or_else(other)?;
            Bound::new(py, tokens)?.into_any()
        }
        _ => return Err(other()),
    })
}
