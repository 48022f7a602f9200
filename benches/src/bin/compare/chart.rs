//! The report as a chart: horizontal bars in plain SVG 1.1 that reads on light and on dark.

use std::fmt::Write;

use crate::contenders::{CEILING, Work};
use crate::report::{Report, Row};
use crate::table::grouped;

const WIDTH: u32 = 860;
const MARGIN: u32 = 16;
/// Where bars begin.
const BARS: u32 = 230;
/// The longest bar; its figure follows it.
const LONGEST: u32 = 500;
const BAR: u32 = 14;
const LINE: u32 = 20;

/// Mid grey and mid tones: each has enough contrast to white and to black.
const TEXT: &str = "#7a7f87";
const OURS: &str = "#2f7fd6";
const PEERS: &str = "#b8781f";
const CEILINGS: &str = "#8b9098";

/// One bar for each contender, by kind of work, as long as its best speed.
pub(crate) fn render(report: &Report) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write_all(&mut out, report);
    out
}

fn write_all(out: &mut String, report: &Report) -> std::fmt::Result {
    let mut body = String::new();
    let mut y = MARGIN + LINE;
    text(&mut body, MARGIN, y, "start", "bold", "Speed in MB/s, best of rounds; longer is better")?;
    y += LINE;
    let corpus = &report.corpus;
    let (pages, bytes) = (grouped(corpus.pages), grouped(corpus.bytes));
    let (rounds, machine) = (report.rounds, &report.machine);
    let about = format!("{pages} pages, {bytes} bytes, {rounds} rounds; {}; {}", machine.cpu, machine.rustc);
    text(&mut body, MARGIN, y, "start", "normal", &about)?;
    y += LINE;
    legend(&mut body, y)?;

    let full = full_length(report);
    let mut last: Option<Work> = None;
    for row in &report.contenders {
        if last != Some(row.work) {
            last = Some(row.work);
            y += LINE + LINE / 2;
            text(&mut body, MARGIN, y, "start", "bold", row.work.as_str())?;
        }
        y += LINE;
        bar(&mut body, row, y, full)?;
    }
    let height = y + MARGIN;
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    write!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" version="1.1" width="{WIDTH}" height="{height}" "#
    )?;
    writeln!(out, r#"viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12">"#)?;
    writeln!(out, "<title>How fast HTML tokenizers are</title>")?;
    out.push_str(&body);
    writeln!(out, "</svg>")
}

