//! `cargo xtask compare`: builds and runs the comparison with other tokenizers, which is a program of `benches`.
//!
//! It is not a part of this program, so that automation does not need the peers to be built.

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::process::{Command, ExitCode};

/// The first Rust 1.x that astral-html builds with.
const ASTRAL: u32 = 97;

/// Compares tagspan with other tokenizers: one table with speeds, ratios and what each does. `--help` has the rest.
///
/// astral-html takes part if the compiler is Rust 1.97 or later; `cargo +nightly xtask compare` chooses one.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Args {
    /// What the comparison understands: `--help`, `--corpus DIR`, `--rounds N`, `--quick`, `--only TEXT`, `--all`,
    /// `--list`, `--json FILE`, `--svg FILE`.
    #[arg(value_name = "OPTION", trailing_var_arg = true, allow_hyphen_values = true)]
    options: Vec<OsString>,
}

/// Paths among the options are those of the current folder, in which the comparison runs too.
pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let compiler = Command::new(crate::repository::program("RUSTC", "rustc")).arg("--version").output()?;
    let compiler = String::from_utf8_lossy(&compiler.stdout);
    let astral = has_astral(&compiler);
    if !astral {
        eprintln!("compare: without astral-html, which needs Rust 1.{ASTRAL}: this is {}", compiler.trim());
    }
    let manifest = crate::repository::root().join("Cargo.toml");
    let mut cargo = Command::new(crate::repository::program("CARGO", "cargo"));
    cargo.args(arguments(manifest.as_os_str(), astral, &args.options));
    // The comparison, or cargo, has said why it failed.
    Ok(if cargo.status()?.success() { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

fn arguments<'a>(manifest: &'a OsStr, astral: bool, options: &'a [OsString]) -> Vec<&'a OsStr> {
    let mut arguments: Vec<&OsStr> = ["run", "--release", "--package", "benches", "--bin", "compare"]
        .into_iter()
        .map(OsStr::new)
        .chain([OsStr::new("--manifest-path"), manifest])
        .collect();
    if astral {
        arguments.extend(["--features", "astral"].map(OsStr::new));
    }
    arguments.push(OsStr::new("--"));
    arguments.extend(options.iter().map(OsString::as_os_str));
    arguments
}

/// Whether the compiler of this version is new enough for astral-html.
fn has_astral(version: &str) -> bool {
    let mut numbers = version.trim_start_matches("rustc ").split('.');
    let (major, minor) = (numbers.next(), numbers.next());
    major == Some("1") && minor.and_then(|minor| minor.parse().ok()).is_some_and(|minor: u32| minor >= ASTRAL)
}

#[cfg(test)]
mod tests {
    use std::ffi::{OsStr, OsString};

    use clap::Parser;

    use super::{Args, arguments, has_astral};

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        args: Args,
    }

    #[test]
    fn options_are_passed_on_as_they_are() {
        let Cli { args } = Cli::parse_from(["compare", "--corpus", "a b", "--help", "--", "--quick"]);
        let manifest = OsStr::new("folder/Cargo.toml");
        let line = |astral| arguments(manifest, astral, &args.options).join(OsStr::new(" "));
        let run = "run --release --package benches --bin compare --manifest-path folder/Cargo.toml";
        assert_eq!(line(false), OsString::from(format!("{run} -- --corpus a b --help -- --quick")));
        assert!(line(true).to_string_lossy().starts_with(&format!("{run} --features astral -- --corpus")));
    }

    #[test]
    fn the_compiler_decides_on_astral_html() {
        for (version, expected) in [
            ("rustc 1.95.0 (abc 2026-03-21)\n", false),
            ("rustc 1.96.1-beta.1 (abc 2026-04-21)\n", false),
            ("rustc 1.97.0-nightly (abc 2026-05-19)\n", true),
            ("rustc 1.100.0 (abc 2026-09-01)\n", true),
            ("rustc 2.0.0\n", false),
            ("", false),
        ] {
            assert_eq!(has_astral(version), expected, "{version}");
        }
    }
}
