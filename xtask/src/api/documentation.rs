//! Has rustdoc write what it knows of a crate as JSON, with a toolchain whose format is known.

use std::error::Error;
use std::fs::{self, File};
use std::io::BufReader;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

/// The formats that `public-api` and `rustdoc-types` read: since the oldest one only fields were added that may
/// be missing.
const FORMATS: RangeInclusive<u32> = 57..=rustdoc_types::FORMAT_VERSION;

/// A release that writes one of them, for those whose own toolchain does not.
const RELEASE: &str = "1.95.0";

/// Builds the JSON of one package after the other, and remembers which toolchain did.
pub(super) struct Builder {
    root: PathBuf,
    output: PathBuf,
    /// Whether the toolchain at hand turned out to write another format.
    with_release: bool,
}

impl Builder {
    /// For packages of the workspace in `root`. The output is a folder of its own, as what RUSTC_BOOTSTRAP built is
    /// built again without it.
    pub(super) fn new(root: &Path, output: PathBuf) -> Builder {
        Builder { root: root.to_owned(), output, with_release: false }
    }

    /// Builds the documentation of a package with all its features, and gives the file.
    ///
    /// # Errors
    ///
    /// The package cannot be documented, or no toolchain is there whose format is known: what to install.
    pub(super) fn build(&mut self, package: &str) -> Result<PathBuf, Box<dyn Error>> {
        if !self.with_release {
            let file = self.run(Command::new(crate::repository::program("CARGO", "cargo")), package)?;
            let format = format_of(&file)?;
            if FORMATS.contains(&format) {
                return Ok(file);
            }
            release(format)?;
            self.with_release = true;
        }
        let mut cargo = Command::new("rustup");
        cargo.args(["run", RELEASE, "cargo"]);
        let file = self.run(cargo, package)?;
        match format_of(&file)? {
            format if FORMATS.contains(&format) => Ok(file),
            format => Err(format!("Rust {RELEASE} writes format {format}, which is not known").into()),
        }
    }

    fn run(&self, mut cargo: Command, package: &str) -> Result<PathBuf, Box<dyn Error>> {
        let name = package.replace('-', "_");
        let file = self.output.join("doc").join(name).with_extension("json");
        // cargo does not look whether the file is still that of the toolchain that it runs.
        if file.exists() {
            fs::remove_file(&file)?;
        }
        cargo.args(["rustdoc", "--quiet", "--lib", "--all-features", "--package", package, "--target-dir"]);
        cargo.arg(&self.output).args(["--", "-Z", "unstable-options", "--output-format", "json"]);
        let status = cargo.env("RUSTC_BOOTSTRAP", "1").current_dir(&self.root).status()?;
        if status.success() { Ok(file) } else { Err(format!("{package} cannot be documented").into()) }
    }
}

/// Sees to it that the release is there.
///
/// # Errors
///
/// It is not there and not to be installed: the sentence that says how. Or it cannot be installed.
fn release(format: u32) -> Result<(), Box<dyn Error>> {
    let install = ["toolchain", "install", RELEASE, "--profile", "minimal", "--no-self-update"];
    let there = Command::new("rustup").args(["run", RELEASE, "rustc", "--version"]).output();
    if there.is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    let command = format!("rustup {}", install.join(" "));
    let (oldest, newest) = (FORMATS.start(), FORMATS.end());
    let why = format!("this toolchain's rustdoc writes format {format}, and {oldest} to {newest} are read");
    if std::env::var_os("CI").is_none_or(|value| value != "true") {
        return Err(format!("{why}: `{command}`, or a newer `public-api`").into());
    }
    eprintln!("api: {why}: {command}");
    if Command::new("rustup").args(install).status()?.success() {
        Ok(())
    } else {
        Err(format!("{why}, and `{command}` failed").into())
    }
}

/// The number of the format, without a look at the rest.
fn format_of(file: &Path) -> Result<u32, Box<dyn Error>> {
    #[derive(Deserialize)]
    struct Head {
        format_version: u32,
    }
    let open = File::open(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    let head: Head = serde_json::from_reader(BufReader::new(open))?;
    Ok(head.format_version)
}
