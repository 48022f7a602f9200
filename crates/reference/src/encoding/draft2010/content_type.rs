//! The algorithm for *extracting an encoding from a Content-Type*, which section 12.2.2.1 applies.
//!
//! The text at hand names it without its steps. These are the living standard's without the return to its step
//! labeled *loop*: HTML got that, with the pointer that it needs, in September 2010. Until then a word "charset"
//! without an equals sign was the end of the search. It gave a string then, which its callers interpreted.

use crate::encoding::labels::is_ascii_whitespace;

/// The algorithm for *extracting an encoding from a Content-Type*, given a string s.
pub(super) fn extract_an_encoding_from_a_content_type(s: &str) -> Option<&str> {
    // 1. Find the first seven characters in s that are an ASCII case-insensitive match for the word "charset". If
    //    no such match is found, return nothing.
    let found = s.to_ascii_lowercase().find("charset")?;
    // 2. Skip any U+0009, U+000A, U+000C, U+000D, or U+0020 characters that immediately follow the word "charset"
    //    (there might not be any).
    let next = s[found + "charset".len()..].trim_start_matches(is_ascii_whitespace);
    // 3. If the next character is not a U+003D EQUALS SIGN ('='), return nothing.
    // 4. Skip any such characters that immediately follow the equals sign (there might not be any).
    let next = next.strip_prefix('=')?.trim_start_matches(is_ascii_whitespace);
    // 5. Process the next character as follows:
    match next {
        quoted if quoted.starts_with(['"', '\'']) => {
            // The string between this character and the next earliest occurrence of this character. If it is
            // unmatched, return nothing.
            let (quote, rest) = quoted.split_at(1);
            rest.split_once(quote).map(|(between, _)| between)
        }
        // If there is no next character, return nothing.
        "" => None,
        // The string from this character to the first such character or U+003B, or the end of s.
        unquoted => unquoted.split(|character| is_ascii_whitespace(character) || character == ';').next(),
    }
}
