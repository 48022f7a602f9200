//! `cargo xtask instructions`: how many instructions a feature costs those who do not use it.
//!
//! Times are too noisy for a hundredth; instructions are the same each time. For parse errors, two builds of one program
//! are counted: the usual one, and one in which the compiler knows that no errors are wanted. For all that stands in front
//! of the tokenizer, two workloads: the tokenizer alone over UTF-8, and the stream that finds out that it is UTF-8. For the
//! feedback simulator, two more: with it, and with text modes by names alone.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use indicatif::HumanCount;

/// Counts the instructions of each workload with parse errors off, in the usual build and in one without the code for
/// them, and what the stream and the context add to the tokenizer. Needs valgrind.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder of UTF-8 pages.
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
}

/// The counted workloads of the program `once`.
const WORKLOADS: [&str; 5] = ["tokens", "tokens-inside", "chunks", "links", "decoded"];

/// The workload that finds the encoding.
const PIPELINE: &str = "pipeline";

/// The workload without the feedback simulator.
const BY_NAMES: &str = "names";

/// Does nothing with the pages: what it takes is taken off.
const READ: &str = "read";

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let folder = args.corpus.clone().unwrap_or_else(|| crate::repository::root().join("corpora/generated"));
    let usual = build("usual", "")?;
    let without = build("without-errors", "--cfg tagspan_without_errors")?;
    println!("{:<14} {:>16} {:>16} {:>8}", "workload", "instructions", "without errors", "more");
    let nothing = (count(&usual, READ, &folder)?, count(&without, READ, &folder)?);
    for workload in WORKLOADS {
        let usual = count(&usual, workload, &folder)?.saturating_sub(nothing.0);
        let without = count(&without, workload, &folder)?.saturating_sub(nothing.1);
        println!("{}", line(workload, usual, without));
    }
    println!("\nParse errors are off. without errors: a build in which the compiler knows that.\n");
    println!("{:<14} {:>16} {:>16} {:>8}", "workload", "from raw bytes", "UTF-8 known", "more");
    let pipeline = count(&usual, PIPELINE, &folder)?.saturating_sub(nothing.0);
    let known = count(&usual, WORKLOADS[0], &folder)?.saturating_sub(nothing.0);
    println!("{}", line(PIPELINE, pipeline, known));
    println!(
        "\nA tokenizer of UTF-8 takes {:.3} of the instructions from raw bytes.",
        known as f64 / pipeline as f64
    );
    println!("\n{:<14} {:>16} {:>16} {:>8}", "workload", "with context", "by names alone", "more");
    let by_names = count(&usual, BY_NAMES, &folder)?.saturating_sub(nothing.0);
    println!("{}", line(WORKLOADS[0], known, by_names));
    Ok(ExitCode::SUCCESS)
}

fn line(workload: &str, usual: u64, without: u64) -> String {
    let more = (usual as f64 / without as f64 - 1.0) * 100.0;
    format!(
        "{workload:<14} {:>16} {:>16} {more:>7.2}%",
        HumanCount(usual).to_string(),
        HumanCount(without).to_string()
    )
}

/// The program, built with these flags of the compiler in a folder of its own.
fn build(name: &str, flags: &str) -> Result<PathBuf, Box<dyn Error>> {
    let target = crate::repository::root().join("target/instructions").join(name);
    let status = Command::new(crate::repository::program("CARGO", "cargo"))
        .args(["build", "--profile=bench", "--package", "benches", "--bin", "once"])
        .current_dir(crate::repository::root())
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTFLAGS", flags)
        .status()?;
    if !status.success() {
        return Err("the program could not be built".into());
    }
    Ok(target.join("release/once"))
}

fn count(program: &Path, workload: &str, folder: &Path) -> Result<u64, Box<dyn Error>> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .arg(workload)
        .arg(folder)
        .output()
        .map_err(no_valgrind)?;
    let output_text = String::from_utf8_lossy(&output.stderr);
    collected(&output_text).ok_or_else(|| format!("valgrind printed no count:\n{output_text}").into())
}

/// The message for an error of starting valgrind.
pub(crate) fn no_valgrind(error: std::io::Error) -> String {
    format!("valgrind: {error}; install it with the system's package manager")
}

/// The count in what callgrind tells: `==1== Collected : 158391169`.
fn collected(output_text: &str) -> Option<u64> {
    output_text.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_found() {
        assert_eq!(
            collected("==1== Events    : Ir\n==1== Collected : 158391169\n==1== \n"),
            Some(158_391_169)
        );
        assert_eq!(collected("==1== no such thing\n"), None);
    }
}
