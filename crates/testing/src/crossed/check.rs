//! The check of a case: its run must give what the run in one chunk gives.

use super::case::Case;
use super::observed::Observed;
use super::schedule::Schedule;
use super::{drive, minimal, oracle};
use crate::trace::ensure;
use crate::work::take_steps;

impl Case {
    /// Feeds the page by its schedule and in one chunk, and compares.
    ///
    /// # Errors
    ///
    /// The first difference, or the fault of a token.
    pub fn check(&self) -> Result<(), String> {
        self.observe().map(|_| ())
    }

    /// All that a caller sees of the run: tokens with their parts, errors, offsets, lines and columns, source spans, dropped
    /// ranges, the encoding and how it ended. Pieces of text that chunks divide are joined. If the check fails, the difference.
    ///
    /// # Examples
    ///
    /// ```
    /// let case = testing::crossed::Case::default().with_page(b"<p>".to_vec());
    /// assert!(case.transcript().contains("Tag { name: \"p\""));
    /// ```
    pub fn transcript(&self) -> String {
        match self.observe() {
            Ok(Observed { seen, raw, missing, end, .. }) => {
                format!("{seen:?} {} {missing} {end:?}", raw.escape_ascii())
            }
            Err(difference) => difference,
        }
    }

    /// [`check`](Self::check), and what was observed in one chunk.
    pub(super) fn observe(&self) -> Result<Observed, String> {
        let in_case = |how: &str, wrong: String| format!("{self}{how}: {wrong}");
        let whole = Case { schedule: Schedule::default(), ..self.clone() };
        let expected = linear(&whole).map_err(|wrong| in_case("in one chunk", wrong))?;
        oracle::hold(self, &expected).map_err(|wrong| in_case("in one chunk", wrong))?;
        let found = linear(self).map_err(|wrong| in_case("as scheduled", wrong))?;
        oracle::hold_pieces(self, &found).map_err(|wrong| in_case("as scheduled", wrong))?;
        found.same_as(&expected).map_err(|wrong| in_case("as scheduled, not as in one chunk", wrong))?;
        Ok(expected)
    }

    /// The minimal case that still fails.
    pub fn minimal(&self, fails: impl Fn(&Case) -> bool) -> Case {
        minimal::minimal(self.clone(), fails)
    }
}

/// How many steps of work a byte may take, with all that is asked of its token.
const STEPS_PER_BYTE: u64 = 64;

/// How many steps may be taken besides: for each chunk, and each time that the cursor is left.
const STEPS_BESIDES: u64 = 256;

/// Runs the case, and counts the work.
fn linear(case: &Case) -> Result<Observed, String> {
    take_steps();
    let observed = drive::run(case)?;
    let taken = take_steps();
    // A checkpoint reads the bytes of the unfinished token again, which is not the tokenizer's work.
    if case.schedule.takes_checkpoints() {
        return Ok(observed);
    }
    let turns = (case.schedule.cut(&case.page).len() + observed.tokens + 2) as u64;
    let allowed = STEPS_PER_BYTE * case.page.len() as u64 + STEPS_BESIDES * turns;
    ensure!(taken <= allowed, "{taken} steps for {} bytes in {turns} turns", case.page.len());
    Ok(observed)
}
