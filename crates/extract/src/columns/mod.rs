//! Extraction from many pages, as rows of columns; from archives with the feature `warc`.
//!
//! A [`Table`] makes batches of the pages that it is given. With the feature `warc` a `Scan` reads archives and files in
//! several threads. The rows of a [`Batch`] can be read, with the feature `serde` serialised, and with `arrow` a batch becomes
//! one of the crate `arrow_array` without a copy, which Parquet, DataFusion, Polars and others take as it is.
//!
//! ```
//! use tagspan_extract::columns::{Column, Origin, Table, Value};
//!
//! let mut table = Table::new(&[Column::Uri, Column::Links]);
//! let mut origin = Origin::default();
//! origin.uri = Some("https://example.com/".into());
//! table.push(origin, b"<a href=a>One</a> <a href=b>Two</a>")?;
//!
//! let batch = table.take();
//! let row = batch.iter().next().unwrap();
//! let Some(Value::List(mut links)) = row.get("links") else { panic!("links are a list") };
//! assert!(matches!(links.next().unwrap().get("url"), Some(Value::Text("https://example.com/a"))));
//! # Ok::<(), tagspan::Error>(())
//! ```

#[cfg(feature = "arrow")]
mod arrow;
mod batch;
mod column;
mod date;
#[cfg(feature = "warc")]
mod found;
#[cfg(feature = "warc")]
mod indexed;
#[cfg(feature = "warc")]
mod input;
mod listed;
mod origin;
mod row;
#[cfg(feature = "warc")]
mod scan;
mod selected;
mod table;
mod values;
#[cfg(feature = "warc")]
mod work;
#[cfg(feature = "warc")]
mod worker;

pub use batch::{Batch, Row, Rows, Value};
pub use column::{Column, UnknownColumn};
#[cfg(feature = "warc")]
pub use found::{Found, Loss, Progress};
#[cfg(feature = "warc")]
pub use indexed::RecordRange;
#[cfg(feature = "warc")]
pub use input::{Input, Stream};
pub use origin::Origin;
#[cfg(feature = "warc")]
pub use scan::Scan;
pub use selected::{SelectedColumnError, SelectedColumns};
pub use table::Table;
#[cfg(feature = "warc")]
pub use work::Batches;
