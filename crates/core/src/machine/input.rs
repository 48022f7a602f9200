//! The machine's input: a chunk without the parts of characters at its ends, and whether the document ends with it.

/// A run of input bytes that ends between two characters: never within a UTF-8 sequence that could still
/// be completed, nor between a CR and what follows it, unless the input ends there.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    pub(crate) bytes: &'a [u8],
    /// The input ends where `bytes` does.
    pub(crate) last: bool,
}

/// What a state finds at its position. Running out of bytes for now and the end of input are different
/// answers, and each state says what it does on either.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    Byte(u8),
    More,
    End,
}

impl Input<'_> {
    #[inline(always)]
    pub(crate) fn at(self, index: usize) -> Next {
        match self.bytes.get(index) {
            Some(&byte) => Next::Byte(byte),
            None if self.last => Next::End,
            None => Next::More,
        }
    }
}
