//! The results: a row for each contender and the relevant ratios, as data.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::contenders::{CEILING, Contender, PAIRS, REFERENCE, Work};
use crate::machine::Machine;
use crate::measure::{CLOCK, Measured};

/// All that was measured, and where.
#[derive(Serialize)]
pub(crate) struct Report {
    pub(crate) machine: Machine,
    /// Of the packages measured.
    pub(crate) versions: BTreeMap<&'static str, String>,
    pub(crate) corpus: Corpus,
    /// How many were timed.
    pub(crate) rounds: usize,
    /// The kind of the measured time.
    pub(crate) clock: &'static str,
    /// The least time that a contender ran in a round, in milliseconds.
    pub(crate) least_ms: u128,
    pub(crate) contenders: Vec<Row>,
    pub(crate) ratios: Vec<Ratio>,
}

/// The pages.
#[derive(Serialize)]
pub(crate) struct Corpus {
    pub(crate) folder: String,
    pub(crate) pages: usize,
    pub(crate) bytes: usize,
    /// Pages that were not taken: not UTF-8.
    pub(crate) left_out: usize,
}

/// A contender's figures. A megabyte is 1,000,000 bytes.
#[derive(Serialize)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    #[serde(serialize_with = "work")]
    pub(crate) work: Work,
    pub(crate) does: &'static str,
    #[serde(rename = "does_not")]
    pub(crate) omits: &'static str,
    pub(crate) exact: bool,
    /// Times over all pages in a round.
    pub(crate) passes: usize,
    /// Seconds for one time over all pages, for each round.
    pub(crate) seconds: Vec<f64>,
    pub(crate) best_mb_per_s: f64,
    pub(crate) median_mb_per_s: f64,
    /// Of best speeds; none if the other did not run.
    pub(crate) to_memchr: Option<f64>,
    /// Of best speeds; none if the other did not run.
    pub(crate) to_html5ever: Option<f64>,
    /// Zero where the contender does not tell.
    pub(crate) tokens: u64,
    pub(crate) start_tags: u64,
    pub(crate) attributes: u64,
    pub(crate) text_bytes: u64,
}

fn work<S: serde::Serializer>(work: &Work, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(work.as_str())
}

/// How many times as fast one contender is as another.
#[derive(Serialize)]
pub(crate) struct Ratio {
    pub(crate) of: &'static str,
    pub(crate) to: &'static str,
    /// Of the best speeds.
    pub(crate) best: f64,
    /// The median of the ratios within each round, which noise that lasts does less to.
    pub(crate) median: f64,
}

impl Report {
    pub(crate) fn new(
        machine: Machine,
        versions: BTreeMap<&'static str, String>,
        corpus: Corpus,
        least_ms: u128,
        contenders: &[Contender],
        measured: &[Measured],
    ) -> Report {
        let seconds = |name: &str| {
            let mut both = contenders.iter().zip(measured);
            both.find(|(contender, _)| contender.name == name).map(|(_, measured)| &*measured.seconds)
        };
        let megabytes = corpus.bytes as f64 / 1e6;
        let row = |(contender, measured): (&Contender, &Measured)| {
            let fastest = best(&measured.seconds);
            let to = |name| seconds(name).map(|other| best(other) / fastest);
            Row {
                name: contender.name,
                work: contender.work,
                does: contender.does,
                omits: contender.omits,
                exact: contender.exact,
                passes: measured.passes,
                seconds: measured.seconds.clone(),
                best_mb_per_s: megabytes / fastest,
                median_mb_per_s: megabytes / median(measured.seconds.clone()),
                to_memchr: to(CEILING),
                to_html5ever: to(REFERENCE),
                tokens: measured.sum.tokens,
                start_tags: measured.sum.start_tags,
                attributes: measured.sum.attributes,
                text_bytes: measured.sum.text_bytes,
            }
        };
        let ratio = |(of, to): &(&'static str, &'static str)| {
            let (ours, theirs) = (seconds(of)?, seconds(to)?);
            let rounds = ours.iter().zip(theirs).map(|(ours, theirs)| theirs / ours).collect();
            Some(Ratio { of, to, best: best(theirs) / best(ours), median: median(rounds) })
        };
        Report {
            machine,
            versions,
            rounds: measured.first().map_or(0, |measured| measured.seconds.len()),
            clock: CLOCK,
            least_ms,
            contenders: contenders.iter().zip(measured).map(row).collect(),
            ratios: PAIRS.iter().filter_map(ratio).collect(),
            corpus,
        }
    }
}

