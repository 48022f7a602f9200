//! The tokenizer by workload and by chunk: all pages in UTF-8, one after the other, with one tokenizer.
#![forbid(unsafe_code)]

mod common;

use std::hint::black_box;

use benches::pages::Page;
use benches::sample::{self, CHUNKS, Counts};
use benches::{Sum, workloads};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tagspan::Feedback;
use tagspan::Tokenizer;

/// A workload: whole pages, and in chunks.
struct Workload {
    name: &'static str,
    errors: bool,
    whole: fn(&mut Tokenizer, &[u8]) -> Sum,
    /// The same by the internal loop.
    inside: fn(&mut Tokenizer, &[u8]) -> Sum,
    chunked: fn(&mut Tokenizer, &[u8], usize) -> Sum,
}

const WORKLOADS: &[Workload] = &[
    Workload {
        name: "tokens",
        errors: false,
        whole: workloads::tokens,
        inside: workloads::tokens_inside,
        chunked: workloads::chunked,
    },
    Workload {
        name: "links",
        errors: false,
        whole: workloads::links,
        inside: workloads::links_inside,
        chunked: workloads::links_chunked,
    },
    Workload {
        name: "attributes",
        errors: false,
        whole: workloads::attributes,
        inside: workloads::attributes_inside,
        chunked: workloads::attributes_chunked,
    },
    Workload {
        name: "decoded",
        errors: false,
        whole: workloads::decoded,
        inside: workloads::decoded_inside,
        chunked: workloads::decoded_chunked,
    },
    Workload {
        name: "errors",
        errors: true,
        whole: workloads::tokens,
        inside: workloads::tokens_inside,
        chunked: workloads::chunked,
    },
];

fn core(criterion: &mut Criterion<common::ThreadTime>) {
    let pages = sample::pages(Page::is_utf8);
    check(&pages);
    for workload in WORKLOADS {
        let mut tokenizer = Tokenizer::builder().utf8().parse_errors(workload.errors).build();
        let mut group = criterion.benchmark_group(format!("core/{}", workload.name));
        group.throughput(Throughput::Bytes(sample::bytes(&pages)));
        for (name, run) in [("whole", workload.whole), ("whole, inside", workload.inside)] {
            group.bench_function(name, |bencher| {
                bencher
                    .iter(|| pages.iter().for_each(|page| _ = black_box(run(&mut tokenizer, &page.bytes))));
            });
        }
        for size in CHUNKS {
            group.bench_with_input(BenchmarkId::new("chunks", size), &size, |bencher, size| {
                bencher.iter(|| {
                    for page in &pages {
                        black_box((workload.chunked)(&mut tokenizer, &page.bytes, *size));
                    }
                });
            });
        }
    }
}

/// Every way of every workload sees what the specification does. Its transcription has no tree, and goes by names.
fn check(pages: &[Page]) {
    let by_names = || Tokenizer::builder().utf8().feedback(Feedback::Names);
    let mut quiet = by_names().build();
    for page in pages {
        let expected = Counts::of(&page.bytes);
        let name = &page.name;
        expected.check_decoded(workloads::decoded(&mut quiet, &page.bytes), name);
        let text_bytes = workloads::tokens(&mut quiet, &page.bytes).text_bytes;
        for workload in WORKLOADS {
            let mut tokenizer = by_names().parse_errors(workload.errors).build();
            let whole = (workload.whole)(&mut tokenizer, &page.bytes);
            let how = format!("{name}, {}", workload.name);
            assert_eq!((workload.inside)(&mut tokenizer, &page.bytes), whole, "{how}, inside");
            assert_eq!(whole.start_tags, expected.start_tags, "{how}");
            if workload.name == "links" {
                assert!(whole.attributes <= expected.start_tags, "{how}");
            } else {
                expected.check_tags(whole, &how);
            }
            if workload.name != "decoded" {
                assert_eq!(whole.text_bytes, text_bytes, "{how}");
            }
            for size in CHUNKS {
                let sum = (workload.chunked)(&mut tokenizer, &page.bytes, size);
                let counts = |sum: Sum| (sum.start_tags, sum.attributes, sum.text_bytes);
                assert_eq!(counts(sum), counts(whole), "{how}, chunks of {size}");
                assert!(sum.tokens >= whole.tokens, "{how}, chunks of {size}");
            }
        }
    }
}

criterion_group! { name = group; config = common::criterion(); targets = core }
criterion_main!(group);
