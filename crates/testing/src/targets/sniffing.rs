//! The fuzz target of the encoding sniffer, with the reference's algorithm as its oracle.

use crate::sniffing::{self, Case, generate};
use arbitrary::Unstructured;
use tagspan_reference::encoding::{Encoding, ParentDocument, SniffOptions};

use super::layout;

/// The bits of the byte that says what is known; the foreign parent is a parent too.
const OVERRIDE: u8 = 1;
const TRANSPORT: u8 = 2;
const PARENT: u8 = 4;
const LIKELY: u8 = 8;
const FOREIGN: u8 = 16;

/// How many documents are generated for seeds.
const SAMPLES: u64 = 400;

/// How many bytes a seed may have, so that with its control it is no longer than the target wants it.
const LONGEST: usize = 1280;

/// The control: the limit's kind and its two bytes, what is known, a byte for each encoding, then the splits.
pub(super) fn run(data: &[u8]) {
    if let Err(what) = sniffing::check(&case(data)) {
        panic!("{what}");
    }
}

fn case(data: &[u8]) -> Case {
    let (input, mut control) = layout::split(data);
    let options = options(&mut control);
    let cuts = layout::cuts(&mut control, input);
    Case::new(input, cuts, options)
}

fn options(control: &mut Unstructured<'_>) -> SniffOptions {
    let kind = layout::byte(control) % 3;
    let bytes = u16::from_le_bytes([layout::byte(control), layout::byte(control)]);
    let flags = layout::byte(control);
    let mut some = |flag: u8| (flags & flag != 0).then(|| encoding(layout::byte(control)));
    let (user_override, transport) = (some(OVERRIDE), some(TRANSPORT));
    let (parent, likely) = (some(PARENT), some(LIKELY));
    SniffOptions {
        user_override,
        transport: transport.map(|encoding| encoding.name().to_owned()),
        prescan_limit: match kind {
            0 => None,
            1 => Some(usize::from(bytes)),
            _ => Some(usize::MAX),
        },
        parent: parent.map(|encoding| ParentDocument { encoding, same_origin: flags & FOREIGN == 0 }),
        likely,
        ..SniffOptions::default()
    }
}

/// The encodings by their number.
fn encoding(number: u8) -> Encoding {
    let number = usize::from(number) % Encoding::all().count();
    Encoding::all().nth(number).expect("there are so many")
}

/// Generated documents that are not too long for a fuzzer.
fn inputs() -> impl Iterator<Item = Vec<u8>> {
    (0..SAMPLES).map(|number| generate(0, number).input).filter(|input| input.len() <= LONGEST)
}

/// Generated documents: with the limit that all have, all that may be known, and split at every byte.
pub(super) fn samples() -> Vec<Vec<u8>> {
    let known = OVERRIDE | TRANSPORT | PARENT | LIKELY;
    let control = [0, 0, 0, known, 6, 14, 2, 23, 0];
    inputs().map(|input| [&input[..], &control, &[control.len() as u8]].concat()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_read_back() {
        assert!(samples().len() > 300);
        for (input, sample) in inputs().zip(samples()) {
            let case = case(&sample);
            assert_eq!(case.input, input);
            assert_eq!(case.cuts.len(), case.input.len().saturating_sub(1));
            let SniffOptions { user_override, transport, prescan_limit, parent, likely, .. } = case.options;
            assert!(user_override.is_some() && transport.is_some() && likely.is_some());
            assert!(parent.is_some_and(|parent| parent.same_origin) && prescan_limit.is_none());
        }
    }

    #[test]
    fn the_limit_and_what_is_known_come_from_the_control() {
        let options = |control: &[u8]| {
            let data = [b"<p>", control, &[control.len() as u8]].concat();
            case(&data).options
        };
        assert_eq!(options(&[]), SniffOptions::default());
        assert_eq!(options(&[1, 2, 1]).prescan_limit, Some(0x102));
        assert_eq!(options(&[2]).prescan_limit, Some(usize::MAX));
        let foreign = options(&[0, 0, 0, PARENT | FOREIGN, 1]);
        assert_eq!(
            foreign.parent.map(|parent| (parent.encoding.name(), parent.same_origin)),
            Some(("IBM866", false))
        );
        assert_eq!(options(&[0, 0, 0, LIKELY, 0]).likely, Some(Encoding::UTF_8));
    }
}
