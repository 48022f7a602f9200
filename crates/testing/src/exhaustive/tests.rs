//! Tests of the prefixes: each is short and leads to its state, and no state is missing.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use tagspan_reference::{Edition, STATES, Visit, states_visited};

use super::alphabet::alphabet;
use super::prefix::{Arrival, Prefix};
use super::prefixes::{long_prefixes, prefixes};

const EDITIONS: [Edition; 2] = [Edition::Living, Edition::LivingProcessingInstructions];

fn visits(prefix: &Prefix, input: &[u8]) -> Vec<Visit> {
    states_visited(input, &prefix.options()).expect("these editions have names of states")
}

/// Whether the prefix leads into its state, in the sense in which it says so.
fn arrives(prefix: &Prefix) -> bool {
    let end = prefix.bytes.len();
    let visits = visits(prefix, prefix.bytes);
    let rests_in = visits.last().expect("there is an initial state").state;
    match prefix.arrival {
        Arrival::Rests => rests_in == prefix.state,
        Arrival::Reconsumes => {
            // Two states look at one character: the second reconsumes it.
            let last_character = visits.iter().map(|visit| visit.offset).filter(|&offset| offset < end).max();
            let reconsumes = |two: &[Visit]| two[0].offset == two[1].offset && two[1].state == prefix.state;
            visits.windows(2).any(|two| Some(two[1].offset) == last_character && reconsumes(two))
        }
        Arrival::Within(word) => visits.iter().any(|visit| {
            let begun = &prefix.bytes[visit.offset..];
            visit.state == prefix.state
                && !begun.is_empty()
                && begun.len() < word.len()
                && word.as_bytes()[..begun.len()] == *begun
                && takes_whole(prefix, *visit, word)
        }),
    }
}

/// Whether the state, once the word is complete, consumes it in one step.
fn takes_whole(prefix: &Prefix, visit: Visit, word: &str) -> bool {
    let complete = [&prefix.bytes[..visit.offset], word.as_bytes()].concat();
    let visits = visits(prefix, &complete);
    let at = visits.iter().position(|other| *other == visit);
    at.and_then(|at| visits.get(at + 1)).is_some_and(|next| next.offset == complete.len())
}

#[test]
fn every_prefix_leads_into_its_state() {
    for edition in EDITIONS {
        for prefix in prefixes(edition).into_iter().chain(long_prefixes(edition)) {
            assert!(arrives(&prefix), "{prefix:?}: {:?}", visits(&prefix, prefix.bytes));
            // The check itself can fail: no prefix leads into another state in the same sense.
            for state in STATES.into_iter().filter(|&state| state != prefix.state) {
                let other = Prefix { state, ..prefix };
                assert!(prefix.arrival == Arrival::Reconsumes || !arrives(&other), "{other:?}");
            }
        }
    }
}

#[test]
fn no_state_is_missing_and_no_prefix_is_there_twice() {
    let states = |edition| -> HashSet<_> {
        let prefixes = prefixes(edition);
        let different: HashSet<_> = prefixes.iter().collect();
        assert_eq!(different.len(), prefixes.len());
        prefixes.iter().map(|prefix| prefix.state).collect()
    };
    let (numbered, instructions) = STATES.split_at(80);
    assert_eq!(states(Edition::Living), numbered.iter().copied().collect());
    let with_instructions = states(Edition::LivingProcessingInstructions);
    for state in instructions {
        assert!(with_instructions.contains(state), "{state}");
    }
}

/// Searches for short ways into the states: the shortest input first, each continuing by a symbol, unless one that
/// ends with the same symbol has been in the same state before it. So it finds no shortest input for certain, but
/// none that it finds may be shorter than those of the table.
fn shortest_ways(start: &Prefix) -> HashMap<&'static str, Vec<u8>> {
    let mut shortest = HashMap::new();
    let mut seen = HashSet::new();
    let mut next = BinaryHeap::from([Reverse((0, Vec::new(), &b""[..]))]);
    while let Some(Reverse((_, input, symbol))) = next.pop() {
        let state = visits(start, &input).last().expect("there is an initial state").state;
        if !seen.insert((state, symbol)) {
            continue;
        }
        for &symbol in alphabet(start.edition) {
            let longer = [&input, symbol].concat();
            next.push(Reverse((longer.len(), longer, symbol)));
        }
        shortest.entry(state).or_insert(input);
    }
    shortest
}

#[test]
fn the_first_prefix_of_a_state_is_a_shortest() {
    for edition in EDITIONS {
        let prefixes = prefixes(edition);
        let mut ways: HashMap<&str, Vec<u8>> = HashMap::new();
        let mut settings = HashSet::new();
        for prefix in &prefixes {
            if settings.insert((prefix.initial_state, prefix.last_start_tag, prefix.cdata)) {
                for (state, input) in shortest_ways(prefix) {
                    let way = ways.entry(state).or_insert_with(|| input.clone());
                    if input.len() < way.len() {
                        *way = input;
                    }
                }
            }
        }
        let mut seen = HashSet::new();
        for first in prefixes.iter().filter(|prefix| seen.insert(prefix.state)) {
            let way = ways.get(first.state);
            if first.arrival == Arrival::Rests {
                let way = way.unwrap_or_else(|| panic!("no way into the {}", first.state));
                assert!(first.bytes.len() <= way.len(), "{first:?}: b\"{}\"", way.escape_ascii());
            } else {
                // An input can rest there after all.
                assert_eq!(way, None, "{first:?}");
            }
        }
    }
}

#[test]
fn every_symbol_is_there_once() {
    for edition in EDITIONS {
        let symbols: HashSet<_> = alphabet(edition).iter().collect();
        assert_eq!(symbols.len(), alphabet(edition).len());
        for byte in b"<>/!?-=\"'&;#xaAs09[]`\0\r\n\x0C \x01\xFF" {
            assert!(symbols.contains(&&[*byte][..]), "{}", byte.escape_ascii());
        }
        for word in ["script", "CDATA[", "DOCTYPE", "PUBLIC", "SYSTEM", "notin;", "\u{E9}", "\u{FFFE}"] {
            assert!(symbols.contains(&word.as_bytes()), "{word}");
        }
    }
}
