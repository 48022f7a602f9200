//! Chunks change nothing.

use tagspan::Tokenizer;
use tagspan_select::{Event, Selection, Selectors};
use testing::chunkings::{chunkings, few_chunkings};
use testing::{corpora, tag_soup};

const SELECTORS: [&str; 8] =
    ["*", "p b", "table td", "svg > *", "li:nth-child(2n)", "[id] + *", ":not(p) > i", "body"];

/// All events, their text joined.
fn events(chunks: &[&[u8]]) -> Vec<String> {
    let mut selection = Selection::new(&Selectors::new(SELECTORS).unwrap());
    let mut tokenizer = Tokenizer::builder().encoding(tagspan::UTF_8).build();
    let mut events: Vec<String> = Vec::new();
    let mut around = Vec::new();
    let mut each = |event: Event<'_>| match event {
        Event::Text(text) => {
            let is_next = !around.is_empty() && around == text.elements;
            around = text.elements.to_vec();
            match events.last_mut().filter(|_| is_next) {
                Some(last) => last.push_str(text.text),
                None => events.push(format!("{:?} {}", text.elements, text.text)),
            }
        }
        Event::Entered(entered) => {
            around.clear();
            let tag = entered.tag.map(|tag| tag.raw().to_vec());
            events.push(format!(
                "{} {} {:?} {tag:?} {:?}",
                entered.element, entered.name, entered.selectors, entered.ambiguity
            ));
        }
        Event::Left(left) => {
            around.clear();
            events.push(format!("{left:?}"));
        }
    };
    for chunk in chunks {
        selection.read_part(tokenizer.feed(chunk), &mut each).unwrap();
    }
    selection.read(tokenizer.finish(), &mut each).unwrap();
    events.push(format!("{:?}", selection.ambiguities().collect::<Vec<_>>()));
    events
}

fn compare(name: &str, chunked: &[String], whole: &[String]) {
    for (at, (chunked, whole)) in chunked.iter().zip(whole).enumerate() {
        assert_eq!(chunked, whole, "event {at} of {name:?}");
    }
    assert_eq!(chunked.len(), whole.len(), "{name:?}");
}

#[test]
fn no_chunking_of_tag_soup_changes_anything() {
    for number in 0..400 {
        let html = tag_soup::generate(4, number).html();
        let whole = events(&[html.as_bytes()]);
        let all =
            if html.len() < 400 { chunkings(html.as_bytes()) } else { few_chunkings(html.as_bytes()).into() };
        for chunks in all {
            compare(&html, &events(&chunks), &whole);
        }
    }
}

#[test]
fn no_chunking_of_a_page_changes_anything() {
    for (name, html) in corpora::own() {
        let html = String::from_utf8_lossy(&html).into_owned();
        let whole = events(&[html.as_bytes()]);
        for chunks in few_chunkings(html.as_bytes()) {
            compare(&name, &events(&chunks), &whole);
        }
    }
}

#[test]
fn no_chunking_of_these_changes_anything() {
    for html in [
        "<plaintext>a\0b",
        "a\0b",
        "\n\0a",
        "<table>\0 a<tr>",
        "<table><colgroup> \0 a",
        "&#10;&#32;a",
        "</body> \n a",
        "<pre>\n\0<b>a",
        "<frameset> a ",
    ] {
        let whole = events(&[html.as_bytes()]);
        for chunks in chunkings(html.as_bytes()) {
            compare(html, &events(&chunks), &whole);
        }
    }
}
