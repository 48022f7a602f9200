//! XML declarations, which only the living standard looks for: in UTF-16 first, in ASCII last.

use super::{DRAFT_2010, LIVING, Steps, found};

/// Bytes and what the living standard finds, empty for nothing.
const CASES: &Steps<(&[u8], &str)> = &[
    (
        "UTF-16, by the first six bytes alone",
        &[
            (b"<\0?\0x\0m\0l\0", "UTF-16LE"),
            (b"<\0?\0x\0", "UTF-16LE"),
            (b"\0<\0?\0x\0m\0l", "UTF-16BE"),
            (b"\0<\0?\0x", "UTF-16BE"),
            (b"<\0?\0x\0<meta charset=koi8-r>", "UTF-16LE"),
            (b"<\0?\0x\0m\0l\0 \0e\0n\0c\0o\0d\0i\0n\0g\0=\0'\0b\0i\0g\x005\0'\0?\0>\0", "UTF-16LE"),
            (b"<\0?\0x", ""),
            (b"\0<\0?\0", ""),
            (b"<\0?\0X\0m\0l\0", ""),
            (b"\0<\0?\0X\0m\0l", ""),
            (b" \0<\0?\0x\0", ""),
            (b"<\0!\0D\0", ""),
            (b"<\0m\0e\0t\0a\0 \0", ""),
            (b"\0\0\0<\0\0\0?\0\0\0x", ""),
        ],
    ),
    (
        "it starts with <?xml",
        &[
            (b"<?xml version=\"1.0\" encoding=\"koi8-r\"?>", "KOI8-R"),
            (b"<?xml encoding='koi8-r'?>", "KOI8-R"),
            (b"<?xmlencoding='koi8-r'?>", "KOI8-R"),
            (b"<?xml-stylesheet encoding='koi8-r'?>", "KOI8-R"),
            (b"<?xm encoding='koi8-r'?>", ""),
            (b"<?XML encoding='koi8-r'?>", ""),
            (b"<xml encoding='koi8-r'?>", ""),
            (b" <?xml encoding='koi8-r'?>", ""),
            (b"\n<?xml encoding='koi8-r'?>", ""),
            (b"<!----><?xml encoding='koi8-r'?>", ""),
            (b"\xEF\xBB\xBF<?xml encoding='koi8-r'?>", ""),
        ],
    ),
    (
        "there is a >, not necessarily at the end",
        &[
            (b"<?xml encoding='koi8-r'>", "KOI8-R"),
            (b"<?xml encoding='koi8-r'", ""),
            (b"<?xml encoding='koi8-r'?", ""),
            (b"<?xml encoding='koi8-r'?<p>", "KOI8-R"),
            (b"<?xml?><p encoding='koi8-r'>", "KOI8-R"),
            (b"<?xml?> encoding='koi8-r'", "KOI8-R"),
            (b"<?xml a='>' encoding='koi8-r'?>", "KOI8-R"),
        ],
    ),
    (
        "the first encoding in it, whatever is around",
        &[
            (b"<?xml?>", ""),
            (b"<?xml version='1.0'?>", ""),
            (b"<?xml ENCODING='koi8-r'?>", ""),
            (b"<?xml encodin='koi8-r'?>", ""),
            (b"<?xml xencoding='koi8-r'?>", "KOI8-R"),
            (b"<?xml a=\"encoding='koi8-r'\"?>", "KOI8-R"),
            (b"<?xml encoding='koi8-r' encoding='big5'?>", "KOI8-R"),
            (b"<?xml encoding encoding='koi8-r'?>", ""),
            (b"<?xml encoding='bogus' encoding='koi8-r'?>", ""),
        ],
    ),
    (
        "an equals sign, with bytes up to 0x20 around it",
        &[
            (b"<?xml encoding\0\x01\x0B\x1F \n=\0\x01\x0B\x1F \n'koi8-r'?>", "KOI8-R"),
            (b"<?xml encoding\x7F='koi8-r'?>", ""),
            (b"<?xml encoding=\x7F'koi8-r'?>", ""),
            (b"<?xml encoding:'koi8-r'?>", ""),
            (b"<?xml encoding 'koi8-r'?>", ""),
            (b"<?xml encoding=='koi8-r'?>", ""),
        ],
    ),
    (
        "two quotation marks",
        &[
            (b"<?xml encoding=\"koi8-r\"?>", "KOI8-R"),
            (b"<?xml encoding=koi8-r?>", ""),
            (b"<?xml encoding=`koi8-r`?>", ""),
            (b"<?xml encoding='koi8-r\"?>", ""),
            (b"<?xml encoding=\"koi8-r'?>", ""),
            (b"<?xml encoding='koi8-r?><p a='>", ""),
            (b"<?xml encoding='koi8-r\"'?>", ""),
            (b"<?xml encoding=''?>", ""),
        ],
    ),
    (
        "no byte up to 0x20 between them",
        &[
            (b"<?xml encoding=' koi8-r'?>", ""),
            (b"<?xml encoding='koi8-r '?>", ""),
            (b"<?xml encoding='koi8-r\n'?>", ""),
            (b"<?xml encoding='koi8-r\0'?>", ""),
        ],
    ),
    (
        "a label; UTF-16 becomes UTF-8 and x-user-defined stays",
        &[
            (b"<?xml encoding='KOI8-R'?>", "KOI8-R"),
            (b"<?xml encoding='latin1'?>", "windows-1252"),
            (b"<?xml encoding='bogus'?>", ""),
            (b"<?xml encoding='k\xF6i8-r'?>", ""),
            (b"<?xml encoding='utf-16'?>", "UTF-8"),
            (b"<?xml encoding='UTF-16LE'?>", "UTF-8"),
            (b"<?xml encoding='utf-16be'?>", "UTF-8"),
            (b"<?xml encoding='x-user-defined'?>", "x-user-defined"),
            (b"<?xml encoding='iso-2022-kr'?>", "replacement"),
        ],
    ),
    (
        "the bytes end",
        &[
            (b"<?xml", ""),
            (b"<?xml>encoding", ""),
            (b"<?xml>encoding ", ""),
            (b"<?xml>encoding=", ""),
            (b"<?xml>encoding= ", ""),
            (b"<?xml>encoding='", ""),
            (b"<?xml>encoding='koi8-r", ""),
            (b"<?xml>encoding='koi8-r'", "KOI8-R"),
        ],
    ),
    (
        "a meta goes before, wherever it is",
        &[
            (b"<?xml encoding='big5'?><meta charset=koi8-r>", "KOI8-R"),
            (b"<?xml encoding='big5'?><html><p><meta charset=koi8-r>", "KOI8-R"),
            (b"<?xml encoding='koi8-r'?><meta charset=bogus>", "KOI8-R"),
            (b"<?xml encoding='koi8-r'?><meta content='charset=big5'>", "KOI8-R"),
            (b"<?xml encoding='koi8-r'?><!--<meta charset=big5>", "KOI8-R"),
            (b"<?xml encoding='koi8-r'?><meta charset=big5", "KOI8-R"),
            // The declaration ends at its first >, for the prescan.
            (b"<?xml a='><meta charset=koi8-r>' encoding='big5'?>", "KOI8-R"),
        ],
    ),
];

#[test]
fn every_step() {
    for (step, cases) in CASES {
        for (bytes, expected) in *cases {
            let shown = bytes.escape_ascii();
            assert_eq!(found(bytes, LIVING), *expected, "{step}: {shown}");
        }
    }
}

#[test]
fn it_is_nothing_in_2010() {
    for (bytes, _) in CASES.iter().flat_map(|(_, cases)| *cases) {
        let has_meta = bytes.windows(5).any(|window| window == b"<meta");
        if !has_meta {
            assert_eq!(found(bytes, DRAFT_2010), "", "{}", bytes.escape_ascii());
        }
    }
}
