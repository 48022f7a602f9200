//! The reference's settings, converted to the tokenizer's.

use tagspan::{Feedback, TextMode, Tokenizer, TokenizerBuilder};
use tagspan_reference::{Context, Edition, Options, TextState};

/// The builder for UTF-8 with the reference's settings; parse errors are off.
///
/// # Panics
///
/// When there is an edition or a context that the tokenizer does not have.
pub fn builder(options: &Options) -> TokenizerBuilder {
    of_stream(options).utf8()
}

/// The same for bytes of an encoding that is to be found.
pub(crate) fn of_stream(options: &Options) -> TokenizerBuilder {
    Tokenizer::builder()
        .initial_text_mode(mode(options.initial_state))
        .last_start_tag(options.last_start_tag.as_deref().unwrap_or_default())
        .cdata(options.cdata)
        .feedback(context(options.context))
        .scripting(options.scripting)
        .processing_instructions(has_instructions(options.edition))
}

/// The settings of the scanner alone.
pub fn scanner_options(options: &Options) -> tagspan_core::scanner::Options {
    let mut settings = tagspan_core::scanner::Options::default();
    settings.initial_mode = Some(mode(options.initial_state));
    settings.last_start_tag = options.last_start_tag.clone().unwrap_or_default();
    settings.cdata = options.cdata;
    settings.feedback = context(options.context);
    settings.scripting = options.scripting;
    settings.processing_instructions = has_instructions(options.edition);
    settings
}

fn mode(state: TextState) -> TextMode {
    match state {
        TextState::Data => TextMode::Data,
        TextState::Rcdata => TextMode::Rcdata,
        TextState::Rawtext => TextMode::Rawtext,
        TextState::ScriptData => TextMode::ScriptData,
        TextState::Plaintext => TextMode::Plaintext,
        TextState::CdataSection => TextMode::CdataSection,
    }
}

fn context(context: Context) -> Feedback {
    match context {
        // The reference has no tree either, and no context: it goes by names.
        Context::Document => Feedback::Names,
        Context::None => Feedback::None,
        other => panic!("core does not know {other:?}"),
    }
}

fn has_instructions(edition: Edition) -> bool {
    match edition {
        Edition::Living => false,
        Edition::LivingProcessingInstructions => true,
        other => panic!("core does not speak {other:?}"),
    }
}