fn legend(out: &mut String, y: u32) -> std::fmt::Result {
    let mut x = MARGIN;
    for (fill, what) in
        [(OURS, "tagspan"), (PEERS, "others; * not the standard's tokens"), (CEILINGS, "ceilings")]
    {
        writeln!(out, r#"<rect x="{x}" y="{}" width="{BAR}" height="{BAR}" fill="{fill}"/>"#, y - 11)?;
        text(out, x + BAR + 6, y, "start", "normal", what)?;
        x += 60 + 7 * u32::try_from(what.len()).unwrap_or_default();
    }
    Ok(())
}

/// The speed of the longest bar: that of the ceiling that all are held against. What is faster still, such as
/// validation of ASCII, would leave no room for the others.
fn full_length(report: &Report) -> f64 {
    let ceiling = report.contenders.iter().find(|row| row.name == CEILING);
    let speeds = report.contenders.iter().map(|row| row.best_mb_per_s);
    ceiling.map_or_else(|| speeds.fold(f64::MIN_POSITIVE, f64::max), |row| row.best_mb_per_s)
}

fn bar(out: &mut String, row: &Row, y: u32, full: f64) -> std::fmt::Result {
    let fill = match row.work {
        Work::Ceiling => CEILINGS,
        _ if row.name.starts_with("tagspan") => OURS,
        _ => PEERS,
    };
    let length = (row.best_mb_per_s / full * f64::from(LONGEST)).clamp(1.0, f64::from(LONGEST));
    let mark = if row.exact || row.work == Work::Ceiling { "" } else { " *" };
    text(out, BARS - 8, y, "end", "normal", &format!("{}{mark}", row.name))?;
    write!(out, r#"<rect x="{BARS}" y="{}" width="{length:.1}" height="{BAR}" fill="{fill}">"#, y - 11)?;
    writeln!(out, "<title>{}. Not: {}.</title></rect>", escaped(row.does), escaped(row.omits))?;
    let cut = if row.best_mb_per_s > full { " (cut)" } else { "" };
    let figure = format!("{}{cut}", grouped(row.best_mb_per_s.round()));
    text(out, BARS + length.ceil() as u32 + 6, y, "start", "normal", &figure)
}

fn text(out: &mut String, x: u32, y: u32, anchor: &str, weight: &str, content: &str) -> std::fmt::Result {
    write!(out, r#"<text x="{x}" y="{y}" fill="{TEXT}" text-anchor="{anchor}" font-weight="{weight}">"#)?;
    writeln!(out, "{}</text>", escaped(content))
}

/// Text as it may stand in XML: what has a meaning there as a reference, what may not be there as U+FFFD.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' => out.push(character),
            '\0'..='\x1F' | '\u{FFFE}' | '\u{FFFF}' => out.push('\u{FFFD}'),
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use quick_xml::Reader;
    use quick_xml::events::Event;

    use super::{CEILINGS, LONGEST, OURS, PEERS, escaped, render};
    use crate::contenders::all;
    use crate::report::tests::fixed;

    /// Reads it with all checks of an XML parser, and gives the lengths and colours of the bars.
    fn bars(chart: &str) -> Vec<(f64, String)> {
        let mut reader = Reader::from_str(chart);
        reader.config_mut().enable_all_checks(true);
        let mut bars = Vec::new();
        let mut open = 0_usize;
        loop {
            let event = reader.read_event().unwrap();
            match &event {
                Event::Eof => break,
                Event::Start(tag) | Event::Empty(tag) => {
                    open += usize::from(matches!(event, Event::Start(_)));
                    let mut found = (0.0, String::new());
                    for attribute in tag.attributes() {
                        let attribute = attribute.unwrap();
                        match attribute.key.as_ref() {
                            "width" => found.0 = attribute.value.parse().unwrap(),
                            "fill" => found.1 = attribute.value.to_string(),
                            _ => {}
                        }
                    }
                    // Those of the legend are empty.
                    if tag.name().as_ref() == "rect" && matches!(event, Event::Start(_)) {
                        bars.push(found);
                    }
                }
                Event::End(_) => open -= 1,
                Event::GeneralRef(name) => {
                    let name: &str = name;
                    assert!(["amp", "lt", "gt", "quot"].contains(&name), "{name}");
                }
                _ => {}
            }
        }
        assert_eq!(open, 0);
        bars
    }

    #[test]
    fn it_is_well_formed_and_has_a_bar_for_each() {
        let chart = render(&fixed(&["memchr loop", "tagspan tokens", "html5ever"]));
        let expected = [(f64::from(LONGEST), CEILINGS), (250.0, OURS), (166.7, PEERS)];
        assert_eq!(bars(&chart), expected.map(|(length, fill)| (length, fill.to_owned())));
        assert!(chart.contains("A &lt;CPU&gt; &amp; &quot;more&quot;"), "{chart}");
        let names: Vec<&str> = all().iter().map(|contender| contender.name).collect();
        assert_eq!(bars(&render(&fixed(&names))).len(), names.len());
        assert_eq!(bars(&render(&fixed(&[]))), []);
    }

    #[test]
    fn a_bar_that_is_too_long_is_cut() {
        let mut report = fixed(&["memchr loop", "UTF-8 validation", "html5ever"]);
        report.contenders[1].best_mb_per_s = 12_345.0;
        let chart = render(&report);
        let lengths: Vec<f64> = bars(&chart).into_iter().map(|(length, _)| length).collect();
        assert_eq!(lengths, [f64::from(LONGEST), f64::from(LONGEST), 166.7]);
        assert!(chart.contains(">12,345 (cut)</text>") && chart.contains(">1,000</text>"), "{chart}");
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("a<b> & \"c\"\n\0\u{B}d"), "a&lt;b&gt; &amp; &quot;c&quot;\n\u{FFFD}\u{FFFD}d");
    }
}
