//! URLs without the crate `url`: the program has a parser already, such as that of a browser, and lends it.

use std::sync::OnceLock;

/// A URL, as the parser of the program has serialized it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Url {
    text: String,
}

/// The error for a text that is not a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidUrl;

/// Parses a reference against a base URL, by the URL Standard, and serializes the result. `None` if it is not a URL.
pub type UrlParser = fn(base: Option<&str>, reference: &str) -> Option<String>;

static PARSER: OnceLock<UrlParser> = OnceLock::new();

/// Sets the parser of all URLs, once. Before that no reference is a URL, but for those that need no parser.
pub fn set_url_parser(parser: UrlParser) {
    let _ = PARSER.set(parser);
}

impl Url {
    /// Parses an absolute URL.
    ///
    /// # Errors
    ///
    /// [`InvalidUrl`] if it is not one.
    pub fn parse(text: &str) -> Result<Url, InvalidUrl> {
        parse(None, text).ok_or(InvalidUrl)
    }

    /// The serialized URL.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    pub(crate) fn scheme(&self) -> &str {
        self.text.split(':').next().unwrap_or_default()
    }
}

impl From<Url> for String {
    fn from(url: Url) -> String {
        url.text
    }
}

pub(crate) fn parse(base: Option<&Url>, reference: &str) -> Option<Url> {
    let text = PARSER.get()?(base.map(Url::as_str), reference)?;
    Some(Url { text })
}
