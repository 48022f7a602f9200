//! Stops within a page, writes a checkpoint as JSON and continues from it: `cargo run --features serde --example checkpoint`.

use std::error::Error;

use tagspan::Tokenizer;

fn main() -> Result<(), Box<dyn Error>> {
    // The page is split within a tag.
    println!("{:#?}", tokens(b"<p>See <a hre", b"f=/one>one</a>")?);
    Ok(())
}

pub(crate) fn tokens(before: &[u8], after: &[u8]) -> Result<Vec<String>, Box<dyn Error>> {
    let mut tokens = Vec::new();
    let mut tokenizer = Tokenizer::new();
    tokenizer.feed(before).for_each(|token| tokens.push(format!("{token:?}")))?;
    let checkpoint = tokenizer.checkpoint().ok_or("all tokens of the chunk have to be taken first")?;
    let json = serde_json::to_string(&checkpoint)?;

    // Another process can do this.
    let mut tokenizer = Tokenizer::from_checkpoint(serde_json::from_str(&json)?)?;
    tokenizer.feed_last(after).for_each(|token| tokens.push(format!("{token:?}")))?;
    Ok(tokens)
}
