//! The fields of an HTTP header that say something about a page: links, directives for robots, the language.

use std::iter;

use crate::limits::PageLimits;
use crate::link::{Part, has_keyword};
use crate::links::Links;
use crate::page::Page;
use crate::refresh::redirect;

/// The fields that are looked at.
const FIELDS: [&str; 6] =
    ["content-language", "content-location", "link", "location", "refresh", "x-robots-tag"];

/// A field that is looked at, and its value.
pub(crate) type Field = (&'static str, String);

/// The field, if it is one that is looked at.
pub(crate) fn field(name: &str, value: &[u8]) -> Option<Field> {
    let name = FIELDS.into_iter().find(|field| field.eq_ignore_ascii_case(name.trim_ascii()))?;
    Some((name, String::from_utf8_lossy(value.trim_ascii()).into_owned()))
}

/// Takes a field as a part of the page. Links are kept if they are wanted.
pub(crate) fn take(
    (name, value): &Field,
    mut links: Option<&mut Links>,
    page: &mut Page,
    limits: &PageLimits,
) {
    let whole = || Part { url: 0..value.len(), descriptor: 0..0 };
    let found: Vec<(Part, Option<&str>)> = match *name {
        "content-language" => {
            let is_one = !value.is_empty() && !value.contains(',');
            page.lang = is_one.then(|| value.clone()).filter(|value| value.len() <= limits.value);
            return;
        }
        "x-robots-tag" => {
            if is_for_all_robots(value) {
                page.robots_of_header.push(value.clone());
            }
            return;
        }
        "link" => link_values(value).collect(),
        "refresh" => redirect(value).into_iter().map(|part| (part, None)).collect(),
        _ => vec![(whole(), None)],
    };
    for (part, rel) in found {
        let url = &value[part.url.clone()];
        if page.canonical.is_none() && rel.is_some_and(|rel| has_keyword(rel, "canonical")) {
            page.canonical = page.resolve_in_header(url).map(String::from);
        }
        if let Some(links) = &mut links {
            links.keep_of_header(name, (url, &value[part.descriptor]), rel, page, limits);
        }
    }
}

/// Whether a value of `X-Robots-Tag` names no robot: one that does begins with its name and a colon.
fn is_for_all_robots(value: &str) -> bool {
    /// Directives that have a value behind a colon.
    const WITH_VALUE: [&str; 4] =
        ["unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"];
    let first = value.split(',').next().unwrap_or_default();
    let name = first.split_once(':').map(|(name, _)| name.trim_ascii());
    !value.is_empty() && name.is_none_or(|name| WITH_VALUE.iter().any(|of| of.eq_ignore_ascii_case(name)))
}

/// The URLs of a `Link` field with their `rel`, by RFC 8288, appendix B.2. What is no link ends the list.
fn link_values(value: &str) -> impl Iterator<Item = (Part, Option<&str>)> {
    let mut at = 0;
    iter::from_fn(move || {
        let rest = value[at..].trim_start_matches([' ', '\t', ',']);
        let start = value.len() - rest.len();
        let length = rest.strip_prefix('<')?.find('>')?;
        let url = start + 1..start + 1 + length;
        at = url.end + 1;
        let mut rel = None;
        while let Some(parameter) = Parameter::parse(value, at) {
            at = parameter.end;
            if parameter.name.eq_ignore_ascii_case("rel") {
                rel = rel.or(Some(parameter.value));
            }
        }
        Some((Part { url, descriptor: 0..0 }, rel))
    })
}

/// A parameter of a link.
struct Parameter<'a> {
    name: &'a str,
    value: &'a str,
    end: usize,
}

impl<'a> Parameter<'a> {
    /// The parameter that begins here with a semicolon.
    fn parse(field: &'a str, at: usize) -> Option<Self> {
        let rest = field[at..].trim_start().strip_prefix(';')?;
        let length = rest.find(['=', ';', ',']).unwrap_or(rest.len());
        let (name, rest) = rest.split_at(length);
        let end = |rest: &str| field.len() - rest.len();
        let Some(rest) = rest.strip_prefix('=') else {
            return Some(Parameter { name: name.trim(), value: "", end: end(rest) });
        };
        let rest = rest.trim_start();
        let (value, rest) = match rest.strip_prefix('"') {
            // Relations and most other values have nothing to escape.
            Some(quoted) => quoted.split_at(quoted.find('"').unwrap_or(quoted.len())),
            None => rest.split_at(rest.find([';', ',']).unwrap_or(rest.len())),
        };
        Some(Parameter {
            name: name.trim(),
            value: value.trim(),
            end: end(rest.strip_prefix('"').unwrap_or(rest)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{is_for_all_robots, link_values};

    #[test]
    fn links_are_those_of_rfc_8288() {
        for (value, expected) in [
            ("", &[][..]),
            ("<a>", &[("a", None)]),
            ("<a>; rel=next", &[("a", Some("next"))]),
            (
                " , <a> ; REL = \"next last\" ; title=\"x, <y>\" , <b>;rel=prev;rel=next",
                &[("a", Some("next last")), ("b", Some("prev"))],
            ),
            ("<a>;hreflang=de;rel=alternate,<b>", &[("a", Some("alternate")), ("b", None)]),
            ("<http://a.example/?b=c;d,e>;rel=x", &[("http://a.example/?b=c;d,e", Some("x"))]),
            ("<a>;rel,<b>;rel=", &[("a", Some("")), ("b", Some(""))]),
            ("<a>;rel=\"x", &[("a", Some("x"))]),
            ("<>", &[("", None)]),
            ("<é>;rel=é", &[("é", Some("é"))]),
            ("a; rel=next, <b>", &[]),
            ("<a> x, <b>", &[("a", None)]),
            ("<a", &[]),
        ] {
            let found: Vec<_> = link_values(value).map(|(part, rel)| (&value[part.url], rel)).collect();
            assert_eq!(found, expected, "{value}");
        }
    }

    #[test]
    fn directives_for_one_robot_are_not_for_all() {
        for (value, expected) in [
            ("noindex", true),
            ("noindex, nofollow", true),
            ("unavailable_after: 25 Jun 2030 15:00:00 PST", true),
            ("Max-Snippet: 20, noindex", true),
            ("noindex, unavailable_after: 25 Jun 2030 15:00:00 PST", true),
            ("googlebot: noindex", false),
            ("otherbot : noindex, nofollow", false),
            ("", false),
        ] {
            assert_eq!(is_for_all_robots(value), expected, "{value}");
        }
    }
}
