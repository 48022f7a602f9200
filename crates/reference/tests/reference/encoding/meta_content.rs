//! The value of a `content` attribute, step by step.

use tagspan_reference::encoding::{Encoding, extract_from_meta_content};

use super::{DRAFT_2010, LIVING, Steps};

/// The string, what the living standard extracts, and what 2010 does; empty for nothing.
const CASES: &Steps<(&str, &str, &str)> = &[
    (
        "find charset in any case, wherever it is",
        &[
            ("", "", ""),
            ("koi8-r", "", ""),
            ("charse=koi8-r", "", ""),
            ("charset=koi8-r", "KOI8-R", "KOI8-R"),
            ("text/html; charset=koi8-r", "KOI8-R", "KOI8-R"),
            ("text/html;charset=koi8-r", "KOI8-R", "KOI8-R"),
            ("CHARset=KOI8-R", "KOI8-R", "KOI8-R"),
            ("xcharset=koi8-r", "KOI8-R", "KOI8-R"),
            ("\u{E9}charset=koi8-r", "KOI8-R", "KOI8-R"),
            ("char\u{17F}et=koi8-r", "", ""),
            ("charcharset=koi8-r", "KOI8-R", "KOI8-R"),
            ("\"charset=koi8-r", "KOI8-R", "KOI8-R"),
        ],
    ),
    (
        "space and an equals sign",
        &[
            ("charset", "", ""),
            ("charset ", "", ""),
            ("charset \t\n\u{C}\r= \t\n\u{C}\rkoi8-r", "KOI8-R", "KOI8-R"),
            ("charset\u{B}=koi8-r", "", ""),
            ("charset=\u{B}koi8-r", "", ""),
            ("charset\u{A0}=koi8-r", "", ""),
            ("charset:koi8-r", "", ""),
            ("charset==koi8-r", "", ""),
            ("charset;=koi8-r", "", ""),
        ],
    ),
    (
        "without one, living goes on from the next character",
        &[
            ("charset charset=koi8-r", "KOI8-R", ""),
            ("charsetcharset=koi8-r", "KOI8-R", ""),
            ("charset charset", "", ""),
            ("charset; charset = koi8-r", "KOI8-R", ""),
            ("charset charset charset charset=koi8-r", "KOI8-R", ""),
            ("charset charset=bogus", "", ""),
        ],
    ),
    (
        "with one, it stays with this charset",
        &[
            ("charset=bogus; charset=koi8-r", "", ""),
            ("charset=; charset=koi8-r", "", ""),
            ("charset='bogus' charset=koi8-r", "", ""),
            ("charset=koi8-r; charset=big5", "KOI8-R", "KOI8-R"),
            ("charset= charset=koi8-r", "", ""),
        ],
    ),
    (
        "quoted",
        &[
            ("charset=\"koi8-r\"", "KOI8-R", "KOI8-R"),
            ("charset='koi8-r'", "KOI8-R", "KOI8-R"),
            ("charset='koi8-r'x", "KOI8-R", "KOI8-R"),
            ("charset='koi8-r' charset=big5", "KOI8-R", "KOI8-R"),
            ("charset=' koi8-r\t'", "KOI8-R", "KOI8-R"),
            ("charset='koi8-r;'", "", ""),
            ("charset='koi8-r\"'", "", ""),
            ("charset=''", "", ""),
            ("charset='' koi8-r'", "", ""),
        ],
    ),
    (
        "an unmatched quote, or nothing",
        &[
            ("charset='koi8-r", "", ""),
            ("charset=\"koi8-r'", "", ""),
            ("charset='", "", ""),
            ("'charset='koi8-r", "", ""),
            ("charset=", "", ""),
            ("charset= ", "", ""),
        ],
    ),
    (
        "up to a space or semicolon",
        &[
            ("charset=koi8-r;", "KOI8-R", "KOI8-R"),
            ("charset=koi8-r; x", "KOI8-R", "KOI8-R"),
            ("charset=koi8-r x", "KOI8-R", "KOI8-R"),
            ("charset=koi8-r\tx", "KOI8-R", "KOI8-R"),
            ("charset=koi8-r\nx", "KOI8-R", "KOI8-R"),
            ("charset=koi8-r\u{C}x", "KOI8-R", "KOI8-R"),
            ("charset=koi8-r\rx", "KOI8-R", "KOI8-R"),
            ("charset=koi8-r\u{B}x", "", ""),
            ("charset=koi8-r,x", "", ""),
            ("charset=koi8-r'", "", ""),
            ("charset=koi8-r\"", "", ""),
            ("charset=koi8-r\u{E9}", "", ""),
            ("charset=;koi8-r", "", ""),
        ],
    ),
    (
        "labels as they are: only the prescan replaces UTF-16 and x-user-defined",
        &[
            ("charset=utf-16", "UTF-16LE", "UTF-16LE"),
            ("charset=utf-16be", "UTF-16BE", "UTF-16BE"),
            ("charset=x-user-defined", "x-user-defined", "x-user-defined"),
            ("charset=iso-2022-kr", "replacement", ""),
            ("charset=utf-7", "", ""),
            ("charset=latin1", "windows-1252", "windows-1252"),
        ],
    ),
];

#[test]
fn every_step_of_both_editions() {
    for (step, cases) in CASES {
        for (content, living, draft_2010) in *cases {
            for (edition, expected) in [(LIVING, living), (DRAFT_2010, draft_2010)] {
                let extracted = extract_from_meta_content(content, edition).map_or("", Encoding::name);
                assert_eq!(extracted, *expected, "{edition:?}, {step}: {content:?}");
            }
        }
    }
}

/// A million near misses are one pass over them.
#[test]
fn near_misses_take_linear_time() {
    let near_misses = "charset ".repeat(1_000_000);
    for edition in [LIVING, DRAFT_2010] {
        assert_eq!(extract_from_meta_content(&near_misses, edition), None);
    }
}
