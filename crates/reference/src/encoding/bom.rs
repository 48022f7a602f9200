//! Byte order marks, of which both editions know the same three.

use super::Encoding;

/// *BOM sniff* of the Encoding Standard, section 6; step 3 of section 12.2.2.1 of 2010.
///
/// For each of the rows, starting with the first one: if there are as many or more bytes available than the
/// number of bytes in the first column, and the first bytes match those, then return the encoding.
pub(super) fn bom_sniff(bytes: &[u8]) -> Option<Encoding> {
    const ROWS: [(&[u8], Encoding); 3] = [
        (b"\xFE\xFF", Encoding::UTF_16BE),
        (b"\xFF\xFE", Encoding::UTF_16LE),
        (b"\xEF\xBB\xBF", Encoding::UTF_8),
    ];
    ROWS.iter().find(|(mark, _)| bytes.starts_with(mark)).map(|&(_, encoding)| encoding)
}
