//! Archives and damage, and what is read of them.

use std::io::Read as _;

use tagspan_warc::{Archive, Gap, GapReason, Item, Limits, Truncation};
use testing::archives::{Compression, gzip, record, response, zstd};

use GapReason::{
    BadHeader, Bomb, Corrupt, Cut, HeaderTooLarge, HttpHeaderTooLarge, NoLength, NotWarc, Short, WrongLength,
};

/// The items read: pages as offset, length of the body and truncation; gaps.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Read {
    pub(super) pages: Vec<(u64, usize, Option<Truncation>)>,
    pub(super) gaps: Vec<(u64, u64, GapReason)>,
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    (limits.header, limits.body, limits.ratio) = (2048, 40 << 20, 100);
    limits
}

pub(super) fn read<R: std::io::Read>(mut archive: Archive<R>) -> Read {
    let mut read = Read::default();
    while let Some(item) = archive.next_item().expect("memory can be read") {
        match item {
            Item::Page(mut page) => {
                let mut length = 0;
                while let Some(chunk) = page.body.next_chunk().expect("memory can be read") {
                    assert!(!chunk.is_empty() && chunk.len() <= 128 << 10);
                    length += chunk.len();
                }
                read.pages.push((page.offset(), length, page.body.truncation()));
            }
            Item::Gap(Gap { range, reason, .. }) => read.gaps.push((range.start, range.end, reason)),
            _ => unreachable!("there is nothing else"),
        }
    }
    let counts = archive.counts();
    assert_eq!((counts.pages, counts.gaps), (read.pages.len() as u64, read.gaps.len() as u64));
    assert_eq!(counts.gap_bytes, read.gaps.iter().map(|(start, end, _)| end - start).sum::<u64>());
    assert!(archive.next_item().expect("the end stays the end").is_none());
    read
}

/// Pages of this many bytes, which do not compress well.
pub(super) fn page(length: usize) -> Vec<u8> {
    let mut state = length as u32 | 1;
    let mut letter = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        b'a' + (state % 26) as u8
    };
    [b"<p>".to_vec(), (3..length).map(|_| letter()).collect()].concat()
}

fn html(length: usize) -> Vec<u8> {
    response("http://a.example/", "Content-Type: text/html\r\n", &page(length))
}

/// Members, one after the other, with the offsets of each and of the end.
pub(super) fn join(members: &[Vec<u8>]) -> (Vec<u8>, Vec<u64>) {
    let ends = members.iter().scan(0, |at, member| {
        *at += member.len() as u64;
        Some(*at)
    });
    (members.concat(), [0].into_iter().chain(ends).collect())
}

/// Checks a file of three members, of which the second is damaged: whole, byte by byte, and split at each byte.
fn check(name: &str, members: [Vec<u8>; 3], damaged: Option<(usize, Truncation)>, reason: Option<GapReason>) {
    let at = join(&members).1;
    let mut wanted = Read { pages: vec![(at[0], 1000, None), (at[2], 3000, None)], gaps: Vec::new() };
    if let Some((length, truncation)) = damaged {
        wanted.pages.insert(1, (at[1], length, Some(truncation)));
    }
    wanted.gaps.extend(reason.map(|reason| (at[1], at[2], reason)));
    check_file(name, &members, &wanted);
}

/// Checks a file of members in the ways of `check`.
pub(super) fn check_file(name: &str, members: &[Vec<u8>], wanted: &Read) {
    let (file, at) = join(members);
    assert_eq!(read(Archive::new(&file[..]).limits(limits())), *wanted, "{name}");
    assert_eq!(read(Archive::new(Drops(&file)).limits(limits())), *wanted, "{name}, byte by byte");
    let length = file.len() as u64;
    let step = (length / 200).max(1);
    for half in
        (0..length).step_by(step as usize).chain(at.iter().flat_map(|at| [at.saturating_sub(1), *at, at + 1]))
    {
        let part = |range| {
            let archive = Archive::new(std::io::Cursor::new(&file)).limits(limits());
            read(archive.split(range).expect("memory can be read"))
        };
        let (mut first, second) = (part(0..half), part(half..length));
        first.pages.extend(second.pages);
        first.gaps.extend(second.gaps);
        assert_eq!(first, *wanted, "{name}, split at {half} of {length}");
    }
}

/// A reader that gives one byte at a time.
struct Drops<'a>(&'a [u8]);

