//! Runs one workload once over a folder of pages, so that its instructions can be counted.
#![forbid(unsafe_code)]

use std::path::PathBuf;
use std::process::ExitCode;

use benches::{Sum, pages, workloads};
use clap::{Parser, ValueEnum};
use tagspan::{Feedback, Tokenizer};

/// Goes over a folder of pages once, with one workload.
#[derive(Parser)]
#[command(name = "once")]
struct Args {
    /// The work on each page.
    workload: Workload,
    /// The folder of pages (*.html, also in folders below), of which those in UTF-8 are read, or the others.
    folder: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
enum Workload {
    /// Nothing: what it takes to read the pages.
    Read,
    /// Every token with all its spans, pulled.
    Tokens,
    /// The same with text modes by the names of start tags alone.
    Names,
    /// As tokens, by the internal loop.
    TokensInside,
    /// The same with parse errors.
    Errors,
    /// As tokens, in chunks of 1,460 bytes.
    Chunks,
    /// The same in chunks of 16 KiB.
    Chunks16k,
    /// Link extraction.
    Links,
    /// Everything decoded.
    Decoded,
    /// Every token with all its spans, pulled from a stream that finds out by itself that the bytes are UTF-8.
    Pipeline,
    /// The same over the pages in other encodings than UTF-8.
    Legacy,
    /// Each 100 bytes as a document of its own, with a new tokenizer.
    Documents,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let mut tokenizer = Tokenizer::utf8();
    let mut by_names = Tokenizer::builder().utf8().feedback(Feedback::Names).build();
    let mut reporting = Tokenizer::builder().utf8().parse_errors(true).build();
    let mut stream = workloads::utf8_stream();
    let run = |page: &[u8]| match args.workload {
        Workload::Read => Sum::default(),
        Workload::Tokens => workloads::tokens(&mut tokenizer, page),
        Workload::Names => workloads::tokens(&mut by_names, page),
        Workload::TokensInside => workloads::tokens_inside(&mut tokenizer, page),
        Workload::Errors => workloads::tokens(&mut reporting, page),
        Workload::Chunks => workloads::chunked(&mut tokenizer, page, 1_460),
        Workload::Chunks16k => workloads::chunked(&mut tokenizer, page, 16_384),
        Workload::Links => workloads::links(&mut tokenizer, page),
        Workload::Documents => workloads::documents(page),
        Workload::Decoded => workloads::decoded(&mut tokenizer, page),
        Workload::Pipeline | Workload::Legacy => workloads::tokens(&mut stream, page),
    };
    match pages::read(&args.folder) {
        Ok(pages) => {
            let is_utf8 = !matches!(args.workload, Workload::Legacy);
            let pages = pages.iter().filter(|page| page.is_utf8() == is_utf8).map(|page| &page.bytes[..]);
            let mut sum = Sum::default();
            pages.map(run).for_each(|page| sum += page);
            println!("{sum:?}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("once: {}: {error}", args.folder.display());
            ExitCode::FAILURE
        }
    }
}
