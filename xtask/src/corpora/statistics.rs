//! Counts what a tokenizer meets in pages, and derives the figures by which corpora are compared.

use std::collections::BTreeMap;
use std::fmt;

use tagspan_core::{Quote, Tag, Token, Tokenizer};

/// A figure in thousandths: integers, so that the same pages give the same text everywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Milli(pub(super) u64);

impl Milli {
    /// `part / whole`, rounded to the nearest thousandth; zero if there is no whole.
    pub(super) fn ratio(part: u64, whole: u64) -> Self {
        Milli((part * 1000 + whole / 2).checked_div(whole).unwrap_or(0))
    }
}

impl fmt::Display for Milli {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&format!("{}.{:03}", self.0 / 1000, self.0 % 1000))
    }
}

/// How often each length occurs.
#[derive(Clone, Debug, Default)]
struct Lengths(BTreeMap<usize, u64>);

impl Lengths {
    fn add(&mut self, length: usize) {
        *self.0.entry(length).or_default() += 1;
    }

    fn count(&self) -> u64 {
        self.0.values().sum()
    }

    fn sum(&self) -> u64 {
        self.0.iter().map(|(&length, &count)| length as u64 * count).sum()
    }

    fn mean(&self) -> Milli {
        Milli::ratio(self.sum(), self.count())
    }

    /// The smallest length that at least `percent` of all do not exceed.
    fn quantile(&self, percent: u64) -> Milli {
        let (count, mut seen) = (self.count(), 0);
        for (&length, &times) in &self.0 {
            seen += times;
            if seen * 100 >= count * percent {
                return Milli(length as u64 * 1000);
            }
        }
        Milli(0)
    }
}

/// Sums over any number of pages: each page weighs as many bytes as it has.
#[derive(Clone, Debug, Default)]
pub(super) struct Statistics {
    pub(super) pages: u64,
    pub(super) bytes: u64,
    non_ascii: u64,
    tokens: u64,
    errors: u64,
    /// Their lengths include the angle brackets.
    start_tags: Lengths,
    end_tags: Lengths,
    names: Lengths,
    upper_case: u64,
    self_closing: u64,
    /// Attributes of each start tag.
    attributes: Lengths,
    attribute_names: Lengths,
    /// Of attributes that have a value.
    values: Lengths,
    /// Without a value, unquoted, single, double.
    quotes: [u64; 4],
    duplicates: u64,
    /// Values with an ampersand.
    value_references: u64,
    /// Line ends between the attributes of a tag.
    broken_tags: u64,
    text: Lengths,
    white_space: u64,
    /// Text tokens with a character reference, and ampersands in text.
    referring: u64,
    references: u64,
    raw_text: Lengths,
    comments: Lengths,
}

/// Elements whose text is neither parsed for tags nor for references.
const RAW_TEXT: [&str; 6] = ["script", "style", "iframe", "noembed", "noframes", "xmp"];

impl Statistics {
    /// Of one page.
    ///
    /// # Errors
    ///
    /// When the tokenizer's limits do not allow for the page.
    pub(super) fn of(page: &[u8]) -> Result<Self, tagspan_core::Error> {
        let mut statistics = Statistics { pages: 1, bytes: page.len() as u64, ..Statistics::default() };
        statistics.non_ascii = page.iter().filter(|byte| !byte.is_ascii()).count() as u64;
        let mut raw = false;
        let mut tokenizer = Tokenizer::new();
        let mut tokens = tokenizer.feed_last(page);
        while let Some(token) = tokens.next_token()? {
            statistics.tokens += 1;
            match token {
                Token::StartTag(tag) => {
                    raw = RAW_TEXT.iter().any(|name| tag.is(name));
                    statistics.start_tag(&tag);
                }
                Token::EndTag(tag) => {
                    raw = false;
                    statistics.end_tags.add(tag.raw().len());
                }
                Token::Text(text) if raw => statistics.raw_text.add(text.raw().len()),
                Token::Text(text) => statistics.text(text.raw()),
                Token::Comment(comment) => statistics.comments.add(comment.raw().len()),
                _ => {}
            }
        }
        let mut tokenizer = Tokenizer::builder().parse_errors(true).build();
        let mut tokens = tokenizer.feed_last(page);
        while let Some(token) = tokens.next_token()? {
            statistics.errors += u64::from(matches!(token, Token::Error(_)));
        }
        Ok(statistics)
    }

