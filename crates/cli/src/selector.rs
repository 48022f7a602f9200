//! Selectors among the arguments, each checked by itself, and the columns that have one.

use std::str::FromStr;

use tagspan_select::{ElementValue, Selectors};

/// A column of rows.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) value: ElementValue,
}

impl FromStr for Column {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((name, value)) = text.split_once('=').filter(|(name, _)| !name.is_empty()) else {
            return Err("a column is NAME=SELECTOR or NAME=SELECTOR@ATTRIBUTE".to_owned());
        };
        let value = value.parse().map_err(|error: tagspan_select::SelectorError| error.to_string())?;
        Ok(Column { name: name.to_owned(), value })
    }
}

/// Checks a selector by itself, so that the message names its option.
pub(crate) fn selector(text: &str) -> Result<String, String> {
    Selectors::new([text]).map(|_| text.to_owned()).map_err(|error| error.to_string())
}