impl std::io::Read for Drops<'_> {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        let count = self.0.len().min(buf.len()).min(1);
        buf[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

type Pack = fn(&[u8]) -> Vec<u8>;

const PACKS: [(&str, Pack); 3] = [("plain", <[u8]>::to_vec), ("gzip", gzip), ("zstd", zstd)];

#[test]
fn records_that_lie_cost_nothing_else() {
    let replace = |record: Vec<u8>, from: &str, to: &str| {
        let text = String::from_utf8(record).expect("letters");
        assert!(text.contains(from), "{text}");
        text.replacen(from, to, 1).into_bytes()
    };
    let middle = html(2000);
    let length = format!("Content-Length: {}", 2000 + 44);
    let head = String::from_utf8(middle[..middle.len() - 2004].to_vec()).expect("letters");
    let gap = |reason| (None, Some(reason));
    let cut = |length, reason| (Some((length, Truncation::Gap(reason))), Some(reason));
    for (name, record, (damaged, reason)) in [
        ("no length", replace(middle.clone(), &length, "X: 1"), gap(NoLength)),
        (
            "a length that is no number",
            replace(middle.clone(), &length, "Content-Length: 1e3"),
            gap(NoLength),
        ),
        (
            "a length that is too small",
            replace(middle.clone(), &length, "Content-Length: 1044"),
            cut(1000, WrongLength),
        ),
        ("no version", replace(middle.clone(), "WARC/1.0", "CRAW/1.0"), gap(NotWarc)),
        (
            "a long header",
            replace(middle.clone(), &length, &format!("X: {}", "x".repeat(2048))),
            gap(HeaderTooLarge),
        ),
        (
            "a long HTTP header",
            response(
                "http://a.example/",
                &format!("Content-Type: text/html\r\nX: {}\r\n", "x".repeat(2048)),
                b"<p>",
            ),
            gap(HttpHeaderTooLarge),
        ),
        ("an HTTP header without end", record("response", "", b"HTTP/1.1 200 OK\r\n"), gap(BadHeader)),
        ("no record", head.replace("WARC/1.0\r\n", "").into_bytes(), gap(NotWarc)),
    ] {
        for (kind, pack) in PACKS {
            check(
                &format!("{name}, {kind}"),
                [pack(&html(1000)), pack(&record), pack(&html(3000))],
                damaged,
                reason,
            );
        }
    }
    for (kind, pack) in &PACKS[1..] {
        let long = replace(middle.clone(), &length, "Content-Length: 9044");
        // The empty lines are taken for bytes of the body.
        let (damaged, reason) = cut(2004, Short);
        check(
            &format!("a length that is too large, {kind}"),
            [pack(&html(1000)), pack(&long), pack(&html(3000))],
            damaged,
            reason,
        );
        let header = middle[..60].to_vec();
        check(
            &format!("a cut header, {kind}"),
            [pack(&html(1000)), pack(&header), pack(&html(3000))],
            None,
            Some(BadHeader),
        );
    }
}

#[test]
fn a_length_that_swallows_records_is_undone_without_compression() {
    let swallows = |length: usize| {
        let record = String::from_utf8(html(2000)).expect("letters");
        record.replacen("Content-Length: 2044", &format!("Content-Length: {length}"), 1).into_bytes()
    };
    for (length, page, reason) in [(2500, 2456, WrongLength), (900_000, 5259, Short)] {
        let (file, at) = join(&[html(1000), swallows(length), html(3000)]);
        let wanted = Read {
            pages: vec![
                (at[0], 1000, None),
                (at[1], page, Some(Truncation::Gap(reason))),
                (at[2], 3000, None),
            ],
            gaps: vec![(at[1], at[2], reason)],
        };
        let read = read(Archive::new(&file[..]));
        assert_eq!((&read.gaps, read.pages.len()), (&wanted.gaps, 3));
        assert_eq!(
            (read.pages[0], read.pages[1].2, read.pages[2]),
            (wanted.pages[0], wanted.pages[1].2, wanted.pages[2])
        );
    }
}

#[test]
fn damaged_members_cost_nothing_else() {
    for (kind, pack) in &PACKS[1..] {
        let (first, middle, last) = (pack(&html(1000)), pack(&html(2000)), pack(&html(3000)));
        for at in 0..middle.len() {
            let mut member = middle.clone();
            member[at] ^= 0x10;
            let (file, places) = join(&[first.clone(), member, last.clone()]);
            let read = read(Archive::new(&file[..]).limits(limits()));
            let whole = [(places[0], 1000, None), (places[2], 3000, None)];
            let is_there = |page: &(u64, usize, Option<Truncation>)| read.pages.contains(page);
            assert!(whole.iter().all(is_there), "{kind}, byte {at}: {read:?}");
            // The file name, the time and the like are no data: all of the page is there, or there is a gap.
            let is_whole = is_there(&(places[1], 2000, None));
            assert_eq!(read.pages.len(), if is_whole { 3 } else { 2 + usize::from(read.pages.len() == 3) });
            if !is_whole {
                assert_eq!(read.gaps.len(), 1, "{kind}, byte {at}: {read:?}");
                assert_eq!(
                    (read.gaps[0].0, read.gaps[0].1),
                    (places[1], places[2]),
                    "{kind}, byte {at}: {read:?}"
                );
                assert!(
                    read.pages.iter().all(|page| page.0 != places[1] || page.2.is_some()),
                    "{kind}, byte {at}"
                );
            }
        }
        for at in (1..middle.len()).step_by(7) {
            let (file, places) = join(&[first.clone(), middle[..at].to_vec(), last.clone()]);
            let read = read(Archive::new(&file[..]).limits(limits()));
            assert_eq!(read.gaps.len(), 1, "{kind}, cut at {at}: {read:?}");
            assert_eq!(
                (read.gaps[0].0, read.gaps[0].1),
                (places[1], places[2]),
                "{kind}, cut at {at}: {read:?}"
            );
            assert_eq!(read.pages.last(), Some(&(places[2], 3000, None)), "{kind}, cut at {at}");
        }
    }
}

#[test]
fn the_end_of_a_file_is_not_silent() {
    for (kind, pack) in PACKS {
        let (first, second) = (pack(&html(1000)), pack(&html(2000)));
        for cut in 0..=second.len() {
            let file = [&first[..], &second[..cut]].concat();
            let read = read(Archive::new(&file[..]));
            assert_eq!(read.pages[0], (0, 1000, None));
            // Without compression the empty lines may be missing.
            let is_whole = cut == second.len() || kind == "plain" && cut + 4 >= second.len();
            assert_eq!(
                read.pages.contains(&(first.len() as u64, 2000, None)),
                is_whole,
                "{kind}, {cut}: {read:?}"
            );
            let gaps: Vec<_> = read.gaps.iter().map(|gap| (gap.0, gap.1)).collect();
            let wanted = (first.len() as u64, file.len() as u64);
            assert_eq!(
                gaps,
                if is_whole || cut == 0 { vec![] } else { vec![wanted] },
                "{kind}, {cut}: {read:?}"
            );
            assert!(
                read.pages[1..].iter().all(|page| is_whole || page.2.is_some()),
                "{kind}, {cut}: {read:?}"
            );
        }
    }
}

/// A record in members that each hold a part of it has the offset of the first one, wherever the input fails.
#[test]
fn errors_of_the_input_move_no_record() {
    let (first, last) = (html(10), html(300));
    for (kind, pack) in &PACKS[1..] {
        for cuts in [[3, 30], [30, 60], [1, 2]] {
            let [from, to] = cuts;
            let (file, at) =
                join(&[pack(&first), pack(&last[..from]), pack(&last[from..to]), pack(&last[to..])]);
            let once = (0..=file.len()).map(|stop| read_on(fails_at(&file, stop)));
            for (stop, read) in once.chain([read_on(FailsAtEnd(&file, false))]).enumerate() {
                assert_eq!((read.records, &read.gaps), (2, &vec![]), "{kind}, {cuts:?}, failed at {stop}");
                let is_right = read.pages.iter().all(|page| [(0, 0), (at[1], 0)].contains(page));
                assert!(is_right, "{kind}, {cuts:?}, failed at {stop}: {:?}", read.pages);
            }
        }
    }
}

/// Input that fails every other time that it is asked at its end.
struct FailsAtEnd<'a>(&'a [u8], bool);

