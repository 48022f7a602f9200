//! Sections 12.2.5.72 to 12.2.5.80: character references.

use super::state::State;
use super::tokenizer::Tokenizer;
use crate::entities::longest_match;
use crate::input_stream::{is_ascii_whitespace, is_control, is_noncharacter};

impl Tokenizer {
    /// 12.2.5.72 Character reference state
    pub(super) fn character_reference_state(&mut self) {
        self.own.temporary_buffer.clear();
        self.own.temporary_buffer.push('&');
        match self.consume_next_input_character() {
            Some('0'..='9' | 'A'..='Z' | 'a'..='z') => self.reconsume_in(State::NamedCharacterReference),
            Some(current @ '#') => {
                self.own.temporary_buffer.push(current);
                self.switch_to(State::NumericCharacterReference);
            }
            _ => {
                self.flush_code_points_consumed_as_a_character_reference();
                self.reconsume_in(self.own.return_state);
            }
        }
    }

    /// 12.2.5.73 Named character reference state
    pub(super) fn named_character_reference_state(&mut self) {
        if let Some(row) = longest_match(self.next_few_characters()) {
            self.consume(row.name.len());
            self.own.temporary_buffer.push_str(row.name);
            let last_character_matched = row.name.chars().last();
            let next_input_character = self.next_few_characters().next();
            if self.is_consumed_as_part_of_an_attribute()
                && last_character_matched != Some(';')
                && matches!(next_input_character, Some('=' | '0'..='9' | 'A'..='Z' | 'a'..='z'))
            {
                self.flush_code_points_consumed_as_a_character_reference();
                self.switch_to(self.own.return_state);
            } else {
                if last_character_matched != Some(';') {
                    self.parse_error_at_next_input_character("missing-semicolon-after-character-reference");
                }
                self.own.temporary_buffer.clear();
                self.own.temporary_buffer.push_str(&row.characters);
                self.flush_code_points_consumed_as_a_character_reference();
                self.switch_to(self.own.return_state);
            }
        } else {
            self.flush_code_points_consumed_as_a_character_reference();
            self.switch_to(State::AmbiguousAmpersand);
        }
    }

    /// 12.2.5.74 Ambiguous ampersand state
    pub(super) fn ambiguous_ampersand_state(&mut self) {
        match self.consume_next_input_character() {
            Some(current @ ('0'..='9' | 'A'..='Z' | 'a'..='z')) => {
                if self.is_consumed_as_part_of_an_attribute() {
                    self.append_to_attribute_value(current);
                } else {
                    self.emit_current_input_character();
                }
            }
            Some(';') => {
                self.parse_error("unknown-named-character-reference");
                self.reconsume_in(self.own.return_state);
            }
            _ => self.reconsume_in(self.own.return_state),
        }
    }

    /// 12.2.5.75 Numeric character reference state
    pub(super) fn numeric_character_reference_state(&mut self) {
        self.own.character_reference_code = 0;
        match self.consume_next_input_character() {
            Some(current @ ('x' | 'X')) => {
                self.own.temporary_buffer.push(current);
                self.switch_to(State::HexadecimalCharacterReferenceStart);
            }
            _ => self.reconsume_in(State::DecimalCharacterReferenceStart),
        }
    }

    /// 12.2.5.76 Hexadecimal character reference start state
    pub(super) fn hexadecimal_character_reference_start_state(&mut self) {
        match self.consume_next_input_character() {
            Some('0'..='9' | 'A'..='F' | 'a'..='f') => {
                self.reconsume_in(State::HexadecimalCharacterReference);
            }
            _ => {
                self.parse_error("absence-of-digits-in-numeric-character-reference");
                self.flush_code_points_consumed_as_a_character_reference();
                self.reconsume_in(self.own.return_state);
            }
        }
    }

    /// 12.2.5.77 Decimal character reference start state
    pub(super) fn decimal_character_reference_start_state(&mut self) {
        match self.consume_next_input_character() {
            Some('0'..='9') => self.reconsume_in(State::DecimalCharacterReference),
            _ => {
                self.parse_error("absence-of-digits-in-numeric-character-reference");
                self.flush_code_points_consumed_as_a_character_reference();
                self.reconsume_in(self.own.return_state);
            }
        }
    }

