//! How much memory and work an archive may cost.

/// The limits of an [`Archive`](crate::Archive), in bytes.
///
/// Memory is bounded by eight times `rewind` (in undamaged archives of small members it is far from that), four times
/// `header`, 3 MiB for buffers, and what the tokenizer keeps. Windows of
/// compression come on top where they are used: 32 KiB for gzip, 16 MiB for `br`, 8 MiB for an HTTP body of zstd, and for a
/// member of zstd what its frame asks for, which is 128 MiB at most, and a dictionary of 8 MiB at most.
///
/// ```
/// use tagspan_warc::{Archive, Limits};
///
/// let mut limits = Limits::default();
/// limits.body = 1 << 20;
/// let archive = Archive::new(&b""[..]).limits(limits);
/// # let _ = archive;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The header of a record, and likewise that of HTTP: 64 KiB. A record with a longer one is a [`Gap`](crate::Gap).
    pub header: usize,
    /// The body of a page after decoding: 64 MiB. The rest of a longer one is skipped, and its end is
    /// [`Truncation::Limit`](crate::Truncation::Limit).
    pub body: u64,
    /// The inflated bytes for each compressed byte, of a member or an HTTP body that inflates to more than 16 MiB: 200.
    /// A higher ratio is treated as a zip bomb.
    pub ratio: u64,
    /// The bytes before a damage that are searched for the start of the next member: 1 MiB. Earlier bytes are in the
    /// [`Gap`](crate::Gap) too. Likewise the bytes of a file with a damaged start that are searched for its format at once.
    pub rewind: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { header: 64 << 10, body: 64 << 20, ratio: 200, rewind: 1 << 20 }
    }
}

impl Limits {
    /// Whether so many bytes from so many compressed ones are a zip bomb.
    pub(crate) fn is_bomb(&self, compressed: u64, inflated: u64) -> bool {
        inflated > 16 << 20 && inflated / self.ratio.max(1) > compressed
    }
}
