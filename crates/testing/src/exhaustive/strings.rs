//! The numbering of the strings: from a position to a prefix and symbols, and back.

use std::ops::Range;

use tagspan_reference::Edition;

use super::alphabet::{Symbol, alphabet};
use super::dimension::Dimension;
use super::prefix::Prefix;

/// Every prefix, followed by every string of symbols: endlessly many inputs, in an order.
///
/// The shorter string comes first, so that the first difference is a shortest, and so that a longer run continues
/// where a shorter one has ended. Among strings of one length the prefixes come in their order, and after each
/// the strings as numbers do, the first symbol being the highest digit.
///
/// # Examples
///
/// ```
/// use testing::exhaustive::{dimension::Dimension, strings::Strings};
/// use tagspan_reference::Edition;
///
/// let strings = Strings::new(Dimension::Alone, Edition::Living);
/// let mut input = Vec::new();
/// for position in strings.positions(2).unwrap() {
///     strings.write(position, &mut input);
///     assert_eq!(strings.position(&strings.place(position)), Some(position));
///     # if position > 1000 { break }
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Strings {
    prefixes: Vec<Prefix>,
    alphabet: &'static [Symbol],
}

/// A string by its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The index of its prefix.
    pub prefix: usize,
    /// The indices of its symbols in the alphabet.
    pub symbols: Vec<usize>,
}

impl Strings {
    /// All prefixes and symbols of an edition for a dimension.
    ///
    /// # Panics
    ///
    /// For the drafts, which core does not speak.
    pub fn new(dimension: Dimension, edition: Edition) -> Self {
        Strings { prefixes: dimension.prefixes(edition), alphabet: alphabet(edition) }
    }

    /// Only the prefixes of the states that one of the patterns matches: a state's name with or without its last
    /// word, in any case, in which `*` stands for any characters.
    ///
    /// # Errors
    ///
    /// A pattern that matches no state.
    pub fn with_states<P: AsRef<str>>(mut self, patterns: &[P]) -> Result<Self, String> {
        let matched = |pattern: &P, prefix: &Prefix| {
            let (pattern, name) = (pattern.as_ref().to_lowercase(), prefix.state.to_lowercase());
            matches(&pattern, &name) || matches(&pattern, name.trim_end_matches(" state"))
        };
        for pattern in patterns {
            if !self.prefixes.iter().any(|prefix| matched(pattern, prefix)) {
                return Err(pattern.as_ref().to_owned());
            }
        }
        self.prefixes.retain(|prefix| patterns.iter().any(|pattern| matched(pattern, prefix)));
        Ok(self)
    }

    /// The prefixes.
    pub fn prefixes(&self) -> &[Prefix] {
        &self.prefixes
    }

    /// The symbols.
    pub fn alphabet(&self) -> &'static [Symbol] {
        self.alphabet
    }

    /// The positions of all strings of so many symbols at most; `None` when there are more than 2⁶⁴.
    pub fn positions(&self, length: u32) -> Option<Range<u64>> {
        let mut of_length = self.prefixes.len() as u64;
        let mut end = of_length;
        for _ in 0..length {
            of_length = of_length.checked_mul(self.base())?;
            end = end.checked_add(of_length)?;
        }
        Some(0..end)
    }

    /// The string at a position.
    pub fn place(&self, position: u64) -> Place {
        let (prefix, length, mut number) = self.split(position);
        let mut symbols = vec![0; length as usize];
        for symbol in symbols.iter_mut().rev() {
            *symbol = (number % self.base()) as usize;
            number /= self.base();
        }
        Place { prefix, symbols }
    }

    /// The position of a string; `None` when there is no such string, or it lies beyond 2⁶⁴.
    pub fn position(&self, place: &Place) -> Option<u64> {
        if place.prefix >= self.prefixes.len() || place.symbols.iter().any(|&s| s >= self.alphabet.len()) {
            return None;
        }
        let shorter = match (place.symbols.len() as u32).checked_sub(1) {
            Some(length) => self.positions(length)?.end,
            None => 0,
        };
        let mut number = place.prefix as u64;
        for &symbol in &place.symbols {
            number = number.checked_mul(self.base())?.checked_add(symbol as u64)?;
        }
        shorter.checked_add(number)
    }

    /// Makes `input` the string at a position, and gives its prefix.
    pub fn write(&self, position: u64, input: &mut Vec<u8>) -> &Prefix {
        let (prefix, length, number) = self.split(position);
        let prefix = &self.prefixes[prefix];
        input.clear();
        input.extend_from_slice(prefix.bytes);
        let mut digit = self.base().pow(length);
        for _ in 0..length {
            let above = digit;
            digit /= self.base();
            input.extend_from_slice(self.alphabet[(number % above / digit) as usize]);
        }
        prefix
    }

    /// A number that changes when the strings, or their order, or the settings for them do.
    pub fn fingerprint(&self) -> u64 {
        fnv(format!("{:?}", (&self.prefixes, self.alphabet)).as_bytes())
    }

    /// The prefix, the number of symbols, and these as a number.
    fn split(&self, position: u64) -> (usize, u32, u64) {
        let (mut rest, mut length, mut of_prefix) = (position, 0, 1_u64);
        let prefixes = self.prefixes.len() as u64;
        loop {
            // Beyond 2⁶⁴ there is no position.
            let of_length = of_prefix.saturating_mul(prefixes);
            if rest < of_length {
                return ((rest / of_prefix) as usize, length, rest % of_prefix);
            }
            rest -= of_length;
            length += 1;
            of_prefix = of_prefix.saturating_mul(self.base());
        }
    }

    fn base(&self) -> u64 {
        self.alphabet.len() as u64
    }
}

