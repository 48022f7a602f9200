//! Runs the examples and checks their output.

// The example is a program of its own too.
#![allow(dead_code)]

#[path = "../../examples/scraper.rs"]
mod scraper_example;

#[test]
fn scraper_selects_links() {
    let page =
        b"<meta charset=windows-1252><a href=/no>no</a><nav><p><a href=/caf\xE9>one</a><a>two</a></nav>";
    assert_eq!(scraper_example::links(&page[..]).unwrap(), ["/café"]);
}
