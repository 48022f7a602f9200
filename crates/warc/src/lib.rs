//! HTML pages of WARC archives, each with a [`Tokenizer`](tagspan::Tokenizer) that is ready for it.
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
//!         // What damage took, and where. Reading goes on behind it.
//!         Item::Gap(gap) => eprintln!("{gap}"),
//!         _ => {}
//!     }
//! }
//! println!("{links} links in {} pages", archive.counts().pages);
//! # Ok::<(), tagspan_warc::Error>(())
//! ```
//!
//! # What is read
//!
//! * Files of `.warc`, `.warc.gz` and `.warc.zst`, with or without a dictionary: the bytes tell, not the name. The first
//!   member tells the format of all others, or the next one if the first one is damaged. Members may
//!   hold a record, a block of any size, or the whole file. Zeros behind the last member of gzip are padding.
//! * Pages are records of the types `response` and `resource` whose `Content-Type` or `WARC-Identified-Payload-Type` is HTML.
//!   Without either, a page begins with `<`. All other records are skipped and [counted](Counts), revisits too.
//! * Interim HTTP responses (1xx but 101) ahead of the final one in a record are skipped.
//! * Chunks and content encodings (`gzip`, `deflate`, `br`, `zstd`) are undone. Many archives keep a `Content-Encoding`
//!   that they have undone already: a body without the encoding that its header names is taken as it is, and
//!   [counted](Counts::false_encodings).
//!
//! # What is lost
//!
//! * A [`Gap`] has the bytes of the file that gave no whole record, and the reason. Reading goes on at the next member that
//!   proves to be one: a magic number whose inflated bytes begin with `WARC/`; within a member, at the next header of a
//!   record. Records whose headers and checksums are right are never lost by damage before them, unless it inflates over
//!   more than [`Limits::rewind`] bytes, or a length is wrong in a member of several records.
//! * A page that lacks its end has a [`Truncation`], and its last token [is truncated](tagspan::Token::is_truncated).
//! * An [`Error`] is one of the input, or of the tokenizer. No content of an archive causes an error or a panic.
//! * Memory is bounded by [`Limits`], work is linear.

#![forbid(unsafe_code)]

mod archive;
mod body;
mod counts;
mod fields;
mod file;
mod gzip;
mod inflate;
mod limits;
mod loss;
mod page;
mod records;
mod source;
mod step;
mod stream;

pub use archive::{Archive, Item};
pub use body::Body;
pub use counts::Counts;
pub use file::ArchiveFile;
pub use limits::Limits;
pub use loss::{Error, ErrorKind, Gap, GapReason, Truncation};
pub use page::Page;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
