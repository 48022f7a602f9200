//! `cargo xtask fuzz`: builds the fuzz targets and their seeds, runs them, and says what they found.
//!
//! `toolchain` builds, `seeds` writes what a target starts from, `runner` runs one and follows it, `output` reads
//! what libFuzzer prints, `report` is what is told at the end.

mod output;
mod report;
mod runner;
mod seeds;
mod toolchain;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use indicatif::MultiProgress;
use tagspan_targets::{TARGETS, Target};

use runner::Outcome;

/// Runs the fuzz targets, all of them unless some are named.
///
/// Needs cargo-fuzz (`cargo install cargo-fuzz --locked`; under `CI=true` it is installed). Builds with nightly if
/// it is installed, otherwise with the stable compiler and RUSTC_BOOTSTRAP=1; without a sanitizer, as there is no
/// unsafe code, but with debug assertions and overflow checks.
///
/// What was found before is in `fuzz/corpus`, what fails goes to `fuzz/artifacts`; git ignores both. The exit
/// status is 0 when nothing was found, 1 when something was, 2 when a target could not be run.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How long each target runs.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    seconds: u32,

    /// How many targets run at the same time; by default as many as there are processors.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,

    /// Only build the targets and write the seeds.
    #[arg(long)]
    no_run: bool,

    /// The html5lib suite, whose inputs are seeds; it is looked for where `cargo xtask conformance` does.
    #[arg(long, value_name = "DIR")]
    html5lib: Option<PathBuf>,

    /// The targets to run.
    #[arg(value_name = "TARGET", value_parser = target_named)]
    targets: Vec<&'static Target>,
}

fn target_named(name: &str) -> Result<&'static Target, String> {
    TARGETS.iter().find(|target| target.name == name).ok_or_else(|| {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        format!("the targets are {}", names.join(", "))
    })
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let root = crate::repository::root();
    let targets: Vec<&Target> =
        if args.targets.is_empty() { TARGETS.iter().collect() } else { args.targets.clone() };
    let programs = toolchain::build(&root, &targets)?;
    let sources = seeds::Sources::read(&root, args.html5lib.as_deref())?;
    for target in &targets {
        let written = sources.write(target, &root.join("fuzz/corpus").join(target.name))?;
        eprintln!("fuzz: {}: {} seeds, {} of them new", target.name, written.all, written.new);
    }
    if args.no_run {
        return Ok(ExitCode::SUCCESS);
    }
    let jobs = match args.jobs {
        Some(jobs) => usize::from(jobs),
        None => thread::available_parallelism().map_or(1, usize::from),
    };
    let bars = MultiProgress::new();
    let next = AtomicUsize::new(0);
    let worker = || -> Result<Vec<(usize, Outcome)>, String> {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(target) = targets.get(index) else { return Ok(done) };
            let outcome = runner::run(&root, &programs, target, args.seconds, &bars)
                .map_err(|error| format!("{}: {error}", target.name))?;
            bars.suspend(|| eprintln!("fuzz: {}", report::line(target.name, &outcome)));
            done.push((index, outcome));
        }
    };
    let mut done = Vec::new();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.min(targets.len())).map(|_| scope.spawn(worker)).collect();
        for worker in workers {
            done.extend(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok::<(), String>(())
    })?;
    done.sort_by_key(|(index, _)| *index);
    let done: Vec<(&str, Outcome)> =
        done.into_iter().map(|(index, outcome)| (targets[index].name, outcome)).collect();
    report::write(&mut std::io::stdout().lock(), &done)?;
    let clean = done.iter().all(|(_, outcome)| outcome.finding.is_none());
    Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