/// The 64-bit FNV-1a hash, which is the same on every machine and in every version.
pub fn fnv(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}

/// Whether a text is what a pattern with `*` describes.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, rest)) => text.strip_prefix(start).is_some_and(|text| {
            text.char_indices()
                .map(|(index, _)| index)
                .chain([text.len()])
                .any(|index| matches(rest, &text[index..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_strings_are_one_to_one() {
        for edition in [Edition::Living, Edition::LivingProcessingInstructions] {
            let strings = Strings::new(Dimension::Alone, edition);
            let (prefixes, symbols) = (strings.prefixes().len() as u64, strings.alphabet().len() as u64);
            let ends: Vec<u64> =
                (0..4).map(|length| strings.positions(length).expect("there are few").end).collect();
            let of_prefix = [1, 1 + symbols, 1 + symbols + symbols.pow(2)];
            assert_eq!(ends[..3], of_prefix.map(|of_prefix| prefixes * of_prefix));
            // All of the short ones, and around each place where a digit, a prefix or the length changes.
            let short = ends[1];
            let edges =
                (0..=3).flat_map(|power| (1..100).map(move |times| short + times * symbols.pow(power)));
            let around = edges.chain(ends.clone()).flat_map(|edge| edge - 2..edge + 2);
            let mut input = Vec::new();
            let mut last: Option<(u64, Place)> = None;
            let mut checked: Vec<u64> = (0..ends[1]).chain(around).collect();
            checked.sort_unstable();
            checked.dedup();
            for position in checked {
                let place = strings.place(position);
                assert_eq!(strings.position(&place), Some(position), "{place:?}");
                assert_eq!(place.symbols.len(), ends.iter().filter(|&&end| end <= position).count());
                let prefix = strings.write(position, &mut input);
                assert_eq!(*prefix, strings.prefixes()[place.prefix]);
                let symbols = place.symbols.iter().flat_map(|&symbol| strings.alphabet()[symbol]);
                assert!(
                    prefix.bytes.iter().chain(symbols).eq(&input),
                    "{position}: {}",
                    input.escape_ascii()
                );
                // Neighbours come in the order that is promised, so no string is there twice.
                if let Some((before, earlier)) = last {
                    assert!(before < position);
                    let order = |place: &Place| (place.symbols.len(), place.prefix, place.symbols.clone());
                    assert!(order(&earlier) < order(&place), "{earlier:?} {place:?}");
                }
                last = Some((position, place));
            }
        }
    }

    #[test]
    fn the_far_end() {
        let strings = Strings::new(Dimension::Alone, Edition::Living);
        let longest = (0..).take_while(|&length| strings.positions(length).is_some()).last();
        let longest = longest.expect("the empty string is there");
        let end = strings.positions(longest).expect("it was just asked").end;
        for position in [end - 1, end, u64::MAX] {
            let place = strings.place(position);
            assert_eq!(strings.position(&place), Some(position));
        }
        assert_eq!(strings.place(end - 1).symbols, vec![strings.alphabet().len() - 1; longest as usize]);
        assert_eq!(strings.place(end).symbols, vec![0; longest as usize + 1]);
        let beyond = Place { prefix: 0, symbols: vec![1; 40] };
        assert_eq!(strings.position(&beyond), None);
        for (prefix, symbols) in [(strings.prefixes().len(), vec![]), (0, vec![strings.alphabet().len()])] {
            assert_eq!(strings.position(&Place { prefix, symbols }), None);
        }
    }

    #[test]
    fn patterns() {
        for (pattern, text, expected) in [
            ("data", "data", true),
            ("data", "rcdata", false),
            ("*data", "rcdata", true),
            ("*", "", true),
            ("comment*dash", "comment start dash", true),
            ("comment*dash", "comment start dash dash", true),
            ("comment*dash", "comment start", false),
            ("*start*", "comment start dash", true),
            ("a**b", "ab", true),
            ("", "a", false),
        ] {
            assert_eq!(matches(pattern, text), expected, "{pattern} {text}");
        }
        let strings = || Strings::new(Dimension::Alone, Edition::Living);
        for (patterns, states) in [
            (&["Data state", "data"][..], 1),
            (&["DOCTYPE"], 1),
            (&["*doctype*"], 16),
            (&["comment*", "bogus comment"], 11),
            (&["*"], 80),
        ] {
            let chosen = strings().with_states(patterns).expect("there are such states");
            let mut names: Vec<_> = chosen.prefixes().iter().map(|prefix| prefix.state).collect();
            names.dedup();
            assert_eq!(names.len(), states, "{patterns:?}: {names:?}");
        }
        assert_eq!(strings().with_states(&["data", "no such"]).unwrap_err(), "no such");
    }

    #[test]
    fn fingerprints_tell_strings_apart() {
        assert_eq!(fnv(b""), 0xCBF2_9CE4_8422_2325);
        assert_eq!(fnv(b"a"), 0xAF63_DC4C_8601_EC8C);
        let all = Strings::new(Dimension::Alone, Edition::Living);
        let some =
            Strings::new(Dimension::Alone, Edition::Living).with_states(&["data"]).expect("there is one");
        let other = Strings::new(Dimension::Alone, Edition::LivingProcessingInstructions);
        let mut swapped = all.clone();
        swapped.prefixes.swap(0, 1);
        let prints = [&all, &some, &other, &swapped].map(Strings::fingerprint);
        for (index, print) in prints.iter().enumerate() {
            assert!(!prints[..index].contains(print), "{index}");
        }
        assert_eq!(all.fingerprint(), Strings::new(Dimension::Alone, Edition::Living).fingerprint());
    }
}
