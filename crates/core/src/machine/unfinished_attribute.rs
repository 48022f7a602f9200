//! The registers of the attribute that is being read.

/// What the last attribute of the tag that is read may still get.
/// Checkpoints have the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde_repr::Serialize_repr, serde_repr::Deserialize_repr))]
#[repr(u8)]
pub(crate) enum AttributePhase {
    /// It is complete, or there is none, or it is left out.
    Nothing = 0,
    /// Perhaps a value: its name has ended.
    Value = 1,
    /// The end of its value.
    ValueEnd = 2,
}

/// The registers of the attribute states.
#[derive(Clone, Debug)]
pub(crate) struct UnfinishedAttribute {
    /// Where the name begins.
    pub(crate) start: u32,
    /// What the last attribute of the tag may still get.
    pub(crate) phase: AttributePhase,
    /// Whether the tag has as many attributes as the limit allows, so that no further one is kept.
    pub(crate) drops_further: bool,
}

impl UnfinishedAttribute {
    pub(crate) const fn new() -> Self {
        UnfinishedAttribute { start: 0, phase: AttributePhase::Nothing, drops_further: false }
    }
}
