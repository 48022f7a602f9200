//! What is told of the runs: a line as each ends, a table and the findings at the end.

use std::io::{self, Write};
use std::time::Duration;

use super::output::Progress;
use super::runner::Outcome;

const HEAD: [&str; 7] = ["target", "executions", "exec/s", "edges", "features", "corpus", "findings"];

/// The figures of a run that goes on.
pub(super) fn short(progress: &Progress) -> String {
    if !progress.started {
        return format!("{} seeds read", grouped(progress.executions));
    }
    format!(
        "{} executions, {} edges, {} features, corpus {}",
        grouped(progress.executions),
        grouped(progress.covered),
        grouped(progress.features),
        grouped(progress.corpus)
    )
}

/// One line for a run that ended.
pub(super) fn line(name: &str, outcome: &Outcome) -> String {
    let verdict = if outcome.finding.is_some() { "a finding" } else { "nothing found" };
    format!("{name}: {verdict} in {} s: {}", outcome.elapsed.as_secs(), short(&outcome.progress))
}

/// Writes the table of all runs, then each finding and what to do with it.
pub(super) fn write(out: &mut impl Write, outcomes: &[(&str, Outcome)]) -> io::Result<()> {
    let mut rows: Vec<[String; 7]> = vec![HEAD.map(str::to_owned)];
    rows.extend(outcomes.iter().map(|(name, outcome)| row(name, outcome)));
    let widths: [usize; 7] =
        std::array::from_fn(|at| rows.iter().map(|row| row[at].len()).max().unwrap_or_default());
    for row in &rows {
        let mut line = format!("{:<width$}", row[0], width = widths[0]);
        for at in 1..HEAD.len() {
            line += &format!("  {:>width$}", row[at], width = widths[at]);
        }
        writeln!(out, "{line}")?;
    }
    for (name, outcome) in outcomes {
        let Some(finding) = &outcome.finding else { continue };
        writeln!(out, "\n{name}: {}", finding.artifact.display())?;
        for line in &finding.message {
            writeln!(out, "    {line}")?;
        }
        writeln!(
            out,
            "  to see it again: copy it to fuzz/regressions/{name}/ under a name that says what it shows, then\n    \
             cargo test -p tagspan-targets\n  all that libFuzzer said: {}",
            outcome.log.display()
        )?;
    }
    Ok(())
}

fn row(name: &str, outcome: &Outcome) -> [String; 7] {
    let Progress { executions, covered, edges, features, corpus, corpus_bytes, .. } = &outcome.progress;
    [
        name.to_owned(),
        grouped(*executions),
        grouped(rate(*executions, outcome.elapsed)),
        format!("{} of {}", grouped(*covered), grouped(*edges)),
        grouped(*features),
        if *corpus == 0 { "-".to_owned() } else { format!("{} ({corpus_bytes})", grouped(*corpus)) },
        usize::from(outcome.finding.is_some()).to_string(),
    ]
}

fn rate(executions: u64, elapsed: Duration) -> u64 {
    (executions as f64 / elapsed.as_secs_f64().max(0.001)) as u64
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::time::Duration;

    use super::super::output::Progress;
    use super::super::runner::{Finding, Outcome};
    use super::{grouped, line, write};

    #[test]
    fn thousands_are_grouped() {
        for (number, expected) in
            [(0, "0"), (12, "12"), (999, "999"), (1000, "1,000"), (123456, "123,456"), (1234567, "1,234,567")]
        {
            assert_eq!(grouped(number), expected);
        }
    }

    #[test]
    fn the_table_has_its_figures_and_findings() {
        let progress = Progress {
            edges: 7469,
            executions: 120_000,
            covered: 3012,
            features: 19999,
            corpus: 1405,
            corpus_bytes: "108Kb".to_owned(),
            started: true,
            done: true,
            ..Progress::default()
        };
        let clean = Outcome {
            progress: progress.clone(),
            elapsed: Duration::from_secs(60),
            finding: None,
            log: PathBuf::from("a.log"),
        };
        let finding =
            Some(Finding { artifact: PathBuf::from("b/crash-1"), message: vec!["it differs".to_owned()] });
        let failed = Outcome {
            progress: Progress { executions: 7, ..progress },
            elapsed: Duration::from_secs(2),
            finding,
            log: PathBuf::from("b.log"),
        };
        assert_eq!(
            line("a", &clean),
            "a: nothing found in 60 s: 120,000 executions, 3,012 edges, 19,999 features, corpus 1,405"
        );
        let mut out = Vec::new();
        write(&mut out, &[("a", clean), ("b", failed)]).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "target  executions  exec/s           edges  features         corpus  findings\n\
             a          120,000   2,000  3,012 of 7,469    19,999  1,405 (108Kb)         0\n\
             b                7       3  3,012 of 7,469    19,999  1,405 (108Kb)         1\n\
             \nb: b/crash-1\n    it differs\n\
             \x20 to see it again: copy it to fuzz/regressions/b/ under a name that says what it shows, then\n\
             \x20   cargo test -p tagspan-targets\n\
             \x20 all that libFuzzer said: b.log\n"
        );
    }
}
