//! The elements of pages beside those that `scraper` finds in the tree of html5ever.
//!
//! Each start tag gets a number in an attribute, and the numbers of the tags whose elements match are compared.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use tagspan::{Rewriter, Token, Tokenizer};
use tagspan_select::{Ambiguity, Event, Selection, Selectors};
use testing::html5lib::{folder_or_skip, trees};
use testing::{corpora, tag_soup};

const NUMBER: &str = "data-tagspan-number";

/// What is looked for. Most names are those of tag soup.
#[rustfmt::skip]
const SELECTORS: [&str; 44] = [
    "*", "a", "p", "div", "svg title", "b i", "div > p", "table td", "table > tbody > tr > td", "tr > td > *",
    "ul > li", "li li", "a[href]", "a[id='1']", "[id]", "[class]", "input[type=hidden]", "p:not(.a) b", ":is(b, i) > p",
    ":not(table) > tr", "body > *", "head > *", ":root > body", "html", "template *", "select option", "svg > *",
    "math mi > *", "foreignObject p", "annotation-xml > *", "desc, title", "dl > dt, dl > dd", "form input", "font p",
    "a a, p p, li p", "p + p", "p ~ div", "b + i > p", ":first-child", "li:nth-child(2n+1)", "p:nth-of-type(2)",
    "td:first-of-type", "div :not(p > b)", "a:is(p > a, li a)",
];

/// The page with numbered start tags.
pub(crate) fn numbered(html: &[u8]) -> String {
    let builder = Tokenizer::builder().encoding(tagspan::UTF_8).scripting(true);
    let mut rewriter = Rewriter::with_builder(Vec::new(), builder);
    let mut number = 0;
    let mut each = |token: Token<'_>, edit: &mut tagspan::TokenEdit| {
        if let Token::StartTag(tag) = token {
            let mut editor = tag.edit();
            editor.set_attribute(NUMBER, &format!("{number}"));
            edit.write_tag(editor);
            number += 1;
        }
    };
    rewriter.write(html, &mut each).expect("UTF-8 without limits");
    let out = rewriter.finish(each).expect("UTF-8 without limits");
    String::from_utf8_lossy(&out).into_owned()
}

/// Where html5ever and its tree in `scraper` deviate from the standard, for pages that differ without an ambiguity.
fn deviation(html: &str) -> Option<&'static str> {
    let html = html.to_ascii_lowercase();
    let has = |parts: &[&str]| parts.iter().any(|part| html.contains(part));
    if has(&["<annotation-xml encoding"]) {
        Some("scraper: no HTML in annotation-xml")
    } else if has(&["<isindex"]) {
        Some("html5ever: isindex is special")
    } else if has(&["<thead"]) && has(&["<template"]) {
        Some("html5ever: thead in a template does not end")
    } else if has(&["</>\n"]) {
        Some("html5ever: an end tag without a name keeps the newline after it")
    } else if has(&["<search"]) {
        Some("html5ever: search is not special")
    } else if has(&["<desc", "<foreignobject", "<title", "<mi", "<mo", "<mn", "<ms", "<mtext"])
        && has(&["<svg", "<math"])
    {
        Some("html5ever: integration points are not special")
    } else {
        None
    }
}

/// The numbers of the start tags that match, by selector.
pub(crate) type Numbers = Vec<BTreeSet<u32>>;

struct Ours {
    numbers: Numbers,
    /// Those whose elements were marked.
    marked: BTreeSet<u32>,
    ambiguities: Vec<(Ambiguity, u64)>,
}

fn ours(html: &str, selectors: &Selectors) -> Ours {
    let mut tokenizer = Tokenizer::builder().encoding(tagspan::UTF_8).scripting(true).build();
    let mut selection = Selection::new(selectors).scripting(true).depth(100_000, tagspan::LimitAction::Fail);
    let mut numbers = vec![BTreeSet::new(); selectors.len()];
    let mut marked = BTreeSet::new();
    selection
        .read(tokenizer.feed_last(html.as_bytes()), |event| {
            let Event::Entered(entered) = event else { return };
            let number = entered.tag.and_then(|tag| tag.attribute_value(NUMBER));
            let Some(number) = number.and_then(|number| number.parse().ok()) else { return };
            if entered.ambiguity.is_some() {
                marked.insert(number);
            }
            for &selector in entered.selectors {
                numbers[selector as usize].insert(number);
            }
        })
        .expect("no limit");
    Ours { numbers, marked, ambiguities: selection.ambiguities().collect() }
}

