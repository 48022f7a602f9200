//! The implementation under test: any tokenizer of chunks.

use tagspan::{ColumnUnit, Error, Feedback, Span, TextMode, Token as CoreToken, Tokenizer, Tokens};

use super::chunking::Chunking;
use super::output::{Output, ParseError};
use testing::html5lib::token::{Place, Token};

/// The settings of one run.
#[derive(Clone, Copy)]
pub(crate) struct Setup<'a> {
    /// The specification's name of the state to start in.
    pub(crate) initial_state: &'a str,
    pub(crate) last_start_tag: Option<&'a str>,
    /// Whether `<?` leads to processing instructions.
    pub(crate) processing_instructions: bool,
    /// Whether parse errors are wanted.
    pub(crate) errors: bool,
}

/// A tokenizer as the harness sees it. It is to switch no text mode of its own accord.
pub(crate) trait Implementation: Sync {
    /// The name that reports call it by.
    fn name(&self) -> &'static str;

    /// Runs it over `input`. An `Err` is a failure of the run, in one line.
    fn run(&self, setup: Setup<'_>, input: &[u8], chunking: Chunking) -> Result<Output, String>;
}

/// `tagspan-core`.
pub(crate) struct Core;

impl Implementation for Core {
    fn name(&self) -> &'static str {
        "tagspan-core"
    }

    fn run(&self, setup: Setup<'_>, input: &[u8], chunking: Chunking) -> Result<Output, String> {
        let mode = TextMode::ALL.into_iter().find(|mode| mode.as_str() == setup.initial_state);
        let mode = mode.ok_or_else(|| format!("{}: no state that text can be in", setup.initial_state))?;
        let mut tokenizer = Tokenizer::builder()
            .utf8()
            .feedback(Feedback::None)
            .parse_errors(setup.errors)
            .processing_instructions(setup.processing_instructions)
            .initial_text_mode(mode)
            .last_start_tag(setup.last_start_tag.unwrap_or_default())
            .locate(ColumnUnit::Utf16)
            .build();
        drive(&mut tokenizer, input, chunking).map_err(|error| format!("{:?}: {error}", error.kind()))
    }
}

/// Feeds the chunks to a tokenizer, which counts UTF-16 columns.
pub(crate) fn drive(tokenizer: &mut Tokenizer, input: &[u8], chunking: Chunking) -> Result<Output, Error> {
    let mut output = Output::default();
    let mut take_all = |mut tokens: Tokens<'_, &[u8]>| {
        while tokens.advance()? {
            if let Some(token) = tokens.token() {
                take(token, &mut output, |error| tokens.locate(error));
            }
        }
        Ok(())
    };
    let mut ended = false;
    for (chunk, last) in chunking.chunks(input) {
        take_all(if last { tokenizer.feed_last(chunk) } else { tokenizer.feed(chunk) })?;
        ended = last;
    }
    if !ended {
        take_all(tokenizer.finish())?;
    }
    Ok(output)
}

fn take(token: CoreToken<'_>, output: &mut Output, locate: impl FnOnce(u64) -> Option<tagspan::LineColumn>) {
    if let CoreToken::Error(error) = token {
        // No error has this place, so that one without a place fails.
        let place = locate(error.offset()).map_or((0, 0), |place| (place.line(), place.column()));
        output.errors.push(ParseError {
            code: error.code().as_str(),
            offset: error.offset(),
            place: Some(Place { line: place.0, column: place.1 }),
        });
        return;
    }
    let Span { start, end } = token.span();
    output.spans.push((start..end, token.raw().to_vec()));
    let owned = |text: Option<std::borrow::Cow<'_, str>>| text.map(Into::into);
    output.push(match token {
        CoreToken::Doctype(doctype) => Token::Doctype {
            name: owned(doctype.name()),
            public_id: owned(doctype.public_id()),
            system_id: owned(doctype.system_id()),
            force_quirks: doctype.force_quirks(),
        },
        CoreToken::StartTag(tag) => Token::StartTag {
            name: tag.name().into(),
            attributes: tag
                .attributes()
                .map(|attribute| (attribute.name().into(), attribute.value().into()))
                .collect(),
            self_closing: tag.self_closing(),
        },
        CoreToken::EndTag(tag) => Token::EndTag { name: tag.name().into() },
        CoreToken::Comment(comment) => Token::Comment(comment.value().into()),
        CoreToken::ProcessingInstruction(instruction) => Token::ProcessingInstruction {
            target: instruction.target().into(),
            data: instruction.value().into(),
        },
        CoreToken::Text(text) => Token::Text(text.value().into()),
        CoreToken::Dropped(_) => return,
        other => unreachable!("{other:?}: a kind of token that this harness does not know"),
    });
}
