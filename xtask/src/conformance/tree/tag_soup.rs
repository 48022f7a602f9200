//! Generated tag soup: the feedback simulator against html5ever's tree builder, by the million.

use std::io::{self, Write};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use testing::feedback::Statistics;
use testing::feedback::sweep::{Found, Sweep, Wanted};

use super::agreement::{heading, line};

/// The options of the comparison on tag soup.
#[derive(clap::Args)]
#[group(skip)]
pub(in super::super) struct Args {
    /// With --tree: instead, compare the feedback simulator with html5ever on this number of generated inputs.
    #[arg(long, value_name = "N", requires = "tree")]
    tag_soup: Option<u64>,

    /// The seed of the generated inputs.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "tag_soup")]
    seed: u64,

    /// The kind of differences whose shortest inputs are listed: wrong, marked (wrong, and marked as ambiguous), or drift (a CDATA section
    /// would open for one side alone, if there were one).
    #[arg(long, value_name = "WHAT", default_value = "wrong", value_parser = wanted, requires = "tag_soup")]
    list: Wanted,
}

fn wanted(name: &str) -> Result<Wanted, String> {
    match name {
        "wrong" => Ok(Wanted::Wrong),
        "marked" => Ok(Wanted::Marked),
        "drift" => Ok(Wanted::Drift),
        _ => Err("use wrong, marked or drift".to_owned()),
    }
}

impl Args {
    pub(super) fn are_wanted(&self) -> bool {
        self.tag_soup.is_some()
    }
}

/// Whether nothing is wrong.
pub(super) fn run(args: &Args, out: &mut impl Write) -> io::Result<bool> {
    let begun = Instant::now();
    let sweep = Sweep {
        seed: args.seed,
        numbers: 0..args.tag_soup.unwrap_or_default(),
        threads: thread::available_parallelism().map_or(1, usize::from),
        wanted: args.list,
    };
    let sum = Mutex::new(Statistics::default());
    let found = sweep.run(|more| {
        // Adding does not panic.
        sum.lock().unwrap_or_else(std::sync::PoisonError::into_inner).add(more);
    });
    let statistics = sum.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    for Found { count, shortest, report } in &found {
        writeln!(out, "{shortest}\n    {report}; in {count} inputs of tag soup")?;
    }
    heading(out, "feedback")?;
    line(out, &format!("tag soup, seed {}", args.seed), &statistics)?;
    let seconds = begun.elapsed().as_secs_f64();
    writeln!(out, "{} listed, {seconds:.1} s", found.len())?;
    Ok(statistics.wrong == 0 && (args.list != Wanted::Wrong || found.is_empty()))
}