    /// 12.2.5.78 Hexadecimal character reference state
    pub(super) fn hexadecimal_character_reference_state(&mut self) {
        match self.consume_next_input_character() {
            Some(digit @ '0'..='9') => {
                self.multiply_character_reference_code_by(16);
                self.add_to_character_reference_code(u32::from(digit) - 0x0030);
            }
            Some(digit @ 'A'..='F') => {
                self.multiply_character_reference_code_by(16);
                self.add_to_character_reference_code(u32::from(digit) - 0x0037);
            }
            Some(digit @ 'a'..='f') => {
                self.multiply_character_reference_code_by(16);
                self.add_to_character_reference_code(u32::from(digit) - 0x0057);
            }
            Some(';') => self.switch_to(State::NumericCharacterReferenceEnd),
            _ => {
                self.parse_error("missing-semicolon-after-character-reference");
                self.reconsume_in(State::NumericCharacterReferenceEnd);
            }
        }
    }

    /// 12.2.5.79 Decimal character reference state
    pub(super) fn decimal_character_reference_state(&mut self) {
        match self.consume_next_input_character() {
            Some(digit @ '0'..='9') => {
                self.multiply_character_reference_code_by(10);
                self.add_to_character_reference_code(u32::from(digit) - 0x0030);
            }
            Some(';') => self.switch_to(State::NumericCharacterReferenceEnd),
            _ => {
                self.parse_error("missing-semicolon-after-character-reference");
                self.reconsume_in(State::NumericCharacterReferenceEnd);
            }
        }
    }

    /// 12.2.5.80 Numeric character reference end state
    pub(super) fn numeric_character_reference_end_state(&mut self) {
        if self.own.character_reference_code == 0x00 {
            self.parse_error_at_next_input_character("null-character-reference");
            self.own.character_reference_code = 0xFFFD;
        }
        if self.own.character_reference_code > 0x10FFFF {
            self.parse_error_at_next_input_character("character-reference-outside-unicode-range");
            self.own.character_reference_code = 0xFFFD;
        }
        if matches!(self.own.character_reference_code, 0xD800..=0xDFFF) {
            self.parse_error_at_next_input_character("surrogate-character-reference");
            self.own.character_reference_code = 0xFFFD;
        }
        if is_noncharacter(self.own.character_reference_code) {
            self.parse_error_at_next_input_character("noncharacter-character-reference");
        }
        let number = self.own.character_reference_code;
        if number == 0x0D || (is_control(number) && !is_ascii_whitespace(number)) {
            self.parse_error_at_next_input_character("control-character-reference");
            if let Some(&(_, code_point)) = CONTROLS.iter().find(|&&(control, _)| control == number) {
                self.own.character_reference_code = code_point;
            }
        }
        self.own.temporary_buffer.clear();
        let code_point = char::from_u32(self.own.character_reference_code);
        self.own
            .temporary_buffer
            .push(code_point.expect("surrogates and what is beyond Unicode are replaced"));
        self.flush_code_points_consumed_as_a_character_reference();
        self.switch_to(self.own.return_state);
    }

    /// A number that does not fit stays at the greatest that does, which is outside Unicode's range too.
    fn multiply_character_reference_code_by(&mut self, base: u32) {
        self.own.character_reference_code = self.own.character_reference_code.saturating_mul(base);
    }

    fn add_to_character_reference_code(&mut self, digit: u32) {
        self.own.character_reference_code = self.own.character_reference_code.saturating_add(digit);
    }
}

/// Number, code point.
const CONTROLS: [(u32, u32); 27] = [
    (0x80, 0x20AC), // EURO SIGN (€)
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
    (0x8E, 0x017D), // LATIN CAPITAL LETTER Z WITH CARON (Ž)
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
    (0x9E, 0x017E), // LATIN SMALL LETTER Z WITH CARON (ž)
    (0x9F, 0x0178), // LATIN CAPITAL LETTER Y WITH DIAERESIS (Ÿ)
];
