//! The tag that is being read.

use crate::token::{TagFlags, TokenRange};

/// What the last attribute of the tag that is read may still get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AttributePhase {
    /// It is complete, or there is none, or it is left out.
    Nothing,
    /// Perhaps a value: its name has ended.
    Value,
    /// The end of its value.
    ValueEnd,
}

/// The registers of the tag states, but for the attributes.
#[derive(Clone, Debug)]
pub(crate) struct UnfinishedTag {
    pub(crate) flags: TagFlags,
    /// The range of the name; that of the target where a processing instruction is read.
    pub(crate) name: TokenRange,
    /// Where the name of the current attribute begins.
    pub(crate) attribute_start: u32,
    pub(crate) attribute_phase: AttributePhase,
    /// Whether the tag has more attributes than the limit allows.
    pub(crate) drops_attributes: bool,
}

impl UnfinishedTag {
    pub(crate) fn new() -> Self {
        UnfinishedTag {
            flags: TagFlags::START,
            name: (0, 0),
            attribute_start: 0,
            attribute_phase: AttributePhase::Nothing,
            drops_attributes: false,
        }
    }
}
