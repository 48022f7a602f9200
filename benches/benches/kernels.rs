//! The scanning kernels, seen through tokens of inputs that are nearly all one kind of run, short and long.
#![forbid(unsafe_code)]

mod common;

use std::hint::black_box;

use benches::workloads;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tagspan::Tokenizer;

/// Bytes of each input, about.
const SIZE: usize = 64 << 10;

/// An input: `unit` again and again.
struct Runs {
    name: &'static str,
    unit: fn() -> String,
    /// Tokens of each unit.
    tokens: u64,
    attributes: u64,
}

const RUNS: &[Runs] = &[
    Runs { name: "text of 4,000 bytes", unit: || text(4000) + "<p>", tokens: 2, attributes: 0 },
    Runs { name: "text of 100 bytes", unit: || text(100) + "<p>", tokens: 2, attributes: 0 },
    Runs { name: "text of 10 bytes", unit: || text(10) + "<p>", tokens: 2, attributes: 0 },
    Runs { name: "tags without text", unit: || "<p></p>".to_owned(), tokens: 2, attributes: 0 },
    Runs { name: "long tag names", unit: || format!("<{}>", "name".repeat(10)), tokens: 1, attributes: 0 },
    Runs {
        name: "attribute names",
        unit: || "<p one two three four five six>".to_owned(),
        tokens: 1,
        attributes: 6,
    },
    Runs {
        name: "long attribute names",
        unit: || format!("<p {}>", "data-name".repeat(5)),
        tokens: 1,
        attributes: 1,
    },
    Runs { name: "quoted values of 8 bytes", unit: || value(8), tokens: 1, attributes: 1 },
    Runs { name: "quoted values of 40 bytes", unit: || value(40), tokens: 1, attributes: 1 },
    Runs { name: "quoted values of 2,000 bytes", unit: || value(2000), tokens: 1, attributes: 1 },
    Runs {
        name: "unquoted values of 12 bytes",
        unit: || "<p title=unquotedword>".to_owned(),
        tokens: 1,
        attributes: 1,
    },
    Runs { name: "comments of 8 bytes", unit: || "<!-- note -->".to_owned(), tokens: 1, attributes: 0 },
    Runs {
        name: "comments of 2,000 bytes",
        unit: || format!("<!--{}-->", text(2000)),
        tokens: 1,
        attributes: 0,
    },
    Runs {
        name: "scripts of 2,000 bytes",
        unit: || format!("<script>{}</script>", "if (a < b) c();".repeat(133)),
        tokens: 3,
        attributes: 0,
    },
    Runs {
        name: "titles of 40 bytes",
        unit: || format!("<title>{}</title>", text(40)),
        tokens: 3,
        attributes: 0,
    },
];

fn text(len: usize) -> String {
    "some words of text ".chars().cycle().take(len).collect()
}

fn value(len: usize) -> String {
    format!("<p title=\"{}\">", text(len))
}

fn kernels(criterion: &mut Criterion<common::ThreadTime>) {
    let mut group = criterion.benchmark_group("kernels, through tokens");
    let mut tokenizer = Tokenizer::utf8();
    for runs in RUNS {
        let unit = (runs.unit)();
        let count = (SIZE / unit.len()).max(1);
        let page = unit.repeat(count).into_bytes();
        for (how, sum) in [
            ("whole", workloads::tokens(&mut tokenizer, &page)),
            ("chunks of the unit", workloads::chunked(&mut tokenizer, &page, unit.len())),
        ] {
            let expected = (count as u64 * runs.tokens, count as u64 * runs.attributes);
            assert_eq!((sum.tokens, sum.attributes), expected, "{}, {how}", runs.name);
        }
        group.throughput(Throughput::Bytes(page.len() as u64));
        group.bench_function(runs.name, |bencher| {
            bencher.iter(|| workloads::tokens(&mut tokenizer, black_box(&page)));
        });
    }
}

criterion_group! { name = group; config = common::criterion(); targets = kernels }
criterion_main!(group);