    fn start_tag(&mut self, tag: &Tag<'_>) {
        self.start_tags.add(tag.raw().len());
        self.names.add(tag.raw_name().len());
        self.upper_case += u64::from(tag.raw_name().iter().any(u8::is_ascii_uppercase));
        self.self_closing += u64::from(tag.self_closing());
        let mut gaps = tag.raw().to_vec();
        let mut count = 0;
        for attribute in tag.attributes_as_written() {
            count += 1;
            self.attribute_names.add(attribute.raw_name().len());
            self.duplicates += u64::from(attribute.is_duplicate());
            let quote = match attribute.quote() {
                Quote::NoValue => 0,
                Quote::Unquoted => 1,
                Quote::Single => 2,
                Quote::Double => 3,
            };
            self.quotes[quote] += 1;
            if quote > 0 {
                self.values.add(attribute.raw_value().len());
                self.value_references += u64::from(attribute.raw_value().contains(&b'&'));
            }
            let (start, span) = (tag.span().start, attribute.span());
            gaps[(span.start - start) as usize..(span.end - start) as usize].fill(b'x');
        }
        self.attributes.add(count);
        self.broken_tags += u64::from(gaps.contains(&b'\n'));
    }

    fn text(&mut self, raw: &[u8]) {
        self.text.add(raw.len());
        self.white_space += u64::from(raw.iter().all(u8::is_ascii_whitespace));
        let references = raw.iter().filter(|&&byte| byte == b'&').count() as u64;
        self.references += references;
        self.referring += u64::from(references > 0);
    }

    pub(super) fn tokens(&self) -> u64 {
        self.tokens
    }

    pub(super) fn start_tags(&self) -> u64 {
        self.start_tags.count()
    }

    /// Of start tags, as written: duplicates count.
    pub(super) fn attributes(&self) -> u64 {
        self.attribute_names.count()
    }

    /// Adds another's counts.
    pub(super) fn add(&mut self, other: &Statistics) {
        for (own, its) in [
            (&mut self.pages, other.pages),
            (&mut self.bytes, other.bytes),
            (&mut self.non_ascii, other.non_ascii),
            (&mut self.tokens, other.tokens),
            (&mut self.errors, other.errors),
            (&mut self.upper_case, other.upper_case),
            (&mut self.self_closing, other.self_closing),
            (&mut self.duplicates, other.duplicates),
            (&mut self.value_references, other.value_references),
            (&mut self.broken_tags, other.broken_tags),
            (&mut self.white_space, other.white_space),
            (&mut self.referring, other.referring),
            (&mut self.references, other.references),
        ] {
            *own += its;
        }
        for (own, its) in self.quotes.iter_mut().zip(other.quotes) {
            *own += its;
        }
        for (own, its) in [
            (&mut self.start_tags, &other.start_tags),
            (&mut self.end_tags, &other.end_tags),
            (&mut self.names, &other.names),
            (&mut self.attributes, &other.attributes),
            (&mut self.attribute_names, &other.attribute_names),
            (&mut self.values, &other.values),
            (&mut self.text, &other.text),
            (&mut self.raw_text, &other.raw_text),
            (&mut self.comments, &other.comments),
        ] {
            for (&length, &count) in &its.0 {
                *own.0.entry(length).or_default() += count;
            }
        }
    }

