//! The report as text for people.

use std::fmt::{Display, Write};

use crate::contenders::Work;
use crate::report::{Report, Row};

/// The table, the ratios that say something, and how to read them.
pub(crate) fn render(report: &Report) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write_all(&mut out, report);
    out
}

fn write_all(out: &mut String, report: &Report) -> std::fmt::Result {
    let Report { machine, corpus, .. } = report;
    write!(out, "{}; {}; {}", machine.cpu, machine.target, machine.rustc)?;
    if !machine.rustflags.is_empty() {
        write!(out, "; flags {}", machine.rustflags)?;
    }
    let versions: Vec<String> =
        report.versions.iter().map(|(name, version)| format!("{name} {version}")).collect();
    writeln!(out, "\n{}", versions.join(", "))?;
    write!(out, "{}: {} pages, {} bytes", corpus.folder, corpus.pages, grouped(corpus.bytes as u64))?;
    if corpus.left_out > 0 {
        write!(out, " (not UTF-8, so left out: {})", corpus.left_out)?;
    }
    writeln!(
        out,
        "; rounds: {}, each of {} ms or more of {}, after a warm-up",
        report.rounds, report.least_ms, report.clock
    )?;

    let width = report.contenders.iter().map(|row| row.name.len()).max().unwrap_or_default();
    let does = report.contenders.iter().map(|row| row.does.chars().count()).max().unwrap_or_default();
    write!(
        out,
        "\n{:width$} {:>7} {:>7} {:>7} {:>7}  {:5} ",
        "", "best", "median", "/memchr", "/html5e", "exact"
    )?;
    writeln!(
        out,
        "{:>10} {:>10} {:>11}  {:does$}  does not",
        "start tags", "attributes", "text bytes", "does"
    )?;
    let mut last: Option<Work> = None;
    for row in &report.contenders {
        if last != Some(row.work) {
            writeln!(out, "-- {}", row.work.as_str())?;
            last = Some(row.work);
        }
        write_row(out, row, width, does)?;
    }

    if !report.ratios.is_empty() {
        writeln!(out, "\nRatios that say something:   of bests, median of rounds")?;
        let width = report.ratios.iter().map(|ratio| ratio.of.len()).max().unwrap_or_default();
        for ratio in &report.ratios {
            writeln!(out, "{:>7.2} {:>7.2}  {:width$} / {}", ratio.best, ratio.median, ratio.of, ratio.to)?;
        }
    }
    out.push_str(LEGEND);
    Ok(())
}

const LEGEND: &str = "
best, median: MB/s (1,000,000 bytes). /memchr, /html5e: ratio of best speeds to the memchr loop and to html5ever.
exact: the tokens are those of the standard. Compare only what does like work; read the ratios, not the figures.
All contenders hand on or sum up what they found. tagspan uses one tokenizer, reset for each page; the others are for
one document each, and are made anew. A dash: the contender does not tell, or what it is compared with did not run.
";

fn write_row(out: &mut String, row: &Row, width: usize, does: usize) -> std::fmt::Result {
    write!(out, "{:width$} {:>7} {:>7} ", row.name, speed(row.best_mb_per_s), speed(row.median_mb_per_s))?;
    write!(out, "{:>7} {:>7}  ", ratio(row.to_memchr, 3), ratio(row.to_html5ever, 1))?;
    write!(out, "{:5} ", if row.exact { "yes" } else { "no" })?;
    let [tags, attributes, text] = [row.start_tags, row.attributes, row.text_bytes].map(count);
    writeln!(out, "{tags:>10} {attributes:>10} {text:>11}  {:does$}  {}", row.does, row.omits)
}

/// Slow ones, such as those in chunks of one byte, keep a digit after the point.
fn speed(mb_per_s: f64) -> String {
    if mb_per_s < 10.0 { format!("{mb_per_s:.1}") } else { grouped(mb_per_s.round() as u64) }
}

fn ratio(ratio: Option<f64>, digits: usize) -> String {
    ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.digits$}"))
}

fn count(count: u64) -> String {
    if count == 0 { "-".to_owned() } else { grouped(count) }
}

/// A number with commas between its thousands.
pub(crate) fn grouped(number: impl Display) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{grouped, render, speed};
    use crate::report::tests::fixed;

    #[test]
    fn the_table_of_fixed_figures() {
        let table = render(&fixed(&["memchr loop", "tagspan tokens", "html5ever"]));
        let expected = "\
A <CPU> & \"more\"; linux x86_64; rustc 1.95.0
html5ever 0.40.1, memchr 2.8.3
corpora: 3 pages, 1,000,000 bytes (not UTF-8, so left out: 1); rounds: 3, each of 20 ms or more of processor time, after a warm-up

                  best  median /memchr /html5e  exact start tags attributes  text bytes  does ";
        assert!(table.starts_with(expected), "{table}");
        for line in [
            "\n-- ceilings: no tokens at all\n",
            "\nmemchr loop      1,000     500   1.000     3.0  no           567          -   8,901,234  calls memchr",
            "\n-- tokens as written: nothing decoded\n",
            "\ntagspan tokens     500     250   0.500     1.5  yes          567          -   8,901,234  every token's",
            "\n-- everything decoded to strings\n",
            "\nhtml5ever          333     167   0.333     1.0  yes          567          -   8,901,234  all decoded",
            "\n   0.50    0.50  tagspan tokens / memchr loop\n",
            "  offsets; text modes in SVG and MathML\n",
        ] {
            assert!(table.contains(line), "{line} in\n{table}");
        }
        let alone = render(&fixed(&["tagspan tokens"]));
        assert!(alone.contains("\ntagspan tokens   1,000     500       -       -  yes "), "{alone}");
        assert!(!alone.contains("Ratios that say"));
    }

    #[test]
    fn numbers() {
        for (number, expected) in [(0, "0"), (999, "999"), (1000, "1,000"), (12_345_678, "12,345,678")] {
            assert_eq!(grouped(number), expected);
        }
        for (number, expected) in [(0.26, "0.3"), (9.94, "9.9"), (10.4, "10"), (4364.4, "4,364")] {
            assert_eq!(speed(number), expected);
        }
    }
}
