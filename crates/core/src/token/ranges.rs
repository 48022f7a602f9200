//! Ranges of bytes within a token.

/// A half-open range of bytes, counted from the first byte of the token.
pub(crate) type TokenRange = (u32, u32);
