//! Mutations of a document: bytes that are lost, added or changed, and an early end.

use super::labels::change_case;
use crate::rng::Rng;

/// Bytes that mean something where they stand.
const BYTES: &[u8] = b"<>!/?-='\" \t\n\x0C\r\0\x0Bam;\x80\xEF\xBB\xBF\xFE\xFF";

/// Most documents stay as they are; the others get a few mutations, and some end at any byte.
pub(super) fn mutate(rng: &mut Rng<'_>, document: &mut Vec<u8>) {
    if rng.percent(40) {
        for _ in 0..rng.between(1, 4) {
            once(rng, document);
        }
    }
    if rng.percent(12) {
        document.truncate(rng.below(document.len() + 1));
    }
}

fn once(rng: &mut Rng<'_>, document: &mut Vec<u8>) {
    if document.is_empty() {
        return document.push(rng.one(BYTES));
    }
    let at = rng.below(document.len());
    let end = document.len().min(at + rng.between(1, 12));
    match rng.below(7) {
        0 => drop(document.remove(at)),
        1 => document.insert(at, rng.one(BYTES)),
        2 => document[at] = rng.one(BYTES),
        3 => drop(document.drain(at..end)),
        4 => {
            let again = document[at..end].to_vec();
            let to = rng.below(document.len() + 1);
            document.splice(to..to, again);
        }
        5 => change_case(rng, &mut document[at..end]),
        _ => document.swap(at, end - 1),
    }
}
