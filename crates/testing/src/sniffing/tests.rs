//! Tests of the generator and of the sniffer: cases reach every step, and the sniffer is right.

use std::thread;

use super::generate;
use super::sweep::{STEPS, Statistics, Sweep};
use crate::sample;

#[test]
fn the_sniffer_equals_the_reference_and_every_step_decides() {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    // `cargo xtask sniffing` continues from there.
    let cases = sample::or_full(2000, 20_000);
    let sweep = Sweep { seed: 0, numbers: 0..cases, threads, until: None, limit: 3 };
    let mut statistics = Statistics::default();
    sweep.run(|more| statistics.add(more));
    let reports: Vec<_> = statistics.differences.iter().map(|difference| &*difference.report).collect();
    assert!(reports.is_empty(), "{}", reports.join("\n\n"));
    assert_eq!(statistics.cases, cases);
    for (step, decided) in STEPS.iter().zip(statistics.steps) {
        assert!(decided >= cases / 200, "{step:?} decides only {decided} of {cases}");
    }
}

/// The bytes that lead into the branches of the prescan. Labels and near misses have tests in `labels`.
#[test]
fn generated_inputs_hold_what_the_prescan_distinguishes() {
    const CASES: u64 = 20_000;
    const LEADS: [&[u8]; 30] = [
        b"\xEF\xBB\xBF",
        b"\xFE\xFF",
        b"\xFF\xFE",
        b"<\0?\0x\0",
        b"\0<\0?\0x",
        b"<!-->",
        b"<!--->",
        b"--!>",
        b"</",
        b"<!",
        b"<?",
        b"<<",
        b"/>",
        b"<meta ",
        b"<meta/",
        b"<meta\x0C",
        b"charset=\"",
        b"charset='",
        b"charset =",
        b"charset= ",
        b"charset",
        b"http-equiv",
        b"content-type",
        b"content=",
        b"<?xml",
        b"encoding=\"",
        b"encoding='",
        b"encoding =",
        b"utf-16",
        b"x-user-defined",
    ];
    let inputs: Vec<_> = (0..CASES).map(|number| generate(0, number).input.to_ascii_lowercase()).collect();
    for lead in LEADS {
        let has = |input: &&Vec<u8>| input.windows(lead.len()).any(|window| window == lead);
        let cases = inputs.iter().filter(has).count();
        assert!(cases >= CASES as usize / 1000, "{} is in only {cases} of {CASES}", lead.escape_ascii());
    }
}
