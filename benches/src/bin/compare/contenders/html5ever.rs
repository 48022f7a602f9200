//! html5ever's tokenizer, with the text modes that its tree builder would ask for.

use std::cell::Cell;

use benches::Sum;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use super::{Contender, REFERENCE, Work, validated};

pub(super) fn contenders() -> Vec<Contender> {
    vec![Contender {
        name: REFERENCE,
        package: Some("html5ever"),
        work: Work::Decoded,
        does: "all decoded, as reference-counted strings and interned names; line numbers; UTF-8 validation",
        omits: "offsets; text modes in SVG and MathML",
        exact: true,
        on_request: false,
        start: || Box::new(run),
    }]
}

/// A tokenizer is for one document.
fn run(page: &str) -> Sum {
    // A byte order mark is the decoder's; without one it is text, as it is to tagspan's tokenizer.
    let options = TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() };
    let tokenizer = Tokenizer::new(Sink::default(), options);
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(validated(page)));
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.get()
}

#[derive(Default)]
struct Sink(Cell<Sum>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut sum = self.0.get();
        sum.tokens += 1;
        let mut then = TokenSinkResult::Continue;
        match token {
            Token::TagToken(tag) => {
                sum.touch(tag.name.as_bytes());
                for attribute in &tag.attrs {
                    sum.touch(attribute.name.local.as_bytes());
                    sum.touch(attribute.value.as_bytes());
                }
                if tag.kind == TagKind::StartTag {
                    sum.start_tags += 1;
                    sum.attributes += tag.attrs.len() as u64;
                    then = text_mode(&tag);
                }
            }
            Token::CharacterTokens(text) => {
                sum.text_bytes += text.len() as u64;
                sum.touch(text.as_bytes());
            }
            Token::NullCharacterToken => sum.text_bytes += 1,
            Token::CommentToken(data) => sum.touch(data.as_bytes()),
            Token::DoctypeToken(doctype) => {
                for field in [&doctype.name, &doctype.public_id, &doctype.system_id] {
                    sum.touch(field.as_deref().unwrap_or_default().as_bytes());
                }
            }
            Token::EOFToken | Token::ParseError(_) => sum.tokens -= 1,
        }
        self.0.set(sum);
        then
    }
}

/// The text mode that the tree builder sets at a start tag of HTML, with scripting off.
fn text_mode(tag: &Tag) -> TokenSinkResult<()> {
    match &*tag.name {
        "script" => TokenSinkResult::RawData(RawKind::ScriptData),
        "style" | "xmp" | "iframe" | "noembed" | "noframes" => TokenSinkResult::RawData(RawKind::Rawtext),
        "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
        "plaintext" => TokenSinkResult::Plaintext,
        _ => TokenSinkResult::Continue,
    }
}
