//! Finds cargo-fuzz and a toolchain that can instrument, and builds the targets with them.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tagspan_targets::Target;

/// How to get cargo-fuzz.
const INSTALL: &str = "cargo install cargo-fuzz --locked";

/// Builds the targets in one go and gives the folder of the programs.
///
/// # Errors
///
/// When cargo-fuzz is missing and cannot be installed, or the build fails.
pub(super) fn build(root: &Path, targets: &[&Target]) -> Result<PathBuf, Box<dyn Error>> {
    if !succeeds(Command::new("cargo").args(["fuzz", "--version"])) {
        if std::env::var_os("CI").is_none_or(|value| value != "true") {
            return Err(format!("cargo-fuzz is missing: {INSTALL}").into());
        }
        eprintln!("fuzz: {INSTALL}");
        if !Command::new("cargo").args(["install", "cargo-fuzz", "--locked"]).status()?.success() {
            return Err(format!("cargo-fuzz is missing, and `{INSTALL}` failed").into());
        }
    }
    let nightly = has_nightly();
    let output = root.join("fuzz/target");
    let mut cargo = of_toolchain(nightly, "cargo");
    cargo.args(["fuzz", "build", "--sanitizer", "none", "--target-dir"]).arg(&output).current_dir(root);
    // cargo-fuzz builds one target or all of them.
    if let [target] = targets {
        cargo.arg(target.name);
    }
    if !cargo.status()?.success() {
        return Err("the targets cannot be built".into());
    }
    let versions = of_toolchain(nightly, "rustc").arg("-vV").output()?;
    let versions = String::from_utf8(versions.stdout)?;
    let host = host(&versions).ok_or("`rustc -vV` does not name the host")?;
    Ok(output.join(host).join("release"))
}

fn succeeds(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// A program of nightly, or of the toolchain at hand with what nightly may do.
fn of_toolchain(nightly: bool, program: &str) -> Command {
    if nightly {
        let mut command = Command::new("rustup");
        command.args(["run", "nightly", program]);
        command
    } else {
        let mut command = Command::new(program);
        command.env("RUSTC_BOOTSTRAP", "1");
        command
    }
}

fn has_nightly() -> bool {
    let list = Command::new("rustup").args(["toolchain", "list"]).stderr(Stdio::null()).output();
    list.is_ok_and(|list| lists_nightly(&String::from_utf8_lossy(&list.stdout)))
        && succeeds(of_toolchain(true, "cargo").arg("--version"))
}

/// Whether `rustup toolchain list` has the newest nightly, not only one of a certain day.
fn lists_nightly(list: &str) -> bool {
    let names = list.lines().filter_map(|line| line.split_whitespace().next());
    let mut rest = names.filter_map(|name| name.strip_prefix("nightly"));
    rest.any(|rest| rest.is_empty() || rest.starts_with('-') && !rest.starts_with("-2"))
}

/// The host in what `rustc -vV` prints.
fn host(versions: &str) -> Option<&str> {
    versions.lines().find_map(|line| line.strip_prefix("host: "))
}

#[cfg(test)]
mod tests {
    use super::{host, lists_nightly};

    #[test]
    fn nightly_is_found_in_the_list_of_toolchains() {
        for (list, expected) in [
            ("", false),
            ("no installed toolchains\n", false),
            ("stable-x86_64-unknown-linux-gnu (active, default)\n", false),
            ("stable-x86_64-unknown-linux-gnu (active)\nnightly-x86_64-unknown-linux-gnu\n", true),
            ("nightly-aarch64-apple-darwin (default)\n", true),
            ("nightly\n", true),
            ("nightly-2026-05-19-x86_64-unknown-linux-gnu\n", false),
            ("my-nightly\n", false),
        ] {
            assert_eq!(lists_nightly(list), expected, "{list:?}");
        }
    }

    #[test]
    fn the_host_is_found() {
        let versions =
            "rustc 1.95.0 (abc 2026-03-21)\nbinary: rustc\nhost: x86_64-unknown-linux-gnu\nrelease: 1\n";
        assert_eq!(host(versions), Some("x86_64-unknown-linux-gnu"));
        assert_eq!(host("rustc 1.95.0\n"), None);
    }
}
