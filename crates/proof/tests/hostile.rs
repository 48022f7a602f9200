//! The hostile inputs that the benches time hold the invariants, whichever way they are cut.
#![forbid(unsafe_code)]

use benches::hostile::{CASES, Case};
use tagspan_proof::case::Case as Proof;
use tagspan_proof::checks;
use tagspan_proof::reference::{Edition, Options};

/// Long enough for more than sixteen attributes and for every prefix.
const SMALL: usize = 700;

/// The case in the terms of the proofs, in uneven chunks.
fn proof(case: &Case, size: usize) -> Proof {
    let edition = if case.instructions { Edition::LivingProcessingInstructions } else { Edition::Living };
    let options = Options { edition, cdata: case.cdata, ..Options::default() };
    Proof::new(case.make(size), [1, 7, 8, 64, 65, 65, size / 2, size - 1], options)
}

/// Whole, byte by byte and in chunks; errors on and off; against the specification; raw bytes partition the input.
#[test]
fn small_ones_hold_every_invariant() {
    for case in CASES {
        let proof = proof(case, SMALL);
        for (name, check) in [
            ("chunks", checks::chunks as fn(&Proof) -> Result<(), String>),
            ("spans", checks::spans),
            ("equals_reference", checks::equals_reference),
            ("decoding", checks::decoding),
            ("pause", checks::pause),
            ("work", checks::work),
        ] {
            check(&proof).unwrap_or_else(|wrong| panic!("{}, {name}:\n{wrong}", case.name));
        }
    }
}

/// A limit does the same in every chunking, and no more is kept than it allows.
#[test]
fn small_ones_are_bounded() {
    for case in CASES {
        for limit in [1, 64, 300] {
            checks::limited(&proof(case, SMALL), limit)
                .unwrap_or_else(|wrong| panic!("{}:\n{wrong}", case.name));
        }
    }
}

/// Counted, not timed: whole, in chunks of 1,460 bytes and byte by byte (I7).
#[test]
fn larger_ones_take_linear_work() {
    for case in CASES {
        for size in [1 << 10, 1 << 14, 1 << 16] {
            let cuts = (1_460..size).step_by(1_460);
            let proof = Proof { cuts: cuts.collect(), ..proof(case, size) };
            if let Err(wrong) = checks::work(&proof) {
                let last = wrong.lines().last().unwrap_or_default();
                panic!("{}, {size} bytes: {last}", case.name);
            }
        }
    }
}
