//! `serde::Serialize` for tokens, in the form that [`OwnedToken`](crate::OwnedToken) documents.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::Token;
use super::attribute::{Attribute, AttributeIter};
use super::comment::Comment;
use super::doctype::Doctype;
use super::dropped::Dropped;
use super::processing_instruction::ProcessingInstruction;
use super::tag::Tag;
use super::text::Text;
use crate::context_element::Namespace;
use crate::parse_error::ParseError;
use crate::span::Span;

impl Serialize for Token<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Token::Doctype(doctype) => doctype.serialize(serializer),
            Token::StartTag(tag) | Token::EndTag(tag) => tag.serialize(serializer),
            Token::Comment(comment) => comment.serialize(serializer),
            Token::ProcessingInstruction(instruction) => instruction.serialize(serializer),
            Token::Text(text) => text.serialize(serializer),
            Token::Error(error) => error.serialize(serializer),
            Token::Dropped(dropped) => dropped.serialize(serializer),
        }
    }
}

/// A token as an object of its kind, its span, these keys, and of the last three keys those that say something.
macro_rules! token {
    ($Token:ident, $this:ident => $kind:expr, [$($key:ident: $value:expr),*] $(, $last:ident: $is_set:expr, $set:expr)*) => {
        impl Serialize for $Token<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let ($this, Span { start, end }) = (self, self.span());
                let last = 0 $(+ usize::from($is_set))*;
                let keys = ["kind", "span", $(stringify!($key)),*].len() + last;
                let mut object = serializer.serialize_struct(stringify!($Token), keys)?;
                object.serialize_field("kind", $kind)?;
                object.serialize_field("span", &[start, end])?;
                $(object.serialize_field(stringify!($key), &$value)?;)*
                $(if $is_set {
                    object.serialize_field(stringify!($last), &$set)?;
                })*
                object.end()
            }
        }
    };
}

token!(Doctype, it => "Doctype", [
    name: it.name(), public_id: it.public_id(), system_id: it.system_id(), force_quirks: it.force_quirks()
], truncated: it.is_truncated(), true);
token!(Tag, it => if it.is_end() { "EndTag" } else { "StartTag" }, [
    name: it.name(), attributes: Attributes(it.attributes()), self_closing: it.self_closing()
], namespace: it.namespace() != Namespace::Html, it.namespace().as_str(),
   truncated: it.is_truncated(), true, ambiguous: it.is_ambiguous(), true);
token!(Comment, it => "Comment", [
    data: it.value()
], truncated: it.is_truncated(), true, ambiguous: it.is_ambiguous(), true);
token!(ProcessingInstruction, it => "ProcessingInstruction", [
    target: it.target(), data: it.value()
], truncated: it.is_truncated(), true);
token!(Text, it => "Text", [data: it.value()], truncated: it.is_truncated(), true);
token!(Dropped, it => "Dropped", [
    reason: it.reason().as_str(), data: String::from_utf8_lossy(it.raw())
], truncated: it.is_truncated(), true, ambiguous: it.is_ambiguous(), true);

impl Serialize for ParseError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("ParseError", 3)?;
        object.serialize_field("kind", "Error")?;
        object.serialize_field("code", self.code().as_str())?;
        object.serialize_field("offset", &self.offset())?;
        object.end()
    }
}

/// The attributes of a tag, which an iterator can only be asked for once.
struct Attributes<'a>(AttributeIter<'a>);

impl Serialize for Attributes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Attributes(attributes) = self;
        // Some formats need the number first, and duplicates are not counted.
        let all: Vec<_> = attributes.clone().collect();
        serializer.collect_seq(all)
    }
}

impl Serialize for Attribute<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Attribute", 2)?;
        object.serialize_field("name", &self.name())?;
        object.serialize_field("value", &self.value())?;
        object.end()
    }
}
