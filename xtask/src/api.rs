//! `cargo xtask api`: the public surface of the published libraries, line by line, and an example on each item.

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use rustdoc_types::{Crate, Item, ItemEnum};

use crate::repository;

/// The libraries that are published. The command line is a program, and the reference promises no interface.
const PACKAGES: [&str; 10] = [
    "tagspan-entities",
    "tagspan-input",
    "tagspan-core",
    "tagspan",
    "tagspan-check",
    "tagspan-elements",
    "tagspan-select",
    "tagspan-extract",
    "tagspan-html5ever",
    "tagspan-warc",
];

/// A release whose rustdoc writes JSON that `public-api` reads, for machines whose own toolchain does not.
const RELEASE: &str = "1.95.0";

/// Markers that `derive` implements beside what was requested. Releases differ in them.
const OF_THE_COMPILER: [&str; 2] = ["StructuralPartialEq", "TrivialClone"];

/// Writes the public surface of the published libraries to `api/`, one item with its signature to a line.
///
/// All features are on. Not listed are implementations by the compiler (`Send`, blanket implementations), and methods of
/// implemented traits. Each item must have an example that runs, and the
/// example of a function or constant must name it, or that of its trait; modules, re-exports, variants, fields and implementations are exempt.
///
/// The JSON of rustdoc is not stable, so it is asked for with RUSTC_BOOTSTRAP=1. If the toolchain at hand writes a format
/// that is not known, Rust 1.95.0 is used if rustup has it. The exit status is 1 when there are findings.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only compare: fail if a committed list is not what would be written.
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let mut out = io::stdout().lock();
    let mut clean = true;
    for package in PACKAGES {
        let (json, all) = document(package)?;
        let api = public_api::Builder::from_rustdoc_json(json)
            .omit_blanket_impls(true)
            .omit_auto_trait_impls(true)
            .build()?;
        let mut now = String::new();
        for public in api.items() {
            let Some(item) = all.index.get(&public.id()) else {
                now += &format!("{public}\n");
                continue;
            };
            let parent = public.parent_id().and_then(|id| all.index.get(&id));
            let of_trait = parent.is_some_and(is_trait_impl);
            if is_listed(item, of_trait) {
                now += &format!("{public}\n");
            }
            if wants_example(item) && !of_trait && !has_example(item, parent) {
                clean = false;
                writeln!(out, "{}: api: no example runs that names {public}", place(item))?;
            }
        }
        let list = format!("api/{package}.txt");
        let path = repository::root().join(&list);
        if !args.check {
            fs::write(&path, now)?;
            continue;
        }
        let committed = fs::read_to_string(&path).unwrap_or_default();
        if committed != now {
            clean = false;
            let only_in = |text: &str, other: &str, sign: char| -> String {
                let lines = text.lines().filter(|line| other.lines().all(|there| there != *line));
                lines.map(|line| format!("{sign} {line}\n")).collect()
            };
            write!(out, "{}{}", only_in(&committed, &now, '-'), only_in(&now, &committed, '+'))?;
            writeln!(
                out,
                "{list}:1: api: out of date: run `cargo xtask api`, and give the reason in the commit"
            )?;
        }
        writeln!(out, "api: {list}: {} lines", now.lines().count())?;
    }
    Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Has rustdoc write the JSON of a package, and reads it.
fn document(package: &str) -> Result<(PathBuf, Crate), Box<dyn Error>> {
    // A folder of its own, as everything that RUSTC_BOOTSTRAP built is built again without it.
    let target = repository::root().join("target/api");
    let json = target.join("doc").join(package.replace('-', "_")).with_extension("json");
    let mut release = Command::new("rustup");
    release.args(["run", RELEASE, "cargo"]);
    for mut cargo in [Command::new(repository::program("CARGO", "cargo")), release] {
        // cargo does not check which toolchain wrote the file.
        if json.exists() {
            fs::remove_file(&json)?;
        }
        cargo.args(["rustdoc", "--quiet", "--lib", "--all-features", "--package", package, "--target-dir"]);
        cargo.arg(&target).args(["--", "-Z", "unstable-options", "--output-format", "json"]);
        let status = cargo.env("RUSTC_BOOTSTRAP", "1").current_dir(repository::root()).status()?;
        if !status.success() {
            return Err(format!("{package} cannot be documented").into());
        }
        if let Ok(all) = serde_json::from_str(&fs::read_to_string(&json)?) {
            return Ok((json, all));
        }
    }
    Err(format!("this toolchain writes JSON in an unknown format: run `rustup toolchain install {RELEASE}`")
        .into())
}

/// Whether the line of the item says something that others do not: not the frame of an `impl` of a type's own methods,
/// and no method of an implemented trait.
fn is_listed(item: &Item, of_trait: bool) -> bool {
    match &item.inner {
        ItemEnum::Impl(block) => block.trait_.as_ref().is_some_and(|path| {
            path.path.rsplit("::").next().is_none_or(|name| !OF_THE_COMPILER.contains(&name))
        }),
        ItemEnum::Function(_) => !of_trait,
        _ => true,
    }
}

fn is_trait_impl(item: &Item) -> bool {
    matches!(&item.inner, ItemEnum::Impl(block) if block.trait_.is_some())
}

fn wants_example(item: &Item) -> bool {
    use ItemEnum::{ExternCrate, Impl, Module, StructField, Use, Variant};
    !matches!(item.inner, Module(_) | Use(_) | ExternCrate { .. } | Variant(_) | StructField(_) | Impl(_))
}

/// Whether its own documentation has an example, or that of the trait that declares it.
fn has_example(item: &Item, parent: Option<&Item>) -> bool {
    use ItemEnum::{AssocConst, Constant, Function, Macro, Trait};
    let is_named = matches!(item.inner, Function(_) | Constant { .. } | AssocConst { .. } | Macro(_));
    let name = item.name.as_deref().filter(|_| is_named).unwrap_or_default();
    let declaring = parent.filter(|parent| matches!(parent.inner, Trait(_)));
    [Some(item), declaring].into_iter().flatten().any(|of| runs(of.docs.as_deref().unwrap_or_default(), name))
}

/// Whether a block of code in the documentation is run as a test and has the name in it.
fn runs(documentation: &str, name: &str) -> bool {
    documentation.split("```").skip(1).step_by(2).any(|block| {
        let (language, code) = block.split_once('\n').unwrap_or_default();
        let is_rust = |word| matches!(word, "" | "rust" | "should_panic");
        language.trim().split([',', ' ']).all(is_rust) && code.contains(name)
    })
}

fn place(item: &Item) -> String {
    item.span
        .as_ref()
        .map_or_else(String::new, |span| format!("{}:{}", span.filename.display(), span.begin.0))
}

#[cfg(test)]
mod tests {
    use super::runs;

    #[test]
    fn an_example_runs_and_names_its_item() {
        for (documentation, expected) in [
            ("Gives `f()`.", false),
            ("Gives.\n\n```\nf();\n```\n", true),
            ("```rust,should_panic\nf();\n```", true),
            ("```text\nf();\n```", false),
            ("```no_run\nf();\n```", false),
            ("```\ng();\n```\nf()", false),
            ("```text\ng\n```\n```\nf();\n```", true),
        ] {
            assert_eq!(runs(documentation, "f()"), expected, "{documentation}");
        }
    }
}
