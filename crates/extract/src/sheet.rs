//! The URLs of CSS, in style sheets and `style` attributes.

use std::ops::Range;

use tagspan::{Encoding, Namespace, Span, Tag, Text, TextMode, UTF_8};

use crate::css::{Token, Tokens};
use crate::limits::push_within;

/// Passes on the URLs of `url()` and `@import`, each with its range. Left out are those that name a part of the page itself, such as
/// `#mask`, empty ones, and those of `@namespace`, which are identifiers.
pub(crate) fn css_urls(css: &str, each: &mut dyn FnMut(&str, Range<usize>)) {
    let mut tokens = Tokens::new(css);
    let mut is_url = false;
    loop {
        let token = tokens.next();
        let was_url = std::mem::take(&mut is_url);
        match &token {
            Token::End => return,
            Token::AtKeyword(name) if name.eq_ignore_ascii_case("namespace") => {
                tokens.skip_declaration(token)
            }
            Token::AtKeyword(name) => is_url = name.eq_ignore_ascii_case("import"),
            Token::Function(name) => is_url = name.eq_ignore_ascii_case("url"),
            Token::String(value, range) if was_url => pass(value, range, each),
            Token::Url(value, range) => pass(value, range, each),
            _ => {}
        }
    }
}

fn pass(value: &str, range: &Range<usize>, each: &mut dyn FnMut(&str, Range<usize>)) {
    if !value.is_empty() && !value.starts_with('#') {
        each(value, range.clone());
    }
}

/// The text of a `style` element, as it comes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sheet {
    text: String,
    /// Where it stands in the source.
    span: Option<Span>,
    /// Whether a place in the text is as far from its start as it is in the source.
    is_exact: bool,
    /// The bytes beyond the limit.
    pub(crate) lost: u64,
}

impl Sheet {
    /// That of a start tag, if it is one of CSS.
    pub(crate) fn new(tag: Tag<'_>) -> Option<Self> {
        let is_css = |kind: &str| kind.is_empty() || kind.eq_ignore_ascii_case("text/css");
        let is_open = match tag.namespace() {
            Namespace::Html => true,
            Namespace::Svg => !tag.self_closing(),
            Namespace::MathMl => false,
        };
        (tag.is("style") && is_open && tag.attribute_value("type").is_none_or(|kind| is_css(&kind)))
            .then(|| Sheet { is_exact: true, ..Sheet::default() })
    }

    /// Appends text, up to a limit.
    pub(crate) fn push(
        &mut self,
        text: Text<'_>,
        source_span: Option<Span>,
        encoding: Option<&'static Encoding>,
        limit: usize,
    ) {
        // As written, without the changes of newlines that CSS makes itself. In SVG there are character references.
        let mut value = match text.mode() {
            TextMode::Rawtext => String::from_utf8_lossy(text.raw()),
            _ => text.value(),
        };
        if value.contains('\0') {
            value = value.replace('\0', "\u{FFFD}").into();
        }
        let is_utf8 = encoding.is_none_or(|encoding| encoding == UTF_8);
        let is_as_written = text.raw() == value.as_bytes() && (is_utf8 || value.is_ascii());
        self.is_exact &= is_as_written
            && source_span.is_some_and(|span| span.end - span.start == value.len() as u64)
            && self.span.is_none_or(|before| source_span.is_some_and(|span| span.start == before.end));
        self.span = match (self.span, source_span) {
            (Some(before), Some(span)) => Some(Span { start: before.start, end: span.end }),
            (before, span) => before.or(span),
        };
        push_within(&mut self.text, &value, limit, &mut self.lost);
    }

    /// Passes on the URLs, each with its place in the source, or that of all the text if it is not known, and whether the limit
    /// has cut it.
    pub(crate) fn urls(&self, each: &mut dyn FnMut(&str, Option<Span>, bool)) {
        css_urls(&self.text, &mut |url, range| {
            let place =
                |all: Span| Span { start: all.start + range.start as u64, end: all.start + range.end as u64 };
            let is_cut = self.lost > 0 && range.end == self.text.len();
            each(url, if self.is_exact { self.span.map(place) } else { self.span }, is_cut);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::css_urls;

    /// The URLs of CSS, each with the text at its range.
    fn urls(css: &str) -> Vec<(String, &str)> {
        let mut found = Vec::new();
        css_urls(css, &mut |url, range| found.push((url.to_owned(), &css[range])));
        found
    }

    #[test]
    fn urls_are_those_of_url_and_import() {
        for (css, expected) in [
            ("", &[][..]),
            ("background:url(a.png)", &["a.png"]),
            ("a{b:URL(\n a.png\t) no-repeat}", &["a.png"]),
            ("b:url('a b)'),url( \"c\" )", &["a b)", "c"]),
            ("src:url(a.eot?#x) format('x'),url(é.woff)", &["a.eot?#x", "é.woff"]),
            ("b:url(data:image/png;base64,AA==)", &["data:image/png;base64,AA=="]),
            ("--x:url(a);b:f(url(c) d)", &["a", "c"]),
            ("@import 'a.css';@IMPORT url(b.css) print;@import url('c.css');", &["a.css", "b.css", "c.css"]),
            ("@import/**/'a.css' layer('x')", &["a.css"]),
            ("b:url(a", &["a"]),
            ("b:url('a", &["a"]),
            // Identifiers, parts of the page, and nothing.
            ("@namespace url(a);@namespace x 'b';c:url(d)", &["d"]),
            ("fill:url(#a);mask:url('#b');b:url();b:url('')", &[]),
            // Other strings, names and comments.
            ("content:'url(a)';b:x('c');d:'e' url", &[]),
            ("/*url(a)*/b:c-url(d);@importer 'e';@media 'f'{}", &[]),
            ("url:a;u rl(b);url (c)", &[]),
            // Not valid.
            ("b:url(a b);c:url(d(e);f:url(g\"h);i:url(j)", &["j"]),
            ("b:url(a\\\nb);c:url(d\\)", &["d)"]),
            ("b:url('a\n);c:url(d)", &["d"]),
            ("b:url(a\u{1}b)", &[]),
        ] {
            let found = urls(css);
            assert!(
                found.iter().map(|(url, _)| url.as_str()).eq(expected.iter().copied()),
                "{css}: {found:?}"
            );
        }
    }

    #[test]
    fn escapes_are_decoded() {
        for (css, url, written) in [
            ("url(a\\)b)", "a)b", "a\\)b"),
            ("url(\\61 b)", "ab", "\\61 b"),
            ("url(a\\\u{e9})", "a\u{e9}", "a\\\u{e9}"),
            ("url('a\\'b')", "a'b", "a\\'b"),
            ("url('a\\\nb\\\r\nc')", "abc", "a\\\nb\\\r\nc"),
            ("url('\\000061b\\0')", "ab\u{FFFD}", "\\000061b\\0"),
            ("u\\72l(a)", "a", "a"),
            ("@\\69mport 'a'", "a", "a"),
            ("url('a\\", "a", "a\\"),
            ("url(a\\", "a\u{FFFD}", "a\\"),
        ] {
            assert_eq!(urls(css), [(url.to_owned(), written)], "{css}");
        }
    }
}
