//! Tests of the comparison: it notices errors, and the simulator is right on tag soup.

use std::sync::Mutex;
use std::thread;

use tagspan::{Feedback, Tokenizer};

use super::agreement::agree_with;
use super::inputs;
use super::names::Builder;
use super::sweep::{Sweep, Wanted};
use super::{DEVIATIONS, Deviation, Statistics, What, agree};
use crate::fragment::Settings;
use crate::{html5lib, sample};

#[test]
fn the_context_agrees_on_soups() {
    // `cargo xtask conformance --tree --tag-soup` continues from there.
    let soups = sample::or_full(6000, 60_000);
    let sum = Mutex::new(Statistics::default());
    let sweep = Sweep {
        seed: 0,
        numbers: 0..soups,
        threads: thread::available_parallelism().map_or(1, usize::from),
        wanted: Wanted::Wrong,
    };
    let found = sweep.run(|more| sum.lock().expect("no thread panics").add(more));
    let report: Vec<String> =
        found.iter().map(|found| format!("{}\n    {}", found.shortest, found.report)).collect();
    assert!(report.is_empty(), "{}", report.join("\n"));
    let statistics = sum.into_inner().expect("no thread panics");
    assert_eq!(statistics.inputs, soups);
    assert!(
        statistics.start_tags > 8 * soups
            && statistics.sections > soups / 2
            && statistics.newlines > soups / 10
    );
    // The tokenizer cannot always be sure; but it must not say so of everything.
    assert!(statistics.ambiguous * 15 < statistics.start_tags, "{statistics:?}");
}

/// A tokenizer that goes by names alone is wrong where names are not all.
#[test]
fn what_is_wrong_is_noticed() {
    use What::{Drift, Mode, Namespace, Newline, Section};
    for (input, expected) in [
        ("<p><title>a</title>", &[][..]),
        ("<p><pre>\nb", &[(Newline, 8, "false", "true")]),
        ("<svg></svg>", &[(Namespace, 0, "Html", "Svg"), (Drift, 0, "false", "true")]),
        (
            "<svg><title>",
            &[
                (Namespace, 0, "Html", "Svg"),
                (Drift, 0, "false", "true"),
                (Namespace, 5, "Html", "Svg"),
                (Mode, 5, "RCDATA state", "Data state"),
                (Drift, 5, "false", "true"),
            ],
        ),
        (
            "<svg><![CDATA[a]]>",
            &[
                (Namespace, 0, "Html", "Svg"),
                (Drift, 0, "false", "true"),
                (Section, 5, "false", "true"),
                (Drift, 5, "false", "true"),
            ],
        ),
        ("<frameset><style>", &[(Mode, 10, "RAWTEXT state", "Data state")]),
    ] {
        let tokenizer = Tokenizer::builder().utf8().feedback(Feedback::Names).build();
        let statistics = agree_with(Builder::Corrected, tokenizer, input, &Settings::default()).unwrap();
        let found: Vec<_> =
            statistics.disagreements.iter().map(|it| (it.what, it.offset, &*it.ours, &*it.theirs)).collect();
        assert_eq!(found, expected, "{input}");
        let count = |of: fn(What) -> bool| expected.iter().filter(|it| of(it.0)).count() as u64;
        let counts = (statistics.drift, statistics.namespaces, statistics.wrong);
        assert_eq!(counts, (count(|it| it == Drift), count(|it| it == Namespace), count(What::has_mark)));
        let statistics = agree(input, &Settings::default()).unwrap();
        assert_eq!(statistics.disagreements, [], "{input}");
    }
}

#[test]
fn each_deviation_is_one() {
    for deviation @ Deviation { input, .. } in DEVIATIONS {
        let shown = deviation.shown().unwrap();
        assert!(shown.is_some(), "{input}: html5ever does what the standard says by now");
        assert_eq!(agree(input, &Settings::default()).unwrap().disagreements, [], "{input}");
    }
}

/// The corrections of html5ever change no result of the suite, which html5ever passes without them.
#[test]
fn corrections_do_not_matter_to_the_suite() {
    let Some(suite) = html5lib::folder_or_skip("corrections") else { return };
    for input in inputs::of_suite(&suite).unwrap() {
        for settings in &input.settings {
            let statistics = |builder| {
                let statistics =
                    agree_with(builder, settings.builder().build(), &input.text, settings).unwrap();
                format!("{statistics:?}")
            };
            let (corrected, theirs) = (statistics(Builder::Corrected), statistics(Builder::AsItIs));
            assert_eq!(corrected, theirs, "{} ({settings})", input.name);
        }
    }
}

/// Deeper than any limit: unknown results are marked, and a tree of any depth is dropped.
#[test]
fn deep_ones() {
    const DEEP: usize = 100_000;
    // html5ever looks through all that is open at most tags in HTML content, which is quadratic.
    const IN_HTML: usize = 2_000;
    for (open, close, depth) in [
        ("<g>", "</g>", DEEP),
        ("<g><g><g>", "</g></g></g>", DEEP / 3),
        ("<svg>", "</svg>", DEEP),
        ("<g>", "</a>", DEEP),
        ("<desc><svg>", "</svg></desc>", IN_HTML),
        ("<desc><b><svg>", "</svg></b></desc>", IN_HTML),
        (
            "<foreignObject><div><math><mi><span><svg>",
            "</svg></span></mi></math></div></foreignObject>",
            IN_HTML / 3,
        ),
        ("<foreignObject><template><svg>", "</svg></template></foreignObject>", IN_HTML),
    ] {
        for (ends, after) in [
            (depth, ""),
            (depth / 2, ""),
            (depth, "</svg>"),
            (depth - 1, "</svg>"),
            (0, "</svg>"),
            (0, "<p>"),
        ] {
            let probes = "<style></style><![CDATA[a]]><pre>\n";
            let input = format!("<svg>{}{probes}{}{after}{probes}", open.repeat(depth), close.repeat(ends));
            let statistics = agree(&input, &Settings::default()).unwrap();
            let report = statistics.first_wrong().map(ToString::to_string);
            assert_eq!(report, None, "{open} and {ends} of {depth} times {close}, then {after:?}");
        }
    }
}
