//! The layout of the bytes of a fuzz target: HTML first, then the settings and the chunking.
//!
//! ```text
//! <p title=x>text</p> … 02 01 03   03
//! the input               control   how many bytes of control precede this one, modulo 32
//! ```
//!
//! The HTML stays readable and begins at the first byte, so that a mutation of it leaves the settings alone, and a
//! plain page is a usable seed. Control bytes that are missing count as zero, which is the default of everything:
//! a page with a zero byte after it is tokenized as a document.

use arbitrary::Unstructured;
use tagspan_reference::{Context, Edition, Options, TextState};

use crate::case::Case;

/// The names that may be taken for that of the last start tag; the empty one stands for none.
const LAST_START_TAGS: [&str; 8] = ["", "script", "title", "style", "textarea", "xmp", "a", "plaintext"];

/// Control bytes are at most this many, modulo included.
const MAX_CONTROL: usize = 32;

/// The bits of the byte of flags.
const CDATA: u8 = 1;
const NO_CONTEXT: u8 = 2;
const SCRIPTING: u8 = 4;
const PROCESSING_INSTRUCTIONS: u8 = 8;

/// Cuts the data into the input and what decides about the rest.
pub(super) fn split(data: &[u8]) -> (&[u8], Unstructured<'_>) {
    let Some((&count, before)) = data.split_last() else { return (data, Unstructured::new(&[])) };
    let (input, control) = before.split_at(before.len() - before.len().min(usize::from(count) % MAX_CONTROL));
    (input, Unstructured::new(control))
}

/// The settings: three bytes of control.
pub(super) fn options(control: &mut Unstructured<'_>) -> Options {
    let initial_state = *choose(control, &TextState::ALL);
    let flags = byte(control);
    let last_start_tag = *choose(control, &LAST_START_TAGS);
    let has = |flag| flags & flag != 0;
    Options {
        initial_state,
        cdata: has(CDATA),
        context: if has(NO_CONTEXT) { Context::None } else { Context::Document },
        scripting: has(SCRIPTING),
        edition: if has(PROCESSING_INSTRUCTIONS) {
            Edition::LivingProcessingInstructions
        } else {
            Edition::Living
        },
        last_start_tag: (!last_start_tag.is_empty()).then(|| last_start_tag.to_owned()),
    }
}

/// The splits: one byte says how, the others where. Without any the input is split at every byte.
pub(super) fn cuts(control: &mut Unstructured<'_>, input: &[u8]) -> Vec<usize> {
    match byte(control) % 4 {
        0 => (1..input.len()).collect(),
        // Chunks of a few short lengths, over and over; a zero makes an empty chunk.
        1 | 2 => {
            let rest = control.bytes(control.len()).unwrap_or_default();
            let lengths: Vec<usize> = rest.iter().map(|&length| usize::from(length)).collect();
            let mut cuts = Vec::new();
            if lengths.iter().any(|&length| length > 0) {
                let mut at = 0;
                for length in lengths.iter().cycle() {
                    at += length;
                    if at > input.len() {
                        break;
                    }
                    cuts.push(at);
                }
            }
            cuts
        }
        // A few splits anywhere; equal ones make empty chunks.
        _ => {
            let mut cuts = Vec::new();
            // A place in an empty input takes no control.
            while !control.is_empty() && !input.is_empty() {
                cuts.push(control.int_in_range(0..=input.len()).unwrap_or(0));
            }
            cuts.sort_unstable();
            cuts
        }
    }
}

/// The whole of a case: input, settings, splits.
pub(super) fn case(data: &[u8]) -> Case {
    let (input, mut control) = split(data);
    let options = options(&mut control);
    let cuts = cuts(&mut control, input);
    Case { input: input.to_vec(), cuts, options }
}

/// The bytes that a target reads as this input with these settings, split at every byte: a seed.
///
/// A name of the last start tag that the layout has no number for is left out. There always is a seed.
pub(super) fn seed(input: &[u8], options: &Options) -> Option<Vec<u8>> {
    let position = |found: Option<usize>| found.unwrap_or(0) as u8;
    let flag = |flag: u8, on: bool| if on { flag } else { 0 };
    let name = options.last_start_tag.as_deref().unwrap_or_default();
    let control = [
        position(TextState::ALL.iter().position(|state| *state == options.initial_state)),
        flag(CDATA, options.cdata)
            | flag(NO_CONTEXT, options.context == Context::None)
            | flag(SCRIPTING, options.scripting)
            | flag(PROCESSING_INSTRUCTIONS, options.edition == Edition::LivingProcessingInstructions),
        position(LAST_START_TAGS.iter().position(|known| *known == name)),
    ];
    Some([input, &control, &[control.len() as u8]].concat())
}

/// A byte of control, zero when none is left.
pub(super) fn byte(control: &mut Unstructured<'_>) -> u8 {
    control.arbitrary().unwrap_or(0)
}

/// One of a list, the first when no control is left.
pub(super) fn choose<'a, T>(control: &mut Unstructured<'_>, list: &'a [T]) -> &'a T {
    control.choose(list).expect("the list has something in it")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_read_back() {
        for initial_state in TextState::ALL {
            for last_start_tag in LAST_START_TAGS {
                for flags in 0..16_u8 {
                    let has = |flag| flags & flag != 0;
                    let wanted = Options {
                        initial_state,
                        last_start_tag: (!last_start_tag.is_empty()).then(|| last_start_tag.to_owned()),
                        cdata: has(1),
                        context: if has(2) { Context::None } else { Context::Document },
                        scripting: has(4),
                        edition: if has(8) { Edition::LivingProcessingInstructions } else { Edition::Living },
                    };
                    let case = case(&seed(b"<p>", &wanted).unwrap());
                    assert_eq!((&case.input[..], case.options), (&b"<p>"[..], wanted));
                    assert_eq!(case.cuts, [1, 2]);
                }
            }
        }
    }

    #[test]
    fn data_is_cut_into_input_and_control() {
        // The data, the input, the splits.
        let table: [(&[u8], &[u8], &[usize]); 12] = [
            (b"", b"", &[]),
            (b"\0", b"", &[]),
            (b"abc\0", b"abc", &[1, 2]),
            (b"abc\x20", b"abc", &[1, 2]),
            (b"abc\x1F", b"", &[]),
            (b"abc\0\0\0\x03", b"abc", &[1, 2]),
            (b"abcdef\0\0\0\x01\x02\x05", b"abcdef", &[2, 4, 6]),
            (b"abcdef\0\0\0\x02\x01\0\x03\x07", b"abcdef", &[1, 1, 4, 5, 5]),
            (b"abcdef\0\0\0\x01\0\0\x06", b"abcdef", &[]),
            (b"abcdef\0\0\0\x01\xFF\x05", b"abcdef", &[]),
            (b"abcdef\0\0\0\x03\x06\x02\x02\0\x08", b"abcdef", &[0, 2, 2, 6]),
            (b"\0\0\0\x03\x06\x02\x06", b"", &[]),
        ];
        for (data, input, cuts) in table {
            let case = case(data);
            assert_eq!((&case.input[..], &case.cuts[..]), (input, cuts), "{data:?}");
            let chunks: Vec<&[u8]> = case.chunks().collect();
            assert_eq!(chunks.concat(), case.input, "{data:?}");
        }
    }
}
