//! Writes a page: expands a grammar with a stream of random numbers.
//!
//! Values that a grammar cannot spell out, such as words, sentences and numbers, are made here.

use super::grammar::{Call, Grammar, Line, Piece, Rule, Times, range};
use super::language::{ENGLISH, Language};
use super::random::Random;

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
    wanted: &'a Wanted<'a>,
    random: Random,
    out: String,
    /// The words of the page's language.
    words: Vec<&'static str>,
    /// Words for names and addresses, which are English in every language.
    names: Vec<&'static str>,
    /// One level of indentation, or nothing to write a page without line ends.
    indent: Option<String>,
    /// Character references in text, per thousand words.
    references: u32,
    /// The number that `«counter»` gave last.
    counter: u32,
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
            return if value(self, name, argument) {
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

/// What text refers to instead of writing it.
const REFERENCES: [&str; 12] = [
    "&amp;", "&nbsp;", "&nbsp;", "&#8217;", "&rsquo;", "&quot;", "&#39;", "&mdash;", "&ndash;", "&hellip;",
    "&#x27;", "&copy;",
];

/// Of those that need no others: any of HTML's names may come, some without their semicolon.
const RARE: [&str; 24] = [
    "&eacute;",
    "&ouml;",
    "&uuml;",
    "&szlig;",
    "&agrave;",
    "&ccedil;",
    "&ntilde;",
    "&alpha;",
    "&Omega;",
    "&rarr;",
    "&le;",
    "&ge;",
    "&ne;",
    "&infin;",
    "&sum;",
    "&times;",
    "&frac12;",
    "&euro;",
    "&#233;",
    "&#x2014;",
    "&#128512;",
    "&copy",
    "&NotEqualTilde;",
    "&CounterClockwiseContourIntegral;",
];

const HEXADECIMAL: &[u8] = b"0123456789abcdef";
const BASE64: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const ALPHANUMERIC: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz";

/// Writes the value of this name; false if there is none, or if it does not understand its argument.
fn value(writer: &mut Writer<'_>, name: &str, argument: &str) -> bool {
    match name {
        "lang" => writer.out.push_str(writer.wanted.language.code),
        "charset" => writer.out.push_str(writer.wanted.charset),
        "counter" => {
            writer.counter += 1;
            let number = writer.counter.to_string();
            writer.out.push_str(&number);
        }
        "latin" => {
            let word = writer.random.pick(&writer.names);
            writer.out.push_str(word);
        }
        "Latin" => {
            let word = writer.random.pick(&writer.names);
            capitalize(&mut writer.out, word);
        }
        "word" => word(writer, false),
        "Word" => word(writer, true),
        "reference" => {
            let reference = writer.random.pick(&RARE);
            writer.out.push_str(reference);
        }
        "sentence" => sentence(writer),
        "int" | "hex" | "base64" | "alnum" | "letters" | "words" | "title" | "text" => {
            let Some(bounds) = range(argument) else { return false };
            let count = writer.random.between(bounds);
            match name {
                "int" => writer.out.push_str(&count.to_string()),
                "hex" => letters(writer, HEXADECIMAL, count),
                "base64" => letters(writer, BASE64, count),
                "alnum" => letters(writer, ALPHANUMERIC, count),
                "letters" => letters(writer, LETTERS, count),
                "words" => words(writer, count, false),
                "title" => words(writer, count, true),
                _ => text(writer, count),
            }
        }
        _ => return false,
    }
    true
}

fn letters(writer: &mut Writer<'_>, alphabet: &[u8], count: u32) {
    for _ in 0..count {
        let letter = *writer.random.pick(alphabet);
        writer.out.push(char::from(letter));
    }
}

fn capitalize(out: &mut String, word: &str) {
    let mut letters = word.chars();
    out.extend(letters.next().into_iter().flat_map(char::to_uppercase));
    out.push_str(letters.as_str());
}

fn word(writer: &mut Writer<'_>, capital: bool) {
    // Two draws, the smaller one: the words at the beginning of a list are the more frequent ones.
    let count = writer.words.len() as u32;
    let index = writer.random.below(count).min(writer.random.below(count));
    let word = writer.words[index as usize];
    if capital {
        capitalize(&mut writer.out, word);
    } else {
        writer.out.push_str(word);
    }
}

fn words(writer: &mut Writer<'_>, count: u32, capital: bool) {
    for index in 0..count {
        if index > 0 {
            writer.out.push_str(writer.wanted.language.space);
        }
        word(writer, capital && index == 0);
        if writer.random.chance(writer.references, 1000) {
            let reference = writer.random.pick(&REFERENCES);
            writer.out.push_str(reference);
        }
    }
}

fn sentence(writer: &mut Writer<'_>) {
    let parts = writer.random.between((1, 3));
    for part in 0..parts {
        if part > 0 {
            writer.out.push_str(writer.wanted.language.comma);
        }
        let count = writer.random.between((3, 9));
        words(writer, count, part == 0);
    }
    writer.out.push_str(writer.wanted.language.stop);
}

fn text(writer: &mut Writer<'_>, sentences: u32) {
    for index in 0..sentences {
        if index > 0 {
            writer.out.push_str(writer.wanted.language.gap);
        }
        sentence(writer);
    }
}
