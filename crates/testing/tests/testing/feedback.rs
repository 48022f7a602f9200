//! The feedback simulator agrees with a tree builder on every input.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use testing::feedback::inputs::{self, Input};
use testing::feedback::{Statistics, agree};
use testing::html5lib::{self, tell};
use testing::sample;
use testing::tag_soup;

/// The statistics of all inputs, none of which may have an unmarked disagreement.
#[track_caller]
fn hold(what: &str, inputs: &[Input]) -> Statistics {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = channel();
    let mut sum = Statistics::default();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            let sender = sender.clone();
            let next = &next;
            scope.spawn(move || {
                while let Some(input) = inputs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    for settings in &input.settings {
                        let name = format!("{} ({settings})", input.name);
                        let statistics =
                            agree(&input.text, settings).unwrap_or_else(|error| panic!("{name}: {error}"));
                        if let Some(wrong) = statistics.first_wrong() {
                            panic!("{name}: {wrong}");
                        }
                        sender.send(statistics).expect("the receiver lives as long as this runs");
                    }
                }
            });
        }
        drop(sender);
        receiver.iter().for_each(|statistics| sum.add(&statistics));
    });
    tell(&format!(
        "{what}: {} inputs, {} start tags, {} of them ambiguous; {} CDATA sections, {} first newlines, {} other \
         namespaces",
        sum.inputs, sum.start_tags, sum.ambiguous, sum.sections, sum.newlines, sum.namespaces
    ));
    assert_eq!((sum.wrong, sum.inputs as usize), (0, inputs.iter().map(|input| input.settings.len()).sum()));
    sum
}

#[test]
fn tests_of_tree_construction() {
    let Some(suite) = html5lib::folder_or_skip("tests_of_tree_construction") else { return };
    let inputs = inputs::of_suite(&suite).unwrap_or_else(|error| panic!("{error}"));
    assert!(inputs.len() > 1700, "only {} cases", inputs.len());
    assert!(inputs.iter().filter(|input| input.settings[0].fragment.is_some()).count() > 150);
    let statistics = hold("tests of tree construction", &inputs);
    assert!(statistics.sections > 50 && statistics.newlines > 20);
}

#[test]
fn vectors() {
    hold("vectors", &inputs::of_vectors());
}

/// Pages of our own have svg, math, and text of every kind.
#[test]
fn own_pages() {
    let statistics = hold("pages of corpora/", &inputs::of_own_pages());
    assert!(statistics.start_tags > 20_000, "{statistics:?}");
    assert_eq!(statistics.namespaces, 0);
    assert!(statistics.ambiguous * 1000 <= statistics.start_tags, "{statistics:?}");
}

/// Of the start tags of real pages at most one of a thousand is ambiguous.
#[test]
fn real_pages() {
    let inputs = inputs::of_real_pages();
    if inputs.is_empty() {
        return tell("real_pages: skipped, there are none; TAGSPAN_PAGES may name a folder of them");
    }
    let statistics = hold("real pages", &inputs);
    assert!(statistics.ambiguous * 1000 <= statistics.start_tags, "{statistics:?}");
    assert_eq!(statistics.namespaces, 0);
}

/// Generated tag soup: what is not marked is as html5ever's tree builder has it.
#[test]
fn tag_soup_against_a_tree_builder() {
    let mut sum = Statistics::default();
    for number in 0..sample::or_full(800, 8000) {
        let page = tag_soup::generate(0, number);
        let html = page.html();
        let found = agree(&html, &page.settings).unwrap_or_else(|error| panic!("{html}: {error}"));
        assert!(found.first_wrong().is_none(), "{html} ({}): {:?}", page.settings, found.first_wrong());
        sum.add(&found);
    }
    // Another number: more is marked than has to be, or less, or it is guessed otherwise.
    let marks = [sum.ambiguous, sum.uncertain_sections, sum.newlines];
    let found = (marks, sum.marked, sum.drift, sum.namespaces);
    let expected = sample::or_full(([463, 155, 153], 41, 209, 62), ([4685, 1533, 1638], 343, 2425, 728));
    assert_eq!(found, expected);
}
