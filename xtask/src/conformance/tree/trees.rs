//! The suite's tests of tree construction, through html5ever's tokenizer and through ours.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use testing::fragment::Settings;
use testing::html5lib::trees::{self, Case};

use super::drivers::Driver;
use crate::parallel::on_all_processors;

/// How many cases are shown in detail without `--verbose`.
const SHOWN: usize = 10;

/// The trees that the drivers built for a case, in the order of [`Driver::ALL`].
pub(super) struct Run {
    pub(super) case: Case,
    pub(super) settings: Settings,
    pub(super) trees: [Result<String, String>; Driver::ALL.len()],
}

impl Run {
    fn of(case: &Case, settings: Settings, tree: impl Fn(Driver, &str, &Settings) -> String) -> Self {
        let trees = Driver::ALL.map(|driver| {
            let built = catch_unwind(AssertUnwindSafe(|| tree(driver, &case.data, &settings)));
            built.map_err(|_| "a panic".to_owned())
        });
        Run { case: case.clone(), settings, trees }
    }

    /// Which drivers built the tree that the case wants.
    fn right(&self) -> [bool; Driver::ALL.len()] {
        self.trees.each_ref().map(|tree| tree.as_deref() == Ok(&*self.case.document))
    }

    /// Ours is another tree than theirs.
    fn differs(&self) -> bool {
        self.trees.iter().any(|tree| *tree != self.trees[0])
    }
}

/// The results of the suite.
pub(super) struct Report {
    pub(super) runs: Vec<Run>,
    /// Cases whose scripts would have to run.
    scripted: usize,
}

/// Runs every case of the suite, with and without scripting where it does not say.
///
/// html5ever's own harness does not look into the folder of cases with scripts: neither side runs them.
pub(super) fn run_suite(suite: &Path) -> Result<Report, String> {
    let folder = suite.join(trees::FOLDER);
    if !folder.is_dir() {
        return Err(format!(
            "{}: no such folder; this clone of the suite is not whole, get it anew",
            folder.display()
        ));
    }
    let scripted = folder.join(trees::SCRIPTED);
    let scripted = if scripted.is_dir() { trees::load(&scripted)?.len() } else { 0 };
    Ok(Report { scripted, ..run_cases(&trees::load(&folder)?, Driver::tree) })
}

/// Runs these cases by any way to get at trees.
pub(super) fn run_cases(cases: &[Case], tree: impl Fn(Driver, &str, &Settings) -> String + Sync) -> Report {
    let runs: Vec<(&Case, Settings)> =
        cases.iter().flat_map(|case| case.settings().map(move |settings| (case, settings))).collect();
    let runs = on_all_processors(&runs, |(case, settings)| Run::of(case, settings.clone(), &tree));
    Report { runs, scripted: 0 }
}

impl Report {
    pub(super) fn is_clean(&self) -> bool {
        !self.runs.iter().any(Run::differs)
    }

    /// How many runs each driver passes.
    pub(super) fn passed(&self) -> [usize; Driver::ALL.len()] {
        let right: Vec<_> = self.runs.iter().map(Run::right).collect();
        std::array::from_fn(|driver| right.iter().filter(|right| right[driver]).count())
    }

    pub(super) fn write(&self, out: &mut impl Write, verbose: bool) -> io::Result<()> {
        writeln!(out, "{:<30} {:>6} {:>6}", "trees", "runs", "right")?;
        for (driver, passed) in Driver::ALL.into_iter().zip(self.passed()) {
            writeln!(out, "{:<30} {:>6} {passed:>6}", driver.name(), self.runs.len())?;
        }
        if self.scripted > 0 {
            writeln!(out, "not run: {} cases whose scripts would have to run", self.scripted)?;
        }
        let differing: Vec<&Run> = self.runs.iter().filter(|run| run.differs()).collect();
        let shown = if verbose { differing.len() } else { SHOWN.min(differing.len()) };
        for Run { case, settings, trees } in &differing[..shown] {
            writeln!(out, "\n{}, case {} ({settings})", case.file, case.number)?;
            writeln!(out, "    input {:?}", case.data)?;
            for (driver, tree) in Driver::ALL.into_iter().zip(trees) {
                let tree = tree.as_deref().unwrap_or_else(|panic| panic);
                let verdict = if tree == case.document { "right" } else { "wrong" };
                writeln!(out, "    {}, {verdict}:\n{tree}", driver.name())?;
            }
        }
        if shown < differing.len() {
            writeln!(
                out,
                "\n{} more cases with different trees: --verbose shows them",
                differing.len() - shown
            )?;
        }
        for Run { case, settings, .. } in self.runs.iter().filter(|run| !run.right().contains(&true)) {
            writeln!(out, "right by none: {}, case {} ({settings})", case.file, case.number)?;
        }
        Ok(())
    }
}
