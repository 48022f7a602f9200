//! What a caller knows before the first byte, and how far the prescan may look.

use std::sync::LazyLock;

use tagspan_reference::encoding::{Encoding, ParentDocument, SniffOptions};

use super::dice::Dice;
use super::labels::known;

/// Every encoding of the standard.
pub(super) static ENCODINGS: LazyLock<Vec<Encoding>> = LazyLock::new(|| Encoding::all().collect());

/// Settings for an input: each of the things that one may know is known half of the time.
pub(super) fn options(dice: &mut Dice, input: &[u8]) -> SniffOptions {
    let mut some = |percent: usize| dice.percent(percent).then(|| encoding(dice));
    let (user_override, likely, parent, default) = (some(50), some(50), some(50), some(100));
    SniffOptions {
        user_override,
        transport: dice.percent(50).then(|| transport(dice)),
        prescan_limit: limit(dice, input),
        parent: parent.map(|encoding| ParentDocument { encoding, same_origin: dice.percent(85) }),
        likely,
        default: default.unwrap_or(Encoding::WINDOWS_1252),
        ..SniffOptions::default()
    }
}

fn encoding(dice: &mut Dice) -> Encoding {
    // Those of which a rule speaks come more often.
    const SPECIAL: [Encoding; 4] =
        [Encoding::UTF_8, Encoding::UTF_16LE, Encoding::UTF_16BE, Encoding::X_USER_DEFINED];
    if dice.percent(30) { dice.one(&SPECIAL) } else { dice.one(&ENCODINGS) }
}

fn transport(dice: &mut Dice) -> String {
    match dice.below(10) {
        0 => "utf-7".to_owned(),
        1 => String::new(),
        2 => format!(" {}\t", known(dice).to_uppercase()),
        _ => known(dice).to_owned(),
    }
}

/// The limit that all have, or one that cuts the input somewhere, or nearly does.
fn limit(dice: &mut Dice, input: &[u8]) -> Option<usize> {
    match dice.below(100) {
        0..55 => None,
        55..57 => Some(0),
        57..65 => Some(dice.below(64)),
        65..80 => Some(dice.below(input.len() + 1)),
        80..86 => Some((input.len() + dice.below(5)).saturating_sub(2)),
        _ => Some(usize::MAX),
    }
}
