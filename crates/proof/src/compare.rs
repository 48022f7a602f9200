//! Runs both tokenizers, and puts core's tokens in the reference's terms.

use tagspan_core::{Context as CoreContext, TextMode, Token, Tokenizer};
use tagspan_reference::{
    Attribute, Context, Doctype, ERROR_CODES, Edition, Event, EventKind, Options, Tag, TextState, tokenize,
};

/// How an input is fed to core.
#[derive(Clone, Copy, Debug)]
pub enum Chunking {
    /// All at once, as the last chunk.
    Whole,
    /// Byte by byte, and the end declared after it.
    Bytes,
    /// In two chunks, cut at this byte, and the end declared after them.
    CutAt(usize),
}

/// Panics unless core equals the reference on this input in each chunking, with parse errors and without.
#[track_caller]
pub fn check(input: &[u8], options: &Options, chunkings: &[Chunking]) {
    if let Err(difference) = compare(input, options, chunkings) {
        panic!("{difference}");
    }
}

/// What differs, if anything does.
pub fn compare(input: &[u8], options: &Options, chunkings: &[Chunking]) -> Result<(), String> {
    let with_errors = tokenize(input, options);
    let without_errors =
        join(with_errors.iter().filter(|event| !matches!(event.kind, EventKind::Error(_))).cloned());
    for &chunking in chunkings {
        for (parse_errors, expected) in [(true, &with_errors), (false, &without_errors)] {
            let found = core(input, options, chunking, parse_errors);
            if found.as_ref() != Ok(expected) {
                return Err(format!(
                    "input      {:?}\noptions    {options:?}\nchunking   {chunking:?}, errors {parse_errors}\n\
                     core       {found:?}\nreference  {expected:?}",
                    input.escape_ascii().to_string()
                ));
            }
        }
    }
    Ok(())
}

/// Core's events, adjacent text joined, dropped bytes left out.
fn core(
    input: &[u8],
    options: &Options,
    chunking: Chunking,
    parse_errors: bool,
) -> Result<Vec<Event>, tagspan_core::Error> {
    let mut tokenizer = Tokenizer::builder()
        .parse_errors(parse_errors)
        .initial_text_mode(match options.initial_state {
            TextState::Data => TextMode::Data,
            TextState::Rcdata => TextMode::Rcdata,
            TextState::Rawtext => TextMode::Rawtext,
            TextState::ScriptData => TextMode::ScriptData,
            TextState::Plaintext => TextMode::Plaintext,
            TextState::CdataSection => TextMode::CdataSection,
        })
        .last_start_tag(options.last_start_tag.clone().unwrap_or_default())
        .cdata(options.cdata)
        .context(match options.context {
            Context::Document => CoreContext::Document,
            Context::None => CoreContext::None,
            other => panic!("core does not know {other:?}"),
        })
        .scripting(options.scripting)
        .processing_instructions(match options.edition {
            Edition::Living => false,
            Edition::LivingProcessingInstructions => true,
            other => panic!("core does not speak {other:?}"),
        })
        .build();
    let mut events = Vec::new();
    let mut take = |mut tokens: tagspan_core::Tokens<'_, '_>| {
        while let Some(token) = tokens.next_token()? {
            events.extend(event(token));
        }
        Ok(())
    };
    match chunking {
        Chunking::Whole => take(tokenizer.tokenize(input))?,
        Chunking::Bytes => {
            for byte in input.chunks(1) {
                take(tokenizer.feed(byte))?;
            }
            take(tokenizer.finish())?;
        }
        Chunking::CutAt(at) => {
            take(tokenizer.feed(&input[..at]))?;
            take(tokenizer.feed(&input[at..]))?;
            take(tokenizer.finish())?;
        }
    }
    Ok(join(events.into_iter()))
}

fn join(events: impl Iterator<Item = Event>) -> Vec<Event> {
    let mut joined: Vec<Event> = Vec::new();
    for event in events {
        match (joined.last_mut().map(|last| &mut last.kind), event.kind) {
            (Some(EventKind::Text(text)), EventKind::Text(more)) => text.push_str(&more),
            (_, kind) => joined.push(Event { offset: event.offset, kind }),
        }
    }
    joined
}

fn event(token: Token<'_>) -> Option<Event> {
    let offset = token.span().start as usize;
    let kind = match token {
        Token::Text(text) => EventKind::Text(text.to_str().into_owned()),
        Token::StartTag(start) => EventKind::StartTag(tag(start)),
        Token::EndTag(end) => EventKind::EndTag(tag(end)),
        Token::Comment(comment) => EventKind::Comment(comment.data().into_owned()),
        Token::Doctype(doctype) => EventKind::Doctype(Doctype {
            name: doctype.name().map(|name| name.into_owned()),
            public_id: doctype.public_id().map(|id| id.into_owned()),
            system_id: doctype.system_id().map(|id| id.into_owned()),
            force_quirks: doctype.force_quirks(),
        }),
        Token::ProcessingInstruction(instruction) => EventKind::ProcessingInstruction {
            target: instruction.target().into_owned(),
            data: instruction.data().into_owned(),
        },
        Token::Error(error) => {
            let name = error.code().as_str();
            let known = ERROR_CODES.iter().find(|code| **code == name);
            EventKind::Error(known.unwrap_or_else(|| panic!("core has an error of its own: {name}")))
        }
        Token::Dropped(_) => return None,
        other => panic!("the reference has no such token: {other:?}"),
    };
    Some(Event { offset, kind })
}

fn tag(tag: tagspan_core::Tag<'_>) -> Tag {
    Tag {
        name: tag.name().into_owned(),
        attributes: tag
            .attributes()
            .map(|attribute| Attribute {
                name: attribute.name().into_owned(),
                value: attribute.value().into_owned(),
            })
            .collect(),
        self_closing: tag.self_closing(),
    }
}
