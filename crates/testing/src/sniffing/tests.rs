//! Whether the sniffer is right on generated inputs, and whether these reach every branch.

use std::thread;

use super::branches::Branch;
use super::sweep::{Figures, STEPS, Sweep};

/// Some seconds' worth; `cargo xtask sniffing` goes on from there.
const CASES: u64 = 20_000;

#[test]
fn the_sniffer_equals_the_reference_and_every_branch_is_reached() {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let sweep = Sweep { seed: 0, numbers: 0..CASES, threads, until: None, limit: 3 };
    let mut figures = Figures::default();
    sweep.run(|more| figures.add(more));
    let told: Vec<_> = figures.differences.iter().map(|difference| &*difference.told).collect();
    assert!(told.is_empty(), "{}", told.join("\n\n"));
    assert_eq!(figures.cases, CASES);
    for (step, cases) in STEPS.iter().zip(figures.steps) {
        assert!(cases >= CASES / 200, "{step:?} decides only {cases} of {CASES}");
    }
    for &branch in Branch::ALL {
        let cases = figures.of(branch);
        assert!(cases >= CASES / 4000, "{branch:?} is reached by only {cases} of {CASES}");
    }
}
