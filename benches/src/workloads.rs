//! tagspan's workloads: what its users ask of a page, from the spans of all tokens to everything decoded.
//!
//! The work on a token is part of their loops, as in a user's program, hence the `inline(always)`.
//!
//! Each goes over one page with a tokenizer that it resets first, as users do who have many pages, and gives what it
//! saw. Those that end in `_inside` use the internal loop [`Tokens::for_each`], the others pull from the cursor; both
//! see the same. Only the public interface is used. Work and memory are linear in the page.
//!
//! [`Tokens::for_each`]: tagspan::Tokens::for_each
//!
//! # Panics
//!
//! All panic on a page with a token above the tokenizer's limits: a measurement of half a page would mislead.
//!
//! # Examples
//!
//! ```
//! use benches::workloads;
//! use tagspan::{Tokenizer as Tokenizer};
//!
//! let mut tokenizer = Tokenizer::utf8();
//! let page = b"<p class=a id=b>one <a href=c>two</a>";
//! let sum = workloads::tokens(&mut tokenizer, page);
//! assert_eq!((sum.tokens, sum.start_tags, sum.attributes, sum.text_bytes), (5, 2, 3, 7));
//! assert_eq!(workloads::tokens_inside(&mut tokenizer, page), sum);
//! assert_eq!(workloads::links(&mut tokenizer, page).attributes, 1);
//! ```

#![allow(
    clippy::redundant_closure,
    reason = "a closure is inlined into the loop, a function is not: 1.2 times the speed"
)]

use tagspan::{Encoding, Tag, Token, Tokenizer, Tokens};

use crate::sum::{Sum, folded, touched};

/// Why a workload panics.
const WITHIN_LIMITS: &str = "a page within the limits";

/// Every token with all its attribute spans, pulled: each token's span, each tag's name span, each attribute's
/// name span, value span and quote are in the checksum. Nothing is decoded.
///
/// With a tokenizer that reports parse errors their codes and offsets are in the checksum too.
pub fn tokens(tokenizer: &mut Tokenizer, page: &[u8]) -> Sum {
    pull(tokenizer, page, |sum, token| see_spans(sum, token))
}

/// As [`tokens`], by the internal loop.
pub fn tokens_inside(tokenizer: &mut Tokenizer, page: &[u8]) -> Sum {
    inside(tokenizer, page, |sum, token| see_spans(sum, token))
}

/// Counts alone, pulled: tokens, start tags, their attributes, and bytes of text.
pub fn counts(tokenizer: &mut Tokenizer, page: &[u8]) -> Sum {
    pull(tokenizer, page, |sum, token| see_counts(sum, token))
}

/// As [`tokens`], with the page fed in chunks of `size` bytes, the last one shorter, and then finished.
///
/// # Panics
///
/// When `size` is 0, and as all workloads.
pub fn chunked(tokenizer: &mut Tokenizer, page: &[u8], size: usize) -> Sum {
    in_chunks(tokenizer, page, size, |sum, token| see_spans(sum, token))
}

/// Link extraction: the raw value of `href` of `a` and `link`, `src` of `img`, `script` and `iframe`, `content` of
/// `meta`, pulled. Other tags are only counted.
pub fn links(tokenizer: &mut Tokenizer, page: &[u8]) -> Sum {
    pull(tokenizer, page, |sum, token| see_links(sum, token))
}

/// As [`links`], by the internal loop.
pub fn links_inside(tokenizer: &mut Tokenizer, page: &[u8]) -> Sum {
    inside(tokenizer, page, |sum, token| see_links(sum, token))
}

/// As [`links`], in chunks as [`chunked`].
///
/// # Panics
///
/// When `size` is 0, and as all workloads.
pub fn links_chunked(tokenizer: &mut Tokenizer, page: &[u8], size: usize) -> Sum {
    in_chunks(tokenizer, page, size, |sum, token| see_links(sum, token))
}

/// The raw name and the raw value of every attribute of every start tag, pulled: length and first byte of each are in
/// the checksum.
pub fn attributes(tokenizer: &mut Tokenizer, page: &[u8]) -> Sum {
    pull(tokenizer, page, |sum, token| see_attributes(sum, token))
}

/// As [`attributes`], by the internal loop.
pub fn attributes_inside(tokenizer: &mut Tokenizer, page: &[u8]) -> Sum {
    inside(tokenizer, page, |sum, token| see_attributes(sum, token))
}

