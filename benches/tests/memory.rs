//! A stream of pages takes no memory that grows with it (I8, I9).
//!
//! A counting allocator is one for the whole program, so this is a test program of its own.
#![forbid(unsafe_code)]

use allocation_counter::measure;
use benches::endless::{self, CHUNK, WAYS};
use benches::pages;

/// Enough for every page to come many times.
const BYTES: u64 = 16 << 20;

#[test]
fn a_stream_of_pages_takes_little_memory_and_none_once_warm() {
    let mut pages = endless::that_end(pages::read(&pages::own()).expect("the pages of the repository"));
    assert!(pages.len() >= 3);
    // A page that is longer than a chunk, so that tokens straddle.
    let long: Vec<u8> =
        pages.iter().flat_map(|page| page.bytes.clone()).cycle().take(3 * CHUNK + 17).collect();
    pages.extend(pages.first().cloned().map(|page| pages::Page { bytes: long, ..page }));
    for way in WAYS {
        let mut made = None;
        let mut tokens = 0;
        let cold = measure(|| tokens = made.insert((way.make)()).run(&pages, BYTES, way.one_document));
        let mut feeder = made.expect("it was just made");
        let mut again = 0;
        let warm = measure(|| again = feeder.run(&pages, BYTES, way.one_document));
        let name = way.name;
        assert_eq!(again, tokens, "{name}");
        assert!(tokens > 100_000, "{name}: {tokens}");
        assert_eq!(warm.count_total, 0, "{name}: {warm:?}");
        assert!(cold.bytes_max < 1 << 20, "{name}: {cold:?}");
        // It counts: the buffers of attributes at least.
        assert!(cold.count_total > 0, "{name}: {cold:?}");
    }
}