impl std::io::Read for FailsAtEnd<'_> {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        self.1 ^= self.0.is_empty();
        if self.1 { Err(std::io::ErrorKind::WouldBlock.into()) } else { self.0.read(buf) }
    }
}

/// Input that has no bytes, and fails the first time that it is asked.
struct Fails(bool);

impl std::io::Read for Fails {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        if std::mem::replace(&mut self.0, true) { Ok(0) } else { Err(std::io::ErrorKind::WouldBlock.into()) }
    }
}

/// A file whose input fails once, at this byte.
fn fails_at(file: &[u8], at: usize) -> impl std::io::Read {
    file[..at].chain(Fails(false)).chain(&file[at..])
}

/// A connection that breaks the first time that it is asked.
struct Breaks(bool);

impl std::io::Read for Breaks {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        if std::mem::replace(&mut self.0, true) { Ok(0) } else { Err(std::io::Error::other("broken")) }
    }
}

/// A connection that breaks may fail once and then be at its end. The error is not lost behind what was read before it.
#[test]
fn an_error_is_reported_before_the_end_of_input() {
    for (kind, pack) in PACKS {
        let file = [pack(&html(1000)), pack(&html(2000)), pack(&html(3000))].concat();
        for stop in 0..=file.len() {
            let mut archive = Archive::new(file[..stop].chain(Breaks(false)));
            let mut errors = 0;
            loop {
                match archive.next_item() {
                    Ok(Some(Item::Page(mut page))) => errors += usize::from(page.for_each(|_| {}).is_err()),
                    Ok(Some(_)) => {}
                    Ok(None) => break,
                    Err(_) => errors += 1,
                }
            }
            assert_eq!(errors, 1, "{kind}, failed at {stop}");
        }
    }
}

