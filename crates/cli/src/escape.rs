//! Escapes, so that what an input holds is one line and does nothing to a terminal.

use std::fmt::Write;

use anstyle::Style;

/// How content is written: the style that it has, and that of its escapes. Empty styles write nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ink {
    pub(crate) content: Style,
    pub(crate) escape: Style,
}

/// Appends `text`, escaped as within the quotes of a Rust string.
pub(crate) fn push_quoted(line: &mut String, text: &str, ink: Ink) {
    line.push('"');
    push(line, text, true, ink);
    line.push('"');
}

/// Appends bytes in quotes: ill-formed ones as `\xFF`, the rest as [`push_quoted`].
pub(crate) fn push_quoted_bytes(line: &mut String, bytes: &[u8], ink: Ink) {
    line.push('"');
    push_bytes(line, bytes, true, ink);
    line.push('"');
}

/// Appends bytes: ill-formed ones as `\xFF`, the rest as [`push`].
pub(crate) fn push_bytes(line: &mut String, bytes: &[u8], in_quotes: bool, ink: Ink) {
    for part in bytes.utf8_chunks() {
        push(line, part.valid(), in_quotes, ink);
        for byte in part.invalid() {
            push_escape(line, ink, format_args!("\\x{byte:02X}"));
        }
    }
}

/// The beginning of a source, at most so many bytes, which are at least 3; whole characters where it has any.
pub(crate) fn excerpt(source: &[u8], most: usize) -> &[u8] {
    if source.len() <= most {
        return source;
    }
    &source[..(most - 3..=most).rev().find(|&end| is_boundary(source, end)).unwrap_or(most)]
}

/// Whether a character may begin here, or the text ends.
pub(crate) fn is_boundary(text: &[u8], at: usize) -> bool {
    text.get(at).is_none_or(|byte| byte & 0xC0 != 0x80)
}

/// Appends `text` with its escapes; those of quotes if it stands in quotes.
pub(crate) fn push(line: &mut String, text: &str, in_quotes: bool, ink: Ink) {
    let mut rest = text;
    while let Some((at, character)) =
        rest.char_indices().find(|&(_, character)| must_escape(character) || in_quotes && character == '"')
    {
        push_plain(line, ink, &rest[..at]);
        rest = &rest[at + character.len_utf8()..];
        push_escaped(line, character, ink);
    }
    push_plain(line, ink, rest);
}

/// Appends the escape of a character.
fn push_escaped(line: &mut String, character: char, ink: Ink) {
    match character {
        '\n' => push_escape(line, ink, format_args!("\\n")),
        '\r' => push_escape(line, ink, format_args!("\\r")),
        '\t' => push_escape(line, ink, format_args!("\\t")),
        '\0' => push_escape(line, ink, format_args!("\\0")),
        '\\' | '"' => push_escape(line, ink, format_args!("\\{character}")),
        _ => push_escape(line, ink, format_args!("\\u{{{:x}}}", u32::from(character))),
    }
}

/// Appends bytes as [`push_bytes`], and escapes [invisible](is_invisible) characters too.
pub(crate) fn push_visible(line: &mut String, bytes: &[u8]) {
    let ink = Ink::default();
    for part in bytes.utf8_chunks() {
        for character in part.valid().chars() {
            if character == '\\' || is_invisible(character) {
                push_escaped(line, character, ink);
            } else {
                line.push(character);
            }
        }
        push_bytes(line, part.invalid(), false, ink);
    }
}

/// A name of an input, or a title, on one line.
pub(crate) fn name(text: &str) -> String {
    let mut line = String::new();
    // A backslash stays: it parts the names of folders on some systems.
    push_except(&mut line, text, "\\");
    line
}

/// Appends text with its lines, tabs and backslashes. Other characters are escaped as in [`push`].
pub(crate) fn push_plain_text(line: &mut String, text: &str) {
    push_except(line, text, "\\\n\t");
}

