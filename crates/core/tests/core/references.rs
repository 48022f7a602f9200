//! Every named reference, in text and in values, before whatever may follow it, split at every byte.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use tagspan::Tokenizer;
use testing::{reference::EventKind, sample, trace::Item};

use crate::harness::{End, Stream, stream};

/// The names, with what they stand for: the plain list that the entities' map is made of.
fn names() -> Vec<(String, String)> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../entities/data/entities.txt");
    let list = fs::read_to_string(path).expect("the list is there");
    let line = |line: &str| {
        let (name, points) = line.split_once('\t').expect("a name and its code points");
        let character = |point: &str| {
            let code = u32::from_str_radix(point.trim_start_matches("U+"), 16).expect("a code point");
            char::from_u32(code).expect("a character")
        };
        (name.to_owned(), points.split_whitespace().map(character).collect())
    };
    list.lines().filter(|line| !line.starts_with('#')).map(line).collect()
}

/// The names as the specification's words ask for them: the longest that `rest` begins with.
struct Oracle {
    names: HashMap<String, String>,
    longest: usize,
}

impl Oracle {
    /// The value of `&` and `rest`, and where in `rest` a semicolon is missing.
    fn decode(&self, rest: &str, attribute: bool) -> (String, Option<usize>) {
        let lengths = (1..=self.longest.min(rest.len())).rev();
        let name = lengths.map(|length| &rest[..length]).find(|name| self.names.contains_key(*name));
        let name = name.expect("it begins with a name");
        let after = &rest[name.len()..];
        let terminated = name.ends_with(';');
        let goes_on = after.starts_with(|next: char| next == '=' || next.is_ascii_alphanumeric());
        if attribute && !terminated && goes_on {
            return (format!("&{rest}"), None);
        }
        (format!("{}{after}", self.names[name]), (!terminated).then_some(name.len()))
    }
}

/// The bytes that may follow a name.
const AFTER: [&str; 7] = ["", ";", "=", "x", "1", " ", "&"];

/// Where a reference stands: what comes before its `&` and after what follows it.
const PLACES: [(&str, &str, bool); 4] =
    [("", "", false), ("<title>", "</title>", false), ("<a b=\"", "\">", true), ("<a b=", ">", true)];

/// The text or the attribute's value, and the offsets of the missing semicolons.
fn found(stream: &Stream) -> (String, Vec<u64>) {
    let (mut text, mut missing) = (String::new(), Vec::new());
    for placed in &stream.items {
        match &placed.item {
            Item::Event(EventKind::Text(run)) => text += run,
            Item::Event(EventKind::StartTag(tag)) => {
                text.extend(tag.attributes.iter().take(1).map(|attribute| attribute.value.as_str()));
            }
            Item::Event(EventKind::Error("missing-semicolon-after-character-reference")) => {
                missing.push(placed.span.start);
            }
            _ => {}
        }
    }
    (text, missing)
}

#[test]
fn every_name_cut_at_every_byte() {
    let mut is_drawn = sample::one_in(8);
    let list = names();
    assert_eq!(list.len(), 2231);
    let longest = list.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let oracle = Oracle { names: list.iter().cloned().collect(), longest };
    let mut loud = Tokenizer::builder().utf8().parse_errors(true).build();
    let mut quiet = Tokenizer::utf8();
    for (name, _) in &list {
        for after in AFTER {
            for (open, close, attribute) in PLACES.into_iter().filter(|_| is_drawn()) {
                let rest = format!("{name}{after}");
                let (mut text, missing) = oracle.decode(&rest, attribute);
                if open == "<a b=" && after == " " {
                    // The space ends the value.
                    text.pop();
                }
                let missing: Vec<u64> = missing.iter().map(|at| (open.len() + 1 + at) as u64).collect();
                let input = format!("{open}&{rest}{close}").into_bytes();
                loud.reset();
                let whole = stream(&mut loud, &[&input], End::WithChunk);
                assert_eq!(found(&whole), (text, missing), "{:?}", String::from_utf8_lossy(&input));
                let silent = whole.without_errors();
                // The splits from the `&` to the byte after what follows.
                for cut in open.len()..=open.len() + rest.len() + 2 {
                    let (before, after) = input.split_at(cut.min(input.len()));
                    for (tokenizer, expected) in [(&mut loud, &whole), (&mut quiet, &silent)] {
                        tokenizer.reset();
                        let got = stream(tokenizer, &[before, after], End::WithChunk);
                        assert!(got == *expected, "{:?} cut at {cut}", String::from_utf8_lossy(&input));
                    }
                }
            }
        }
    }
}
