//! Damaged archives of every kind, read in parts and from input that fails, compared with one reading of the whole.

use std::io::{Cursor, Read};

use tagspan_warc::{Archive, Counts, GapReason, Item, Truncation};
use testing::archives::{gzip, record, response, zstd};
use testing::rng::Rng;

/// The items of an archive.
#[derive(Clone, PartialEq)]
enum Found {
    /// The offsets, the body, and why it is truncated.
    Page(u64, u64, Vec<u8>, Option<Truncation>),
    Gap(u64, u64, GapReason),
}

impl std::fmt::Debug for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Found::Page(at, within, body, why) => write!(f, "page {at}+{within} of {}, {why:?}", body.len()),
            Found::Gap(from, to, reason) => write!(f, "gap {from}..{to}, {reason:?}"),
        }
    }
}

/// All that is read, and the counts. Where the input fails, it is read on or not.
fn read(mut archive: Archive<impl Read>, reads_on: bool) -> (Vec<Found>, Counts) {
    let mut found = Vec::new();
    loop {
        match archive.next_item() {
            Ok(Some(Item::Gap(gap))) => found.push(Found::Gap(gap.range.start, gap.range.end, gap.reason)),
            Ok(Some(Item::Page(mut page))) => {
                let mut body = Vec::new();
                loop {
                    match page.body.next_chunk() {
                        Ok(Some(chunk)) => body.extend_from_slice(chunk),
                        Ok(None) => break,
                        Err(_) if reads_on => {}
                        Err(_) => return (found, *archive.counts()),
                    }
                }
                found.push(Found::Page(page.offset(), page.offset_in_member(), body, page.body.truncation()));
            }
            Err(_) if reads_on => {}
            Ok(None) | Err(_) => return (found, *archive.counts()),
            Ok(Some(_)) => unreachable!("there is nothing else"),
        }
    }
}

/// A file whose input fails at a byte, once or always.
struct Fails<'a> {
    file: &'a [u8],
    at: usize,
    stop: Option<usize>,
    once: bool,
}

