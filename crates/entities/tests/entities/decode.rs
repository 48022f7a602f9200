//! Decoding: tables for what is easily got wrong, and generated strings against the oracle.

use std::borrow::Cow;
use std::sync::LazyLock;

use proptest::prelude::*;
use tagspan_entities::ReferenceError::{
    AbsenceOfDigits, Control, MissingSemicolon, Noncharacter, Null, OutsideUnicodeRange, Surrogate,
    UnknownNamed,
};
use tagspan_entities::{
    Decode, Nul, ReferenceError, References, decode, decode_with,
    tokenizing::{decode_name, decode_name_part, decode_part, references},
};

use super::oracle;

static ENTRIES: LazyLock<Vec<oracle::Entry>> = LazyLock::new(oracle::entries);

const WAYS: [Decode; 6] = [
    Decode::DATA,
    Decode::RCDATA,
    Decode::RAWTEXT,
    Decode::CDATA,
    Decode::ATTRIBUTE,
    Decode { references: References::Attribute, nul: Nul::Keep },
];

/// Decodes in both ways, and checks what must hold for any input.
fn run(bytes: &[u8], how: Decode) -> oracle::Decoded {
    let mut errors = Vec::new();
    let text = decode_with(bytes, how, |offset, error| errors.push((offset, error)));
    assert_eq!(matches!(text, Cow::Borrowed(_)), text.as_bytes() == bytes, "{bytes:?} {how:?}");
    assert_eq!(text, decode(bytes, how), "{bytes:?} {how:?}");
    // What follows a part changes nothing, though it would, were it a part of it.
    for around in ["", "\n;=x&\0\u{80}and some more, longer than a block"] {
        let within = [b"&#", bytes, around.as_bytes()].concat();
        assert_eq!(text, decode_part(&within, 2..2 + bytes.len(), how), "{bytes:?} {how:?}");
    }
    assert!(text.len() <= 3 * bytes.len());
    assert!(errors.is_sorted_by_key(|&(offset, _)| offset), "{errors:?}");
    (text.into_owned(), errors)
}

/// The names of parse errors in the standard, and that each message says what to do.
#[test]
fn errors_have_the_names_of_the_standard() {
    for (input, code) in [
        ("&lt", "missing-semicolon-after-character-reference"),
        ("&zzzz;", "unknown-named-character-reference"),
        ("&#;", "absence-of-digits-in-numeric-character-reference"),
        ("&#0;", "null-character-reference"),
        ("&#x110000;", "character-reference-outside-unicode-range"),
        ("&#xD800;", "surrogate-character-reference"),
        ("&#xFFFE;", "noncharacter-character-reference"),
        ("&#x80;", "control-character-reference"),
    ] {
        let mut errors = Vec::new();
        decode_with(input.as_bytes(), Decode::DATA, |_, error| errors.push(error));
        assert_eq!(errors.iter().map(|error| error.code()).collect::<Vec<_>>(), [code], "{input}");
        let message = errors[0].to_string();
        assert!(message.contains(": "), "{code}: {message}");
    }
}