/// The items read of an input that fails.
struct ReadOn {
    /// Their offsets, and those in the members. Pages at which the input failed are missing.
    pages: Vec<(u64, u64)>,
    records: u64,
    gaps: Vec<(u64, u64, GapReason)>,
}

/// Goes on where the input fails.
fn read_on(input: impl std::io::Read) -> ReadOn {
    let mut archive = Archive::new(input);
    let (mut pages, mut gaps) = (Vec::new(), Vec::new());
    loop {
        match archive.next_item() {
            Ok(Some(Item::Page(page))) => pages.push((page.offset(), page.offset_in_member())),
            Ok(Some(Item::Gap(gap))) => gaps.push((gap.range.start, gap.range.end, gap.reason)),
            Ok(None) => return ReadOn { pages, records: archive.counts().records, gaps },
            Ok(Some(_)) | Err(_) => {}
        }
    }
}

/// Wherever the input fails once, the records and gaps stay the same.
#[test]
fn errors_of_the_input_move_no_gap() {
    for (kind, pack) in &PACKS[1..] {
        let members = [600, 601, 602, 603].map(|length| pack(&html(length)));
        let length = members[1].len();
        for cut in [20, 40, length / 2, length - 12] {
            let [first, second, third, fourth] = &members;
            let (file, at) = join(&[first.clone(), second[..cut].to_vec(), third.clone(), fourth.clone()]);
            let wanted = read(Archive::new(&file[..]));
            assert_eq!((wanted.gaps[0].0, wanted.gaps[0].1), (at[1], at[2]), "{kind}, cut at {cut}");
            for stop in 0..file.len() {
                let ReadOn { records, gaps, .. } = read_on(fails_at(&file, stop));
                assert_eq!(gaps, wanted.gaps, "{kind}, cut at {cut}, failed at {stop}");
                assert_eq!(records, wanted.pages.len() as u64, "{kind}, cut at {cut}, failed at {stop}");
            }
        }
    }
}

/// A frame of zstd that holds no data has only a length. Where bytes of it are lost, it takes those of the next frame.
#[test]
fn frames_without_data_that_are_cut_take_no_record() {
    let frame = [&[0x50, 0x2A, 0x4D, 0x18, 100, 0, 0, 0], &[0; 100][..]].concat();
    for cut in 8..frame.len() {
        let members = [zstd(&html(1000)), frame[..cut].to_vec(), zstd(&html(3000))];
        check(&format!("cut at {cut}"), members, None, Some(NotWarc));
    }
}

#[test]
fn other_bytes_are_gaps() {
    let (first, last) = (html(1000), html(3000));
    for (name, bytes) in
        [("zeros", vec![0; 70_000]), ("text", page(70_000)), ("magic", [0x1F, 0x8B, 8, 0].repeat(9000))]
    {
        for (kind, pack) in PACKS {
            let reason = if (name, kind) == ("magic", "gzip") { Corrupt } else { NotWarc };
            check(&format!("{name}, {kind}"), [pack(&first), bytes.clone(), pack(&last)], None, Some(reason));
            let length = bytes.len() as u64;
            let read = read(Archive::new(&[bytes.clone(), pack(&first)].concat()[..]));
            assert_eq!(read.pages, [(length, 1000, None)], "{name} before, {kind}");
            assert_eq!(read.gaps.last().map(|gap| gap.1), Some(length), "{name} before, {kind}");
        }
    }
    let page = gzip(b"<p>no archive");
    assert_eq!(read(Archive::new(&page[..])).gaps, [(0, page.len() as u64, NotWarc)]);
    assert_eq!(read(Archive::new(&b""[..])), Read::default());
    assert_eq!(read(Archive::new(&gzip(b"")[..])), Read::default());
}