pub(crate) fn theirs(html: &str, selectors: &[scraper::Selector]) -> Numbers {
    let tree = scraper::Html::parse_document(html);
    let number =
        |element: &scraper::ElementRef<'_>| -> Option<u32> { element.value().attr(NUMBER)?.parse().ok() };
    // Formatting elements that are opened again have the number of the first.
    let mut first = BTreeMap::new();
    for node in tree.tree.root().descendants() {
        let Some(element) = scraper::ElementRef::wrap(node) else { continue };
        if let Some(number) = number(&element) {
            first.entry(number).or_insert(element.id());
        }
    }
    let is_first = |element: &scraper::ElementRef<'_>, number| first.get(&number) == Some(&element.id());
    let numbers =
        |element: scraper::ElementRef<'_>| number(&element).filter(|&number| is_first(&element, number));
    selectors.iter().map(|selector| tree.select(selector).filter_map(numbers).collect()).collect()
}

/// The pages that were compared, and those that differ, by the reasons that were noted.
#[derive(Debug, Default)]
struct Report {
    pages: u64,
    /// Pages without an ambiguity.
    plain: u64,
    different: BTreeMap<String, u64>,
    /// Tags that differ, of those that matched; and those of them that were marked.
    tags: u64,
    matched: u64,
    marked: u64,
    /// Tags that differ, by selector.
    by_selector: BTreeMap<&'static str, u64>,
    /// Pages that differ without a reason.
    unexplained: Vec<String>,
}

struct Comparison {
    ours: Selectors,
    theirs: Vec<scraper::Selector>,
    report: Report,
}

impl Comparison {
    fn new() -> Self {
        Comparison {
            ours: Selectors::new(SELECTORS).expect("they are valid"),
            theirs: SELECTORS
                .map(|selector| scraper::Selector::parse(selector).expect("they are valid"))
                .into(),
            report: Report::default(),
        }
    }

    fn add(&mut self, name: &str, html: &[u8]) {
        let html = numbered(html);
        let (ours, theirs) = (ours(&html, &self.ours), theirs(&html, &self.theirs));
        let report = &mut self.report;
        report.pages += 1;
        report.plain += u64::from(ours.ambiguities.is_empty());
        let mut is_different = false;
        let mut example = String::new();
        for (selector, (ours_of, theirs_of)) in SELECTORS.iter().zip(ours.numbers.iter().zip(&theirs)) {
            report.matched += theirs_of.len() as u64;
            for number in ours_of.symmetric_difference(theirs_of) {
                is_different = true;
                report.tags += 1;
                *report.by_selector.entry(selector).or_default() += 1;
                report.marked += u64::from(ours.marked.contains(number));
                if example.is_empty() {
                    example = format!("{selector}: ours {ours_of:?}, theirs {theirs_of:?}");
                }
            }
        }
        if !is_different {
            return;
        }
        let mut reasons: Vec<_> = ours.ambiguities.iter().map(|(why, _)| why.as_str()).collect();
        if reasons.is_empty() {
            reasons.extend(deviation(&html));
        }
        if reasons.is_empty() && report.unexplained.len() < 10 {
            let page = if html.len() < 2000 { &html } else { name };
            report.unexplained.push(format!("{page}\n    {example}"));
        }
        *report.different.entry(reasons.join(", ")).or_default() += 1;
    }

    fn check(self, least: u64) {
        println!("{:#?}", self.report);
        assert!(self.report.pages >= least);
        assert!(self.report.unexplained.is_empty(), "{}", self.report.unexplained.join("\n"));
    }
}

#[test]
fn pages_are_as_in_a_tree() {
    let mut comparison = Comparison::new();
    for (name, html) in corpora::own().iter().chain(&corpora::real_in(Path::new("utf8"), usize::MAX)) {
        comparison.add(name, html);
    }
    comparison.check(3);
}

#[test]
fn inputs_of_the_suite_are_as_in_a_tree() {
    let Some(suite) = folder_or_skip("inputs_of_the_suite_are_as_in_a_tree") else { return };
    let mut cases = trees::load(&suite.join(trees::FOLDER)).expect("the suite can be read");
    cases.retain(|case| case.fragment.is_none());
    let mut comparison = Comparison::new();
    for case in &cases {
        comparison.add(&case.data, case.data.as_bytes());
    }
    comparison.check(1000);
}

/// `TAGSPAN_SOUPS=1000000 cargo test -p tagspan-select tag_soup` compares a million.
#[test]
fn tag_soup_is_as_in_a_tree() {
    let count = std::env::var("TAGSPAN_SOUPS").ok().and_then(|count| count.parse().ok()).unwrap_or(4000);
    let mut comparison = Comparison::new();
    for number in 0..count {
        let soup = tag_soup::generate(46, number);
        comparison.add("tag soup", soup.html().as_bytes());
    }
    comparison.check(count);
}
