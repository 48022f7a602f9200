//! An element that matches, with what may be printed of it.

use tagspan::Span;

/// An element that matches.
#[derive(Debug, Default)]
pub(super) struct Element {
    /// Its number among those that match.
    pub(super) number: u64,
    pub(super) name: String,
    pub(super) attributes: Vec<(String, String)>,
    pub(super) text: String,
    /// It as it is written, in UTF-8.
    pub(super) html: Vec<u8>,
    pub(super) start_tag: Option<Span>,
    pub(super) content: Option<Span>,
    pub(super) span: Option<Span>,
    pub(super) ambiguity: Option<&'static str>,
    pub(super) truncated: bool,
    pub(super) is_whole: bool,
    /// Whether `html` has the current token.
    pub(super) has_token: bool,
}
