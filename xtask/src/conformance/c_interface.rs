//! The C interface as an implementation under test.

use tagspan::TextMode;
use tagspan::batches::{AttributeRecord, TokenKind, TokenRecord};
use tagspan_capi::caller::{Caller, Seen, Settings};
use tagspan_capi::{Feedback, Status};
use testing::html5lib::token::Token;

use super::chunking::Chunking;
use super::implementation::{Implementation, Setup};
use super::output::{Output, ParseError};

/// The functions of `tagspan-capi`, with batches of this many tokens.
pub(crate) struct CInterface(pub(crate) usize);

impl Implementation for CInterface {
    fn name(&self) -> &'static str {
        "tagspan-capi"
    }

    fn run(&self, setup: Setup<'_>, input: &[u8], chunking: Chunking) -> Result<Output, String> {
        let mode = TextMode::ALL.into_iter().position(|mode| mode.as_str() == setup.initial_state);
        let mode = mode.ok_or_else(|| format!("{}: no state that text can be in", setup.initial_state))?;
        let settings = Settings {
            last_start_tag: setup.last_start_tag.unwrap_or_default().to_owned(),
            initial_text_mode: mode as u8,
            feedback: Feedback::None as u8,
            parse_errors: setup.errors,
            processing_instructions: setup.processing_instructions,
            ..Settings::default()
        };
        let mut caller = Caller::new(&settings, self.0, self.0);
        let (mut output, mut fault) = (Output::default(), None);
        let mut take = |seen: Seen<'_>| fault = fault.take().or(take(&seen, &mut output));
        let chunks = chunking.chunks(input).into_iter().map(|(chunk, _)| caller.feed(chunk, &mut take));
        let failed = chunks.collect::<Vec<_>>().into_iter().find(|&status| status != Status::Ok);
        match failed.unwrap_or_else(|| caller.finish(&mut take)) {
            Status::Ok => fault.map_or(Ok(output), Err),
            status => Err(format!("{status:?}")),
        }
    }
}

/// Takes a token. The result is what is missing of it.
fn take(seen: &Seen<'_>, output: &mut Output) -> Option<String> {
    let TokenRecord { kind, flags, start, end, .. } = *seen.token();
    let is = |wanted: TokenKind| kind == wanted as u8;
    if is(TokenKind::Error) {
        let Some(code) = seen.detail_name() else { return Some("a code is missing".to_owned()) };
        output.errors.push(ParseError { code, offset: start, place: None });
        return None;
    }
    output.spans.push((start..end, seen.raw().to_vec()));
    let has = |flag: u16| flags & flag != 0;
    let token = (|| {
        Some(if is(TokenKind::Doctype) {
            let [public_id, system_id] = seen.attributes() else { return None };
            Token::Doctype {
                name: seen.name(),
                public_id: seen.decoded(public_id).1,
                system_id: seen.decoded(system_id).1,
                force_quirks: has(TokenRecord::FORCE_QUIRKS),
            }
        } else if is(TokenKind::StartTag) {
            let kept = seen.attributes().iter().filter(|it| it.flags & AttributeRecord::DUPLICATE == 0);
            let decoded = kept.map(|attribute| {
                let (name, value) = seen.decoded(attribute);
                name.zip(value)
            });
            Token::StartTag {
                name: seen.name()?,
                attributes: decoded.collect::<Option<_>>()?,
                self_closing: has(TokenRecord::SELF_CLOSING),
            }
        } else if is(TokenKind::EndTag) {
            Token::EndTag { name: seen.name()? }
        } else if is(TokenKind::Comment) {
            Token::Comment(seen.data()?)
        } else if is(TokenKind::ProcessingInstruction) {
            Token::ProcessingInstruction { target: seen.name()?, data: seen.data()? }
        } else if is(TokenKind::Text) {
            Token::Text(seen.data()?)
        } else {
            return None;
        })
    })();
    match token {
        Some(token) => output.push(token),
        None if is(TokenKind::Dropped) => {}
        None => return Some(format!("a part of a token of the kind {kind} is missing")),
    }
    None
}
