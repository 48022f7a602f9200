//! The classes of bytes that a decoder may have to replace.

/// The bytes to look for besides ill-formed ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Special {
    /// CR and NUL.
    Raw,
    /// CR, NUL and `&`.
    References,
    /// CR, NUL and capital letters.
    Name,
}
