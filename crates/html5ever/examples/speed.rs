//! Parses pages into trees by html5ever's own parser and by this crate's, taking turns, and prints the ratio.
//!
//! Usage: `cargo run --profile=bench -p tagspan-html5ever --example speed -- [--rounds N] FILE-OR-FOLDER…`

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use std::{env, fs, io};

use html5ever::serialize::{SerializeOpts, TraversalScope, serialize};
use markup5ever_rcdom::{RcDom, SerializableHandle};
use tagspan::EncodingOptions;
use tagspan_html5ever::{ParseOpts, TendrilSink};

/// Shorter pages are timed together, at least so many bytes at once: to read the clock takes as long as to parse a short page.
const BATCH: usize = 16 * 1024;

/// A way from a page to its tree.
type Parse = fn(&str) -> RcDom;

const CONTENDERS: [(&str, Parse); 4] = [
    ("html5ever, text", |page| html5ever::parse_document(RcDom::default(), ParseOpts::default()).one(page)),
    ("tagspan, text", |page| {
        tagspan_html5ever::parse_document(RcDom::default(), ParseOpts::default()).one(page)
    }),
    ("html5ever, bytes of UTF-8", |page| {
        html5ever::parse_document(RcDom::default(), ParseOpts::default()).from_utf8().one(page.as_bytes())
    }),
    ("tagspan, bytes, 16 KiB a time", |page| {
        let header = EncodingOptions::new().content_type("text/html; charset=utf-8");
        let parser = tagspan_html5ever::parse_document(RcDom::default(), ParseOpts::default());
        let mut parser = parser.from_bytes(header);
        for chunk in page.as_bytes().chunks(16 * 1024) {
            parser.feed(chunk);
        }
        parser.finish()
    }),
];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("speed: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> io::Result<()> {
    let mut rounds = 9;
    let mut pages = Vec::new();
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--rounds" {
            let number = arguments.next().and_then(|number| number.parse().ok());
            rounds = number
                .filter(|&number| number > 0)
                .ok_or_else(|| io::Error::other("say how many rounds: `--rounds 9`"))?;
        } else {
            collect(Path::new(&argument), &mut pages)?;
        }
    }
    if pages.is_empty() {
        return Err(io::Error::other("name a page, or a folder of pages"));
    }
    let bytes: usize = pages.iter().map(String::len).sum();
    let differing = pages.iter().filter(|page| !all_agree(page)).count();
    println!("{} pages, {:.1} MB; trees that differ: {differing}", pages.len(), bytes as f64 / 1e6);

    let mut best = [Duration::MAX; CONTENDERS.len()];
    for _ in 0..rounds {
        for (best, (_, parse)) in best.iter_mut().zip(CONTENDERS) {
            *best = batches(&pages).map(|pages| time(pages, parse)).sum::<Duration>().min(*best);
        }
    }
    println!("best of {rounds} rounds; times of the first");
    for ((name, _), time) in CONTENDERS.iter().zip(best) {
        let seconds = time.as_secs_f64();
        let ratio = best[0].as_secs_f64() / seconds;
        println!("{name:30} {:7.1} ms {:6.0} MB/s {ratio:5.2}", seconds * 1e3, bytes as f64 / 1e6 / seconds);
    }
    Ok(())
}

/// Pages that are timed together, in order.
fn batches(pages: &[String]) -> impl Iterator<Item = &[String]> {
    let mut bytes = 0;
    pages.split_inclusive(move |page| {
        bytes += page.len();
        bytes >= BATCH && std::mem::take(&mut bytes) > 0
    })
}

/// The time of the parsing alone: trees are dropped afterwards.
fn time(pages: &[String], parse: Parse) -> Duration {
    let mut trees = Vec::with_capacity(pages.len());
    let start = now();
    trees.extend(pages.iter().map(|page| parse(page)));
    now() - start
}

/// How long this thread has had a processor.
#[cfg(target_os = "linux")]
fn now() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("every Linux has this clock").into()
}

/// How long it is since the first call.
#[cfg(not(target_os = "linux"))]
fn now() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Whether all contenders make the same tree.
fn all_agree(page: &str) -> bool {
    let trees = CONTENDERS.map(|(_, parse)| {
        let tree = parse(page);
        let options =
            SerializeOpts { traversal_scope: TraversalScope::ChildrenOnly(None), ..SerializeOpts::default() };
        let mut html = Vec::new();
        serialize(&mut html, &SerializableHandle::from(tree.document), options).expect("a Vec takes all");
        html
    });
    trees.iter().all(|tree| *tree == trees[0])
}

/// Reads a page, or all pages of a folder in order.
fn collect(path: &Path, pages: &mut Vec<String>) -> io::Result<()> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    if !path.is_dir() {
        pages.push(String::from_utf8_lossy(&fs::read(path).map_err(named)?).into_owned());
        return Ok(());
    }
    let entries = fs::read_dir(path).map_err(named)?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    paths.sort();
    paths.iter().try_for_each(|path| collect(path, pages))
}
