//! `cargo xtask compare`: builds and runs the comparison with other tokenizers, which is a program of `benches`.
//!
//! It is not a part of this program, so that automation does not need the peers to be built.

use std::error::Error;
use std::ffi::OsString;
use std::process::{Command, ExitCode};

/// The first Rust 1.x with which astral-html was seen to build. Its manifest asks for 1.97.
const ASTRAL: u32 = 95;

/// The functions of every contender, but for those of the standard library, begin at a multiple of 2^6 bytes, a cache line. Where
/// they begin otherwise is chance, which has moved single rows by 8%.
const ALIGNED: &str = "-Cllvm-args=-align-all-functions=6";

/// Compares tagspan with other tokenizers: one table with speeds, ratios and what each does. `--help` has the rest.
///
/// astral-html takes part if the compiler is Rust 1.95 or later; `cargo +nightly xtask compare` chooses one.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Args {
    /// The options of the comparison: `--help`, `--corpus DIR`, `--rounds N`, `--quick`, `--only TEXT`, `--all`,
    /// `--list`, `--json FILE`, `--svg FILE`.
    #[arg(value_name = "OPTION", trailing_var_arg = true, allow_hyphen_values = true)]
    options: Vec<OsString>,
}

/// In place of other flags of the compiler it has its own. Paths among the options are those of the current folder, in which the comparison runs too.
pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let compiler = Command::new(crate::repository::program("RUSTC", "rustc")).arg("--version").output()?;
    let compiler = String::from_utf8_lossy(&compiler.stdout);
    let astral = has_astral(&compiler);
    if !astral {
        eprintln!("compare: without astral-html, which needs Rust 1.{ASTRAL}: this is {}", compiler.trim());
    }
    let mut cargo = Command::new(crate::repository::program("CARGO", "cargo"));
    cargo.args(["run", "--profile=bench", "--package", "benches", "--bin", "compare", "--manifest-path"]);
    cargo.arg(crate::repository::root().join("Cargo.toml"));
    cargo.env("CARGO_TARGET_DIR", crate::repository::root().join("target/aligned"));
    cargo.env("RUSTFLAGS", ALIGNED).env_remove("CARGO_ENCODED_RUSTFLAGS");
    cargo
        .args(if astral { &["--features", "astral", "--ignore-rust-version"][..] } else { &[] })
        .arg("--")
        .args(&args.options);
    // The comparison, or cargo, has said why it failed.
    Ok(if cargo.status()?.success() { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

/// Whether the compiler of this version is new enough for astral-html.
fn has_astral(version: &str) -> bool {
    let mut numbers = version.trim_start_matches("rustc ").split('.');
    let (major, minor) = (numbers.next(), numbers.next());
    major == Some("1") && minor.and_then(|minor| minor.parse().ok()).is_some_and(|minor: u32| minor >= ASTRAL)
}
