//! Makes realistic pages from a seed, and compares their statistics with those of real pages.

mod encodings;
mod grammar;
mod language;
mod manifest;
mod measures;
mod page;
mod random;
mod set;
mod statistics;
#[cfg(test)]
mod tests;
mod values;

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use manifest::{Entry, Figures, Manifest, to_json};
use measures::{Tolerance, tolerance};
use statistics::Statistics;

/// The committed pages, below the root.
const COMMITTED: &str = "corpora/generated";

/// The name of the manifest, beside the pages.
const MANIFEST: &str = "manifest.json";

/// The name of the figures of real pages, beside the committed ones.
const REAL: &str = "real.json";

/// Makes realistic pages from a seed, and compares their statistics with those of real pages.
///
/// Without options: the committed pages of corpora/generated and their manifest.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only compare: fail if the committed pages are not what would be written.
    #[arg(long, conflicts_with_all = ["out", "statistics"])]
    check: bool,
    /// The folder to write to, made if it is not there.
    #[arg(long, value_name = "DIR", conflicts_with = "statistics")]
    out: Option<PathBuf>,
    #[command(flatten)]
    selection: Selection,
    /// Makes nothing: prints the statistics of the pages in a folder, beside those of the real pages.
    #[arg(long, value_name = "DIR")]
    statistics: Option<PathBuf>,
    /// Also writes these statistics to a file.
    #[arg(long, value_name = "FILE", requires = "statistics")]
    save: Option<PathBuf>,
}

/// What to make.
#[derive(Default, clap::Args)]
struct Selection {
    /// Another seed gives other pages of the same kind.
    #[arg(long, value_name = "N", requires = "out")]
    seed: Option<u64>,
    /// Only pages of these classes.
    #[arg(long, value_name = "NAME", num_args = 1.., requires = "out")]
    class: Vec<String>,
    /// Only pages in these encodings.
    #[arg(long, value_name = "LABEL", num_args = 1.., requires = "out")]
    encoding: Vec<String>,
    /// The size of each page in bytes of UTF-8, before it is encoded; a page is up to an item larger.
    #[arg(long, value_name = "BYTES", requires = "out")]
    size: Option<usize>,
}

