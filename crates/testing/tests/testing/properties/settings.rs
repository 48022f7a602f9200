//! Generated settings: mostly those of a document, sometimes any.

use tagspan_reference::{Context, Edition, Options, TextState};

use testing::rng::Rng;

/// Names of start tags that may have come last.
const LAST_START_TAGS: [Option<&str>; 7] =
    [None, Some("a"), Some("script"), Some("style"), Some("title"), Some("TextArea"), Some("as")];

/// Any settings.
pub(crate) fn any(rng: &mut Rng<'_>) -> Options {
    Options { initial_state: rng.one(&TextState::ALL), ..of_document(rng) }
}

/// Those that start in the data state.
pub(crate) fn of_document(rng: &mut Rng<'_>) -> Options {
    Options {
        edition: rng.one(&[Edition::Living, Edition::LivingProcessingInstructions]),
        initial_state: TextState::Data,
        last_start_tag: rng.one(&LAST_START_TAGS).map(str::to_owned),
        cdata: rng.percent(50),
        context: rng.one(&[Context::Document, Context::Document, Context::None]),
        scripting: rng.percent(50),
    }
}
