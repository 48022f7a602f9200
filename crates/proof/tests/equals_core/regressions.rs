//! Inputs that something went wrong with, or easily does: every check, in every setting, cut at every byte.

use tagspan_proof::case::Case;
use tagspan_proof::checks;
use tagspan_reference::{Context, Edition, Options, TextState};

/// What a property test or a fuzz target finds comes here, as small as it gets.
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

#[test]
fn regressions_pass_every_check() {
    for &input in INPUTS {
        for options in every_setting() {
            let mut cuttings: Vec<Vec<usize>> = (0..=input.len()).map(|cut| vec![cut]).collect();
            // In the settings that matter most everything is tried, in the others what is cheap.
            if options.initial_state != TextState::Data {
                cuttings.clear();
            }
            cuttings.push((0..=input.len()).collect());
            cuttings.push((0..=input.len()).flat_map(|cut| [cut, cut]).step_by(3).collect());
            for cuts in cuttings {
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
