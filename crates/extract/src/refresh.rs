//! The URL of `<meta http-equiv=refresh>`, by the standard's "shared declarative refresh steps".

use crate::Url;

use crate::link::Part;

/// The URL of a [refresh][standard], and its seconds. `None` if there is no refresh, if it is one of the page itself, which has
/// no URL, or one of the scheme `javascript`, which is ignored.
///
/// [standard]: https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps
pub(crate) fn redirect(value: &str) -> Option<Part> {
    let bytes = value.as_bytes();
    let skip =
        |from: usize, is: fn(u8) -> bool| from + bytes[from..].iter().take_while(|byte| is(**byte)).count();
    let is_space = |byte: u8| byte.is_ascii_whitespace();

    let time = skip(0, is_space);
    let time_end = skip(time, |byte| byte.is_ascii_digit());
    if time == time_end && bytes.get(time) != Some(&b'.') {
        return None;
    }
    let mut at = skip(time_end, |byte| byte.is_ascii_digit() || byte == b'.');
    if bytes.get(at).is_some_and(|byte| !matches!(byte, b';' | b',') && !byte.is_ascii_whitespace()) {
        return None;
    }
    at = skip(at, is_space);
    at += usize::from(matches!(bytes.get(at), Some(b';' | b',')));
    at = skip(at, is_space);
    if at == bytes.len() {
        return None;
    }
    // What is no `url=` is the URL itself; so is `url` without `=`.
    if bytes[at..].len() >= 3 && bytes[at..at + 3].eq_ignore_ascii_case(b"url") {
        let equals = skip(at + 3, is_space);
        if bytes.get(equals) == Some(&b'=') {
            at = skip(equals + 1, is_space);
        }
    }
    let mut end = bytes.len();
    if let Some(quote) = bytes.get(at).filter(|byte| matches!(byte, b'"' | b'\'')) {
        at += 1;
        end = bytes[at..].iter().position(|byte| byte == quote).map_or(end, |length| at + length);
    }
    let is_script = Url::parse(&value[at..end]).is_ok_and(|url| url.scheme() == "javascript");
    (!is_script).then_some(Part { url: at..end, descriptor: time..time_end })
}

#[cfg(test)]
mod tests {
    use super::redirect;

    #[test]
    fn redirects_are_those_of_the_standard() {
        for (value, expected) in [
            ("5; url=/next", Some(("/next", "5"))),
            ("0;URL='a b' c", Some(("a b", "0"))),
            ("0;url=\"a'b\"", Some(("a'b", "0"))),
            ("0;url='a", Some(("a", "0"))),
            ("0;url=\"", Some(("", "0"))),
            ("0;url=", Some(("", "0"))),
            (" \t5 , Url \n= a ", Some(("a ", "5"))),
            ("5 a", Some(("a", "5"))),
            ("5;a", Some(("a", "5"))),
            ("5;'a'b", Some(("a", "5"))),
            ("5;;a", Some((";a", "5"))),
            ("5;url a", Some(("url a", "5"))),
            ("5;ur=a", Some(("ur=a", "5"))),
            ("5;u", Some(("u", "5"))),
            ("5;url", Some(("url", "5"))),
            ("5;é", Some(("é", "5"))),
            ("5.5.5;a", Some(("a", "5"))),
            (".5;a", Some(("a", ""))),
            ("5", None),
            ("5;", None),
            ("5; ", None),
            ("", None),
            (";a", None),
            ("a", None),
            ("-1;a", None),
            ("5a", None),
            ("5;url=JavaScript:a", None),
        ] {
            let found = redirect(value).map(|part| (&value[part.url], &value[part.descriptor]));
            assert_eq!(found, expected, "{value}");
        }
    }
}
