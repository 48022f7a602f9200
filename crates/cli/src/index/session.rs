//! Identifiers of sessions in URLs, which are no part of what a URL names.

use std::ops::Range;

/// A path in lower case, without the segments that hold a session, as ASP.NET has them: `(s(…))` and `(…)` before an .aspx page.
pub(super) fn without_path_session(path: String) -> String {
    let path = without_segment(path, is_tagged_session);
    without_segment(path, |segment| is_parenthesized(segment).is_some_and(is_session))
}

/// Removes the last segment of a session that has a page after it.
fn without_segment(mut path: String, is_session: impl Fn(&str) -> bool) -> String {
    let starts = path.match_indices('/').map(|(at, _)| at + 1);
    let segments = starts.filter_map(|start| Some(start..start + path[start..].find('/')?));
    let is_wanted =
        |segment: &Range<usize>| is_session(&path[segment.clone()]) && is_page(&path[segment.end + 1..]);
    if let Some(segment) = segments.filter(is_wanted).last() {
        path.replace_range(segment.start..=segment.end, "");
    }
    path
}

/// Whether it has an .aspx page before a question mark.
fn is_page(rest: &str) -> bool {
    let end = rest.find('?').unwrap_or(rest.len());
    rest[..end].rfind(".aspx").is_some_and(|at| at > 0)
}

fn is_parenthesized(segment: &str) -> Option<&str> {
    segment.strip_prefix('(')?.strip_suffix(')')
}

/// Whether it is `(a(…)b(…))`, any number of them.
fn is_tagged_session(segment: &str) -> bool {
    let Some(mut inner) = is_parenthesized(segment).filter(|inner| !inner.is_empty()) else { return false };
    while !inner.is_empty() {
        let is_next = inner.starts_with(|c: char| c.is_ascii_lowercase())
            && inner[1..].starts_with('(')
            && inner.get(2..26).is_some_and(is_session)
            && inner[26..].starts_with(')');
        if !is_next {
            return false;
        }
        inner = &inner[27..];
    }
    true
}

fn is_session(text: &str) -> bool {
    text.len() == 24 && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A query of ASCII without the last argument of each kind of session, and the `&` after it.
pub(super) fn without_query_sessions(mut query: String) -> String {
    let kinds: [fn(&str) -> Option<usize>; 5] = [
        |at| fixed(at, "jsessionid="),
        |at| fixed(at, "phpsessid="),
        |at| fixed(at, "sid="),
        asp,
        cold_fusion,
    ];
    for length in kinds {
        let ends = |start: usize| {
            let end = start + length(&query[start..])?;
            match query.as_bytes().get(end) {
                None => Some(start..end),
                Some(b'&') => Some(start..end + 1),
                Some(_) => None,
            }
        };
        if let Some(session) = (0..query.len()).rev().find_map(ends) {
            query.replace_range(session, "");
        }
    }
    query
}

fn strip_prefix<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    text.get(..prefix.len()).filter(|start| start.eq_ignore_ascii_case(prefix)).map(|_| &text[prefix.len()..])
}

/// The length of a name with 32 letters or digits.
fn fixed(text: &str, name: &str) -> Option<usize> {
    let value = strip_prefix(text, name)?.get(..32)?;
    value.bytes().all(|byte| byte.is_ascii_alphanumeric()).then_some(name.len() + 32)
}

/// The length of `aspsessionid`, eight letters, and 24 letters as the value.
fn asp(text: &str) -> Option<usize> {
    const NAME: &str = "aspsessionid";
    let (name, value) = strip_prefix(text, NAME)?.get(..8 + 1 + 24)?.split_at(8);
    let value = value.strip_prefix('=')?;
    (name.bytes().chain(value.bytes()).all(|byte| byte.is_ascii_alphabetic())).then_some(NAME.len() + 33)
}

/// The length of `cfid=…&cftoken=…`.
fn cold_fusion(text: &str) -> Option<usize> {
    let length = |text: &str| text.find('&').unwrap_or(text.len());
    let id = strip_prefix(text, "cfid=")?;
    let token = strip_prefix(&id[length(id)..], "&cftoken=")?;
    let length = text.len() - token.len() + length(token);
    (!id.starts_with('&') && !token.is_empty() && !token.starts_with('&')).then_some(length)
}
