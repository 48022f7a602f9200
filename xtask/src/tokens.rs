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

/// Whether an attribute is `cfg(test)`, or `cfg(all(test, …))`.
pub(crate) fn is_for_tests(attribute: &[TokenTree]) -> bool {
    let is_test = |tokens: &[TokenTree]| {
        let is_all = is_ident(tokens.first(), "all");
        let conditions = group(tokens.get(1), Delimiter::Parenthesis).filter(|_| is_all).map(inside);
        is_ident(tokens.first(), "test") && tokens.len() == 1
            || conditions.is_some_and(|conditions| is_ident(conditions.first(), "test"))
    };
    let condition = group(attribute.get(1), Delimiter::Parenthesis);
    is_ident(attribute.first(), "cfg") && condition.is_some_and(|condition| is_test(&inside(condition)))
}

/// How many tokens the item takes that begins here: to its `;`, or to its braces.
pub(crate) fn item_length(tokens: &[TokenTree]) -> usize {
    let end = tokens
        .iter()
        .position(|token| is_punct(Some(token), ';') || group(Some(token), Delimiter::Brace).is_some());
    let is_use = tokens.iter().take(end.unwrap_or(0)).any(|token| is_ident(Some(token), "use"));
    match end {
        // Its branches are in braces too.
        Some(end) if is_use || tokens.get(end + 1).is_some_and(|next| is_punct(Some(next), ';')) => {
            1 + tokens.iter().position(|token| is_punct(Some(token), ';')).unwrap_or(end)
        }
        Some(end) => end + 1,
        None => tokens.len(),
    }
}