/// Does what is asked for: findings are pages that are out of date, and figures that are too far off.
///
/// # Errors
///
/// Files that cannot be read or written, a class or encoding that does not exist.
pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let committed = crate::repository::root().join(COMMITTED);
    if let Some(folder) = &args.statistics {
        let statistics = measure(folder)?;
        if let Some(file) = &args.save {
            write(file, to_json(&Figures::new(&statistics))?.as_bytes())?;
        }
        println!("{}", table(&read_real(&committed)?, &statistics).0);
        return Ok(ExitCode::SUCCESS);
    }
    let made = Files::make(&args.selection)?;
    if args.check {
        let differences = made.differences(&committed)?;
        for difference in &differences {
            println!("{COMMITTED}/{difference}");
        }
        println!("{} files compared, {} differ", made.files.len(), differences.len());
        return Ok(if differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) });
    }
    let out = args.out.as_ref().unwrap_or(&committed);
    fs::create_dir_all(out).map_err(|error| format!("{}: {error}", out.display()))?;
    for (name, bytes) in &made.files {
        write(&out.join(name), bytes)?;
    }
    let (table, near) = table(&read_real(&committed)?, &made.statistics);
    let bytes: usize = made.files.values().map(Vec::len).sum();
    println!("{table}\n{}: {} files, {bytes} bytes", out.display(), made.files.len());
    Ok(if near || args.out.is_some() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// What is written to a folder.
struct Files {
    /// By name, the manifest included.
    files: BTreeMap<String, Vec<u8>>,
    /// Of the pages in UTF-8.
    statistics: Statistics,
}

impl Files {
    fn make(selection: &Selection) -> Result<Self, Box<dyn Error>> {
        let all = set::all();
        for (wanted, of) in [
            (&selection.class, (|spec| spec.class.name) as fn(&set::Spec) -> &'static str),
            (&selection.encoding, |spec| spec.encoding),
        ] {
            if let Some(unknown) =
                wanted.iter().find(|name| !all.iter().any(|spec| of(spec) == name.as_str()))
            {
                let mut names: Vec<&str> = all.iter().map(of).collect();
                names.sort_unstable();
                names.dedup();
                return Err(format!("no pages of {unknown}; there are: {}", names.join(", ")).into());
            }
        }
        let chosen =
            |wanted: &[String], name: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name);
        let mut specs = all;
        specs.retain(|spec| {
            chosen(&selection.class, spec.class.name) && chosen(&selection.encoding, spec.encoding)
        });
        if specs.is_empty() {
            let (classes, encodings) = (selection.class.join(", "), selection.encoding.join(", "));
            return Err(format!("no pages of {classes} in {encodings}").into());
        }
        let seed = selection.seed.unwrap_or(set::SEED);
        let (mut files, mut pages, mut all) = (BTreeMap::new(), Vec::new(), Statistics::default());
        for spec in &specs {
            let made = spec.make(seed, selection.size)?;
            let statistics = Statistics::of(made.text.as_bytes())?;
            if spec.encoding == "utf-8" {
                all.add(&statistics);
            }
            pages.push(Entry::new(spec, &made, &statistics));
            files.insert(spec.file.clone(), made.bytes);
        }
        let manifest = Manifest { seed, pages, statistics: Figures::new(&all) };
        files.insert(MANIFEST.to_owned(), to_json(&manifest)?.into_bytes());
        Ok(Files { files, statistics: all })
    }

    /// The files that a folder lacks, has otherwise, or has too many.
    fn differences(&self, folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
        let mut differences = Vec::new();
        for (name, bytes) in &self.files {
            match fs::read(folder.join(name)) {
                Ok(there) if there == *bytes => {}
                Ok(_) => differences.push(format!("{name}: differs")),
                Err(error) => differences.push(format!("{name}: {error}")),
            }
        }
        for path in pages(folder)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if !self.files.contains_key(&*name) {
                differences.push(format!("{name}: not one of the pages"));
            }
        }
        Ok(differences)
    }
}

/// The statistics of all pages in a folder.
fn measure(folder: &Path) -> Result<Statistics, Box<dyn Error>> {
    let mut all = Statistics::default();
    for path in pages(folder)? {
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        all.add(&Statistics::of(&bytes).map_err(|error| format!("{}: {error}", path.display()))?);
    }
    Ok(all)
}

/// The pages in a folder, by name.
fn pages(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let in_folder = |error| format!("{}: {error}", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(in_folder)? {
        paths.push(entry.map_err(in_folder)?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "html"));
    paths.sort();
    Ok(paths)
}

/// The figures of real pages.
fn read_real(committed: &Path) -> Result<Figures, Box<dyn Error>> {
    let path = committed.join(REAL);
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?)
}

/// Figures of real and other pages side by side, and whether all are as near as they must be.
fn table(real: &Figures, statistics: &Statistics) -> (String, bool) {
    let mut lines = vec![
        format!("{:<36}{:>10}{:>10}", "", "real", "these"),
        format!("{:<36}{:>10}{:>10}", "pages", real.pages, statistics.pages),
    ];
    lines.push(format!("{:<36}{:>10}{:>10}", "bytes", real.bytes, statistics.bytes));
    let mut all_near = true;
    for (name, figure) in statistics.figures() {
        let Some(wanted) = real.get(name) else { continue };
        let tolerance = tolerance(name);
        let near = tolerance.holds(wanted, figure);
        all_near &= near;
        let remark = match tolerance {
            Tolerance::Apart(reason) => format!("  not compared: {reason}"),
            Tolerance::Near { .. } if near => String::new(),
            Tolerance::Near { .. } => "  too far".to_owned(),
        };
        lines.push(format!("{name:<36}{wanted:>10}{figure:>10}{remark}"));
    }
    (lines.join("\n"), all_near)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Box<dyn Error>> {
    Ok(fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))?)
}
