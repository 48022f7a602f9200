//! How fast tokens are through the C interface, beside those of a cursor: the names of all start tags are read.
//!
//! `cargo run --profile=bench -p benches --bin c`, perhaps with TAGSPAN_PAGES.
#![forbid(unsafe_code)]

use std::hint::black_box;
use std::time::Duration;

use benches::{Sum, clock, pages};
use tagspan::batches::{TokenKind, TokenRecord};
use tagspan::{Token, Tokenizer};
use tagspan_capi::Status;
use tagspan_capi::caller::{Caller, Seen, Settings};

/// Rounds, in each of which every way has its turn.
const ROUNDS: usize = 40;

/// A way to read a page, and its name.
type Way = (&'static str, Box<dyn FnMut(&[u8]) -> Sum>);

fn main() {
    let folder = pages::folder();
    let pages: Vec<_> =
        pages::read(&folder).expect("pages").into_iter().filter(pages::Page::is_utf8).collect();
    let bytes: usize = pages.iter().map(|page| page.bytes.len()).sum();
    let mut ways: [Way; 5] = [
        ("Rust, a cursor", Box::new(rust(Tokenizer::utf8()))),
        ("C, 256 tokens and 1,024 attributes a batch", Box::new(c(256, 1024))),
        ("C, 256 tokens without attributes", Box::new(c(256, 0))),
        ("C, 64 tokens and 256 attributes a batch", Box::new(c(64, 256))),
        ("C, 1 token a batch", Box::new(c(1, 64))),
    ];
    let mut rounds = vec![Vec::new(); ways.len()];
    let mut sums = [Sum::default(); 5];
    for _ in 0..ROUNDS {
        for ((_, read), (times, sum)) in ways.iter_mut().zip(rounds.iter_mut().zip(&mut sums)) {
            *sum = Sum::default();
            let start = clock::now();
            for page in &pages {
                *sum += read(black_box(&page.bytes));
            }
            times.push(clock::now() - start);
        }
    }
    assert!(sums.iter().all(|sum| *sum == sums[0]), "all ways read the same: {sums:?}");
    println!("{} pages, {bytes} bytes; best of {ROUNDS} rounds, and the median ratio to Rust", pages.len());
    for ((name, _), times) in ways.iter().zip(&rounds) {
        let best = times.iter().min().copied().unwrap_or(Duration::ZERO);
        let mut ratios: Vec<f64> =
            rounds[0].iter().zip(times).map(|(rust, time)| rust.as_secs_f64() / time.as_secs_f64()).collect();
        ratios.sort_by(f64::total_cmp);
        let speed = bytes as f64 / best.as_secs_f64() / 1e6;
        println!("{name:<44} {speed:>7.0} MB/s {:>6.3}", ratios[ROUNDS / 2]);
    }
}

fn rust(mut tokenizer: Tokenizer) -> impl FnMut(&[u8]) -> Sum {
    move |page| {
        let mut sum = Sum::default();
        tokenizer.reset();
        let mut tokens = tokenizer.feed_last(page);
        while let Some(token) = tokens.next_token().expect("no limit fails") {
            sum.tokens += 1;
            if let Token::StartTag(tag) = token {
                sum.start_tags += 1;
                sum.touch(tag.raw_name());
            }
        }
        sum
    }
}

fn c(tokens: usize, attributes: usize) -> impl FnMut(&[u8]) -> Sum {
    let mut caller = Caller::new(&Settings::default(), tokens, attributes);
    move |page| {
        let mut sum = Sum::default();
        let mut take = |seen: Seen<'_>| {
            let TokenRecord { kind, name_start, name_end, .. } = *seen.token();
            sum.tokens += 1;
            if kind == TokenKind::StartTag as u8 {
                sum.start_tags += 1;
                sum.touch(&seen.raw()[name_start as usize..name_end as usize]);
            }
        };
        assert_eq!(caller.reset(), Status::Ok);
        assert_eq!(caller.feed(page, &mut take), Status::Ok);
        assert_eq!(caller.finish(&mut take), Status::Ok);
        sum
    }
}