    /// The figures, each with its name.
    pub(super) fn figures(&self) -> Vec<(&'static str, Milli)> {
        let start_tags = self.start_tags.count();
        let attributes = self.attribute_names.count();
        let of_bytes = |part: u64| Milli::ratio(part * 100, self.bytes);
        let of_tags = |part: u64| Milli::ratio(part * 100, start_tags);
        let of_attributes = |part: u64| Milli::ratio(part * 100, attributes);
        let with = |from: usize, to: usize| {
            of_tags(self.attributes.0.range(from..=to).map(|(_, count)| count).sum())
        };
        let per_mb = |count: u64| Milli::ratio(count * 1_000_000, self.bytes);
        vec![
            ("bytes per token", Milli::ratio(self.bytes, self.tokens)),
            ("bytes in start tags, %", of_bytes(self.start_tags.sum())),
            ("bytes in end tags, %", of_bytes(self.end_tags.sum())),
            ("bytes in text, %", of_bytes(self.text.sum())),
            ("bytes in scripts and styles, %", of_bytes(self.raw_text.sum())),
            ("bytes in comments, %", of_bytes(self.comments.sum())),
            ("bytes not ASCII, %", of_bytes(self.non_ascii)),
            ("start tags per KB", Milli::ratio(start_tags * 1000, self.bytes)),
            ("end tags per 100 start tags", of_tags(self.end_tags.count())),
            ("self-closing, % of start tags", of_tags(self.self_closing)),
            ("tag name length, mean", self.names.mean()),
            ("tag names with capitals, %", of_tags(self.upper_case)),
            ("tags over several lines, %", of_tags(self.broken_tags)),
            ("start tags with 0 attributes, %", with(0, 0)),
            ("start tags with 1 attribute, %", with(1, 1)),
            ("start tags with 2 attributes, %", with(2, 2)),
            ("start tags with 3 attributes, %", with(3, 3)),
            ("start tags with 4 to 7 attributes, %", with(4, 7)),
            ("start tags with 8 or more, %", with(8, usize::MAX)),
            ("attributes per start tag", self.attributes.mean()),
            ("attribute name length, mean", self.attribute_names.mean()),
            ("attribute name length, median", self.attribute_names.quantile(50)),
            ("attribute name length, 90%", self.attribute_names.quantile(90)),
            ("attribute name length, 99%", self.attribute_names.quantile(99)),
            ("value length, mean", self.values.mean()),
            ("value length, 25%", self.values.quantile(25)),
            ("value length, median", self.values.quantile(50)),
            ("value length, 75%", self.values.quantile(75)),
            ("value length, 90%", self.values.quantile(90)),
            ("value length, 99%", self.values.quantile(99)),
            ("values in double quotes, %", of_attributes(self.quotes[3])),
            ("values in single quotes, %", of_attributes(self.quotes[2])),
            ("values without quotes, %", of_attributes(self.quotes[1])),
            ("attributes without value, %", of_attributes(self.quotes[0])),
            ("values with &, %", of_attributes(self.value_references)),
            ("duplicates, % of attributes", of_attributes(self.duplicates)),
            ("text run length, mean", self.text.mean()),
            ("text run length, 25%", self.text.quantile(25)),
            ("text run length, median", self.text.quantile(50)),
            ("text run length, 75%", self.text.quantile(75)),
            ("text run length, 90%", self.text.quantile(90)),
            ("white space only, % of text runs", Milli::ratio(self.white_space * 100, self.text.count())),
            ("text runs with &, %", Milli::ratio(self.referring * 100, self.text.count())),
            ("& per KB of text", Milli::ratio(self.references * 1000, self.text.sum())),
            ("script or style length, mean", self.raw_text.mean()),
            ("scripts and styles per MB", per_mb(self.raw_text.count())),
            ("comment length, mean", self.comments.mean()),
            ("comments per MB", per_mb(self.comments.count())),
            ("parse errors per MB", per_mb(self.errors)),
        ]
    }
}
