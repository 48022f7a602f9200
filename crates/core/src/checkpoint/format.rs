//! The parts of a checkpoint.
//!
//! No field is ever left out, since formats that do not name fields could not read that. Another field, or another meaning of
//! a field or of an enum's number, is another version.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use super::codec::Bytes;
#[cfg(feature = "serde")]
use super::codec::listed;
use crate::feedback::{Ambiguity, ElementKind, Frames};
use crate::machine::{AttributePhase, Keyword, OverLimit, State};
use crate::token::{DoctypeSpans, Quote, TokenRange};

/// The machine: its pending bytes, which are read again, and what was known before them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub(crate) struct SavedMachine {
    /// The state in which the unfinished token began.
    pub(crate) state: State,
    /// The state after an ambiguous ampersand in text.
    pub(crate) return_state: Option<State>,
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
    pub(crate) state: State,
    /// Whether it has outgrown its limit, and what it is if it is skipped.
    #[cfg_attr(feature = "serde", serde(with = "listed"))]
    pub(crate) over_limit: OverLimit,
    /// A value is being truncated.
    pub(crate) truncates_value: bool,
    /// How many bytes were discarded.
    pub(crate) missing_bytes: u64,
    /// The name of a tag that is skipped.
    pub(crate) name: Bytes,
    /// The keyword that is being read, and how many of its letters were.
    pub(crate) keyword: Keyword,
    pub(crate) matched: u8,
    pub(crate) reference: Option<ReferenceRegisters>,
    pub(crate) tag: Option<TagRegisters>,
    /// The data of a comment; target end and data of a processing instruction.
    pub(crate) comment: Option<TokenRange>,
    pub(crate) target_end: u32,
    pub(crate) doctype: Option<DoctypeSpans>,
}

/// A character reference that is not complete.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub(crate) struct ReferenceRegisters {
    pub(crate) return_state: State,
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
    pub(crate) attribute_phase: AttributePhase,
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
    #[cfg_attr(feature = "serde", serde(with = "listed"))] pub(crate) Quote,
);

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
    #[cfg_attr(feature = "serde", serde(with = "listed"))]
    pub(crate) ambiguity: Ambiguity,
    pub(crate) frames: Frames,
    pub(crate) drops_newline: bool,
}

/// An open element: the number of its kind, what is kept of its name, and the name's length if that is more.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub(crate) struct SavedElement(pub(crate) ElementKind, pub(crate) Bytes, pub(crate) u32);
