//! Feeds constructs of ten gigabytes, and says how fast they are passed beside a `memchr` for `>` over the same blocks.
//!
//! `cargo run --profile=bench -p benches --bin oversized`, perhaps with the number of gigabytes.
#![forbid(unsafe_code)]

use std::hint::black_box;
use std::time::Duration;

use allocation_counter::measure;
use benches::{clock, oversized::OVERSIZED};

/// Bytes in a block.
const BLOCK: usize = 1 << 20;

fn main() {
    let gigabytes = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(10_u64);
    let times = gigabytes * 1_000_000_000 / BLOCK as u64;
    // Taken in turns, so that a noisy machine is noisy to both.
    let turns = 20.min(times);
    println!("{gigabytes} GB of one construct, in blocks of {} KiB; GB/s of processor time", BLOCK >> 10);
    println!("{:<40} {:>8} {:>8} {:>7}  {:>10}", "", "tagspan", "memchr", "ratio", "most heap");
    for oversized in OVERSIZED {
        let block = oversized.block(BLOCK);
        let mut ours = Duration::ZERO;
        let mut search = Duration::ZERO;
        let mut ratios = Vec::new();
        let mut found = false;
        let info = measure(|| {
            let mut fed = oversized.begin();
            for _ in 0..turns {
                let start = clock::now();
                for _ in 0..times / turns {
                    black_box(memchr::memchr(b'>', black_box(&block)));
                }
                let middle = clock::now();
                fed.blocks(&block, times / turns);
                let end = clock::now();
                search += middle - start;
                ours += end - middle;
                ratios.push((middle - start).as_secs_f64() / (end - middle).as_secs_f64());
            }
            found = fed.ends_well();
        });
        assert!(found, "{}: the link behind it", oversized.name);
        ratios.sort_by(f64::total_cmp);
        let speed = |time: Duration| (times / turns * turns * BLOCK as u64) as f64 / time.as_secs_f64() / 1e9;
        println!(
            "{:<40} {:>8.1} {:>8.1} {:>7.3}  {:>10}",
            oversized.name,
            speed(ours),
            speed(search),
            ratios[ratios.len() / 2],
            info.bytes_max,
        );
    }
}