/// As [`attributes`], in chunks as [`chunked`].
///
/// # Panics
///
/// When `size` is 0, and as all workloads.
pub fn attributes_chunked(tokenizer: &mut Tokenizer, page: &[u8], size: usize) -> Sum {
    in_chunks(tokenizer, page, size, |sum, token| see_attributes(sum, token))
}

/// Everything decoded, pulled: text, all names and values, comments, the fields of the DOCTYPE. Length and first byte
/// of each string are in the checksum.
pub fn decoded(tokenizer: &mut Tokenizer, page: &[u8]) -> Sum {
    pull(tokenizer, page, |sum, token| see_decoded(sum, token))
}

/// As [`decoded`], by the internal loop.
pub fn decoded_inside(tokenizer: &mut Tokenizer, page: &[u8]) -> Sum {
    inside(tokenizer, page, |sum, token| see_decoded(sum, token))
}

/// As [`decoded`], in chunks as [`chunked`].
///
/// # Panics
///
/// When `size` is 0, and as all workloads.
pub fn decoded_chunked(tokenizer: &mut Tokenizer, page: &[u8], size: usize) -> Sum {
    in_chunks(tokenizer, page, size, |sum, token| see_decoded(sum, token))
}

/// As [`tokens`], with each 100 bytes of the page as a document of its own, which a new tokenizer reads.
pub fn documents(page: &[u8]) -> Sum {
    let mut sum = Sum::default();
    for document in page.chunks(100) {
        let mut seen = Sum::default();
        drain(&mut Tokenizer::new().feed_last(document), &mut seen, |sum, token| see_spans(sum, token));
        sum += seen;
    }
    sum
}

/// A stream of which nothing is known but that pages that declare nothing are UTF-8.
pub fn utf8_stream() -> Tokenizer {
    let utf_8 = Encoding::for_label(b"utf-8").expect("a label of the standard");
    Tokenizer::builder().default_encoding(utf_8).build()
}

/// As [`chunked`], and asks where in the source each token lies, which is in the checksum too.
///
/// # Panics
///
/// When `size` is 0, when the stream does not know, and as all workloads.
pub fn sources_chunked(stream: &mut Tokenizer, page: &[u8], size: usize) -> Sum {
    let mut sum = Sum::default();
    stream.reset();
    for chunk in page.chunks(size) {
        drain_sources(&mut stream.feed(chunk), &mut sum);
    }
    drain_sources(&mut stream.finish(), &mut sum);
    sum
}

