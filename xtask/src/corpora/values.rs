//! Makers of values that a grammar cannot spell out: words, sentences, numbers, hashes.

use super::grammar::range;
use super::page::Writer;

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
pub(super) fn make(writer: &mut Writer<'_>, name: &str, argument: &str) -> bool {
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
