//! Compares the figures of generated pages with those of real ones.

use super::statistics::Milli;

/// How near a generated figure must be to the real one.
#[derive(Clone, Copy)]
pub(super) enum Tolerance {
    /// Within so many percent of it, or so many thousandths.
    Near { percent: u64, milli: u64 },
    /// Farther on purpose, for this reason.
    Apart(&'static str),
}

impl Tolerance {
    pub(super) fn holds(self, real: Milli, made: Milli) -> bool {
        match self {
            Tolerance::Near { percent, milli } => {
                let difference = real.0.abs_diff(made.0);
                difference * 100 <= real.0 * percent || difference <= milli
            }
            Tolerance::Apart(_) => true,
        }
    }
}

/// The tolerance of a figure, by its name.
pub(super) fn tolerance(name: &str) -> Tolerance {
    match name {
        "bytes not ASCII, %" => Tolerance::Apart("the CJK pages are wanted"),
        "text runs with &, %" | "& per KB of text" | "values with &, %" => {
            Tolerance::Apart("the page dense in references is wanted")
        }
        "parse errors per MB" => Tolerance::Near { percent: 0, milli: 2_500 },
        name if name.ends_with("99%") => Tolerance::Near { percent: 50, milli: 0 },
        // A share: three of a hundred are near, however few there are.
        name if name.contains('%') => Tolerance::Near { percent: 20, milli: 3_000 },
        _ => Tolerance::Near { percent: 20, milli: 2_000 },
    }
}
