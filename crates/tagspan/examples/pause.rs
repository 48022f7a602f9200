//! A page whose scripts write markup while it is read, as `document.write` does: `cargo run --example pause`.

use std::error::Error;
use std::io::{self, Write};
use std::ops::ControlFlow;

use tagspan::{Token, Tokenizer};

/// The page as it comes from the network. The language of its scripts has one statement: `write`, and what to write, in
/// which a backslash stands before what is to be taken as it is.
pub(crate) const CHUNKS: [&[u8]; 4] = [
    b"<!DOCTYPE html><meta charset=windows-1252><h1>Caf\xE9</h1><scr",
    // It writes another script, and half a tag, with which the page continues.
    b"ipt>write <p>one <script>write <i>two</i><\\/script>and <ul</scr",
    b"ipt> class=menu>th\xE9 &amp",
    b"; eau</ul>",
];

fn main() -> Result<(), Box<dyn Error>> {
    run(&CHUNKS, &mut io::stdout().lock())
}

/// Reads a page, runs its scripts, and prints each token.
pub(crate) fn run(chunks: &[&[u8]], out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut tokenizer = Tokenizer::new();
    let mut reader = Reader { script: None, out };
    for chunk in chunks {
        let mut rest = *chunk;
        loop {
            let mut tokens = tokenizer.feed(rest);
            let flow = tokens.try_for_each(|token| reader.see(&token))?;
            // The tokenizer can be given something else first.
            rest = tokens.into_remaining();
            match flow {
                ControlFlow::Break(script) => reader.write(&mut tokenizer, &script?)?,
                ControlFlow::Continue(()) => break,
            }
        }
    }
    // A page can end within a script, but not with the end of one: nothing can break here.
    let _ = tokenizer.finish().try_for_each(|token| reader.see(&token))?;
    Ok(())
}

struct Reader<'o, W> {
    /// The text of the script that is being read.
    script: Option<String>,
    out: &'o mut W,
}

impl<W: Write> Reader<'_, W> {
    /// Prints a token, and breaks after a script, with what it says.
    fn see(&mut self, token: &Token<'_>) -> ControlFlow<io::Result<String>> {
        let kind = match token {
            Token::Text(_) => "text",
            Token::StartTag(_) => "start tag",
            Token::EndTag(_) => "end tag",
            Token::Doctype(_) => "doctype",
            _ => "other",
        };
        if let Err(error) = writeln!(self.out, "{kind:9}  {}", String::from_utf8_lossy(token.raw())) {
            return ControlFlow::Break(Err(error));
        }
        match token {
            Token::StartTag(tag) if tag.is("script") => self.script = Some(String::new()),
            Token::Text(text) => {
                if let Some(script) = &mut self.script {
                    *script += &text.value();
                }
            }
            Token::EndTag(tag) if tag.is("script") => {
                if let Some(script) = self.script.take() {
                    return ControlFlow::Break(Ok(script));
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    /// Runs a script: what it writes is read before all that comes after the script.
    fn write(&mut self, tokenizer: &mut Tokenizer, script: &str) -> Result<(), Box<dyn Error>> {
        let Some(written) = script.strip_prefix("write ") else { return Ok(()) };
        let mut characters = written.chars();
        let mut text = String::new();
        while let Some(character) = characters.next() {
            text.extend(if character == '\\' { characters.next() } else { Some(character) });
        }
        // Scripts in it run in their turn. A script that writes itself needs twice the backslashes for each level, so
        // this goes as deep as the logarithm of the page's length.
        let mut rest = &text[..];
        loop {
            let mut tokens = tokenizer.insert(rest);
            let flow = tokens.try_for_each(|token| self.see(&token))?;
            rest = &rest[rest.len() - tokens.into_remaining().len()..];
            match flow {
                ControlFlow::Break(script) => self.write(tokenizer, &script?)?,
                ControlFlow::Continue(()) => return Ok(()),
            }
        }
    }
}
