//! Prints the links of the navigation of a page, by a CSS selector of the crate `scraper`: `cargo run --example scraper < page.html`.

use std::io::{self, Read};

use scraper::{Html, HtmlTreeSink, Selector};
use tagspan::EncodingOptions;
use tagspan_html5ever::{ParseOpts, TendrilSink, parse_document};

fn main() -> io::Result<()> {
    links(io::stdin().lock())?.iter().for_each(|link| println!("{link}"));
    Ok(())
}

pub(crate) fn links(mut page: impl Read) -> io::Result<Vec<String>> {
    let sink = HtmlTreeSink::new(Html::new_document());
    let parser = parse_document(sink, ParseOpts::default()).from_bytes(EncodingOptions::new());
    let html = parser.read_from(&mut page)?;
    let selector = Selector::parse("nav a[href]").expect("the selector is valid");
    Ok(html.select(&selector).filter_map(|link| link.attr("href").map(str::to_owned)).collect())
}
