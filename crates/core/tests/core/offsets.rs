//! Offsets that start near the edges of integers: the same tokens, shifted.

use tagspan_core::scanner::{Options, Scanner};
use testing::settings::scanner_options;
use testing::vectors;

use crate::harness::{Stream, chunkings, pages, scan};

const STARTS: [u64; 5] = [3, u32::MAX as u64 - 5, u32::MAX as u64 + 1, (1 << 63) - 9, u64::MAX - (1 << 40)];

fn at(options: &Options, start: u64, chunks: &[&[u8]]) -> Stream {
    let mut scanner = Scanner::with_options(options.clone());
    scanner.skip_offset(start);
    let mut stream = Stream::starting_at(start);
    for (chunk, last) in chunks.iter().map(|chunk| (*chunk, false)).chain([(&b""[..], true)]) {
        scan(&mut scanner, chunk, last, |token| stream.push(token).unwrap()).unwrap();
    }
    stream
}

#[test]
fn vectors_far_into_an_input() {
    for vector in vectors::load() {
        let mut options = scanner_options(&vector.options);
        options.parse_errors = true;
        let whole = at(&options, 0, &[&vector.input]);
        for start in STARTS {
            for chunks in chunkings(&vector.input).iter().take(3) {
                let got = at(&options, start, chunks);
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
        let mut options = Options::default();
        options.parse_errors = true;
        let whole = at(&options, 0, &[&page]);
        for start in STARTS {
            let chunks: Vec<&[u8]> = page.chunks(61).collect();
            let got = at(&options, start, &chunks);
            assert!(got.items == whole.map_offsets(|offset| offset + start).items, "{name} at {start}");
        }
    }
}
