//! Prints a page's title, its encoding, and its links with their texts, by CSS selectors of the crate `scraper`.
//!
//! Usage: `cargo run -p tagspan-html5ever --example links -- [FILE [CONTENT-TYPE]]`

use std::process::ExitCode;
use std::{env, fs, io};

use scraper::{ElementRef, Html, HtmlTreeSink, Selector};
use tagspan::EncodingOptions;
use tagspan_html5ever::{ParseOpts, parse_document};

const DEFAULT_PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/article.html");

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("links: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> io::Result<()> {
    let mut arguments = env::args().skip(1);
    let path = arguments.next().unwrap_or_else(|| DEFAULT_PAGE.to_owned());
    let page = fs::read(&path).map_err(|error| io::Error::new(error.kind(), format!("{path}: {error}")))?;
    let mut known = EncodingOptions::new();
    if let Some(content_type) = arguments.next() {
        known = known.content_type(content_type);
    }

    let sink = HtmlTreeSink::new(Html::new_document());
    let mut parser = parse_document(sink, ParseOpts::default()).from_bytes(known);
    parser.feed(&page);
    let decision = parser.encoding_decision();
    let html = parser.finish();

    let (title, links) = (selector("title"), selector("a[href]"));
    println!("{}", html.select(&title).next().map_or_else(|| "(no title)".to_owned(), text));
    // A page of less than 1,024 bytes is settled by its end, which `finish` told.
    let encoding = decision.map_or("not settled by its first bytes", |decision| decision.encoding().name());
    println!("{path}: {} bytes, encoding: {encoding}", page.len());
    for link in html.select(&links) {
        let target = link.value().attr("href").unwrap_or_default();
        println!("  {target}  {}", text(link));
    }
    Ok(())
}

fn selector(css: &'static str) -> Selector {
    Selector::parse(css).expect("the selector is right")
}

/// An element's text, with white space as one sees it.
fn text(element: ElementRef<'_>) -> String {
    element.text().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}
