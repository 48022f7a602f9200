//! Runs one target with libFuzzer's options and follows its output.

use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use tagspan_targets::Target;

use super::output::Progress;
use super::report;

/// An input that takes longer than this many seconds is a finding.
const TIMEOUT: u32 = 20;

/// A run that takes more memory than this many MiB is a finding.
const MEMORY: u32 = 2048;

/// What came of a target's run.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcome {
    pub(super) progress: Progress,
    pub(super) elapsed: Duration,
    pub(super) finding: Option<Finding>,
    /// All that libFuzzer said.
    pub(super) log: PathBuf,
}

/// An input that fails.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub(super) artifact: PathBuf,
    pub(super) message: Vec<String>,
}

/// Runs the target.
///
/// # Errors
///
/// When it cannot be started, or ends before its time without having found anything.
pub(super) fn run(
    root: &Path,
    programs: &Path,
    target: &Target,
    seconds: u32,
    bars: &MultiProgress,
) -> Result<Outcome, Box<dyn Error>> {
    // Seen from the root, where the program runs: short enough to be read and typed.
    let fuzz = Path::new("fuzz");
    let artifacts = fuzz.join("artifacts").join(target.name);
    fs::create_dir_all(root.join(&artifacts))?;
    let log = artifacts.join("fuzz.log");
    let mut log_file = BufWriter::new(fs::File::create(root.join(&log))?);
    let mut folders = vec![fuzz.join("corpus").join(target.name)];
    // What failed once is tried first and mutated, but new inputs go to the first folder.
    folders
        .extend(Some(fuzz.join("regressions").join(target.name)).filter(|folder| root.join(folder).is_dir()));
    let prefix = format!("{}/", artifacts.display());
    let mut child = Command::new(programs.join(target.name))
        .args(folders)
        .arg(format!("-artifact_prefix={prefix}"))
        .arg(format!("-dict={}", fuzz.join("html.dict").display()))
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-max_len={}", target.max_len))
        .arg(format!("-timeout={TIMEOUT}"))
        // Otherwise slow inputs leave files that look like findings.
        .arg(format!("-report_slow_units={TIMEOUT}"))
        .arg(format!("-rss_limit_mb={MEMORY}"))
        .args(["-print_final_stats=1", "-print_funcs=0"])
        .current_dir(root)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    let start = Instant::now();
    let bar = bars.add(ProgressBar::new(u64::from(seconds)));
    bar.set_style(ProgressStyle::with_template("{prefix:10} {bar:20} {pos}/{len} s  {msg}")?);
    bar.set_prefix(target.name);
    let mut progress = Progress::default();
    let stderr = child.stderr.take().ok_or("no standard error")?;
    // Failing inputs and the program's own messages need not be UTF-8.
    for line in BufReader::new(stderr).split(b'\n') {
        let line = line?;
        log_file.write_all(&line)?;
        log_file.write_all(b"\n")?;
        progress.read(&String::from_utf8_lossy(&line));
        bar.set_position(start.elapsed().as_secs().min(u64::from(seconds)));
        bar.set_message(report::short(&progress));
    }
    log_file.flush()?;
    let status = child.wait()?;
    bar.finish_and_clear();
    let finding =
        progress.artifact.clone().map(|artifact| Finding { artifact, message: progress.message.clone() });
    if finding.is_none() && !(status.success() && progress.done) {
        return Err(format!("ended with {status} and no finding; see {}", log.display()).into());
    }
    Ok(Outcome { progress, elapsed: start.elapsed(), finding, log })
}
