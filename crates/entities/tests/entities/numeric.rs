//! Numeric references: every number that is special, and every way to write one.

use super::oracle;
use tagspan_entities::ReferenceError::{AbsenceOfDigits, MissingSemicolon};
use tagspan_entities::ReferenceError::{Control, Noncharacter, Null, OutsideUnicodeRange, Surrogate};
use tagspan_entities::tokenizing::NumericCode;
use tagspan_entities::{Decode, ReferenceError, decode_with};

fn decimal(digits: &str) -> NumericCode {
    let mut code = NumericCode::new();
    assert!(digits.bytes().all(|digit| code.push(digit, 10)));
    code
}

fn hexadecimal(digits: &str) -> NumericCode {
    let mut code = NumericCode::new();
    assert!(digits.bytes().all(|digit| code.push(digit, 16)));
    code
}

#[test]
fn every_number_up_to_beyond_unicode_is_as_the_oracle_says() {
    for number in 0..0x11_0100_u32 {
        let expected = oracle::resolve(u64::from(number));
        assert_eq!(decimal(&format!("{number}")).resolve(), expected, "{number}");
        if number < 0x3000 || number % 0x10000 > 0xFF00 {
            assert_eq!(hexadecimal(&format!("{number:x}")).resolve(), expected, "{number:x}");
            assert_eq!(hexadecimal(&format!("000{number:X}")).resolve(), expected, "{number:X}");
        }
    }
}

#[test]
fn special_numbers() {
    let table: [(u32, char, Option<ReferenceError>); 40] = [
        (0x00, '\u{FFFD}', Some(Null)),
        (0x01, '\u{01}', Some(Control)),
        (0x08, '\u{08}', Some(Control)),
        (0x09, '\t', None),
        (0x0A, '\n', None),
        (0x0B, '\u{0B}', Some(Control)),
        (0x0C, '\u{0C}', None),
        (0x0D, '\r', Some(Control)),
        (0x0E, '\u{0E}', Some(Control)),
        (0x1F, '\u{1F}', Some(Control)),
        (0x20, ' ', None),
        (0x7E, '~', None),
        (0x7F, '\u{7F}', Some(Control)),
        (0x80, '€', Some(Control)),
        (0x81, '\u{81}', Some(Control)),
        (0x85, '…', Some(Control)),
        (0x8D, '\u{8D}', Some(Control)),
        (0x8F, '\u{8F}', Some(Control)),
        (0x90, '\u{90}', Some(Control)),
        (0x9D, '\u{9D}', Some(Control)),
        (0x9F, 'Ÿ', Some(Control)),
        (0xA0, '\u{A0}', None),
        (0xD7FF, '\u{D7FF}', None),
        (0xD800, '\u{FFFD}', Some(Surrogate)),
        (0xDBFF, '\u{FFFD}', Some(Surrogate)),
        (0xDC00, '\u{FFFD}', Some(Surrogate)),
        (0xDFFF, '\u{FFFD}', Some(Surrogate)),
        (0xE000, '\u{E000}', None),
        (0xFDCF, '\u{FDCF}', None),
        (0xFDD0, '\u{FDD0}', Some(Noncharacter)),
        (0xFDEF, '\u{FDEF}', Some(Noncharacter)),
        (0xFDF0, '\u{FDF0}', None),
        (0xFFFD, '\u{FFFD}', None),
        (0xFFFE, '\u{FFFE}', Some(Noncharacter)),
        (0xFFFF, '\u{FFFF}', Some(Noncharacter)),
        (0x10000, '\u{10000}', None),
        (0x1FFFE, '\u{1FFFE}', Some(Noncharacter)),
        (0x10FFFD, '\u{10FFFD}', None),
        (0x10FFFF, '\u{10FFFF}', Some(Noncharacter)),
        (0x110000, '\u{FFFD}', Some(OutsideUnicodeRange)),
    ];
    for (number, character, error) in table {
        assert_eq!(decimal(&number.to_string()).resolve(), (character, error), "{number:#x}");
        assert_eq!(hexadecimal(&format!("{number:x}")).resolve(), (character, error), "{number:#x}");
    }
}

