//! Generated chunkings: at random, everywhere, twice at one place, and at difficult bytes.

use testing::rng::Rng;

/// Cuts in ascending order; equal ones make empty chunks.
pub(crate) fn cuts(rng: &mut Rng<'_>, input: &[u8]) -> Vec<usize> {
    let length = input.len();
    let mut cuts: Vec<usize> = match rng.below(6) {
        0 => Vec::new(),
        1 => (0..=length).collect(),
        2 => (0..length).step_by(rng.between(2, 17)).collect(),
        3 => (0..rng.between(1, 8)).map(|_| rng.below(length + 1)).collect(),
        _ => {
            let places: Vec<usize> = (1..length).filter(|&cut| hurts(input[cut - 1], input[cut])).collect();
            let most = if places.is_empty() { 0 } else { rng.between(1, 8) };
            (0..most).map(|_| rng.one(&places)).collect()
        }
    };
    if rng.percent(30) {
        // Empty chunks between the others.
        cuts.extend_from_within(..);
    }
    cuts.sort_unstable();
    cuts
}

/// Whether a cut between these bytes divides what belongs together: a character, CR and LF, a word of markup, a
/// reference, a run of what ends something.
fn hurts(before: u8, after: u8) -> bool {
    match (before, after) {
        (_, 0x80..=0xBF) | (b'\r', _) | (b'<' | b'&' | b'!' | b'/' | b'#' | b'?' | b'=', _) => true,
        (_, b'>' | b';' | b'\0' | b'\n') => true,
        (b'-' | b']' | b'"' | b'\'', after) => before == after || after == b'>',
        _ => false,
    }
}
