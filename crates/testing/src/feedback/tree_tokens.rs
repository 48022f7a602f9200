//! Tokens of core, and context elements, in the form of html5ever's, for a tree builder.

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Doctype, Tag, TagKind, Token};
use html5ever::{Attribute, LocalName, QualName, ns};

use crate::fragment::{Fragment, Namespace};

impl Fragment {
    /// The name in html5ever's terms.
    pub fn qualified(&self) -> QualName {
        let namespace = match self.namespace {
            Namespace::Html => ns!(html),
            Namespace::Svg => ns!(svg),
            Namespace::MathMl => ns!(mathml),
        };
        QualName::new(None, namespace, LocalName::from(&*self.name))
    }

    /// The attributes in html5ever's terms.
    pub fn attributes(&self) -> Vec<Attribute> {
        let name = QualName::new(None, ns!(), LocalName::from("encoding"));
        let encoding = Attribute { name, value: StrTendril::from("text/html") };
        if self.integration_point { vec![encoding] } else { Vec::new() }
    }
}

pub(super) fn tag(tag: &tagspan_core::Tag<'_>, kind: TagKind) -> Token {
    let attribute = |attribute: tagspan_core::Attribute<'_>| Attribute {
        name: QualName::new(None, ns!(), LocalName::from(&*attribute.name())),
        value: StrTendril::from_slice(&attribute.value()),
    };
    Token::TagToken(Tag {
        kind,
        name: LocalName::from(&*tag.name()),
        self_closing: tag.self_closing(),
        attrs: tag.attributes().map(attribute).collect(),
        had_duplicate_attributes: tag.attributes_as_written().any(|attribute| attribute.is_duplicate()),
    })
}

/// Text as it is decoded; each NUL is a token of its own.
pub(super) fn text(decoded: &str) -> impl Iterator<Item = Token> {
    let characters = |run: &str| Token::CharacterTokens(StrTendril::from_slice(run));
    decoded.split_inclusive('\0').flat_map(move |run| {
        let (run, null) = match run.strip_suffix('\0') {
            Some(run) => (run, Some(Token::NullCharacterToken)),
            None => (run, None),
        };
        (!run.is_empty()).then(|| characters(run)).into_iter().chain(null)
    })
}

pub(super) fn comment(comment: &tagspan_core::Comment<'_>) -> Token {
    Token::CommentToken(StrTendril::from_slice(&comment.value()))
}

pub(super) fn doctype(doctype: &tagspan_core::Doctype<'_>) -> Token {
    Token::DoctypeToken(Doctype {
        name: doctype.name().map(|name| StrTendril::from_slice(&name)),
        public_id: doctype.public_id().map(|id| StrTendril::from_slice(&id)),
        system_id: doctype.system_id().map(|id| StrTendril::from_slice(&id)),
        force_quirks: doctype.force_quirks(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_nul_is_a_token() {
        let characters = |run: &str| Token::CharacterTokens(StrTendril::from_slice(run));
        let null = || Token::NullCharacterToken;
        for (decoded, expected) in [
            ("", vec![]),
            ("ab", vec![characters("ab")]),
            ("\0", vec![null()]),
            ("a\0\0b\0", vec![characters("a"), null(), null(), characters("b"), null()]),
        ] {
            assert_eq!(text(decoded).collect::<Vec<_>>(), expected, "{decoded:?}");
        }
    }
}
