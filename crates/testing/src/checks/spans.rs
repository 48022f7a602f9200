//! Check: tokens partition the input, and lines and columns are those of a naive count (I3, I4).

use tagspan::{ColumnUnit, LineColumn};

use crate::case::Case;
use crate::run::{End, run};
use crate::trace::{ensure, parts};

const UNITS: [ColumnUnit; 3] = [ColumnUnit::Bytes, ColumnUnit::CodePoints, ColumnUnit::Utf16];

/// Holds every token to what [`Stream::push`](crate::trace::Stream::push) asks of it, their bytes to the input's,
/// and the places that the cursor gives on the way to a count from the start; whole and in the case's chunks.
///
/// # Errors
///
/// The fault.
///
/// # Examples
///
/// ```
/// use testing::{case::Case, checks::spans};
///
/// spans(&Case::new("caf\u{E9}\r\n<p \u{1F600}='\r'>\n</>", [4, 6], Default::default())).unwrap();
/// ```
pub fn spans(case: &Case) -> Result<(), String> {
    let cut: Vec<&[u8]> = case.chunks().collect();
    for parse_errors in [true, false] {
        let stream = case.whole(parse_errors)?;
        if stream.raw != case.input {
            return Err(case.wrong("the tokens' bytes are not the input"));
        }
        for end in End::ALL {
            run(&mut case.builder(parse_errors).build(), &cut, end)
                .and_then(|outcome| outcome.complete())
                .map_err(|what| {
                    case.wrong(format_args!("cut, end {end:?}, errors {parse_errors}: {what}"))
                })?;
        }
    }
    for unit in UNITS {
        let places = places(&case.input, unit);
        for chunks in [&cut[..], &[&case.input[..]]] {
            located(case, chunks, unit, &places)
                .map_err(|what| case.wrong(format_args!("{unit:?}, {} chunks: {what}", chunks.len())))?;
        }
    }
    Ok(())
}

/// Locates every error, and the start and the parts of every token, as they come.
fn located(
    case: &Case,
    chunks: &[&[u8]],
    unit: ColumnUnit,
    places: &[Option<LineColumn>],
) -> Result<(), String> {
    let mut tokenizer = case.builder(true).locate(unit).build();
    for (index, chunk) in chunks.iter().enumerate() {
        let last = index + 1 == chunks.len();
        let mut tokens = if last { tokenizer.feed_last(chunk) } else { tokenizer.feed(chunk) };
        while tokens.advance().map_err(|failure| failure.to_string())? {
            let Some(token) = tokens.token() else { return Err("no token".to_owned()) };
            let span = token.span();
            for offset in
                parts(token)?.into_iter().flat_map(|part| [part.start, part.end]).chain([span.start])
            {
                let found = tokens.locate(offset);
                let expected = places[offset as usize];
                // What a limit left out has no place.
                let may_lack = token.missing_bytes() > 0 && offset > span.start && found.is_none();
                ensure!(
                    found == expected || may_lack,
                    "{token:?}: {offset} is at {found:?}, not {expected:?}"
                );
            }
        }
    }
    Ok(())
}

/// The place of every offset where a character begins, and of the end, counted from the start.
pub(crate) fn places(input: &[u8], unit: ColumnUnit) -> Vec<Option<LineColumn>> {
    let mut places = vec![None; input.len() + 1];
    let mut offset = 0;
    let (mut line, mut column) = (1, 1);
    let mut before = '\0';
    for part in input.utf8_chunks() {
        for character in part.valid().chars() {
            places[offset] = Some(LineColumn::new(line, column));
            offset += character.len_utf8();
            match character {
                '\n' if before == '\r' => {}
                '\n' | '\r' => (line, column) = (line + 1, 1),
                _ => {
                    column += match unit {
                        ColumnUnit::Bytes => character.len_utf8(),
                        ColumnUnit::CodePoints => 1,
                        ColumnUnit::Utf16 => character.len_utf16(),
                    } as u64;
                }
            }
            before = character;
        }
        if !part.invalid().is_empty() {
            places[offset] = Some(LineColumn::new(line, column));
            offset += part.invalid().len();
            column += if unit == ColumnUnit::Bytes { part.invalid().len() as u64 } else { 1 };
            before = char::REPLACEMENT_CHARACTER;
        }
    }
    places[offset] = Some(LineColumn::new(line, column));
    places
}
