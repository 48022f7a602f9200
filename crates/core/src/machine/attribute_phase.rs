//! How far the last attribute of an unfinished tag has been read.

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
