//! Numeric references in every edition: the tables of replacements and the ranges that are errors.

use Outcome::{Error, Fine};
use tagspan_reference::{Edition, EventKind, Options, tokenize};

/// The value of a number, and whether it is a parse error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Fine(char),
    Error(char),
}

const REPLACED: Outcome = Error('\u{FFFD}');

const EDITIONS: [Edition; 4] = [Edition::Draft2007, Edition::Draft2009, Edition::Draft2010, Edition::Living];

/// A number and what it is in 2007, 2009, 2010 and in the living standard.
type Row = (u64, [Outcome; 4]);

/// The table of 2007. That of 2009 is the same; that of 2010 has a row for zero, and five controls that are
/// no longer replaced; that of the living standard has neither these nor zero nor CR.
#[rustfmt::skip]
const TABLE: &[Row] = &[
    (0x0D, [Error('\n'), Error('\n'), Error('\n'), Error('\r')]),
    (0x80, [Error('€'); 4]),
    (0x81, [REPLACED, REPLACED, Error('\u{81}'), Error('\u{81}')]),
    (0x82, [Error('‚'); 4]),
    (0x83, [Error('ƒ'); 4]),
    (0x84, [Error('„'); 4]),
    (0x85, [Error('…'); 4]),
    (0x86, [Error('†'); 4]),
    (0x87, [Error('‡'); 4]),
    (0x88, [Error('ˆ'); 4]),
    (0x89, [Error('‰'); 4]),
    (0x8A, [Error('Š'); 4]),
    (0x8B, [Error('‹'); 4]),
    (0x8C, [Error('Œ'); 4]),
    (0x8D, [REPLACED, REPLACED, Error('\u{8D}'), Error('\u{8D}')]),
    (0x8E, [Error('Ž'); 4]),
    (0x8F, [REPLACED, REPLACED, Error('\u{8F}'), Error('\u{8F}')]),
    (0x90, [REPLACED, REPLACED, Error('\u{90}'), Error('\u{90}')]),
    (0x91, [Error('\u{2018}'); 4]),
    (0x92, [Error('\u{2019}'); 4]),
    (0x93, [Error('\u{201C}'); 4]),
    (0x94, [Error('\u{201D}'); 4]),
    (0x95, [Error('•'); 4]),
    (0x96, [Error('\u{2013}'); 4]),
    (0x97, [Error('\u{2014}'); 4]),
    (0x98, [Error('\u{02DC}'); 4]),
    (0x99, [Error('™'); 4]),
    (0x9A, [Error('š'); 4]),
    (0x9B, [Error('›'); 4]),
    (0x9C, [Error('œ'); 4]),
    (0x9D, [REPLACED, REPLACED, Error('\u{9D}'), Error('\u{9D}')]),
    (0x9E, [Error('ž'); 4]),
    (0x9F, [Error('Ÿ'); 4]),
];

/// Zero, surrogates and what is beyond Unicode: replaced everywhere, each with one error.
const REPLACED_EVERYWHERE: &[u64] =
    &[0, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0x110000, 0xFFFF_FFFF, 0x1_0000_0041, u64::MAX];

/// Both ends of every range of controls and of noncharacters, and the single ones: 2007 has no rule for them,
/// 2009 replaces them, and from 2010 on they stay what they are, with an error.
const ILLEGAL: &[u32] = &[
    0x01, 0x08, 0x0B, 0x0E, 0x1F, 0x7F, 0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF, 0x1FFFE, 0x1FFFF, 0x2FFFE, 0x2FFFF,
    0x3FFFE, 0x3FFFF, 0x4FFFE, 0x4FFFF, 0x5FFFE, 0x5FFFF, 0x6FFFE, 0x6FFFF, 0x7FFFE, 0x7FFFF, 0x8FFFE,
    0x8FFFF, 0x9FFFE, 0x9FFFF, 0xAFFFE, 0xAFFFF, 0xBFFFE, 0xBFFFF, 0xCFFFE, 0xCFFFF, 0xDFFFE, 0xDFFFF,
    0xEFFFE, 0xEFFFF, 0xFFFFE, 0xFFFFF, 0x10FFFE, 0x10FFFF,
];

/// Their neighbours, which are fine everywhere.
const FINE: &[u32] =
    &[0x09, 0x0A, 0x0C, 0x20, 0x7E, 0xA0, 0xD7FF, 0xE000, 0xFDCF, 0xFDF0, 0xFFFD, 0x10000, 0x1FFFD, 0x10FFFD];

fn rows() -> Vec<Row> {
    let character = |number: u32| char::from_u32(number).expect("not a surrogate");
    let mut rows = TABLE.to_vec();
    rows.extend(REPLACED_EVERYWHERE.iter().map(|&number| (number, [REPLACED; 4])));
    rows.extend(ILLEGAL.iter().map(|&number| {
        let kept = character(number);
        (u64::from(number), [Fine(kept), REPLACED, Error(kept), Error(kept)])
    }));
    rows.extend(FINE.iter().map(|&number| (u64::from(number), [Fine(character(number)); 4])));
    rows
}

#[test]
fn numbers() {
    let rows = rows();
    assert_eq!(rows.len(), 33 + 9 + 42 + 14);
    for (number, outcomes) in rows {
        for (edition, expected) in EDITIONS.into_iter().zip(outcomes) {
            let options = Options { edition, ..Options::default() };
            for reference in [
                format!("&#{number};"),
                format!("&#x{number:x};"),
                format!("&#X{number:X};"),
                format!("&#000{number};"),
            ] {
                let events = tokenize(&reference, &options);
                // An error is at the offset after the reference, and before the character.
                let found = match &events[..] {
                    [text] => (0, &text.kind, Fine as fn(char) -> Outcome),
                    [error, text] => {
                        assert!(
                            matches!(error.kind, EventKind::Error(_)),
                            "{edition:?} {reference}: {events:?}"
                        );
                        (error.span.start, &text.kind, Error as fn(char) -> Outcome)
                    }
                    _ => panic!("{edition:?} {reference}: {events:?}"),
                };
                let (offset, EventKind::Text(text), outcome) = found else {
                    panic!("{edition:?} {reference}: {events:?}");
                };
                let mut characters = text.chars();
                let (first, rest) = (characters.next().map(outcome), characters.next());
                assert_eq!((first, rest), (Some(expected), None), "{edition:?} {reference}");
                let at = if matches!(expected, Error(_)) { reference.len() } else { 0 };
                assert_eq!(offset, at, "{edition:?} {reference}");
            }
        }
    }
}