#[test]
fn the_number_saturates_and_never_comes_back() {
    let beyond = ('\u{FFFD}', Some(OutsideUnicodeRange));
    for digits in
        ["1114112", "4294967295", "4294967296", "4294967361", "18446744073709551616", "18446744073709551681"]
    {
        assert_eq!(decimal(digits).resolve(), beyond, "{digits}");
        assert_eq!(decimal(digits).value(), 0x110000, "{digits}");
    }
    for digits in ["110000", "ffffffff", "100000000", "100000041", "10000000000000041"] {
        assert_eq!(hexadecimal(digits).resolve(), beyond, "{digits}");
    }
    let zeros = "0".repeat(1_000_000);
    assert_eq!(decimal(&format!("{zeros}65")).resolve(), ('A', None));
    assert_eq!(decimal(&format!("65{zeros}")).resolve(), beyond);
    assert_eq!(hexadecimal(&format!("41{zeros}")).resolve(), beyond);
}

#[test]
fn other_bytes_are_refused_and_change_nothing() {
    let mut code = decimal("12");
    for byte in 0..=u8::MAX {
        if !byte.is_ascii_digit() {
            assert!(!code.push(byte, 10), "{byte:#x}");
        }
        if !byte.is_ascii_hexdigit() {
            assert!(!code.push(byte, 16), "{byte:#x}");
        }
        assert_eq!(code.value(), 12);
    }
}

#[test]
fn every_way_to_write_one() {
    type Errors = &'static [(usize, ReferenceError)];
    // Input, decoded, errors; the same in text and in attribute values.
    let table: [(&str, &str, Errors); 33] = [
        ("&#", "&#", &[(2, AbsenceOfDigits)]),
        ("&#;", "&#;", &[(2, AbsenceOfDigits)]),
        ("&#x", "&#x", &[(3, AbsenceOfDigits)]),
        ("&#X", "&#X", &[(3, AbsenceOfDigits)]),
        ("&#x;", "&#x;", &[(3, AbsenceOfDigits)]),
        ("&#xg;", "&#xg;", &[(3, AbsenceOfDigits)]),
        ("&#a;", "&#a;", &[(2, AbsenceOfDigits)]),
        ("&#-1;", "&#-1;", &[(2, AbsenceOfDigits)]),
        ("&##65;", "&##65;", &[(2, AbsenceOfDigits)]),
        ("&#xx41;", "&#xx41;", &[(3, AbsenceOfDigits)]),
        ("&#&#65;", "&#A", &[(2, AbsenceOfDigits)]),
        ("&#x&amp;", "&#x&", &[(3, AbsenceOfDigits)]),
        ("&# 65;", "&# 65;", &[(2, AbsenceOfDigits)]),
        ("&#65;", "A", &[]),
        ("&#x41;", "A", &[]),
        ("&#X41;", "A", &[]),
        ("&#65;;", "A;", &[]),
        ("&#65", "A", &[(4, MissingSemicolon)]),
        ("&#x41", "A", &[(5, MissingSemicolon)]),
        ("&#65a", "Aa", &[(4, MissingSemicolon)]),
        ("&#65=", "A=", &[(4, MissingSemicolon)]),
        ("&#x41g", "Ag", &[(5, MissingSemicolon)]),
        ("&#x41=", "A=", &[(5, MissingSemicolon)]),
        ("&#65&#66;", "AB", &[(4, MissingSemicolon)]),
        ("&#65\u{660};", "A\u{660};", &[(4, MissingSemicolon)]),
        ("&#0;", "\u{FFFD}", &[(4, Null)]),
        ("&#x0", "\u{FFFD}", &[(4, MissingSemicolon), (4, Null)]),
        ("&#13;\n", "\r\n", &[(5, Control)]),
        ("&#13\r\n", "\r\n", &[(4, MissingSemicolon), (4, Control)]),
        ("&#xD800;&#xDC00;", "\u{FFFD}\u{FFFD}", &[(8, Surrogate), (16, Surrogate)]),
        ("&#x110000;", "\u{FFFD}", &[(10, OutsideUnicodeRange)]),
        ("&#xFFFF;", "\u{FFFF}", &[(8, Noncharacter)]),
        ("&#38;lt;", "&lt;", &[]),
    ];
    for (input, text, errors) in table {
        for how in [Decode::DATA, Decode::RCDATA, Decode::ATTRIBUTE] {
            let mut reported = Vec::new();
            let decoded = decode_with(input.as_bytes(), how, |offset, error| reported.push((offset, error)));
            assert_eq!((&*decoded, &*reported), (text, errors), "{input:?} {how:?}");
        }
        let decoded = decode_with(input.as_bytes(), Decode::RAWTEXT, |_, _| panic!("no references here"));
        assert_eq!(decoded, input.replace("\r\n", "\n"));
    }
}
