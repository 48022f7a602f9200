//! Lines and columns, asked for in the order and at the places that users do.

use tagspan_core::{ColumnUnit, LineColumn, Locator};

use ColumnUnit::{Bytes, CodePoints, Utf16};

/// What is done with a chunk: an offset that is asked for with the line and column that are wanted, or, with
/// `None`, going on to the next chunk.
type Act = Option<(u64, u64, u64)>;

/// The unit, the chunks, and what is done with them in order.
type Row<'a> = (ColumnUnit, &'a [&'a [u8]], &'a [Act]);

const PASS: Act = None;

fn ask(offset: u64, line: u64, column: u64) -> Act {
    Some((offset, line, column))
}

#[test]
fn places_by_hand() {
    let table: &[Row<'_>] = &[
        // Forwards, each byte, then the end.
        (CodePoints, &[b"ab"], &[ask(0, 1, 1), ask(1, 1, 2), ask(2, 1, 3), ask(2, 1, 3)]),
        (CodePoints, &["é€😀a".as_bytes()], &[ask(2, 1, 2), ask(5, 1, 3), ask(9, 1, 4), ask(10, 1, 5)]),
        (Utf16, &["é€😀a".as_bytes()], &[ask(2, 1, 2), ask(5, 1, 3), ask(9, 1, 5), ask(10, 1, 6)]),
        (Bytes, &["é€😀a".as_bytes()], &[ask(2, 1, 3), ask(5, 1, 6), ask(9, 1, 10), ask(10, 1, 11)]),
        // Ill-formed: `\xE2\x82` and `\xFF` are one each.
        (CodePoints, &[b"\xE2\x82\xFFa"], &[ask(2, 1, 2), ask(3, 1, 3), ask(4, 1, 4)]),
        (Utf16, &[b"\xE2\x82\xFFa"], &[ask(2, 1, 2), ask(3, 1, 3), ask(4, 1, 4)]),
        (Bytes, &[b"\xE2\x82\xFFa"], &[ask(2, 1, 3), ask(3, 1, 4), ask(4, 1, 5)]),
        // Newlines of the three kinds; between CR and LF the line is over already.
        (
            CodePoints,
            &[b"a\nb\rc\r\nd"],
            &[ask(1, 1, 2), ask(2, 2, 1), ask(4, 3, 1), ask(7, 4, 1), ask(8, 4, 2)],
        ),
        (
            CodePoints,
            &[b"\r\n\r\r\n\n"],
            &[ask(1, 2, 1), ask(2, 2, 1), ask(3, 3, 1), ask(5, 4, 1), ask(6, 5, 1)],
        ),
        (CodePoints, &[b"a\r", b"\nb"], &[ask(2, 2, 1), PASS, ask(3, 2, 1), ask(4, 2, 2)]),
        (CodePoints, &[b"\r\xFF\n"], &[ask(2, 2, 2), ask(3, 3, 1)]),
        // Back within ASCII of one line, as far as it goes.
        (CodePoints, &[b"abcdef"], &[ask(5, 1, 6), ask(1, 1, 2), ask(0, 1, 1), ask(6, 1, 7), ask(4, 1, 5)]),
        (CodePoints, &["é\rabc".as_bytes()], &[ask(6, 2, 4), ask(4, 2, 2), ask(3, 2, 1)]),
        (CodePoints, &[b"\nabc"], &[ask(4, 2, 4), ask(1, 2, 1)]),
        // Back by the one character before, whatever it is.
        (CodePoints, &["abé".as_bytes()], &[ask(4, 1, 4), ask(2, 1, 3)]),
        (Utf16, &["a😀".as_bytes()], &[ask(5, 1, 4), ask(1, 1, 2)]),
        (CodePoints, &[b"ab\n"], &[ask(3, 2, 1), ask(2, 1, 3)]),
        (CodePoints, &[b"ab\r"], &[ask(3, 2, 1), ask(2, 1, 3)]),
        (CodePoints, &[b"ab\xFF"], &[ask(3, 1, 4), ask(2, 1, 3)]),
        // Farther back there is only the later place.
        (CodePoints, &["abé".as_bytes()], &[ask(4, 1, 4), ask(1, 1, 4)]),
        (CodePoints, &[b"ab\nc"], &[ask(4, 2, 2), ask(1, 2, 2)]),
        (CodePoints, &[b"ab\rc"], &[ask(4, 2, 2), ask(1, 2, 2)]),
        (CodePoints, &[b"ab\xFFc"], &[ask(4, 1, 5), ask(1, 1, 5)]),
        // A character that chunks cut, asked for before, within and after it.
        (CodePoints, &[b"a\xE2", b"\x82", b"\xACb"], &[PASS, PASS, ask(4, 1, 3), ask(5, 1, 4)]),
        (CodePoints, &[b"a\xE2", b"", b"\x82\xACb"], &[PASS, ask(1, 1, 2), PASS, ask(4, 1, 3), ask(5, 1, 4)]),
        (CodePoints, &[b"\xE2\x82", b"b"], &[PASS, ask(2, 1, 2), ask(3, 1, 3)]),
        (CodePoints, &[b"\xE2\x82", b"\xACb"], &[PASS, ask(3, 1, 2), ask(4, 1, 3)]),
        // What the next chunk shows to be over counts, and so does that chunk.
        (CodePoints, &[b"a\xE2", b"bc", b"d"], &[PASS, PASS, ask(4, 1, 5), ask(5, 1, 6)]),
        (CodePoints, &[b"a\r", b"bc\n", b"d"], &[PASS, PASS, ask(5, 3, 1), ask(6, 3, 2)]),
        (CodePoints, &[b"a\r", b"\n", b"d"], &[PASS, PASS, ask(3, 2, 1), ask(4, 2, 2)]),
        // Chunks that nobody asks about count all the same.
        (CodePoints, &[b"a\nb", b"cd\r", b"e"], &[PASS, PASS, ask(6, 3, 1), ask(7, 3, 2)]),
    ];
    for (row, (unit, chunks, acts)) in table.iter().enumerate() {
        for start in [0, 3, u64::MAX - 100] {
            let mut locator = Locator::new(*unit);
            locator.skip_to(start);
            let (mut at, mut chunks) = (start, chunks.iter());
            let mut chunk = *chunks.next().expect("each row has a chunk");
            for act in *acts {
                let Some((offset, line, column)) = *act else {
                    locator.pass(at, chunk);
                    at += chunk.len() as u64;
                    chunk = chunks.next().expect("a chunk to go on to");
                    continue;
                };
                let found = locator.locate(start + offset, at, chunk);
                assert_eq!(found, LineColumn { line, column }, "row {row} from {start}, offset {offset}");
            }
            assert!(chunks.next().is_none(), "row {row} does not use all its chunks");
        }
    }
}
