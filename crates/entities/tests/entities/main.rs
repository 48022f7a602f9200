//! Names, numbers and decoding from outside, against a search in the plain list.
#![forbid(unsafe_code)]

mod decode;
mod named;
mod numeric;
mod oracle;
