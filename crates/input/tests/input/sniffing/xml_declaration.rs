//! Tables of the XML declaration, which counts where the prescan found nothing.

use super::harness::{Case, declared};

/// The encoding in a source's XML declaration, and the end of the declaration; empty for none.
const CASES: &[(&str, &[u8], &str, u64)] = &[
    ("usual", b"<?xml version='1.0' encoding='koi8-r'?><html>", "KOI8-R", 37),
    ("double quotes", b"<?xml encoding=\"koi8-r\"?>", "KOI8-R", 23),
    ("any case of the label", b"<?xml encoding='KOI8-R'?>", "KOI8-R", 23),
    ("controls around the equals sign", b"<?xml encoding\0\x01 =\t\x1F 'koi8-r'?>", "KOI8-R", 29),
    ("no space after xml", b"<?xmlencoding='koi8-r'?>", "KOI8-R", 22),
    ("the > before it", b"<?xml ?> encoding='koi8-r'", "KOI8-R", 26),
    ("the > in the label's quotes", b"<?xml encoding='koi8-r' a='>'", "KOI8-R", 23),
    ("a mere >", b"<?xml encoding='koi8-r' >", "KOI8-R", 23),
    ("utf-16", b"<?xml encoding='utf-16le'?>", "UTF-8", 25),
    ("x-user-defined stays", b"<?xml encoding='x-user-defined'?>", "x-user-defined", 31),
    ("replacement", b"<?xml encoding='hz-gb-2312'?>", "replacement", 27),
    ("a comment after it", b"<?xml encoding='koi8-r'?><!-- <meta charset=big5>", "KOI8-R", 23),
    ("no >", b"<?xml encoding='big5'", "", 0),
    ("not at the start", b" <?xml encoding='big5'?>", "", 0),
    ("upper case", b"<?XML encoding='big5'?>", "", 0),
    ("upper case of encoding", b"<?xml Encoding='big5'?>", "", 0),
    ("no encoding", b"<?xml version='1.0'?>", "", 0),
    ("only the first encoding", b"<?xml encoding encoding='big5'?>", "", 0),
    ("nothing after encoding", b"<?xml > encoding", "", 0),
    ("only controls after encoding", b"<?xml > encoding \0", "", 0),
    ("nothing after =", b"<?xml > encoding=", "", 0),
    ("only controls after =", b"<?xml > encoding= \x0B", "", 0),
    ("no quotes", b"<?xml encoding=big5?>", "", 0),
    ("other quotes", b"<?xml encoding=`big5`?>", "", 0),
    ("a quote that is not closed", b"<?xml encoding='big5?>", "", 0),
    ("a quote that another closes", b"<?xml encoding='big5\"?>", "", 0),
    ("nothing after the quote", b"<?xml > encoding='", "", 0),
    ("an empty label", b"<?xml encoding=''?>", "", 0),
    ("spaces in the label", b"<?xml encoding=' big5'?>", "", 0),
    ("controls in the label", b"<?xml encoding='big5\0'?>", "", 0),
    ("an unknown label", b"<?xml encoding='utf-7'?>", "", 0),
    ("a label of no ASCII", b"<?xml encoding='big5\xFF'?>", "", 0),
];

#[test]
fn each_source_declares_what_the_table_says() {
    for &(what, source, expected, end) in CASES {
        let expected = (!expected.is_empty()).then_some((expected, 0..end));
        assert_eq!(declared(source, 1024), expected, "{what}");
    }
}

#[test]
fn each_source_is_cut_by_each_limit_as_the_reference_cuts_it() {
    for (_, source, ..) in CASES {
        for limit in 0..=source.len() + 1 {
            Case::prescan(limit).check(source);
        }
    }
}

#[test]
fn a_meta_tag_after_it_overrides_it() {
    let html = b"<?xml encoding='big5'?><meta charset=koi8-r>";
    assert_eq!(declared(html, 1024), Some(("KOI8-R", 23..44)));
    assert_eq!(declared(html, 43), Some(("Big5", 0..21)));
}

#[test]
fn it_decides_only_once_the_bytes_have_run_out() {
    let mut html = b"<?xml encoding='koi8-r'?>".to_vec();
    html.resize(2000, b' ');
    for (limit, looked_at) in [(25, 25), (1024, 1024), (1999, 1999), (2000, 2000), (5000, 2000)] {
        let case = Case::prescan(limit);
        let decision = case.check_whole(&html);
        case.check_cuts(&html, [0, 24, 25, 1023, 1024, 1025, 1999, 2000]);
        assert_eq!((decision.bytes(), decision.looked_at()), (0..23, looked_at), "{limit}");
    }
}
