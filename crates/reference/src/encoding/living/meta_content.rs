//! Section 2, *Extracting character encodings from `meta` elements*.

use crate::encoding::labels::is_ascii_whitespace;
use crate::encoding::{Encoding, get_an_encoding};

/// *The algorithm for extracting a character encoding from a `meta` element*, given a string s.
pub(crate) fn extract_a_character_encoding_from_a_meta_element(s: &str) -> Option<Encoding> {
    // As long as s, byte by byte.
    let lowercase = s.to_ascii_lowercase();
    // 1. Let position be a pointer into s, initially pointing at the start of the string.
    let mut position = 0;
    loop {
        // 2. Loop: Find the first seven characters in s after position that are an ASCII case-insensitive match
        //    for the word "charset". If no such match is found, return nothing.
        position += lowercase[position..].find("charset")? + "charset".len();
        // 3. Skip any ASCII whitespace that immediately follow the word "charset" (there might not be any).
        let next = s[position..].trim_start_matches(is_ascii_whitespace);
        // 4. If the next character is not a U+003D (=), then move position to point just before that next
        //    character, and jump back to the step labeled loop.
        let Some(after) = next.strip_prefix('=') else {
            position = s.len() - next.len();
            continue;
        };
        // 5. Skip any ASCII whitespace that immediately follow the equals sign (there might not be any).
        // 6. Process the next character as follows:
        return match after.trim_start_matches(is_ascii_whitespace) {
            quoted if quoted.starts_with(['"', '\'']) => {
                // Between this character and the next earliest occurrence of this character. If it is unmatched,
                // return nothing.
                let (quote, rest) = quoted.split_at(1);
                rest.split_once(quote).and_then(|(between, _)| get_an_encoding(between))
            }
            // If there is no next character, return nothing.
            "" => None,
            // This character up to but not including the first ASCII whitespace or U+003B (;), or the end of s.
            unquoted => unquoted
                .split(|character| is_ascii_whitespace(character) || character == ';')
                .next()
                .and_then(get_an_encoding),
        };
    }
}
