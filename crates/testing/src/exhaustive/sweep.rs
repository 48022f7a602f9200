//! Checks the strings of a range of positions on several threads.

use std::any::Any;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::panic::{AssertUnwindSafe, catch_unwind};

use tagspan_reference::Options;

use super::comparison::Comparison;
use super::dimension::Dimension;
use super::minimal::minimal;
use super::strings::Strings;
use crate::blocks::Blocks;
use crate::compare::{Chunking, compare};

/// How many strings a thread takes at a time: some hundredths of a second.
const BLOCK: u64 = 4096;

/// Strings that were checked.
#[derive(Clone, Debug)]
pub struct Block {
    /// Their positions.
    pub positions: Range<u64>,
    /// The differences, in order.
    pub differences: Vec<Difference>,
}

/// A string on which core and the reference differ.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Its position.
    pub position: u64,
    /// The state that its prefix leads into.
    pub state: &'static str,
    /// The minimal form of the case.
    pub minimal: Vec<u8>,
    /// The description of the difference, for people.
    pub report: String,
}

/// Checks the strings of a dimension at these positions on so many threads, and ends early once `limit` of them differ. `done`
/// gets the blocks in order and without gaps, on the caller's thread.
///
/// # Panics
///
/// If `threads` or `limit` is zero. A panic of core or of the reference is a difference.
pub fn sweep(
    dimension: Dimension,
    strings: &Strings,
    positions: Range<u64>,
    threads: usize,
    limit: usize,
    done: impl FnMut(Block),
) {
    sweep_by(strings, positions, threads, limit, done, |options| {
        let mut comparison = Comparison::new(dimension, options);
        move |input: &[u8]| {
            let tail = dimension.tail().escape_ascii();
            comparison.check(input).map_err(|wrong| format!("{wrong}\ntail       b\"{tail}\""))
        }
    });
}

