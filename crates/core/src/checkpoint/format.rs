//! The parts of a checkpoint.
//!
//! No field is ever left out, since formats that do not name fields could not read that. Another field, or another name of an
//! enum's value, is another version.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use super::bytes::Bytes;
use crate::feedback::{Ambiguity, ElementKind, Frames};
use crate::machine::{Construct, KeywordMatch, OverLimit, State};
use crate::parse_error::ErrorCode;
use crate::token::AttributeSpans;

/// The machine: its pending bytes, which are read again, and what was known before them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub(crate) struct SavedMachine {
    /// The state in which the unfinished token began.
    pub(crate) state: State,
    /// The state after an ambiguous ampersand in text.
    pub(crate) return_state: Option<State>,
    /// How much of `script` has matched; more than its length if it did not.
    pub(crate) matched: u32,
    /// The bytes read of the incomplete token.
    pub(crate) pending: Bytes,
    pub(crate) last_start_tag: Bytes,
    pub(crate) cdata: bool,
    pub(crate) ambiguous_cdata: bool,
    pub(crate) errors: Option<SavedErrors>,
    pub(crate) simulator: Option<SavedSimulator>,
    /// A token has said that the input ends here before its end.
    pub(crate) told_early_end: bool,
    pub(crate) over_limit: Option<OverLimitRegisters>,
}

/// A token of which bytes were discarded, because of a limit: it cannot be read again.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub(crate) struct OverLimitRegisters {
    /// The state within the token.
    pub(crate) state: State,
    /// Whether it has outgrown its limit, and what it is if it is skipped.
    pub(crate) over: OverLimit,
    /// A value is being truncated.
    pub(crate) truncates_value: bool,
    /// How many bytes were discarded.
    pub(crate) missing_bytes: u64,
    /// The beginning of a tag that is skipped, up to the end of its name.
    pub(crate) skipped_tag: Bytes,
    /// The keyword of a DOCTYPE that is being read.
    pub(crate) keyword: Option<KeywordMatch>,
    pub(crate) reference: Option<ReferenceRegisters>,
    /// The construct that is read, unless it is skipped.
    pub(crate) construct: Option<Construct>,
    pub(crate) tag: Option<TagRegisters>,
}

/// A character reference that is not complete.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub(crate) struct ReferenceRegisters {
    pub(crate) return_state: State,
    /// The offset of the `&`.
    pub(crate) ampersand: u64,
    pub(crate) code: u32,
    /// The bytes of its name that are not pending.
    pub(crate) name: Bytes,
    /// No name continues.
    pub(crate) stopped: bool,
}

/// A tag that is not complete.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub(crate) struct TagRegisters {
    /// Zero while the name is being read, and for a tag that is skipped.
    pub(crate) name_end: u32,
    /// Which are duplicates is found again.
    pub(crate) attributes: Vec<AttributeSpans>,
    /// Something of the tag is missing.
    pub(crate) is_truncated: bool,
    /// Which values were truncated, and how many bytes the tag lacks up to the end of each.
    pub(crate) truncated_values: Vec<(u32, u64)>,
}

/// Which parse errors were reported, where they are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub(crate) struct SavedErrors {
    /// The offset of the last one.
    pub(crate) at: u64,
    /// Those at that offset.
    pub(crate) codes: Vec<ErrorCode>,
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
    pub(crate) ambiguity: Ambiguity,
    pub(crate) frames: Frames,
    pub(crate) drops_newline: bool,
}

/// An open element: its kind, what is kept of its name, and the length of the name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub(crate) struct SavedElement(pub(crate) ElementKind, pub(crate) Bytes, pub(crate) u32);
