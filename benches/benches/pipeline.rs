//! The whole pipeline, bytes to tokens: pages in UTF-8 and pages in other encodings, with the tokenizer alone beside it.
#![forbid(unsafe_code)]

mod common;

use std::hint::black_box;

use benches::pages::Page;
use benches::sample::{self, CHUNKS, Counts};
use benches::{Sum, workloads};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tagspan::{ColumnUnit, Encoding, Feedback, Tokenizer};

fn utf8(criterion: &mut Criterion<common::ThreadTime>) {
    let pages = sample::pages(Page::is_utf8);
    check(&pages);
    let mut group = criterion.benchmark_group("pipeline/utf-8");
    group.throughput(Throughput::Bytes(sample::bytes(&pages)));
    let mut tokenizer = Tokenizer::utf8();
    group.bench_function("tokenizer alone", |bencher| {
        bencher.iter(|| {
            pages.iter().for_each(|page| _ = black_box(workloads::tokens(&mut tokenizer, &page.bytes)))
        });
    });
    let utf_8 = Encoding::for_label(b"utf-8").expect("a label of the standard");
    let quiet = Tokenizer::builder().default_encoding(utf_8);
    let loud = quiet.clone().parse_errors(true);
    let located = loud.clone().locate(ColumnUnit::CodePoints);
    for (name, builder) in [("tokens", quiet), ("errors", loud), ("errors with lines", located)] {
        let mut stream = builder.build();
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                pages.iter().for_each(|page| _ = black_box(workloads::tokens(&mut stream, &page.bytes)))
            });
        });
    }
    let mut stream = workloads::utf8_stream();
    for size in CHUNKS {
        group.bench_with_input(BenchmarkId::new("chunks", size), &size, |bencher, size| {
            bencher.iter(|| {
                for page in &pages {
                    black_box(workloads::chunked(&mut stream, &page.bytes, *size));
                }
            });
        });
    }
}

/// Each encoding that pages have; the tokenizer alone gets the decoded pages.
fn legacy(criterion: &mut Criterion<common::ThreadTime>) {
    let mut pages = sample::pages(Page::is_legacy);
    check(&pages);
    pages.sort_by_key(|page| page.encoding.name());
    for pages in pages.chunk_by(|one, other| one.encoding == other.encoding) {
        let encoding = pages[0].encoding;
        let mut group = criterion.benchmark_group(format!("pipeline/{}", encoding.name().to_lowercase()));
        group.throughput(Throughput::Bytes(sample::bytes(pages)));
        let mut stream = Tokenizer::builder().encoding(encoding).build();
        for (name, size) in [("whole", usize::MAX), ("chunks of 1460", 1460)] {
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    for page in pages {
                        black_box(workloads::chunked(&mut stream, &page.bytes, size));
                    }
                });
            });
        }
        let decoded: Vec<_> =
            pages.iter().map(|page| encoding.decode_with_bom_removal(&page.bytes).0).collect();
        let mut tokenizer = Tokenizer::utf8();
        group.bench_function("tokenizer alone, of the decoded", |bencher| {
            bencher.iter(|| {
                decoded
                    .iter()
                    .for_each(|page| _ = black_box(workloads::tokens(&mut tokenizer, page.as_bytes())));
            });
        });
    }
}

/// The pipeline sees what the specification does in the decoded page, in every chunking. Its transcription has no tree,
/// and goes by names.
fn check(pages: &[Page]) {
    let mut tokenizer = Tokenizer::builder().utf8().feedback(Feedback::Names).build();
    for page in pages {
        let decoded = page.encoding.decode_with_bom_removal(&page.bytes).0;
        let mark = page.encoding.name() == "UTF-8" && page.bytes.starts_with("\u{FEFF}".as_bytes());
        let name = &page.name;
        Counts::of(decoded.as_bytes())
            .check_decoded(workloads::decoded(&mut tokenizer, decoded.as_bytes()), name);
        let expected = workloads::tokens(&mut tokenizer, decoded.as_bytes());
        let mut stream = Tokenizer::builder().encoding(page.encoding).feedback(Feedback::Names).build();
        let whole = workloads::tokens(&mut stream, &page.bytes);
        let counts = |sum: Sum| (sum.start_tags, sum.attributes, sum.text_bytes);
        assert_eq!(counts(whole), counts(expected), "{name}");
        if page.encoding.name() == "UTF-8" && !mark {
            assert_eq!(whole, expected, "{name}");
        }
        for size in CHUNKS {
            let sum = workloads::chunked(&mut stream, &page.bytes, size);
            assert_eq!(counts(sum), counts(expected), "{name}, chunks of {size}");
        }
    }
}

criterion_group! { name = group; config = common::criterion(); targets = utf8, legacy }
criterion_main!(group);
