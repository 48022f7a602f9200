//! Keeps only allowed tags and attributes of a page: `cargo run --example sanitizer < page.html`.

use std::error::Error;
use std::io;

use tagspan::{TextMode, Token, escape_attribute, escape_text};

const TAGS: [&str; 9] = ["a", "b", "blockquote", "em", "i", "li", "p", "strong", "ul"];
const ADDRESSES: [&str; 4] = ["https://", "http://", "mailto:", "#"];

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", sanitize(&io::read_to_string(io::stdin())?)?);
    Ok(())
}

pub(crate) fn sanitize(page: &str) -> Result<String, tagspan::Error> {
    let (mut safe, mut open) = (String::new(), Vec::new());
    let mut tokens = tagspan::tokenize(page);
    while tokens.advance()? {
        match tokens.token() {
            Some(Token::StartTag(tag)) if TAGS.contains(&&*tag.name()) => {
                let href = tag.attribute_value("href").unwrap_or_default();
                safe += &format!("<{}", tag.name());
                if ADDRESSES.iter().any(|start| href.starts_with(start)) {
                    safe += &format!(" href=\"{}\"", escape_attribute(&href));
                }
                safe.push('>');
                open.push(tag.name().into_owned());
            }
            // An end tag closes what is open within its element.
            Some(Token::EndTag(tag)) => {
                if let Some(at) = open.iter().rposition(|name| tag.is(name)) {
                    open.drain(at..).rev().for_each(|name| safe += &format!("</{name}>"));
                }
            }
            // The text of scripts and styles is in other modes.
            Some(Token::Text(text)) if tokens.text_mode() == Some(TextMode::Data) => {
                safe += &escape_text(&text.value())
            }
            _ => {}
        }
    }
    open.drain(..).rev().for_each(|name| safe += &format!("</{name}>"));
    Ok(safe)
}
