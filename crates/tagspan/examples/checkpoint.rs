//! A worker stops within a page, and another process goes on: at every byte, in every kind of encoding.
//!
//! `cargo run --release -p tagspan --features serde --example checkpoint`, perhaps with a folder of pages.
#![forbid(unsafe_code)]

use std::error::Error;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::{env, fs};

use tagspan::{Checkpoint, Token, Tokenizer, Tokens};

/// The pages, one in each of seven encodings among them.
const PAGES: [&str; 10] = [
    "cjk-gb18030.html",
    "cjk-shift_jis.html",
    "cjk-iso-2022-jp.html",
    "cjk-euc-jp.html",
    "cjk-big5.html",
    "cjk-utf-16be.html",
    "world-windows-1252.html",
    "cjk-utf-8-chinese.html",
    "cjk-utf-8-korean.html",
    "entities.html",
];

/// What the first argument of the other process is.
const WORKER: &str = "--go-on";

fn main() -> Result<(), Box<dyn Error>> {
    match env::args().nth(1) {
        Some(argument) if argument == WORKER => go_on(io::stdin().lock(), io::stdout().lock()),
        folder => {
            let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/generated");
            let folder = folder.map_or_else(|| PathBuf::from(beside), PathBuf::from);
            let mut other = Command::new(env::current_exe()?);
            let (taken, bytes) = run(&folder, 1, other.arg(WORKER))?;
            println!(
                "{} pages: {taken} checkpoints, {} bytes of JSON each, all went on alike",
                PAGES.len(),
                bytes / taken
            );
            Ok(())
        }
    }
}

/// Takes a checkpoint after every so-manieth byte of each page, and compares what the other process makes of it with what
/// comes without. Gives the number of checkpoints, and how many bytes they had.
pub fn run(folder: &Path, step: usize, other: &mut Command) -> Result<(usize, usize), Box<dyn Error>> {
    let mut worker = Worker::start(other)?;
    let (mut taken, mut bytes) = (0, 0);
    for name in PAGES {
        let path = folder.join(name);
        let page = fs::read(&path)?;
        let mut stream = Tokenizer::new();
        for (at, byte) in page.chunks(1).enumerate() {
            stream.feed(byte).for_each(|_| ())?;
            if at % step > 0 {
                continue;
            }
            let checkpoint = serde_json::to_string(&stream.checkpoint().ok_or("a chunk was not taken")?)?;
            taken += 1;
            bytes += checkpoint.len();
            let theirs = worker.ask(&path, at + 1, &checkpoint)?;
            // The same without a checkpoint.
            let (before, after) = page.split_at(at + 1);
            let mut whole = Tokenizer::new();
            whole.feed(before).for_each(|_| ())?;
            let ours = digest(whole.feed_last(after))?;
            if theirs != ours {
                return Err(format!("{name}: another stream from byte {} on", at + 1).into());
            }
        }
    }
    Ok((taken, bytes))
}

/// The other process: of each line it reads a path, an offset and a checkpoint, and writes what comes from there on.
pub fn go_on(questions: impl BufRead, mut answers: impl Write) -> Result<(), Box<dyn Error>> {
    for question in questions.lines() {
        let question = question?;
        let mut parts = question.splitn(3, '\t');
        let mut part = || parts.next().ok_or("a question has three parts");
        let (path, at, checkpoint) = (part()?, part()?.parse::<usize>()?, part()?);
        let checkpoint: Checkpoint = serde_json::from_str(checkpoint)?;
        let mut stream = Tokenizer::from_checkpoint(checkpoint);
        if stream.source_position() != at as u64 {
            return Err(format!("the checkpoint is one of byte {}", stream.source_position()).into());
        }
        writeln!(answers, "{}", digest(stream.feed_last(&fs::read(path)?[at..]))?)?;
        answers.flush()?;
    }
    Ok(())
}

/// A number that stands for all tokens, text joined.
fn digest(mut tokens: Tokens<'_, '_>) -> Result<u64, tagspan::Error> {
    let mut hasher = DefaultHasher::new();
    while let Some(token) = tokens.next_token()? {
        match token {
            // Where a run of text is cut means nothing.
            Token::Text(text) => text.value().bytes().for_each(|byte| byte.hash(&mut hasher)),
            token => format!("{token:?} {}", token.span()).hash(&mut hasher),
        }
    }
    Ok(hasher.finish())
}

struct Worker {
    process: Child,
    answers: BufReader<std::process::ChildStdout>,
}

impl Worker {
    fn start(command: &mut Command) -> Result<Worker, Box<dyn Error>> {
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let answers = BufReader::new(process.stdout.take().ok_or("the worker says nothing")?);
        Ok(Worker { process, answers })
    }

    fn ask(&mut self, path: &Path, at: usize, checkpoint: &str) -> Result<u64, Box<dyn Error>> {
        let questions = self.process.stdin.as_mut().ok_or("the worker does not listen")?;
        writeln!(questions, "{}\t{at}\t{checkpoint}", path.display())?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        Ok(answer
            .trim()
            .parse()
            .map_err(|_| format!("the worker failed at byte {at} of {}", path.display()))?)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It ends when there are no more questions.
        drop(self.process.stdin.take());
        _ = self.process.wait();
    }
}
