//! The hostile inputs that the benches time hold the invariants in every chunking.

use testing::case::Case as Proof;
use testing::checks;
use testing::hostile::{CASES, Case};
use testing::limits::limited;
use testing::reference::{Edition, Options};

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
            limited(&proof(case, SMALL), limit).unwrap_or_else(|wrong| panic!("{}:\n{wrong}", case.name));
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

/// Repeated work for the feedback simulator: nesting in every namespace, unmatched end tags, and tags that
/// looks far for an element.
const FOR_THE_CONTEXT: [(&str, &str, &str); 22] = [
    ("svg in svg", "", "<svg>"),
    ("math in math", "", "<math>"),
    ("integration points in turn", "", "<svg><desc><math><mi>"),
    ("annotations", "", "<math><annotation-xml encoding=text/html>"),
    ("bold", "", "<b>"),
    ("templates", "", "<template>"),
    ("templates in a body", "<body>", "<template>"),
    ("tables", "", "<table>"),
    ("tables in a point", "<svg><desc>", "<table><td>"),
    ("tables and points", "", "<svg><desc><table><td>"),
    ("end tags of nothing", "<svg><g><g><g>", "</x>"),
    ("end tags far out", "<svg><x>", "<g></y>"),
    ("end tags behind a point", "<svg><x><desc>", "<i></x>"),
    ("items", "<svg><desc>", "<i><li></i>"),
    ("paragraphs", "<svg><desc>", "<q><p></q>"),
    ("options", "<svg><desc><select>", "<option><optgroup>"),
    ("formatting", "<svg><desc>", "<a><b><p></a></b>"),
    ("breakouts", "", "<svg><g><p>"),
    ("sections", "<svg>", "<g><![CDATA[]]>"),
    ("long names", "<svg>", "<feComponentTransferFunctions></feComponentTransferFunctionz>"),
    ("names without an end", "<svg>", "<a\0></a\u{FFFD}>"),
    ("ambiguous and not", "", "<svg></b><p>"),
];

/// 10⁶ elements and more, whole and byte by byte: each tag looks at no more than the stack holds (I7), which is bounded
/// (I9), and the context never stops.
#[test]
fn the_context_takes_linear_work() {
    use tagspan::Tokenizer;
    use tagspan_core::scanner::take_steps;
    let steps_of = |input: &[u8], size: usize| {
        let mut tokenizer = Tokenizer::utf8();
        take_steps();
        for chunk in input.chunks(size) {
            tokenizer.feed(chunk).for_each(|_| ()).unwrap();
        }
        tokenizer.finish().for_each(|_| ()).unwrap();
        take_steps()
    };
    for (name, before, again) in FOR_THE_CONTEXT {
        let input = |count: usize| format!("{before}{}", again.repeat(count)).into_bytes();
        for size in [usize::MAX, 1] {
            let tags = if size == 1 { 10_000 } else { 100_000 };
            let (small, large) = (input(tags), input(4 * tags));
            let (few, many) = (steps_of(&small, size), steps_of(&large, size));
            // The stack has 256 elements, and a tag of three bytes looks through it three times at most.
            assert!(many <= 256 * large.len() as u64, "{name}: {many} steps for {} bytes", large.len());
            assert!(10 * many <= 43 * few, "{name}: {few} steps, and {many} for four times as many tags");
        }
    }
}
