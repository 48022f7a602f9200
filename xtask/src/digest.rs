//! `cargo xtask digest`: one number for all that a caller can see of many inputs.

use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use sha2::{Digest, Sha256};
use testing::crossed::Case;
use testing::html5lib::HOW_TO_GET;
use testing::html5lib::tokenizer::Input;
use testing::rng::Rng;
use testing::{corpora, html5lib};

use crate::parallel::on_all_processors;

/// Prints a digest of every token, error, offset, line, column, source span and dropped range.
///
/// It is over the pages of the repository, real pages (TAGSPAN_PAGES), the inputs that fuzzing has kept, the html5lib suite, and
/// generated pages; each in some ways of feeding with some settings. The numbers stay the same until something that a caller can
/// see changes: run it before and after a change of the tokenizer.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// In how many ways each input is fed.
    #[arg(long, value_name = "N", default_value_t = 2)]
    ways: u64,
    /// How many pages are generated.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    generated: u64,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let bytes = |pages: Vec<corpora::Page>| pages.into_iter().map(|(_, page)| page).collect::<Vec<_>>();
    let suite = html5lib::find(None)?.ok_or(HOW_TO_GET)?;
    for (name, inputs) in [
        ("pages of the repository", bytes(corpora::own())),
        ("real pages", bytes(corpora::real(usize::MAX))),
        ("inputs of fuzzing", fuzzed()?),
        ("html5lib inputs", texts(&suite)?),
    ] {
        let cases = (0..inputs.len() as u64 * args.ways).collect::<Vec<_>>();
        let digests = on_all_processors(&cases, |&number| {
            let page = inputs[(number / args.ways) as usize].clone();
            digest(&Case::around(&mut Rng::of_seed(1, number), Vec::new()).with_page(page))
        });
        print(name, &digests);
    }
    let numbers = (0..args.generated).collect::<Vec<_>>();
    print(
        "generated",
        &on_all_processors(&numbers, |&number| digest(&Case::generate(&mut Rng::of_seed(2, number)))),
    );
    Ok(ExitCode::SUCCESS)
}

fn digest(case: &Case) -> [u8; 32] {
    Sha256::digest(case.transcript()).into()
}

fn print(name: &str, digests: &[[u8; 32]]) {
    let all = Sha256::digest(digests.as_flattened());
    let number: String = all.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    println!("{name:<24} {:>7} runs  {number}", digests.len());
}

/// The inputs of the suite's tokenizer tests.
fn texts(suite: &Path) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let cases = html5lib::tokenizer::load(suite)?.into_iter().flat_map(|file| file.cases);
    let text = |input| match input {
        Input::Text(text) => Some(text.into_bytes()),
        Input::LoneSurrogate => None,
    };
    Ok(cases.filter_map(|case| text(case.input)).collect())
}

/// The committed corpora of the fuzz targets, and what was found with them.
fn fuzzed() -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let fuzz = crate::repository::root().join("fuzz");
    let unpacked = crate::repository::root().join("target/digest");
    // Inputs of another commit would change the digest.
    if unpacked.exists() {
        fs::remove_dir_all(&unpacked)?;
    }
    fs::create_dir_all(&unpacked)?;
    for archive in corpora::files(&fuzz.join("corpora")) {
        if archive.extension() == Some(OsStr::new("gz")) {
            let status = Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(&unpacked).status()?;
            if !status.success() {
                return Err(format!("{}: tar could not unpack it", archive.display()).into());
            }
        }
    }
    let mut paths = corpora::files(&unpacked);
    paths.extend(corpora::files(&fuzz.join("regressions")));
    paths.iter().map(|path| Ok(fs::read(path)?)).collect()
}