impl Read for Fails<'_> {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        if self.stop == Some(self.at) {
            self.stop = self.stop.filter(|_| !self.once);
            return Err(std::io::ErrorKind::WouldBlock.into());
        }
        let end = self.stop.unwrap_or(self.file.len());
        let count = buf.len().min(end - self.at);
        buf[..count].copy_from_slice(&self.file[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

fn noise(rng: &mut Rng<'_>, length: usize) -> Vec<u8> {
    (0..length).map(|_| rng.below(256) as u8).collect()
}

/// A record: some compress well, compression leaves the bytes of others as they are, or those of a record in them.
fn any_record(rng: &mut Rng<'_>, is_compressed: bool) -> Vec<u8> {
    let html = "Content-Type: text/html\r\n";
    let page = |body: &[u8]| response("http://a.example/", html, body);
    match rng.below(6) {
        0 => record("request", "", b"GET / HTTP/1.1\r\n\r\n"),
        1 | 2 => {
            let length = rng.below(600);
            let fields = format!("{html}Content-Encoding: gzip\r\n");
            response("http://a.example/", &fields, &gzip(&noise(rng, length)))
        }
        3 if is_compressed => {
            let inner = page(&noise(rng, 200));
            page(&[noise(rng, 100), inner, noise(rng, 300)].concat())
        }
        _ => {
            let letters: Vec<u8> = (0..rng.below(600)).map(|_| b'a' + rng.below(4) as u8).collect();
            page(&letters)
        }
    }
}

/// Frames that need the dictionary of the frame ahead of them.
fn with_dictionary(records: &[Vec<u8>]) -> Vec<Vec<u8>> {
    // A dictionary that begins as a record does would be one, as that of an archive within an archive.
    let dictionary = [b"<html>", &records.concat()[..]].concat();
    let compressor = zstd::bulk::Compressor::with_dictionary(3, &dictionary);
    let mut compressor = compressor.expect("any bytes are a dictionary");
    compressor.include_checksum(true).expect("the setting exists");
    let packed = zstd(&dictionary);
    let length = u32::try_from(packed.len()).expect("it is short").to_le_bytes();
    let frame = [&[0x5D, 0x2A, 0x4D, 0x18], &length[..], &packed].concat();
    let members = records.iter().map(|record| compressor.compress(record).expect("memory can be written"));
    [frame].into_iter().chain(members).collect()
}

const KINDS: [&str; 7] = ["plain", "gzip", "zstd", "dictionary", "mixed", "one member", "blocks"];

fn members(rng: &mut Rng<'_>, kind: &str) -> Vec<Vec<u8>> {
    let is_compressed = !matches!(kind, "plain" | "mixed");
    let records: Vec<_> = (0..rng.between(2, 6)).map(|_| any_record(rng, is_compressed)).collect();
    match kind {
        "plain" => records,
        "gzip" => records.iter().map(|record| gzip(record)).collect(),
        "zstd" => records.iter().map(|record| zstd(record)).collect(),
        "dictionary" => with_dictionary(&records),
        "one member" => vec![gzip(&records.concat())],
        "blocks" => records.concat().chunks(rng.between(20, 900)).map(gzip).collect(),
        _ => {
            let pack = |(at, record): (usize, &Vec<u8>)| match at % 3 {
                0 => record.clone(),
                1 => gzip(record),
                _ => zstd(record),
            };
            (rng.below(3)..).zip(&records).map(pack).collect()
        }
    }
}

/// Damages an archive, more often in the first member, and most of all in its first bytes, than elsewhere.
fn damage(rng: &mut Rng<'_>, mut members: Vec<Vec<u8>>) -> Vec<u8> {
    if rng.percent(10) && members.len() > 2 {
        members.remove(rng.below(members.len()));
    }
    let first = members[0].len();
    let mut file = members.concat();
    for _ in 0..rng.below(4) {
        let end = if rng.percent(60) { first.min(file.len()) } else { file.len() };
        let end = if rng.percent(30) { end.min(20) } else { end };
        let at = rng.below(end);
        let most = if rng.percent(50) { 12 } else { 400 };
        let to = (at + rng.between(1, most)).min(file.len());
        match rng.below(if file.len() > 800 { 5 } else { 3 }) {
            0 => file[at] ^= 1 << rng.below(8),
            1 => file[at..to].fill(0),
            2 => drop(file.splice(at..at, noise(rng, to - at))),
            3 => drop(file.drain(at..to)),
            _ => file.truncate(file.len() - 100),
        }
    }
    file
}

/// The differences of the items read, from the first one on.
fn differs(what: &str, at: usize, found: &[Found], wanted: &[Found]) -> Option<String> {
    let same = found.iter().zip(wanted).take_while(|(found, wanted)| found == wanted).count();
    let (found_rest, wanted_rest) = (&found[same..], &wanted[same..]);
    (found != wanted).then(|| format!("{what}: {at}: {found_rest:?} instead of {wanted_rest:?}"))
}

/// Two parts, divided at each byte or at some, give what the whole gives.
fn check_parts(file: &[u8], step: usize) -> Option<String> {
    let (whole, counts) = read(Archive::new(file), false);
    let length = file.len() as u64;
    (0..=length).step_by(step).find_map(|half| {
        let part = |range| {
            let part = Archive::new(Cursor::new(file)).split(range);
            read(part.expect("memory can be read"), false)
        };
        let ((mut found, mut sum), (more, count)) = (part(0..half), part(half..length));
        found.extend(more);
        sum += count;
        let of_counts = || (sum != counts).then(|| format!("counts: {half}: {sum:?} instead of {counts:?}"));
        differs("parts", half as usize, &found, &whole).or_else(of_counts)
    })
}

/// Gaps are in order, and no page starts in one.
fn check_order(file: &[u8]) -> Option<String> {
    let mut last = 0;
    let (whole, _) = read(Archive::new(file), false);
    whole.iter().find_map(|found| {
        let is_wrong = match *found {
            Found::Gap(from, to, _) => from >= to || to < last,
            Found::Page(at, within, ..) => at < last && within == 0,
        };
        last = if let Found::Gap(_, to, _) = *found { to } else { last };
        is_wrong.then(|| format!("order: {found:?}: {whole:?}"))
    })
}

/// A failing input gives the same items as another input.
fn check_failing(file: &[u8], step: usize, is_block: bool) -> Option<String> {
    let (whole, _) = read(Archive::new(file), false);
    let gaps = |found: &[Found]| -> Vec<_> {
        let gaps = found.iter().filter_map(|it| match *it {
            // A gap within a member is what was inflated around it, and may end up to eight bytes after the damage.
            Found::Gap(from, to, reason) => Some((if is_block { 0 } else { from }, to, reason)),
            Found::Page(..) => None,
        });
        gaps.collect()
    };
    let is_page = |found: &&Found| matches!(found, Found::Page(..));
    // Where the next page starts after each one that precedes all damage. The page is read before that.
    let ends = whole.iter().take_while(is_page).skip(1).filter_map(|it| match *it {
        Found::Page(at, ..) => Some(at as usize),
        Found::Gap(..) => None,
    });
    let ends: Vec<_> = ends.collect();
    (0..=file.len()).step_by(step).find_map(|stop| {
        let input = |once| Fails { file, at: 0, stop: Some(stop), once };
        let (found, _) = read(Archive::new(input(true)), true);
        let mut rest = whole.iter().filter(is_page);
        let are_there = found.iter().filter(is_page).all(|page| rest.any(|of| of == page));
        let (left, right) = (gaps(&found), gaps(&whole));
        let are_same = left.len() == right.len()
            && left.iter().zip(&right).all(|(left, right)| {
                let is_near = is_block || left.1.abs_diff(right.1) <= 8;
                (left.0, left.2) == (right.0, right.2) && is_near
            });
        let read_on = if are_there && are_same { None } else { differs("read on", stop, &found, &whole) };
        let (found, _) = read(Archive::new(input(false)), false);
        let least = if is_block { 0 } else { ends.iter().filter(|&&end| end + 16 <= stop).count() };
        let is_right = is_block || whole.starts_with(&found) && found.len() >= least;
        let stopped = || if is_right { None } else { differs("stop", stop, &found, &whole) };
        read_on.or_else(stopped)
    })
}

fn number_of(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// `TAGSPAN_ARCHIVES` of them, from `TAGSPAN_FROM` on; by default a few, divided at some bytes only.
#[test]
fn parts_and_failing_input_agree_with_the_whole() {
    let (from, count) = (number_of("TAGSPAN_FROM").unwrap_or(0), number_of("TAGSPAN_ARCHIVES"));
    let step = if count.is_some() { 1 } else { 13 };
    let mut wrong = Vec::new();
    for number in from..from + count.unwrap_or(140) {
        let kind = KINDS[number as usize % KINDS.len()];
        let mut rng = Rng::of_seed(7, number);
        let members = members(&mut rng, kind);
        let file = damage(&mut rng, members);
        let is_block = matches!(kind, "one member" | "blocks");
        let checks = [check_parts(&file, step), check_order(&file), check_failing(&file, step, is_block)];
        wrong.extend(checks.into_iter().flatten().map(|wrong| format!("{number}, {kind}, {wrong}")));
    }
    assert!(wrong.is_empty(), "{} differences: {wrong:#?}", wrong.len());
}

/// The end of a block does not depend on how many of the bytes after it were read before the input failed.
#[test]
fn lengths_that_are_a_little_wrong() {
    let page = |body: &str| response("http://a.example/", "Content-Type: text/html\r\n", body.as_bytes());
    let (first, second) = (String::from_utf8(page("<p>one")).expect("it is ASCII"), page("<p>two"));
    let (fields, _) = first.split_once("\r\n\r\n").expect("a header has an end");
    let (fields, length) = fields.split_once("Content-Length: ").expect("a record has a length");
    let length: usize = length.parse().expect("a length is a number");
    for (wrong, newlines) in
        (length - 9..length + 12).flat_map(|wrong| (0..12).map(move |count| (wrong, count)))
    {
        let first = first.trim_end().replace(
            &format!("{fields}Content-Length: {length}"),
            &format!("{fields}Content-Length: {wrong}"),
        );
        let file = [first.as_bytes(), &b"\n".repeat(newlines), &second].concat();
        let wrong = check_failing(&file, 1, false)
            .map(|differs| format!("{wrong} of {length}, {newlines}, {differs}"));
        assert_eq!(wrong, None);
    }
}
