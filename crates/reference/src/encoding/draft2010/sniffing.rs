//! Section 12.2.2.1, the *encoding sniffing algorithm*.

use super::{prescan, supported_encoding};
use crate::encoding::bom::bom_sniff;
use crate::encoding::{SniffOptions, Sniffed, Source};

/// The *encoding sniffing algorithm*. It knows of no override by the user and of no parent document.
pub(crate) fn sniff(bytes: &[u8], options: &SniffOptions) -> Sniffed {
    // 1. If the transport layer specifies an encoding, and it is supported, return that encoding with the
    //    confidence certain, and abort these steps.
    if let Some(encoding) = options.transport.as_deref().and_then(supported_encoding) {
        return Sniffed::certain(encoding, Source::Transport);
    }
    // 2. The user agent may wait for more bytes of the resource to be available, either in this step or at any
    //    later step in this algorithm.
    // 3. For each of the rows in the following table: This step looks for Unicode Byte Order Marks (BOMs).
    if let Some(encoding) = bom_sniff(bytes) {
        return Sniffed::certain(encoding, Source::ByteOrderMark);
    }
    // 4. Otherwise, the user agent will have to search for explicit character encoding information in the file
    //    itself.
    if let Some(encoding) = prescan(options.bytes_to_prescan(bytes)) {
        return Sniffed::tentative(encoding, Source::Prescan);
    }
    // 5. If the user agent has information on the likely encoding for this page, then return that encoding, with
    //    the confidence tentative, and abort these steps.
    if let Some(encoding) = options.likely {
        return Sniffed::tentative(encoding, Source::Likely);
    }
    // 6. The user agent may attempt to autodetect the character encoding. If autodetection succeeds in determining
    //    a character encoding, then return that encoding, with the confidence tentative, and abort these steps.
    if let Some(encoding) = options.detected {
        return Sniffed::tentative(encoding, Source::Detection);
    }
    // 7. Otherwise, return an implementation-defined or user-specified default character encoding, with the
    //    confidence tentative.
    Sniffed::tentative(options.default, Source::Default)
}
