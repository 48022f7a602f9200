//! Compares tokenizers over a folder of pages: all in one process, rounds interleaved.
#![forbid(unsafe_code)]

mod contenders;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{fs, io};

use clap::Parser;

use contenders::{CONTENDERS, Counts};

/// Compares tokenizers over a folder of pages.
///
/// Every contender goes over all pages once a round, one after the other, so that a noisy machine is
/// unfair to all of them alike: read the ratios.
#[derive(Parser)]
#[command(name = "compare")]
struct Args {
    /// The folder of UTF-8 pages (*.html).
    #[arg(long, value_name = "DIR", default_value = "corpora")]
    corpus: PathBuf,
    /// How many rounds are timed, after one to warm up.
    #[arg(long, default_value_t = 7)]
    rounds: usize,
    /// Only the contenders whose name contains this.
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
}

fn main() -> ExitCode {
    let args = Args::parse();
    match pages(&args.corpus) {
        Ok(pages) if pages.is_empty() => {
            eprintln!("compare: {}: no *.html files in valid UTF-8", args.corpus.display());
            ExitCode::FAILURE
        }
        Ok(pages) => {
            compare(&pages, args.rounds.max(1), &args.only);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("compare: {}: {error}", args.corpus.display());
            ExitCode::FAILURE
        }
    }
}

/// The pages of a folder that are valid UTF-8, which is all that some contenders take.
fn pages(folder: &Path) -> io::Result<Vec<String>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.retain(|path| path.extension() == Some(OsStr::new("html")));
    paths.sort();
    let mut pages = Vec::new();
    for path in paths {
        if let Ok(page) = String::from_utf8(fs::read(&path)?) {
            pages.push(page);
        }
    }
    Ok(pages)
}

fn compare(pages: &[String], rounds: usize, only: &str) {
    let bytes: usize = pages.iter().map(String::len).sum();
    let contenders: Vec<_> = CONTENDERS.iter().filter(|contender| contender.name.contains(only)).collect();
    let mut times = vec![Vec::new(); contenders.len()];
    let mut counts = vec![Counts::default(); contenders.len()];
    for round in 0..=rounds {
        for (index, contender) in contenders.iter().enumerate() {
            let start = Instant::now();
            counts[index] = pages.iter().fold(Counts::default(), |sum, page| sum + (contender.run)(page));
            // Round 0 warms up.
            if round > 0 {
                times[index].push(start.elapsed());
            }
        }
    }
    let speed = |time: Duration| bytes as f64 / 1e6 / time.as_secs_f64();
    println!("{} pages, {bytes} bytes, {rounds} rounds\n", pages.len());
    println!(
        "{:<22} {:>8} {:>8} {:>7} {:>6}  {:>9} {:>10}  work",
        "contender", "best", "median", "ratio", "exact", "starts", "attributes"
    );
    let first = times.first().and_then(|times| times.iter().min()).copied().unwrap_or_default();
    for ((contender, times), counts) in contenders.iter().zip(&mut times).zip(&counts) {
        times.sort();
        let (best, median) = (times[0], times[times.len() / 2]);
        println!(
            "{:<22} {:>8.0} {:>8.0} {:>7.3} {:>6}  {:>9} {:>10}  {}",
            contender.name,
            speed(best),
            speed(median),
            first.as_secs_f64() / best.as_secs_f64(),
            if contender.exact { "yes" } else { "no" },
            counts.start_tags,
            counts.attributes,
            contender.work,
        );
    }
    println!("\nMB/s; ratio: of best times, to the first line; exact: the tokens are those of the standard.");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Exact contenders must have done the same work: they agree on our own pages.
    #[test]
    fn contenders_agree() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora");
        let pages = pages(&folder).expect("the pages of the repository");
        assert!(pages.len() >= 3);
        for page in &pages {
            let mut counts = CONTENDERS
                .iter()
                .filter(|contender| contender.exact)
                .map(|contender| (contender.name, (contender.run)(page)));
            let (_, expected) = counts.next().expect("an exact contender");
            assert!(expected.start_tags > 10 && expected.attributes > 10);
            for (name, counts) in counts {
                assert_eq!(counts, expected, "{name}");
            }
        }
    }
}
