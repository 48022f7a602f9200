//! ASCII whitespace, as the sniffing algorithms skip it.

/// The standard's *ASCII whitespace*.
pub(crate) const fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}
