//! Archives of zstd whose frames need a dictionary, which stands in a skippable frame at the start of the file.

use std::io::{Cursor, Read};

use tagspan_warc::{Archive, Gap, Item};
use testing::archives::{response, zstd};
use zstd::bulk::Compressor;

const PAGES: usize = 40;

fn body(number: usize) -> String {
    let word = number * 7919;
    format!(
        "<!DOCTYPE html><html><head><title>{word}</title></head><body><p>{}</p></body></html>",
        word * word
    )
}

fn records() -> Vec<Vec<u8>> {
    let record = |number| {
        let uri = format!("http://a.example/{number}");
        response(&uri, "Content-Type: text/html\r\n", body(number).as_bytes())
    };
    (0..PAGES).map(record).collect()
}

/// The skippable frame of a dictionary.
fn frame(dictionary: &[u8]) -> Vec<u8> {
    let length = u32::try_from(dictionary.len()).expect("the dictionary is short").to_le_bytes();
    [&[0x5D, 0x2A, 0x4D, 0x18], &length[..], dictionary].concat()
}

/// The dictionary, and a frame for each record that needs it.
fn compress(records: &[Vec<u8>]) -> (Vec<u8>, Vec<Vec<u8>>) {
    let dictionary = zstd::dict::from_samples(records, 2 << 10).expect("the samples are enough");
    let mut compressor = Compressor::with_dictionary(3, &dictionary).expect("the dictionary is one");
    compressor.include_checksum(true).expect("the setting exists");
    let members = records.iter().map(|record| compressor.compress(record).expect("memory can be written"));
    let members = members.collect();
    (dictionary, members)
}

/// Pages as offset and body, and gaps.
fn read<R: Read>(mut archive: Archive<R>) -> (Vec<(u64, String)>, Vec<Gap>) {
    let (mut pages, mut gaps) = (Vec::new(), Vec::new());
    while let Some(item) = archive.next_item().expect("memory can be read") {
        match item {
            Item::Page(mut page) => {
                let mut body = Vec::new();
                while let Some(chunk) = page.body.next_chunk().expect("memory can be read") {
                    body.extend_from_slice(chunk);
                }
                assert_eq!(page.body.truncation(), None);
                pages.push((page.offset(), String::from_utf8(body).expect("the pages are ASCII")));
            }
            Item::Gap(gap) => gaps.push(gap),
            _ => unreachable!("there is nothing else"),
        }
    }
    (pages, gaps)
}

/// The items read of the members after a frame of so many bytes.
fn wanted(start: usize, members: &[Vec<u8>]) -> Vec<(u64, String)> {
    let offsets = members.iter().scan(start as u64, |at, member| {
        let offset = *at;
        *at += member.len() as u64;
        Some(offset)
    });
    offsets.zip(0..).map(|(offset, number)| (offset, body(number))).collect()
}

#[test]
fn frames_are_read_with_the_dictionary_of_the_file() {
    let (dictionary, members) = compress(&records());
    for (name, start) in [("as it is", frame(&dictionary)), ("compressed", frame(&zstd(&dictionary)))] {
        let file = [&start[..], &members.concat()].concat();
        let wanted = wanted(start.len(), &members);
        assert_eq!(read(Archive::new(&file[..])), (wanted.clone(), vec![]), "{name}");

        // A reader that starts elsewhere needs the dictionary too.
        let length = file.len() as u64;
        for step in [97, length / 2, length] {
            let parts = (0..length).step_by(step as usize).map(|at| at..(at + step).min(length));
            let found: Vec<_> = parts
                .map(|part| read(Archive::new(Cursor::new(&file)).split(part).expect("memory can be read")))
                .collect();
            let pages: Vec<_> = found.iter().flat_map(|(pages, _)| pages.clone()).collect();
            assert_eq!(pages, wanted, "{name}, in parts of {step}");
            assert!(found.iter().all(|(_, gaps)| gaps.is_empty()), "{name}, in parts of {step}");
        }

        // Damage takes the record that it hits.
        let mut file = file;
        let (at, end) = (wanted[10].0, wanted[11].0);
        file[(at + end) as usize / 2] ^= 0x10;
        let (pages, gaps) = read(Archive::new(&file[..]));
        let kept: Vec<_> = wanted.into_iter().filter(|(offset, _)| *offset != at).collect();
        assert_eq!(pages, kept, "{name}, damaged");
        let [gap] = &gaps[..] else { panic!("{gaps:?}") };
        assert_eq!(gap.range, at..end, "{name}");
    }
}

/// They are gaps then, none of them is read as something else, and a frame that needs no dictionary is there.
#[test]
fn frames_without_their_dictionary_are_gaps() {
    let (dictionary, members) = compress(&records());
    let members = members.concat();
    let free = zstd(&response("http://a.example/", "Content-Type: text/html\r\n", b"<p>free"));
    let mut damaged = zstd(&dictionary);
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0x10;
    let mut length_of_4_gib = frame(&dictionary);
    length_of_4_gib[4..8].fill(0xFF);
    for (name, start) in [
        ("no frame", vec![]),
        ("an empty dictionary", frame(b"")),
        ("another dictionary", frame(b"<html><head><title>")),
        ("a damaged dictionary", frame(&damaged)),
        ("half of the dictionary", frame(&dictionary[..dictionary.len() / 2])),
        ("a length of 4 GiB", length_of_4_gib),
    ] {
        let file = [&start[..], &members, &free].concat();
        let (pages, gaps) = read(Archive::new(&file[..]));
        let bodies: Vec<_> = pages.iter().map(|(_, body)| &body[..]).collect();
        assert_eq!(bodies, ["<p>free"], "{name}");
        let lost: u64 = gaps.iter().map(|gap| gap.range.end - gap.range.start).sum();
        assert!(lost >= members.len() as u64, "{name}: {gaps:?}");
    }
}
