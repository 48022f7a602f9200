//! Rust files as token trees, so that rules see code and never the inside of a string or a comment.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use crate::findings::Outcome;

/// The tokens of a file; one that cannot be read as Rust is a finding.
pub(crate) fn lex(path: &str, text: &str, outcome: &mut Outcome) -> Option<Vec<TokenTree>> {
    match text.parse::<TokenStream>() {
        Ok(stream) => Some(stream.into_iter().collect()),
        Err(error) => {
            outcome.add(path, error.span().start().line.max(1), format!("cannot be read as Rust: {error}"));
            None
        }
    }
}

pub(crate) fn inside(group: &Group) -> Vec<TokenTree> {
    group.stream().into_iter().collect()
}

pub(crate) fn line(token: &TokenTree) -> usize {
    token.span().start().line
}

pub(crate) fn is_ident(token: Option<&TokenTree>, name: &str) -> bool {
    matches!(token, Some(TokenTree::Ident(ident)) if ident == name)
}

pub(crate) fn is_punct(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

pub(crate) fn group(token: Option<&TokenTree>, delimiter: Delimiter) -> Option<&Group> {
    match token {
        Some(TokenTree::Group(group)) if group.delimiter() == delimiter => Some(group),
        _ => None,
    }
}
