//! Section 12.2.2.4, *Changing the encoding while parsing*.

use crate::encoding::{Change, ChangeOptions, Encoding};

/// *Change the encoding*.
pub(crate) fn change_the_encoding(current: Encoding, new: Encoding, options: &ChangeOptions) -> Change {
    let mut new = new;
    // 1. If the new encoding is identical or equivalent to the encoding that is already being used to interpret
    //    the input stream, then set the confidence to certain and abort these steps.
    if new == current {
        return Change::Confirmed;
    }
    // 2. If the encoding that is already being used to interpret the input stream is a UTF-16 encoding, then set
    //    the confidence to certain and abort these steps. The new encoding is ignored.
    if current.is_utf_16() {
        return Change::Confirmed;
    }
    // 3. If the new encoding is a UTF-16 encoding, change it to UTF-8. (It may well be the current one now.)
    if new.is_utf_16() {
        new = Encoding::UTF_8;
    }
    // 4. If all the bytes up to the last byte converted by the current decoder have the same Unicode
    //    interpretations in both the current encoding and the new encoding, and if the user agent supports
    //    changing the converter on the fly, then the user agent may change to the new converter.
    // 5. Otherwise, navigate to the document again. If this is not possible, then instead set the confidence to
    //    certain and ignore the new encoding.
    options.carry_out(new)
}
