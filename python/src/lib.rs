//! The Python module of tagspan: see python/README.md.

mod arguments;
mod arrow;
mod columns;
mod errors;
mod file;
mod inputs;
mod objects;
mod page;
mod pickle;
mod records;
mod restore;
mod select;
mod source;
mod tokenizer;
mod tokens;
mod warc;

/// Tokens, links, text, elements and columns of HTML pages and WARC archives.
#[pyo3::pymodule]
mod _tagspan {
    #[pymodule_export]
    use crate::columns::{Batch, extract};
    #[pymodule_export]
    use crate::errors::{Error, TruncatedWarning};
    #[pymodule_export]
    use crate::objects::{_Object, _objects};
    #[pymodule_export]
    use crate::page::{EncodingDecision, Link, Links, escape, links, sniff, text};
    #[pymodule_export]
    use crate::records::records;
    #[pymodule_export]
    use crate::restore::_restore;
    #[pymodule_export]
    use crate::select::{Element, select};
    #[pymodule_export]
    use crate::tokenizer::Tokenizer;
    #[pymodule_export]
    use crate::tokens::{Token, Tokens, tokenize};
    #[pymodule_export]
    use crate::warc::{Batches, Loss, warc};

    use pyo3::prelude::*;
    use pyo3::types::PyDict;
    use tagspan_extract::columns::Column;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let columns = PyDict::new(module.py());
        for column in Column::ALL {
            columns.set_item(column.as_str(), format!("{}: {}", column.type_name(), column.about()))?;
        }
        module.add("COLUMNS", columns)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
