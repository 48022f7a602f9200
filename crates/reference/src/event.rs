//! What comes out: tokens and parse errors, in the specification's order.

/// A token or a parse error, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The zero-based byte offset in the input: for a token, of the first byte that it is made of; for an
    /// error, of the character that the state was looking at, or the input's length at its end.
    pub offset: usize,
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
    /// A parse error, by the specification's name: one of [`ERROR_CODES`](crate::ERROR_CODES).
    Error(&'static str),
}

/// A start or end tag token.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tag {
    /// The tag name.
    pub name: String,
    /// The attributes, of which no two have one name, in the order in which they were written.
    pub attributes: Vec<Attribute>,
    /// The self-closing flag.
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
    /// The force-quirks flag.
    pub force_quirks: bool,
}
