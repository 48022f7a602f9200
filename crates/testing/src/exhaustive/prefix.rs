//! A prefix that leads the tokenizer into a state, and its settings.

use tagspan_reference::{Edition, Options, TextState};

/// The text before the strings, and the settings for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Prefix {
    /// The state that it leads into, by the specification's name.
    pub state: &'static str,
    /// In what sense it does.
    pub arrival: Arrival,
    /// The edition.
    pub edition: Edition,
    /// The state to start in.
    pub initial_state: TextState,
    /// The tag name of the start tag that is taken to have come last.
    pub last_start_tag: Option<&'static str>,
    /// Whether `<![CDATA[` opens a CDATA section.
    pub cdata: bool,
    /// The prefix itself.
    pub bytes: &'static [u8],
}

/// How a prefix leads into its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arrival {
    /// When all of it is consumed, the tokenizer is in the state.
    Rests,
    /// Its last character is reconsumed in the state, which has looked at it and leaves at once: the state is one
    /// that no input rests in.
    Reconsumes,
    /// It ends within this word, which the state looks ahead for.
    Within(&'static str),
}

impl Prefix {
    /// A prefix in the data state at the start, after whose last character the tokenizer is in `state`.
    pub(crate) const fn new(state: &'static str, bytes: &'static [u8]) -> Self {
        Prefix {
            state,
            arrival: Arrival::Rests,
            edition: Edition::Living,
            initial_state: TextState::Data,
            last_start_tag: None,
            cdata: false,
            bytes,
        }
    }

    pub(crate) const fn from(self, initial_state: TextState) -> Self {
        Prefix { initial_state, ..self }
    }

    pub(crate) const fn after(self, last_start_tag: &'static str) -> Self {
        Prefix { last_start_tag: Some(last_start_tag), ..self }
    }

    pub(crate) const fn cdata(self) -> Self {
        Prefix { cdata: true, ..self }
    }

    pub(crate) const fn reconsumed(self) -> Self {
        Prefix { arrival: Arrival::Reconsumes, ..self }
    }

    pub(crate) const fn within(self, word: &'static str) -> Self {
        Prefix { arrival: Arrival::Within(word), ..self }
    }

    pub(crate) const fn edition(self, edition: Edition) -> Self {
        Prefix { edition, ..self }
    }

    /// The settings, in the reference's terms.
    pub fn options(&self) -> Options {
        Options {
            edition: self.edition,
            initial_state: self.initial_state,
            last_start_tag: self.last_start_tag.map(str::to_owned),
            cdata: self.cdata,
            ..Options::default()
        }
    }
}