#[test]
fn bombs_and_long_bodies_end_at_the_limits() {
    let zeros = vec![b' '; 41 << 20];
    let bomb = response("http://a.example/", "Content-Type: text/html\r\n", &zeros);
    for (kind, pack) in PACKS {
        let (file, at) = join(&[pack(&html(1000)), pack(&bomb), pack(&html(3000))]);
        let read = read(Archive::new(&file[..]).limits(limits()));
        assert_eq!((read.pages[0], read.pages[2]), ((at[0], 1000, None), (at[2], 3000, None)), "{kind}");
        if kind == "plain" {
            assert_eq!((&read.pages[1], &read.gaps), (&(at[1], 40 << 20, Some(Truncation::Limit)), &vec![]));
        } else {
            assert_eq!(read.gaps, [(at[1], at[2], Bomb)], "{kind}");
            assert_eq!(read.pages[1].2, Some(Truncation::Gap(Bomb)), "{kind}");
        }
    }
    let fields = "Content-Type: text/html\r\nContent-Encoding: gzip\r\n";
    let file = [response("http://a.example/", fields, &gzip(&zeros)), html(3000)].concat();
    let read = read(Archive::new(&file[..]).limits(limits()));
    assert_eq!((read.pages[0].2, read.pages[1].1, &read.gaps), (Some(Truncation::Bomb), 3000, &vec![]));
}

/// One gap is reported from the first byte to the last, at once: quadratic work would take hours.
#[test]
fn hostile_files_take_linear_work() {
    let heads = b"WARC/1.0\r\nWARC-".repeat(200_000);
    let without_length = [&b"WARC/1.0\r\nWARC-a:b\r\n".repeat(3000)[..], b"\r\n"].concat().repeat(60);
    let (gzip_magic, zstd_magic) = ([0x1F, 0x8B, 8, 0], [0x28, 0xB5, 0x2F, 0xFD]);
    for (name, file) in [
        ("headers without end, plain", heads.clone()),
        ("headers without end, gzip", gzip(&heads)),
        ("headers without end, zstd", zstd(&heads)),
        ("headers without end, many members", gzip(&heads[..60_000]).repeat(40)),
        ("headers without a length, plain", without_length.clone()),
        ("headers without a length, gzip", gzip(&without_length)),
        ("the first bytes of gzip", gzip_magic.repeat(1_000_000)),
        ("the first bytes of zstd", zstd_magic.repeat(500_000)),
        ("the first bytes of both", [gzip_magic, zstd_magic].concat().repeat(300_000)),
    ] {
        let read = read(Archive::new(&file[..]));
        let lost = (read.gaps.first().map(|gap| gap.0), read.gaps.iter().map(|gap| gap.1).max());
        assert_eq!((read.pages.len(), lost), (0, (Some(0), Some(file.len() as u64))), "{name}");
    }
}

/// Going back over a record costs what was read of it, not what was read ahead.
#[test]
fn records_with_wrong_lengths_do_not_hide_others() {
    let wrong = |body: usize, length: &str| {
        let record = String::from_utf8(html(body)).expect("letters");
        let right = format!("Content-Length: {}", body + 44);
        record.replacen(&right, &format!("Content-Length: {length}"), 1).into_bytes()
    };
    for (name, record, count) in [
        ("too small", wrong(100, "99"), 70_000),
        ("too large", wrong(100, "500"), 7000),
        ("none", wrong(100, ""), 70_000),
        ("longer than what is inflated at once", wrong(2000, "200000"), 50),
        ("ten times too large", wrong(2000, "20000"), 700),
    ] {
        let file = record.repeat(count);
        assert_eq!(read(Archive::new(&file[..])).gaps.len(), count, "{name}");
        // No whole record tells the format.
        let file = [&b"?"[..], &file].concat();
        assert_eq!(read(Archive::new(&file[..])).gaps.len(), count + 1, "{name}, behind garbage");
    }
}

