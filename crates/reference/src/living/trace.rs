//! Which states an input leads through.

use super::state::State;
use super::tokenizer::{self, Living, Tokenizer};
use crate::input_stream;
use crate::machine::Rules;
use crate::options::{Edition, Options};

/// The names of the living standard's states, in the order of its sections: the first is that of section
/// 12.2.5.1, the eightieth that of 12.2.5.80. The five of processing instructions come after them.
pub const STATES: [&str; 85] = [
    "Data state",
    "RCDATA state",
    "RAWTEXT state",
    "Script data state",
    "PLAINTEXT state",
    "Tag open state",
    "End tag open state",
    "Tag name state",
    "RCDATA less-than sign state",
    "RCDATA end tag open state",
    "RCDATA end tag name state",
    "RAWTEXT less-than sign state",
    "RAWTEXT end tag open state",
    "RAWTEXT end tag name state",
    "Script data less-than sign state",
    "Script data end tag open state",
    "Script data end tag name state",
    "Script data escape start state",
    "Script data escape start dash state",
    "Script data escaped state",
    "Script data escaped dash state",
    "Script data escaped dash dash state",
    "Script data escaped less-than sign state",
    "Script data escaped end tag open state",
    "Script data escaped end tag name state",
    "Script data double escape start state",
    "Script data double escaped state",
    "Script data double escaped dash state",
    "Script data double escaped dash dash state",
    "Script data double escaped less-than sign state",
    "Script data double escape end state",
    "Before attribute name state",
    "Attribute name state",
    "After attribute name state",
    "Before attribute value state",
    "Attribute value (double-quoted) state",
    "Attribute value (single-quoted) state",
    "Attribute value (unquoted) state",
    "After attribute value (quoted) state",
    "Self-closing start tag state",
    "Bogus comment state",
    "Markup declaration open state",
    "Comment start state",
    "Comment start dash state",
    "Comment state",
    "Comment less-than sign state",
    "Comment less-than sign bang state",
    "Comment less-than sign bang dash state",
    "Comment less-than sign bang dash dash state",
    "Comment end dash state",
    "Comment end state",
    "Comment end bang state",
    "DOCTYPE state",
    "Before DOCTYPE name state",
    "DOCTYPE name state",
    "After DOCTYPE name state",
    "After DOCTYPE public keyword state",
    "Before DOCTYPE public identifier state",
    "DOCTYPE public identifier (double-quoted) state",
    "DOCTYPE public identifier (single-quoted) state",
    "After DOCTYPE public identifier state",
    "Between DOCTYPE public and system identifiers state",
    "After DOCTYPE system keyword state",
    "Before DOCTYPE system identifier state",
    "DOCTYPE system identifier (double-quoted) state",
    "DOCTYPE system identifier (single-quoted) state",
    "After DOCTYPE system identifier state",
    "Bogus DOCTYPE state",
    "CDATA section state",
    "CDATA section bracket state",
    "CDATA section end state",
    "Character reference state",
    "Named character reference state",
    "Ambiguous ampersand state",
    "Numeric character reference state",
    "Hexadecimal character reference start state",
    "Decimal character reference start state",
    "Hexadecimal character reference state",
    "Decimal character reference state",
    "Numeric character reference end state",
    "Processing instruction open state",
    "Processing instruction target state",
    "After processing instruction target state",
    "Processing instruction data state",
    "Processing instruction questionable state",
];

/// A state that the tokenizer was in, and how far it had read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The specification's name of the state: one of [`STATES`].
    pub state: &'static str,
    /// The zero-based byte offset of the next input character when the state was about to run; the input's length
    /// if there is none.
    pub offset: usize,
}

