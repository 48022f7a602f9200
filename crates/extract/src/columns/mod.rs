//! What is extracted of many pages, as columns of Apache Arrow: with the feature `arrow`; of archives with `warc`.
//!
//! A [`Table`] makes batches of the pages that it is given. With the feature `warc` a `Scan` reads archives and files in
//! several threads. The batches are those of the crate `arrow_array`, which Parquet, DataFusion, Polars and others take as they
//! are:
//!
//! ```
//! use arrow_array::cast::AsArray;
//! use tagspan_extract::columns::{Column, Origin, Table};
//!
//! let mut table = Table::new(&[Column::Uri, Column::Links]);
//! let mut origin = Origin::default();
//! origin.uri = Some("https://example.com/".into());
//! table.push(origin, b"<a href=a>One</a> <a href=b>Two</a>")?;
//!
//! let batch = table.take();
//! let links = batch["links"].as_list::<i64>().values().as_struct();
//! let urls: Vec<_> = links["url"].as_string::<i64>().iter().flatten().collect();
//! assert_eq!(urls, ["https://example.com/a", "https://example.com/b"]);
//! # Ok::<(), tagspan::Error>(())
//! ```

mod column;
#[cfg(feature = "warc")]
mod found;
#[cfg(feature = "warc")]
mod input;
mod listed;
#[cfg(feature = "warc")]
mod scan;
mod table;
mod values;
#[cfg(feature = "warc")]
mod work;
#[cfg(feature = "warc")]
mod worker;

pub use column::{Column, UnknownColumn};
#[cfg(feature = "warc")]
pub use found::{Found, Loss, Progress};
#[cfg(feature = "warc")]
pub use input::{Input, Stream};
#[cfg(feature = "warc")]
pub use scan::Scan;
pub use table::{Origin, Table};
#[cfg(feature = "warc")]
pub use work::Batches;
