//! The chunks that a cursor can read: a slice, or memory that it owns.

use std::ops::Range;

/// The bytes that a cursor reads: `&[u8]`, or `bytes::Bytes` with the feature `bytes`.
///
/// Only the types of this crate implement it.
///
/// ```
/// use tagspan::{Chunk, Error, Token, Tokens};
///
/// fn skip_text<C: Chunk>(tokens: &mut Tokens<'_, C>) -> Result<(), Error> {
///     while tokens.advance()? && matches!(tokens.token(), Some(Token::Text(_))) {}
///     Ok(())
/// }
///
/// let mut tokens = tagspan::tokenize("text<p>");
/// skip_text(&mut tokens)?;
/// assert!(tokens.token().is_some_and(|token| token.raw() == b"<p>"));
/// # Ok::<(), Error>(())
/// ```
pub trait Chunk: Parts {}

/// A chunk whose bytes stay the same while the cursor reads them, and a part of it in the form that takes the least work to read.
pub trait Parts {
    type Part: Copy + std::fmt::Debug;

    fn bytes(&self) -> &[u8];

    fn part(&self, range: Range<usize>) -> Self::Part;

    fn part_bytes(&self, part: Self::Part) -> &[u8];

    /// The part without its first `count` bytes.
    fn part_after(&self, part: Self::Part, count: usize) -> Self::Part;

    /// Drops the first `count` bytes of the chunk.
    fn skip(&mut self, count: usize);
}

impl Chunk for &[u8] {}

impl<'c> Parts for &'c [u8] {
    type Part = &'c [u8];

    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        self
    }

    #[inline(always)]
    fn part(&self, range: Range<usize>) -> &'c [u8] {
        &self[range]
    }

    #[inline(always)]
    fn part_bytes(&self, part: &'c [u8]) -> &[u8] {
        part
    }

    #[inline(always)]
    fn part_after(&self, part: &'c [u8], count: usize) -> &'c [u8] {
        &part[count..]
    }

    fn skip(&mut self, count: usize) {
        *self = &self[count..];
    }
}

/// The part of a chunk that the cursor owns.
#[derive(Clone, Copy, Debug)]
#[allow(unreachable_pub, reason = "a type of a public trait")]
pub struct Part {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Part {
    #[inline(always)]
    pub(crate) fn after(self, count: usize) -> Part {
        Part { start: self.start + count, ..self }
    }
}
