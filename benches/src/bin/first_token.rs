//! Takes the tokens of a short page, each in a function of its own, so that callgrind can list what runs for each.
#![forbid(unsafe_code)]

use tagspan::{Token, Tokenizer, Tokens, UnknownLabel};

fn main() -> Result<(), UnknownLabel> {
    let mut tokenizer = Tokenizer::builder().charset("utf-8")?.build();
    let mut tokens = first(&mut tokenizer, b"<a href=x>y</a><a id=x>");
    text(&mut tokens);
    end_tag(&mut tokens);
    start_tag(&mut tokens);
    Ok(())
}

#[inline(never)]
fn first<'t, 'c>(tokenizer: &'t mut Tokenizer, page: &'c [u8]) -> Tokens<'t, &'c [u8]> {
    let mut tokens = tokenizer.feed(page);
    assert!(matches!(tokens.next_token(), Ok(Some(Token::StartTag(_)))));
    tokens
}

#[inline(never)]
fn text(tokens: &mut Tokens<'_, &[u8]>) {
    assert!(matches!(tokens.next_token(), Ok(Some(Token::Text(_)))));
}

#[inline(never)]
fn end_tag(tokens: &mut Tokens<'_, &[u8]>) {
    assert!(matches!(tokens.next_token(), Ok(Some(Token::EndTag(_)))));
}

#[inline(never)]
fn start_tag(tokens: &mut Tokens<'_, &[u8]>) {
    assert!(matches!(tokens.next_token(), Ok(Some(Token::StartTag(_)))));
}
