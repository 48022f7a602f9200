//! Prints the links of a page, each with its place: `cargo run --example links -- page.html`.

use std::error::Error;
use std::fs;
use std::io::{self, Write};

use tagspan::{ColumnUnit, LineColumn, Token, Tokenizer};

/// What is read without a file. It is no UTF-8, and says so.
pub(crate) const PAGE: &[u8] = b"<!DOCTYPE html>
<meta charset=windows-1252>
<p>See <a href='/menu?day=1&amp;lang=fr'>le <b>caf\xE9</b> d&rsquo;\xE0 c\xF4t\xE9</a>,
or <A HREF=#top>go back</A>.
<!-- <a href=/old>not this one</a> -->
<script>'<a href=/nor>this</a>'</script>
";

fn main() -> Result<(), Box<dyn Error>> {
    let page = match std::env::args_os().nth(1) {
        Some(path) => fs::read(path)?,
        None => PAGE.to_vec(),
    };
    run(&page, &mut io::stdout().lock())
}

/// A link whose end was not seen yet.
struct Link {
    place: LineColumn,
    target: String,
    text: String,
}

pub(crate) fn run(page: &[u8], out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut stream = Tokenizer::builder().locate(ColumnUnit::CodePoints).build();
    let mut tokens = stream.feed_last(page);
    let mut open: Option<Link> = None;
    loop {
        // A token begins where the one before has ended.
        let place = tokens.locate(tokens.position());
        if !tokens.advance()? {
            break;
        }
        match tokens.token() {
            Some(Token::Text(text)) => {
                if let Some(link) = &mut open {
                    link.text += &text.value();
                }
            }
            Some(Token::StartTag(tag)) if tag.is("a") => {
                // It ends the link before.
                print(open.take(), out)?;
                if let (Some(href), Some(place)) = (tag.attribute("href"), place) {
                    open = Some(Link { place, target: href.value().into_owned(), text: String::new() });
                }
            }
            Some(Token::EndTag(tag)) if tag.is("a") => print(open.take(), out)?,
            _ => {}
        }
    }
    print(open, out)
}

fn print(link: Option<Link>, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    if let Some(Link { place, target, text }) = link {
        let words: Vec<&str> = text.split_whitespace().collect();
        writeln!(out, "{place}  {target}  {}", words.join(" "))?;
    }
    Ok(())
}