/// Any number of line ends may follow a record, of each kind.
#[test]
fn records_with_many_line_ends_behind_them() {
    for end in ["\n", "\r\n", "\n\r\n"] {
        for count in [0, 1, 2, 8, 9, 10, 100] {
            let record = [html(1000).trim_ascii_end(), end.repeat(count).as_bytes()].concat();
            let (file, at) = join(&[record.clone(), record]);
            let wanted = Read { pages: at[..2].iter().map(|&at| (at, 1000, None)).collect(), gaps: vec![] };
            assert_eq!(read(Archive::new(&file[..])), wanted, "{count} of {end:?}");
            assert_eq!(read(Archive::new(Drops(&file))), wanted, "{count} of {end:?}, byte by byte");
        }
    }
}

#[test]
fn records_in_one_member_are_found_again() {
    let good = [html(1000), html(2000), html(3000)];
    for compression in [Compression::GzipWhole, Compression::GzipBlocks(700), Compression::GzipBlocks(1)] {
        let file = compression.pack(&good);
        let read = read(Archive::new(&file[..]));
        let lengths: Vec<_> = read.pages.iter().map(|page| (page.1, page.2)).collect();
        assert_eq!(
            (lengths, &read.gaps),
            (vec![(1000, None), (2000, None), (3000, None)], &vec![]),
            "{compression:?}"
        );
    }
    let bad = String::from_utf8(html(2000)).expect("letters").replacen(
        "Content-Length: 2044",
        "Content-Length: 1044",
        1,
    );
    let file = Compression::GzipWhole.pack(&[html(1000), bad.into_bytes(), html(3000)]);
    let whole = read(Archive::new(&file[..]));
    let lengths: Vec<_> = whole.pages.iter().map(|page| page.1).collect();
    assert_eq!((lengths, whole.gaps.len(), whole.gaps[0].2), (vec![1000, 1000, 3000], 1, WrongLength));
    // A cut takes the last record only.
    let cut = read(Archive::new(&file[..file.len() - 1500]));
    assert_eq!((cut.pages[2].2, cut.gaps[1].2), (Some(Truncation::Gap(Cut)), Cut));
}

/// A header may continue in many members. What is read of them for it does not move the records after it.
#[test]
fn records_in_small_blocks_have_their_offsets() {
    let records = [html(5), html(10), html(3), html(400), html(7)];
    for size in 1..120 {
        let file = Compression::GzipBlocks(size).pack(&records);
        let members: Vec<_> = records.concat().chunks(size).map(gzip).collect();
        let (starts, mut archive) = (join(&members).1, Archive::new(&file[..]));
        for start in join(&records).1.iter().take(records.len()).map(|&start| start as usize) {
            let Ok(Some(Item::Page(page))) = archive.next_item() else { panic!("blocks of {size}") };
            let wanted = (starts[start / size], (start % size) as u64);
            assert_eq!((page.offset(), page.offset_in_member()), wanted, "blocks of {size}");
        }
    }
}

/// A file that is one member, or one record, has no start of another: a reader of a part in the middle stops at the end.
/// The checksum of a member tells of damage in its record, however many line ends follow the record.
#[test]
fn damage_is_told_on_its_page_whatever_line_ends_follow() {
    for lines in [0, 1, 2, 3, 4, 5, 6, 100, 500] {
        for end in ["\r\n", "\n"] {
            let record = [&html(2000)[..], end.repeat(lines).as_bytes()].concat();
            let mut damaged = gzip(&record);
            let last = damaged.len() - 5;
            damaged[last] ^= 1;
            let members = [gzip(&html(1000)), damaged, gzip(&html(3000))];
            check(
                &format!("{lines} line ends"),
                members,
                Some((2000, Truncation::Gap(Corrupt))),
                Some(Corrupt),
            );
        }
    }
}

#[test]
fn parts_in_which_nothing_starts_are_not_read_beyond_their_end() {
    struct Counted<'a>(std::io::Cursor<&'a [u8]>, &'a std::cell::Cell<usize>);
    impl std::io::Read for Counted<'_> {
        fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
            let read = self.0.read(buf)?;
            self.1.set(self.1.get() + read);
            Ok(read)
        }
    }
    impl std::io::Seek for Counted<'_> {
        fn seek(&mut self, to: std::io::SeekFrom) -> std::io::Result<u64> {
            self.0.seek(to)
        }
    }
    let records = html(16 << 20);
    for file in [gzip(&records), zstd(&records), records] {
        let (half, read) = (file.len() as u64 / 2, std::cell::Cell::new(0));
        let archive = Archive::new(Counted(std::io::Cursor::new(&file), &read));
        let mut archive = archive.split(half..half + 1000).expect("memory can be read");
        assert!(archive.next_item().expect("memory can be read").is_none());
        assert!(read.get() < 1 << 20, "{} of {} bytes were read", read.get(), file.len());
    }
}

