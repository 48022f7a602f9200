//! Lines and columns, asked for in the order and at the places that users do, and in ways that they should not.

use tagspan_core::scanner::{LineCounter, SavedLineCounter, Scanner};
use tagspan_core::{ColumnUnit, Error, Limits, LineColumn};

use crate::harness::{scan, scanner};

use ColumnUnit::{Bytes, CodePoints, Utf16};
use tagspan_core::LimitAction::Truncate;

/// The operation on a chunk.
enum Act {
    /// An offset is asked for that has this line and column, or none.
    Ask(u64, Option<(u64, u64)>),
    /// The tokenizer takes the chunk, and the next one follows.
    Pass,
}

use Act::Pass;

/// The unit, the chunks, and what is done with them in order.
type Row<'a> = (ColumnUnit, &'a [&'a [u8]], &'a [Act]);

const fn ask(offset: u64, line: u64, column: u64) -> Act {
    Act::Ask(offset, Some((line, column)))
}

const fn none(offset: u64) -> Act {
    Act::Ask(offset, None)
}

fn check(table: &[Row<'_>], limits: Limits, starts: &[u64]) {
    for (row, (unit, chunks, acts)) in table.iter().enumerate() {
        for &start in starts {
            let mut scanner = scanner(|options| options.limits = limits);
            let mut locator = LineCounter::new(*unit);
            scanner.skip_offset(start);
            locator.start_at(start);
            let (mut at, mut chunks) = (start, chunks.iter());
            let mut chunk = *chunks.next().expect("each row has a chunk");
            for act in *acts {
                let Act::Ask(offset, expected) = *act else {
                    scan(&mut scanner, chunk, false, |_| ()).expect("nothing fails");
                    locator.pass(at, chunk, &scanner);
                    at += chunk.len() as u64;
                    chunk = chunks.next().expect("a chunk to go on to");
                    continue;
                };
                let found =
                    locator.locate(start + offset, at, chunk).map(|place| (place.line(), place.column()));
                assert_eq!(found, expected, "row {row} from {start}, offset {offset}");
            }
            assert!(chunks.next().is_none(), "row {row} does not use all its chunks");
        }
    }
}

#[test]
fn within_a_chunk() {
    let table: &[Row<'_>] = &[
        // Forwards, each byte, then the end.
        (CodePoints, &[b"ab"], &[ask(0, 1, 1), ask(1, 1, 2), ask(2, 1, 3), ask(2, 1, 3), none(3)]),
        (CodePoints, &["é€😀a".as_bytes()], &[ask(2, 1, 2), ask(5, 1, 3), ask(9, 1, 4), ask(10, 1, 5)]),
        (Utf16, &["é€😀a".as_bytes()], &[ask(2, 1, 2), ask(5, 1, 3), ask(9, 1, 5), ask(10, 1, 6)]),
        (Bytes, &["é€😀a".as_bytes()], &[ask(2, 1, 3), ask(5, 1, 6), ask(9, 1, 10), ask(10, 1, 11)]),
        // Within a character.
        (CodePoints, &["aé€😀a".as_bytes()], &[ask(2, 1, 2), ask(4, 1, 3), ask(9, 1, 4), ask(8, 1, 4)]),
        // Ill-formed: `\xE2\x82` and `\xFF` are one each.
        (CodePoints, &[b"\xE2\x82\xFFa"], &[ask(1, 1, 1), ask(2, 1, 2), ask(3, 1, 3), ask(4, 1, 4)]),
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
        (CodePoints, &[b"\r\xFF\n"], &[ask(2, 2, 2), ask(3, 3, 1)]),
        // Back and forth.
        (CodePoints, &[b"abcdef"], &[ask(5, 1, 6), ask(1, 1, 2), ask(0, 1, 1), ask(6, 1, 7), ask(4, 1, 5)]),
        (CodePoints, &["é\rabé".as_bytes()], &[ask(7, 2, 4), ask(4, 2, 2), ask(2, 1, 2), ask(0, 1, 1)]),
        (Utf16, &["a😀\nbé".as_bytes()], &[ask(9, 2, 3), ask(1, 1, 2), ask(7, 2, 2), ask(5, 1, 4)]),
        // The end of the chunk ends the character.
        (CodePoints, &[b"a\xE2\x82"], &[ask(3, 1, 3), ask(2, 1, 2), ask(3, 1, 3)]),
    ];
    check(table, Limits::new(), &[0, 3, u64::MAX - 100]);
}

#[test]
fn across_chunks() {
    let table: &[Row<'_>] = &[
        (CodePoints, &[b"a\r", b"\nb"], &[ask(2, 2, 1), Pass, ask(3, 2, 1), ask(4, 2, 2)]),
        // A character that chunks split, asked for before, within and after it.
        (CodePoints, &[b"a\xE2", b"\x82", b"\xACb"], &[Pass, Pass, ask(4, 1, 3), ask(5, 1, 4)]),
        (
            CodePoints,
            &[b"a\xE2", b"", b"\x82\xACb"],
            &[Pass, ask(1, 1, 2), ask(2, 1, 3), Pass, ask(4, 1, 3), ask(3, 1, 2)],
        ),
        (CodePoints, &[b"\xE2\x82", b"b"], &[Pass, ask(2, 1, 2), ask(3, 1, 3)]),
        (CodePoints, &[b"\xE2\x82", b"\xACb"], &[Pass, ask(3, 1, 2), ask(4, 1, 3)]),
        // What the next chunk shows to be over counts, and so does that chunk.
        (CodePoints, &[b"a\xE2", b"bc", b"d"], &[Pass, Pass, ask(4, 1, 5), ask(5, 1, 6)]),
        (CodePoints, &[b"a\r", b"bc\n", b"d"], &[Pass, Pass, ask(5, 3, 1), ask(6, 3, 2)]),
        // Chunks of which nothing is asked count all the same.
        (CodePoints, &[b"a\nb", b"cd\r", b"e"], &[Pass, Pass, ask(6, 3, 1), ask(7, 3, 2)]),
        // What was returned has no place any more.
        (CodePoints, &["é\nab".as_bytes(), b"c"], &[Pass, ask(5, 2, 3), none(4), none(0)]),
        // An unfinished token has.
        (
            CodePoints,
            &["é\n<a é".as_bytes(), b"\n\xE2", b"\x82\xAC>"],
            &[Pass, ask(3, 2, 1), Pass, ask(3, 2, 1), ask(8, 2, 5), none(1), ask(12, 3, 2), ask(9, 3, 1)],
        ),
        (CodePoints, &[b"]<i>]", b"</i\n", b"\n>"], &[Pass, Pass, ask(5, 1, 6), none(2), ask(10, 3, 1)]),
    ];
    check(table, Limits::new(), &[0, 3, 1 << 62]);
}

/// Between the kept parts of a token there is nothing, and after them all. Of each value 32 bytes are kept.
#[test]
fn with_gaps() {
    let digits = "0".repeat(28);
    let two = format!("\n<a b='{digits}12\n4\n\r' c='{digits}\né\né\n\r'\nd");
    let cut = format!("<a b='{digits}1234");
    let table: &[Row<'_>] = &[
        (
            CodePoints,
            &[two.as_bytes(), b"\n>"],
            &[
                Pass,
                ask(1, 2, 1),
                ask(38, 3, 1),
                none(39),
                none(40),
                ask(41, 5, 1),
                ask(77, 6, 2),
                none(78),
                none(81),
                ask(82, 9, 1),
                ask(86, 11, 1),
            ],
        ),
        (
            CodePoints,
            &[cut.as_bytes(), b"\n6\n", b"8' c", b">"],
            &[
                Pass,
                Pass,
                ask(34, 1, 35),
                Pass,
                none(39),
                ask(42, 3, 2),
                ask(45, 3, 5),
                ask(37, 1, 38),
                none(38),
            ],
        ),
    ];
    let limits = Limits::new().attribute_value(32, Truncate);
    check(table, limits, &[0, 3, 1 << 40]);
}

/// The place after a character that the end of the chunk cuts is not known before the tokenizer has taken the character.
#[test]
fn behind_a_character_that_is_not_complete() {
    // The chunk, how far the tokenizer is, an offset, and the column there.
    for (chunk, taken, offset, column) in [
        (&b"ab"[..], 0, 2, Some(3)),
        (b"ab", 0, 3, None),
        (b"a\xE2", 0, 0, Some(1)),
        (b"a\xE2", 0, 1, Some(2)),
        (b"a\xE2", 0, 2, None),
        (b"a\xE2", 1, 2, None),
        (b"a\xE2", 2, 2, Some(3)),
        (b"a\xE2", 3, 2, Some(3)),
        (b"a\xE2\x82", 2, 3, None),
        (b"a\xE2\x82", 2, 2, Some(2)),
        (b"a\xE2\x82", 3, 3, Some(3)),
        (b"", 0, 0, Some(1)),
    ] {
        let found = LineCounter::new(CodePoints).locate_complete(offset, taken, 0, chunk);
        let context = format!("{offset} of {}, {taken} taken", chunk.escape_ascii());
        assert_eq!(found, column.map(|column| LineColumn::new(1, column)), "{context}");
    }
    // A line break is over with its CR.
    let found = LineCounter::new(CodePoints).locate_complete(2, 0, 0, b"a\r");
    assert_eq!(found, Some(LineColumn::new(2, 1)));
}

/// Chunks that another tokenizer was fed, at other places: there is some answer.
#[test]
fn misuse() {
    let limits = Limits::all(4, Truncate);
    let scanners: Vec<Scanner> =
        ["", "a\u{E9}", "<p", "<p a='longer than that' b='the same here'", "<!-- long"]
            .iter()
            .map(|html| {
                let mut scanner = scanner(|options| options.limits = limits);
                scan(&mut scanner, html.as_bytes(), false, |_| ()).expect("nothing fails");
                scanner
            })
            .collect();
    for first in &scanners {
        for second in &scanners {
            for start in [0, 5, u64::MAX] {
                let mut locator = LineCounter::new(Utf16);
                locator.pass(0, "<p \u{E9}\n".as_bytes(), first);
                locator.pass(start, b"\x9F\r\n a\xE2", second);
                locator.pass(3, b"<p a='longer than that' b='", first);
                for offset in (0..70).chain([u64::MAX]) {
                    _ = locator.locate(offset, start, b"\x9F\xAC\n");
                }
            }
        }
    }
}

/// A chunk that was passed has no places, also if it lies 4 GiB behind: an offset has more bits than some machines.
#[test]
fn chunks_far_behind() {
    for passed in [2, 3, 1 << 32, (1 << 32) + 1, 1 << 33] {
        let mut locator = LineCounter::new(Bytes);
        locator.start_at(passed);
        assert_eq!(locator.locate(passed, 0, b"ab"), Some(LineColumn::new(1, 1)), "{passed}");
        assert_eq!(locator.locate(passed + 1, 0, b"ab"), None, "{passed}");
    }
}

/// Offsets end at `u64::MAX`: what is after is not counted.
#[test]
fn offsets_near_the_highest() {
    for unit in [Bytes, CodePoints, Utf16] {
        for (start, offset, chunk, expected) in [
            (u64::MAX, u64::MAX, &b"a"[..], 1),
            (u64::MAX - 2, u64::MAX, b"abcde", 3),
            (u64::MAX - 2, u64::MAX - 1, b"abcde", 2),
            (u64::MAX - 1, u64::MAX, b"\xFF\xFF\xFF", 2),
            (u64::MAX - 1, u64::MAX, "\u{E9}\u{E9}".as_bytes(), 1),
            (u64::MAX, u64::MAX, b"\n\n", 1),
            (u64::MAX, u64::MAX, b"\xE2", 1),
        ] {
            let mut locator = LineCounter::new(unit);
            locator.start_at(start);
            let found = locator.locate(offset, start, chunk);
            let context = format!("{unit:?}, {start}, {offset}, {}", chunk.escape_ascii());
            assert_eq!(found, Some(LineColumn::new(1, expected)), "{context}");
            locator.pass(start, chunk, &Scanner::default());
        }
    }
}

/// A counter that was written between any two bytes continues as the one that was not.
#[test]
fn counters_that_were_written() -> Result<(), Error> {
    let value = "\u{E9}\n\u{20AC}\r\n\u{1F600}".repeat(4);
    let page =
        format!("\u{E9}\r\n<p>\r<a b='{value}' c='{value}'\n>\u{1F600}\u{E9}\n<!--\r\u{20AC}\n{value}");
    let limits = Limits::new().attribute_value(32, Truncate);
    let end = page.len() as u64;
    for (cut, unit) in (0..=page.len()).zip([Bytes, CodePoints, Utf16].into_iter().cycle()) {
        let (before, after) = page.as_bytes().split_at(cut);
        let mut scanner = scanner(|options| options.limits = limits);
        let mut counter = LineCounter::new(unit);
        scan(&mut scanner, before, false, |_| ())?;
        counter.pass(0, before, &scanner);
        let restored = Scanner::from_checkpoint(scanner.checkpoint()).expect("a scanner has made it");
        let written = serde_json::to_string(&counter.save()).expect("it can be written");
        let saved: SavedLineCounter = serde_json::from_str(&written).expect("it can be read");
        let mut other = LineCounter::restore(saved, &restored).expect("it fits to the scanner");
        assert_eq!(other.save(), counter.save(), "cut at {cut}");
        for (at, chunk) in [(cut as u64, after), (end, b"")] {
            for offset in 0..=end {
                let places = [&other, &counter].map(|counter| counter.locate(offset, at, chunk));
                assert_eq!(places[0], places[1], "{offset}, cut at {cut}, at {at}");
            }
            if at < end {
                scan(&mut scanner, chunk, false, |_| ())?;
                other.pass(at, chunk, &scanner);
                counter.pass(at, chunk, &scanner);
            }
        }
    }
    Ok(())
}

/// The saved form of a line counter is checked against the offsets and gaps of the scanner: here of a tag of which a value was
/// truncated.
#[test]
fn corrupted_line_counters_are_refused() -> Result<(), Error> {
    let limits = Limits::new().attribute_value(32, Truncate);
    let mut scanner = scanner(|options| options.limits = limits);
    scan(&mut scanner, format!("text<p a='{}' b", "c".repeat(40)).as_bytes(), false, |_| ())?;
    // The tag starts at 4, the gap ends at 50. (unit, start, gaps, passed), and whether it is read.
    let table = [
        (r#""bytes",[1,5,false],[[1,51,false]],[1,54,false]"#, true),
        (r#""utf16",[1,1,true],[[2,3,false]],[2,9,false]"#, true),
        // More lines or columns than bytes.
        (r#""bytes",[6,5,false],[[1,51,false]],[1,54,false]"#, false),
        (r#""bytes",[1,6,false],[[1,51,false]],[1,54,false]"#, false),
        (r#""bytes",[1,5,false],[[1,52,false]],[1,54,false]"#, false),
        (r#""bytes",[1,5,false],[[1,51,false]],[55,1,false]"#, false),
        (r#""bytes",[0,5,false],[[1,51,false]],[1,54,false]"#, false),
        (r#""bytes",[1,5,false],[[1,0,false]],[1,54,false]"#, false),
        // More gaps or fewer.
        (r#""bytes",[1,5,false],[[1,51,false],[1,51,false]],[1,54,false]"#, false),
        (r#""bytes",[1,5,false],[],[1,54,false]"#, false),
    ];
    for (fields, is_read) in table {
        let saved: SavedLineCounter = serde_json::from_str(&format!("[{fields}]")).expect(fields);
        assert_eq!(LineCounter::restore(saved, &scanner).is_ok(), is_read, "{fields}");
    }
    Ok(())
}
