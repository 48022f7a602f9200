//! The PyCapsule interface of Arrow: what is passed to other packages and taken from them without a copy.

mod export;
mod import;
mod pickle;
mod values;

pub(crate) use export::{export_array, export_schema, export_stream};
pub(crate) use import::arrays;
pub(crate) use pickle::{pack, unpack};
pub(crate) use values::Values;
