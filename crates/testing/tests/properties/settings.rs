//! Settings by chance: mostly those of a document, sometimes any.

use tagspan_reference::{Context, Edition, Options, TextState};

use crate::dice::Dice;

/// Names of start tags that may have come last.
const LAST_START_TAGS: [Option<&str>; 7] =
    [None, Some("a"), Some("script"), Some("style"), Some("title"), Some("TextArea"), Some("as")];

/// Any settings.
pub(crate) fn any(dice: &mut Dice<'_>) -> Options {
    Options { initial_state: dice.one(&TextState::ALL), ..of_document(dice) }
}

/// Those that start in the data state.
pub(crate) fn of_document(dice: &mut Dice<'_>) -> Options {
    Options {
        edition: dice.one(&[Edition::Living, Edition::LivingProcessingInstructions]),
        initial_state: TextState::Data,
        last_start_tag: dice.one(&LAST_START_TAGS).map(str::to_owned),
        cdata: dice.percent(50),
        context: dice.one(&[Context::Document, Context::Document, Context::None]),
        scripting: dice.percent(50),
    }
}
