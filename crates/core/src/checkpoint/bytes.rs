//! The bytes of a checkpoint, and how serde writes them.

use core::fmt;

/// Bytes of the input. Each is written as the character of the same number, so that a tag can be read in JSON.
#[derive(Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Self {
        Bytes(bytes.to_vec())
    }
}

impl From<Bytes> for String {
    fn from(Bytes(bytes): Bytes) -> String {
        bytes.into_iter().map(char::from).collect()
    }
}

impl TryFrom<String> for Bytes {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Bytes, &'static str> {
        let bytes: Result<_, _> = text.chars().map(u8::try_from).collect();
        bytes.map(Bytes).map_err(|_| "a character above U+00FF stands for no byte")
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}
