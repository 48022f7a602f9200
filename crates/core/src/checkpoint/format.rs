//! The written form of a checkpoint, as plain data for serde.
//!
//! No field is ever left out, since formats that do not name fields could not read that. To add one, or to change what
//! one means, is another `VERSION`.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use super::bytes::Bytes;
#[cfg(feature = "serde")]
use super::error::{CheckpointError, VERSION};
use super::settings::Settings;
use crate::token::TokenRange;

/// A tokenizer between chunks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub(crate) struct Saved {
    /// First, so that another version is distinguished from damage.
    pub(crate) version: Version,
    /// The offset of the byte that is to be fed next.
    pub(crate) position: u64,
    pub(crate) settings: Settings,
    /// The bytes of a character that straddles chunks.
    pub(crate) partial: Bytes,
    /// They are known to be complete, and are read before what is fed.
    pub(crate) in_partial: bool,
    pub(crate) machine: SavedMachine,
}

/// The machine: its pending bytes, which are read again, and what was known before them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub(crate) struct SavedMachine {
    /// The state in which the unfinished token began.
    pub(crate) state: u8,
    /// The state after an ambiguous ampersand in text.
    pub(crate) return_state: Option<u8>,
    /// How much of `script` has matched; more than its length if it did not.
    pub(crate) matched: u8,
    /// The bytes read of the incomplete token.
    pub(crate) pending: Bytes,
    pub(crate) last_start_tag: Bytes,
    pub(crate) cdata: bool,
    pub(crate) ambiguous_cdata: bool,
    pub(crate) watches_meta: bool,
    pub(crate) errors: Option<ErrorRegisters>,
    pub(crate) simulator: Option<SavedSimulator>,
    /// More elements are open than may be.
    pub(crate) is_too_deep: bool,
    /// A token has said that the input ends here before its end.
    pub(crate) told_early_end: bool,
    pub(crate) over_limit: Option<OverLimitRegisters>,
}

/// A token of which bytes were discarded, because of a limit: it cannot be read again.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub(crate) struct OverLimitRegisters {
    /// The state within the token.
    pub(crate) state: u8,
    /// Whether it has outgrown its limit, and what it is if it is skipped.
    pub(crate) over_limit: u8,
    /// A value is being truncated.
    pub(crate) truncates_value: bool,
    /// How many bytes were discarded.
    pub(crate) missing_bytes: u64,
    /// The name of a tag that is skipped.
    pub(crate) name: Bytes,
    /// The keyword that is being read, and how many of its letters were.
    pub(crate) keyword: u8,
    pub(crate) matched: u8,
    pub(crate) reference: Option<ReferenceRegisters>,
    pub(crate) tag: Option<TagRegisters>,
    /// The data of a comment; target end and data of a processing instruction.
    pub(crate) comment: Option<TokenRange>,
    pub(crate) target_end: u32,
    pub(crate) doctype: Option<DoctypeRegisters>,
}

/// A character reference that is not complete.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub(crate) struct ReferenceRegisters {
    pub(crate) return_state: u8,
    /// The offset of the `&`.
    pub(crate) ampersand: u64,
    pub(crate) code: u32,
    /// The bytes of its name.
    pub(crate) name: Bytes,
    /// No name continues.
    pub(crate) stopped: bool,
}

/// A tag that is not complete.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub(crate) struct TagRegisters {
    pub(crate) end_tag: bool,
    pub(crate) self_closing: bool,
    /// Zero while the name is being read.
    pub(crate) name_end: u32,
    /// Zero unless the name of an attribute is being read.
    pub(crate) attribute_start: u32,
    pub(crate) attributes: Vec<AttributeRegisters>,
    /// The phase of the last of them.
    pub(crate) attribute_phase: u8,
    /// Something of the tag is missing.
    pub(crate) is_truncated: bool,
    /// There are more attributes than there may be.
    pub(crate) drops_attributes: bool,
    /// Which values were truncated, and how many bytes the tag lacks up to the end of each.
    pub(crate) truncated_values: Vec<(u32, u64)>,
}

/// An attribute: its name, its value, and the number of how it is quoted. Which are duplicates is found again.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub(crate) struct AttributeRegisters(
    pub(crate) u32,
    pub(crate) u32,
    pub(crate) u32,
    pub(crate) u32,
    pub(crate) u8,
);

/// A DOCTYPE that is not complete.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub(crate) struct DoctypeRegisters {
    pub(crate) name: Option<TokenRange>,
    pub(crate) public_id: Option<TokenRange>,
    pub(crate) system_id: Option<TokenRange>,
    pub(crate) force_quirks: bool,
}

/// Which parse errors were reported, where they are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub(crate) struct ErrorRegisters {
    /// The offset of the last one.
    pub(crate) at: u64,
    /// Those at that offset, by the specification's names.
    pub(crate) codes: Vec<String>,
    /// How far the input stream was searched.
    pub(crate) checked: u64,
}

/// The state of the feedback simulator.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub(crate) struct SavedSimulator {
    pub(crate) elements: Vec<SavedElement>,
    /// The first of them is the context element of the fragment.
    pub(crate) fixed: bool,
    pub(crate) overflow: u64,
    pub(crate) ambiguity: u8,
    pub(crate) frames: u8,
    pub(crate) drops_newline: bool,
}

/// An open element: the number of its kind, what is kept of its name, and the name's length if that is more.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub(crate) struct SavedElement(pub(crate) u8, pub(crate) Bytes, pub(crate) u32);

/// The version of what is written. There is no other to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Version;

#[cfg(feature = "serde")]
impl Serialize for Version {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(VERSION)
    }
}

#[cfg(feature = "serde")]
impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u16::deserialize(deserializer)? {
            VERSION => Ok(Version),
            found => Err(serde::de::Error::custom(CheckpointError::Version { found })),
        }
    }
}
