//! Calls of cargo-mutants.

use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::mutant::{Mutant, parse_list};
use super::plan::{Package, Stage};

const HOW_TO_GET: &str = "cargo-mutants is missing: `cargo install cargo-mutants --locked` installs it";

/// Properties are checked with as many cases as are worth their time for every mutant, always the same ones; a
/// case that fails is neither made smaller nor kept, and no backtrace is worth its time.
const ENVIRONMENT: &[(&str, &str)] = &[
    ("PROPTEST_CASES", "64"),
    ("PROPTEST_RNG_SEED", "1"),
    ("PROPTEST_MAX_SHRINK_ITERS", "0"),
    ("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "true"),
    ("RUST_BACKTRACE", "0"),
];

/// In units of 1024 bytes. A mutant whose loop never ends may well be one that keeps allocating.
const MEMORY: &str = "8388608";

/// An installed cargo-mutants.
pub(crate) struct Tool {
    root: PathBuf,
}

impl Tool {
    /// # Errors
    ///
    /// How to get it, if it is not there.
    pub(crate) fn find(root: PathBuf) -> Result<Tool, Box<dyn Error>> {
        let tool = Tool { root };
        let there = tool.cargo().arg("--version").stderr(Stdio::null()).stdout(Stdio::null()).status()?;
        if there.success() { Ok(tool) } else { Err(HOW_TO_GET.into()) }
    }

    /// The repository whose sources are mutated.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// `cargo mutants` in the repository, with the cargo that runs this program.
    fn cargo(&self) -> Command {
        let mut command = Command::new(crate::repository::program("CARGO", "cargo"));
        command.arg("mutants").current_dir(&self.root);
        command
    }

    /// All mutants of a package, in the order of its sources.
    ///
    /// # Errors
    ///
    /// cargo-mutants failed or prints what is not understood.
    pub(crate) fn list(&self, package: &Package) -> Result<Vec<Mutant>, Box<dyn Error>> {
        self.list_with(package, &[])
    }

    fn list_with(&self, package: &Package, more: &[OsString]) -> Result<Vec<Mutant>, Box<dyn Error>> {
        let mut command = self.cargo();
        command.args(["--list", "--json", "--package", package.name]).args(more).stderr(Stdio::inherit());
        let output = command.output()?;
        if !output.status.success() {
            return Err(format!("`cargo mutants --list` failed with {}", output.status).into());
        }
        let line = |file: &str, number: usize| {
            let text = fs::read_to_string(self.root.join(file))?;
            Ok(text.lines().nth(number.saturating_sub(1)).unwrap_or_default().to_owned())
        };
        Ok(parse_list(str::from_utf8(&output.stdout)?, line)?)
    }

    /// Runs a stage for the mutants of a package, `count` of them, that are not `skipped`. Its outcomes are in
    /// `folder` afterwards, or as far as it came.
    ///
    /// # Errors
    ///
    /// The tests fail without any mutation, or cargo-mutants failed or was interrupted.
    pub(crate) fn run(
        &self,
        package: &Package,
        stage: &Stage,
        folder: &Path,
        skipped: &[&str],
        count: usize,
    ) -> Result<(), Box<dyn Error>> {
        // Where `--iterate` looks for what an earlier run has caught.
        let out = folder.join("mutants.out");
        if out.exists() {
            fs::remove_dir_all(&out)?;
        }
        fs::create_dir_all(&out)?;
        fs::write(out.join("previously_caught.txt"), skipped.join("\n"))?;
        let iterate = ["--iterate".into(), "--output".into(), folder.as_os_str().to_owned()];
        let left = self.list_with(package, &iterate)?.len();
        if left != count {
            return Err(format!("this cargo-mutants would run {left} mutants instead of {count}").into());
        }
        let mut command = limited(self.cargo());
        command.args(["--package", package.name, "--no-shuffle"]).args(iterate);
        command.args(stage.packages.iter().map(|name| format!("--test-package={name}")));
        command.args(stage.targets.iter().map(|target| format!("--cargo-arg={target}")));
        command.arg(format!("--cargo-arg=--config=profile.mutants.opt-level={}", stage.opt_level));
        command.args(["--", "--"]).args(stage.without.iter().flat_map(|name| ["--skip", name]));
        let status = command.envs(ENVIRONMENT.iter().copied()).stdin(Stdio::null()).status()?;
        match status.code() {
            // All caught, some missed, some timed out.
            Some(0 | 2 | 3) => Ok(()),
            Some(4) => {
                let log = out.join("log/baseline.log");
                Err(format!("the tests fail without any mutation: see {}", log.display()).into())
            }
            _ => Err(format!("cargo-mutants failed or was interrupted: {status}").into()),
        }
    }
}

/// The same command with a limit on memory, where the system's shell can set one.
fn limited(command: Command) -> Command {
    if !cfg!(unix) {
        return command;
    }
    let mut shell = Command::new("sh");
    let script = format!("ulimit -v {MEMORY} 2>/dev/null; exec \"$@\"");
    shell.args(["-c", &script, "sh"]).arg(command.get_program()).args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        shell.current_dir(folder);
    }
    shell
}
