//! Tests of the generators: the features that they reach, and the size of minimized cases.

use std::collections::BTreeSet;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};
use tagspan_reference::{ERROR_CODES, EventKind, Options, TextState, tokenize};

use super::cases::{Cases, Generator};
use super::fragments::fragments;
use super::mutations::mutated;
use super::pages::page;
use super::tag_soup::soup;

/// All of them; tag soup is quick, so there is more of it.
pub(crate) const GENERATORS: &[Generator] = &[page, mutated, fragments, soup, soup];

/// The same cases in every run, so that no luck is needed.
fn runner() -> TestRunner {
    let config = Config { failure_persistence: None, max_shrink_iters: 1 << 16, ..Config::default() };
    let rng = TestRunner::deterministic().new_rng();
    TestRunner::new_with_rng(config, rng)
}

#[test]
fn every_error_token_and_state_is_reached() {
    let mut runner = runner();
    let cases = Cases { generators: GENERATORS, size: 1024 };
    let (mut errors, mut tokens, mut states) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let (mut ill_formed, mut empty_chunks) = (0, 0);
    // The rarest error comes about once in a thousand cases; which cases these are depends on the pages and
    // vectors that there are.
    for number in 0..40_000 {
        if number >= 4000 && errors.len() == ERROR_CODES.len() {
            break;
        }
        let case = cases.new_tree(&mut runner).expect("no case is rejected").current();
        states.insert(case.options.initial_state.as_str());
        ill_formed += usize::from(std::str::from_utf8(&case.input).is_err());
        empty_chunks += usize::from(case.chunks().any(<[u8]>::is_empty));
        for event in tokenize(&case.input, &case.options) {
            match event.kind {
                EventKind::Error(code) => errors.insert(code),
                EventKind::Text(_) => tokens.insert("text"),
                EventKind::StartTag(_) => tokens.insert("start tag"),
                EventKind::EndTag(_) => tokens.insert("end tag"),
                EventKind::Comment(_) => tokens.insert("comment"),
                EventKind::Doctype(_) => tokens.insert("doctype"),
                EventKind::ProcessingInstruction { .. } => tokens.insert("processing instruction"),
                other => panic!("{other:?} is not of the living standard"),
            };
        }
    }
    let missed: Vec<&str> = ERROR_CODES.iter().copied().filter(|code| !errors.contains(code)).collect();
    assert!(missed.is_empty(), "never reported: {missed:?}");
    assert_eq!(tokens.len(), 6, "only {tokens:?}");
    assert_eq!(states.len(), TextState::ALL.len(), "only {states:?}");
    assert!(
        ill_formed > 400 && empty_chunks > 400,
        "{ill_formed} ill-formed, {empty_chunks} with empty chunks"
    );
}

#[test]
fn what_fails_gets_small() {
    let contains = |input: &[u8], what: &[u8]| input.windows(what.len()).any(|window| window == what);
    let cases = Cases { generators: &[page], size: 1024 };
    let outcome = runner().run(&cases, |case| {
        let fails = contains(&case.input, b"<!--") && contains(&case.input, b"\r");
        if fails { Err(TestCaseError::fail("it has both")) } else { Ok(()) }
    });
    let Err(TestError::Fail(_, case)) = outcome else { panic!("{outcome:?}") };
    let mut input = case.input.clone();
    input.sort_unstable();
    assert_eq!((input.as_slice(), case.cuts.len(), case.options), (&b"\r!--<"[..], 0, Options::default()));
}
