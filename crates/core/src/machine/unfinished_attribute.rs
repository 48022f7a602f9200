//! The registers of the attribute that is being read.

/// What the last attribute of the tag that is read may still get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum AttributePhase {
    /// It is complete, or there is none, or it is left out.
    Nothing,
    /// Perhaps a value: its name has ended.
    Value,
    /// The end of its value.
    ValueEnd,
}

/// The registers of the attribute states.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct UnfinishedAttribute {
    /// Where the name begins.
    pub(crate) start: u32,
    /// What the last attribute of the tag may still get.
    pub(crate) phase: AttributePhase,
    /// Whether the tag has as many attributes as the limit allows, so that no further one is kept.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) drops_further: bool,
}

impl UnfinishedAttribute {
    pub(crate) const fn new() -> Self {
        UnfinishedAttribute { start: 0, phase: AttributePhase::Nothing, drops_further: false }
    }
}