/// Two readers agree on which of them has a record, whatever the record or its member begins with.
#[test]
fn parts_share_records_with_unusual_starts() {
    let text = |from: &str, to: &str| {
        let record = String::from_utf8(html(2000)).expect("letters");
        record.replacen(from, to, 1).into_bytes()
    };
    let after =
        |header: usize, part: &[u8], member: Vec<u8>| [&member[..header], part, &member[header..]].concat();
    let named = |length: usize| {
        let mut member = gzip(&html(2000));
        member[3] |= 8;
        after(10, &[vec![b'a'; length], vec![0]].concat(), member)
    };
    let empty_blocks = |count: usize| after(10, &[0, 0, 0, 0xFF, 0xFF].repeat(count), gzip(&html(2000)));
    let records = [
        ("a field that not all records have", text("WARC-Type", "X-Crawler: a\r\nWARC-Type")),
        ("a space behind the version", text("WARC/1.0", "WARC/1.0 ")),
        ("a version of letters", text("WARC/1.0", "WARC/one")),
        ("a long version", text("WARC/1.0", "WARC/1.000000000000000000000")),
        ("a continued line", text("WARC/1.0\r\n", "WARC/1.0\r\n x\r\n")),
        ("only line feeds", text("WARC/1.0\r\n", "WARC/1.0\n")),
    ];
    let packed = records
        .iter()
        .flat_map(|(name, record)| PACKS.map(|(kind, pack)| (format!("{name}, {kind}"), pack, pack(record))));
    let members = [
        ("a name of 5,000 bytes", named(5000)),
        ("a name of 4,090 bytes", named(4090)),
        ("1,000 empty blocks", empty_blocks(1000)),
        ("a member of its first letter", [gzip(b"W"), gzip(&html(2000)[1..])].concat()),
        ("empty members", [gzip(b"").repeat(300), gzip(&html(2000))].concat()),
    ];
    let members = members.map(|(name, member)| (name.to_owned(), gzip as Pack, member));
    let frames = [("50,000 empty blocks of zstd", after(6, &[0; 3 * 50_000], zstd(&html(2000))))];
    let frames = frames.map(|(name, frame)| (name.to_owned(), zstd as Pack, frame));
    for (name, pack, middle) in packed.chain(members).chain(frames) {
        let members = [pack(&html(1000)), middle, pack(&html(3000))];
        let at = join(&members).1;
        // Empty members hold no part of the record after them.
        let start = if name == "empty members" { at[2] - gzip(&html(2000)).len() as u64 } else { at[1] };
        let pages = vec![(at[0], 1000, None), (start, 2000, None), (at[2], 3000, None)];
        check_file(&name, &members, &Read { pages, gaps: Vec::new() });
    }
}

/// Bytes that compression left as they are: a page whose body is compressed already.
fn stored() -> Vec<u8> {
    let mut rng = testing::rng::Rng::of_seed(1, 1);
    // Bytes that begin with markup are a page.
    let bytes = [&b"<p>"[..], &(3..1100).map(|_| rng.below(256) as u8).collect::<Vec<_>>()].concat();
    response("http://a.example/", "Content-Type: text/html\r\nContent-Encoding: gzip\r\n", &gzip(&bytes))
}

/// A member may end before it shows a record, and another one may hold the bytes of a record as they are.
#[test]
fn parts_learn_the_format_from_a_first_member_of_few_bytes() {
    let page = html(1000);
    for (kind, pack) in &PACKS[1..] {
        for (name, before, length) in
            [("empty", &b""[..], 0), ("a line end", b"\r\n", 0), ("four bytes", &page[..4], 4)]
        {
            let members = [pack(before), pack(&page[length..]), pack(&stored()), pack(&html(3000))];
            let at = join(&members).1;
            let file = members.concat();
            assert!(file[at[2] as usize..][..100].windows(5).any(|bytes| bytes == b"WARC/"), "{kind}");
            let start = if length == 0 { at[1] } else { 0 };
            let pages = vec![(start, 1000, None), (at[2], 1100, None), (at[3], 3000, None)];
            check_file(&format!("{name}, {kind}"), &members, &Read { pages, gaps: Vec::new() });
        }
    }
}

