//! The grammars of the classes of generated pages: templates with calls to other templates in them.
//!
//! A grammar is a text of rules. A rule starts with a line `: name`, or `: name weight` where several of one name are
//! to be chosen between, and goes on to the next such line. What it says comes out as it stands, white space included:
//! two spaces of indentation are one level, whose width is the page's. In it,
//!
//! * `«name»` calls a rule or a maker of values, `«name argument»` gives the maker an argument,
//! * `«name*2-5»` calls it two to five times, `«name*2-5|, »` with something between,
//! * `«name?30»` calls it in 30 of 100 cases,
//! * `«name*fill»` calls it until the page is as long as wanted.
//!
//! A call alone on its line, with nothing between, has a line for each time, so none if it is not made. Lines `% name value` before the first
//! rule are settings. Of the rules of one name, the first ends: it is taken when calls are nested too deeply.

use std::collections::HashMap;

/// A parsed grammar.
#[derive(Debug, Default)]
pub(super) struct Grammar {
    pub(super) rules: HashMap<String, Vec<Rule>>,
    pub(super) settings: HashMap<String, String>,
}

/// One of the templates of a name.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) weight: u32,
    pub(super) lines: Vec<Line>,
}

#[derive(Debug)]
pub(super) struct Line {
    /// Levels of indentation.
    pub(super) level: usize,
    pub(super) pieces: Vec<Piece>,
}

#[derive(Debug, PartialEq)]
pub(super) enum Piece {
    Literal(String),
    Call(Call),
}

#[derive(Debug, PartialEq)]
pub(super) struct Call {
    pub(super) name: String,
    pub(super) argument: String,
    pub(super) times: Times,
    pub(super) between: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Times {
    Between(u32, u32),
    Percent(u32),
    Fill,
}

impl Line {
    /// The call that is alone on the line. With something between its times it makes one line.
    pub(super) fn alone(&self) -> Option<&Call> {
        match &*self.pieces {
            [Piece::Call(call)] if call.between.is_empty() => Some(call),
            _ => None,
        }
    }
}

impl Grammar {
    /// Adds the rules of a text.
    ///
    /// # Errors
    ///
    /// A line that makes no sense.
    pub(super) fn add(&mut self, text: &str) -> Result<(), String> {
        let mut open: Option<String> = None;
        for (index, line) in text.lines().enumerate() {
            let wrong = |what: &str| format!("line {}: {what}", index + 1);
            if let Some(head) = line.strip_prefix(": ") {
                let (name, weight) = match head.split_once(' ') {
                    Some((name, weight)) => {
                        (name, weight.parse().map_err(|_| wrong("a weight is a number"))?)
                    }
                    None => (head, 1),
                };
                self.rules.entry(name.to_owned()).or_default().push(Rule { weight, lines: Vec::new() });
                open = Some(name.to_owned());
            } else if let Some(name) = &open {
                let text = line.trim_start_matches(' ');
                let pieces = pieces(text).map_err(wrong)?;
                let rules = self.rules.get_mut(name).ok_or(wrong("a rule is missing"))?;
                let rule = rules.last_mut().ok_or(wrong("a rule is missing"))?;
                rule.lines.push(Line { level: (line.len() - text.len()) / 2, pieces });
            } else if let Some((name, value)) = line.strip_prefix("% ").and_then(|rest| rest.split_once(' '))
            {
                self.settings.insert(name.to_owned(), value.to_owned());
            } else if !line.is_empty() {
                return Err(wrong("settings `% name value` and then rules `: name` are wanted"));
            }
        }
        for rule in self.rules.values_mut().flatten() {
            // Empty lines at a rule's end only set it off from the next one.
            while rule.lines.last().is_some_and(|line| line.pieces.is_empty()) {
                rule.lines.pop();
            }
        }
        Ok(())
    }
}

/// Cuts a line at its calls.
fn pieces(mut text: &str) -> Result<Vec<Piece>, &'static str> {
    let mut pieces = Vec::new();
    while let Some((before, rest)) = text.split_once('«') {
        let (inside, after) = rest.split_once('»').ok_or("a call is not closed")?;
        if !before.is_empty() {
            pieces.push(Piece::Literal(before.to_owned()));
        }
        pieces.push(Piece::Call(call(inside)?));
        text = after;
    }
    if !text.is_empty() {
        pieces.push(Piece::Literal(text.to_owned()));
    }
    Ok(pieces)
}

fn call(inside: &str) -> Result<Call, &'static str> {
    let (head, between) = inside.split_once('|').unwrap_or((inside, ""));
    let (target, times) = if let Some((target, percent)) = head.split_once('?') {
        (target, Times::Percent(percent.parse().map_err(|_| "a chance is a number of percent")?))
    } else if let Some((target, count)) = head.split_once('*') {
        let times = if count == "fill" {
            Times::Fill
        } else {
            let (first, last) = range(count).ok_or("a count is `2-5` or `fill`")?;
            Times::Between(first, last)
        };
        (target, times)
    } else {
        (head, Times::Between(1, 1))
    };
    let (name, argument) = target.split_once(' ').unwrap_or((target, ""));
    Ok(Call { name: name.to_owned(), argument: argument.to_owned(), times, between: between.to_owned() })
}

/// `2-5`, or `3` for `3-3`.
pub(super) fn range(text: &str) -> Option<(u32, u32)> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    (first <= last).then_some((first, last))
}

#[cfg(test)]
mod tests {
    use super::{Call, Grammar, Piece, Times, pieces};

    #[test]
    fn calls_are_cut_out() {
        let call = |name: &str, argument: &str, times, between: &str| {
            let (name, argument, between) = (name.to_owned(), argument.to_owned(), between.to_owned());
            vec![Piece::Call(Call { name, argument, times, between })]
        };
        for (text, expected) in [
            ("«a»", call("a", "", Times::Between(1, 1), "")),
            ("«a 2-5»", call("a", "2-5", Times::Between(1, 1), "")),
            ("«a*2-5»", call("a", "", Times::Between(2, 5), "")),
            ("«a*3|, »", call("a", "", Times::Between(3, 3), ", ")),
            ("«a x?30»", call("a", "x", Times::Percent(30), "")),
            ("«a*fill»", call("a", "", Times::Fill, "")),
            ("{a}", vec![Piece::Literal("{a}".to_owned())]),
            ("", vec![]),
        ] {
            assert_eq!(pieces(text).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn mistakes_are_found() {
        for (text, line) in [
            ("a\n", 1),
            ("% width\n", 1),
            (": a x\n", 1),
            (": a\n«b\n", 2),
            (": a\n«b*5-2»\n", 2),
            (": a\n\n«b?often»\n", 3),
        ] {
            assert_eq!(
                Grammar::default().add(text).unwrap_err().split(':').next(),
                Some(&*format!("line {line}")),
                "{text}"
            );
        }
    }
}
