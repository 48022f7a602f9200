//! Times the whole pipeline over legacy pages beside its two parts, the decoder alone and the tokenizer alone.
#![forbid(unsafe_code)]

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use benches::pages::{self, Page};
use benches::{Sum, clock, decoder, workloads};
use clap::Parser;
use encoding_rs::Encoding;
use tagspan::Tokenizer;
use tagspan_input::decoder::Input;

/// Times the whole pipeline over legacy pages beside its two parts, the decoder alone and the tokenizer alone.
///
/// Rounds are interleaved, the best of each counts: read the ratios. The encoding of a page is what it declares.
#[derive(Parser)]
#[command(name = "legacy")]
struct Args {
    /// The folder of pages (*.html, also in folders below); `corpora/` or that of TAGSPAN_PAGES by default. Those that
    /// declare UTF-8 are left out.
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Take the pages in UTF-8 instead, in this encoding: what it lacks becomes a numeric reference.
    #[arg(long, value_name = "LABEL")]
    encode_as: Option<String>,
    /// Bytes in a chunk.
    #[arg(long, default_value_t = 65_536, value_parser = clap::value_parser!(u32).range(1..))]
    chunk: u32,
    /// How many rounds are timed, after one to warm up.
    #[arg(long, default_value_t = 15)]
    rounds: usize,
}

/// A page with all that is made before the clock runs.
struct Subject {
    encoding: &'static Encoding,
    source: Vec<u8>,
    /// The output of the decoder, without a byte order mark.
    utf8: String,
    /// The length of the byte order mark in the source.
    mark: usize,
    stream: Tokenizer,
    /// With source offsets.
    located: Tokenizer,
}

/// Best times.
#[derive(Clone, Copy, Default)]
struct Times {
    decoder: Duration,
    tokenizer: Duration,
    pipeline: Duration,
    /// With source offsets, which are not read.
    offsets: Duration,
    /// With those of every token requested.
    asked: Duration,
    bytes: usize,
}

