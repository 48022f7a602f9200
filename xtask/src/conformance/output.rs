//! The output of an implementation under test, in the terms of the suite.

use std::ops::Range;

use testing::html5lib::token::{Place, Token};

/// A parse error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ParseError {
    pub(crate) code: &'static str,
    pub(crate) offset: u64,
    /// As the implementation itself says, if it does.
    pub(crate) place: Option<Place>,
}

/// The output of an implementation for one input.
#[derive(Debug, Default)]
pub(crate) struct Output {
    pub(crate) tokens: Vec<Token>,
    pub(crate) errors: Vec<ParseError>,
    /// Which bytes each token is made of, dropped ones included, and their content as the implementation has it.
    /// Empty if it does not say.
    pub(crate) spans: Vec<(Range<u64>, Vec<u8>)>,
}

impl Output {
    /// Adds a token; text joins the text before it.
    pub(crate) fn push(&mut self, token: Token) {
        match (self.tokens.last_mut(), token) {
            (Some(Token::Text(text)), Token::Text(more)) => text.push_str(&more),
            (_, token) => self.tokens.push(token),
        }
    }
}
