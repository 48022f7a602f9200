//! The text that is held back until it is whole.

use tagspan::{LimitAction, Text, TokenEdit};
use tagspan_elements::{Kind, TextPart};

use super::edit::{Edit, TextEdit};
use super::error::{HandlerError, Stop};
use crate::selection::TextWithin;

/// How much text is kept, and what is done with a longer one.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextLimit {
    pub(super) bytes: usize,
    pub(super) action: LimitAction,
}

impl Default for TextLimit {
    fn default() -> Self {
        TextLimit { bytes: 16 << 20, action: LimitAction::Fail }
    }
}

impl TextLimit {
    /// Whether a text of this length is kept.
    pub(super) fn keeps(self, length: usize) -> Result<bool, Stop> {
        match (length <= self.bytes, self.action) {
            (false, LimitAction::Fail) => Err(Stop::TextLimit(self.bytes)),
            (is_kept, _) => Ok(is_kept),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// The last token is no text that is held.
    #[default]
    None,
    Held,
    /// The text is over the limit.
    Over,
}

/// The text before the next token, if it is held.
///
/// A text is all that a tree has in one node between two tokens that are no text. White space that a tree builder puts elsewhere than
/// the text right after it is no text of its own: it is let go.
#[derive(Debug, Default)]
pub(super) struct Texts {
    pub(super) limit: TextLimit,
    state: State,
    text: String,
    elements: Vec<u64>,
    selectors: Vec<u32>,
    /// The length of the text as written.
    length: usize,
    /// The number of open elements after its last token, and the kind of the innermost one.
    place: (usize, Option<Kind>),
    /// Whether the current token is of the text.
    is_current: bool,
}

impl Texts {
    /// Takes text of an element whose texts are edited. `selectors` adds those of such elements.
    pub(super) fn add(
        &mut self,
        within: TextWithin<'_>,
        token: Text<'_>,
        edit: &mut TokenEdit,
        selectors: impl FnOnce(&mut Vec<u32>),
    ) -> Result<(), Stop> {
        if matches!(within.part, TextPart::LeadingSpace | TextPart::TableSpace) {
            return Ok(());
        }
        self.is_current = true;
        let continues = within.part == TextPart::All && self.elements == within.elements;
        if self.state == State::None || !continues {
            self.text.clear();
            self.selectors.clear();
            selectors(&mut self.selectors);
            self.selectors.sort_unstable();
            self.selectors.dedup();
            within.elements.clone_into(&mut self.elements);
            (self.state, self.length) = (State::Held, 0);
            edit.hold_from(within.start);
            self.grow(token.raw().len() - within.start, edit)?;
        } else if self.state == State::Held {
            edit.hold();
            self.grow(token.raw().len(), edit)?;
        }
        if self.state == State::Held {
            self.text += within.text;
        }
        Ok(())
    }

    fn grow(&mut self, length: usize, edit: &mut TokenEdit) -> Result<(), Stop> {
        self.length += length;
        match self.limit.keeps(self.length) {
            Ok(true) => {}
            Ok(false) => {
                self.state = State::Over;
                edit.keep();
            }
            Err(stop) => {
                // The output ends where the text begins.
                edit.held().into_iter().for_each(TokenEdit::stop);
                return Err(stop);
            }
        }
        Ok(())
    }

    /// Whether the tokens before are text that is handed out or over the limit.
    #[inline]
    pub(super) fn is_open(&self) -> bool {
        self.state != State::None
    }

    /// Ends a token of text, after which this is open.
    pub(super) fn end_token(
        &mut self,
        token: Text<'_>,
        place: (usize, Option<Kind>),
        edit: &mut TokenEdit,
    ) -> Result<(), Stop> {
        if std::mem::take(&mut self.is_current) {
            self.place = place;
            return Ok(());
        }
        // Characters that a tree leaves out are of the text that they are in.
        let is_left_out = self.place == place && token.raw().iter().all(|&byte| byte == 0);
        match self.state {
            State::Held if is_left_out => {
                edit.hold();
                self.grow(token.raw().len(), edit)
            }
            _ if is_left_out => Ok(()),
            _ => {
                self.state = State::None;
                Ok(())
            }
        }
    }

    /// Hands out the text before a token that is no text, or before the end.
    pub(super) fn hand_out(
        &mut self,
        edit: &mut TokenEdit,
        each: &mut dyn FnMut(Edit<'_, '_>) -> Result<(), HandlerError>,
    ) -> Result<(), Stop> {
        let state = std::mem::take(&mut self.state);
        let Some(held) = edit.held().filter(|_| state == State::Held) else { return Ok(()) };
        let Texts { text, elements, selectors, .. } = self;
        let result = each(Edit::Text(TextEdit { text, elements, selectors, edit: held }));
        result.map_err(|error| {
            held.stop();
            Stop::Handler(error)
        })
    }
}
