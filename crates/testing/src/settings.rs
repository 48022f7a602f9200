//! The reference's settings, converted to core's.

use tagspan_core::{
    Feedback, TextMode, Tokenizer as CoreTokenizer, TokenizerBuilder as CoreTokenizerBuilder,
};
use tagspan_reference::{Context, Edition, Options, TextState};

/// Core's builder with the reference's settings; parse errors are off.
///
/// # Panics
///
/// When there is an edition or a context that core does not have.
pub fn builder(options: &Options) -> CoreTokenizerBuilder {
    CoreTokenizer::builder()
        .initial_text_mode(mode(options.initial_state))
        .last_start_tag(options.last_start_tag.as_deref().unwrap_or_default())
        .cdata(options.cdata)
        .feedback(context(options.context))
        .scripting(options.scripting)
        .processing_instructions(has_instructions(options.edition))
}

/// The same with a decoder in front.
#[cfg(feature = "proofs")]
pub(crate) fn of_stream(options: &Options) -> tagspan::TokenizerBuilder {
    tagspan::Tokenizer::builder()
        .initial_text_mode(mode(options.initial_state))
        .last_start_tag(options.last_start_tag.as_deref().unwrap_or_default())
        .cdata(options.cdata)
        .feedback(context(options.context))
        .scripting(options.scripting)
        .processing_instructions(has_instructions(options.edition))
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
