//! The fields of an HTTP header that say something about a page: links, directives for robots, the language.

use std::iter;

use crate::limits::PageLimits;
use crate::link::has_keyword;
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
pub(crate) fn take((name, value): &Field, links: Option<&mut Links>, page: &mut Page, limits: &PageLimits) {
    let whole = |url| LinkValue { url, seconds: "", parameters: Vec::new() };
    let found: Vec<LinkValue<'_>> = match *name {
        "content-language" => {
            let is_one = !value.is_empty() && !value.contains(',') && value.len() <= limits.value;
            page.lang = is_one.then(|| value.clone());
            return;
        }
        "x-robots-tag" => {
            page.robots_of_header.extend(is_for_all_robots(value).then(|| value.clone()));
            return;
        }
        "link" => link_values(value).collect(),
        "refresh" => {
            let part = redirect(value).into_iter();
            part.map(|part| LinkValue { seconds: &value[part.descriptor], ..whole(&value[part.url]) })
                .collect()
        }
        _ => vec![whole(value)],
    };
    let is_canonical = |link: &&LinkValue<'_>| {
        let mut rels = link.parameters.iter().filter(|(name, _)| name.eq_ignore_ascii_case("rel"));
        rels.next().is_some_and(|(_, rel)| has_keyword(rel, "canonical"))
    };
    if page.canonical.is_none() {
        let canonical = found.iter().find(is_canonical).and_then(|link| page.resolve_in_header(link.url));
        page.canonical = canonical.map(String::from);
    }
    let Some(links) = links else { return };
    for LinkValue { url, seconds, parameters } in found {
        links.keep_of_header(name, (url, seconds), parameters.into_iter(), page, limits);
    }
}

/// A URL in a field, and what stands beside it.
struct LinkValue<'a> {
    url: &'a str,
    /// Those of a refresh.
    seconds: &'a str,
    parameters: Vec<(&'a str, &'a str)>,
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

/// The links of a `Link` field, by RFC 8288, appendix B.2. What is no link ends the list.
fn link_values(field: &str) -> impl Iterator<Item = LinkValue<'_>> {
    let mut rest = field;
    iter::from_fn(move || {
        let (url, after) = rest.trim_start_matches([' ', '\t', ',']).strip_prefix('<')?.split_once('>')?;
        rest = after;
        let mut parameters = Vec::new();
        while let Some((parameter, after)) = parameter(rest) {
            parameters.push(parameter);
            rest = after;
        }
        Some(LinkValue { url, seconds: "", parameters })
    })
}

/// The name and the value of the parameter that begins here with a semicolon, and what follows it.
fn parameter(field: &str) -> Option<((&str, &str), &str)> {
    let rest = field.trim_start().strip_prefix(';')?;
    let (name, rest) = rest.split_at(rest.find(['=', ';', ',']).unwrap_or(rest.len()));
    let Some(rest) = rest.strip_prefix('=').map(str::trim_start) else {
        return Some(((name.trim(), ""), rest));
    };
    let (value, rest) = match rest.strip_prefix('"') {
        // Relations and most other values have nothing to escape.
        Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
        None => rest.split_at(rest.find([';', ',']).unwrap_or(rest.len())),
    };
    Some(((name.trim(), value.trim()), rest))
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
            let rel = |link: &super::LinkValue<'_>| {
                let mut rels = link.parameters.iter().filter(|(name, _)| name.eq_ignore_ascii_case("rel"));
                rels.next().map(|(_, rel)| rel.to_string())
            };
            let found: Vec<_> = link_values(value).map(|link| (link.url, rel(&link))).collect();
            let expected: Vec<_> = expected.iter().map(|(url, rel)| (*url, rel.map(str::to_owned))).collect();
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
