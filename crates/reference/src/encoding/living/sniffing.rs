//! Section 12.2.3.2, the *encoding sniffing algorithm*.

use super::prescan;
use crate::encoding::bom::bom_sniff;
use crate::encoding::{SniffOptions, Sniffed, Source, get_an_encoding};

/// The *encoding sniffing algorithm*.
pub(crate) fn sniff(bytes: &[u8], options: &SniffOptions) -> Sniffed {
    // 1. If the result of BOM sniffing is an encoding, return that encoding with confidence certain.
    if let Some(encoding) = bom_sniff(bytes) {
        return Sniffed::certain(encoding, Source::ByteOrderMark);
    }
    // 2. If the user has explicitly instructed the user agent to override the document's character encoding with a
    //    specific encoding, optionally return that encoding with the confidence certain.
    if let Some(encoding) = options.user_override {
        return Sniffed::certain(encoding, Source::UserOverride);
    }
    // 3. The user agent may wait for more bytes of the resource to be available, either in this step or at any
    //    later step in this algorithm.
    // 4. If the transport layer specifies a character encoding, and it is supported, return that encoding with
    //    the confidence certain.
    if let Some(encoding) = options.transport.as_deref().and_then(get_an_encoding) {
        return Sniffed::certain(encoding, Source::Transport);
    }
    // 5. Optionally, prescan the byte stream to determine its encoding. If it returns a character encoding, then
    //    return the same encoding, with confidence tentative.
    if let Some(encoding) = prescan(options.bytes_to_prescan(bytes)) {
        return Sniffed::tentative(encoding, Source::Prescan);
    }
    // 6. If the HTML parser is associated with a Document d whose container document is non-null: If
    //    parentDocument's origin is same origin with d's origin and parentDocument's character encoding is not
    //    UTF-16BE/LE, then return parentDocument's character encoding, with the confidence tentative.
    if let Some(parent_document) = options.parent
        && parent_document.same_origin
        && !parent_document.encoding.is_utf_16()
    {
        return Sniffed::tentative(parent_document.encoding, Source::ParentDocument);
    }
    // 7. Otherwise, if the user agent has information on the likely encoding for this page, then return that
    //    encoding, with the confidence tentative.
    if let Some(encoding) = options.likely {
        return Sniffed::tentative(encoding, Source::Likely);
    }
    // 8. The user agent may attempt to autodetect the character encoding. If autodetection succeeds, and that
    //    encoding is a supported encoding, then return that encoding, with the confidence tentative.
    if let Some(encoding) = options.detected {
        return Sniffed::tentative(encoding, Source::Detection);
    }
    // 9. Otherwise, return an implementation-defined or user-specified default character encoding, with the
    //    confidence tentative.
    Sniffed::tentative(options.default, Source::Default)
}
