//! Tests of source maps on random bytes, divided at random.

use encoding_rs::Encoding;
use proptest::prelude::*;

use super::super::SourceMap;
use super::followed::{Way, follow};
use super::oracle::Oracle;
use super::{encode, encodings};

/// Something to build a source from: noise, bytes that matter, text in that very encoding.
fn part(encoding: &'static Encoding) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..12),
        proptest::collection::vec(
            proptest::sample::select(&b"\x1B$(BJI@\x81\x30\x39\x8E\x8F\xA1\xFE\x88\x62\xD8\xDC\0\"<"[..]),
            1..8
        ),
        "[\0-~]{0,40}".prop_map(move |text| encode(encoding, &text)),
        "[é日本語ｱ가漢简𠀀Ж<a]{0,8}".prop_map(move |text| encode(encoding, &text)),
    ]
}

fn source() -> impl Strategy<Value = (&'static Encoding, Vec<u8>)> {
    proptest::sample::select(encodings().collect::<Vec<_>>()).prop_flat_map(|encoding| {
        let parts = proptest::collection::vec(part(encoding), 0..12);
        // Repeated at times, so that there are checkpoints and something to forget.
        let times = prop_oneof![3 => Just(1), 1 => 1..100_usize];
        (Just(encoding), (parts, times).prop_map(|(parts, times)| parts.concat().repeat(times)))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_are_followed(
        (encoding, source) in source(),
        cuts in proptest::collection::vec(any::<proptest::sample::Index>(), 0..8),
        output in prop_oneof![Just(4_usize), 4..16_usize, Just(16 * 1024)],
        forget in proptest::collection::vec(any::<usize>(), 0..4),
    ) {
        // Cuts at the same place make empty chunks.
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(source.len().max(1))).collect();
        cuts.sort_unstable();
        let oracle = Oracle::new(encoding, &source);
        // Asking for everything each time is for short ones.
        let way = Way { cuts: &cuts, output, every_push: source.len() < 200, forget: &forget };
        follow(&mut SourceMap::new(), encoding, &source, &oracle, way);
    }

    #[test]
    fn queries_in_any_order_are_the_same(
        (encoding, source) in source(),
        asked in proptest::collection::vec(any::<proptest::sample::Index>(), 1..60),
    ) {
        let oracle = Oracle::new(encoding, &source);
        let mut map = SourceMap::new();
        map.start(encoding, 0, 0);
        map.push(&source, &oracle.decoded, None);
        for index in asked.iter().map(|index| index.index(oracle.offsets.len())) {
            prop_assert_eq!(map.source_offset(index as u64), oracle.offsets[index], "{} at {}", encoding.name(), index);
        }
    }
}
