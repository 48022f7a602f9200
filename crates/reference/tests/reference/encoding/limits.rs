//! Where the bytes end: at the limit, in the declaration, anywhere.

use tagspan_reference::encoding::{SniffOptions, prescan_up_to, sniff};

use super::{DRAFT_2010, LIVING, found};

const META: &[u8] = b"<meta charset=koi8-r>";

/// `META` where it is `end` bytes to its end, and more after it.
fn ending_at(end: usize, before: &[u8], fill: u8, after: &[u8]) -> Vec<u8> {
    let mut bytes = before.to_vec();
    bytes.resize(end - META.len(), fill);
    [&bytes[..], META, after].concat()
}

#[test]
fn the_limits_are_those_of_the_texts() {
    for (edition, limit) in [(LIVING, 1024), (DRAFT_2010, 512)] {
        assert_eq!(edition.prescan_limit(), limit);
        for (before, fill) in
            [(&b""[..], b' '), (b"", b'<'), (b"", b'\xFF'), (b"<!-->", b'-'), (b"</br>", b'\0')]
        {
            for after in [&b""[..], b" more"] {
                let case = format!("{edition:?} {before:?} {fill} {after:?}");
                assert_eq!(found(&ending_at(limit - 1, before, fill, after), edition), "KOI8-R", "{case}");
                assert_eq!(found(&ending_at(limit, before, fill, after), edition), "KOI8-R", "{case}");
                for cut in 1..=META.len() + 1 {
                    let found = found(&ending_at(limit + cut, before, fill, after), edition);
                    assert_eq!(found, "", "{case}, {cut} bytes cut off");
                }
            }
        }
    }
}

#[test]
fn the_limit_holds_for_the_xml_declaration() {
    let declaration = |end: usize| {
        let mut bytes = b"<?xml encoding='koi8-r' ".to_vec();
        bytes.resize(end - 2, b' ');
        [&bytes[..], b"?>", b" more"].concat()
    };
    assert_eq!(found(&declaration(1023), LIVING), "KOI8-R");
    assert_eq!(found(&declaration(1024), LIVING), "KOI8-R");
    assert_eq!(found(&declaration(1025), LIVING), "");
}

#[test]
fn the_limit_can_be_chosen() {
    for edition in [LIVING, DRAFT_2010] {
        let bytes = ending_at(5000, b"", b' ', b"");
        assert_eq!(found(&bytes, edition), "");
        assert_eq!(prescan_up_to(&bytes, 4999, edition), None);
        assert_eq!(prescan_up_to(&bytes, 5000, edition).unwrap().name(), "KOI8-R");
        assert_eq!(prescan_up_to(&bytes, usize::MAX, edition).unwrap().name(), "KOI8-R");
        for (prescan_limit, expected) in
            [(None, "windows-1252"), (Some(4999), "windows-1252"), (Some(5000), "KOI8-R")]
        {
            let options = SniffOptions { edition, prescan_limit, ..SniffOptions::default() };
            assert_eq!(sniff(&bytes, &options).encoding.name(), expected, "{edition:?} {prescan_limit:?}");
        }
        let options = SniffOptions { edition, prescan_limit: Some(0), ..SniffOptions::default() };
        assert_eq!(sniff(META, &options).encoding.name(), "windows-1252");
    }
}

/// The number of bytes that have to be there for something to be found: one fewer, and nothing is.
#[test]
fn every_cut_before_the_end_of_the_declaration_finds_nothing() {
    let cases: [(&[u8], usize, usize); 8] = [
        (b"<!DOCTYPE html><!-- a --><p b='c'><meta charset=koi8-r>", 55, 55),
        (b"<meta http-equiv='Content-Type' content='text/html; charset=koi8-r'>", 68, 68),
        (b"<meta charset='koi8-r'>", 23, 23),
        (b"<meta charset='koi8-r' />", 25, 23),
        (b"<meta charset=koi8-r a=b c>", 27, 21),
        (b"<meta content='charset=koi8-r' http-equiv=content-type>", 55, 31),
        (b"<meta charset=bogus><meta charset=koi8-r>", 41, 41),
        (b"<META\tCHARSET\n=\r\nKOI8-R\x0C>", 25, 24),
    ];
    for (bytes, living, draft_2010) in cases {
        for (edition, needed) in [(LIVING, living), (DRAFT_2010, draft_2010)] {
            for cut in 0..=bytes.len() {
                let shown = bytes[..cut].escape_ascii();
                let expected = if cut < needed { "" } else { "KOI8-R" };
                assert_eq!(found(&bytes[..cut], edition), expected, "{edition:?}, {cut} bytes: {shown}");
                let limited = prescan_up_to(bytes, cut, edition).map_or("", |encoding| encoding.name());
                assert_eq!(limited, expected, "{edition:?}, limit {cut}: {shown}");
            }
        }
    }
}
