//! Reads a page within limits and prints what is missing: `cargo run --example caps < page.html`.

use std::error::Error;
use std::io::{self, Read, Write};

use tagspan::{LimitAction, Limits, ReadTokens, Tokenizer};

fn main() -> Result<(), Box<dyn Error>> {
    run(io::stdin().lock(), io::stdout().lock())
}

pub(crate) fn run(page: impl Read, mut out: impl Write) -> Result<(), Box<dyn Error>> {
    let limits = Limits::new()
        .comment(0, LimitAction::Skip)
        .tag(4 << 10, LimitAction::Truncate)
        .attribute_value(1 << 10, LimitAction::Truncate);
    let tokenizer = Tokenizer::builder().limits(limits.max_bytes(1 << 20, LimitAction::Truncate)).build();
    let mut tokens = ReadTokens::with_tokenizer(page, tokenizer);
    while let Some(token) = tokens.next_token()? {
        if token.is_truncated() {
            writeln!(out, "{}: {} bytes are missing", token.span(), token.missing_bytes())?;
        }
    }
    if tokens.tokenizer().is_full() {
        writeln!(out, "the page is longer than 1 MiB")?;
    }
    Ok(())
}
