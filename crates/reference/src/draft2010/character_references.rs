//! Section 12.2.4.70: tokenizing character references.

use super::state::State;
use super::tokenizer::Tokenizer;
use crate::entities::longest_match;

/// The name of a parse error of this algorithm: that of its section, as it has no name and no state.
const TOKENIZING_CHARACTER_REFERENCES: &str = "Tokenizing character references";

impl Tokenizer {
    /// 12.2.4.70 Tokenizing character references
    ///
    /// Attempts to consume a character reference, after its U+0026 AMPERSAND character. Gives the characters
    /// of the character token that is returned: some names of the table stand for two.
    pub(super) fn consume_character_reference(
        &mut self,
        additional_allowed_character: Option<char>,
    ) -> Option<String> {
        let next_character = self.next_input_character();
        match next_character {
            Some('\t' | '\n' | '\u{C}' | ' ' | '<' | '&') | None => None,
            Some(character) if additional_allowed_character == Some(character) => None,
            Some('#') => {
                self.consume("#".len());
                match self.next_input_character() {
                    Some('x' | 'X') => {
                        self.consume("x".len());
                        self.consume_numeric_character_reference("#x".len(), 16)
                    }
                    _ => self.consume_numeric_character_reference("#".len(), 10),
                }
            }
            Some(_) => self.consume_named_character_reference(),
        }
    }

    /// "Follow the steps below", with the range of characters that are digits of this radix, after so many
    /// characters that were consumed already.
    fn consume_numeric_character_reference(&mut self, consumed: usize, radix: u32) -> Option<String> {
        // "Consume as many characters as match the range of characters given above." A number that does not
        // fit stays at the greatest that does, which is greater than 0x10FFFF too.
        let mut number: Option<u32> = None;
        while let Some(digit) = self.next_input_character().and_then(|next| next.to_digit(radix)) {
            self.consume(1);
            number = Some(number.unwrap_or(0).saturating_mul(radix).saturating_add(digit));
        }
        // "If no characters match the range, then don't consume any characters (and unconsume the U+0023
        // NUMBER SIGN character and, if appropriate, the X character). This is a parse error; nothing is
        // returned."
        let Some(number) = number else {
            self.character_reference_error();
            self.unconsume(consumed);
            return None;
        };
        // "Otherwise, if the next character is a U+003B SEMICOLON, consume that too. If it isn't, there is a
        // parse error."
        if self.next_characters_are(";") {
            self.consume(";".len());
        } else {
            self.character_reference_error();
        }
        // "If that number is one of the numbers in the first column of the following table, then this is a
        // parse error."
        if let Some(&(_, character)) = NUMBERS.iter().find(|&&(row, _)| row == number) {
            self.character_reference_error();
            return char::from_u32(character).map(String::from);
        }
        // "Otherwise, if the number is in the range 0xD800 to 0xDFFF or is greater than 0x10FFFF, then this
        // is a parse error. Return a U+FFFD REPLACEMENT CHARACTER."
        let Some(character) = char::from_u32(number) else {
            self.character_reference_error();
            return Some("\u{FFFD}".to_owned());
        };
        if is_parse_error(number) {
            self.character_reference_error();
        }
        Some(character.to_string())
    }

    /// The steps for anything else than a number sign.
    fn consume_named_character_reference(&mut self) -> Option<String> {
        // "Consume the maximum number of characters possible, with the consumed characters matching one of
        // the identifiers in the first column of the named character references table (in a case-sensitive
        // manner). If no match can be made, then this is a parse error. No characters are consumed, and
        // nothing is returned."
        let Some(row) = longest_match(self.next_few_characters()) else {
            self.character_reference_error();
            return None;
        };
        self.consume(row.name.len());
        // "If the last character matched is not a U+003B SEMICOLON character (;), there is a parse error."
        let last_character_matched = row.name.chars().last();
        if last_character_matched != Some(';') {
            self.character_reference_error();
        }
        // "If the character reference is being consumed as part of an attribute, and the last character
        // matched is not a U+003B SEMICOLON character (;), and the next character is in the range [...],
        // then, for historical reasons, all the characters that were matched after the U+0026 AMPERSAND
        // character (&) must be unconsumed, and nothing is returned."
        let next_character = self.next_input_character();
        if self.state == State::CharacterReferenceInAttributeValue
            && last_character_matched != Some(';')
            && matches!(next_character, Some('0'..='9' | 'A'..='Z' | 'a'..='z'))
        {
            self.unconsume(row.name.len());
            return None;
        }
        Some(row.characters.clone())
    }

