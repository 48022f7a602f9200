//! Objects of stores and files of web servers, as readers that block.
//!
//! ```no_run
//! use std::io::Read;
//!
//! use tagspan_remote::Object;
//!
//! let object = Object::open("s3://commoncrawl/crawl-data/CC-MAIN-2025-05/warc.paths.gz")?;
//! let mut bytes = Vec::new();
//! object.reader(0..u64::MAX)?.read_to_end(&mut bytes)?;
//! println!("{} bytes of {}", bytes.len(), object.url());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # URLs
//!
//! | URL | object | configuration |
//! |---|---|---|
//! | `s3://bucket/key` | of S3, or of what speaks its protocol | `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT_URL`, `AWS_SKIP_SIGNATURE`, `AWS_REQUEST_PAYER` |
//! | `gs://bucket/key` | of Google Cloud Storage | `GOOGLE_APPLICATION_CREDENTIALS`, `GOOGLE_SKIP_SIGNATURE` |
//! | `az://container/key` | of Azure Blob Storage | `AZURE_STORAGE_ACCOUNT_NAME`, `AZURE_STORAGE_ACCOUNT_KEY`, `AZURE_SKIP_SIGNATURE` |
//! | `https://`, `http://` | of a web server | a user and a password in the URL |
//!
//! Tests read a web server, and a server of their own that speaks the protocol of S3. Google Cloud Storage and Azure have none.
//!
//! The variables are those of the crate `object_store`, and all of its variables with these prefixes are read. Keys are written as they are, without percent-encoding. The
//! certificates that the system trusts are trusted, or those of `SSL_CERT_FILE`. Proxies are those of `HTTPS_PROXY` and `NO_PROXY`.
//!
//! # Faults
//!
//! * A connection that breaks is resumed at the byte where it broke. A request is tried again after errors of the connection and
//!   the statuses 408, 429, 500, 502, 503 and 504: up to `TAGSPAN_REMOTE_RETRIES` times without a byte, 8 if that is not set. Waits double from 0.1 s to
//!   10 s, or are those that the server asks for. A server that is silent for `TAGSPAN_REMOTE_TIMEOUT` seconds, 30 if that is
//!   not set, counts as broken.
//! * An object that changes while it is read is an [error](ErrorKind::Changed): each request asks for the ETag of the first one, or each response
//!   is compared with it.
//! * A web server without ranges is read from the start.
//!
//! # Memory
//!
//! A [`Reader`] reads ahead four ranges of 4 MiB at most, so it keeps 20 MiB. At most 64 requests for ranges of a process run at the same time.

#![forbid(unsafe_code)]

mod backend;
mod error;
mod fetch;
mod inner;
mod list;
mod location;
mod object;
mod pattern;
mod reader;
mod transport;
#[cfg(feature = "warc")]
mod warc;

pub use error::{Error, ErrorKind};
pub use list::objects;
pub use location::is_url;
pub use object::Object;
pub use reader::Reader;
pub use transport::{Counts, counts};
#[cfg(feature = "warc")]
pub use warc::archive;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
