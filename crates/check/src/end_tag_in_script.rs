//! `</script` in the text of a script: the escapes of a `<!--` and a `<script` in it let it stand.

use memchr::memchr;
use tagspan::{Chunk, Span, Text, Tokens};

use crate::code::Rule;
use crate::diagnostic::{Diagnostic, Place};
use crate::locate::place_of;

/// A `</script` that the text so far ends with, whole or in part: text may come in several tokens.
#[derive(Debug, Default)]
pub(crate) struct EndTagInScript {
    matched: Option<(Place, usize)>,
}

const END_TAG: &[u8] = b"</script";

impl EndTagInScript {
    /// The part that may be one, as far as the text goes.
    pub(crate) fn open(&self) -> Option<Place> {
        self.matched.map(|(place, _)| place)
    }

    pub(crate) fn pass<C: Chunk>(
        &mut self,
        text: &Text<'_>,
        tokens: &Tokens<'_, C>,
        mut report: impl FnMut(Diagnostic),
    ) {
        let (raw, mut at) = (text.raw(), 0);
        loop {
            let (mut place, matched) = match self.matched.take() {
                Some(open) => open,
                None => {
                    let Some(found) = memchr(b'<', &raw[at..]) else { return };
                    at += found;
                    // Most are no end tag, whose place costs nothing then.
                    let length = common_length(&raw[at..], END_TAG);
                    if length < END_TAG.len() && at + length < raw.len() {
                        at += length;
                        continue;
                    }
                    let start = text.span().start + at as u64;
                    at += length;
                    (place_of(tokens, Span { start, end: start + length as u64 }), length)
                }
            };
            let more = common_length(&raw[at..], &END_TAG[matched..]);
            if more > 0 {
                place.add((place.source.end - place.source.start) / matched as u64, more as u64);
                at += more;
            }
            match (matched + more == END_TAG.len(), raw.get(at)) {
                (_, None) => {
                    self.matched = Some((place, matched + more));
                    return;
                }
                (true, Some(b'\t' | b'\n' | b'\x0C' | b'\r' | b' ' | b'/' | b'>')) => {
                    report(diagnostic(place))
                }
                _ => {}
            }
        }
    }
}

fn diagnostic(place: Place) -> Diagnostic {
    Diagnostic {
        code: Rule::EndTagInScript.into(),
        offset: place.source.start,
        place,
        label: "this does not end the script".to_owned(),
        related: Vec::new(),
        fix: None,
    }
}

/// How many bytes both begin with, in any case.
fn common_length(left: &[u8], right: &[u8]) -> usize {
    left.iter().zip(right).take_while(|(left, right)| left.eq_ignore_ascii_case(right)).count()
}
