//! The decoder in front of the tokenizer, beside `encoding_rs` alone: pages in UTF-8 and in other encodings.
#![forbid(unsafe_code)]

mod common;

use std::hint::black_box;

use benches::pages::Page;
use benches::{decoder, sample};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use encoding_rs::Encoding;
use tagspan_input::EncodingOptions;
use tagspan_input::decoder::{Input, Status};

const CHUNKS: [usize; 3] = [1460, 65_536, usize::MAX];

const LABELS: [&str; 6] = ["utf-8", "windows-1252", "shift_jis", "gb18030", "utf-16le", "utf-16be"];

/// Runs the page through and gives the length of the UTF-8 that comes out.
fn ours(input: &mut Input, page: &[u8], size: usize) -> usize {
    input.reset();
    let mut len = 0;
    let mut feed = |mut rest: &[u8], last: bool| {
        loop {
            let step = input.advance(rest, last);
            len += black_box(input.piece(rest, step.piece)).len();
            rest = &rest[step.consumed..];
            if step.status != Status::Again {
                break;
            }
        }
    };
    page.chunks(size).for_each(|chunk| feed(chunk, false));
    feed(&[], true);
    len
}

/// The pages in the encoding; what it lacks becomes numeric references.
fn encoded(pages: &[Page], encoding: &'static Encoding) -> Vec<Vec<u8>> {
    let utf16 = |text: &str, bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect();
    let one = |page: &Page| {
        let text = String::from_utf8_lossy(&page.bytes);
        let text = text.trim_start_matches('\u{FEFF}');
        match encoding.name() {
            "UTF-16LE" => utf16(text, u16::to_le_bytes),
            "UTF-16BE" => utf16(text, u16::to_be_bytes),
            _ => encoding.encode(text).0.into_owned(),
        }
    };
    pages.iter().map(one).collect()
}

fn input(criterion: &mut Criterion<common::ThreadTime>) {
    let pages = sample::pages(Page::is_utf8);
    let mut buffer = vec![0; Input::BUFFER_SIZE];
    for label in LABELS {
        let encoding = Encoding::for_label(label.as_bytes()).expect("a label of the Encoding Standard");
        let sources = encoded(&pages, encoding);
        let mut input = Input::with_options(EncodingOptions::new().encoding(encoding));
        let mut group = criterion.benchmark_group(format!("input/{label}"));
        group.throughput(Throughput::Bytes(sources.iter().map(|source| source.len() as u64).sum()));
        for size in CHUNKS {
            for source in &sources {
                let expected = encoding.decode_without_bom_handling(source).0.len();
                assert_eq!(ours(&mut input, source, size), expected, "{label}, {size}");
                assert_eq!(decoder::alone(encoding, &mut buffer, source, size), expected, "{label}, {size}");
            }
            let chunks = if size == usize::MAX { "whole".to_owned() } else { format!("chunks of {size}") };
            group.bench_function(BenchmarkId::new("input", &chunks), |bencher| {
                bencher.iter(|| sources.iter().map(|source| ours(&mut input, source, size)).sum::<usize>());
            });
            group.bench_function(BenchmarkId::new("encoding_rs alone", &chunks), |bencher| {
                let mut once = |source: &Vec<u8>| decoder::alone(encoding, &mut buffer, source, size);
                bencher.iter(|| sources.iter().map(&mut once).sum::<usize>());
            });
        }
    }
}

criterion_group! { name = group; config = common::criterion(); targets = input }
criterion_main!(group);