/// Appends `text` with its escapes, except for the characters that `kept` has.
fn push_except(line: &mut String, text: &str, kept: &str) {
    for character in text.chars() {
        if must_escape(character) && !kept.contains(character) {
            push(line, character.encode_utf8(&mut [0; 4]), false, Ink::default());
        } else {
            line.push(character);
        }
    }
}

/// Control characters, line ends of other systems, the byte order mark, and characters that change the order in which text is
/// shown.
fn must_escape(character: char) -> bool {
    match character {
        '\\' => true,
        ' '..='~' => false,
        '\u{61C}'
        | '\u{200E}'
        | '\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2066}'..='\u{2069}'
        | '\u{FEFF}' => true,
        _ => character.is_control(),
    }
}

/// Characters that cannot be seen, or that change how others are shown. White space of ASCII is among them.
pub(crate) fn is_invisible(character: char) -> bool {
    match character {
        '\\' | ' '..='~' => false,
        // Unicode's Default_Ignorable_Code_Point: joiners, fillers, selectors, tags.
        '\u{AD}'
        | '\u{34F}'
        | '\u{115F}'..='\u{1160}'
        | '\u{17B4}'..='\u{17B5}'
        | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200D}'
        | '\u{2060}'..='\u{206F}'
        | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFF8}'
        | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}' => true,
        // Of annotations between lines.
        '\u{FFF9}'..='\u{FFFB}' => true,
        _ => must_escape(character),
    }
}

fn push_plain(line: &mut String, ink: Ink, text: &str) {
    if ink.content == Style::new() {
        line.push_str(text);
    } else if !text.is_empty() {
        write_to(line, format_args!("{}{text}{:#}", ink.content, ink.content));
    }
}

fn push_escape(line: &mut String, ink: Ink, escape: std::fmt::Arguments<'_>) {
    write_to(line, format_args!("{}{escape}{:#}", ink.escape, ink.escape));
}

/// Formats into a string, which cannot fail.
pub(crate) fn write_to(line: &mut String, arguments: std::fmt::Arguments<'_>) {
    line.write_fmt(arguments).expect("a String takes everything");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_and_unambiguous() {
        for (bytes, expected) in [
            (&b""[..], r#""""#),
            (b"plain text", r#""plain text""#),
            (b"a\nb\r\tc\0", r#""a\nb\r\tc\0""#),
            (br#"a "b" \n"#, r#""a \"b\" \\n""#),
            (b"\x01\x1B[31m\x7F", r#""\u{1}\u{1b}[31m\u{7f}""#),
            ("\u{9B}31m\u{85}".as_bytes(), r#""\u{9b}31m\u{85}""#),
            ("a\u{202E}b\u{2066}\u{200F}\u{61C}".as_bytes(), r#""a\u{202e}b\u{2066}\u{200f}\u{61c}""#),
            ("\u{FEFF}\u{2028}\u{2029}".as_bytes(), r#""\u{feff}\u{2028}\u{2029}""#),
            ("é\u{A0}祁\u{1F468}\u{200D}\u{1F33E}".as_bytes(), "\"é\u{A0}祁\u{1F468}\u{200D}\u{1F33E}\""),
            (b"a\xFF\xC3(\xE2\x82", r#""a\xFF\xC3(\xE2\x82""#),
        ] {
            let mut line = String::new();
            push_quoted_bytes(&mut line, bytes, Ink::default());
            assert_eq!(line, expected, "{bytes:?}");
            if let Ok(text) = str::from_utf8(bytes) {
                line.clear();
                push_quoted(&mut line, text, Ink::default());
                assert_eq!(line, expected, "{bytes:?} as text");
            }
        }
    }

    #[test]
    fn names() {
        for (text, expected) in [
            ("page.html", "page.html"),
            (r"C:\pages\a.html", r"C:\pages\a.html"),
            ("two\nlines\u{1B}[0m", r"two\nlines\u{1b}[0m"),
        ] {
            assert_eq!(name(text), expected);
        }
    }
}
