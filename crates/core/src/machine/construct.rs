//! The construct that is being read, with the registers that its states use.

use super::registers::UnfinishedAttribute;
use crate::error::LimitKind;
use crate::token::{DoctypeSpans, TokenRange};

/// What the states are reading, or have read last. Each variant has the registers of its states, so no state can read those of
/// another construct.
///
/// Text has no variant: it may precede a construct that is not certain yet, and has [`TextProgress`](super::TextProgress).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Construct {
    /// A start or end tag. Its parts stand apart: the fast path, which reads only whole tags, sets them too.
    Tag(UnfinishedAttribute),
    /// A comment, proper or bogus: the range of its data. Also `<!` and the beginning of a keyword.
    Comment(TokenRange),
    Doctype(DoctypeSpans),
    ProcessingInstruction {
        target: TokenRange,
        data: TokenRange,
    },
}

const NO_DOCTYPE: &DoctypeSpans =
    &DoctypeSpans { name: None, public_id: None, system_id: None, force_quirks: false };

impl Construct {
    pub(crate) const NEW_TAG: Construct = Construct::Tag(UnfinishedAttribute::new());
    pub(crate) const NEW_COMMENT: Construct = Construct::Comment((0, 0));
    pub(crate) const NEW_PROCESSING_INSTRUCTION: Construct =
        Construct::ProcessingInstruction { target: (0, 0), data: (0, 0) };

    pub(crate) fn new_doctype() -> Construct {
        Construct::Doctype(DoctypeSpans::default())
    }

    /// Clamps the ranges that end in discarded bytes to the last byte kept.
    pub(crate) fn clamp(&mut self, kept: u32) {
        let clamp = |(start, end): &mut TokenRange| (*start, *end) = ((*start).min(kept), (*end).min(kept));
        match self {
            Construct::Tag(_) => {}
            Construct::Comment(data) | Construct::ProcessingInstruction { data, .. } => clamp(data),
            Construct::Doctype(DoctypeSpans { name, public_id, system_id, force_quirks: _ }) => {
                [name, public_id, system_id].into_iter().flatten().for_each(clamp);
            }
        }
    }

    /// The kind of limit that the construct has.
    pub(crate) fn limit_kind(&self) -> LimitKind {
        match self {
            Construct::Tag(_) => LimitKind::Tag,
            Construct::Comment(_) => LimitKind::Comment,
            Construct::Doctype(_) => LimitKind::Doctype,
            Construct::ProcessingInstruction { .. } => LimitKind::ProcessingInstruction,
        }
    }

    /// The attribute of a tag; one that waits for nothing if it is another construct.
    pub(crate) fn attribute(&self) -> &UnfinishedAttribute {
        match self {
            Construct::Tag(attribute) => attribute,
            _ => const { &UnfinishedAttribute::new() },
        }
    }

    /// The attribute of a tag. Another construct ends.
    pub(crate) fn attribute_mut(&mut self) -> &mut UnfinishedAttribute {
        if !matches!(self, Construct::Tag(_)) {
            *self = Construct::NEW_TAG;
        }
        match self {
            Construct::Tag(attribute) => attribute,
            _ => unreachable!("it was made a tag"),
        }
    }

    /// The data of a comment or a processing instruction; empty if it is another construct.
    pub(crate) fn data(&self) -> TokenRange {
        match *self {
            Construct::Comment(data) | Construct::ProcessingInstruction { data, .. } => data,
            _ => (0, 0),
        }
    }

    /// The data of a comment or a processing instruction. Another construct ends.
    pub(crate) fn data_mut(&mut self) -> &mut TokenRange {
        if !matches!(self, Construct::Comment(_) | Construct::ProcessingInstruction { .. }) {
            *self = Construct::NEW_COMMENT;
        }
        match self {
            Construct::Comment(data) | Construct::ProcessingInstruction { data, .. } => data,
            _ => unreachable!("it was made a comment"),
        }
    }

    /// The target of a processing instruction; empty if it is another construct.
    pub(crate) fn target(&self) -> TokenRange {
        match *self {
            Construct::ProcessingInstruction { target, .. } => target,
            _ => (0, 0),
        }
    }

    /// The ranges of a DOCTYPE; none if it is another construct.
    #[cold]
    #[inline(never)]
    pub(crate) fn doctype(&self) -> &DoctypeSpans {
        match self {
            Construct::Doctype(spans) => spans,
            _ => NO_DOCTYPE,
        }
    }

    /// The ranges of a DOCTYPE. Another construct ends.
    pub(crate) fn doctype_mut(&mut self) -> &mut DoctypeSpans {
        if !matches!(self, Construct::Doctype(_)) {
            *self = Construct::new_doctype();
        }
        match self {
            Construct::Doctype(spans) => spans,
            _ => unreachable!("it was made a DOCTYPE"),
        }
    }
}
