//! Runs the contenders: in one process, one after the other in every round, after a warm-up.

use std::time::Duration;

use benches::{Sum, clock};

use crate::contenders::{Contender, Run};

/// Measured times.
pub(crate) const CLOCK: &str = if cfg!(target_os = "linux") { "processor time" } else { "time on the wall" };

/// The measurements of a contender.
pub(crate) struct Measured {
    /// How often it went over all pages in a round.
    pub(crate) passes: usize,
    /// Seconds that one time over all pages took, for each round in order.
    pub(crate) seconds: Vec<f64>,
    /// The counts of one pass over all pages.
    pub(crate) sum: Sum,
}

/// Every contender goes over all pages in each round, for at least `least` time, so that neither the clock nor an
/// interruption counts for much, and so that a noisy machine is unfair to all of them alike.
///
/// `on_round` is called at the start of each round; round 0 is the warm-up.
///
/// # Panics
///
/// When a contender does not see the same every time.
pub(crate) fn measure(
    contenders: &[Contender],
    pages: &[String],
    rounds: usize,
    least: Duration,
    mut on_round: impl FnMut(usize),
) -> Vec<Measured> {
    on_round(0);
    let mut running: Vec<(Run, Measured)> = contenders
        .iter()
        .map(|contender| {
            let mut run = (contender.start)();
            // Once for caches and buffers, once for the clock.
            let sum = over(&mut run, pages);
            let start = clock::now();
            over(&mut run, pages);
            let passes = passes(least, since(start));
            (run, Measured { passes, seconds: Vec::with_capacity(rounds), sum })
        })
        .collect();
    for round in 1..=rounds {
        on_round(round);
        for (contender, (run, measured)) in contenders.iter().zip(&mut running) {
            let start = clock::now();
            for _ in 0..measured.passes {
                // It also keeps the compiler from removing work whose result is unused.
                assert_eq!(over(run, pages), measured.sum, "{} is not the same every time", contender.name);
            }
            measured.seconds.push(since(start).as_secs_f64() / measured.passes as f64);
        }
    }
    running.into_iter().map(|(_, measured)| measured).collect()
}

fn since(start: Duration) -> Duration {
    clock::now().saturating_sub(start)
}

fn over(run: &mut Run, pages: &[String]) -> Sum {
    let mut sum = Sum::default();
    for page in pages {
        sum += run(page);
    }
    sum
}

/// How many passes of one length make up the least time of a round.
fn passes(least: Duration, one: Duration) -> usize {
    let passes = least.as_nanos().div_ceil(one.as_nanos().max(1));
    usize::try_from(passes).unwrap_or(usize::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{measure, passes};
    use crate::contenders::all;

    #[test]
    fn a_round_has_as_many_passes_as_it_needs() {
        let ms = Duration::from_millis;
        for (least, one, expected) in [(20, 7, 3), (20, 20, 1), (20, 100, 1), (0, 5, 1), (20, 1, 20)] {
            assert_eq!(passes(ms(least), ms(one)), expected);
        }
        assert_eq!(passes(ms(20), Duration::ZERO), 20_000_000);
    }

    #[test]
    fn rounds_are_interleaved_and_all_counted() {
        let mut contenders = all();
        contenders.retain(|contender| contender.name == "tagspan tokens" || contender.name == "html5ever");
        let pages = ["<p class=a>one", "<p><b>two</b>"].map(str::to_owned);
        let mut rounds = Vec::new();
        let measured = measure(&contenders, &pages, 3, Duration::ZERO, |round| rounds.push(round));
        assert_eq!(rounds, [0, 1, 2, 3]);
        assert_eq!(measured.len(), 2);
        for measured in measured {
            assert_eq!((measured.passes, measured.seconds.len()), (1, 3));
            assert!(measured.seconds.iter().all(|seconds| *seconds > 0.0));
            assert_eq!((measured.sum.start_tags, measured.sum.attributes), (3, 1));
        }
    }
}
