//! The alphabet of the generated strings: bytes and words.

use tagspan_reference::Edition;

/// A symbol: what it puts into the input.
pub type Symbol = &'static [u8];

/// Every byte that some state looks for, one of each kind that they do not, and the words that are looked for as
/// a whole.
const LIVING: [Symbol; 38] = [
    b"<",
    b">",
    b"/",
    b"!",
    b"?",
    b"-",
    b"=",
    b"\"",
    b"'",
    b"&",
    b";",
    b"#",
    b"x",
    b"a",
    b"A",
    b"s",
    b"0",
    b"9",
    b"[",
    b"]",
    b"`",
    b"\0",
    b"\r",
    b"\n",
    b"\x0C",
    b" ",
    // A control character, U+00E9, a noncharacter.
    b"\x01",
    b"\xC3\xA9",
    b"\xEF\xBF\xBE",
    // Ill-formed in any case; a lead byte alone; two thirds of a character.
    b"\xFF",
    b"\xC2",
    b"\xE2\x82",
    b"script",
    b"CDATA[",
    b"DOCTYPE",
    b"PUBLIC",
    b"SYSTEM",
    b"notin;",
];

/// With what else a processing instruction's target may begin with, and what it must not be.
const INSTRUCTIONS: [Symbol; LIVING.len() + 3] = {
    let mut symbols: [Symbol; LIVING.len() + 3] = [b"_"; LIVING.len() + 3];
    let mut index = 0;
    while index < LIVING.len() {
        symbols[index] = LIVING[index];
        index += 1;
    }
    symbols[LIVING.len()] = b"xml";
    symbols[LIVING.len() + 1] = b"-stylesheet";
    symbols
};

/// The symbols for an edition.
///
/// # Panics
///
/// For the drafts, which core does not speak.
pub fn alphabet(edition: Edition) -> &'static [Symbol] {
    match edition {
        Edition::Living => &LIVING,
        Edition::LivingProcessingInstructions => &INSTRUCTIONS,
        other => panic!("core does not speak {other:?}"),
    }
}
