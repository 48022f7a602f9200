//! A fix takes the error away, brings no other, and changes nothing that a browser reads.

use tagspan::{Encoding, ErrorCode, UTF_8};
use tagspan_check::{Code, Fix};
use testing::sample::or_full;
use testing::tag_soup;

use crate::browser::reads;
use crate::codes::samples;
use crate::{check, check_as};

fn codes(html: &[u8]) -> Vec<Code> {
    check_as(true, UTF_8, [html]).iter().map(|found| found.code()).collect()
}

/// Makes each fix of a page by itself. Returns how many there are.
fn fix_each(html: &[u8]) -> usize {
    let found = check_as(true, UTF_8, [html]);
    let before: Vec<Code> = found.iter().map(|found| found.code()).collect();
    let mut fixes = 0;
    for diagnostic in &found {
        let Some(fix) = diagnostic.fix() else { continue };
        fixes += 1;
        let fixed = fix.apply(html, UTF_8);
        let case = format!("{}: {} to {}", diagnostic.code(), html.escape_ascii(), fixed.escape_ascii());
        assert_eq!(reads(UTF_8, &fixed), reads(UTF_8, html), "{case}");
        let mut left = codes(&fixed);
        assert!(left.len() < before.len(), "{case}: {left:?}");
        // Those that are left were there before.
        for code in &before {
            if let Some(at) = left.iter().position(|other| other == code) {
                left.remove(at);
            }
        }
        assert_eq!(left, [], "{case}");
    }
    fixes
}

#[test]
fn fixes_of_the_samples() {
    let fixes: usize = samples().map(|(_, html)| fix_each(html.as_bytes())).sum();
    assert!(fixes >= 45, "{fixes}");
}

#[test]
fn fixes_of_tag_soup() {
    let fixes: usize = (0..or_full(4_000, 20_000)).map(|number| fix_each(&tag_soup::bytes(45, number))).sum();
    assert!(fixes > or_full(1_000, 5_000), "{fixes}");
}

/// Makes all fixes of a page until none is left, and returns it.
fn fix_all(html: &[u8], encoding: &'static Encoding) -> Vec<u8> {
    let (mut html, expected) = (html.to_vec(), reads(encoding, html));
    for _ in 0..40 {
        let found = check_as(true, encoding, [&html[..]]);
        let fixes: Vec<&Fix> = found.iter().filter_map(|diagnostic| diagnostic.fix()).collect();
        if fixes.is_empty() {
            return html;
        }
        let fixed = Fix::apply_all(fixes, &html, encoding);
        let case = format!("{} to {}", html.escape_ascii(), fixed.escape_ascii());
        assert_eq!(reads(encoding, &fixed), expected, "{}, {case}", encoding.name());
        assert!(check_as(true, encoding, [&fixed[..]]).len() < found.len(), "{case}");
        html = fixed;
    }
    panic!("there is no end: {}", html.escape_ascii());
}

#[test]
fn all_fixes_together() {
    for (_, html) in samples() {
        fix_all(html.as_bytes(), UTF_8);
    }
    let together: String = samples().map(|(_, html)| html).collect();
    fix_all(together.as_bytes(), UTF_8);
    // Those that touch take turns.
    let attributes = "<p".to_owned() + &" a".repeat(1_000) + ">";
    assert_eq!(fix_all(attributes.as_bytes(), UTF_8), b"<p a>");
}

/// In UTF-16, where ASCII has two bytes, and where bytes of ASCII are parts of other characters.
#[test]
fn all_fixes_of_tag_soup_in_any_encoding() {
    for name in ["utf-8", "utf-16le", "shift_jis", "gb18030", "iso-2022-jp", "koi8-r"] {
        let encoding = Encoding::for_label(name.as_bytes()).unwrap();
        for number in 0..or_full(300, 3_000) {
            let mut html = tag_soup::bytes(47, number);
            if name == "utf-16le" {
                html = html.iter().flat_map(|&byte| [byte, 0]).collect();
            }
            fix_all(&html, encoding);
        }
    }
}

/// What an empty end tag parts would be one reference, tag, character or line end without it.
#[test]
fn empty_end_tags_that_part_something_stay() {
    for html in [&b"&am</>p;"[..], b"<</>p>", b"\xC3</>\xA9", b"\r</>\n", b"</>\xEF\xBB\xBF", b"&lt</>;"] {
        let found = check(UTF_8, [html]);
        let empty = found.iter().find(|found| found.code() == ErrorCode::MissingEndTagName.into()).unwrap();
        assert_eq!(empty.fix(), None, "{}", html.escape_ascii());
    }
    assert_eq!(fix_all(b"<p></>a </>\n</></p>", UTF_8), b"<p>a \n</p>");
}
