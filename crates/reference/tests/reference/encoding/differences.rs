//! Each thing in which the prescan of 2010 and that of the living standard differ.

use super::{DRAFT_2010, LIVING, Steps, found};

/// Bytes, what the living standard finds, and what 2010 finds; empty for nothing.
const CASES: &Steps<(&[u8], &str, &str)> = &[
    (
        "living: content needs the pragma",
        &[
            (b"<meta content='charset=koi8-r'>", "", "KOI8-R"),
            (b"<meta http-equiv=refresh content='charset=koi8-r'>", "", "KOI8-R"),
            (b"<meta http-equiv='content-type ' content='charset=koi8-r'>", "", "KOI8-R"),
            (b"<meta http-equiv content='charset=koi8-r'>", "", "KOI8-R"),
            (b"<meta name=content-type content='charset=koi8-r'>", "", "KOI8-R"),
            (b"<meta content='charset=koi8-r'><meta http-equiv=content-type>", "", "KOI8-R"),
            (b"<meta content='charset=koi8-r'><meta charset=big5>", "Big5", "KOI8-R"),
        ],
    ),
    (
        "living: of equal names the first counts",
        &[
            (b"<meta charset=bogus charset=koi8-r>", "", "KOI8-R"),
            (
                b"<meta http-equiv=content-type content='charset=bogus' content='charset=koi8-r'>",
                "",
                "KOI8-R",
            ),
            (b"<meta http-equiv=refresh http-equiv=content-type content='charset=koi8-r'>", "", "KOI8-R"),
            (b"<meta content content='charset=koi8-r' http-equiv=content-type>", "", "KOI8-R"),
        ],
    ),
    (
        "living: charset goes before content, even if it is bogus; 2010: the first that is supported",
        &[
            (b"<meta http-equiv=content-type content='charset=big5' charset=koi8-r>", "KOI8-R", "Big5"),
            (b"<meta content='charset=big5' charset=koi8-r>", "KOI8-R", "Big5"),
            (b"<meta charset=bogus content='charset=koi8-r' http-equiv=content-type>", "", "KOI8-R"),
            (b"<meta http-equiv=content-type content='charset=koi8-r' charset=bogus>", "", "KOI8-R"),
            (b"<meta http-equiv=content-type content='charset=koi8-r' charset>", "", "KOI8-R"),
        ],
    ),
    (
        "living: the tag must have its end; 2010: the attribute and one byte more",
        &[
            (b"<meta charset=koi8-r ", "", "KOI8-R"),
            (b"<meta charset='koi8-r' ", "", "KOI8-R"),
            (b"<meta charset='koi8-r'a", "", "KOI8-R"),
            (b"<meta charset=koi8-r a='>", "", "KOI8-R"),
            (b"<meta charset=koi8-r http-equiv=content-type", "", "KOI8-R"),
        ],
    ),
    (
        "living: x-user-defined becomes windows-1252",
        &[
            (b"<meta charset=x-user-defined>", "windows-1252", "x-user-defined"),
            (
                b"<meta http-equiv=content-type content='charset=x-user-defined'>",
                "windows-1252",
                "x-user-defined",
            ),
        ],
    ),
    (
        "2010: replacement is no encoding",
        &[
            (b"<meta charset=iso-2022-kr>", "replacement", ""),
            (b"<meta charset=replacement>", "replacement", ""),
            (b"<meta charset=hz-gb-2312><meta charset=koi8-r>", "replacement", "KOI8-R"),
            (b"<meta http-equiv=content-type content='charset=iso-2022-cn'>", "replacement", ""),
        ],
    ),
    (
        "living: a word charset without an equals sign does not end the search",
        &[
            (b"<meta http-equiv=content-type content='charset charset=koi8-r'>", "KOI8-R", ""),
            (b"<meta http-equiv=content-type content='charset; charset=koi8-r'>", "KOI8-R", ""),
        ],
    ),
    (
        "living: XML declarations",
        &[
            (b"<?xml encoding='koi8-r'?>", "KOI8-R", ""),
            (b"<?xml encoding='koi8-r'?><meta charset=bogus>", "KOI8-R", ""),
            (b"<?xml encoding='big5'?><meta charset=koi8-r ", "Big5", "KOI8-R"),
            (b"<\0?\0x\0", "UTF-16LE", ""),
            (b"\0<\0?\0x", "UTF-16BE", ""),
            (b"<\0?\0x\0<meta charset=koi8-r>", "UTF-16LE", "KOI8-R"),
            (b"\0<\0?\0x<meta charset=koi8-r>", "UTF-16BE", "KOI8-R"),
        ],
    ),
];

#[test]
fn every_difference() {
    for (what, cases) in CASES {
        for (bytes, living, draft_2010) in *cases {
            let shown = bytes.escape_ascii();
            assert_ne!(living, draft_2010, "{what}: {shown} is no difference");
            assert_eq!(found(bytes, LIVING), *living, "living, {what}: {shown}");
            assert_eq!(found(bytes, DRAFT_2010), *draft_2010, "2010, {what}: {shown}");
        }
    }
}
