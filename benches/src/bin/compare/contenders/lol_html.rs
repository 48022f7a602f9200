//! lol_html's rewriter, in each of the modes that it has for speed.

use std::borrow::Cow;
use std::cell::Cell;

use benches::Sum;
use lol_html::html_content::{Doctype, Element};
use lol_html::{
    DocumentContentHandlers, ElementContentHandlers, HandlerResult, HtmlRewriter, Selector, Settings,
};

use super::{Contender, Run, Work};

const INEXACT: &str =
    "takes noscript for raw text; guesses where only a tree could tell; keeps duplicate attributes";

/// The selectors that ask for what [`benches::workloads::links`] gives.
const LINKS: [(&str, &str); 6] = [
    ("a[href]", "href"),
    ("link[href]", "href"),
    ("img[src]", "src"),
    ("script[src]", "src"),
    ("meta[content]", "content"),
    ("iframe[src]", "src"),
];

pub(super) fn contenders() -> Vec<Contender> {
    let lol = |name, work, does, omits, start| Contender {
        name,
        package: Some("lol_html"),
        work,
        does,
        omits,
        exact: false,
        on_request: false,
        start,
    };
    vec![
        lol(
            "lol_html tag scanner",
            Work::Tokens,
            "finds tags and passes the page through; no handlers",
            "attributes, comments, text: it skips them; reports no tokens",
            || Box::new(tag_scanner),
        ),
        lol(
            "lol_html lexer",
            Work::Tokens,
            "ranges of all tokens and attributes, by a DOCTYPE handler, as its own benches do",
            "handing them to anybody",
            || Box::new(lexer),
        ),
        lol(
            "lol_html links",
            Work::Links,
            "the value of `a[href]` and five like it as owned strings; matches selectors",
            INEXACT,
            links,
        ),
        lol(
            "lol_html attributes",
            Work::Attributes,
            "a `*` handler reads all names and values as owned strings",
            INEXACT,
            || all_elements(read_strings),
        ),
        lol(
            "lol_html attribute spans",
            Work::Attributes,
            "a `*` handler reads the locations of all names and values",
            INEXACT,
            || all_elements(read_spans),
        ),
    ]
}

/// Never refuses a page: neither for markup that a tree builder might see otherwise, nor for memory. A rewriter is
/// for one document. The output goes nowhere.
fn rewrite(settings: Settings<'_, '_>, page: &str) {
    let mut rewriter = HtmlRewriter::new(settings.with_strict(false), |_: &[u8]| {});
    rewriter.write(page.as_bytes()).expect("no limits");
    rewriter.end().expect("no limits");
}

fn tag_scanner(page: &str) -> Sum {
    rewrite(Settings::new(), page);
    Sum::default()
}

fn lexer(page: &str) -> Sum {
    let sum = Cell::new(Sum::default());
    let handler = |_: &mut Doctype<'_>| {
        add(&sum, |sum| sum.tokens += 1);
        Ok(())
    };
    let handlers = DocumentContentHandlers::default().doctype(handler);
    rewrite(Settings::new().append_document_content_handler(handlers), page);
    sum.get()
}

fn links() -> Run {
    let selectors = LINKS.map(|(selector, name)| (parsed(selector), name));
    Box::new(move |page| {
        let sum = Cell::new(Sum::default());
        let mut settings = Settings::new();
        for (selector, name) in &selectors {
            let sum = &sum;
            let handler = move |element: &mut Element<'_, '_>| {
                if let Some(value) = element.get_attribute(name) {
                    add(sum, |sum| {
                        sum.attributes += 1;
                        sum.touch(value.as_bytes());
                    });
                }
                Ok(())
            };
            settings = settings.append_element_content_handler((
                Cow::Borrowed(selector),
                ElementContentHandlers::default().element(handler),
            ));
        }
        rewrite(settings, page);
        sum.get()
    })
}

fn all_elements(read: fn(&mut Element<'_, '_>, &mut Sum)) -> Run {
    let every = parsed("*");
    Box::new(move |page| {
        let sum = Cell::new(Sum::default());
        let handler = |element: &mut Element<'_, '_>| -> HandlerResult {
            add(&sum, |sum| read(element, sum));
            Ok(())
        };
        let handlers = ElementContentHandlers::default().element(handler);
        rewrite(Settings::new().append_element_content_handler((Cow::Borrowed(&every), handlers)), page);
        sum.get()
    })
}

fn read_strings(element: &mut Element<'_, '_>, sum: &mut Sum) {
    sum.start_tags += 1;
    for attribute in element.attributes() {
        sum.attributes += 1;
        sum.touch(attribute.name_preserve_case().as_bytes());
        sum.touch(attribute.value().as_bytes());
    }
}

fn read_spans(element: &mut Element<'_, '_>, sum: &mut Sum) {
    sum.start_tags += 1;
    for attribute in element.attributes() {
        sum.attributes += 1;
        for location in [attribute.name_source_location(), attribute.value_source_location()] {
            let range = location.map(|location| location.bytes()).unwrap_or_default();
            sum.mix((range.start as u64).rotate_left(16) ^ range.end as u64);
        }
    }
}

fn parsed(selector: &str) -> Selector {
    selector.parse().expect("a selector that lol_html has")
}

/// Handlers share the sum.
fn add(sum: &Cell<Sum>, change: impl FnOnce(&mut Sum)) {
    let mut value = sum.get();
    change(&mut value);
    sum.set(value);
}
