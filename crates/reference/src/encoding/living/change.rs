//! Section 12.2.3.4, *Changing the encoding while parsing*.

use crate::encoding::{Change, ChangeOptions, Encoding};

/// *Change the encoding*.
pub(crate) fn change_the_encoding(current: Encoding, new: Encoding, options: &ChangeOptions) -> Change {
    let mut new = new;
    // 1. If the encoding that is already being used to interpret the input stream is UTF-16BE/LE, then set the
    //    confidence to certain and return. The new encoding is ignored.
    if current.is_utf_16() {
        return Change::Confirmed;
    }
    // 2. If the new encoding is UTF-16BE/LE, then change it to UTF-8.
    if new.is_utf_16() {
        new = Encoding::UTF_8;
    }
    // 3. If the new encoding is x-user-defined, then change it to windows-1252.
    if new == Encoding::X_USER_DEFINED {
        new = Encoding::WINDOWS_1252;
    }
    // 4. If the new encoding is identical or equivalent to the encoding that is already being used to interpret
    //    the input stream, then set the confidence to certain and return.
    if new == current {
        return Change::Confirmed;
    }
    // 5. If all the bytes up to the last byte converted by the current decoder have the same Unicode
    //    interpretations in both the current encoding and the new encoding, and if the user agent supports
    //    changing the converter on the fly, then the user agent may change to the new converter.
    // 6. Otherwise, restart the navigate algorithm. If this is not possible, then instead set the confidence to
    //    certain and ignore the new encoding.
    options.carry_out(new)
}
