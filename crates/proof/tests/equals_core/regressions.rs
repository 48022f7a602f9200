//! Inputs whose events are easy to get in the wrong order, cut at every byte, in every initial state.

use tagspan_reference::{Context, Edition, Options, TextState};

use tagspan_proof::compare::{Chunking, check};

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
fn regressions_are_the_same_in_core() {
    for &input in INPUTS {
        let mut chunkings: Vec<Chunking> = (0..=input.len()).map(Chunking::CutAt).collect();
        chunkings.extend([Chunking::Whole, Chunking::Bytes]);
        for initial_state in TextState::ALL {
            for last_start_tag in [None, Some("script".to_owned())] {
                for (cdata, context) in [(false, Context::Document), (true, Context::None)] {
                    for edition in [Edition::Living, Edition::LivingProcessingInstructions] {
                        let last_start_tag = last_start_tag.clone();
                        let scripting = false;
                        let options =
                            Options { edition, initial_state, last_start_tag, cdata, context, scripting };
                        check(input, &options, &chunkings);
                    }
                }
            }
        }
    }
}
