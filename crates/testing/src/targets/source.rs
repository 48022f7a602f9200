//! The fuzz target of source spans in all encodings, known or tentative.

use crate::case::Case;
use crate::checks;
use tagspan_input::EncodingOptions as Known;
use tagspan_reference::{Edition, Options};

use super::{input, layout};

/// The bits of the byte of flags.
const TENTATIVE: u8 = 1;
const NO_PRESCAN: u8 = 2;
const MORE_MARKUP: u8 = 4;

/// Documents that declare their encoding late, and escape sequences around that.
const LATE: [&[u8]; 4] = [
    b"a<meta charset=shift_jis>\x82\xA0<p \x82\x22=\x82>",
    b"\xC1<meta charset=koi8-r><p \xC1=\xC1>",
    b"a\x1B(B<meta charset=utf-8>\x1B$B$\"<p>",
    b"a<meta charset=iso-2022-jp>\x1B$B$\"\x1B(B<p \x1B(J\\>\x1B(B",
];

/// The control: which encoding, how it is known, then the splits.
pub(super) fn run(data: &[u8]) {
    let (case, known) = case(data);
    if let Err(what) = checks::source_spans(&case, &known) {
        panic!("{what}");
    }
}

fn case(data: &[u8]) -> (Case, Known) {
    let (source, mut control) = layout::split(data);
    let encoding = *layout::choose(&mut control, &input::ENCODINGS);
    let flags = layout::byte(&mut control);
    let has = |flag| flags & flag != 0;
    let known = Known::new();
    let known = if has(TENTATIVE) { known.default_encoding(encoding) } else { known.encoding(encoding) };
    let known = if has(NO_PRESCAN) { known.prescan_bytes(0) } else { known };
    let more = has(MORE_MARKUP);
    let edition = if more { Edition::LivingProcessingInstructions } else { Edition::Living };
    let cuts = layout::cuts(&mut control, source);
    (Case::new(source, cuts, Options { cdata: more, edition, ..Options::default() }), known)
}

/// Those of `input`, and late declarations by the side of every encoding.
pub(super) fn samples() -> Vec<Vec<u8>> {
    let late = LATE.iter().flat_map(|source| {
        (0..input::ENCODINGS.len() as u8)
            .map(|index| [source, &[index, TENTATIVE | NO_PRESCAN, 0, 3][..]].concat())
    });
    input::samples().into_iter().chain(late).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encoding_and_what_is_known_come_from_the_control() {
        let big5 = input::ENCODINGS[5];
        for (control, known, cdata, cuts) in [
            (&[][..], Known::new().encoding(input::ENCODINGS[0]), false, &[1, 2][..]),
            (&[5, 0, 1, 2], Known::new().encoding(big5), false, &[2]),
            (&[5, TENTATIVE], Known::new().default_encoding(big5), false, &[1, 2]),
            (&[5, 7], Known::new().default_encoding(big5).prescan_bytes(0), true, &[1, 2]),
        ] {
            let data = [b"<p>", control, &[control.len() as u8]].concat();
            let (case, found) = case(&data);
            assert_eq!((&case.input[..], &case.cuts[..], case.options.cdata), (&b"<p>"[..], cuts, cdata));
            assert_eq!(found, known);
        }
    }
}
