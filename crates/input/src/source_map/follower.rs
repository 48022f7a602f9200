//! The follower of each encoding: how many source bytes a run of decoded text took.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_16BE, UTF_16LE};

use super::{double_byte, iso_2022_jp::Iso2022Jp, single_byte, utf_16};

/// The rules of one encoding, and what its decoder remembers between two characters.
#[derive(Clone, Copy, Debug)]
pub(super) enum Follower {
    /// One byte a character: also x-user-defined, and what is kept of a source in the encoding `replacement`.
    SingleByte,
    Utf16 {
        big_endian: bool,
    },
    ShiftJis,
    EucJp,
    EucKr,
    Big5 {
        /// The next character is the second one of a pair of bytes, which were taken by the first.
        second: bool,
    },
    /// GBK, too: their decoders are one.
    Gb18030,
    Iso2022Jp(Iso2022Jp),
}

impl Follower {
    /// The follower of an encoding, in its first state.
    pub(super) fn new(encoding: &'static Encoding) -> Follower {
        match encoding {
            _ if encoding == UTF_16LE => Follower::Utf16 { big_endian: false },
            _ if encoding == UTF_16BE => Follower::Utf16 { big_endian: true },
            _ if encoding == SHIFT_JIS => Follower::ShiftJis,
            _ if encoding == EUC_JP => Follower::EucJp,
            _ if encoding == EUC_KR => Follower::EucKr,
            _ if encoding == BIG5 => Follower::Big5 { second: false },
            _ if encoding == GB18030 || encoding == GBK => Follower::Gb18030,
            _ if encoding == ISO_2022_JP => Follower::Iso2022Jp(Iso2022Jp::new()),
            _ => Follower::SingleByte,
        }
    }

    /// The same in mid-source, with the [`bits`](Self::bits) that it had there.
    pub(super) fn resume(encoding: &'static Encoding, bits: (bool, bool)) -> Follower {
        match Follower::new(encoding) {
            Follower::Iso2022Jp(_) => Follower::Iso2022Jp(Iso2022Jp::resume(bits.0, bits.1)),
            Follower::Big5 { .. } => Follower::Big5 { second: bits.0 },
            other => other,
        }
    }

    /// The decoder state besides the encoding. ISO-2022-JP: whether characters have two bytes, and whether an escape
    /// sequence was taken and no character since. Big5: whether the second of two characters is next.
    pub(super) fn bits(self) -> (bool, bool) {
        match self {
            Follower::Iso2022Jp(state) => state.bits(),
            Follower::Big5 { second } => (second, false),
            _ => (false, false),
        }
    }

    /// Walks over all of `decoded`, whole characters of which `source` is the source and more, and returns how
    /// many bytes of `source` they took, never more than there are. `next` is the byte after `source`, if known.
    pub(super) fn walk(&mut self, source: &[u8], next: Option<u8>, decoded: &[u8]) -> usize {
        let taken = match self {
            Follower::SingleByte => single_byte::walk(decoded),
            Follower::Utf16 { big_endian } => utf_16::walk(*big_endian, source, decoded),
            Follower::ShiftJis => double_byte::walk(source, decoded, double_byte::shift_jis),
            Follower::EucJp => double_byte::walk(source, decoded, |rest, _| double_byte::euc_jp(rest)),
            Follower::EucKr => double_byte::walk(source, decoded, double_byte::euc_kr),
            Follower::Big5 { second } => double_byte::walk(source, decoded, |rest, ill_formed| {
                double_byte::big5(second, rest, ill_formed)
            }),
            Follower::Gb18030 => double_byte::walk(source, decoded, |rest, ill_formed| {
                double_byte::gb18030(rest, next, ill_formed)
            }),
            Follower::Iso2022Jp(state) => state.walk(source, decoded),
        };
        taken.min(source.len())
    }
}
