//! Pieces of the committed vectors, spliced together.

use std::sync::LazyLock;

use tagspan_reference::Options;
use testing::vectors::{self, Vector};

use super::mutations::mutate;
use super::settings;
use testing::rng::Rng;

static VECTORS: LazyLock<Vec<Vector>> = LazyLock::new(vectors::load);

/// Heads, tails and middles of a few vectors, under the settings of the first of them.
pub(crate) fn fragments(rng: &mut Rng<'_>, size: usize) -> (Vec<u8>, Options) {
    let first = &VECTORS[rng.below(VECTORS.len())];
    let mut input = first.input.clone();
    for _ in 0..rng.below(5) {
        let vector = &VECTORS[rng.below(VECTORS.len())];
        let (start, end) = (rng.below(vector.input.len() + 1), rng.below(vector.input.len() + 1));
        let piece = match rng.below(4) {
            0 => &vector.input[start..],
            1 => &vector.input[..end],
            2 => &vector.input[start.min(end)..start.max(end)],
            _ => &vector.input[..],
        };
        let at = if rng.percent(60) { input.len() } else { rng.below(input.len() + 1) };
        input.splice(at..at, piece.iter().copied());
    }
    if rng.percent(30) {
        mutate(rng, &mut input);
    }
    input.truncate(size);
    let options = if rng.percent(70) { first.options.clone() } else { settings::any(rng) };
    (input, options)
}
