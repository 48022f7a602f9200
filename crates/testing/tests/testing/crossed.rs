//! Generated cases that cross settings with schedules, and the cases of earlier faults.

use std::panic::catch_unwind;

use proptest::prelude::*;
use tagspan::{ColumnUnit, LateDeclarations, LimitAction, Validation};
use testing::crossed::case::{Act, Case, Ending};
use testing::crossed::features::{COUNT, NAMES};
use testing::crossed::schedule::{Feeding, Schedule, Stop};
use testing::crossed::settings::{Known, LIMITS, Settings};
use testing::crossed::sweep::{Statistics, Sweep};
use testing::rng::Rng;
use testing::sample;

/// Only the limit of this kind.
fn limit(kind: &str, max: u32, action: LimitAction) -> Settings {
    let mut settings = Settings::default();
    settings.limits[LIMITS.iter().position(|known| *known == kind).expect("there is such a limit")] =
        Some((max, action));
    settings
}

/// Both limits.
fn limits(one: Settings, other: Settings) -> Settings {
    let mut settings = one;
    settings.limits.iter_mut().zip(other.limits).for_each(|(limit, other)| *limit = limit.or(other));
    settings
}

fn case(page: impl AsRef<[u8]>, settings: Settings, chunks: &[usize]) -> Case {
    let schedule = Schedule { chunks: chunks.to_vec(), ..Schedule::default() };
    Case { page: page.as_ref().to_vec(), settings, schedule, ..Case::default() }
}

fn stopping(mut case: Case, every: usize, first: usize, stop: Stop) -> Case {
    case.schedule.stops.push((every, first, stop));
    case
}

fn between(mut case: Case, stop: Stop) -> Case {
    case.schedule.between.push(Some(stop));
    case
}

fn truncated(mut case: Case) -> Case {
    case.ending = Ending::Truncated;
    case
}

fn with_errors(mut case: Case) -> Case {
    case.settings.parse_errors = true;
    case
}

