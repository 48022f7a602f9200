//! Offsets that start near the edges of integers: the same tokens, shifted.

use tagspan_core::Tokenizer;
use testing::vectors;

use crate::harness::{End, Stream, builder, chunkings, pages, stream};

const STARTS: [u64; 5] = [3, u32::MAX as u64 - 5, u32::MAX as u64 + 1, (1 << 63) - 9, u64::MAX - (1 << 40)];

fn at(tokenizer: &mut Tokenizer, start: u64, chunks: &[&[u8]]) -> Stream {
    tokenizer.reset();
    tokenizer.as_mut().skip_offset(start);
    stream(tokenizer, chunks, End::Apart)
}

#[test]
fn vectors_far_into_an_input() {
    for vector in vectors::load() {
        let mut tokenizer = builder(&vector.options).parse_errors(true).build();
        let whole = at(&mut tokenizer, 0, &[&vector.input]);
        for start in STARTS {
            for chunks in chunkings(&vector.input).iter().take(3) {
                let got = at(&mut tokenizer, start, chunks);
                assert_eq!(
                    got.items,
                    whole.map_offsets(|offset| offset + start).items,
                    "{} at {start}",
                    vector.name
                );
            }
        }
    }
}

#[test]
fn pages_far_into_an_input() {
    for (name, page) in pages() {
        let mut tokenizer = Tokenizer::builder().parse_errors(true).build();
        let whole = at(&mut tokenizer, 0, &[&page]);
        for start in STARTS {
            let chunks: Vec<&[u8]> = page.chunks(61).collect();
            let got = at(&mut tokenizer, start, &chunks);
            assert!(got.items == whole.map_offsets(|offset| offset + start).items, "{name} at {start}");
        }
    }
}
