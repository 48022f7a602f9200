//! The URL that links are resolved against, by the HTML Standard and the URL Standard.

#[cfg(feature = "url")]
use std::borrow::Cow;

use tagspan::Encoding;

use crate::Url;
#[cfg(feature = "url")]
use crate::query::query_bytes;
#[cfg(not(feature = "url"))]
use crate::{host_url, query::with_encoded_query};

/// The base URL of the caller, and that of the document.
#[derive(Clone, Debug, Default)]
pub(crate) struct BaseUrl {
    /// The URL of the page: the standard's fallback base URL.
    fallback: Option<Url>,
    /// That of the first `<base href>`.
    document: Option<Url>,
}

impl BaseUrl {
    pub(crate) fn new(fallback: Option<Url>) -> Self {
        BaseUrl { fallback, document: None }
    }

    /// Follows the first `<base href>`, by "set the frozen base URL": one that is no URL, and one of the schemes `data` and
    /// `javascript`, leaves the fallback.
    pub(crate) fn set(&mut self, href: &str, encoding: Option<&'static Encoding>) {
        let url = resolve(self.fallback.as_ref(), href, encoding);
        self.document = url.filter(|url| !matches!(url.scheme(), "data" | "javascript"));
    }

    /// That of what stands in the HTTP header.
    pub(crate) fn of_header(&self) -> Option<&Url> {
        self.fallback.as_ref()
    }

    pub(crate) fn url(&self) -> Option<&Url> {
        self.document.as_ref().or(self.fallback.as_ref())
    }
}

/// Resolves a reference; without a base, `None` for a relative one. The query is in the encoding of the page.
#[cfg(not(feature = "url"))]
pub(crate) fn resolve(base: Option<&Url>, value: &str, encoding: Option<&'static Encoding>) -> Option<Url> {
    let scheme = base.map_or("", Url::scheme);
    host_url::parse(base, &with_encoded_query(scheme, value, encoding))
}

/// Resolves a reference; without a base, `None` for a relative one. The query is in the encoding of the page.
#[cfg(feature = "url")]
pub(crate) fn resolve(base: Option<&Url>, value: &str, encoding: Option<&'static Encoding>) -> Option<Url> {
    let encode: &dyn Fn(&str) -> Cow<'_, [u8]> = &|text| query_bytes(text, encoding);
    let parse = |value: &str| Url::options().base_url(base).encoding_override(Some(encode)).parse(value).ok();
    parse(value).or_else(|| parse(&without_more_slashes(value)?))
}

/// A value that begins with two slashes of the three or more that it has. The URL Standard ignores the others in front of a host
/// ("special authority ignore slashes state"), which the crate does only behind a scheme. Where slashes may begin a path, they
/// are no error.
#[cfg(feature = "url")]
fn without_more_slashes(value: &str) -> Option<String> {
    let value = value.trim_start_matches(|character| character <= ' ');
    let rest = value.trim_start_matches(['/', '\\']);
    (value.len() - rest.len() > 2).then(|| format!("//{rest}"))
}

#[cfg(test)]
mod tests {
    use tagspan::{Encoding, WINDOWS_1252};
    use url::Url;

    use super::resolve;

    #[test]
    fn queries_are_in_the_encoding_of_the_page() {
        let base = Url::parse("http://a.example/b/c").ok();
        let koi8 = Encoding::for_label(b"koi8-r");
        let iso_2022_jp = Encoding::for_label(b"iso-2022-jp");
        let utf16 = Encoding::for_label(b"utf-16le");
        for (value, encoding, expected) in [
            ("?q=é", None, "http://a.example/b/c?q=%C3%A9"),
            ("?q=é", Some(WINDOWS_1252), "http://a.example/b/c?q=%E9"),
            ("é?q=é#é", Some(WINDOWS_1252), "http://a.example/b/%C3%A9?q=%E9#%C3%A9"),
            ("?q=д&é", koi8, "http://a.example/b/c?q=%C4&%26%23233%3B"),
            // One escape sequence at each end of a run.
            ("?日本💩日", iso_2022_jp, "http://a.example/b/c?%1B$BF|K\\%1B(B%26%23128169%3B%1B$BF|%1B(B"),
            ("?q=é", utf16, "http://a.example/b/c?q=%C3%A9"),
            ("///d.example/é?é", None, "http://d.example/%C3%A9?%C3%A9"),
            (" \\/\\\\d.example", None, "http://d.example/"),
            ("ws://b.example/?q=é", Some(WINDOWS_1252), "ws://b.example/?q=%C3%A9"),
        ] {
            let url = resolve(base.as_ref(), value, encoding);
            assert_eq!(url.as_ref().map(Url::as_str), Some(expected), "{value}");
        }
    }
}
