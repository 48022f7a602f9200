//! Prints the links of a page with their lines and columns: `cargo run --example links < page.html`.

use std::error::Error;
use std::io::{self, Read, Write};

use tagspan::{ColumnUnit, ReadTokens, Token, Tokenizer};

fn main() -> Result<(), Box<dyn Error>> {
    run(io::stdin().lock(), io::stdout().lock())
}

pub(crate) fn run(page: impl Read, mut out: impl Write) -> Result<(), Box<dyn Error>> {
    let tokenizer = Tokenizer::builder().locate(ColumnUnit::CodePoints).build();
    let mut tokens = ReadTokens::with_tokenizer(page, tokenizer);
    while tokens.advance()? {
        let Some(Token::StartTag(tag)) = tokens.token() else { continue };
        if tag.is("a")
            && let Some(href) = tag.attribute_value("href")
            && let Some(place) = tokens.locate(tag.span().start)
        {
            writeln!(out, "{place}  {href}")?;
        }
    }
    Ok(())
}
