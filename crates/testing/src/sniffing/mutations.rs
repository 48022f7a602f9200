//! What goes wrong with a document: bytes that are lost, added or changed, and an end that comes early.

use super::dice::Dice;
use super::labels::change_case;

/// Bytes that mean something where they stand.
const BYTES: &[u8] = b"<>!/?-='\" \t\n\x0C\r\0\x0Bam;\x80\xEF\xBB\xBF\xFE\xFF";

/// Most documents stay as they are; the others get a few mutations, and some end at any byte.
pub(super) fn mutate(dice: &mut Dice, document: &mut Vec<u8>) {
    if dice.percent(40) {
        for _ in 0..dice.between(1, 4) {
            once(dice, document);
        }
    }
    if dice.percent(12) {
        document.truncate(dice.below(document.len() + 1));
    }
}

fn once(dice: &mut Dice, document: &mut Vec<u8>) {
    if document.is_empty() {
        return document.push(dice.one(BYTES));
    }
    let at = dice.below(document.len());
    let end = document.len().min(at + dice.between(1, 12));
    match dice.below(7) {
        0 => drop(document.remove(at)),
        1 => document.insert(at, dice.one(BYTES)),
        2 => document[at] = dice.one(BYTES),
        3 => drop(document.drain(at..end)),
        4 => {
            let again = document[at..end].to_vec();
            let to = dice.below(document.len() + 1);
            document.splice(to..to, again);
        }
        5 => change_case(dice, &mut document[at..end]),
        _ => document.swap(at, end - 1),
    }
}
