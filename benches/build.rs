//! Remembers for the comparison which compiler built it, and with which flags.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(compiler).arg("--version").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    println!("cargo::rustc-env=COMPARE_RUSTC={}", version.unwrap_or_default());
    // Cargo separates them by a character that no flag has.
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default().replace('\u{1F}', " ");
    println!("cargo::rustc-env=COMPARE_RUSTFLAGS={flags}");
}
