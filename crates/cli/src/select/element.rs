//! An element that matches, with the parts of it that are printed.

use tagspan::Span;
use tagspan_select::Entered;

/// An element that matches.
#[derive(Debug)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) attributes: Vec<(String, String)>,
    pub(super) text: String,
    /// It as it is written, from the position where the source that is kept has its start.
    pub(super) html: Span,
    pub(super) start_tag: Option<Span>,
    pub(super) content: Option<Span>,
    pub(super) span: Option<Span>,
    pub(super) ambiguity: Option<&'static str>,
    pub(super) is_truncated: bool,
}

impl Element {
    /// An element that begins here in the source that is kept.
    pub(super) fn new(entered: &Entered<'_>, has_attributes: bool, start: u64) -> Self {
        let tag = entered.tag.filter(|_| has_attributes);
        let attributes = tag.into_iter().flat_map(|tag| tag.attributes());
        Element {
            name: entered.name.to_owned(),
            attributes: attributes.map(|it| (it.name().into_owned(), it.value().into_owned())).collect(),
            text: String::new(),
            html: Span { start, end: start },
            start_tag: entered.start_tag,
            content: None,
            span: None,
            ambiguity: entered.ambiguity.map(|why| why.as_str()),
            is_truncated: false,
        }
    }

    /// How many bytes it takes, but for what is kept of the source.
    pub(super) fn size(&self) -> usize {
        let attribute = |(name, value): &(String, String)| 2 * size_of::<String>() + name.len() + value.len();
        let attributes = self.attributes.iter().map(attribute).sum::<usize>();
        size_of::<Element>() + self.name.len() + attributes + self.text.len()
    }
}
