//! Writes text into a page as text: everything is escaped, and what cannot be seen is shown.

use tagspan::escape_attribute;

use crate::escape::{excerpt, is_invisible, write_to};

/// Appends text that has lines. Characters that cannot be seen, or that change how others are shown, are shown by their code
/// points; ill-formed bytes as `\xFF`. `next` is the byte behind the text.
pub(super) fn push_text(html: &mut String, bytes: &[u8], next: Option<&u8>) {
    for part in bytes.utf8_chunks() {
        let mut characters = part.valid().chars().peekable();
        while let Some(character) = characters.next() {
            push_character(html, character);
            // In a browser, CR ends no line.
            let next = characters.peek().copied().or_else(|| next.map(|&byte| char::from(byte)));
            if character == '\r' && next != Some('\n') {
                html.push('\n');
            }
        }
        for byte in part.invalid() {
            write_to(html, format_args!("<i class=c>\\x{byte:02X}</i>"));
        }
    }
}

fn push_character(html: &mut String, character: char) {
    match character {
        '<' => html.push_str("&lt;"),
        '&' => html.push_str("&amp;"),
        // In a pre element they are what they are. CR would be read as a line feed.
        '\n' | '\t' => html.push(character),
        '\r' => html.push_str("<i class=c>CR</i>"),
        '\0' => html.push_str("<i class=c>NUL</i>"),
        _ if is_invisible(character) => {
            write_to(html, format_args!("<i class=c>U+{:04X}</i>", u32::from(character)));
        }
        _ => html.push(character),
    }
}

/// The beginning of the text on one line, as the value of an attribute in double quotes or as text.
pub(super) fn one_line(text: &str) -> String {
    const LENGTH: usize = 120;
    let beginning = String::from_utf8_lossy(excerpt(text.as_bytes(), LENGTH));
    let mut line = String::new();
    for character in beginning.chars() {
        match character {
            '\n' | '\r' | '\t' => write_to(&mut line, format_args!("{}", character.escape_default())),
            _ if is_invisible(character) => {
                write_to(&mut line, format_args!("\\u{{{:x}}}", u32::from(character)));
            }
            _ => line.push(character),
        }
    }
    if beginning.len() < text.len() {
        line.push('…');
    }
    escape_attribute(&line).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_acted_on() {
        for (bytes, expected) in [
            (&b"</script>&lt;"[..], "&lt;/script>&amp;lt;"),
            (b"a\r\n\tb\0", "a<i class=c>CR</i>\n\tb<i class=c>NUL</i>"),
            (b"a\rb\x0C\r", "a<i class=c>CR</i>\nb<i class=c>U+000C</i><i class=c>CR</i>\n"),
            (
                "\u{202E}\u{200B}\u{AD}é".as_bytes(),
                "<i class=c>U+202E</i><i class=c>U+200B</i><i class=c>U+00AD</i>é",
            ),
            (b"\xFF\x1B", "<i class=c>\\xFF</i><i class=c>U+001B</i>"),
        ] {
            let mut html = String::new();
            push_text(&mut html, bytes, None);
            assert_eq!(html, expected);
        }
        // The CR of a CRLF, of which the text has only the first half.
        let mut html = String::new();
        push_text(&mut html, b"\r", Some(&b'\n'));
        assert_eq!(html, "<i class=c>CR</i>");
        assert_eq!(one_line("a\n\"<b>'\u{202E}"), "a\\n&quot;&lt;b&gt;'\\u{202e}");
        assert_eq!(one_line(&"é".repeat(100)), "é".repeat(60) + "…");
    }
}
