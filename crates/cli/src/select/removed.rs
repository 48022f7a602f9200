//! Elements that are left out, with all that is in them.

use tagspan::Token;
use tagspan_select::Event;

use super::found::Found;

/// What is left out now.
pub(super) struct Removed {
    /// How many selectors are of removed elements: the first ones of the set.
    pub(super) selectors: u32,
    /// The removed elements that are open, by their numbers.
    open: Vec<u64>,
    /// Whether the current token is one of their tags.
    is_tag: bool,
}

impl Removed {
    pub(super) fn new(selectors: u32) -> Self {
        Removed { selectors, open: Vec::new(), is_tag: false }
    }

    fn is_removed(&self, selectors: &[u32]) -> bool {
        selectors.iter().any(|&selector| selector < self.selectors)
    }

    /// Passes an event on, unless it is within a removed element.
    pub(super) fn pass(&mut self, event: Event<'_>, token: Option<&Token<'_>>, found: &mut dyn Found) {
        match event {
            Event::Entered(entered) if self.is_removed(entered.selectors) => {
                self.open.push(entered.element);
                self.is_tag |= entered.tag.is_some();
            }
            Event::Left(left) if self.is_removed(left.selectors) => {
                self.open.retain(|&element| element != left.element);
                self.is_tag |= left.has_end_tag;
            }
            // An element around a removed one may end within it, as misnested ones do.
            Event::Left(_) => found.event(event, token),
            _ if self.open.is_empty() => found.event(event, token),
            _ => {}
        }
    }

    /// Passes a token on, unless it is a part of a removed element.
    pub(super) fn token(&mut self, token: &Token<'_>, found: &mut dyn Found) {
        if self.open.is_empty() && !std::mem::take(&mut self.is_tag) {
            found.token(token);
        }
        self.is_tag = false;
    }
}
