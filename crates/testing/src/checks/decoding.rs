//! Check: the tokens of bytes are those of their lossily decoded text (I5).

use crate::case::Case;

/// Compares what the input says, once decoded, with what its lossy decoding says, every offset moved to where
/// that character is; with parse errors and without.
///
/// # Errors
///
/// The first difference, or an offset within a character.
///
/// # Examples
///
/// ```
/// use testing::{case::Case, checks::decoding};
///
/// decoding(&Case::new(b"<a \xFF=1 \xFE=2>\xC2<script>\xE2\x82", [], Default::default())).unwrap();
/// ```
pub fn decoding(case: &Case) -> Result<(), String> {
    let places = places(&case.input);
    let lossy =
        Case { input: String::from_utf8_lossy(&case.input).into_owned().into_bytes(), ..case.clone() };
    for parse_errors in [true, false] {
        let found = case.whole(parse_errors)?;
        let spans = found.items.iter().flat_map(|placed| placed.parts.iter().chain([&placed.span]));
        for offset in spans.flat_map(|span| [span.start, span.end]) {
            if places[offset as usize].is_none() {
                return Err(case.wrong(format_args!("{offset} lies within a character")));
            }
        }
        let mut moved = found.map_offsets(|offset| places[offset as usize].unwrap_or(u64::MAX));
        moved.raw.clone_from(&lossy.input);
        moved
            .same_as(&lossy.whole(parse_errors)?)
            .map_err(|what| case.wrong(format_args!("decoded first, errors {parse_errors}: {what}")))?;
    }
    Ok(())
}

/// For every offset of the input that of the same character in the lossy decoding; none within a character.
fn places(input: &[u8]) -> Vec<Option<u64>> {
    let mut places = vec![None; input.len() + 1];
    let (mut from, mut to) = (0, 0);
    for part in input.utf8_chunks() {
        for character in part.valid().chars() {
            places[from] = Some(to as u64);
            from += character.len_utf8();
            to += character.len_utf8();
        }
        if !part.invalid().is_empty() {
            places[from] = Some(to as u64);
            from += part.invalid().len();
            to += char::REPLACEMENT_CHARACTER.len_utf8();
        }
    }
    places[from] = Some(to as u64);
    places
}
