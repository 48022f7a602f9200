//! A fix takes the error away, brings no other, and changes nothing that a browser reads.

use tagspan::{ErrorCode, UTF_8};
use testing::tag_soup;

use crate::browser::reads;
use crate::check;
use crate::codes::SAMPLES;

fn codes(html: &[u8]) -> Vec<ErrorCode> {
    check(UTF_8, [html]).iter().map(|found| found.code()).collect()
}

/// Makes each fix of a page by itself. Returns how many there are.
fn fix_each(html: &[u8]) -> usize {
    let found = check(UTF_8, [html]);
    let before: Vec<ErrorCode> = found.iter().map(|found| found.code()).collect();
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
    let fixes: usize = SAMPLES.iter().map(|html| fix_each(html.as_bytes())).sum();
    assert!(fixes >= 30, "{fixes}");
}

#[test]
fn fixes_of_tag_soup() {
    let fixes: usize = (0..20_000).map(|number| fix_each(&tag_soup::bytes(45, number))).sum();
    assert!(fixes > 5_000, "{fixes}");
}
