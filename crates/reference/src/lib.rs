//! The HTML specification's tokenizer, transcribed state by state: slow, literal, an oracle for others.
//!
//! Every state is one function, named and numbered as in the specification, with the entries in the
//! specification's order and the actions in its words. Open the text beside `src/living/` and read both line
//! by line: that is what this crate is for. It reads the whole input, character by character, into strings
//! of its own, and shares no code with any other tokenizer.
//!
//! ```
//! use tagspan_reference::{EventKind, Options, tokenize};
//!
//! let events = tokenize("ab&ampc", &Options::default());
//! assert_eq!(events.len(), 3);
//! assert_eq!(events[0].kind, EventKind::Text("ab".to_owned()));
//! assert_eq!(events[1].kind, EventKind::Error("missing-semicolon-after-character-reference"));
//! assert_eq!(events[1].span, 6..6);
//! assert_eq!(events[2].kind, EventKind::Text("&c".to_owned()));
//! assert_eq!(events[2].span, 2..7);
//! ```
//!
//! # What the specification leaves open
//!
//! * **Where an error is.** At the character that the state is looking at: the current input character, or
//!   the next one in the states that report an error about a character which they leave to another state
//!   (markup declaration open, named character reference, numeric character reference end). At the end of
//!   the input it is the input's length. The html5lib suite has it so.
//! * **When an error of the input stream is reported.** Just before another error at the same character;
//!   otherwise just before what comes of the character when it is consumed for good, that is, not to be
//!   reconsumed. So the text before the character comes first, where the specification does not itself put
//!   an error ahead of that text, and looking ahead for a keyword reports nothing.
//! * **Whether the error of an end tag comes before the tag.** It does.
//! * **Where a token ends.** With the last character that it is made of. Bytes that make no token, such as a tag
//!   that the end of the input truncated or the frame of a CDATA section, lie in no span, or between the characters
//!   of a text.
//!
//! # Processing instructions
//!
//! [`Edition::LivingProcessingInstructions`] adds what the standard got in June 2026. Its five states have no
//! section number in the text that this crate is numbered by, and so none in the code. They are transcribed from
//! the review draft of July 2026.
//!
//! # Drafts
//!
//! `Edition::Draft2010`, `Edition::Draft2009` and `Edition::Draft2007` are transcribed from their texts,
//! each in a folder of its own, with the feature `drafts`. Where a text lacks something, this is used instead:
//!
//! * **Names of parse errors.** The drafts have none: see [`EventKind::Error`].
//! * **The table of named references.** No draft's text carries it. All editions use the living standard's.
//! * **The input stream.** 2007 and 2009 have no such section: 2010's serves them. It ignores one byte order mark
//!   and makes U+FFFD of NUL.
//! * **Part of the data state of 2009** was lost when its text was extracted, that of the escape flag, `<` and
//!   `>`: it is 2007's.
//! * **What tree construction does to the content model** after a start tag: see [`Context::Document`].
//!
//! # Encodings
//!
//! The module [`encoding`] is the other half of the input stream: labels, the prescan, the encoding sniffing
//! algorithm and *change the encoding*, in the living standard and in 2010. [`tokenize`] does not use it.
//!
//! # What is not here
//!
//! No tree construction, so none of its errors, and none of its feedback but for [`Options::context`] and
//! [`Options::cdata`]. No decoding of other encodings than UTF-8; in the living standard a byte order mark is a character
//! as any other here, for there the decoder takes it. `surrogate-in-input-stream` cannot happen, as no bytes decode to a
//! surrogate.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "drafts")]
mod draft2007;
#[cfg(feature = "drafts")]
mod draft2009;
#[cfg(feature = "drafts")]
mod draft2010;
pub mod encoding;
mod entities;
mod error_codes;
mod event;
mod input_stream;
mod living;
mod machine;
mod options;

pub use error_codes::ERROR_CODES;
pub use event::{Attribute, Doctype, Event, EventKind, Tag};
pub use living::{STATES, Visit, states_visited};
pub use options::{Context, Edition, Options, TextState};

/// Tokenizes a whole input: the bytes of UTF-8, which may be ill-formed, or a `str`.
///
/// The events come in the specification's order. Adjacent characters are one [`EventKind::Text`]; two of
/// these never follow one another. The end-of-file token is the end of the list.
///
/// No input is refused. Takes time linear in the input, but for tags of many attributes (quadratic) and with
/// a large factor for each `&` (the whole table of names is searched).
///
/// # Examples
///
/// ```
/// use tagspan_reference::{EventKind, Options, TextState, tokenize};
///
/// let options = Options {
///     initial_state: TextState::Rcdata,
///     last_start_tag: Some("title".to_owned()),
///     ..Options::default()
/// };
/// let events = tokenize("a <b> c</title>", &options);
/// assert_eq!(events[0].kind, EventKind::Text("a <b> c".to_owned()));
/// assert!(matches!(&events[1].kind, EventKind::EndTag(tag) if tag.name == "title"));
/// ```
pub fn tokenize<I: AsRef<[u8]> + ?Sized>(input: &I, options: &Options) -> Vec<Event> {
    match options.edition {
        Edition::Living | Edition::LivingProcessingInstructions => living::tokenize(input.as_ref(), options),
        #[cfg(feature = "drafts")]
        Edition::Draft2010 => draft2010::tokenize(input.as_ref(), options),
        #[cfg(feature = "drafts")]
        Edition::Draft2009 => draft2009::tokenize(input.as_ref(), options),
        #[cfg(feature = "drafts")]
        Edition::Draft2007 => draft2007::tokenize(input.as_ref(), options),
    }
}

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
