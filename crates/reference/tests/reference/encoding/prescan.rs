//! The prescan, step by step, where both editions find the same.

use super::{DRAFT_2010, LIVING, Steps, found};

/// Bytes and the encoding that is found, empty for none. Where something else is skipped, `big5` lies in it.
const CASES: &Steps<(&[u8], &str)> = &[
    (
        "<!-- up to the first > after two -, which may be those of <!--",
        &[
            (b"<!-- --><meta charset=koi8-r>", "KOI8-R"),
            (b"<!--><meta charset=koi8-r>", "KOI8-R"),
            (b"<!---><meta charset=koi8-r>", "KOI8-R"),
            (b"<!----><meta charset=koi8-r>", "KOI8-R"),
            (b"<!-- ---><meta charset=koi8-r>", "KOI8-R"),
            (b"<!--<meta charset=big5>--><meta charset=koi8-r>", "KOI8-R"),
            (b"<!-- > -> -\n-><meta charset=big5>--><meta charset=koi8-r>", "KOI8-R"),
            (b"<!-- -- ><meta charset=koi8-r>", ""),
            (b"<!-- --!><meta charset=koi8-r>", ""),
            (b"<!---!><meta charset=big5>--><meta charset=koi8-r>", "KOI8-R"),
            (b"<!--", ""),
        ],
    ),
    (
        "<! </ <? up to the first >, whatever the quotes",
        &[
            (b"<!DOCTYPE html><meta charset=koi8-r>", "KOI8-R"),
            (b"<!DOCTYPE \"><meta charset=koi8-r>", "KOI8-R"),
            (b"<!DOCTYPE '<meta charset=big5>'><meta charset=koi8-r>", "KOI8-R"),
            (b"<!><meta charset=koi8-r>", "KOI8-R"),
            (b"<!-><meta charset=koi8-r>", "KOI8-R"),
            (b"<!- <meta charset=big5>--><meta charset=koi8-r>", "KOI8-R"),
            (b"<svg><![CDATA[<meta charset=big5>]]>", ""),
            (b"</><meta charset=koi8-r>", "KOI8-R"),
            (b"</ <meta charset=big5><meta charset=koi8-r>", "KOI8-R"),
            (b"</1 a='><meta charset=koi8-r>", "KOI8-R"),
            (b"<?php echo '<meta charset=big5>' ?><meta charset=koi8-r>", "KOI8-R"),
            (b"<?><meta charset=koi8-r>", "KOI8-R"),
            (b"<? a='><meta charset=koi8-r>", "KOI8-R"),
            (b"<!<meta charset=big5", ""),
        ],
    ),
    (
        "tags: a name up to a space or >, then attributes",
        &[
            (b"<p><meta charset=koi8-r>", "KOI8-R"),
            (b"<p a b=c d='>' e=\">\" f = g><meta charset=koi8-r>", "KOI8-R"),
            (b"<p a='<meta charset=big5>'><meta charset=koi8-r>", "KOI8-R"),
            (b"</p a='<meta charset=big5>'><meta charset=koi8-r>", "KOI8-R"),
            (b"</meta charset=big5><meta charset=koi8-r>", "KOI8-R"),
            (b"<link charset=big5><meta charset=koi8-r>", "KOI8-R"),
            (b"<p a='><meta charset=koi8-r>", ""),
            (b"<p a=\"><meta charset=koi8-r>", ""),
            // No slash ends the name, so that no attribute begins before the >.
            (b"<p/a='><meta charset=koi8-r>", "KOI8-R"),
            (b"<p/ a='><meta charset=koi8-r>", ""),
            (b"<p'><meta charset=koi8-r>", "KOI8-R"),
            (b"<p a'><meta charset=koi8-r>", "KOI8-R"),
            (b"<p a=b'><meta charset=koi8-r>", "KOI8-R"),
            // An equals sign at its start belongs to the name.
            (b"<p ='><meta charset=koi8-r>", "KOI8-R"),
            (b"<p =='><meta charset=koi8-r>", ""),
            (b"<p<meta charset=koi8-r>", ""),
            (b"<p\x0B a='><meta charset=koi8-r>", ""),
            (b"<\xE9 a='><meta charset=koi8-r>", "KOI8-R"),
            (b"<script><meta charset=koi8-r></script>", "KOI8-R"),
            (b"<script>document.write('<meta charset=koi8-r>')</script>", "KOI8-R"),
            (b"<title><meta charset=koi8-r>", "KOI8-R"),
            (b"<style><meta charset=koi8-r>", "KOI8-R"),
            (b"<plaintext><meta charset=koi8-r>", "KOI8-R"),
            (b"<body></body></html><meta charset=koi8-r>", "KOI8-R"),
        ],
    ),
    (
        "any other byte is nothing",
        &[
            (b"", ""),
            (b"<", ""),
            (b"charset=koi8-r", ""),
            (b"\0\xFF\x80 \"'<meta charset=koi8-r>", "KOI8-R"),
            (b"<<meta charset=koi8-r>", "KOI8-R"),
            (b"<1 a='><meta charset=koi8-r>", "KOI8-R"),
            (b"< a='><meta charset=koi8-r>", "KOI8-R"),
            (b"<\0!--<meta charset=koi8-r>", "KOI8-R"),
            (b"\xEF\xBB\xBF<meta charset=koi8-r>", "KOI8-R"),
        ],
    ),
    (
        "<meta in any case, and a space or slash",
        &[
            (b"<meta\tcharset=koi8-r>", "KOI8-R"),
            (b"<meta\ncharset=koi8-r>", "KOI8-R"),
            (b"<meta\x0Ccharset=koi8-r>", "KOI8-R"),
            (b"<meta\rcharset=koi8-r>", "KOI8-R"),
            (b"<meta charset=koi8-r>", "KOI8-R"),
            (b"<meta/charset=koi8-r>", "KOI8-R"),
            (b"<META CHARSET=KOI8-R>", "KOI8-R"),
            (b"<mEtA cHaRsEt=kOi8-R>", "KOI8-R"),
            (b"<meta\x0Bcharset=koi8-r>", ""),
            (b"<meta\0charset=koi8-r>", ""),
            (b"<metacharset=koi8-r>", ""),
            (b"<metas charset=koi8-r>", ""),
            (b"<m\xE9ta charset=koi8-r>", ""),
            (b"< meta charset=koi8-r>", ""),
            (b"<meta><meta charset=koi8-r>", "KOI8-R"),
            (b"<meta ><meta charset=koi8-r>", "KOI8-R"),
            (b"<meta/><meta charset=koi8-r>", "KOI8-R"),
        ],
    ),
    (
        "get an attribute: before and in the name",
        &[
            (b"<meta \t\n\x0C\r/ / charset=koi8-r>", "KOI8-R"),
            (b"<meta a charset=koi8-r>", "KOI8-R"),
            (b"<meta a/charset=koi8-r>", "KOI8-R"),
            (b"<meta a\x0Ccharset=koi8-r>", "KOI8-R"),
            (b"<meta a\x0Bcharset=koi8-r>", ""),
            (b"<meta a \t\n\x0C\r charset=koi8-r>", "KOI8-R"),
            (b"<meta a /charset=koi8-r>", "KOI8-R"),
            (b"<meta \" charset=koi8-r>", "KOI8-R"),
            (b"<meta '\" charset=koi8-r>", "KOI8-R"),
            (b"<meta \xE9=\xE9 charset=koi8-r>", "KOI8-R"),
            (b"<meta =charset=koi8-r>", ""),
            (b"<meta = charset=koi8-r>", "KOI8-R"),
            (b"<meta == charset=koi8-r>", ""),
            (b"<meta charset\0=koi8-r>", ""),
            (b"<meta xcharset=koi8-r>", ""),
            (b"<meta charset\xFF=koi8-r>", ""),
            (b"<meta <meta charset=koi8-r>", "KOI8-R"),
        ],
    ),
    (
        "get an attribute: spaces around =, no value",
        &[
            (b"<meta charset \t\n\x0C\r=\t\n\x0C\r koi8-r>", "KOI8-R"),
            (b"<meta charset =koi8-r>", "KOI8-R"),
            (b"<meta charset= koi8-r>", "KOI8-R"),
            (b"<meta charset\x0B=koi8-r>", ""),
            (b"<meta charset=\x0Bkoi8-r>", ""),
            (b"<meta charset/=koi8-r>", ""),
            (b"<meta charset==koi8-r>", ""),
            (b"<meta charset><meta charset=koi8-r>", "KOI8-R"),
            (b"<meta charset ><meta charset=koi8-r>", "KOI8-R"),
            (b"<meta charset/><meta charset=koi8-r>", "KOI8-R"),
            (b"<meta charset=><meta charset=koi8-r>", "KOI8-R"),
            (b"<meta charset= ><meta charset=koi8-r>", "KOI8-R"),
            (b"<meta a= charset=koi8-r>", ""),
            (b"<meta a = charset=koi8-r>", ""),
            (b"<meta a= ><meta charset=koi8-r>", "KOI8-R"),
        ],
    ),
    (
        "get an attribute: quoted values",
        &[
            (b"<meta charset=\"koi8-r\">", "KOI8-R"),
            (b"<meta charset='koi8-r'>", "KOI8-R"),
            (b"<meta charset='KOI8-R'>", "KOI8-R"),
            (b"<meta charset=\" koi8-r\n\">", "KOI8-R"),
            (b"<meta charset=\"\x0Bkoi8-r\">", ""),
            (b"<meta charset=\"koi8-r\0\">", ""),
            (b"<meta charset=\"koi8-r'\">", ""),
            (b"<meta charset='koi8-r\"'>", ""),
            (b"<meta charset=\"koi8-r'>", ""),
            (b"<meta charset='koi8-r\">", ""),
            (b"<meta charset=\"koi8-r\"/>", "KOI8-R"),
            (b"<meta charset=''><meta charset=koi8-r>", "KOI8-R"),
            (b"<meta a=''charset=koi8-r>", "KOI8-R"),
            (b"<meta a='>'charset=koi8-r>", "KOI8-R"),
            (b"<meta a='\"'charset=koi8-r>", "KOI8-R"),
            (b"<meta a='charset=big5'charset=koi8-r>", "KOI8-R"),
            (b"<meta charset='koi8-r'", ""),
            (b"<meta charset='koi8-r", ""),
            (b"<meta charset='", ""),
        ],
    ),
    (
        "get an attribute: unquoted values",
        &[
            (b"<meta charset=koi8-r >", "KOI8-R"),
            (b"<meta charset=koi8-r\x0C>", "KOI8-R"),
            (b"<meta charset=koi8-r\x0B>", ""),
            (b"<meta charset=koi8-r />", "KOI8-R"),
            (b"<meta charset=koi8-r/>", ""),
            (b"<meta charset=koi8-r\">", ""),
            (b"<meta charset=koi8-r;>", ""),
            (b"<meta charset=k>", ""),
            (b"<meta a=b'charset=koi8-r>", ""),
            (b"<meta a=/charset=koi8-r>", ""),
            (b"<meta a=b/charset=koi8-r>", ""),
            (b"<meta a=b=c charset=koi8-r>", "KOI8-R"),
            (b"<meta a=\" charset=koi8-r>", ""),
            (b"<meta charset=koi8-r", ""),
            (b"<meta charset=k", ""),
            (b"<meta charset=", ""),
        ],
    ),
    (
        "charset: what is not supported leaves it to the next meta; the first one that is wins",
        &[
            (b"<meta charset=bogus><meta charset=koi8-r>", "KOI8-R"),
            (b"<meta charset=utf-7><meta charset=koi8-r>", "KOI8-R"),
            (b"<meta charset=&#107;oi8-r>", ""),
            (b"<meta charset=koi8-r><meta charset=big5>", "KOI8-R"),
            (b"<meta charset=koi8-r charset=big5>", "KOI8-R"),
            (b"<meta charset=koi8-r charset=bogus>", "KOI8-R"),
            (b"<meta charset=latin1>", "windows-1252"),
            (b"<meta charset=iso-8859-9>", "windows-1254"),
            (b"<meta charset=gb2312>", "GBK"),
            (b"<meta charset=ks_c_5601-1987>", "EUC-KR"),
        ],
    ),
    (
        "UTF-16 becomes UTF-8",
        &[
            (b"<meta charset=utf-16>", "UTF-8"),
            (b"<meta charset=UTF-16LE>", "UTF-8"),
            (b"<meta charset=utf-16be>", "UTF-8"),
            (b"<meta charset=ucs-2>", "UTF-8"),
            (b"<meta http-equiv=content-type content='charset=utf-16'>", "UTF-8"),
        ],
    ),
    (
        "content with the pragma, in either order",
        &[
            (b"<meta http-equiv=\"Content-Type\" content=\"text/html; charset=koi8-r\">", "KOI8-R"),
            (b"<meta content=\"text/html; charset=koi8-r\" http-equiv=\"Content-Type\">", "KOI8-R"),
            (b"<META HTTP-EQUIV=CONTENT-TYPE CONTENT=TEXT/HTML;CHARSET=KOI8-R>", "KOI8-R"),
            (b"<meta http-equiv=content-type content='charset=\"koi8-r\"'>", "KOI8-R"),
            (b"<meta http-equiv=content-type content=charset=koi8-r>", "KOI8-R"),
            (b"<meta http-equiv=content-type content='charset='koi8-r'>", ""),
            (b"<meta http-equiv=content-type content=koi8-r>", ""),
            (b"<meta http-equiv=content-type content>", ""),
            (b"<meta http-equiv=content-type>", ""),
            (b"<meta http-equiv=content-type name='charset=koi8-r'>", ""),
            (b"<meta http-equiv=content-type content='charset=bogus'><meta charset=koi8-r>", "KOI8-R"),
            (b"<meta http-equiv=content-type><meta charset=koi8-r>", "KOI8-R"),
        ],
    ),
    (
        "content and charset",
        &[
            (b"<meta charset=koi8-r content='charset=big5' http-equiv=content-type>", "KOI8-R"),
            (b"<meta charset=koi8-r content='charset=big5'>", "KOI8-R"),
            (b"<meta content='charset=bogus' charset=koi8-r>", "KOI8-R"),
            (b"<meta content='text/html' charset=koi8-r>", "KOI8-R"),
            // Two attributes, for the space.
            (b"<meta http-equiv=content-type content=text/html; charset=koi8-r>", "KOI8-R"),
            (b"<meta charset=koi8-r http-equiv=refresh>", "KOI8-R"),
        ],
    ),
];

#[test]
fn every_step_of_both_editions() {
    for (step, cases) in CASES {
        for (bytes, expected) in *cases {
            for edition in [LIVING, DRAFT_2010] {
                let shown = bytes.escape_ascii();
                assert_eq!(found(bytes, edition), *expected, "{edition:?}, {step}: {shown}");
            }
        }
    }
}

/// A document is not searched twice: what it says does not depend on the bytes after the declaration.
#[test]
fn what_follows_the_declaration_does_not_matter() {
    for (bytes, expected) in CASES.iter().flat_map(|(_, cases)| *cases) {
        if expected.is_empty() {
            continue;
        }
        for more in [&b"<"[..], b"<!--", b"<meta charset=utf-8>", b"<a b='", b"\0\xFF"] {
            for edition in [LIVING, DRAFT_2010] {
                let shown = bytes.escape_ascii();
                assert_eq!(found(&[*bytes, more].concat(), edition), *expected, "{edition:?}: {shown}");
            }
        }
    }
}
