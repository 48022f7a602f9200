//! The table of tokens.

use super::errors::Errors;
use super::picture::Picture;
use crate::escape::write_to;

/// How many tokens are one block of the table. A browser lays out the blocks that are seen.
const BLOCK: usize = 100;

/// The elements of the table, as several that look like one.
pub(super) fn rows(picture: &Picture, errors: &Errors<'_>) -> String {
    let mut rows = String::new();
    for (number, (token, piece)) in picture.shown.iter().zip(&picture.pieces).enumerate() {
        if number.is_multiple_of(BLOCK) {
            rows.push_str(if number == 0 { "" } else { "</table></div>\n" });
            rows.push_str("<div><table>\n<thead><tr><th>Bytes<th>Token<th>Decoded\n<tbody>\n");
        }
        let (class, start, end) = (piece.kind.class(), piece.span.start, piece.span.end);
        let (name, content) = (token.name, &token.content);
        let straddles = if picture.straddles(piece) { " <em>straddles</em>" } else { "" };
        let errors = match errors.count(&token.range) {
            0 => String::new(),
            count => format!(" <b>{count}</b>"),
        };
        write_to(
            &mut rows,
            format_args!(
                "<tr id=t{number} class={class}><td><a href=#s{number}>{start}..{end}</a><td>{name}{errors}{straddles}<td>{content}\n"
            ),
        );
    }
    rows.push_str(if rows.is_empty() { "" } else { "</table></div>\n" });
    rows
}
