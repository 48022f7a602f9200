//! Random bytes in random encodings under random chunkings, against one-shot decoding.

use proptest::prelude::*;
use tagspan_input::Encoding;

use super::harness::{one_shot, run_as};
use crate::samples::{ENCODINGS, TAILS, TEXT, encode};

/// Something to build a source from: noise, parts of marks, cut sequences, text in that very encoding.
fn part(encoding: &'static Encoding) -> impl Strategy<Value = Vec<u8>> {
    let text: Vec<char> = TEXT.chars().collect();
    prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..12),
        proptest::sample::select(&b"\xEF\xBB\xBF\xFE\xFF\x1B$(BJI\x81\x30\x8F\xA1\xD8\xDC\0\"<"[..])
            .prop_map(|byte| vec![byte]),
        proptest::sample::select(TAILS).prop_map(<[u8]>::to_vec),
        proptest::sample::subsequence(text, 1..8)
            .prop_map(move |some| encode(encoding, &some.into_iter().collect::<String>())),
    ]
}

fn source() -> impl Strategy<Value = (&'static Encoding, Vec<u8>)> {
    proptest::sample::select(&ENCODINGS[..]).prop_flat_map(|encoding| {
        // Repeated at times, so that the buffer fills.
        let parts = proptest::collection::vec(part(encoding), 0..12);
        let times = prop_oneof![9 => Just(1), 1 => 1..2000_usize];
        (Just(encoding), (parts, times).prop_map(|(parts, times)| parts.concat().repeat(times)))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, ..ProptestConfig::default() })]

    #[test]
    fn equals_one_shot(
        (encoding, source) in source(),
        cuts in proptest::collection::vec(any::<proptest::sample::Index>(), 0..12),
        near_start in proptest::collection::vec(0..6_usize, 0..4),
    ) {
        // Cuts at the same place make empty chunks.
        let mut at: Vec<usize> = cuts.iter().map(|cut| cut.index(source.len() + 1)).collect();
        at.extend(near_start.into_iter().filter(|&cut| cut <= source.len()));
        at.extend([0, source.len()]);
        at.sort_unstable();
        let chunks = at.windows(2).map(|cut| &source[cut[0]..cut[1]]);
        prop_assert_eq!(run_as(encoding, chunks), one_shot(encoding, &source));
    }
}
