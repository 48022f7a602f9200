//! Shift_JIS, EUC-JP, EUC-KR, Big5, gb18030 and GBK: which of the last bytes begin a sequence.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS};

use crate::pending::Pending;

/// The rules of one encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MultiByte {
    ShiftJis,
    /// EUC-KR and Big5, whose lead bytes are the same.
    DoubleByte,
    EucJp,
    /// GBK, too: their decoders are one.
    Gb18030,
}

impl MultiByte {
    pub(super) fn of(encoding: &'static Encoding) -> Option<MultiByte> {
        Some(match encoding {
            _ if encoding == SHIFT_JIS => MultiByte::ShiftJis,
            _ if encoding == EUC_KR || encoding == BIG5 => MultiByte::DoubleByte,
            _ if encoding == EUC_JP => MultiByte::EucJp,
            _ if encoding == GB18030 || encoding == GBK => MultiByte::Gb18030,
            _ => return None,
        })
    }

    /// The pending bytes after these bytes. The caller knows that some are pending, or that the decoder has just
    /// given up on it.
    pub(super) fn follow(self, pending: &mut Pending, read: &[u8]) {
        if let &[.., before, last] = read
            && !self.may_be_longer(before, last)
        {
            pending.clear();
            pending.push(last);
            return;
        }
        // An ASCII byte ends every sequence, be it a part of it or not; but for digits in gb18030.
        let start = match read.iter().rposition(|byte| byte.is_ascii() && !byte.is_ascii_digit()) {
            Some(last) => {
                pending.clear();
                last + 1
            }
            None => 0,
        };
        for &byte in &read[start..] {
            self.step(pending, byte);
        }
    }

    /// Whether a pending sequence that ends with these two bytes may be more than the last of them.
    fn may_be_longer(self, before: u8, last: u8) -> bool {
        match self {
            MultiByte::ShiftJis | MultiByte::DoubleByte => false,
            MultiByte::EucJp => before == 0x8F,
            MultiByte::Gb18030 => before.is_ascii_digit() || last.is_ascii_digit(),
        }
    }

    /// The pending bytes after one more byte. There are none if a sequence ends with it, or if it is not part of one.
    pub(super) fn step(self, pending: &mut Pending, byte: u8) {
        let goes_on = match (self, &**pending) {
            (MultiByte::ShiftJis, []) => matches!(byte, 0x81..=0x9F | 0xE0..=0xFC),
            (MultiByte::DoubleByte | MultiByte::Gb18030, []) => matches!(byte, 0x81..=0xFE),
            (MultiByte::EucJp, []) => matches!(byte, 0x8E | 0x8F | 0xA1..=0xFE),
            (MultiByte::EucJp, [0x8F]) => matches!(byte, 0xA1..=0xFE),
            (MultiByte::Gb18030, [_]) => byte.is_ascii_digit(),
            (MultiByte::Gb18030, [_, _]) => matches!(byte, 0x81..=0xFE),
            // Where four bytes of gb18030 are none, the third may begin a pair; but then this byte ends it.
            _ => false,
        };
        if goes_on {
            pending.push(byte);
        } else {
            pending.clear();
        }
    }

    /// Whether these bytes can be pending.
    pub(super) fn is_pending(self, bytes: &[u8]) -> bool {
        let mut pending = Pending::default();
        bytes.iter().for_each(|&byte| self.step(&mut pending, byte));
        &*pending == bytes
    }
}
