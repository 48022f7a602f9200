//! Processing instruction tokens.

use std::borrow::Cow;

use tagspan_entities::Decode;

use super::ranges::TokenRange;
use super::slice::{MissingBytes, Slice};
use crate::span::Span;

/// A processing instruction: `<?target data>` or `<?target data?>`.
///
/// The standard has them since June 2026;
/// `TokenizerBuilder::processing_instructions` asks for
/// them.
///
/// ```
/// use tagspan::{ProcessingInstruction, Token, Tokenizer};
///
/// let is_php = |it: ProcessingInstruction<'_>| it.target().eq_ignore_ascii_case("php");
/// let mut tokenizer = Tokenizer::builder().processing_instructions(true).build();
/// let mut tokens = tokenizer.feed_last(b"<?PHP echo 1 ?>");
/// assert!(matches!(tokens.next_token()?, Some(Token::ProcessingInstruction(it)) if is_php(it)));
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ProcessingInstruction<'a> {
    pub(crate) slice: Slice<'a>,
    pub(crate) target: TokenRange,
    pub(crate) data: TokenRange,
    pub(crate) missing: MissingBytes,
}

impl<'a> ProcessingInstruction<'a> {
    /// The bytes as written in the input, `<?` and `>` included.
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::builder().processing_instructions(true).build();
    /// let mut tokens = tokenizer.feed_last(b"<?Go very fast?>");
    /// let Ok(Some(tagspan::Token::ProcessingInstruction(it))) = tokens.next_token() else { panic!() };
    /// assert_eq!(it.raw(), b"<?Go very fast?>");
    /// ```
    #[inline]
    pub fn raw(&self) -> &'a [u8] {
        self.slice.raw()
    }

    /// The span of the instruction in the input.
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::builder().processing_instructions(true).build();
    /// let mut tokens = tokenizer.feed_last(b"<?Go very fast?>");
    /// let Ok(Some(tagspan::Token::ProcessingInstruction(it))) = tokens.next_token() else { panic!() };
    /// assert_eq!(it.span().range(), 0..16);
    /// ```
    pub fn span(&self) -> Span {
        self.missing.span(self.slice)
    }

    /// The number of bytes of the instruction that a [limit](crate::Limits) has left out of [`raw`](Self::raw).
    ///
    /// ```
    /// let limits = tagspan::Limits::new().processing_instruction(32, tagspan::LimitAction::Truncate);
    /// let mut tokenizer = tagspan::Tokenizer::builder().processing_instructions(true).limits(limits).build();
    /// let mut tokens = tokenizer.feed_last(b"<?php echo 'more than thirty-two bytes' ?>");
    /// assert!(matches!(tokens.next_token(), Ok(Some(tagspan::Token::ProcessingInstruction(it))) if it.missing_bytes() == 10));
    /// ```
    pub fn missing_bytes(&self) -> u64 {
        self.missing.bytes()
    }

    /// Whether something of the instruction is missing: because of a limit, or because the input was
    /// truncated within it.
    ///
    /// ```
    /// let limits = tagspan::Limits::new().processing_instruction(32, tagspan::LimitAction::Truncate);
    /// let mut tokenizer = tagspan::Tokenizer::builder().processing_instructions(true).limits(limits).build();
    /// let mut tokens = tokenizer.feed_last(b"<?php echo 'more than thirty-two bytes' ?>");
    /// assert!(matches!(tokens.next_token(), Ok(Some(tagspan::Token::ProcessingInstruction(it))) if it.is_truncated()));
    /// ```
    pub fn is_truncated(&self) -> bool {
        self.missing.is_any()
    }

    /// The target, in the case that it was written in: ASCII letters, digits, `-` and `_`.
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::builder().processing_instructions(true).build();
    /// let mut tokens = tokenizer.feed_last(b"<?Go very fast?>");
    /// let Ok(Some(tagspan::Token::ProcessingInstruction(it))) = tokens.next_token() else { panic!() };
    /// assert_eq!(it.target(), "Go");
    /// ```
    pub fn target(&self) -> Cow<'a, str> {
        self.slice.decode(self.target, Decode::CDATA)
    }

    /// The span of the target in the input.
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::builder().processing_instructions(true).build();
    /// let mut tokens = tokenizer.feed_last(b"<?Go very fast?>");
    /// let Ok(Some(tagspan::Token::ProcessingInstruction(it))) = tokens.next_token() else { panic!() };
    /// assert_eq!(it.target_span().range(), 2..4);
    /// ```
    pub fn target_span(&self) -> Span {
        self.slice.part_span(self.target)
    }

    /// The bytes of the data.
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::builder().processing_instructions(true).build();
    /// let mut tokens = tokenizer.feed_last(b"<?Go very fast?>");
    /// let Ok(Some(tagspan::Token::ProcessingInstruction(it))) = tokens.next_token() else { panic!() };
    /// assert_eq!(it.raw_value(), b"very fast");
    /// ```
    #[inline]
    pub fn raw_value(&self) -> &'a [u8] {
        self.slice.part(self.data)
    }

    /// The span of the data in the input.
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::builder().processing_instructions(true).build();
    /// let mut tokens = tokenizer.feed_last(b"<?Go very fast?>");
    /// let Ok(Some(tagspan::Token::ProcessingInstruction(it))) = tokens.next_token() else { panic!() };
    /// assert_eq!(it.value_span().range(), 5..14);
    /// ```
    pub fn value_span(&self) -> Span {
        self.slice.part_span(self.data)
    }

    /// The data: CRLF and CR as LF, U+FFFD for each maximal ill-formed sequence. NUL stays.
    ///
    /// Borrowed when that changes nothing. Linear in the length.
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::builder().processing_instructions(true).build();
    /// let mut tokens = tokenizer.feed_last(b"<?Go very fast?>");
    /// let Ok(Some(tagspan::Token::ProcessingInstruction(it))) = tokens.next_token() else { panic!() };
    /// assert_eq!(it.value(), "very fast");
    /// ```
    #[inline]
    pub fn value(&self) -> Cow<'a, str> {
        self.slice.decode(self.data, Decode::CDATA)
    }
}
