//! `cargo xtask api`: the public surface of the published libraries, line by line, and an example on each item.
//!
//! `documentation` has rustdoc write what it knows of a crate, `surface` makes lines of it and asks each item for
//! its example, `examples` reads the documentation of one, `difference` is what is told when a list is out of date.

mod difference;
mod documentation;
mod examples;
mod surface;

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use documentation::Builder;
use surface::Surface;

/// The libraries that are published, in the order in which they depend on each other. The command line is a program,
/// and the reference is an oracle that promises no interface.
const PACKAGES: &[&str] =
    &["tagspan-entities", "tagspan-input", "tagspan-core", "tagspan", "tagspan-html5ever"];

/// Where the lists are: beside the rooms and not in them, so that a change of the surface is read in one place, and
/// so that no package carries its own.
const FOLDER: &str = "api";

/// What makes the lists that the check asks for.
const COMMAND: &str = "cargo xtask api";

/// Writes the public surface of the published libraries to `api/`, one item with its signature to a line.
///
/// All features are on. Not listed are modules named `unstable`, which promise nothing, items that are `#[doc(hidden)]`, what the compiler implements by itself
/// (`Send`, blanket implementations), the methods of implemented traits, and the names of parameters.
///
/// Every item must also have an example that runs, and that of a function or a constant must name it. Exempt are
/// modules, re-exports, variants, fields, and whatever an implemented trait asks for.
///
/// rustdoc's JSON is not stable, so it is asked for with RUSTC_BOOTSTRAP=1: no nightly is needed. If the toolchain
/// at hand writes a format that is not known here, Rust 1.95.0 is taken if rustup has it; under `CI=true` it is
/// installed. The exit status is 0 when all is well, 1 when there are findings, 2 when there is no way to tell.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only compare: fail if a committed list is not what would be written.
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let root = crate::repository::root();
    let mut builder = Builder::new(&root, root.join("target/api"));
    let mut out = io::stdout().lock();
    let mut clean = true;
    for package in PACKAGES {
        let surface = Surface::read(&builder.build(package)?)?;
        let list = format!("{FOLDER}/{package}.txt");
        if args.check {
            clean &= compare(&mut out, &root, &list, &surface)?;
        } else {
            fs::create_dir_all(root.join(FOLDER))?;
            fs::write(root.join(&list), surface.text())?;
        }
        for lack in &surface.lacks {
            writeln!(out, "{lack}")?;
            clean = false;
        }
        let (lines, documented) = (surface.lines.len(), surface.documented);
        writeln!(out, "api: {list}: {lines} lines, {documented} items with an example")?;
    }
    Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints how the committed list differs from the surface; true if it does not.
fn compare(out: &mut impl Write, root: &Path, list: &str, surface: &Surface) -> io::Result<bool> {
    let committed = match fs::read_to_string(root.join(list)) {
        Ok(text) => text,
        Err(why) if why.kind() == io::ErrorKind::NotFound => String::new(),
        Err(why) => return Err(why),
    };
    let Some(difference) = difference::between(&committed, &surface.text()) else { return Ok(true) };
    write!(out, "{difference}")?;
    writeln!(out, "{list}:1: api: is out of date; `{COMMAND}` writes it, and the commit says why")?;
    Ok(false)
}

#[cfg(test)]
mod tests;
