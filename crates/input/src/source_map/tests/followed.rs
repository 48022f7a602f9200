//! The harness of the tests: feeds a map beside a decoder, and checks the map after each step.

use encoding_rs::{CoderResult, Encoding};

use super::super::SourceMap;
use super::oracle::Oracle;

/// Where the streams begin, so that an offset is never mistaken for an index.
const DECODED: u64 = 3;
const SOURCE: u64 = 1 << 40;

/// A way to feed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way<'a> {
    /// Where chunks end, ascending.
    pub(super) cuts: &'a [usize],
    /// The size of the decoder's output, 4 at least.
    pub(super) output: usize,
    /// Ask for every offset after every push, not only at the end.
    pub(super) every_push: bool,
    /// A number for each push, if lines are to be forgotten.
    pub(super) forget: &'a [usize],
}

impl Way<'_> {
    /// The source as one chunk.
    pub(super) const WHOLE: Way<'static> = Way { cuts: &[], output: 64, every_push: true, forget: &[] };
}

/// Feeds a source and compares every offset with the oracle's.
pub(super) fn follow(
    map: &mut SourceMap,
    encoding: &'static Encoding,
    source: &[u8],
    oracle: &Oracle,
    way: Way<'_>,
) {
    map.start(encoding, DECODED, SOURCE);
    assert_eq!(map.source_offset(DECODED), Some(SOURCE));
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut output = vec![0; way.output];
    let (mut written, mut line) = (0, 0);
    let mut lines = way.forget.iter().cycle();
    let ends = way.cuts.iter().copied().chain([source.len()]);
    let mut start = 0;
    for end in ends {
        let last = end == source.len();
        let mut chunk = &source[start..end];
        start = end;
        loop {
            let (result, read, wrote, _) = decoder.decode_to_utf8(chunk, &mut output, last);
            map.push(&chunk[..read], &output[..wrote], chunk.get(read).copied());
            chunk = &chunk[read..];
            written += wrote;
            if way.every_push {
                compare(map, encoding, source, oracle, line..written, way);
            }
            if let Some(&number) = lines.next() {
                line = line.max(number % (written + 1));
                map.forget_before(DECODED + line as u64);
            }
            if result == CoderResult::InputEmpty {
                break;
            }
        }
        if last {
            break;
        }
    }
    assert_eq!(written, oracle.decoded.len());
    compare(map, encoding, source, oracle, line..written, way);
    assert_eq!(map.source_offset(DECODED - 1), None, "before the start");
}

/// Every offset from the line to the end of what is decoded, and some beyond.
fn compare(
    map: &mut SourceMap,
    encoding: &'static Encoding,
    source: &[u8],
    oracle: &Oracle,
    range: std::ops::Range<usize>,
    way: Way<'_>,
) {
    for index in range.start..=range.end {
        let expected = oracle.offsets[index].map(|offset| SOURCE + offset);
        let found = map.source_offset(DECODED + index as u64);
        assert!(
            found == expected,
            "{} {source:02X?} {way:?}: at {index} of {} {found:?} instead of {expected:?}; {:?}",
            encoding.name(),
            range.end,
            String::from_utf8_lossy(&oracle.decoded),
        );
    }
    for beyond in [1, 2, 1 << 33] {
        assert_eq!(map.source_offset(DECODED + range.end as u64 + beyond), None);
    }
}

/// Whole, byte by byte, in every two chunks, each also with the least output; asked after every push if the
/// source is short.
pub(super) fn follow_every_way(map: &mut SourceMap, encoding: &'static Encoding, source: &[u8]) {
    let oracle = Oracle::new(encoding, source);
    let singles: Vec<usize> = (1..source.len()).collect();
    let every_push = source.len() <= 16;
    for output in [64, 4] {
        let way = Way { cuts: &[], output, every_push, forget: &[] };
        follow(map, encoding, source, &oracle, way);
        follow(map, encoding, source, &oracle, Way { cuts: &singles, ..way });
        for cut in 0..source.len() {
            follow(map, encoding, source, &oracle, Way { cuts: &[cut], ..way });
        }
    }
}
