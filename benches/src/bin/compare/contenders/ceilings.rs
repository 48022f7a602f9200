//! Upper bounds for tokenizers: searching for every tag, and validating the bytes.

use benches::Sum;

use super::{CEILING, Contender, Work};

pub(super) fn contenders() -> Vec<Contender> {
    vec![
        Contender {
            name: CEILING,
            package: Some("memchr"),
            work: Work::Ceiling,
            does: "calls memchr for every `<`, one after the other: the practical ceiling",
            omits: "everything else",
            exact: false,
            on_request: false,
            start: || Box::new(memchr_loop),
        },
        Contender {
            name: "UTF-8 validation",
            package: None,
            work: Work::Ceiling,
            does: "std::str::from_utf8, the price of a `&str` before any tokenizing",
            omits: "everything else",
            exact: false,
            on_request: false,
            start: || Box::new(validation),
        },
    ]
}

/// Repeated calls rather than one iterator: a tokenizer has to stop at each `<` too.
fn memchr_loop(page: &str) -> Sum {
    let mut sum = Sum::default();
    let mut rest = page.as_bytes();
    while let Some(index) = memchr::memchr(b'<', rest) {
        sum.tokens += 1;
        sum.mix(index as u64);
        rest = &rest[index + 1..];
    }
    sum
}

fn validation(page: &str) -> Sum {
    let mut sum = Sum::default();
    sum.mix(u64::from(std::str::from_utf8(page.as_bytes()).is_ok()));
    sum
}