    /// The next input character, which is not consumed. `None` is EOF.
    fn next_input_character(&self) -> Option<char> {
        self.next_few_characters().next()
    }

    /// A parse error of this section, at the character after what was consumed.
    fn character_reference_error(&mut self) {
        self.report_at_next_input_character(TOKENIZING_CHARACTER_REFERENCES);
    }
}

/// Whether the number, returned as it is, is a parse error.
fn is_parse_error(number: u32) -> bool {
    matches!(
        number,
        0x0001..=0x0008 | 0x000E..=0x001F | 0x007F..=0x009F | 0xFDD0..=0xFDEF
                | 0x000B
                | 0xFFFE
                | 0xFFFF
                | 0x1FFFE
                | 0x1FFFF
                | 0x2FFFE
                | 0x2FFFF
                | 0x3FFFE
                | 0x3FFFF
                | 0x4FFFE
                | 0x4FFFF
                | 0x5FFFE
                | 0x5FFFF
                | 0x6FFFE
                | 0x6FFFF
                | 0x7FFFE
                | 0x7FFFF
                | 0x8FFFE
                | 0x8FFFF
                | 0x9FFFE
                | 0x9FFFF
                | 0xAFFFE
                | 0xAFFFF
                | 0xBFFFE
                | 0xBFFFF
                | 0xCFFFE
                | 0xCFFFF
                | 0xDFFFE
                | 0xDFFFF
                | 0xEFFFE
                | 0xEFFFF
                | 0xFFFFE
                | 0xFFFFF
                | 0x10FFFE
                | 0x10FFFF
    )
}

/// Number, Unicode character.
const NUMBERS: [(u32, u32); 34] = [
    (0x00, 0xFFFD), // REPLACEMENT CHARACTER
    (0x0D, 0x000A), // LINE FEED (LF)
    (0x80, 0x20AC), // EURO SIGN (€)
    (0x81, 0x0081), // <control>
    (0x82, 0x201A), // SINGLE LOW-9 QUOTATION MARK (‚)
    (0x83, 0x0192), // LATIN SMALL LETTER F WITH HOOK (ƒ)
    (0x84, 0x201E), // DOUBLE LOW-9 QUOTATION MARK („)
    (0x85, 0x2026), // HORIZONTAL ELLIPSIS (…)
    (0x86, 0x2020), // DAGGER (†)
    (0x87, 0x2021), // DOUBLE DAGGER (‡)
    (0x88, 0x02C6), // MODIFIER LETTER CIRCUMFLEX ACCENT (ˆ)
    (0x89, 0x2030), // PER MILLE SIGN (‰)
    (0x8A, 0x0160), // LATIN CAPITAL LETTER S WITH CARON (Š)
    (0x8B, 0x2039), // SINGLE LEFT-POINTING ANGLE QUOTATION MARK (‹)
    (0x8C, 0x0152), // LATIN CAPITAL LIGATURE OE (Œ)
    (0x8D, 0x008D), // <control>
    (0x8E, 0x017D), // LATIN CAPITAL LETTER Z WITH CARON (Ž)
    (0x8F, 0x008F), // <control>
    (0x90, 0x0090), // <control>
    (0x91, 0x2018), // LEFT SINGLE QUOTATION MARK (‘)
    (0x92, 0x2019), // RIGHT SINGLE QUOTATION MARK (’)
    (0x93, 0x201C), // LEFT DOUBLE QUOTATION MARK (“)
    (0x94, 0x201D), // RIGHT DOUBLE QUOTATION MARK (”)
    (0x95, 0x2022), // BULLET (•)
    (0x96, 0x2013), // EN DASH (–)
    (0x97, 0x2014), // EM DASH (—)
    (0x98, 0x02DC), // SMALL TILDE (˜)
    (0x99, 0x2122), // TRADE MARK SIGN (™)
    (0x9A, 0x0161), // LATIN SMALL LETTER S WITH CARON (š)
    (0x9B, 0x203A), // SINGLE RIGHT-POINTING ANGLE QUOTATION MARK (›)
    (0x9C, 0x0153), // LATIN SMALL LIGATURE OE (œ)
    (0x9D, 0x009D), // <control>
    (0x9E, 0x017E), // LATIN SMALL LETTER Z WITH CARON (ž)
    (0x9F, 0x0178), // LATIN CAPITAL LETTER Y WITH DIAERESIS (Ÿ)
];