#[test]
fn references_in_text_and_in_attributes() {
    type Errors = &'static [(usize, ReferenceError)];
    // Input, as text with its errors, as an attribute value with its errors.
    let table: [(&str, &str, Errors, &str, Errors); 25] = [
        ("&notit;", "¬it;", &[(4, MissingSemicolon)], "&notit;", &[]),
        ("&notin;", "∉", &[], "∉", &[]),
        ("&notin", "¬in", &[(4, MissingSemicolon)], "&notin", &[]),
        ("&not", "¬", &[(4, MissingSemicolon)], "¬", &[(4, MissingSemicolon)]),
        ("&not=", "¬=", &[(4, MissingSemicolon)], "&not=", &[]),
        ("&not;=", "¬=", &[], "¬=", &[]),
        ("&not_", "¬_", &[(4, MissingSemicolon)], "¬_", &[(4, MissingSemicolon)]),
        ("&not é", "¬ é", &[(4, MissingSemicolon)], "¬ é", &[(4, MissingSemicolon)]),
        ("&noté", "¬é", &[(4, MissingSemicolon)], "¬é", &[(4, MissingSemicolon)]),
        ("&not\r\n", "¬\n", &[(4, MissingSemicolon)], "¬\n", &[(4, MissingSemicolon)]),
        ("&gtreqqlesX", ">reqqlesX", &[(3, MissingSemicolon)], "&gtreqqlesX", &[]),
        ("&nGt;&nLt;", "\u{226B}\u{20D2}\u{226A}\u{20D2}", &[], "\u{226B}\u{20D2}\u{226A}\u{20D2}", &[]),
        ("&xyzzy;", "&xyzzy;", &[(6, UnknownNamed)], "&xyzzy;", &[(6, UnknownNamed)]),
        ("&xyzzy", "&xyzzy", &[], "&xyzzy", &[]),
        ("&xyzzy&amp;", "&xyzzy&", &[], "&xyzzy&", &[]),
        ("&1;", "&1;", &[(2, UnknownNamed)], "&1;", &[(2, UnknownNamed)]),
        ("&;", "&;", &[], "&;", &[]),
        ("&", "&", &[], "&", &[]),
        ("&&&", "&&&", &[], "&&&", &[]),
        ("&&lt;", "&<", &[], "&<", &[]),
        ("& amp;", "& amp;", &[], "& amp;", &[]),
        ("&amp;lt;", "&lt;", &[], "&lt;", &[]),
        ("&amp&lt;", "&<", &[(4, MissingSemicolon)], "&<", &[(4, MissingSemicolon)]),
        ("&ampamp;", "&amp;", &[(4, MissingSemicolon)], "&ampamp;", &[]),
        (
            "?a=1&lt=2&ltx&lt&x;",
            "?a=1<=2<x<&x;",
            &[(7, MissingSemicolon), (12, MissingSemicolon), (16, MissingSemicolon), (18, UnknownNamed)],
            "?a=1&lt=2&ltx<&x;",
            &[(16, MissingSemicolon), (18, UnknownNamed)],
        ),
    ];
    for (input, text, text_errors, value, value_errors) in table {
        for nul in [Nul::Keep, Nul::Replace] {
            let bytes = input.as_bytes();
            let how = |references| Decode { references, nul };
            assert_eq!(run(bytes, how(References::Text)), (text.into(), text_errors.into()), "{input}");
            assert_eq!(
                run(bytes, how(References::Attribute)),
                (value.into(), value_errors.into()),
                "{input}"
            );
        }
    }
}

#[test]
fn errors_have_their_names_and_say_what_to_do() {
    let table = [
        (MissingSemicolon, "missing-semicolon-after-character-reference", "add a `;`"),
        (UnknownNamed, "unknown-named-character-reference", "write `&amp;`"),
        (AbsenceOfDigits, "absence-of-digits-in-numeric-character-reference", "write `&amp;`"),
        (Null, "null-character-reference", "U+0000"),
        (OutsideUnicodeRange, "character-reference-outside-unicode-range", "U+10FFFF"),
        (Surrogate, "surrogate-character-reference", "surrogate"),
        (Noncharacter, "noncharacter-character-reference", "no character"),
        (Control, "control-character-reference", "windows-1252"),
    ];
    for (error, code, says) in table {
        assert_eq!(error.code(), code);
        let message = error.to_string();
        assert!(message.contains(says), "{code}: {message}");
    }
}

