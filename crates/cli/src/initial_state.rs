//! The state that the tokenizer starts in, among the arguments.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use tagspan::TextMode;

/// A text mode under the specification's name of its state.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct InitialState(pub(crate) TextMode);

impl InitialState {
    const ALL: [InitialState; TextMode::ALL.len()] = {
        let mut all = [InitialState(TextMode::Data); TextMode::ALL.len()];
        let mut index = 0;
        while index < all.len() {
            all[index].0 = TextMode::ALL[index];
            index += 1;
        }
        all
    };
}

impl ValueEnum for InitialState {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let name = self.0.as_str();
        Some(PossibleValue::new(name).alias(name.trim_end_matches(" state")))
    }
}
