//! The tokens of a page without those parts that a browser ignores.

use tagspan::{Encoding, Namespace, Token, Tokenizer};

/// The end tags that a tree builder ignores, of elements that have none.
const IGNORED: [&str; 17] = [
    "area", "base", "basefont", "bgsound", "col", "embed", "frame", "hr", "image", "img", "input", "keygen",
    "link", "meta", "param", "source", "track",
];

/// The tokens of a source, in words. Text is joined, and what end tags have beside their name is left out. So are end tags that
/// are ignored, and the `/` of elements that it does not close.
pub(crate) fn reads(encoding: &'static Encoding, source: &[u8]) -> Vec<String> {
    let builder = Tokenizer::builder().encoding(encoding).processing_instructions(true);
    let mut tokenizer = builder.build();
    let mut tokens = tokenizer.feed_last(source);
    let (mut read, mut text) = (Vec::new(), String::new());
    while let Some(token) = tokens.next_token().unwrap() {
        if let Token::Text(run) = token {
            text += &run.value();
            continue;
        }
        if !text.is_empty() && !matches!(token, Token::Dropped(_)) {
            read.push(format!("text {}", std::mem::take(&mut text)));
        }
        match token {
            Token::StartTag(tag) => {
                let attributes: Vec<_> = tag.attributes().map(|it| (it.name(), it.value())).collect();
                let is_closed = tag.namespace() != Namespace::Html && tag.self_closing();
                read.push(format!("start {} {attributes:?} {is_closed}", tag.name()));
            }
            Token::EndTag(tag) if tag.namespace() == Namespace::Html && IGNORED.contains(&&*tag.name()) => {}
            Token::EndTag(tag) => read.push(format!("end {}", tag.name())),
            Token::Comment(comment) => read.push(format!("comment {}", comment.value())),
            Token::Doctype(doctype) => {
                let identifiers = (doctype.public_id(), doctype.system_id());
                read.push(format!("doctype {:?} {identifiers:?} {}", doctype.name(), doctype.force_quirks()));
            }
            Token::ProcessingInstruction(it) => {
                read.push(format!("instruction {} {}", it.target(), it.value()))
            }
            Token::Dropped(_) => {}
            other => read.push(format!("{other:?}")),
        }
    }
    read.push(format!("text {text}"));
    read
}
