//! Hostile inputs at two sizes: a case whose throughput falls with size is not linear.
//!
//! The program `hostile` fits the slope over more sizes.
#![forbid(unsafe_code)]

mod common;

use std::hint::black_box;
use std::time::Duration;

use benches::{Sum, workloads};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use testing::hostile::CASES;

const SIZES: [usize; 2] = [16 << 10, 64 << 10];

fn hostile(criterion: &mut Criterion<common::ThreadTime>) {
    for case in CASES {
        let mut group = criterion.benchmark_group(format!("hostile/{}", case.name));
        group
            .sample_size(10)
            .warm_up_time(Duration::from_millis(20))
            .measurement_time(Duration::from_millis(100));
        let mut tokenizer = case.unlimited().build();
        for size in SIZES {
            let input = case.make(size);
            let counts = |sum: Sum| (sum.start_tags, sum.attributes, sum.text_bytes);
            let whole = workloads::tokens(&mut tokenizer, &input);
            group.throughput(Throughput::Bytes(size as u64));
            for chunk in [usize::MAX, 1460, 1] {
                let name =
                    if chunk == usize::MAX { "whole".to_owned() } else { format!("chunks of {chunk}") };
                let sum = workloads::chunked(&mut tokenizer, &input, chunk);
                assert_eq!(counts(sum), counts(whole), "{}, {name}", case.name);
                group.bench_function(BenchmarkId::new(name, size), |bencher| {
                    bencher.iter(|| workloads::chunked(&mut tokenizer, black_box(&input), chunk));
                });
            }
        }
    }
}

criterion_group! { name = group; config = common::criterion(); targets = hostile }
criterion_main!(group);
