//! The bytes of a token with their offset, and the count of missing bytes.

use std::borrow::Cow;

use tagspan_entities::Decode;
use tagspan_entities::tokenizing::{decode_name_part, decode_part};

use super::ranges::TokenRange;
use crate::span::Span;

/// The bytes at an offset, which all tokens share.
#[derive(Clone, Copy)]
pub(crate) struct Slice<'a> {
    /// The bytes, and those that follow them where they lie: decoding loads whole blocks of them.
    ///
    /// INVARIANT: there are at least `length`. Those beyond are no part of the token, and change nothing.
    pub(crate) from: &'a [u8],
    pub(crate) length: usize,
    pub(crate) offset: u64,
}

impl PartialEq for Slice<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.raw() == other.raw() && self.offset == other.offset
    }
}

impl Eq for Slice<'_> {}

impl<'a> Slice<'a> {
    #[inline]
    pub(crate) fn raw(self) -> &'a [u8] {
        &self.from[..self.length]
    }

    #[inline]
    pub(crate) fn span(self) -> Span {
        Span { start: self.offset, end: self.offset + self.length as u64 }
    }

    #[inline]
    pub(crate) fn part(self, range: TokenRange) -> &'a [u8] {
        debug_assert!(range.1 as usize <= self.length);
        &self.from[range.0 as usize..range.1 as usize]
    }

    #[inline]
    pub(crate) fn decode(self, range: TokenRange, how: Decode) -> Cow<'a, str> {
        debug_assert!(range.1 as usize <= self.length);
        decode_part(self.from, range.0 as usize..range.1 as usize, how)
    }

    #[inline]
    pub(crate) fn name(self, range: TokenRange) -> Cow<'a, str> {
        debug_assert!(range.1 as usize <= self.length);
        decode_name_part(self.from, range.0 as usize..range.1 as usize)
    }

    #[inline]
    pub(crate) fn part_span(self, range: TokenRange) -> Span {
        Span { start: self.offset + u64::from(range.0), end: self.offset + u64::from(range.1) }
    }
}

/// The missing bytes of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MissingBytes(u64);

impl MissingBytes {
    pub(crate) const NONE: MissingBytes = MissingBytes(0);

    /// So many bytes because of a limit, and perhaps what the input would have gone on with.
    #[inline(always)]
    pub(crate) fn new(bytes: u64, by_end: bool) -> MissingBytes {
        MissingBytes(bytes << 1 | u64::from(by_end))
    }

    #[inline(always)]
    pub(crate) fn bytes(self) -> u64 {
        self.0 >> 1
    }

    #[inline(always)]
    pub(crate) fn is_any(self) -> bool {
        self != MissingBytes::NONE
    }

    #[inline]
    pub(crate) fn span(self, slice: Slice<'_>) -> Span {
        let Span { start, end } = slice.span();
        Span { start, end: end + self.bytes() }
    }
}
