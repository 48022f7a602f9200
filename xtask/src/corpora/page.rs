//! Writes a page: expands a grammar with a stream of random numbers.

use super::grammar::{Call, Grammar, Line, Piece, Rule, Times};
use super::language::{ENGLISH, Language};
use super::random::Random;
use super::values;

/// Calls within calls, from where on the first rule of a name is taken.
const DEEP: usize = 24;

/// From where on a grammar does not end.
const ENDLESS: usize = 200;

/// What a page is to be.
pub(super) struct Wanted<'a> {
    pub(super) language: &'a Language,
    /// What the page says of its encoding.
    pub(super) charset: &'a str,
    /// In bytes of UTF-8. The page is as long as that or a little longer.
    pub(super) size: usize,
}

/// A page in the making.
pub(super) struct Writer<'a> {
    grammar: &'a Grammar,
    pub(super) wanted: &'a Wanted<'a>,
    pub(super) random: Random,
    pub(super) out: String,
    /// The words of the page's language.
    pub(super) words: Vec<&'static str>,
    /// Words for names and addresses, which are English in every language.
    pub(super) names: Vec<&'static str>,
    /// One level of indentation, or nothing to write a page without line ends.
    indent: Option<String>,
    /// Character references in text, per thousand words.
    pub(super) references: u32,
    /// The number that `«counter»` gave last.
    pub(super) counter: u32,
    depth: usize,
}

impl<'a> Writer<'a> {
    pub(super) fn new(grammar: &'a Grammar, wanted: &'a Wanted<'a>, random: Random) -> Self {
        let setting = |name| grammar.settings.get(name).map(String::as_str);
        let indent = match setting("indent") {
            Some("none") => None,
            Some("tab") => Some("\t".to_owned()),
            width => Some(" ".repeat(width.and_then(|width| width.parse().ok()).unwrap_or(2))),
        };
        let references = setting("references").and_then(|count| count.parse().ok()).unwrap_or(0);
        Writer {
            grammar,
            wanted,
            random,
            out: String::new(),
            words: wanted.language.words(),
            names: ENGLISH.ascii(),
            indent,
            references,
            counter: 0,
            depth: 0,
        }
    }

    /// The page.
    ///
    /// # Errors
    ///
    /// A fault of the grammar.
    pub(super) fn page(mut self) -> Result<String, String> {
        self.call("page", "", 0)?;
        if self.indent.is_some() {
            self.out.push('\n');
        }
        Ok(self.out)
    }

    /// Expands a rule or makes a value. `level` is that of the line on which it stands.
    fn call(&mut self, name: &str, argument: &str, level: usize) -> Result<(), String> {
        let grammar = self.grammar;
        let Some(rules) = grammar.rules.get(name) else {
            return if values::make(self, name, argument) {
                Ok(())
            } else {
                Err(format!("«{name} {argument}» is neither a rule nor a value"))
            };
        };
        if self.depth > ENDLESS {
            return Err(format!("«{name}» does not end: its first rule must"));
        }
        self.depth += 1;
        let rule = self.choose(rules);
        let mut first = true;
        for line in &rule.lines {
            self.line(line, level + line.level, &mut first)?;
        }
        self.depth -= 1;
        Ok(())
    }

    fn choose(&mut self, rules: &'a [Rule]) -> &'a Rule {
        if rules.len() == 1 || self.depth > DEEP {
            return &rules[0];
        }
        let mut left = self.random.below(rules.iter().map(|rule| rule.weight).sum());
        for rule in rules {
            if left < rule.weight {
                return rule;
            }
            left -= rule.weight;
        }
        &rules[0]
    }

    fn line(&mut self, line: &Line, level: usize, first: &mut bool) -> Result<(), String> {
        if let Some(call) = line.alone() {
            return self.repeat(call, level, |writer| {
                if !std::mem::take(first) {
                    writer.break_line(level);
                }
            });
        }
        if !std::mem::take(first) {
            self.break_line(if line.pieces.is_empty() { 0 } else { level });
        }
        for piece in &line.pieces {
            match piece {
                Piece::Literal(text) => self.out.push_str(text),
                Piece::Call(call) => {
                    let mut again = false;
                    self.repeat(call, level, |writer| {
                        if std::mem::replace(&mut again, true) {
                            writer.out.push_str(&call.between);
                        }
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Makes a call as often as it wants to be made, each time after `before`.
    fn repeat(&mut self, call: &Call, level: usize, mut before: impl FnMut(&mut Self)) -> Result<(), String> {
        let times = match call.times {
            Times::Between(first, last) => self.random.between((first, last)),
            Times::Percent(percent) => u32::from(self.random.chance(percent, 100)),
            Times::Fill => u32::MAX,
        };
        for _ in 0..times {
            before(self);
            self.call(&call.name, &call.argument, level)?;
            if call.times == Times::Fill && self.out.len() >= self.wanted.size {
                break;
            }
        }
        Ok(())
    }

    fn break_line(&mut self, level: usize) {
        if let Some(indent) = &self.indent {
            self.out.push('\n');
            for _ in 0..level {
                self.out.push_str(indent);
            }
        }
    }
}
