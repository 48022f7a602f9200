//! The fields of an HTTP header that say something about a page: links, directives for robots, the language.

use std::borrow::Cow;
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
pub(crate) type HeaderField = (&'static str, String);

/// The field, if it is one that is looked at.
pub(crate) fn field(name: &str, value: &[u8]) -> Option<HeaderField> {
    let name = FIELDS.into_iter().find(|field| field.eq_ignore_ascii_case(name.trim_ascii()))?;
    Some((name, String::from_utf8_lossy(value.trim_ascii()).into_owned()))
}

/// Takes a field as a part of the page. Links are kept if they are wanted.
pub(crate) fn take(
    (name, value): &HeaderField,
    links: Option<&mut Links>,
    page: &mut Page,
    limits: &PageLimits,
) {
    match *name {
        "content-language" => take_language(value, page, limits),
        "x-robots-tag" => take_robots(value, page, limits),
        _ => take_links(name, value, links, page, limits),
    }
}

/// By the standard, the field tells the language if it names one alone.
fn take_language(value: &str, page: &mut Page, limits: &PageLimits) {
    let is_long = value.len() > limits.value;
    page.lost.values += u64::from(is_long);
    let is_one = !page.has_languages && !value.is_empty() && !value.contains(',') && !is_long;
    page.lang = is_one.then(|| value.to_owned());
    page.has_languages = true;
}

fn take_robots(value: &str, page: &mut Page, limits: &PageLimits) {
    let directives = for_all_robots(value);
    let all: usize = page.robots_of_header.iter().map(|value| value.len() + size_of::<String>()).sum();
    match directives {
        "" => {}
        _ if all + directives.len() > limits.metas => page.lost.metas += 1,
        _ => page.robots_of_header.push(directives.to_owned()),
    }
}

fn take_links(
    name: &'static str,
    value: &str,
    links: Option<&mut Links>,
    page: &mut Page,
    limits: &PageLimits,
) {
    let whole = |url| LinkValue { url, seconds: "", parameters: Vec::new() };
    let found: Vec<LinkValue<'_>> = match name {
        "link" => link_values(value).collect(),
        "refresh" => {
            let part = redirect(value).into_iter();
            part.map(|part| LinkValue { seconds: &value[part.descriptor], ..whole(&value[part.url]) })
                .collect()
        }
        _ => vec![whole(value)],
    };
    if page.canonical.is_none() {
        let canonical = found.iter().find(|link| link.is_canonical() && link.url.len() <= limits.value);
        page.canonical = canonical.and_then(|link| page.resolve_in_header(link.url)).map(String::from);
    }
    let Some(links) = links else { return };
    for link in found {
        let parameters = link.parameters.iter().map(|(name, value)| (*name, &**value));
        links.keep_of_header(name, (link.url, link.seconds), parameters, page, limits);
    }
}

/// A URL in a field, and what stands beside it.
struct LinkValue<'a> {
    url: &'a str,
    /// Those of a refresh.
    seconds: &'a str,
    parameters: Vec<(&'a str, Cow<'a, str>)>,
}

impl LinkValue<'_> {
    /// The first parameter of this name, in any case: of `rel`, others are ignored.
    fn parameter(&self, name: &str) -> Option<&str> {
        let found = self.parameters.iter().find(|(of, _)| of.eq_ignore_ascii_case(name));
        found.map(|(_, value)| &**value)
    }

    /// Whether the URL is the canonical one of the page. With `anchor` the link is one of something else.
    fn is_canonical(&self) -> bool {
        self.parameter("anchor").is_none()
            && self.parameter("rel").is_some_and(|rel| has_keyword(rel, "canonical"))
    }
}

/// The directives of a value of `X-Robots-Tag` before the first that names its robot, with a colon after the name.
fn for_all_robots(value: &str) -> &str {
    /// Directives that have a value behind a colon.
    const WITH_VALUE: [&str; 4] =
        ["unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"];
    let names_robot = |item: &str| {
        // A time has colons too.
        item.split_once(':').map(|(name, _)| name.trim_ascii()).is_some_and(|name| {
            !name.contains(|character: char| character.is_ascii_whitespace())
                && !WITH_VALUE.iter().any(|of| of.eq_ignore_ascii_case(name))
        })
    };
    let mut end = 0;
    for item in value.split(',') {
        if names_robot(item) {
            break;
        }
        end += item.len() + 1;
    }
    value[..end.min(value.len())].trim_end_matches([',', ' ', '\t'])
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
fn parameter(field: &str) -> Option<((&str, Cow<'_, str>), &str)> {
    let rest = field.trim_start().strip_prefix(';')?;
    let (name, rest) = rest.split_at(rest.find(['=', ';', ',']).unwrap_or(rest.len()));
    let Some(rest) = rest.strip_prefix('=').map(str::trim_start) else {
        return Some(((name.trim(), "".into()), rest));
    };
    let (value, rest) = match rest.strip_prefix('"') {
        Some(quoted) => unquoted(quoted),
        None => {
            let (value, rest) = rest.split_at(rest.find([';', ',']).unwrap_or(rest.len()));
            (value.trim().into(), rest)
        }
    };
    Some(((name.trim(), value), rest))
}

/// The value of a quoted string, by RFC 9110, section 5.6.4, and what follows it.
fn unquoted(quoted: &str) -> (Cow<'_, str>, &str) {
    let (mut value, mut rest) = (Cow::Borrowed(""), quoted);
    loop {
        let (part, after) = rest.split_at(rest.find(['"', '\\']).unwrap_or(rest.len()));
        value += part;
        let mut characters = after.chars();
        match characters.next() {
            Some('\\') => {
                value.to_mut().extend(characters.next());
                rest = characters.as_str();
            }
            _ => return (value, characters.as_str()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{for_all_robots, link_values};

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
            ("<a>;title=\"say \\\"hi\\\", <b>; x\";rel=\"\\y\\\\\"", &[("a", Some("y\\"))]),
            ("<a>;rel,<b>;rel=", &[("a", Some("")), ("b", Some(""))]),
            ("<a>;rel=\"x", &[("a", Some("x"))]),
            ("<a>;rel=\"x\\", &[("a", Some("x"))]),
            ("<>", &[("", None)]),
            ("<é>;rel=é", &[("é", Some("é"))]),
            ("a; rel=next, <b>", &[]),
            ("<a> x, <b>", &[("a", None)]),
            ("<a", &[]),
        ] {
            let links: Vec<_> = link_values(value).collect();
            let found: Vec<_> = links.iter().map(|link| (link.url, link.parameter("rel"))).collect();
            assert_eq!(found, expected, "{value}");
        }
    }

    #[test]
    fn directives_for_one_robot_are_not_for_all() {
        for (value, expected) in [
            ("noindex", "noindex"),
            ("noindex, nofollow", "noindex, nofollow"),
            (
                "unavailable_after: Tue, 25 Jun 2030 15:00:00 PST",
                "unavailable_after: Tue, 25 Jun 2030 15:00:00 PST",
            ),
            ("Max-Snippet: 20, noindex", "Max-Snippet: 20, noindex"),
            ("googlebot: noindex", ""),
            ("otherbot : noindex, nofollow", ""),
            ("noindex, googlebot: nofollow, none", "noindex"),
            ("", ""),
        ] {
            assert_eq!(for_all_robots(value), expected, "{value}");
        }
    }
}
