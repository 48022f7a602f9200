//! HTML pages of WARC and ARC archives, each with a [`Tokenizer`](tagspan::Tokenizer) that is ready for it.
//!
//! ```no_run
//! use tagspan::Token;
//! use tagspan_warc::{Archive, Item};
//!
//! let mut archive = Archive::open("CC-MAIN-2025-00000.warc.gz")?;
//! let mut links = 0;
//! while let Some(item) = archive.next_item()? {
//!     match item {
//!         Item::Page(mut page) => {
//!             page.for_each(|token| links += usize::from(matches!(token, Token::StartTag(tag) if tag.is("a"))))?;
//!         }
//!         // The bytes lost by damage. Reading continues after them.
//!         Item::Gap(gap) => eprintln!("{gap}"),
//!         _ => {}
//!     }
//! }
//! println!("{links} links in {} pages", archive.counts().pages);
//! # Ok::<(), tagspan_warc::Error>(())
//! ```
//!
//! # Supported archives
//!
//! * Files of WARC, and of ARC 1.0, 1.1 and 2.0, compressed by gzip or zstd or not, with or without a dictionary. A record of ARC
//!   has the fields that a record of WARC would have. The bytes decide, not the name: the first
//!   member determines the format of all others, or the next one if the first one is damaged. Members may
//!   hold a record, a block of any size, or the whole file. Zeros after the last member of gzip are padding.
//! * Pages are records of the types `response` and `resource` whose `Content-Type` or `WARC-Identified-Payload-Type` is HTML,
//!   by [`MimeType::extract`](tagspan::input::MimeType::extract). Without a valid type the first bytes tell, as in browsers. All
//!   other records are skipped and [counted](Counts), revisits too.
//! * Records of the type `conversion`, which hold the text of pages in the WET files of Common Crawl, are pages of text
//!   [on request](Archive::conversions).
//! * A page whose body is of another type, such as an image, has no text, [says so](Truncation::NotHtml), and is
//!   [counted](Counts::not_html).
//! * Interim HTTP responses (1xx but 101) before the final one in a record are skipped.
//! * Chunks, content codings and transfer codings (`gzip`, `deflate`, `br`, `zstd`) are undone, up to five of them over one
//!   another. Many archives keep a header whose codings they have undone already, or have others: a body is read as what its
//!   first bytes are, and a header that is not true is [counted](Counts::false_encodings). What cannot be undone has no text,
//!   [says so](Truncation::UnknownEncoding), and is [counted](Counts::unknown_encodings) too.
//!
//! # Losses
//!
//! * A [`Gap`] has the range of bytes of the file that gave no complete record, and the reason. Reading continues at the next
//!   valid member: a magic number whose inflated bytes start with `WARC/`; within a member, at the next header of a
//!   record. Records whose headers and checksums are right are never lost by damage before them, unless it inflates over
//!   more than [`Limits::rewind`] bytes, or a length is wrong in a member of several records.
//! * A truncated page has a [`Truncation`], and its last token [is truncated](tagspan::Token::is_truncated).
//! * An [`Error`] comes from the input or the tokenizer. The content of an archive never causes an error or a panic.
//! * Memory is bounded by [`Limits`], work is linear.

#![forbid(unsafe_code)]

mod arc;
mod archive;
mod body;
mod capture;
mod codings;
mod counts;
mod digest;
mod fields;
mod file;
mod gzip;
mod inflate;
mod limits;
mod loss;
mod media;
mod page;
mod records;
mod source;
mod step;
mod stream;
mod transfer;

pub use archive::{Archive, Item, is_archive};
pub use body::Body;
pub use capture::{Capture, Indexed};
pub use counts::Counts;
pub use file::{ArchiveFile, ReadSeek, Storage};
pub use limits::Limits;
pub use loss::{Error, ErrorKind, Gap, GapReason, Truncation};
pub use page::Page;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
