//! Section 8.2.3.1: how to consume an entity.

use super::state::State;
use super::tokenizer::Tokenizer;
use crate::entities::longest_match;

/// The heading of the section. Its parse errors are called so.
const TOKENISING_ENTITIES: &str = "Tokenising entities";

impl Tokenizer {
    /// 8.2.3.1. Tokenising entities
    ///
    /// The characters of the returned token: one, or two for some names that the table has today.
    pub(super) fn consume_an_entity(&mut self) -> Option<String> {
        let next = self.next_few_characters().next();
        match next {
            Some('\t' | '\n' | '\u{B}' | '\u{C}' | ' ' | '<' | '&') | None => None,
            Some('#') => self.consume_a_numeric_entity(),
            Some(_) => self.consume_a_named_entity(),
        }
    }

    /// The entry of U+0023 NUMBER SIGN (#).
    fn consume_a_numeric_entity(&mut self) -> Option<String> {
        self.consume("#".len());
        let hexadecimal = matches!(self.next_few_characters().next(), Some('x' | 'X'));
        if hexadecimal {
            self.consume("x".len());
        }
        let base = if hexadecimal { 16 } else { 10 };
        let digits: String =
            self.next_few_characters().take_while(|character| character.is_digit(base)).collect();
        if digits.is_empty() {
            self.parse_error_in_entity();
            self.unconsume(if hexadecimal { "#x".len() } else { "#".len() });
            return None;
        }
        self.consume(digits.len());
        if self.next_characters_are(";") {
            self.consume(";".len());
        } else {
            self.parse_error_in_entity();
        }
        // A number that does not fit is higher than 0x10FFFF.
        let number = u32::from_str_radix(&digits, base).unwrap_or(u32::MAX);
        if let Some(&(_, character)) = NUMBERS.iter().find(|&&(first_column, _)| first_column == number) {
            self.parse_error_in_entity();
            return Some(character.to_string());
        }
        if number == 0 || number > 0x10FFFF || matches!(number, 0xD800..=0xDFFF) {
            self.parse_error_in_entity();
            return Some('\u{FFFD}'.to_string());
        }
        let character = char::from_u32(number).expect("surrogates and what is beyond Unicode are replaced");
        Some(character.to_string())
    }

    /// The entry "Anything else".
    fn consume_a_named_entity(&mut self) -> Option<String> {
        let Some(row) = longest_match(self.next_few_characters()) else {
            self.parse_error_in_entity();
            return None;
        };
        self.consume(row.name.len());
        let ends_in_semicolon = row.name.ends_with(';');
        if !ends_in_semicolon {
            self.parse_error_in_entity();
        }
        if self.state == State::EntityInAttributeValue
            && !ends_in_semicolon
            && matches!(self.next_few_characters().next(), Some('0'..='9' | 'A'..='Z' | 'a'..='z'))
        {
            self.unconsume(row.name.len());
            return None;
        }
        Some(row.characters.clone())
    }

    /// A parse error of this section, at the character after what was consumed.
    fn parse_error_in_entity(&mut self) {
        self.report_at_next_input_character(TOKENISING_ENTITIES);
    }
}

/// Number, Unicode character.
const NUMBERS: [(u32, char); 33] = [
    (0x0D, '\u{000A}'), // LINE FEED (LF)
    (0x80, '\u{20AC}'), // EURO SIGN ('€')
    (0x81, '\u{FFFD}'), // REPLACEMENT CHARACTER
    (0x82, '\u{201A}'), // SINGLE LOW-9 QUOTATION MARK ('‚')
    (0x83, '\u{0192}'), // LATIN SMALL LETTER F WITH HOOK ('ƒ')
    (0x84, '\u{201E}'), // DOUBLE LOW-9 QUOTATION MARK ('„')
    (0x85, '\u{2026}'), // HORIZONTAL ELLIPSIS ('…')
    (0x86, '\u{2020}'), // DAGGER ('†')
    (0x87, '\u{2021}'), // DOUBLE DAGGER ('‡')
    (0x88, '\u{02C6}'), // MODIFIER LETTER CIRCUMFLEX ACCENT ('ˆ')
    (0x89, '\u{2030}'), // PER MILLE SIGN ('‰')
    (0x8A, '\u{0160}'), // LATIN CAPITAL LETTER S WITH CARON ('Š')
    (0x8B, '\u{2039}'), // SINGLE LEFT-POINTING ANGLE QUOTATION MARK ('‹')
    (0x8C, '\u{0152}'), // LATIN CAPITAL LIGATURE OE ('Œ')
    (0x8D, '\u{FFFD}'), // REPLACEMENT CHARACTER
    (0x8E, '\u{017D}'), // LATIN CAPITAL LETTER Z WITH CARON ('Ž')
    (0x8F, '\u{FFFD}'), // REPLACEMENT CHARACTER
    (0x90, '\u{FFFD}'), // REPLACEMENT CHARACTER
    (0x91, '\u{2018}'), // LEFT SINGLE QUOTATION MARK ('‘')
    (0x92, '\u{2019}'), // RIGHT SINGLE QUOTATION MARK ('’')
    (0x93, '\u{201C}'), // LEFT DOUBLE QUOTATION MARK ('“')
    (0x94, '\u{201D}'), // RIGHT DOUBLE QUOTATION MARK ('”')
    (0x95, '\u{2022}'), // BULLET ('•')
    (0x96, '\u{2013}'), // EN DASH ('–')
    (0x97, '\u{2014}'), // EM DASH ('—')
    (0x98, '\u{02DC}'), // SMALL TILDE ('˜')
    (0x99, '\u{2122}'), // TRADE MARK SIGN ('™')
    (0x9A, '\u{0161}'), // LATIN SMALL LETTER S WITH CARON ('š')
    (0x9B, '\u{203A}'), // SINGLE RIGHT-POINTING ANGLE QUOTATION MARK ('›')
    (0x9C, '\u{0153}'), // LATIN SMALL LIGATURE OE ('œ')
    (0x9D, '\u{FFFD}'), // REPLACEMENT CHARACTER
    (0x9E, '\u{017E}'), // LATIN SMALL LETTER Z WITH CARON ('ž')
    (0x9F, '\u{0178}'), // LATIN CAPITAL LETTER Y WITH DIAERESIS ('Ÿ')
];
