//! Elements that are left out, with all that is in them.

use tagspan::Token;
use tagspan_select::Event;

use super::results::Results;

/// The elements that are left out now.
pub(super) struct Removed {
    /// How many selectors are of removed elements: the first ones of the set.
    pub(super) selectors: u32,
    /// The removed elements that are open, by their numbers.
    open: Vec<u64>,
    /// Whether the current token is one of their tags.
    is_tag: bool,
    /// Whether it is the end tag of an element around them.
    is_end_tag: bool,
}

impl Removed {
    pub(super) fn new(selectors: u32) -> Self {
        Removed { selectors, open: Vec::new(), is_tag: false, is_end_tag: false }
    }

    fn is_removed(&self, selectors: &[u32]) -> bool {
        selectors.iter().any(|&selector| selector < self.selectors)
    }

    /// Passes an event on, unless it is within a removed element.
    pub(super) fn pass(&mut self, event: Event<'_>, results: &mut dyn Results) {
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
            Event::Left(left) => {
                let is_around = self.open.first().is_none_or(|&first| left.element < first);
                self.is_end_tag |= left.has_end_tag && is_around;
                results.event(event);
            }
            _ if self.open.is_empty() => results.event(event),
            _ => {}
        }
    }

    /// Passes a token on, unless it is a part of a removed element.
    pub(super) fn token(&mut self, token: &Token<'_>, results: &mut dyn Results) {
        if self.is_end_tag || self.open.is_empty() && !self.is_tag {
            results.token(token);
        }
        (self.is_tag, self.is_end_tag) = (false, false);
    }
}