/// [`sweep`] by any criterion: `judge` makes one for settings, which says what is wrong with an input.
fn sweep_by<J: FnMut(&[u8]) -> Result<(), String>>(
    strings: &Strings,
    positions: Range<u64>,
    threads: usize,
    limit: usize,
    mut done: impl FnMut(Block),
    judge: impl Fn(&Options) -> J + Sync,
) {
    assert!(threads > 0 && limit > 0, "{threads} threads, {limit} differences");
    let mut waiting = BTreeMap::new();
    let (mut position, mut found) = (positions.start, 0);
    let blocks = Blocks { numbers: positions, size: BLOCK, threads, until: None };
    blocks.run(
        |positions| check(strings, positions, limit, &judge),
        |block| {
            waiting.insert(block.positions.start, block);
            while let Some(block) = waiting.remove(&position) {
                position = block.positions.end;
                found += block.differences.len();
                done(block);
                if found >= limit {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        },
    );
}

/// Checks the strings one after the other, and ends early once `limit` of them differ.
fn check<J: FnMut(&[u8]) -> Result<(), String>>(
    strings: &Strings,
    positions: Range<u64>,
    limit: usize,
    judge: &impl Fn(&Options) -> J,
) -> Block {
    let mut input = Vec::new();
    let mut differences = Vec::new();
    let mut current = None;
    for position in positions.clone() {
        let prefix = strings.write(position, &mut input);
        let (_, holds) = match &mut current {
            Some((of, holds)) if *of == prefix => (prefix, holds),
            current => {
                let (of, holds) = current.insert((prefix, judge(&prefix.options())));
                (*of, holds)
            }
        };
        if judged(holds, &input).is_ok() {
            continue;
        }
        let options = prefix.options();
        // Each input gets a new one: a panic may leave any state behind.
        let minimal = minimal(input.clone(), |input| judged(&mut judge(&options), input).is_err());
        let report = tell(&minimal, &options, judged(&mut judge(&options), &minimal));
        differences.push(Difference { position, state: prefix.state, minimal, report });
        current = None;
        if differences.len() == limit {
            return Block { positions: positions.start..position + 1, differences };
        }
    }
    Block { positions, differences }
}

/// The fault of an input. A panic is a fault.
fn judged(judge: &mut impl FnMut(&[u8]) -> Result<(), String>, input: &[u8]) -> Result<(), String> {
    let outcome = catch_unwind(AssertUnwindSafe(|| judge(input)));
    outcome.unwrap_or_else(|panic| Err(format!("panic: {}", message(&*panic))))
}

fn tell(input: &[u8], options: &Options, judged: Result<(), String>) -> String {
    let wrong = judged.err().unwrap_or_else(|| "only a tokenizer that was reset differs".to_owned());
    let mut report =
        format!("string     b\"{}\"\noptions    {options:?}\nrun        {wrong}", input.escape_ascii());
    let chunkings = [Chunking::Whole, Chunking::Bytes];
    if let Ok(Err(alone)) = catch_unwind(AssertUnwindSafe(|| compare(input, options, &chunkings))) {
        report += &format!("\nthe string alone differs too:\n{alone}");
    }
    report
}

/// The message of a panic.
pub(crate) fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use tagspan_reference::Edition;

    use super::*;

    fn contains(input: &[u8], part: &[u8]) -> bool {
        input.windows(part.len()).any(|window| window == part)
    }

    #[test]
    fn each_string_is_checked_once_and_blocks_come_in_order() {
        let strings = Strings::new(Dimension::Alone, Edition::Living);
        for (positions, threads) in [(0..0, 2), (5..6, 1), (3..20_000, 1), (BLOCK - 1..5 * BLOCK, 3)] {
            let seen = Mutex::new(Vec::new());
            let mut next = positions.start;
            let done = |block: Block| {
                assert_eq!(block.positions.start, next);
                assert!(block.differences.is_empty());
                next = block.positions.end;
            };
            sweep_by(&strings, positions.clone(), threads, 1, done, |options| {
                let (seen, options) = (&seen, options.clone());
                move |input: &[u8]| {
                    seen.lock().unwrap().push((options.initial_state.as_str(), input.to_vec()));
                    Ok(())
                }
            });
            assert_eq!(next, positions.end);
            let mut seen = seen.into_inner().unwrap();
            let mut expected: Vec<_> = positions
                .map(|position| {
                    let mut input = Vec::new();
                    let prefix = strings.write(position, &mut input);
                    (prefix.initial_state.as_str(), input)
                })
                .collect();
            seen.sort_unstable();
            expected.sort_unstable();
            assert_eq!(seen, expected);
        }
    }

    #[test]
    fn differences_are_found_in_order_and_made_short() {
        let strings = Strings::new(Dimension::Alone, Edition::Living);
        for (limit, threads) in [(1, 1), (1, 3), (7, 2), (usize::MAX, 2)] {
            let (mut found, mut checked) = (Vec::new(), 0);
            let done = |block: Block| {
                checked = block.positions.end;
                found.extend(block.differences);
            };
            let right = |input: &[u8]| !contains(input, b"--!>") && !contains(input, b"`");
            sweep_by(&strings, 0..50_000, threads, limit, done, |_| {
                |input: &[u8]| if right(input) { Ok(()) } else { Err("it is wrong".to_owned()) }
            });
            let mut input = Vec::new();
            let wrong = |position: &u64| {
                strings.write(*position, &mut input);
                !right(&input)
            };
            let expected: Vec<_> = (0..50_000).filter(wrong).take(limit).collect();
            let positions: Vec<_> = found.iter().map(|difference| difference.position).collect();
            assert!(positions.starts_with(&expected) && expected.len() > 1.min(limit - 1));
            if limit < usize::MAX {
                // Each block stops at the limit, so that of all is exceeded by another block's at most.
                assert!(positions.len() < 2 * limit && checked == positions[positions.len() - 1] + 1);
            } else {
                assert_eq!(checked, 50_000);
            }
            for difference in &found {
                assert!([&b"--!>"[..], b"`"].contains(&&*difference.minimal), "{difference:?}");
                assert!(difference.report.contains("it is wrong"), "{difference:?}");
                assert_eq!(
                    difference.state,
                    strings.prefixes()[strings.place(difference.position).prefix].state
                );
            }
        }
    }

    #[test]
    fn a_panic_is_a_difference() {
        let strings = Strings::new(Dimension::Alone, Edition::Living);
        let mut found = Vec::new();
        let done = |block: Block| found.extend(block.differences);
        sweep_by(&strings, 0..10_000, 2, 1, done, |_| {
            |input: &[u8]| {
                assert!(!contains(input, b"]]]]"), "four");
                Ok(())
            }
        });
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].minimal, b"]]]]");
        assert!(found[0].report.contains("panic: four"), "{}", found[0].report);
        assert_eq!(message(&"a"), "a");
        assert_eq!(message(&"b".to_owned()), "b");
        assert_eq!(message(&1), "no message");
    }
}
