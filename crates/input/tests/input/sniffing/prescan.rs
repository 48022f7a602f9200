//! Tables of the prescan: tags, comments, attributes, and what they declare.

use super::harness::{Case, declared};

/// The encoding that a source declares, and the tag that declares it; empty for none. `big5` is where it must not be found.
const CASES: &[(&str, &[u8], &str, &[u8])] = &[
    ("nothing", b"", "", b""),
    ("text", b"charset=koi8-r", "", b""),
    ("a tag that is nothing else", b"<p><b>x</b></p>", "", b""),
    // The tag.
    ("charset", b"<meta charset=koi8-r>", "KOI8-R", b"<meta charset=koi8-r>"),
    ("any case", b"<!DOCTYPE html><MeTa CHARSET='Koi8-R'>x", "KOI8-R", b"<MeTa CHARSET='Koi8-R'>"),
    ("a slash for a space", b"<meta/charset=koi8-r>", "KOI8-R", b"<meta/charset=koi8-r>"),
    ("a slash in an unquoted value", b"<meta charset=koi8-r/>", "", b""),
    ("a slash after a quoted value", b"<meta charset='koi8-r'/>", "KOI8-R", b"<meta charset='koi8-r'/>"),
    ("tab", b"<meta\tcharset=koi8-r>", "KOI8-R", b"<meta\tcharset=koi8-r>"),
    ("line feed", b"<meta\ncharset\n=\nkoi8-r\n>", "KOI8-R", b"<meta\ncharset\n=\nkoi8-r\n>"),
    ("form feed", b"<meta\x0Ccharset=koi8-r\x0C>", "KOI8-R", b"<meta\x0Ccharset=koi8-r\x0C>"),
    ("carriage return", b"<meta\rcharset=koi8-r\r>", "KOI8-R", b"<meta\rcharset=koi8-r\r>"),
    ("vertical tab is no space", b"<meta\x0Bcharset=big5>", "", b""),
    ("another tag", b"<metal charset=big5>", "", b""),
    ("nearly another tag", b"<met charset=big5><meta charset=koi8-r>", "KOI8-R", b"<meta charset=koi8-r>"),
    ("no attributes", b"<meta><meta charset=koi8-r>", "KOI8-R", b"<meta charset=koi8-r>"),
    ("only spaces", b"<meta  ><meta charset=koi8-r>", "KOI8-R", b"<meta charset=koi8-r>"),
    ("an end tag", b"</meta charset=big5>", "", b""),
    ("a tag before another's >", b"<meta <meta charset=koi8-r>", "KOI8-R", b"<meta <meta charset=koi8-r>"),
    ("never closed", b"<meta charset=big5", "", b""),
    ("never closed, quoted", b"<meta charset='big5'", "", b""),
    ("quote never closed", b"<meta charset='big5>", "", b""),
    (
        "two tags, the first one counts",
        b"<meta charset=koi8-r><meta charset=big5>",
        "KOI8-R",
        b"<meta charset=koi8-r>",
    ),
    ("a useless one before", b"<meta charset=x><meta charset=koi8-r>", "KOI8-R", b"<meta charset=koi8-r>"),
    // Attributes.
    ("spaces around the equals sign", b"<meta charset = 'koi8-r' >", "KOI8-R", b"<meta charset = 'koi8-r' >"),
    ("spaces in the value", b"<meta charset=' koi8-r\n'>", "KOI8-R", b"<meta charset=' koi8-r\n'>"),
    ("no space between", b"<meta a='b'charset='koi8-r'c>", "KOI8-R", b"<meta a='b'charset='koi8-r'c>"),
    ("> in a value", b"<meta a='>'charset=koi8-r>", "KOI8-R", b"<meta a='>'charset=koi8-r>"),
    ("> for a value", b"<meta charset=><meta charset=koi8-r>", "KOI8-R", b"<meta charset=koi8-r>"),
    (
        "spaces and > for a value",
        b"<meta charset= ><meta charset=koi8-r>",
        "KOI8-R",
        b"<meta charset=koi8-r>",
    ),
    ("equals sign first in a name", b"<meta =charset=big5>", "", b""),
    ("two equals signs", b"<meta charset==big5>", "", b""),
    ("slash before the equals sign", b"<meta charset/=big5>", "", b""),
    ("slash between attributes", b"<meta a/b/charset=koi8-r>", "KOI8-R", b"<meta a/b/charset=koi8-r>"),
    ("a quote in a name", b"<meta \"charset=koi8-r>", "", b""),
    ("a quote in an unquoted value", b"<meta a=b' charset=koi8-r>", "KOI8-R", b"<meta a=b' charset=koi8-r>"),
    ("a name without a value", b"<meta charset charset=koi8-r>", "", b""),
    ("bytes of no ASCII", b"<meta \xE9=\xFF charset=koi8-r>", "KOI8-R", b"<meta \xE9=\xFF charset=koi8-r>"),
    ("a label of no ASCII", b"<meta charset=koi8-r\xFF>", "", b""),
    ("an empty label", b"<meta charset='' content='charset=big5' http-equiv=content-type>", "", b""),
    // The first of a name.
    ("charset twice", b"<meta charset=koi8-r charset=big5>", "KOI8-R", b"<meta charset=koi8-r charset=big5>"),
    ("charset twice, first bogus", b"<meta charset=x CHARSET=big5>", "", b""),
    (
        "content twice",
        b"<meta http-equiv=content-type content=charset=koi8-r content=charset=big5>",
        "KOI8-R",
        b"<meta http-equiv=content-type content=charset=koi8-r content=charset=big5>",
    ),
    ("content twice, first bogus", b"<meta http-equiv=content-type content=x content=charset=big5>", "", b""),
    ("http-equiv twice", b"<meta http-equiv=x http-equiv=content-type content=charset=big5>", "", b""),
    (
        "http-equiv twice, first good",
        b"<meta http-equiv=content-type http-equiv=x content=charset=koi8-r>",
        "KOI8-R",
        b"<meta http-equiv=content-type http-equiv=x content=charset=koi8-r>",
    ),
    // Pragmas.
    (
        "a pragma",
        b"<meta http-equiv='Content-Type' content='text/html; charset=koi8-r'>",
        "KOI8-R",
        b"<meta http-equiv='Content-Type' content='text/html; charset=koi8-r'>",
    ),
    (
        "content before http-equiv",
        b"<meta content='text/html; charset=koi8-r' http-equiv=content-type>",
        "KOI8-R",
        b"<meta content='text/html; charset=koi8-r' http-equiv=content-type>",
    ),
    ("content alone", b"<meta content='text/html; charset=big5'>", "", b""),
    ("http-equiv alone", b"<meta http-equiv=content-type>", "", b""),
    ("another pragma", b"<meta http-equiv=refresh content='1; charset=big5'>", "", b""),
    ("spaces in the pragma", b"<meta http-equiv=' content-type' content='charset=big5'>", "", b""),
    (
        "charset after content",
        b"<meta http-equiv=content-type content=charset=big5 charset=koi8-r>",
        "KOI8-R",
        b"<meta http-equiv=content-type content=charset=big5 charset=koi8-r>",
    ),
    (
        "charset before content",
        b"<meta charset=koi8-r content=charset=big5 http-equiv=content-type>",
        "KOI8-R",
        b"<meta charset=koi8-r content=charset=big5 http-equiv=content-type>",
    ),
    (
        "charset without a pragma, with content",
        b"<meta charset=koi8-r content=charset=big5>",
        "KOI8-R",
        b"<meta charset=koi8-r content=charset=big5>",
    ),
    ("bogus charset cancels", b"<meta http-equiv=content-type content=charset=big5 charset=x>", "", b""),
    ("bogus charset first", b"<meta charset=x http-equiv=content-type content=charset=big5>", "", b""),
    ("empty charset cancels", b"<meta content=charset=big5 http-equiv=content-type charset>", "", b""),
    // What a declaration means.
    ("utf-16", b"<meta charset=utf-16>", "UTF-8", b"<meta charset=utf-16>"),
    ("utf-16be", b"<meta charset=UTF-16BE>", "UTF-8", b"<meta charset=UTF-16BE>"),
    ("x-user-defined", b"<meta charset=x-user-defined>", "windows-1252", b"<meta charset=x-user-defined>"),
    ("replacement", b"<meta charset=iso-2022-kr>", "replacement", b"<meta charset=iso-2022-kr>"),
    ("utf-7", b"<meta charset=utf-7><meta charset=koi8-r>", "KOI8-R", b"<meta charset=koi8-r>"),
    // Comments.
    ("a comment", b"<!-- <meta charset=big5> --><meta charset=koi8-r>", "KOI8-R", b"<meta charset=koi8-r>"),
    ("<!-->", b"<!--><meta charset=koi8-r>", "KOI8-R", b"<meta charset=koi8-r>"),
    ("<!--->", b"<!---><meta charset=koi8-r>", "KOI8-R", b"<meta charset=koi8-r>"),
    ("-- > closes nothing", b"<!-- -- ><meta charset=big5>", "", b""),
    ("--!> closes nothing", b"<!-- --!><meta charset=big5>", "", b""),
    ("- -> closes nothing", b"<!-- - -><meta charset=big5>", "", b""),
    ("many dashes", b"<!--------><meta charset=koi8-r>", "KOI8-R", b"<meta charset=koi8-r>"),
    ("never closed comment", b"<!--<meta charset=big5>", "", b""),
    ("one dash", b"<!- <meta charset=big5>--><meta charset=koi8-r>", "KOI8-R", b"<meta charset=koi8-r>"),
    // Other markup.
    ("a doctype's quotes", b"<!DOCTYPE '><meta charset=koi8-r>", "KOI8-R", b"<meta charset=koi8-r>"),
    ("</>", b"</><meta charset=koi8-r>", "KOI8-R", b"<meta charset=koi8-r>"),
    ("<?>", b"<?><meta charset=koi8-r>", "KOI8-R", b"<meta charset=koi8-r>"),
    ("<!>", b"<!><meta charset=koi8-r>", "KOI8-R", b"<meta charset=koi8-r>"),
    ("</ and no letter", b"</ <meta charset=big5><meta charset=koi8-r>", "KOI8-R", b"<meta charset=koi8-r>"),
    ("<<", b"<<meta charset=koi8-r>", "KOI8-R", b"<meta charset=koi8-r>"),
    ("a < in a name", b"<p<meta charset=big5>", "", b""),
    ("a slash in a name", b"<p/a='><meta charset=koi8-r>", "KOI8-R", b"<meta charset=koi8-r>"),
    ("a quote in a tag", b"<p a='><meta charset=big5>", "", b""),
    (
        "a tag in a value",
        b"<p a='<meta charset=big5>'><meta charset=koi8-r>",
        "KOI8-R",
        b"<meta charset=koi8-r>",
    ),
    (
        "an end tag's value with >",
        b"</p a='><meta charset=big5>'><meta charset=koi8-r>",
        "KOI8-R",
        b"<meta charset=koi8-r>",
    ),
    (
        "a value with >",
        b"<p a=\"><meta charset=big5>\"><meta charset=koi8-r>",
        "KOI8-R",
        b"<meta charset=koi8-r>",
    ),
    (
        "an end tag's value",
        b"</p a='<meta charset=big5>'><meta charset=koi8-r>",
        "KOI8-R",
        b"<meta charset=koi8-r>",
    ),
    // UTF-16.
    ("UTF-16LE", b"<\0?\0x\0m\0l\0", "UTF-16LE", b"<\0?\0x\0"),
    ("UTF-16BE", b"\0<\0?\0x\0m\0l", "UTF-16BE", b"\0<\0?\0x"),
    ("only at the start", b" <\0?\0x\0", "", b""),
    ("not the whole signature", b"<\0?\0x<meta charset=koi8-r>", "KOI8-R", b"<meta charset=koi8-r>"),
    ("another name", b"\0<\0?\0y<meta charset=koi8-r>", "KOI8-R", b"<meta charset=koi8-r>"),
    ("upper case", b"<\0?\0X\0><meta charset=koi8-r>", "KOI8-R", b"<meta charset=koi8-r>"),
];

