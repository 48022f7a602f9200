//! `cargo xtask seeds`: writes the inputs that the fuzz targets start from.

use std::collections::hash_map::DefaultHasher;
use std::error::Error;
use std::fs;
use std::hash::{Hash, Hasher};
use std::process::ExitCode;

use tagspan_reference::Options;
use testing::targets::TARGETS;
use testing::{corpora, vectors};

/// Pages are split into windows of this many bytes: short ones are run more often in a second.
const WINDOW: usize = 240;

/// How many real pages are used, and how many windows of a page, from all over them.
const PAGES: usize = 64;
const WINDOWS: usize = 8;

/// Writes seeds to `fuzz/corpus/TARGET`, and prints the name and the longest useful input of each target.
///
/// Seeds are windows of the pages in `corpora/` and of real pages (`TAGSPAN_PAGES`), the inputs of the vectors, and
/// samples that the target makes. `fuzz/run` calls this command.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// All targets by default.
    #[arg(value_name = "TARGET", value_parser = clap::builder::PossibleValuesParser::new(TARGETS.iter().map(|target| target.name)))]
    targets: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let mut inputs: Vec<(Vec<u8>, Options)> = Vec::new();
    for (_, page) in corpora::own().into_iter().chain(corpora::real(PAGES)) {
        let windows: Vec<&[u8]> = page.chunks(WINDOW).collect();
        let every = windows.len().div_ceil(WINDOWS).max(1);
        inputs.extend(windows.iter().step_by(every).map(|window| (window.to_vec(), Options::default())));
    }
    inputs.extend(vectors::load().into_iter().map(|vector| (vector.input, vector.options)));
    for target in TARGETS {
        if !args.targets.is_empty() && !args.targets.iter().any(|name| name == target.name) {
            continue;
        }
        let folder = crate::repository::root().join("fuzz/corpus").join(target.name);
        fs::create_dir_all(&folder)?;
        let seeds = inputs.iter().filter_map(|(input, options)| (target.seed)(input, options));
        for seed in seeds.chain((target.samples)()).filter(|seed| seed.len() <= target.max_len) {
            let mut hasher = DefaultHasher::new();
            seed.hash(&mut hasher);
            fs::write(folder.join(format!("seed-{:016x}", hasher.finish())), seed)?;
        }
        println!("{} {}", target.name, target.max_len);
    }
    Ok(ExitCode::SUCCESS)
}