#[test]
fn newlines_nul_and_ill_formed_bytes() {
    // Input, decoded with NUL kept; the same in every place, as no references are in it.
    let table: [(&[u8], &str); 28] = [
        (b"", ""),
        (b"\n", "\n"),
        (b"\r", "\n"),
        (b"\r\n", "\n"),
        (b"\n\r", "\n\n"),
        (b"\r\r\n", "\n\n"),
        (b"\r\n\n", "\n\n"),
        (b"a\rb\r\nc\nd", "a\nb\nc\nd"),
        (b"\0", "\0"),
        (b"\r\0\n", "\n\0\n"),
        (b"\xFF", "\u{FFFD}"),
        (b"\xFF\xFE", "\u{FFFD}\u{FFFD}"),
        (b"\xC3\xA9", "é"),
        (b"\xC3", "\u{FFFD}"),
        (b"\xC3\r\n\xA9", "\u{FFFD}\n\u{FFFD}"),
        (b"\xC3\0\xA9", "\u{FFFD}\0\u{FFFD}"),
        (b"\xC3<", "\u{FFFD}<"),
        (b"\xE2\x82\xAC", "€"),
        (b"\xE2\x82", "\u{FFFD}"),
        (b"\xE2\x82\r", "\u{FFFD}\n"),
        (b"\xE2\x82\xE2\x82\xAC", "\u{FFFD}€"),
        (b"\xE2\xE2\xE2", "\u{FFFD}\u{FFFD}\u{FFFD}"),
        (b"\xF0\x9F\x98\x80", "😀"),
        (b"\xF0\x9F\x98x\x80", "\u{FFFD}x\u{FFFD}"),
        (b"\xF4\x90\x80\x80", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
        (b"\xED\xA0\x80", "\u{FFFD}\u{FFFD}\u{FFFD}"),
        (b"\xC0\x80", "\u{FFFD}\u{FFFD}"),
        (b"\xEF\xBB\xBFx", "\u{FEFF}x"),
    ];
    for (bytes, text) in table {
        for how in WAYS {
            let expected = match how.nul {
                Nul::Keep => text.into(),
                Nul::Replace => text.replace('\0', "\u{FFFD}"),
            };
            assert_eq!(run(bytes, how), (expected, vec![]), "{bytes:?} {how:?}");
        }
    }
}

#[test]
fn ill_formed_bytes_beside_references() {
    let table: [(&[u8], &str); 9] = [
        (b"\xC3&lt;\xA9", "\u{FFFD}<\u{FFFD}"),
        (b"&lt\xC3\xA9", "<é"),
        (b"&lt\xA9;", "<\u{FFFD};"),
        (b"&\xFFlt;", "&\u{FFFD}lt;"),
        (b"&l\xFFt;", "&l\u{FFFD}t;"),
        (b"&#\xFF65;", "&#\u{FFFD}65;"),
        (b"&#6\xFF5;", "\u{6}\u{FFFD}5;"),
        (b"&#x41\xE2\x82&#x41;", "A\u{FFFD}A"),
        (b"\xE2\x82&\xAC", "\u{FFFD}&\u{FFFD}"),
    ];
    for (bytes, text) in table {
        for how in [Decode::DATA, Decode::RCDATA, Decode::ATTRIBUTE] {
            assert_eq!(run(bytes, how).0, text, "{bytes:?} {how:?}");
        }
    }
}

#[test]
fn names_are_lowered() {
    let table: [(&[u8], &str); 16] = [
        (b"", ""),
        (b"a", "a"),
        (b"A", "a"),
        (b"@[`{", "@[`{"),
        (b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"),
        (b"data-some-thing-or-other", "data-some-thing-or-other"),
        (b"data-some-thing-or-otheR", "data-some-thing-or-other"),
        (b"viewBox", "viewbox"),
        (b"xlink:href", "xlink:href"),
        (b"a&AMP;", "a&amp;"),
        (b"A\0", "a\u{FFFD}"),
        (b"a\r\nB\r", "a\nb\n"),
        (b"\xC3\x89\xC3\xA9A", "Ééa"),
        (b"\xE2\x84\xAA", "\u{212A}"),
        (b"A\xFFB\xE2\x84", "a\u{FFFD}b\u{FFFD}"),
        (b"\xFF", "\u{FFFD}"),
    ];
    for (bytes, name) in table {
        for around in ["", "A=\"&\" ", " and more that is longer than a block"] {
            let within = [b"<A", bytes, around.as_bytes()].concat();
            let part = 2..2 + bytes.len();
            assert_eq!(decode_name_part(&within, part), name, "{bytes:?}");
        }
        let found = decode_name(bytes);
        assert_eq!(found, name, "{bytes:?}");
        assert_eq!(matches!(found, Cow::Borrowed(_)), found.as_bytes() == bytes, "{bytes:?}");
        assert_eq!(name, decode(bytes, Decode::RAWTEXT).to_ascii_lowercase());
    }
}

/// Each would take minutes if it were quadratic.
#[test]
fn a_mebibyte_of_anything_is_linear() {
    let table: [(&str, &str, Option<&str>); 11] = [
        // The unit repeated, what stands before, what comes out of the whole if that is not the input.
        ("&", "", None),
        ("&a", "", None),
        ("&gtreqqle", "&x", None),
        ("&CounterClockwiseContourIntegra", "", None),
        ("a", "&", None),
        ("&#", "", None),
        ("&#x", "", None),
        ("9", "&#", Some("\u{FFFD}")),
        ("0", "&#x", Some("\u{FFFD}")),
        ("F", "&#x", Some("\u{FFFD}")),
        ("7", "&amp;#", Some("&#")),
    ];
    for (unit, before, out) in table {
        let input = format!("{before}{}", unit.repeat((1 << 20) / unit.len()));
        let (text, _) = run(input.as_bytes(), Decode::ATTRIBUTE);
        match out {
            None => assert!(text == input, "{before:?} and many {unit:?}"),
            Some("&#") => assert!(text == input.replace("&amp;", "&"), "{before:?} and many {unit:?}"),
            Some(out) => assert!(text == out, "{before:?} and many {unit:?}"),
        }
    }
}

/// Pieces of which the generated inputs are made.
fn piece() -> impl Strategy<Value = &'static [u8]> {
    const PIECES: [&[u8]; 31] = [
        b"&",
        b"&",
        b"&",
        b"#",
        b"#x",
        b"X",
        b";",
        b";",
        b"=",
        b"a",
        b"n",
        b"o",
        b"t",
        b"0",
        b"9",
        b"\r",
        b"\n",
        b"\0",
        "é".as_bytes(),
        b"\xFF",
        b"\xC3",
        b"\xE2\x82",
        b" ",
        b"amp",
        b"notin;",
        b"some plain text, longer than two blocks are",
        "ein längerer Text, der kein ASCII mehr ist".as_bytes(),
        b"gt",
        b"nGt;",
        b"&#13",
        b"D800",
    ];
    prop::sample::select(&PIECES[..])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn decodes_as_the_oracle_does(pieces in prop::collection::vec(piece(), 0..12), how in 0..WAYS.len()) {
        let bytes = pieces.concat();
        let how = WAYS[how];
        prop_assert_eq!(run(&bytes, how), oracle::decode(&ENTRIES, &bytes, how));
    }

    /// The references that are listed are those that decoding replaces: the rest decodes to itself, but for newlines and NUL.
    #[test]
    fn lists_the_references_that_it_decodes(pieces in prop::collection::vec(piece(), 0..12), how in 0..WAYS.len()) {
        let bytes = pieces.concat();
        let how = WAYS[how];
        let without = Decode { references: References::None, ..how };
        let (mut text, mut at) = (String::new(), 0);
        for (range, characters) in references(&bytes, how) {
            text += &decode(&bytes[at..range.start], without);
            text += &characters.to_string();
            at = range.end;
        }
        text += &decode(&bytes[at..], without);
        prop_assert_eq!(text, decode(&bytes, how));
    }
}
