//! Single-byte encodings: as many bytes as characters.

use super::utf_8;

/// How many source bytes `decoded` took: one for each character, ill-formed or not.
pub(super) fn walk(decoded: &[u8]) -> usize {
    // Counted in bytes, of which many fit a register.
    let count = |block: &[u8]| block.iter().map(|&byte| u8::from(!utf_8::continues(byte))).sum::<u8>();
    decoded.chunks(192).map(|block| usize::from(count(block))).sum()
}