/// Faults that were found from outside, and what the generator found beside them, as small as they get.
fn faults() -> Vec<(&'static str, Case)> {
    let x = |count: usize| "x".repeat(count);
    let c = |count: usize| "c".repeat(count);
    let value = |max, action| limit("attribute value", max, action);
    let comment = |max, action| limit("comment", max, action);
    let tag = |max, action| limit("tag", max, action);
    let declared =
        |label| Settings { known: Known::Declared(label), source_offsets: true, ..Settings::default() };
    let nothing = Settings { known: Known::Nothing, ..Settings::default() };
    let strict = Settings { validation: Validation::Strict, ..Settings::default() };
    let at_most = |bytes, action| Settings { max_bytes: Some((bytes, action)), ..Settings::default() };
    let follow = Settings { late: Some((LateDeclarations::Follow, 1 << 16)), ..nothing.clone() };
    let located = |unit| Settings { locate: Some(unit), ..Settings::default() };
    let mut all = Vec::new();
    // What an empty unquoted value waited for met the limit of the comment or DOCTYPE after its tag.
    for action in [LimitAction::Truncate, LimitAction::Skip] {
        for opening in ["<!--", "<!DOCTYPE "] {
            let page = format!("<a \u{E9}=>{opening}{}--><p>", c(200));
            all.push(("a value's limit outlives its tag", case(page, value(40, action), &[50])));
        }
    }
    for unit in [ColumnUnit::Bytes, ColumnUnit::CodePoints, ColumnUnit::Utf16] {
        let page = "one\n<a href=x\ntitle=y>z</a>";
        all.push(("the place of a straddling tag", case(page, located(unit), &[7])));
        all.push((
            "the place of a straddling tag",
            stopping(case(page, located(unit), &[7]), 1, 0, Stop::CursorCheckpoint),
        ));
        let bom = Case {
            schedule: Schedule { feeding: Feeding::Codec, ..Schedule::default() },
            ..case("\u{FEFF}<p>", located(unit), &[])
        };
        all.push(("the place of a byte order mark that was kept", bom));
    }
    // Checkpoints that were refused.
    let reference =
        with_errors(case(format!("<a b='{}&n", x(33)), value(32, LimitAction::Truncate), &[40, 1]));
    all.push(("a reference begins where a value is cut", between(reference, Stop::StreamCheckpoint)));
    let reference =
        with_errors(case(format!("<a b=\"{}&lt", "&lt;".repeat(14)), value(58, LimitAction::Truncate), &[1]));
    all.push(("a name is read where a value is cut", between(reference, Stop::StreamCheckpoint)));
    let quote = case(format!("<a {}= '", "b".repeat(27)), tag(32, LimitAction::Truncate), &[]);
    all.push(("a value begins where a tag is cut", between(quote, Stop::StreamCheckpoint)));
    let missing = with_errors(case("<a b=\x01>", Settings::default(), &[]));
    all.push(("an error before a tag with a missing value", stopping(missing, 1, 0, Stop::CursorCheckpoint)));
    // Ends that were lost, or came twice.
    for (settings, page) in [
        (at_most(10, LimitAction::Truncate), "<p>abc<b></b>more and more"),
        (Settings { known: Known::Nothing, ..at_most(9, LimitAction::Truncate) }, "<p><!-- cut off -->"),
    ] {
        for stop in Stop::ALL {
            all.push((
                "a pause after the last byte that is read",
                stopping(case(page, settings.clone(), &[]), 1, 0, stop),
            ));
        }
        let schedule =
            Schedule { feeding: Feeding::Read, stops: vec![(1, 0, Stop::Pause)], ..Schedule::default() };
        all.push(("a reader is left after it", Case { schedule, ..case(page, settings, &[]) }));
    }
    for (settings, page) in
        [(nothing.clone(), "<p><!-- cut"), (Settings::default(), "<p><!-- cut"), (nothing.clone(), "<p>a")]
    {
        for stop in Stop::ALL {
            all.push((
                "finished early, left, and finished again",
                stopping(truncated(case(page, settings.clone(), &[])), 1, 0, stop),
            ));
        }
        let mut written = truncated(case(page, settings, &[]));
        written.script.push((1, Act::Write("<b>")));
        all.push(("finished early, and inserted into", written));
    }
    let full = Settings { max_bytes: Some((45, LimitAction::Truncate)), ..comment(41, LimitAction::Skip) };
    let skipped = with_errors(case(format!("<?ml {}{}xxx>", x(10), "\x01".repeat(27)), full, &[]));
    all.push((
        "left among errors before the end that a limit of bytes makes",
        stopping(skipped, 1000, 5, Stop::Pause),
    ));
    let full = Settings {
        known: Known::Nothing,
        max_bytes: Some((91, LimitAction::Truncate)),
        ..comment(44, LimitAction::Skip)
    };
    let page = format!(
        "\"<!-- --!><meta charset=windows-1252></;&lt;&lt;&lt;<!DOCTYPE a SYSTEM '{}",
        "1".repeat(20)
    );
    all.push((
        "a switch after a limit of bytes",
        stopping(case(page, full, &[]), 1000, 2, Stop::FeedNothing),
    ));
    let skipped = case(format!("<b='{}", x(60)), tag(38, LimitAction::Skip), &[]);
    all.push(("nothing is left of what is skipped to say that it is cut", truncated(skipped)));
    all.push((
        "a restart while the end is declared",
        case("\u{E9}<!-- --!><meta charset=windows-1252><", follow, &[]),
    ));
    // Where tokens of legacy pages lie.
    for stop in [Stop::CursorCheckpoint, Stop::StreamCheckpoint] {
        all.push((
            "a checkpoint within a tag",
            between(case("<p title='\u{E9}'>", declared("windows-1252"), &[5]), stop),
        ));
        all.push((
            "a checkpoint within a comment",
            between(case("a<!--\x1B$B01\x1B(B-->", declared("iso-2022-jp"), &[1]), stop),
        ));
    }
    for (label, cut) in
        [("windows-1252", value(32, LimitAction::Truncate)), ("koi8-r", tag(32, LimitAction::Truncate))]
    {
        let settings = limits(declared(label), cut);
        all.push((
            "a legacy tag that lacks bytes",
            case(format!("\u{E9}<a b='{}' c=d>", x(60)), settings, &[7]),
        ));
    }
    // Errors near limits.
    let page = format!("<!--{}\x01{}\0\u{85}{}<!--x", x(15), x(18), x(32));
    all.push((
        "an error beyond a truncated comment's limit",
        with_errors(case(&page, comment(37, LimitAction::Truncate), &[37])),
    ));
    all.push((
        "an error among what is skipped",
        with_errors(case(&page, comment(37, LimitAction::Skip), &[37])),
    ));
    for (name, settings) in [("tag", tag(45, LimitAction::Skip)), ("value", value(35, LimitAction::Skip))] {
        let page = format!("<a b='{}{}\u{85}", x(30), "\x01".repeat(20));
        for chunks in [&[1][..], &[]] {
            let case =
                with_errors(case(&page, limits(settings.clone(), value(44, LimitAction::Truncate)), chunks));
            all.push((name, stopping(case, 1000, 5, Stop::Pause)));
        }
    }
    // What is read before a failure.
    let page = format!("<script><!--</script><meta charset=koi8-r><p>{}", x(1400));
    let settings = Settings { known: Known::Nothing, ..at_most(1024, LimitAction::Fail) };
    all.push(("kept bytes before a failure", case(page, settings, &[500])));
    let errors = with_errors(case("</ri\x01\x01\x01\x01\x01\x01\x01'", at_most(9, LimitAction::Fail), &[]));
    all.push(("errors in pending bytes before a failure", stopping(errors, 1000, 3, Stop::Pause)));
    for page in [&b"\xEF\xBB\xBF\r\xFF"[..], b"\r\xE2 ", b"a<b>/\x81"] {
        all.push(("text before an ill-formed byte", case(page, strict.clone(), &[1])));
        let stopped = stopping(case(page, strict.clone(), &[]), 1000, 2, Stop::FeedNothing);
        all.push(("text before an ill-formed byte, fed in two", stopped));
    }
    // Errors of the input stream behind what a DOCTYPE keeps, where the cursor is left among them.
    let doctype = format!("<!DOCTYPE {}\u{1}\u{1}\u{1}", " ".repeat(50));
    let settings = limit("DOCTYPE", 59, LimitAction::Truncate);
    for every in [2, 3] {
        let case = with_errors(case(&doctype, settings.clone(), &[]));
        all.push(("an error behind a pause in what is cut", stopping(case, every, 0, Stop::Pause)));
    }
    all
}

