//! Generated knowledge of the encoding before the first byte, and limits of the prescan.

use std::sync::LazyLock;

use tagspan_reference::encoding::{Encoding, ParentDocument, SniffOptions};

use super::labels::known;
use crate::rng::Rng;

/// Every encoding of the standard.
pub(super) static ENCODINGS: LazyLock<Vec<Encoding>> = LazyLock::new(|| Encoding::all().collect());

/// Settings for an input: each of the things that one may know is known half of the time.
pub(super) fn options(rng: &mut Rng<'_>, input: &[u8]) -> SniffOptions {
    let mut some = |percent: usize| rng.percent(percent).then(|| encoding(rng));
    let (user_override, likely, parent, default) = (some(50), some(50), some(50), some(100));
    SniffOptions {
        user_override,
        transport: rng.percent(50).then(|| transport(rng)),
        prescan_limit: limit(rng, input),
        parent: parent.map(|encoding| ParentDocument { encoding, same_origin: rng.percent(85) }),
        likely,
        default: default.unwrap_or(Encoding::WINDOWS_1252),
        ..SniffOptions::default()
    }
}

fn encoding(rng: &mut Rng<'_>) -> Encoding {
    // Those of which a rule speaks come more often.
    const SPECIAL: [Encoding; 4] =
        [Encoding::UTF_8, Encoding::UTF_16LE, Encoding::UTF_16BE, Encoding::X_USER_DEFINED];
    if rng.percent(30) { rng.one(&SPECIAL) } else { rng.one(&ENCODINGS) }
}

fn transport(rng: &mut Rng<'_>) -> String {
    match rng.below(10) {
        0 => "utf-7".to_owned(),
        1 => String::new(),
        2 => format!(" {}\t", known(rng).to_uppercase()),
        _ => known(rng).to_owned(),
    }
}

/// The limit that all have, or one that cuts the input somewhere, or nearly does.
fn limit(rng: &mut Rng<'_>, input: &[u8]) -> Option<usize> {
    match rng.below(100) {
        0..55 => None,
        55..57 => Some(0),
        57..65 => Some(rng.below(64)),
        65..80 => Some(rng.below(input.len() + 1)),
        80..86 => Some((input.len() + rng.below(5)).saturating_sub(2)),
        _ => Some(usize::MAX),
    }
}
