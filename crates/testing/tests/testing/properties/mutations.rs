//! Damaged windows of pages, those of the repository and real ones.

use std::sync::LazyLock;

use tagspan_reference::Options;
use testing::corpora::{self, Page};

use super::settings;
use super::tag_soup::WORDS;
use testing::rng::Rng;

/// How many of the real pages are read, where there are any.
const REAL_PAGES: usize = 24;

static PAGES: LazyLock<Vec<Page>> = LazyLock::new(|| {
    let mut pages = corpora::own();
    pages.extend(corpora::real(REAL_PAGES));
    pages.retain(|(_, page)| !page.is_empty());
    pages
});

/// A part of a page, mutated some times; now and then the part of another page follows.
pub(crate) fn mutated(rng: &mut Rng<'_>, size: usize) -> (Vec<u8>, Options) {
    let mut input = window(rng, size).to_vec();
    if rng.percent(25) {
        let at = place(rng, &input);
        let other = window(rng, size / 2);
        let from = place(rng, other);
        input.truncate(at);
        input.extend_from_slice(&other[from..]);
    }
    for _ in 0..rng.below(8) {
        mutate(rng, &mut input);
    }
    let options = if rng.percent(85) { settings::of_document(rng) } else { settings::any(rng) };
    (input, options)
}

fn window(rng: &mut Rng<'_>, size: usize) -> &'static [u8] {
    let (_, page) = &PAGES[rng.below(PAGES.len())];
    let start = if rng.percent(20) { 0 } else { rng.below(page.len()) };
    let length = rng.between(1, size.max(1));
    &page[start..page.len().min(start + length)]
}

/// A place in the input, more often than not right before or after a byte that means something.
fn place(rng: &mut Rng<'_>, input: &[u8]) -> usize {
    let at = rng.below(input.len() + 1);
    if rng.percent(40) {
        return at;
    }
    let means = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte != b' ';
    let next = input[at..].iter().position(means).map_or(at, |ahead| at + ahead);
    (next + rng.below(2)).min(input.len())
}

/// A byte that was not there before.
const BYTES: &[u8] = b"\0\r\n\t\x0C <>/!?-=\"'&;#[]`aZ\x01\x7F\x80\xBF\xC2\xE2\xEF\xF0\xF4\xFF";

/// Damages one place.
pub(crate) fn mutate(rng: &mut Rng<'_>, input: &mut Vec<u8>) {
    let at = place(rng, input);
    let end = (at + rng.between(1, 24)).min(input.len());
    match rng.below(9) {
        0 if at < input.len() => input[at] ^= 1 << rng.below(8),
        1 if at < input.len() => input[at] = rng.one(BYTES),
        2 => {
            input.drain(at..end);
        }
        3 => {
            let copy = input[at..end].to_vec();
            let times = rng.between(1, 3);
            let to = place(rng, input);
            input.splice(to..to, copy.repeat(times));
        }
        4 => {
            let byte = rng.one(BYTES);
            input.splice(at..at, vec![byte; rng.between(1, 3)]);
        }
        5 => input[at..end].iter_mut().for_each(|byte| {
            if byte.is_ascii_alphabetic() {
                *byte ^= 0x20;
            }
        }),
        6 if rng.percent(30) => input.truncate(at),
        _ => {
            let word = rng.one(WORDS);
            input.splice(at..at, word.iter().copied());
        }
    }
}
