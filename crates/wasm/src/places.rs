//! Parse errors with their lines and columns, and the line and column of any byte.

#![allow(unsafe_code)]

use tagspan::{
    ColumnUnit, Feedback, LimitAction, Limits, LineColumn, Span, TextMode, Token, TokenizerBuilder, Tokens,
};
use tagspan_capi::{Options, Str};

use crate::memory::{lent, str_of};
use crate::outcome::{Failure, Outcome};

/// A parse error, or a place without one.
#[derive(Debug)]
#[repr(C)]
pub struct Place {
    /// The code of the error.
    pub code: Str,
    /// The offset in the source.
    pub start: u64,
    /// One-based.
    pub line: u64,
    /// One-based, in code points.
    pub column: u64,
}

/// The places in a source.
#[derive(Debug)]
pub struct Places {
    places: Vec<Place>,
    failure: Option<Failure>,
}

/// Finds the parse errors of a source; or, if `offset` is not the greatest number, the line and column of that offset. The outcome
/// has the places, until the result is freed by `tagspan_places_free`.
///
/// # Safety
///
/// The bytes and the options are valid, and `to` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_places_new(
    bytes: *const u8,
    length: usize,
    options: *const Options,
    offset: usize,
    to: *mut Outcome,
) -> *mut Places {
    // SAFETY: the caller promises that they are valid.
    let (bytes, options) = unsafe { (lent(bytes, length), &*options) };
    let mut places = Vec::new();
    // SAFETY: as above.
    let result = unsafe { builder(options) }.and_then(|builder| {
        if offset == usize::MAX {
            return check(bytes, builder, &mut places);
        }
        let place = locate(bytes, builder, offset as u64)?;
        places.push(Place {
            code: str_of(""),
            start: offset as u64,
            line: place.line(),
            column: place.column(),
        });
        Ok(())
    });
    let places = Box::new(Places { places, failure: result.err() });
    // SAFETY: the caller promises that it may be written.
    unsafe { to.write(Outcome::new(&places.places, places.failure.as_ref())) };
    Box::into_raw(places)
}

/// Frees places.
///
/// # Safety
///
/// They come from `tagspan_places_new`, and are not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_places_free(places: *mut Places) {
    // SAFETY: they come from `Box::into_raw`, once.
    drop(unsafe { Box::from_raw(places) });
}

/// The settings of `tagspan check`. A source that is in memory whole may have constructs of any length, unless the caller says
/// otherwise.
///
/// # Safety
///
/// The texts of the options are valid.
unsafe fn builder(options: &Options) -> Result<TokenizerBuilder, Failure> {
    // SAFETY: the caller promises that they are valid.
    let builder = unsafe { options.builder()? };
    let limits = options.limits()?.unwrap_or(Limits::all(u32::MAX, LimitAction::Fail));
    Ok(builder.limits(limits).source_offsets(true).locate(ColumnUnit::CodePoints))
}

fn check(bytes: &[u8], builder: TokenizerBuilder, places: &mut Vec<Place>) -> Result<(), Failure> {
    let mut tokenizer = builder.parse_errors(true).build();
    let mut tokens = tokenizer.feed_last(bytes);
    while tokens.advance()? {
        let Some(Token::Error(error)) = tokens.token() else { continue };
        let offset = error.offset();
        let source = tokens.source_span(Span { start: offset, end: offset });
        let place = tokens.locate(offset).unwrap_or(LineColumn::new(0, 0));
        places.push(Place {
            code: str_of(error.code().as_str()),
            start: source.map_or(offset, |span| span.start),
            line: place.line(),
            column: place.column(),
        });
    }
    Ok(())
}

/// The line and column of an offset of the source, or of the character that it is within. All of the source is text here.
fn locate(bytes: &[u8], builder: TokenizerBuilder, offset: u64) -> Result<LineColumn, Failure> {
    let builder = builder.parse_errors(false).feedback(Feedback::None).initial_text_mode(TextMode::Plaintext);
    let mut tokenizer = builder.build();
    let mut tokens = tokenizer.feed_last(bytes);
    let mut place = None;
    while tokens.advance()? {
        let Some(token) = tokens.token() else { continue };
        let end = token.span().end;
        let is_here = tokens.source_span(token.span()).is_some_and(|source| offset < source.end);
        place = tokens.locate(if is_here { character_at(&tokens, offset, token) } else { end }).or(place);
        if is_here {
            break;
        }
    }
    Ok(place.unwrap_or(LineColumn::new(1, 1)))
}

/// The offset in the document of the character of the token that this offset of the source is within.
fn character_at(tokens: &Tokens<'_, &[u8]>, offset: u64, token: Token<'_>) -> u64 {
    let Span { start, .. } = token.span();
    let raw = token.raw();
    let boundary =
        |index: usize| (0..=index).rev().find(|&at| raw.get(at).is_none_or(|byte| byte & 0xC0 != 0x80));
    let source = |index: usize| {
        let at = start + boundary(index).unwrap_or(0) as u64;
        tokens.source_span(Span { start: at, end: at }).map_or(at, |span| span.start)
    };
    let (mut low, mut high) = (0, raw.len());
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if source(middle) <= offset { low = middle } else { high = middle }
    }
    start + boundary(low).unwrap_or(0) as u64
}
