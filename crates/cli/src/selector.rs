//! Selectors among the arguments, each checked by itself, and the columns that have one.

use std::str::FromStr;

use tagspan_select::Selectors;

/// A column of rows.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) selector: String,
    /// The attribute whose value it has; the text of the element otherwise.
    pub(crate) attribute: Option<String>,
}

impl FromStr for Column {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((name, rest)) = text.split_once('=').filter(|(name, _)| !name.is_empty()) else {
            return Err("a column is NAME=SELECTOR or NAME=SELECTOR@ATTRIBUTE".to_owned());
        };
        // A selector has an @ in quotes only, behind which a quote or a bracket follows.
        let is_name = |name: &str| !name.is_empty() && !name.contains(['"', '\'', ']', ')', ' ']);
        let (source, attribute) = match rest.rsplit_once('@').filter(|(_, attribute)| is_name(attribute)) {
            Some((source, attribute)) => (source, Some(attribute.to_ascii_lowercase())),
            None => (rest, None),
        };
        Ok(Column { name: name.to_owned(), selector: selector(source)?, attribute })
    }
}

/// Checks a selector by itself, so that the message names its option.
pub(crate) fn selector(text: &str) -> Result<String, String> {
    Selectors::new([text]).map(|_| text.to_owned()).map_err(|error| error.to_string())
}
