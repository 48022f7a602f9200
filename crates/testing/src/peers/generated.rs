//! The inputs that are generated for the comparison with peers.

use tagspan_reference::Edition;

use crate::exhaustive::dimension::Dimension;
use crate::exhaustive::prefix::Prefix;
use crate::exhaustive::strings::Strings;
use crate::rng::Rng;
use crate::tag_soup::{self, Soup};

/// How many symbols a generated string has at most.
const SYMBOLS: u32 = 6;

/// A generated input.
pub enum Generated {
    /// Tag soup.
    TagSoup(Soup),
    /// A string that leads into a state: its prefix, and the prefix with symbols.
    String(Prefix, Vec<u8>),
}

/// This number of inputs: tag soup and strings in turns.
pub fn generated(seed: u64, inputs: u64) -> impl Iterator<Item = Generated> {
    let strings = Strings::new(Dimension::Alone, Edition::Living);
    let positions = strings.positions(SYMBOLS).expect("there are below 2^64");
    (0..inputs).map(move |input| {
        let number = input / 2;
        if input.is_multiple_of(2) {
            return Generated::TagSoup(tag_soup::generate(seed, number));
        }
        let mut rng = Rng::of_seed(seed, number);
        let position =
            (0..4).fold(0, |position, _| position << 16 | rng.below(1 << 16) as u64) % positions.end;
        let mut bytes = Vec::new();
        let prefix = *strings.write(position, &mut bytes);
        Generated::String(prefix, bytes)
    })
}
