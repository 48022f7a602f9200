//! The sizes, the encoding and the time of an input that was read.

use std::time::Duration;

use tagspan::Encoding;

/// The sizes and the encoding of an input, as far as it was read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct InputSummary {
    /// Bytes of the input.
    pub(crate) bytes: u64,
    /// Bytes of its UTF-8 form.
    pub(crate) utf8_bytes: u64,
    /// The encoding that it was decoded from.
    pub(crate) encoding: Option<&'static Encoding>,
    /// The encoding of a declaration that came too late to be followed.
    pub(crate) too_late: Option<&'static Encoding>,
    /// Sequences that are ill-formed in the encoding, if they were counted.
    pub(crate) ill_formed: u64,
    /// Time that the tokenizer and the sink took.
    pub(crate) working: Duration,
}
