//! The output: tokens and parse errors, in the specification's order.

use std::ops::Range;

/// A token or a parse error, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The bytes of the input that a token is made of: zero-based offsets, half-open. Text has all bytes from its
    /// first character's to its last's, also those between that make no token. An error has an empty span at
    /// the character that the state was looking at, or at the input's length.
    pub span: Range<usize>,
    /// The token or the error.
    pub kind: EventKind,
}

/// The tokens of section 12.2.5, and the parse errors among them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EventKind {
    /// Character tokens that nothing comes between.
    Text(String),
    /// A start tag token.
    StartTag(Tag),
    /// An end tag token. It too has the attributes and the flag that were written; the tree builder ignores
    /// them.
    EndTag(Tag),
    /// A comment token.
    Comment(String),
    /// A DOCTYPE token.
    Doctype(Doctype),
    /// A processing instruction token, of
    /// [`Edition::LivingProcessingInstructions`](crate::Edition::LivingProcessingInstructions) only.
    ProcessingInstruction {
        /// The target, in the case in which it was written.
        target: String,
        /// The data, without the white space after the target and without the `>` or `?>` that ends it; empty
        /// when none was written.
        data: String,
    },
    /// A parse error, by the specification's name: one of [`ERROR_CODES`](crate::ERROR_CODES). In the drafts
    /// errors have no names. What stands for one there is the heading under which the draft has it, mostly that
    /// of a state, such as `Tag open state`.
    Error(&'static str),
}

/// A start or end tag token.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tag {
    /// The tag name.
    pub name: String,
    /// The attributes, of which no two have one name, in the order in which they were written.
    pub attributes: Vec<Attribute>,
    /// The self-closing flag. Never set in `Edition::Draft2007`, which has none.
    pub self_closing: bool,
}

/// An attribute of a tag.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attribute {
    /// The name.
    pub name: String,
    /// The value; empty when none was written.
    pub value: String,
}

/// A DOCTYPE token. `None` is what the specification calls missing, which is not the empty string.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doctype {
    /// The name.
    pub name: Option<String>,
    /// The public identifier.
    pub public_id: Option<String>,
    /// The system identifier.
    pub system_id: Option<String>,
    /// The force-quirks flag. In `Edition::Draft2007`, that the correctness flag is
    /// set to incorrect.
    pub force_quirks: bool,
}