/// Where the first member is damaged, the start of a record among its bytes is not that of a file without compression.
#[test]
fn damage_of_the_first_member_does_not_change_the_format() {
    for (kind, pack) in &PACKS[1..] {
        let (file, at) = join(&[pack(&stored()), pack(&html(1000)), pack(&stored()), pack(&html(3000))]);
        for byte in 0..at[1] as usize {
            let mut file = file.clone();
            file[byte] ^= 0x55;
            let read = read(Archive::new(&file[..]));
            let whole = [(at[1], 1000, None), (at[2], 1100, None), (at[3], 3000, None)];
            assert!(read.pages.ends_with(&whole), "{kind}, byte {byte}: {read:?}");
            assert!(read.gaps.last().is_none_or(|gap| gap.1 == at[1]), "{kind}, byte {byte}: {read:?}");
        }
    }
}

/// Where the first member is damaged, a part that starts within a later one does not take the bytes of a record in it for a record.
#[test]
fn parts_learn_the_format_behind_a_damaged_first_member() {
    for (kind, pack) in &PACKS[1..] {
        let members = [pack(&html(900)), pack(&html(1000)), pack(&stored()), pack(&html(3000))];
        let at = join(&members).1;
        for byte in [0, 1, 3, 20] {
            let mut members = members.clone();
            members[0][byte] ^= 0x55;
            let wanted = read(Archive::new(&members.concat()[..]));
            let whole = [(at[1], 1000, None), (at[2], 1100, None), (at[3], 3000, None)];
            assert!(wanted.pages.ends_with(&whole), "{kind}, byte {byte}: {wanted:?}");
            check_file(&format!("{kind}, byte {byte}"), &members, &wanted);
        }
    }
}

/// A member in the block of a record does not tell the format of a file without compression, whatever precedes that record.
#[test]
fn members_in_a_block_do_not_tell_the_format() {
    let inner = gzip(&html(1000));
    let long = format!("X: {}\r\n", "x".repeat(1500));
    for front in [&b"\r\n"[..], b"\xEF\xBB\xBF"] {
        for fields in ["", &long] {
            for pages in [&[][..], &[2000, 3000]] {
                let rest: Vec<_> = pages.iter().map(|&length| html(length)).collect();
                let members = [vec![front.to_vec(), record("resource", fields, &inner)], rest].concat();
                let at = join(&members).1;
                let pages = at[2..].iter().zip(pages).map(|(&at, &length)| (at, length, None)).collect();
                let wanted = Read { pages, gaps: vec![(0, front.len() as u64, NotWarc)] };
                check_file(&format!("{front:?}, {}", fields.len()), &members, &wanted);
            }
        }
    }
}

/// The largest limits are none: a length that a record states is not allocated.
#[test]
fn the_largest_limits_do_not_overflow() {
    let mut limits = Limits::default();
    (limits.header, limits.rewind) = (usize::MAX, usize::MAX);
    for length in [u64::MAX, u64::MAX - 1, u64::MAX >> 4] {
        let file = format!("?WARC/1.0\r\nContent-Length: {length}\r\n\r\n<p>").repeat(3);
        let read = read(Archive::new(file.as_bytes()).limits(limits));
        assert_eq!(read.gaps.first().map(|gap| gap.0), Some(0), "{length}");
    }
}

/// Where more bytes tell nothing than are kept, the part with the first byte reads all, and the others read nothing.
#[test]
fn parts_of_a_file_whose_start_tells_no_format() {
    for (kind, pack) in PACKS {
        let members = [vec![b'?'; 3 << 20], pack(&html(1000)), pack(&html(3000))];
        let at = join(&members).1;
        let pages = vec![(at[1], 1000, None), (at[2], 3000, None)];
        check_file(kind, &members, &Read { pages, gaps: vec![(0, at[1], NotWarc)] });
    }
}

/// The file became shorter after its length was divided: each part after its end says so.
#[test]
fn parts_behind_the_end_are_refused() {
    let file = html(1000);
    let length = file.len() as u64;
    for (range, is_refused) in [
        (0..1, false),
        (0..length + 1, false),
        (length - 1..length + 1, false),
        (length..length, false),
        (length..length + 1, true),
        (length + 5..length + 9, true),
    ] {
        let start = range.start;
        match Archive::new(std::io::Cursor::new(&file)).split(range.clone()) {
            Ok(_) => assert!(!is_refused, "{range:?}"),
            Err(error) => {
                assert!(is_refused && error.offset() == start, "{range:?}: {error}");
                let message = format!("the file ends before this part, at byte {length}, as it was changed");
                assert!(error.to_string().contains(&message), "{error}");
            }
        }
    }
}
