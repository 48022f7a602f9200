//! Streams a gigabyte of pages and counts what is allocated, and how much is alive at most.
#![forbid(unsafe_code)]

use std::path::PathBuf;
use std::process::ExitCode;

use allocation_counter::measure;
use benches::clock;
use benches::endless::{self, CHUNK, WAYS, Way};
use benches::pages::{self, Page};
use clap::Parser;

/// Streams a gigabyte of pages and counts what is allocated, and how much is alive at most.
///
/// Chunks have 64 KiB; they and the pages themselves are not counted. Pages that end within a script or the like are
/// left out: nothing could follow them in one document.
#[derive(Parser)]
#[command(name = "memory")]
struct Args {
    /// The folder of pages (*.html, also in folders below); `corpora/` or that of TAGSPAN_PAGES by default.
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// How many MiB go through each of the lines.
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    mebibytes: u64,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let folder = args.corpus.unwrap_or_else(pages::folder);
    let pages = match pages::read(&folder).map(endless::that_end) {
        Ok(pages) if pages.iter().all(|page| page.bytes.is_empty()) => {
            eprintln!("memory: {}: no pages (*.html)", folder.display());
            return ExitCode::FAILURE;
        }
        Ok(pages) => pages,
        Err(error) => {
            eprintln!("memory: {}: {error}", folder.display());
            return ExitCode::FAILURE;
        }
    };
    let bytes: usize = pages.iter().map(|page| page.bytes.len()).sum();
    println!(
        "{} pages, {bytes} bytes, in chunks of {} bytes; {} MiB a line",
        pages.len(),
        CHUNK,
        args.mebibytes
    );
    println!(
        "{:<36} {:>10} {:>12} {:>12} {:>12} {:>8}",
        "what", "tokens", "allocations", "once warm", "live at most", "MB/s"
    );
    for way in WAYS {
        line(way, &pages, args.mebibytes << 20);
    }
    println!(
        "\nallocations: of the whole stream, from a new tokenizer on; once warm: of as many bytes again, with the same \
         one; live at most: bytes of the heap at any time of both."
    );
    ExitCode::SUCCESS
}

fn line(way: &Way, pages: &[Page], bytes: u64) {
    let mut made = None;
    let mut tokens = 0;
    let start = clock::now();
    let cold = measure(|| {
        tokens = made.insert((way.make)()).run(pages, bytes, way.one_document);
    });
    let speed = bytes as f64 / 1e6 / (clock::now() - start).as_secs_f64();
    let warm = measure(|| {
        if let Some(feeder) = &mut made {
            feeder.run(pages, bytes, way.one_document);
        }
    });
    let live = cold.bytes_max.max(cold.bytes_current.unsigned_abs() + warm.bytes_max);
    println!(
        "{:<36} {tokens:>10} {:>12} {:>12} {live:>12} {speed:>8.0}",
        way.name, cold.count_total, warm.count_total
    );
}
