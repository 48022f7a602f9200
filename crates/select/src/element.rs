//! Elements of a page in memory.

use tagspan::{Chunk, EncodingOptions, Span, Tokenizer, Tokens};
use tagspan_elements::Ambiguity;

use crate::selection::{Event, SelectError, Selection};
use crate::selectors::Selectors;

/// An element that a selector matched.
///
/// ```
/// let found = tagspan_select::select(b"<p class=lead>Fish &amp; <b>chips</b></p>", "p")?;
/// assert_eq!(found[0].attribute("class"), Some("lead"));
/// assert_eq!(found[0].text, "Fish & chips");
/// assert_eq!(found[0].start_tag.unwrap().range(), 0..14);
/// # Ok::<(), tagspan_select::SelectError>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// Its name in lower case.
    pub name: String,
    /// Its attributes, in the order of the tag.
    pub attributes: Vec<(String, String)>,
    /// All text in it, as in `textContent`.
    pub text: String,
    /// The start tag in the source. `None` for an element that the tree builder adds, such as a `tbody`.
    pub start_tag: Option<Span>,
    /// The content in the source: from the end of the start tag to the start of the end tag, or of the token that implies it.
    pub content: Option<Span>,
    /// The element in the source, with its tags.
    pub span: Option<Span>,
    /// Why a tree may differ, if it may.
    pub ambiguity: Option<Ambiguity>,
}

impl Element {
    /// The value of an attribute, by its name in lower case.
    ///
    /// ```
    /// let found = tagspan_select::select(b"<a HREF=/x>", "a")?;
    /// assert_eq!(found[0].attribute("href"), Some("/x"));
    /// # Ok::<(), tagspan_select::SelectError>(())
    /// ```
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(found, _)| found == name).map(|(_, value)| &**value)
    }
}

/// The elements of a page that a selector matches, in the order of their start tags. The encoding is found as browsers do.
///
/// Text of elements in others that match is in each of them, so that memory may grow with the depth. [`Selection`] keeps none.
///
/// # Errors
///
/// A selector that is refused, and errors of the tokenizer.
///
/// ```
/// let html = b"<ul><li>One<li class=x>Two</ul>";
/// let found = tagspan_select::select(html, "ul > li.x")?;
/// assert_eq!(found.len(), 1);
/// assert_eq!(found[0].text, "Two");
/// assert_eq!(&html[found[0].content.unwrap().range()], b"Two");
/// # Ok::<(), tagspan_select::SelectError>(())
/// ```
pub fn select(html: &[u8], selector: &str) -> Result<Vec<Element>, SelectError> {
    let selectors = Selectors::new([selector])?;
    #[cfg(feature = "encodings")]
    let encoding = EncodingOptions::detecting();
    #[cfg(not(feature = "encodings"))]
    let encoding = EncodingOptions::new();
    let mut tokenizer = Tokenizer::builder().encoding_options(encoding).source_offsets(true).build();
    Selection::new(&selectors).elements(tokenizer.feed_last(html))
}

impl Selection {
    /// The elements of a page whose tokens are all in a cursor, as by [`select`].
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    ///
    /// ```
    /// use tagspan::Tokenizer;
    /// use tagspan_select::{Selection, Selectors};
    ///
    /// let mut tokenizer = Tokenizer::builder().content_type("text/html; charset=koi8-r").build();
    /// let selectors = Selectors::new(["p", "b"])?;
    /// let found = Selection::new(&selectors).elements(tokenizer.feed_last(b"<p>\xC1<b>\xC2"))?;
    /// assert!(found.iter().map(|element| &*element.text).eq(["аб", "б"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn elements<C: Chunk>(mut self, tokens: Tokens<'_, C>) -> Result<Vec<Element>, SelectError> {
        let mut elements: Vec<Element> = Vec::new();
        self.read(tokens, |event| match event {
            Event::Entered(entered) => {
                // After a restart they are numbered from 0 again.
                elements.truncate(entered.element as usize);
                let attributes = entered.tag.into_iter().flat_map(|tag| tag.attributes());
                elements.push(Element {
                    name: entered.name.to_owned(),
                    attributes: attributes
                        .map(|it| (it.name().into_owned(), it.value().into_owned()))
                        .collect(),
                    text: String::new(),
                    start_tag: entered.start_tag,
                    content: None,
                    span: None,
                    ambiguity: entered.ambiguity,
                });
            }
            Event::Text(within) => {
                for &element in within.elements {
                    elements[element as usize].text += within.text;
                }
            }
            Event::Left(left) => {
                let element = &mut elements[left.element as usize];
                (element.content, element.span, element.ambiguity) =
                    (left.content, left.span, left.ambiguity);
            }
        })?;
        Ok(elements)
    }
}
