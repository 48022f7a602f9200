//! A character reference in a text or in an attribute value.

use tagspan_entities::Decode;
use tagspan_entities::tokenizing::{Characters, references};

use crate::span::Span;

/// A character reference, such as `&amp;` or `&#x41;`: where it stands, and what it stands for.
///
/// [`Text::references`](crate::Text::references) and [`Attribute::references`](crate::Attribute::references) list them.
///
/// ```
/// use tagspan::{Token, tokenize};
///
/// let mut tokens = tokenize("fish &amp; chips &notit; &#x41; &unknown;");
/// let Some(Token::Text(text)) = tokens.next_token()? else { panic!() };
/// let found: Vec<(usize, String)> =
///     text.references().map(|reference| (reference.span().range().start, reference.chars().collect())).collect();
/// assert_eq!(found, [(5, "&".to_owned()), (17, "¬".to_owned()), (25, "A".to_owned())]);
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CharacterReference {
    pub(super) span: Span,
    pub(super) characters: Characters,
}

impl CharacterReference {
    /// Finds those in `bytes`, which lie at the offset `start`.
    pub(super) fn find(bytes: &[u8], start: u64, how: Decode) -> impl Iterator<Item = CharacterReference> {
        references(bytes, how).map(move |(range, characters)| CharacterReference {
            span: Span { start: start + range.start as u64, end: start + range.end as u64 },
            characters,
        })
    }

    /// The span in the input, from the `&` to the `;` or to the last character that belongs to it.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("a &ltb");
    /// let Ok(Some(tagspan::Token::Text(text))) = tokens.next_token() else { panic!() };
    /// assert_eq!(text.references().next().unwrap().span().range(), 2..5);
    /// ```
    pub fn span(&self) -> Span {
        self.span
    }

    /// The characters that it stands for: one, or two for some names.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("&acE;");
    /// let Ok(Some(tagspan::Token::Text(text))) = tokens.next_token() else { panic!() };
    /// assert_eq!(text.references().next().unwrap().chars().count(), 2);
    /// ```
    pub fn chars(&self) -> impl Iterator<Item = char> {
        [Some(self.characters.first()), self.characters.second()].into_iter().flatten()
    }
}