/// The states that an input leads through, from the initial one to the one that the tokenizer is in when all of
/// the input is consumed and nothing was done yet about its end. A state that consumes ten characters one by one
/// is there ten times.
///
/// Meant for authors of tokenizers that can be suspended, and for tests that must reach every state. What the
/// end of the input leads to is left out: for `<` the last is the tag open state.
///
/// Three kinds of states are rarely the last. One that reconsumes a character is left before it is consumed. One
/// that looks ahead for a word (markup declaration open, after DOCTYPE name, named character reference) is left
/// as soon as the word cannot come any more, and that it is truncated by the end is such a case. One that
/// consumes nothing (numeric character reference end) is the last only when it is entered by the last character.
///
/// `None` for the drafts, whose states are others. Meant for short inputs: takes time quadratic in the length.
///
/// # Examples
///
/// ```
/// use tagspan_reference::{Options, states_visited};
///
/// let visits = states_visited("a<b", &Options::default()).unwrap();
/// let states: Vec<_> = visits.iter().map(|visit| (visit.offset, visit.state)).collect();
/// assert_eq!(
///     states,
///     [
///         (0, "Data state"),
///         (1, "Data state"),
///         (2, "Tag open state"),
///         (2, "Tag name state"),
///         (3, "Tag name state"),
///     ]
/// );
/// ```
pub fn states_visited<I: AsRef<[u8]> + ?Sized>(input: &I, options: &Options) -> Option<Vec<Visit>> {
    match options.edition {
        Edition::Living | Edition::LivingProcessingInstructions => Some(trace(input.as_ref(), options)),
        #[cfg(feature = "drafts")]
        Edition::Draft2010 | Edition::Draft2009 | Edition::Draft2007 => None,
    }
}

fn trace(input: &[u8], options: &Options) -> Vec<Visit> {
    let characters = input_stream::living(input);
    let mut tokenizer: Tokenizer = tokenizer::new(input, options);
    let mut visits = Vec::new();
    loop {
        let left = tokenizer.next_few_characters().count();
        let next = characters.get(characters.len() - left);
        let offset = next.map_or(input.len(), |next| next.offset);
        visits.push(Visit { state: name(tokenizer.state), offset });
        if left == 0 {
            return visits;
        }
        Living::step(&mut tokenizer);
    }
}

fn name(state: State) -> &'static str {
    STATES[state as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::TextState;

    #[test]
    fn names_are_those_of_the_states() {
        // From the first state to the last, and some between: one name too many or too few shows.
        for (state, number) in [
            (State::Data, 1),
            (State::ScriptDataEscapedDashDash, 22),
            (State::SelfClosingStartTag, 40),
            (State::CommentEndBang, 52),
            (State::BogusDoctype, 68),
            (State::NumericCharacterReferenceEnd, 80),
            (State::ProcessingInstructionOpen, 81),
            (State::ProcessingInstructionQuestionable, 85),
        ] {
            assert_eq!(state as usize + 1, number, "{state:?}");
            let letters = |name: &str| {
                name.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_ascii_lowercase()
            };
            assert_eq!(letters(name(state)), letters(&format!("{state:?}state")));
        }
    }

    #[test]
    fn what_is_last() {
        let last = |input: &str, initial_state, edition| {
            let options = Options { initial_state, edition, ..Options::default() };
            let visits = states_visited(input, &options).expect("the edition has names of states");
            *visits.last().expect("there is an initial state")
        };
        for (input, initial_state, state) in [
            ("", TextState::Rcdata, "RCDATA state"),
            ("<", TextState::Data, "Tag open state"),
            ("<!", TextState::Data, "Markup declaration open state"),
            ("<!--", TextState::Data, "Comment start state"),
            ("<!--\r\n", TextState::Data, "Comment state"),
            ("&n", TextState::Data, "Ambiguous ampersand state"),
            ("&not", TextState::Data, "Data state"),
            ("&#9", TextState::Data, "Decimal character reference state"),
            ("&#9;", TextState::Data, "Numeric character reference end state"),
            ("<?", TextState::Data, "Bogus comment state"),
            ("<!--", TextState::ScriptData, "Script data escaped dash dash state"),
            ("\u{E9}]", TextState::CdataSection, "CDATA section bracket state"),
        ] {
            let visit = Visit { state, offset: input.len() };
            assert_eq!(last(input, initial_state, Edition::Living), visit, "{input:?}");
        }
        let instruction = last("<?", TextState::Data, Edition::LivingProcessingInstructions);
        assert_eq!(instruction.state, "Processing instruction open state");
    }
}
