//! UTF-16: a pending lead surrogate, and half a code unit.

use crate::pending::Pending;

/// Whether a code unit is a lead surrogate.
pub(super) fn is_lead(big_endian: bool, [first, second]: [u8; 2]) -> bool {
    (if big_endian { first } else { second }) & 0xFC == 0xD8
}

/// The pending bytes after these bytes: a code unit that is a lead surrogate, and an odd byte.
pub(super) fn follow(pending: &mut Pending, read: &[u8], is_lead: impl Fn([u8; 2]) -> bool) {
    let before = *pending;
    let total = before.len() + read.len();
    // Two bytes before the odd one, and that: the same three whether they were pending or not.
    let byte = |index: usize| match index.checked_sub(before.len()) {
        Some(index) => read[index],
        None => before[index],
    };
    pending.clear();
    let even = total - total % 2;
    if even >= 2 {
        let unit = [byte(even - 2), byte(even - 1)];
        if is_lead(unit) {
            unit.into_iter().for_each(|byte| pending.push(byte));
        }
    }
    if even < total {
        pending.push(byte(even));
    }
}

/// Whether these bytes can be pending.
pub(super) fn is_pending(bytes: &[u8], is_lead: impl Fn([u8; 2]) -> bool) -> bool {
    match *bytes {
        [] | [_] => true,
        [first, second] | [first, second, _] => is_lead([first, second]),
        _ => false,
    }
}
