//! Tokens as numbers in memory that a caller reads: what the bindings of other languages exchange.

mod decode;
mod write;

/// The kinds of tokens, as the numbers of [`TokenRecord::kind`]. They never change.
///
/// ```
/// use tagspan_core::scanner::TokenKind;
///
/// assert_eq!(TokenKind::StartTag as u8, 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[non_exhaustive]
pub enum TokenKind {
    /// [`Token::Doctype`](crate::Token::Doctype)
    Doctype = 1,
    /// [`Token::StartTag`](crate::Token::StartTag)
    StartTag = 2,
    /// [`Token::EndTag`](crate::Token::EndTag)
    EndTag = 3,
    /// [`Token::Comment`](crate::Token::Comment)
    Comment = 4,
    /// [`Token::ProcessingInstruction`](crate::Token::ProcessingInstruction)
    ProcessingInstruction = 5,
    /// [`Token::Text`](crate::Token::Text)
    Text = 6,
    /// [`Token::Error`](crate::Token::Error)
    Error = 7,
    /// [`Token::Dropped`](crate::Token::Dropped)
    Dropped = 8,
}

/// A token, with its parts as ranges of its raw bytes.
///
/// It is valid as long as the batch that it is of, and so are its bytes.
///
/// ```
/// use tagspan_core::scanner::{TokenKind, TokenRecord};
///
/// let mut tokens = tagspan::tokenize("<p>");
/// let record = TokenRecord::of(tokens.next_token()?.unwrap(), None, 0).unwrap();
/// assert_eq!((record.kind, record.start, record.end), (TokenKind::StartTag as u8, 0, 3));
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct TokenRecord {
    /// The raw bytes, in UTF-8 that may be ill-formed: in the chunk, or in a buffer of the tokenizer.
    pub bytes: *const u8,
    /// How many raw bytes there are. A limit may have left out others.
    pub length: usize,
    /// The offset of the first byte, in the document as UTF-8.
    pub start: u64,
    /// The offset of the byte after the last one.
    pub end: u64,
    /// Where in the raw bytes the name begins: of a tag or a DOCTYPE, or the target of a processing instruction.
    pub name_start: u32,
    /// Where the name ends. A DOCTYPE without a name has an empty one.
    pub name_end: u32,
    /// Where in the raw bytes the data of a comment or a processing instruction begin.
    pub data_start: u32,
    /// Where the data end.
    pub data_end: u32,
    /// The index of the first attribute among those of the batch.
    pub first_attribute: u32,
    /// How many attributes there are. A DOCTYPE has two, its public and its system identifier: one without a value is missing.
    pub attribute_count: u32,
    /// The number of the batch.
    pub batch: u32,
    /// The kind of token.
    pub kind: u8,
    /// The text mode of text, the reason of dropped bytes, or the code of a parse error.
    pub detail: u8,
    /// The flags of the token.
    pub flags: u16,
}

/// An attribute, with its parts as ranges of the raw bytes of its tag.
///
/// ```
/// use tagspan_core::scanner::{AttributeRecord, TokenRecord};
///
/// let mut tokens = tagspan::tokenize("<a href=x>");
/// let mut attributes = [AttributeRecord::default()];
/// TokenRecord::of(tokens.next_token()?.unwrap(), Some(&mut attributes), 0).unwrap();
/// assert_eq!((attributes[0].name_start, attributes[0].value_end), (3, 9));
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct AttributeRecord {
    /// Where the name begins.
    pub name_start: u32,
    /// Where the name ends.
    pub name_end: u32,
    /// Where the value begins, without its quotes.
    pub value_start: u32,
    /// Where the value ends.
    pub value_end: u32,
    /// How the value is quoted.
    pub quote: u8,
    /// The flags of the attribute.
    pub flags: u8,
    /// Zero.
    pub reserved: u16,
}

#[cfg(test)]
mod tests {
    use super::{AttributeRecord, TokenRecord};

    #[test]
    fn sizes() {
        if cfg!(target_pointer_width = "64") {
            assert_eq!(size_of::<TokenRecord>(), 64);
        }
        assert_eq!(size_of::<AttributeRecord>(), 20);
    }
}