#[test]
fn faults_stay_mended() {
    let wrong: Vec<String> = faults()
        .iter()
        .filter_map(|(name, case)| {
            let checked = catch_unwind(|| case.check()).unwrap_or_else(|_| Err(format!("{case}panic")));
            checked.err().map(|what| format!("{name}\n{what}\n"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A tag with thousands of values that are cut: scanning it, and asking where each of them lies, is linear work.
#[test]
fn many_cut_values_are_linear_work() {
    let page = format!("<a{}>", " b='a value of more than thirty-two bytes'".repeat(4000));
    for action in [LimitAction::Truncate, LimitAction::Skip] {
        for locate in [None, Some(ColumnUnit::Bytes)] {
            for chunks in [&[][..], &[1000]] {
                let settings = Settings { locate, ..limit("attribute value", 32, action) };
                case(&page, settings, chunks).check().unwrap_or_else(|wrong| {
                    // The page is too long to be printed.
                    panic!(
                        "{action:?}, {locate:?}, {chunks:?}: {}",
                        wrong.lines().next_back().unwrap_or_default()
                    )
                });
            }
        }
    }
}

#[test]
fn every_feature_is_reached_with_every_other() {
    let mut statistics = Statistics::default();
    let cases = sample::or_full(2000, 20_000);
    let sweep = Sweep { seed: 14, numbers: 0..cases, threads: 2, until: None, limit: 1 };
    sweep.run(|more| statistics.add(more));
    assert!(statistics.differences.is_empty(), "{}", statistics.differences[0].report);
    assert_eq!(statistics.cases, cases);
    let missed: Vec<&str> =
        (0..COUNT).filter(|&one| statistics.pairs[one][one] == 0).map(|one| NAMES[one]).collect();
    assert!(missed.is_empty(), "never reached: {missed:?}");
    // Two that exclude one another, such as two policies, never meet.
    let pairs = (0..COUNT).flat_map(|one| (one + 1..COUNT).map(move |other| (one, other)));
    let (met, all) = pairs.fold((0, 0), |(met, all), (one, other)| {
        (met + usize::from(statistics.pairs[one][other] > 0), all + 1)
    });
    assert!(met * 100 > all * sample::or_full(90, 97), "only {met} of {all} pairs met");
}

#[test]
fn what_fails_gets_small() {
    let fails =
        |case: &Case| case.page.contains(&b'<') && case.settings.parse_errors && case.schedule.chunks == [1];
    let found = (0..).map(|number| Case::generate(&mut Rng::of_seed(3, number))).find(|case| fails(case));
    let minimal = found.expect("there is one").minimal(fails);
    let settings = Settings { parse_errors: true, ..Settings::default() };
    assert_eq!(minimal, case("<", settings, &[1]));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_schedule_changes_anything(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let case = Case::generate(&mut Rng::of_bytes(&bytes));
        if let Err(wrong) = case.check() {
            prop_assert!(false, "{}", wrong);
        }
    }
}
