//! The fuzz target of selectors: the first line is a selector, the rest is a page.

use tagspan::Tokenizer;
use tagspan_reference::Options;
use tagspan_select::{Event, Selection, Selectors};

use super::layout;

/// What is looked for beside it.
const SELECTORS: [&str; 6] =
    ["*", "p b", "table > tbody td", "[id] + *", ":not(p) > i:nth-of-type(2n)", "body"];

/// A selector is refused or matches the same elements in every chunking.
pub(super) fn run(data: &[u8]) {
    let (input, mut control) = layout::split(data);
    let line = input.iter().position(|&byte| byte == b'\n').unwrap_or_default();
    let (selector, page) = input.split_at(line);
    let selector = String::from_utf8_lossy(selector);
    let selectors = match Selectors::new([&*selector].into_iter().chain(SELECTORS)) {
        Ok(selectors) => selectors,
        Err(error) => {
            assert_eq!(selector.get(error.offset()..error.offset() + error.part().len()), Some(error.part()));
            Selectors::new(SELECTORS).expect("they are valid")
        }
    };
    let whole = events(&selectors, [page].into_iter());
    let cuts = layout::cuts(&mut control, page);
    let starts = std::iter::once(0).chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain([page.len()]);
    let chunks = starts.zip(ends).map(|(start, end)| &page[start..end]);
    assert_eq!(events(&selectors, chunks), whole);
}

/// The events of a page, with text that continues joined.
fn events<'a>(selectors: &Selectors, chunks: impl Iterator<Item = &'a [u8]>) -> Vec<String> {
    let mut selection = Selection::new(selectors);
    let mut tokenizer = Tokenizer::utf8();
    let (mut events, mut around) = (Vec::<String>::new(), Vec::new());
    let mut open = Vec::new();
    let mut each = |event: Event<'_>| match event {
        Event::Text(text) if around == text.elements => {
            events.last_mut().expect("the text before").push_str(text.text);
        }
        Event::Text(text) => {
            around = text.elements.to_vec();
            events.push(format!("{around:?} {}", text.text));
        }
        Event::Entered(entered) => {
            around.clear();
            open.push(entered.element);
            let tag = entered.tag.map(|tag| tag.raw().to_vec());
            events.push(format!("{} {} {:?} {tag:?}", entered.element, entered.name, entered.selectors));
        }
        Event::Left(left) => {
            around.clear();
            // Each element is left once.
            let at = open.iter().rposition(|element| *element == left.element).expect("it was entered");
            open.remove(at);
            events.push(format!("{left:?}"));
        }
    };
    for chunk in chunks {
        selection.read_part(tokenizer.feed(chunk), &mut each).expect("no limit");
    }
    selection.read(tokenizer.finish(), &mut each).expect("no limit");
    assert_eq!(open, [0; 0], "all are left");
    events.push(format!("{:?}", selection.ambiguities().collect::<Vec<_>>()));
    events
}

/// A page with a selector before it.
pub(super) fn seed(page: &[u8], options: &Options) -> Option<Vec<u8>> {
    layout::seed(&[b"div > p:not(.a), li:nth-child(2n+1)\n", page].concat(), options)
}

/// Tag soup with selectors of its names.
pub(super) fn samples() -> Vec<Vec<u8>> {
    let selectors = [
        "a b",
        "td:nth-child(2)",
        ":not(svg) > p",
        "[id='1']",
        "p + p, b ~ i",
        ":is(li, dd) a",
        "p:empty",
        "[a",
    ];
    let page = |(number, selector): (u64, &&str)| {
        let html = crate::tag_soup::generate(46, number).html();
        let end = html.len().min(400);
        [selector.as_bytes(), b"\n", &html.as_bytes()[..end], b"\0"].concat()
    };
    (0..).zip(&selectors).map(page).collect()
}
