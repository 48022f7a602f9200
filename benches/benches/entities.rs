//! Character references: decoding of slices and of what pages hold, and the matcher over all names.
#![forbid(unsafe_code)]

mod common;

use std::hint::black_box;

use benches::pages::Page;
use benches::sample;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tagspan::Tokenizer;
use tagspan::entities::{Decode, decode, lookup};
use tagspan::{TextMode, Token};
use tagspan_entities::tokenizing::Matcher;

const SIZE: usize = 64 << 10;

/// An input, repeated up to [`SIZE`], and its decoded form.
const UNITS: &[(&str, Decode, &str, &str)] = &[
    (
        "plain text",
        Decode::DATA,
        "A sentence as it stands in a page, with nothing to do. ",
        "A sentence as it stands in a page, with nothing to do. ",
    ),
    ("plain text, CJK", Decode::DATA, "日本語の文章です。", "日本語の文章です。"),
    ("reference every 10 bytes", Decode::DATA, "five&amp; ", "five& "),
    (
        "reference every 100 bytes",
        Decode::DATA,
        "A sentence of about a hundred bytes, as texts have them, with one reference in all of it&nbsp;here. ",
        "A sentence of about a hundred bytes, as texts have them, with one reference in all of it\u{A0}here. ",
    ),
    ("rare names", Decode::DATA, "&CounterClockwiseContourIntegral;&notin;&hellip; ", "∳∉… "),
    ("numbers", Decode::DATA, "&#8217;&#x2014;&#38; ", "’—& "),
    ("ampersands that are none", Decode::DATA, "a & b && c &x; ", "a & b && c &x; "),
    (
        "carriage returns",
        Decode::RAWTEXT,
        "a line of forty bytes or so, all in all\r\n",
        "a line of forty bytes or so, all in all\n",
    ),
    (
        "plain values",
        Decode::ATTRIBUTE,
        "/path/to/a/page?with=a&query=of&some=parts ",
        "/path/to/a/page?with=a&query=of&some=parts ",
    ),
    (
        "values with references",
        Decode::ATTRIBUTE,
        "/path/to/a/page?with=a&amp;query=of&amp;some=parts ",
        "/path/to/a/page?with=a&query=of&some=parts ",
    ),
];

fn slices(criterion: &mut Criterion<common::ThreadTime>) {
    let mut group = criterion.benchmark_group("entities/decode");
    for (name, how, unit, expected) in UNITS {
        let count = SIZE / unit.len();
        let source = unit.repeat(count);
        assert_eq!(decode(source.as_bytes(), *how), expected.repeat(count), "{name}");
        group.throughput(Throughput::Bytes(source.len() as u64));
        group.bench_function(*name, |bencher| {
            bencher.iter(|| decode(black_box(source.as_bytes()), *how).len());
        });
    }
}

/// All texts and all values of the pages, as the tokenizer cuts them.
fn pages(criterion: &mut Criterion<common::ThreadTime>) {
    let mut texts = Vec::new();
    let mut values = Vec::new();
    let mut expected = [0, 0];
    let mut tokenizer = Tokenizer::utf8();
    for page in sample::pages(Page::is_utf8) {
        tokenizer.reset();
        let each = |token: Token<'_>| match token {
            Token::Text(text) if matches!(text.mode(), TextMode::Data | TextMode::Rcdata) => {
                expected[0] += text.value().len();
                texts.push(text.raw().to_vec());
            }
            Token::StartTag(tag) => {
                for attribute in tag.attributes() {
                    expected[1] += attribute.value().len();
                    values.push(attribute.raw_value().to_vec());
                }
            }
            _ => {}
        };
        tokenizer.feed_last(&page.bytes).for_each(each).expect("a page within the limits");
    }
    let mut group = criterion.benchmark_group("entities/pages");
    // In titles NUL is another matter; the pages have none.
    for (name, slices, how, expected) in
        [("texts", &texts, Decode::DATA, expected[0]), ("values", &values, Decode::ATTRIBUTE, expected[1])]
    {
        let all = || slices.iter().map(|slice| decode(black_box(slice), how).len()).sum::<usize>();
        assert_eq!(all(), expected, "{name}");
        assert!(expected > 0, "{name}");
        group.throughput(Throughput::Bytes(slices.iter().map(|slice| slice.len() as u64).sum()));
        group.bench_function(name, |bencher| bencher.iter(all));
    }
}

/// Every name, by its whole and one byte at a time.
fn names(criterion: &mut Criterion<common::ThreadTime>) {
    let names = testing::hostile::names();
    assert_eq!(names.len(), 2231);
    let whole = || names.iter().filter(|name| lookup(black_box(name)).is_some()).count();
    let bytes = || {
        let longest = |name: &Vec<u8>| {
            let mut matcher = Matcher::new();
            black_box(name).iter().all(|byte| matcher.push(*byte)) && matcher.longest().is_some()
        };
        names.iter().filter(|name| longest(name)).count()
    };
    let slices = || {
        let longest = |name: &Vec<u8>| {
            let mut matcher = Matcher::new();
            matcher.advance(black_box(name)) == name.len() && matcher.longest().is_some()
        };
        names.iter().filter(|name| longest(name)).count()
    };
    assert_eq!((whole(), bytes(), slices()), (2231, 2231, 2231));
    let mut group = criterion.benchmark_group("entities/names");
    group.throughput(Throughput::Bytes(names.iter().map(|name| name.len() as u64).sum()));
    group.bench_function("lookup", |bencher| bencher.iter(whole));
    group.bench_function("matcher, by bytes", |bencher| bencher.iter(bytes));
    group.bench_function("matcher, by slices", |bencher| bencher.iter(slices));
}

criterion_group! { name = group; config = common::criterion(); targets = slices, pages, names }
criterion_main!(group);
