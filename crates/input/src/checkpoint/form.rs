//! The written form of what a checkpoint holds and serde cannot write by itself.
//!
//! The public types have no serialization of their own, which would be part of the interface.

use std::{fmt::Display, ops::Deref};

use encoding_rs::Encoding;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::{
    decision::{Confidence, EncodingDecision, EncodingSource},
    options::EncodingOptions,
    validation::{IllFormed, Validation},
};

/// The form of [`EncodingOptions`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "EncodingOptions", deny_unknown_fields)]
pub(super) struct Options {
    #[serde(with = "optional_encoding")]
    override_encoding: Option<&'static Encoding>,
    #[serde(with = "optional_encoding")]
    transport: Option<&'static Encoding>,
    #[serde(deserialize_with = "limit")]
    prescan_bytes: usize,
    #[serde(with = "optional_encoding")]
    parent: Option<&'static Encoding>,
    #[serde(with = "optional_encoding")]
    likely: Option<&'static Encoding>,
    #[serde(deserialize_with = "limit")]
    detect: usize,
    #[serde(deserialize_with = "Deserialize::deserialize")]
    top_level_domain: Option<Box<str>>,
    #[serde(with = "encoding")]
    default: &'static Encoding,
    is_decoded: bool,
}

/// The form of [`EncodingDecision`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "EncodingDecision", deny_unknown_fields)]
pub(super) struct Decision {
    #[serde(with = "encoding")]
    encoding: &'static Encoding,
    #[serde(with = "Certainty")]
    confidence: Confidence,
    #[serde(with = "Source")]
    source: EncodingSource,
    start: u64,
    end: u64,
    looked_at: u64,
}

/// The form of [`Confidence`]. A decision of an input is never irrelevant.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Confidence", rename_all = "lowercase")]
enum Certainty {
    Certain,
    Tentative,
    #[serde(skip)]
    Irrelevant,
}

/// The form of [`EncodingSource`]: the names that it has in reports.
#[derive(Serialize, Deserialize)]
#[serde(remote = "EncodingSource", rename_all = "kebab-case")]
enum Source {
    ByteOrderMark,
    Override,
    Transport,
    Prescan,
    ParentDocument,
    Likely,
    Detection,
    Default,
    LateDeclaration,
}

/// The form of [`Validation`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "Validation", rename_all = "lowercase")]
pub(crate) enum Mode {
    Off,
    Count,
    Strict,
}

/// The form of [`IllFormed`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "IllFormed", deny_unknown_fields)]
pub(crate) struct Found {
    count: u64,
    offsets: Vec<u64>,
}

/// Reads a number of bytes. One that does not fit, on a smaller machine, stands for as many as there can be.
fn limit<'de, D: Deserializer<'de>>(from: D) -> Result<usize, D::Error> {
    Ok(usize::try_from(u64::deserialize(from)?).unwrap_or(usize::MAX))
}

/// For serde's attribute `with`: an encoding by its name in the Encoding Standard, not by another label. Only with the
/// feature `serde`.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use tagspan_input::{Encoding, UTF_8, decoder::encoding};
///
/// #[derive(Serialize, Deserialize)]
/// struct Page {
///     #[serde(with = "encoding")]
///     encoding: &'static Encoding,
/// }
///
/// let stored = serde_json::to_string(&Page { encoding: UTF_8 })?;
/// assert_eq!(stored, r#"{"encoding":"UTF-8"}"#);
/// assert_eq!(serde_json::from_str::<Page>(&stored)?.encoding, UTF_8);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub mod encoding {
    use super::*;

    /// Writes the name as a string.
    ///
    /// # Errors
    ///
    /// Those of the serializer.
    ///
    /// ```
    /// use tagspan_input::{Encoding, WINDOWS_1252, decoder::encoding};
    ///
    /// #[derive(serde::Serialize)]
    /// struct Page(#[serde(serialize_with = "encoding::serialize")] &'static Encoding);
    ///
    /// assert_eq!(serde_json::to_string(&Page(WINDOWS_1252))?, r#""windows-1252""#);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn serialize<S: Serializer>(encoding: &'static Encoding, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(encoding.name())
    }

    /// Reads the name, in exactly the letters that [`Encoding::name`] gives.
    ///
    /// # Errors
    ///
    /// Those of the deserializer, and any other string, such as the label `latin1`.
    ///
    /// ```
    /// use tagspan_input::{Encoding, WINDOWS_1252, decoder::encoding};
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Page(#[serde(deserialize_with = "encoding::deserialize")] &'static Encoding);
    ///
    /// assert_eq!(serde_json::from_str::<Page>(r#""windows-1252""#)?.0, WINDOWS_1252);
    /// assert!(serde_json::from_str::<Page>(r#""latin1""#).is_err());
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<&'static Encoding, D::Error> {
        let name = String::deserialize(from)?;
        let found = Encoding::for_label(name.as_bytes()).filter(|encoding| encoding.name() == name);
        found.ok_or_else(|| D::Error::custom("unknown encoding name"))
    }
}

/// An encoding by its name, or null, which must be there: serde takes a missing field for null by default.
mod optional_encoding {
    use super::*;

    #[derive(Serialize, Deserialize)]
    struct Name(#[serde(with = "encoding")] &'static Encoding);

    pub(super) fn serialize<S: Serializer>(
        encoding: &Option<&'static Encoding>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        encoding.map(Name).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<&'static Encoding>, D::Error> {
        Ok(Option::deserialize(from)?.map(|Name(encoding)| encoding))
    }
}

/// Each byte as the character of the same number: nearly all of them are ASCII.
pub(crate) mod bytes {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(
        bytes: &impl Deref<Target = [u8]>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_str(&bytes.iter().map(|&byte| char::from(byte)).collect::<String>())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>, T>(from: D) -> Result<T, D::Error>
    where
        T: TryFrom<Vec<u8>, Error: Display>,
    {
        let bytes: Result<Vec<u8>, _> = String::deserialize(from)?.chars().map(u8::try_from).collect();
        let bytes = bytes.map_err(|_| D::Error::custom("a character is not a byte"))?;
        T::try_from(bytes).map_err(D::Error::custom)
    }
}
