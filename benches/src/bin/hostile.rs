//! Times hostile inputs at growing sizes and fits how time grows with size.
#![forbid(unsafe_code)]

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

use benches::slope::{LINEAR, exponent};
use benches::{Sum, clock, workloads};
use clap::Parser;
use tagspan::Tokenizer;
use testing::hostile::{CASES, Case, REFUSED};

/// Times hostile inputs at growing sizes and fits how time grows with size.
///
/// The exponent of each line is the slope of log(time) over log(size): 1 is linear, 2 quadratic. Then every input that is
/// one token above the default limit is shown to be refused.
#[derive(Parser)]
#[command(name = "hostile")]
struct Args {
    /// Only cases whose name contains this.
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// The largest size in KiB; each size before it is half of the next. Above the processor's second cache, the fastest
    /// scans get steeper because memory is slower.
    #[arg(long, value_name = "KIB", default_value_t = 1024)]
    largest: usize,
    /// How many sizes.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(4..=16))]
    sizes: u8,
    /// How often each size is measured; the best counts.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
}

/// A way to use the tokenizer.
struct Way {
    name: &'static str,
    errors: bool,
    run: fn(&mut Tokenizer, &[u8]) -> Sum,
}

const WAYS: &[Way] = &[
    Way { name: "whole", errors: false, run: workloads::tokens },
    Way { name: "chunks of 1460", errors: false, run: |it, input| workloads::chunked(it, input, 1460) },
    Way { name: "chunks of 1", errors: false, run: |it, input| workloads::chunked(it, input, 1) },
    Way { name: "decoded", errors: false, run: workloads::decoded },
    Way { name: "errors, whole", errors: true, run: workloads::tokens },
    Way { name: "errors, chunks of 1", errors: true, run: |it, input| workloads::chunked(it, input, 1) },
];

/// Shorter measurements are repeated.
const SHORTEST: Duration = Duration::from_millis(2);

fn main() -> ExitCode {
    let args = Args::parse();
    let cases: Vec<&Case> = CASES.iter().filter(|case| case.name.contains(&args.only)).collect();
    if cases.is_empty() {
        eprintln!("hostile: no case's name contains \"{}\"", args.only);
        return ExitCode::FAILURE;
    }
    let sizes: Vec<usize> = (0..args.sizes)
        .rev()
        .map(|halvings| (args.largest << 10) >> halvings)
        .filter(|size| *size > 0)
        .collect();
    heading(&sizes);
    let mut steepest = (f64::MIN, "", "");
    let mut steep = 0;
    for case in &cases {
        let inputs: Vec<Vec<u8>> = sizes.iter().map(|size| case.make(*size)).collect();
        for way in WAYS {
            let times = measure(case, way, &inputs, args.rounds.max(1));
            let points: Vec<(f64, f64)> =
                sizes.iter().zip(&times).map(|(size, time)| (*size as f64, time.as_secs_f64())).collect();
            let exponent = exponent(&points);
            if exponent > steepest.0 {
                steepest = (exponent, case.name, way.name);
            }
            let linear = exponent < LINEAR;
            steep += usize::from(!linear);
            print!("{:<36} {:<20}", case.name, way.name);
            for (size, time) in &points {
                print!(" {:>9.3}", time * 1e9 / size);
            }
            println!("  {exponent:>8.2}  {}", if linear { "linear" } else { "STEEP" });
        }
    }
    println!(
        "\nns/byte, best of {}. {} measurements, {steep} steeper than {LINEAR}; the steepest: {} ({}), {:.2}.\n",
        args.rounds.max(1),
        cases.len() * WAYS.len(),
        steepest.1,
        steepest.2,
        steepest.0
    );
    refusals(&cases);
    ExitCode::SUCCESS
}

fn heading(sizes: &[usize]) {
    print!("{:<36} {:<20}", "case", "way");
    for size in sizes {
        let size =
            if size % (1 << 20) == 0 { format!("{} MiB", size >> 20) } else { format!("{} KiB", size >> 10) };
        print!(" {size:>9}");
    }
    println!("  exponent  verdict");
}

/// The best time of each input; a tokenizer of its own each time, so that no size finds buffers that another made.
fn measure(case: &Case, way: &Way, inputs: &[Vec<u8>], rounds: usize) -> Vec<Duration> {
    let builder = case.unlimited().parse_errors(way.errors);
    let once = |input: &[u8]| {
        let start = clock::now();
        black_box((way.run)(&mut builder.clone().build(), input));
        clock::now() - start
    };
    let mut best: Vec<Duration> = inputs.iter().map(|input| once(input)).collect();
    for _ in 0..rounds {
        for (input, best) in inputs.iter().zip(&mut best) {
            let repeats = SHORTEST.as_nanos() / best.as_nanos().max(1) + 1;
            *best = (0..repeats).map(|_| once(input)).min().map_or(*best, |time| time.min(*best));
        }
    }
    best
}

/// Feeds more than the limit of each input that is one token.
fn refusals(cases: &[&Case]) {
    let size = REFUSED as usize + (1 << 20);
    println!("One token of {size} bytes, a limit of {REFUSED}:");
    for case in cases.iter().filter(|case| case.outgrows.is_some()) {
        let input = case.make(size);
        for chunk in [usize::MAX, 1460, 1] {
            let mut tokenizer = case.builder().build();
            let mut fed = 0;
            let start = clock::now();
            let failure = input.chunks(chunk).find_map(|chunk| {
                fed += chunk.len();
                tokenizer.feed(chunk).for_each(|token| _ = black_box(token.span())).err()
            });
            let time = (clock::now() - start).as_secs_f64() * 1e3;
            let chunk = if chunk == usize::MAX { "whole".to_owned() } else { format!("chunks of {chunk}") };
            match failure {
                Some(error) => {
                    println!(
                        "{:<36} {chunk:<20} {time:>6.0} ms, {fed} bytes fed: {}",
                        case.name,
                        error.kind().as_str()
                    );
                }
                None => println!("{:<36} {chunk:<20} {time:>6.0} ms: NOT REFUSED", case.name),
            }
        }
    }
}
