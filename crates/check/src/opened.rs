//! Sections, escaped scripts and references that are not closed yet: an error that is noticed later is about their first bytes.

use memchr::{memchr, memchr_iter};
use tagspan::{Chunk, DropReason, ErrorCode, Span, TextMode, Token, Tokens};

use crate::culprit::{ESCAPE, ESCAPED, UNKNOWN_NAME};
use crate::diagnostic::{Diagnostic, Edit, Fix, Place, Related};
use crate::locate::place_of;

/// The places of those that are open.
#[derive(Debug, Default)]
pub(crate) struct Opened {
    /// The `<![CDATA[` of a section.
    cdata: Option<Place>,
    /// A `&` that only letters and digits follow, up to the end of the text so far.
    ampersand: Option<Place>,
    script: Script,
    /// The last byte of the last token.
    pub(crate) last_byte: Option<u8>,
}

/// A `<!--` within a script. The text of a script may come in several tokens, which may divide it and the `-->`.
#[derive(Debug, Default)]
enum Script {
    #[default]
    Closed,
    /// The text ends with so many bytes of a `<!--`.
    Beginning { place: Place, matched: usize },
    /// The text ends with so many dashes, up to two, that may begin the `-->`.
    Open { place: Place, dashes: usize },
}

const OPENING: &[u8] = b"<!--";

impl Opened {
    /// The places that are open.
    pub(crate) fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let script = match self.script {
            Script::Open { place, .. } | Script::Beginning { place, .. } => Some(place),
            Script::Closed => None,
        };
        [self.cdata, self.ampersand, script].into_iter().flatten()
    }

    /// The diagnostic of an error that is about one that is open. `place` is where it was noticed.
    pub(crate) fn culprit(&self, code: ErrorCode, place: Place) -> Option<Diagnostic> {
        let (opened, label) = match code {
            ErrorCode::EofInCdata => (self.cdata?, "this section is not closed"),
            ErrorCode::EofInScriptHtmlCommentLikeText => match self.script {
                Script::Open { place, .. } => (place, "no --> follows this, so that the script does not end"),
                _ => return None,
            },
            ErrorCode::UnknownNamedCharacterReference => return self.unknown_reference(place),
            _ => return None,
        };
        let related = vec![Related { place, label: "the input ends here".to_owned() }];
        let (code, label, offset) = (code.into(), label.to_owned(), place.source.start);
        Some(Diagnostic { code, offset, place: opened, label, related, fix: None })
    }

    /// A reference of an unknown name, whose semicolon was noticed there.
    fn unknown_reference(&self, semicolon: Place) -> Option<Diagnostic> {
        let ampersand = self.ampersand?;
        let mut place = Place { start: ampersand.start, ..semicolon };
        (place.source.start, place.text.start) = (ampersand.source.start, ampersand.text.start);
        place.add(ampersand.source.end - ampersand.source.start, 1);
        Some(Diagnostic {
            code: ErrorCode::UnknownNamedCharacterReference.into(),
            offset: semicolon.source.start,
            place,
            label: UNKNOWN_NAME.to_owned(),
            related: Vec::new(),
            fix: Some(Fix { title: ESCAPE, edits: vec![Edit { place: ampersand, text: ESCAPED }] }),
        })
    }

    /// Looks at the current token of a cursor, which is no error.
    pub(crate) fn pass<C: Chunk>(&mut self, token: &Token<'_>, tokens: &Tokens<'_, C>) {
        self.last_byte = token.raw().last().copied().filter(|_| token.missing_bytes() == 0);
        match token {
            Token::Text(text) => {
                let start = text.span().start;
                let place = |range: std::ops::Range<usize>| {
                    place_of(
                        tokens,
                        Span { start: start + range.start as u64, end: start + range.end as u64 },
                    )
                };
                match text.mode() {
                    TextMode::ScriptData => self.script.pass(text.raw(), place),
                    TextMode::Data | TextMode::Rcdata => self.pass_references(text.raw(), place),
                    _ => {}
                }
            }
            Token::Dropped(dropped) => {
                self.close();
                match dropped.reason() {
                    DropReason::CdataStart => self.cdata = Some(place_of(tokens, dropped.span())),
                    DropReason::CdataEnd => self.cdata = None,
                    _ => {}
                }
            }
            _ => self.close(),
        }
    }

    /// Nothing that text leaves open lasts beyond the text.
    fn close(&mut self) {
        (self.ampersand, self.script) = (None, Script::Closed);
    }

    fn pass_references(&mut self, raw: &[u8], place: impl Fn(std::ops::Range<usize>) -> Place) {
        match raw.iter().rposition(|byte| !byte.is_ascii_alphanumeric()) {
            Some(at) if raw[at] == b'&' => self.ampersand = Some(place(at..at + 1)),
            Some(_) => self.ampersand = None,
            // All of it follows what was there before.
            None => {}
        }
    }
}

impl Script {
    fn pass(&mut self, raw: &[u8], place: impl Fn(std::ops::Range<usize>) -> Place) {
        let mut at = 0;
        while at < raw.len() {
            at = match *self {
                Script::Closed => match memchr(b'<', &raw[at..]) {
                    Some(found) => {
                        let start = at + found;
                        // Most are no opening, whose place costs nothing then.
                        let matched = common_length(&raw[start..], OPENING);
                        if matched == OPENING.len() || start + matched == raw.len() {
                            *self = Script::begin(place(start..start + matched), matched);
                        }
                        start + matched
                    }
                    None => raw.len(),
                },
                Script::Beginning { mut place, matched } => {
                    let more = common_length(&raw[at..], &OPENING[matched..]);
                    let matched = matched + more;
                    if matched < OPENING.len() && at + more < raw.len() {
                        *self = Script::Closed;
                    } else {
                        let width = (place.source.end - place.source.start) / (matched - more).max(1) as u64;
                        place.add(width, more as u64);
                        *self = Script::begin(place, matched);
                    }
                    at + more
                }
                Script::Open { place, dashes } => {
                    let closed = memchr_iter(b'>', &raw[at..])
                        .map(|found| at + found)
                        .find(|&end| dashes_before(&raw[at..end], dashes) >= 2);
                    if let Some(end) = closed {
                        *self = Script::Closed;
                        end + 1
                    } else {
                        *self = Script::Open { place, dashes: dashes_before(&raw[at..], dashes) };
                        raw.len()
                    }
                }
            };
        }
    }

    /// With so many bytes of an opening. The dashes of a whole one may be those of the `-->`.
    fn begin(place: Place, matched: usize) -> Script {
        if matched == OPENING.len() {
            Script::Open { place, dashes: 2 }
        } else {
            Script::Beginning { place, matched }
        }
    }
}

/// How many bytes both begin with.
fn common_length(left: &[u8], right: &[u8]) -> usize {
    left.iter().zip(right).take_while(|(left, right)| left == right).count()
}

/// How many dashes `text` ends with, up to two, if so many stand before it.
fn dashes_before(text: &[u8], before: usize) -> usize {
    let dashes = text.iter().rev().take(2).take_while(|&&byte| byte == b'-').count();
    if dashes == text.len() { (dashes + before).min(2) } else { dashes }
}
