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

impl Special {
    /// The first and the last of the bytes that are special besides NUL and CR, or CR again.
    #[inline(always)]
    pub(super) const fn others(self) -> (u8, u8) {
        match self {
            Special::Raw => (b'\r', b'\r'),
            Special::References => (b'&', b'&'),
            Special::Name => (b'A', b'Z'),
        }
    }
}
