//! Regression cases: every check in every setting, divided at every byte.

use tagspan_reference::{Context, Edition, Options, TextState};
use testing::case::Case;
use testing::checks;
use testing::sample;

/// Minimal inputs found by property tests and fuzz targets.
const INPUTS: &[&[u8]] = &[
    b"ab&ampc",
    b"<!DOC\x01>",
    b"<\x01",
    b"</\x01",
    b"&\x01",
    b"&not\xEF\xBF\xBE",
    b"&#0\xC2\x80",
    b"</scri\x01",
    b"<!-\xC2",
    b"]\x01]]\x01]]]>",
    b"<![CDATA[a]]]>b</>c",
    b"<a \xFF=1 \xFE=2 \0=3>",
    b"\xC2<script>\xE2\x82",
    b"\r\r\n\xE2\r",
    b"<!--\r\n--!\r>",
    b"<!DOCTYPE a PUBLIC\x01'b'\xC2'c'",
    b"a<?b c?d?>e<?xml ?>f<?XML-Stylesheet>g<?xml-x\r\n\0\x01?>h<?\x01>i<?j$\x01>k<?l",
];

/// Tags with so much after them that the fast path reads them by its window, where what it must not take for
/// usual lies in it.
const TAGS: &[&[u8]] = &[
    b"<a \xFF=\"1\" \xFE=\"2\" c=\"d\">",
    b"<a \x01\xFF \x01\xFE c=\"d\">",
    b"<a b=\"1\" \xC3\xA9=\"2\" B=\"3\" \xC3\xA9='4' \0=\"5\" \xFF='6'>",
    b"<a =b=\"1\" c\"=\"2\" d'='3' <e=\"4\" f=\"5\"g='6'/h=\"7\">",
    b"<a b=\"&amp;\" c='&amp' d=\"&amp=\" e=\"&#1;\" f=\"\x01\" g=\"\xC2\x80\" h=\"\0\">",
    b"<a sixteen-bytes-aa=\"1\" fifteen-bytes-a=\"2\" b=\"sixty-three bytes of a value, which the window holds, and one\">",
    b"<a b=\"sixty-four bytes of a value, which the window holds no more: it!\" c=\"\" d=''>",
    b"</a b=\"1\"></a/></a b='2'/>",
];

/// Whole, in pieces and byte by byte.
#[test]
fn tags_in_the_window_pass_every_check() {
    for tag in TAGS {
        let input = [tag, &b"a text without any markup in it ".repeat(4)[..], b"<p>"].concat();
        for step in [usize::MAX, 13, 1] {
            let cuts = (1..input.len()).step_by(step);
            let cuts = if step == usize::MAX { Vec::new() } else { cuts.collect() };
            let case = Case::new(input.clone(), cuts, Options::default());
            for (name, check) in checks::ALL {
                check(&case).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
            }
        }
    }
}

#[test]
fn regressions_pass_every_check() {
    let mut is_drawn = sample::one_in(8);
    for &input in INPUTS {
        for options in every_setting() {
            let mut cuttings: Vec<Vec<usize>> = (0..=input.len()).map(|cut| vec![cut]).collect();
            // In the settings that matter most everything is tried, in the others what is cheap.
            if options.initial_state != TextState::Data {
                cuttings.clear();
            }
            cuttings.push((0..=input.len()).collect());
            cuttings.push((0..=input.len()).flat_map(|cut| [cut, cut]).step_by(3).collect());
            for cuts in cuttings.into_iter().filter(|_| is_drawn()) {
                let case = Case::new(input, cuts, options.clone());
                for (name, check) in checks::ALL {
                    check(&case).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
                }
            }
            for cut in 0..=input.len() {
                let case = Case::new(input, [cut], options.clone());
                checks::equals_reference(&case).unwrap_or_else(|wrong| panic!("{wrong}"));
            }
        }
    }
}

/// Each state to start in, with what makes the most difference there.
fn every_setting() -> Vec<Options> {
    let mut all = Vec::new();
    for initial_state in TextState::ALL {
        for last_start_tag in [None, Some("script".to_owned())] {
            for (cdata, context) in [(false, Context::Document), (true, Context::None)] {
                for edition in [Edition::Living, Edition::LivingProcessingInstructions] {
                    let last_start_tag = last_start_tag.clone();
                    let scripting = false;
                    all.push(Options { edition, initial_state, last_start_tag, cdata, context, scripting });
                }
            }
        }
    }
    all
}
