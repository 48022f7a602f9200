//! Minimizes a failing case: removes everything without which it still fails.

use super::case::{Case, Ending};
use super::page;

/// Passes over a case until none makes it smaller.
pub(super) fn minimal(mut case: Case, fails: impl Fn(&Case) -> bool) -> Case {
    loop {
        let before = case.clone();
        case = shorter(case, &fails);
        while let Some(smaller) = first_plainer(&case, &fails) {
            case = smaller;
        }
        if case == before {
            return case;
        }
    }
}

/// Takes out parts of the page, from half of it down to single bytes.
fn shorter(mut case: Case, fails: &impl Fn(&Case) -> bool) -> Case {
    let mut length = case.page.len() / 2;
    // An oversized page stays a long one if it must.
    while length > case.page.len() / page::USUAL {
        let mut start = 0;
        while start + length <= case.page.len() {
            let mut candidate = case.clone();
            candidate.page.drain(start..start + length);
            if fails(&candidate) { case = candidate } else { start += length }
        }
        length /= 2;
    }
    case
}

fn first_plainer(case: &Case, fails: &impl Fn(&Case) -> bool) -> Option<Case> {
    plainer(case).find(|candidate| fails(candidate))
}

/// The case with one thing as it is by default.
fn plainer(case: &Case) -> impl Iterator<Item = Case> {
    let schedules = case.schedule.plainer().into_iter().map(|schedule| Case { schedule, ..case.clone() });
    let settings = case.settings.plainer().into_iter().map(|settings| Case { settings, ..case.clone() });
    let endings =
        (case.ending != Ending::Complete).then(|| Case { ending: Ending::Complete, ..case.clone() });
    let scripts = (0..case.script.len()).map(|index| {
        let mut plainer = case.clone();
        plainer.script.remove(index);
        plainer
    });
    schedules.chain(settings).chain(endings).chain(scripts)
}
