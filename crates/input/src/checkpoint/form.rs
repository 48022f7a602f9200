//! How serde writes bytes, and the values of an input of which a caller must not make every one.

use std::{fmt::Display, ops::Deref};

use encoding_rs::Encoding;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::decision::{Confidence, EncodingDecision, EncodingSource};
use crate::options::EncodingOptions;
use crate::validation::IllFormed;

/// The form of [`EncodingOptions`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "EncodingOptions", deny_unknown_fields)]
pub(super) struct Options {
    override_encoding: Option<&'static Encoding>,
    transport: Option<&'static Encoding>,
    #[serde(deserialize_with = "limit")]
    prescan_bytes: usize,
    parent: Option<&'static Encoding>,
    likely: Option<&'static Encoding>,
    #[serde(deserialize_with = "limit")]
    detect: usize,
    // As the form of version 1 was without them.
    #[serde(
        default = "default_within",
        skip_serializing_if = "is_default_within",
        deserialize_with = "limit"
    )]
    detect_within: usize,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    detect_any: bool,
    top_level_domain: Option<Box<str>>,
    default: &'static Encoding,
    is_decoded: bool,
}

/// The form of [`EncodingDecision`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "EncodingDecision", deny_unknown_fields)]
pub(super) struct Decision {
    encoding: &'static Encoding,
    confidence: Confidence,
    source: EncodingSource,
    start: u64,
    end: u64,
    looked_at: u64,
}

/// The form of [`IllFormed`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "IllFormed", deny_unknown_fields)]
pub(crate) struct Sequences {
    count: u64,
    offsets: Vec<u64>,
}

fn default_within() -> usize {
    EncodingOptions::new().detect_within
}

fn is_default_within(within: &usize) -> bool {
    *within == default_within()
}

/// Reads a number of bytes. One that does not fit, on a smaller machine, stands for as many as there can be.
fn limit<'de, D: Deserializer<'de>>(from: D) -> Result<usize, D::Error> {
    Ok(usize::try_from(u64::deserialize(from)?).unwrap_or(usize::MAX))
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