#[inline(always)]
fn pull(tokenizer: &mut Tokenizer, page: &[u8], see: impl Fn(&mut Sum, Token<'_>)) -> Sum {
    let mut sum = Sum::default();
    tokenizer.reset();
    drain(&mut tokenizer.feed_last(page), &mut sum, see);
    sum
}

#[inline(always)]
fn in_chunks(tokenizer: &mut Tokenizer, page: &[u8], size: usize, see: impl Fn(&mut Sum, Token<'_>)) -> Sum {
    let mut sum = Sum::default();
    tokenizer.reset();
    // One loop for the chunks and the end, so that there is one copy of what it does.
    for chunk in page.chunks(size).map(Some).chain([None]) {
        let mut tokens = match chunk {
            Some(chunk) => tokenizer.feed(chunk),
            None => tokenizer.finish(),
        };
        drain(&mut tokens, &mut sum, &see);
    }
    sum
}

#[inline(always)]
fn drain(tokens: &mut Tokens<'_, &[u8]>, sum: &mut Sum, see: impl Fn(&mut Sum, Token<'_>)) {
    while let Some(token) = tokens.next_token().expect(WITHIN_LIMITS) {
        see(sum, token);
    }
}

#[inline(always)]
fn drain_sources(tokens: &mut Tokens<'_, &[u8]>, sum: &mut Sum) {
    while let Some(token) = tokens.next_token().expect(WITHIN_LIMITS) {
        see_spans(sum, token);
        let span = token.span();
        sum.mix(folded(tokens.source_span(span).expect("a stream with source offsets")));
    }
}

#[inline(always)]
fn inside(tokenizer: &mut Tokenizer, page: &[u8], see: impl Fn(&mut Sum, Token<'_>)) -> Sum {
    let mut sum = Sum::default();
    tokenizer.reset();
    tokenizer.feed_last(page).for_each(|token| see(&mut sum, token)).expect(WITHIN_LIMITS);
    sum
}

#[inline(always)]
fn see_spans(sum: &mut Sum, token: Token<'_>) {
    match token {
        Token::StartTag(tag) => {
            sum.start_tags += 1;
            sum.attributes += see_tag_spans(sum, &tag);
        }
        Token::EndTag(tag) => {
            see_tag_spans(sum, &tag);
        }
        Token::Text(text) => {
            sum.text_bytes += text.span().len();
            sum.mix(folded(text.span()));
        }
        Token::Error(error) => {
            sum.mix(error.offset().wrapping_add(error.code() as u64));
            return;
        }
        Token::Dropped(dropped) => {
            sum.mix(folded(dropped.span()));
            return;
        }
        token => sum.mix(folded(token.span())),
    }
    sum.tokens += 1;
}

/// Gives the number of attributes, duplicates not counted.
#[inline(always)]
fn see_tag_spans(sum: &mut Sum, tag: &Tag<'_>) -> u64 {
    sum.mix(folded(tag.span()) ^ folded(tag.name_span()).rotate_left(7));
    let mut count = 0;
    for attribute in tag.attributes_as_written() {
        count += u64::from(!attribute.is_duplicate());
        let spans = folded(attribute.name_span()) ^ folded(attribute.value_span()).rotate_left(7);
        sum.mix(spans.wrapping_add(attribute.quote() as u64));
    }
    count
}

#[inline(always)]
fn see_links(sum: &mut Sum, token: Token<'_>) {
    count(sum, &token);
    let Token::StartTag(tag) = token else { return };
    let wanted = if tag.is("a") || tag.is("link") {
        "href"
    } else if tag.is("img") || tag.is("script") || tag.is("iframe") {
        "src"
    } else if tag.is("meta") {
        "content"
    } else {
        return;
    };
    if let Some(attribute) = tag.attribute(wanted) {
        sum.attributes += 1;
        sum.touch(attribute.raw_value());
    }
}

#[inline(always)]
fn see_counts(sum: &mut Sum, token: Token<'_>) {
    count(sum, &token);
    if let Token::StartTag(tag) = token {
        sum.attributes += tag.attributes().count() as u64;
    }
}

#[inline(always)]
fn see_attributes(sum: &mut Sum, token: Token<'_>) {
    count(sum, &token);
    let Token::StartTag(tag) = token else { return };
    for attribute in tag.attributes() {
        sum.attributes += 1;
        sum.mix(touched(attribute.raw_name()) ^ touched(attribute.raw_value()).rotate_left(32));
    }
}

/// Counts a token whose inside another function looks at, if any does.
#[inline(always)]
fn count(sum: &mut Sum, token: &Token<'_>) {
    match token {
        Token::StartTag(_) => sum.start_tags += 1,
        Token::Text(text) => sum.text_bytes += text.span().len(),
        Token::Error(_) | Token::Dropped(_) => return,
        _ => {}
    }
    sum.tokens += 1;
}

#[inline(always)]
fn see_decoded(sum: &mut Sum, token: Token<'_>) {
    match token {
        Token::StartTag(tag) => {
            sum.start_tags += 1;
            sum.attributes += see_tag_decoded(sum, &tag);
        }
        Token::EndTag(tag) => {
            see_tag_decoded(sum, &tag);
        }
        Token::Text(text) => {
            let text = text.value();
            sum.text_bytes += text.len() as u64;
            sum.touch(text.as_bytes());
        }
        Token::Comment(comment) => sum.touch(comment.value().as_bytes()),
        Token::Doctype(doctype) => {
            for field in [doctype.name(), doctype.public_id(), doctype.system_id()] {
                sum.touch(field.as_deref().unwrap_or_default().as_bytes());
            }
            sum.mix(u64::from(doctype.force_quirks()));
        }
        Token::ProcessingInstruction(instruction) => {
            sum.touch(instruction.target().as_bytes());
            sum.touch(instruction.value().as_bytes());
        }
        _ => return,
    }
    sum.tokens += 1;
}

/// Gives the number of attributes.
#[inline(always)]
fn see_tag_decoded(sum: &mut Sum, tag: &Tag<'_>) -> u64 {
    sum.touch(tag.name().as_bytes());
    let mut count = 0;
    for attribute in tag.attributes() {
        count += 1;
        sum.mix(touched(attribute.name().as_bytes()) ^ touched(attribute.value().as_bytes()).rotate_left(32));
    }
    count
}