fn best(seconds: &[f64]) -> f64 {
    seconds.iter().copied().fold(f64::INFINITY, f64::min)
}

/// Of an even number the mean of the two in the middle.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => f64::NAN,
        length if length % 2 == 0 => f64::midpoint(values[middle - 1], values[middle]),
        _ => values[middle],
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use benches::Sum;
    use serde_json::Value;

    use super::{Corpus, Report, median};
    use crate::contenders::{Contender, all};
    use crate::machine::Machine;
    use crate::measure::Measured;

    /// A report of fixed figures: the n-th contender of these takes 1, 2, 3 ms times n for 1 MB.
    pub(crate) fn fixed(names: &[&str]) -> Report {
        let contenders: Vec<Contender> =
            all().into_iter().filter(|contender| names.contains(&contender.name)).collect();
        assert_eq!(contenders.len(), names.len());
        let measured = |n: usize| Measured {
            passes: 20 / n,
            seconds: [3.0, 1.0, 2.0].map(|ms| ms * n as f64 / 1000.0).to_vec(),
            sum: Sum { tokens: 1234, start_tags: 567, attributes: 0, text_bytes: 8_901_234, checksum: 1 },
        };
        let measured: Vec<Measured> = (1..=contenders.len()).map(measured).collect();
        let machine = Machine {
            cpu: "A <CPU> & \"more\"".to_owned(),
            target: "linux x86_64".to_owned(),
            rustc: "rustc 1.95.0".to_owned(),
            rustflags: String::new(),
        };
        let versions = BTreeMap::from([("html5ever", "0.40.1".to_owned()), ("memchr", "2.8.3".to_owned())]);
        let corpus = Corpus { folder: "corpora".to_owned(), pages: 3, bytes: 1_000_000, left_out: 1 };
        Report::new(machine, versions, corpus, 20, &contenders, &measured)
    }

    #[test]
    fn speeds_and_ratios() {
        let report = fixed(&["memchr loop", "tagspan tokens", "html5ever"]);
        let figures: Vec<_> = report
            .contenders
            .iter()
            .map(|row| (row.name, row.best_mb_per_s.round(), row.median_mb_per_s.round(), row.to_html5ever))
            .collect();
        let expected = [
            ("memchr loop", 1000.0, 500.0, Some(3.0)),
            ("tagspan tokens", 500.0, 250.0, Some(1.5)),
            ("html5ever", 333.0, 167.0, Some(1.0)),
        ];
        assert_eq!(figures, expected);
        let ratios: Vec<_> = report.ratios.iter().map(|it| (it.of, it.to, it.best, it.median)).collect();
        assert_eq!(ratios, [("tagspan tokens", "memchr loop", 0.5, 0.5)]);
        assert_eq!(fixed(&["tagspan tokens"]).contenders[0].to_memchr, None);
    }

    #[test]
    fn the_median() {
        for (values, expected) in
            [(vec![3.0, 1.0, 2.0], 2.0), (vec![4.0, 1.0, 2.0, 3.0], 2.5), (vec![7.0], 7.0)]
        {
            assert_eq!(median(values).to_bits(), f64::to_bits(expected));
        }
    }

    #[test]
    fn the_shape_of_the_json() {
        let report = serde_json::to_value(fixed(&["memchr loop", "html5ever"])).unwrap();
        let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
        let all = ["machine", "versions", "corpus", "rounds", "clock", "least_ms", "contenders", "ratios"];
        assert_eq!(keys(&report), set(&all));
        assert_eq!(keys(&report["machine"]), set(&["cpu", "target", "rustc", "rustflags"]));
        assert_eq!(keys(&report["corpus"]), set(&["folder", "pages", "bytes", "left_out"]));
        let row = &report["contenders"][1];
        let of_row = [
            "name",
            "work",
            "does",
            "does_not",
            "exact",
            "passes",
            "seconds",
            "best_mb_per_s",
            "median_mb_per_s",
            "to_memchr",
            "to_html5ever",
            "tokens",
            "start_tags",
            "attributes",
            "text_bytes",
        ];
        assert_eq!(keys(row), set(&of_row));
        assert_eq!((&row["name"], &row["to_memchr"]), (&"html5ever".into(), &0.5.into()));
        assert_eq!(row["seconds"].as_array().map(Vec::len), Some(3));
        assert_eq!(report["versions"]["html5ever"], "0.40.1");
    }
}
