//! Pieces of the committed vectors, spliced together.

use std::sync::LazyLock;

use tagspan_reference::Options;
use testing::vectors::{self, Vector};

use crate::dice::Dice;
use crate::mutations::mutate;
use crate::settings;

static VECTORS: LazyLock<Vec<Vector>> = LazyLock::new(vectors::load);

/// Heads, tails and middles of a few vectors, under the settings of the first of them.
pub(crate) fn fragments(dice: &mut Dice<'_>, size: usize) -> (Vec<u8>, Options) {
    let first = &VECTORS[dice.below(VECTORS.len())];
    let mut input = first.input.clone();
    for _ in 0..dice.below(5) {
        let vector = &VECTORS[dice.below(VECTORS.len())];
        let (start, end) = (dice.below(vector.input.len() + 1), dice.below(vector.input.len() + 1));
        let piece = match dice.below(4) {
            0 => &vector.input[start..],
            1 => &vector.input[..end],
            2 => &vector.input[start.min(end)..start.max(end)],
            _ => &vector.input[..],
        };
        let at = if dice.percent(60) { input.len() } else { dice.below(input.len() + 1) };
        input.splice(at..at, piece.iter().copied());
    }
    if dice.percent(30) {
        mutate(dice, &mut input);
    }
    input.truncate(size);
    let options = if dice.percent(70) { first.options.clone() } else { settings::any(dice) };
    (input, options)
}
