//! The fuzz target of late declarations, with the reference's algorithm as its oracle.

use crate::checks;
use crate::sniffing::{Case, LateCase, generate_late};
use tagspan_reference::encoding::{Encoding, SniffOptions};

use super::layout;

/// How many documents are generated for seeds.
const SAMPLES: u64 = 400;

/// How many bytes a seed may have, so that with its control it is no longer than the target wants it.
const LONGEST: usize = 480;

/// The control: the default encoding, the prescan's limit, the kind of the replay limit and its byte, the stops, then
/// the splits.
pub(super) fn run(data: &[u8]) {
    if let Err(what) = checks::late(&case(data)) {
        panic!("{what}");
    }
}

fn case(data: &[u8]) -> LateCase {
    let (input, mut control) = layout::split(data);
    let default = usize::from(layout::byte(&mut control)) % Encoding::all().count();
    let default = Encoding::all().nth(default).expect("there are so many");
    let prescan_limit = Some(usize::from(layout::byte(&mut control)));
    let (kind, bytes) = (layout::byte(&mut control), layout::byte(&mut control));
    let replay_limit = if kind % 2 == 0 { 64 * 1024 } else { usize::from(bytes) };
    let stops = u64::from(layout::byte(&mut control));
    let cuts = layout::cuts(&mut control, input);
    let options = SniffOptions { prescan_limit, default, ..SniffOptions::default() };
    LateCase { document: Case::new(input, cuts, options), replay_limit, stops }
}

/// Generated documents that are not too long for a fuzzer.
fn cases() -> impl Iterator<Item = LateCase> {
    (0..SAMPLES).map(|number| generate_late(0, number)).filter(|case| case.document.input.len() <= LONGEST)
}

/// Generated documents with their default encodings: no prescan, what all keep, split at every byte.
pub(super) fn samples() -> Vec<Vec<u8>> {
    let sample = |LateCase { document, stops, .. }: LateCase| {
        let default = Encoding::all().position(|encoding| encoding == document.options.default);
        let control = [default.unwrap_or(0) as u8, 0, 0, 0, stops as u8, 0];
        [&document.input[..], &control, &[control.len() as u8]].concat()
    };
    cases().map(sample).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_read_back() {
        assert!(samples().len() > 300);
        for (expected, sample) in cases().zip(samples()) {
            let LateCase { document, replay_limit, stops } = case(&sample);
            assert_eq!(document.input, expected.document.input);
            assert_eq!(document.options.default, expected.document.options.default);
            assert_eq!((document.options.prescan_limit, replay_limit), (Some(0), 64 * 1024));
            assert_eq!(stops, expected.stops % 256);
            assert_eq!(document.cuts.len(), document.input.len().saturating_sub(1));
        }
    }

    #[test]
    fn the_limits_and_the_stops_come_from_the_control() {
        let case = case(b"<p>\x01\x07\x01\x09\x0B\x05");
        assert_eq!(case.document.input, b"<p>");
        assert_eq!(case.document.options.prescan_limit, Some(7));
        assert_eq!((case.replay_limit, case.stops), (9, 11));
    }
}
