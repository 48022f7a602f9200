//! `cargo xtask corpora`: makes realistic pages from a seed.

mod encodings;
mod grammar;
mod language;
mod page;
mod random;
mod set;
#[cfg(test)]
mod tests;
mod warc;

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// The committed pages, below the root.
const COMMITTED: &str = "corpora/generated";

/// The name of the manifest, beside the pages.
const MANIFEST: &str = "manifest.json";

/// Makes realistic pages from a seed: without options the committed pages of corpora/generated and their manifest.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only compare: fail if the committed pages are not what would be written.
    #[arg(long, conflicts_with = "out")]
    check: bool,
    /// The folder to write to, made if it does not exist.
    #[arg(long, value_name = "DIR", group = "target")]
    out: Option<PathBuf>,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    warc: warc::Warc,
}

/// What to make.
#[derive(Default, clap::Args)]
struct Selection {
    /// Another seed gives other pages of the same kind.
    #[arg(long, value_name = "N", requires = "target")]
    seed: Option<u64>,
    /// Only pages of these classes.
    #[arg(long, value_name = "NAME", num_args = 1.., requires = "out", value_parser = names(|spec| spec.class.name))]
    class: Vec<String>,
    /// Only pages in these encodings.
    #[arg(long, value_name = "LABEL", num_args = 1.., requires = "out", value_parser = names(|spec| spec.encoding))]
    encoding: Vec<String>,
    /// The size of each page in bytes of UTF-8, before it is encoded; a page is up to an item larger.
    #[arg(long, value_name = "BYTES", requires = "out")]
    size: Option<usize>,
}

/// The names that some page has.
fn names(of: fn(&set::Spec) -> &'static str) -> PossibleValuesParser {
    let mut names: Vec<&str> = set::all().iter().map(of).collect();
    names.sort_unstable();
    names.dedup();
    PossibleValuesParser::new(names)
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    if let Some(path) = &args.warc.warc {
        args.warc.write(path, args.selection.seed.unwrap_or(set::SEED))?;
        return Ok(ExitCode::SUCCESS);
    }
    let committed = crate::repository::root().join(COMMITTED);
    let files = make(&args.selection)?;
    if args.check {
        let differences = differences(&files, &committed)?;
        for name in &differences {
            println!("{COMMITTED}/{name} is not what the seed makes");
        }
        println!("{} files compared, {} differ", files.len(), differences.len());
        return Ok(if differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let out = args.out.as_ref().unwrap_or(&committed);
    let write = |name: &str, bytes: &[u8]| fs::write(out.join(name), bytes);
    fs::create_dir_all(out)
        .and_then(|()| files.iter().try_for_each(|(name, bytes)| write(name, bytes)))
        .map_err(|error| format!("{}: {error}", out.display()))?;
    println!(
        "{}: {} files, {} bytes",
        out.display(),
        files.len(),
        files.values().map(Vec::len).sum::<usize>()
    );
    Ok(ExitCode::SUCCESS)
}

#[derive(Serialize)]
struct Manifest {
    seed: u64,
    pages: Vec<Entry>,
}

/// A page in the manifest.
#[derive(Serialize)]
struct Entry {
    file: String,
    class: &'static str,
    language: &'static str,
    encoding: &'static str,
    bytes: usize,
    sha256: String,
    /// In UTF-8.
    decoded_bytes: usize,
}

/// The files of the selected pages and their manifest, by name.
fn make(selection: &Selection) -> Result<BTreeMap<String, Vec<u8>>, Box<dyn Error>> {
    let chosen =
        |wanted: &[String], name: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name);
    let seed = selection.seed.unwrap_or(set::SEED);
    let (mut files, mut pages) = (BTreeMap::new(), Vec::new());
    for spec in set::all() {
        if !chosen(&selection.class, spec.class.name) || !chosen(&selection.encoding, spec.encoding) {
            continue;
        }
        let made = spec.make(seed, selection.size)?;
        pages.push(Entry {
            file: spec.file.clone(),
            class: spec.class.name,
            language: spec.language.name,
            encoding: spec.encoding,
            bytes: made.bytes.len(),
            decoded_bytes: made.text.len(),
            sha256: Sha256::digest(&made.bytes).iter().map(|byte| format!("{byte:02x}")).collect(),
        });
        files.insert(spec.file, made.bytes);
    }
    if pages.is_empty() {
        return Err("no page is of such a class in such an encoding".into());
    }
    let manifest = serde_json::to_string_pretty(&Manifest { seed, pages })? + "\n";
    files.insert(MANIFEST.to_owned(), manifest.into_bytes());
    Ok(files)
}

/// The names of files that the folder lacks, has otherwise, or has too many.
fn differences(files: &BTreeMap<String, Vec<u8>>, folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let is_there =
        |(name, bytes): &(&String, &Vec<u8>)| fs::read(folder.join(name)).is_ok_and(|there| there == **bytes);
    let mut differences: Vec<String> =
        files.iter().filter(|file| !is_there(file)).map(|(name, _)| name.clone()).collect();
    for entry in fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if !files.contains_key(&name) {
            differences.push(name);
        }
    }
    Ok(differences)
}