fn main() -> ExitCode {
    let args = Args::parse();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("legacy: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), String> {
    let folder = args.corpus.clone().unwrap_or_else(pages::folder);
    let pages = pages::read(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut subjects: Vec<Subject> = match &args.encode_as {
        None => pages.into_iter().filter(Page::is_legacy).map(subject).collect(),
        Some(label) => {
            let encoding = Encoding::for_label(label.as_bytes()).filter(|it| it.output_encoding() == *it);
            let encoding = encoding.ok_or_else(|| format!("{label}: not an encoding that can be written"))?;
            let pages = pages.into_iter().filter(Page::is_utf8);
            pages.filter_map(|page| encoded(page, encoding)).map(subject).collect()
        }
    };
    if subjects.is_empty() {
        return Err(format!("{}: no such pages (*.html)", folder.display()));
    }
    subjects.sort_by_key(|subject| subject.encoding.name());
    let chunk = args.chunk as usize;
    let best = measure(&mut subjects, chunk, args.rounds.max(1));

    println!("{} pages, chunks of {chunk} bytes, best of {} rounds\n", subjects.len(), args.rounds.max(1));
    println!(
        "{:<16} {:>5} {:>9} {:>8} {:>9} {:>8}  {:>6}  {:>7} {:>9} {:>8}  {:>7} {:>6}",
        "encoding",
        "pages",
        "bytes",
        "decoder",
        "tokenizer",
        "pipeline",
        "ratio",
        "decoder",
        "tokenizer",
        "between",
        "offsets",
        "asked"
    );
    let mut total = Times::default();
    for group in 0..subjects.len() {
        let encoding = subjects[group].encoding;
        if group > 0 && subjects[group - 1].encoding == encoding {
            continue;
        }
        let mut sum = Times::default();
        let mut count = 0;
        for (_, times) in subjects.iter().zip(&best).filter(|(subject, _)| subject.encoding == encoding) {
            sum.add(times);
            count += 1;
        }
        sum.print(encoding.name(), count);
        total.add(&sum);
    }
    total.print("all", subjects.len());
    println!(
        "\nMB/s of source; ratio: the pipeline's time to the sum of both parts'; then the share of each in the \
         pipeline's time, and what is between them; offsets, asked: its time with source offsets to that without, when \
         none is read and when the span of every token is read."
    );
    Ok(())
}

fn subject(page: Page) -> Subject {
    let mark = Encoding::for_bom(&page.bytes).map_or(0, |(_, len)| len);
    let (utf8, _) = page.encoding.decode_without_bom_handling(&page.bytes[mark..]);
    let builder = Tokenizer::builder().encoding(page.encoding);
    let (stream, located) = (builder.clone().build(), builder.source_offsets(true).build());
    Subject { encoding: page.encoding, utf8: utf8.into_owned(), mark, stream, located, source: page.bytes }
}

fn encoded(page: Page, encoding: &'static Encoding) -> Option<Page> {
    let text = String::from_utf8(page.bytes).ok()?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    Some(Page { bytes: encoding.encode(text).0.into_owned(), encoding, name: page.name })
}

/// The best times of each page.
fn measure(subjects: &mut [Subject], chunk: usize, rounds: usize) -> Vec<Times> {
    let mut tokenizer = Tokenizer::utf8();
    let mut buffer = vec![0; Input::BUFFER_SIZE];
    let mut best: Vec<Times> = Vec::new();
    for round in 0..=rounds {
        for (index, subject) in subjects.iter_mut().enumerate() {
            let start = clock::now();
            let source = &subject.source[subject.mark..];
            let decoded = decoder::alone(subject.encoding, &mut buffer, source, chunk);
            let middle = clock::now();
            let alone = workloads::chunked(&mut tokenizer, subject.utf8.as_bytes(), chunk);
            let end = clock::now();
            let whole = workloads::chunked(&mut subject.stream, &subject.source, chunk);
            let pipeline = clock::now() - end;
            let start_offsets = clock::now();
            let unasked = workloads::chunked(&mut subject.located, &subject.source, chunk);
            let start_asked = clock::now();
            workloads::sources_chunked(&mut subject.located, &subject.source, chunk);
            let end_asked = clock::now();
            let times = Times {
                decoder: middle - start,
                tokenizer: end - middle,
                pipeline,
                offsets: start_asked - start_offsets,
                asked: end_asked - start_asked,
                bytes: subject.source.len(),
            };
            // Round 0 warms up.
            match best.get_mut(index) {
                None => {
                    let counts = |sum: Sum| (sum.start_tags, sum.attributes, sum.text_bytes);
                    assert_eq!(counts(alone), counts(whole), "{}", subject.encoding.name());
                    assert_eq!(counts(unasked), counts(whole), "{}", subject.encoding.name());
                    assert_eq!(decoded, subject.utf8.len(), "{}", subject.encoding.name());
                    best.push(times);
                }
                Some(found) if round == 1 => *found = times,
                Some(found) => found.improve(&times),
            }
        }
    }
    best
}

impl Times {
    fn improve(&mut self, other: &Times) {
        self.decoder = self.decoder.min(other.decoder);
        self.tokenizer = self.tokenizer.min(other.tokenizer);
        self.pipeline = self.pipeline.min(other.pipeline);
        self.offsets = self.offsets.min(other.offsets);
        self.asked = self.asked.min(other.asked);
    }

    fn add(&mut self, other: &Times) {
        self.decoder += other.decoder;
        self.tokenizer += other.tokenizer;
        self.pipeline += other.pipeline;
        self.offsets += other.offsets;
        self.asked += other.asked;
        self.bytes += other.bytes;
    }

    fn print(&self, name: &str, pages: usize) {
        let speed = |time: Duration| self.bytes as f64 / 1e6 / time.as_secs_f64();
        let share = |time: Duration| 100.0 * time.as_secs_f64() / self.pipeline.as_secs_f64();
        let ratio = self.pipeline.as_secs_f64() / (self.decoder + self.tokenizer).as_secs_f64();
        let slower = |time: Duration| time.as_secs_f64() / self.pipeline.as_secs_f64();
        println!(
            "{name:<16} {pages:>5} {:>9} {:>8.0} {:>9.0} {:>8.0}  {ratio:>6.3}  {:>6.0}% {:>8.0}% {:>7.0}%  {:>7.3} {:>6.3}",
            self.bytes,
            speed(self.decoder),
            speed(self.tokenizer),
            speed(self.pipeline),
            share(self.decoder),
            share(self.tokenizer),
            100.0 - share(self.decoder + self.tokenizer),
            slower(self.offsets),
            slower(self.asked),
        );
    }
}
