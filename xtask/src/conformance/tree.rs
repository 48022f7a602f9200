//! Tree construction: html5ever's trees with our tokens, and the feedback simulator against html5ever's tree builder.
//!
//! `drivers` builds trees, `written` writes them as the suite does, `trees` runs its cases; `agreement` goes over all
//! inputs there are, `tag soup` over generated ones.

mod agreement;
mod drivers;
mod tag_soup;
mod trees;
mod written;

use std::error::Error;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

pub(crate) use drivers::Driver;
pub(super) use tag_soup::Args as TagSoup;

/// Runs the suite's tests of tree construction, then compares the feedback simulator on all inputs; or on tag soup.
pub(super) fn run(suite: &Path, soup: &TagSoup, verbose: bool) -> Result<ExitCode, Box<dyn Error>> {
    let mut out = io::stdout().lock();
    if soup.are_wanted() {
        let is_clean = tag_soup::run(soup, &mut out)?;
        return Ok(if is_clean { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let trees = trees::run_suite(suite)?;
    trees.write(&mut out, verbose)?;
    writeln!(out)?;
    let agreement = agreement::run(suite)?;
    agreement.write(&mut out, verbose)?;
    let is_clean = trees.is_clean() && agreement.is_clean();
    Ok(if is_clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[cfg(test)]
mod tests;