#[test]
fn each_source_declares_what_the_table_says() {
    for &(what, source, expected, tag) in CASES {
        let expected = (!expected.is_empty()).then(|| {
            let start = source.windows(tag.len()).position(|window| window == tag).unwrap() as u64;
            (expected, start..start + tag.len() as u64)
        });
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

/// `content` values, and what they name in a pragma.
const CONTENTS: &[(&str, &str)] = &[
    ("", ""),
    ("text/html", ""),
    ("charset=koi8-r", "KOI8-R"),
    ("text/html;charset=koi8-r", "KOI8-R"),
    ("CharSet = koi8-r", "KOI8-R"),
    ("charset\t\n\x0C\r = \t\n\x0C\rkoi8-r", "KOI8-R"),
    ("xcharset=koi8-r", "KOI8-R"),
    ("charset charset=koi8-r", "KOI8-R"),
    ("charsetcharset=koi8-r", "KOI8-R"),
    ("charset;charset=koi8-r", "KOI8-R"),
    ("ccharset=koi8-r", "KOI8-R"),
    ("charcharset=koi8-r", "KOI8-R"),
    ("charse", ""),
    ("charset", ""),
    ("charset=", ""),
    ("charset= ", ""),
    ("charset=;charset=big5", ""),
    ("charset=x charset=big5", ""),
    ("charset==big5", ""),
    ("charset=koi8-r;x", "KOI8-R"),
    ("charset=koi8-r x", "KOI8-R"),
    ("charset=koi8-r,x", ""),
    ("charset='koi8-r'", "KOI8-R"),
    ("charset=' koi8-r 'x", "KOI8-R"),
    ("charset='koi8-r", ""),
    ("charset=koi8-r'", ""),
    ("charset='koi8;-r'", ""),
    ("charset=''", ""),
    ("charset=utf-16", "UTF-8"),
    ("charset=x-user-defined", "windows-1252"),
    ("charset\x0B=big5", ""),
];

#[test]
fn each_content_names_what_the_table_says() {
    for &(content, expected) in CONTENTS {
        let html = format!("<meta http-equiv=content-type content=\"{content}\">");
        let found = declared(html.as_bytes(), 1024).map_or("", |(name, _)| name);
        assert_eq!(found, expected, "{content:?}");
    }
}
