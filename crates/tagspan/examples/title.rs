//! Prints the title and the text of a page in windows-1251: `cargo run --example title < page.html`.

use std::error::Error;
use std::io::{self, Read, Write};

use tagspan::{Namespace, ReadTokens, TextMode, Token, Tokenizer};

fn main() -> Result<(), Box<dyn Error>> {
    run(io::stdin().lock(), io::stdout().lock())
}

pub(crate) fn run(page: impl Read, mut out: impl Write) -> Result<(), Box<dyn Error>> {
    let tokenizer = Tokenizer::builder().charset("windows-1251")?.build();
    let mut tokens = ReadTokens::with_tokenizer(page, tokenizer);
    let (mut title, mut text, mut in_title) = (String::new(), String::new(), false);
    while tokens.advance()? {
        match tokens.token() {
            Some(Token::StartTag(tag)) => {
                in_title = tag.is("title") && tag.namespace() == Namespace::Html;
            }
            Some(Token::EndTag(_)) => in_title = false,
            Some(Token::Text(part)) if in_title => title += &part.value(),
            // Scripts and styles are in other modes.
            Some(Token::Text(part)) if tokens.tokenizer().text_mode() == Some(TextMode::Data) => {
                text += &part.value()
            }
            _ => {}
        }
    }
    writeln!(out, "{}\n\n{}", title.trim(), text.trim())?;
    Ok(())
}
